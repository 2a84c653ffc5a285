import type { Runtime } from './runtime.ts';

const runtimes = new WeakMap<object, Runtime>();

/** Remembers a runtime by its app, and by the routes of its manifest, for middleware that serves the same operations. */
export function addRuntime(runtime: Runtime): void {
  runtimes.set(runtime.manifest.routes, runtime);
  if (runtime.app !== undefined) runtimes.set(runtime.app, runtime);
}

/** The runtime of an app that `createApp` made, or the latest one that serves a manifest's routes. */
export function runtimeOf(app: object, routes: object): Runtime | undefined {
  return runtimes.get(app) ?? runtimes.get(routes);
}
