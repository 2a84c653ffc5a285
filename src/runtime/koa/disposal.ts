import type { Server } from 'node:net';

/** The apps that listen, by their servers. */
const apps = new WeakMap<Server, AsyncDisposable>();
/** The servers of each app that have not been stopped. */
const servers = new WeakMap<AsyncDisposable, Set<Server>>();

/** Records that an app listens with a server, and has something to close. */
export function disposeWith(server: Server, app: AsyncDisposable): void {
  apps.set(server, app);
  const known = servers.get(app);
  if (known === undefined) servers.set(app, new Set([server]));
  else known.add(server);
}

/** Disposes of the app of a server that has been stopped, unless it listens with another one. */
export async function disposeApp(server: Server): Promise<void> {
  const app = apps.get(server);
  if (app === undefined) return;
  const others = servers.get(app)!;
  others.delete(server);
  if (others.size === 0) await app[Symbol.asyncDispose]();
}
