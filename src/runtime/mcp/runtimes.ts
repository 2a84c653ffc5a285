import type { Manifest } from '../../shared/contract/manifest.ts';
import type { Feature, Runtime } from '../koa/runtime.ts';

const runtimes = new WeakMap<object, Runtime>();

/** Remembers each runtime by its app, and by the routes of its manifest for routers. It adds no steps. */
export const tools: Feature = (runtime) => {
  runtimes.set(runtime.manifest.routes, runtime);
  if (runtime.app !== undefined) runtimes.set(runtime.app, runtime);
  return () => ({});
};

/** Adds the feature to a manifest, before an app is made of it. So an app without tools carries nothing of them. */
export function watchRuntimes({ features }: Manifest): void {
  (features as { tools?: Feature }).tools = tools;
}

/** The runtime of an app that `createApp` made, or the latest one that serves a manifest's routes. */
export function runtimeOf(app: object, routes: object): Runtime | undefined {
  return runtimes.get(app) ?? runtimes.get(routes);
}
