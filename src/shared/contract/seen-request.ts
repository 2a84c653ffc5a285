/** Set on requests of the dev server, which has no guards before the app. Several bundles of the package share it. */
const UNSEEN: unique symbol = Symbol.for('unplugin-operations.unseen') as never;

/** Whether another framework has routed a request before: Express and Connect set `originalUrl`, and match the path as it was sent. */
export function isSeen(req: object): boolean {
  return (req as { readonly originalUrl?: unknown }).originalUrl !== undefined && !(UNSEEN in req);
}

/** The server of a request, in Node. */
interface Served {
  readonly url?: string;
  readonly socket?: { readonly server?: { listeners?(event: 'request'): readonly unknown[] } } | null;
  originalUrl?: string;
}

/** Marks a request of a server that calls other code first, which calls an app: as Express does, by `originalUrl`. */
export function markIfWrapped(req: object, callback: unknown): void {
  const request = req as Served;
  const listeners = request.socket?.server?.listeners?.('request') ?? [];
  if (listeners.length > 0 && !listeners.includes(callback)) request.originalUrl ??= request.url ?? '';
}

/** Marks a request that only the dev server has seen, which serves the same responses as the built server. */
export function markUnseen(req: object): void {
  Object.defineProperty(req, UNSEEN, { value: true, configurable: true });
}
