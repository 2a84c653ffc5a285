/** Handles another request of the same client on a platform of web requests: with the platform's own arguments, and as its app sees them. */
export type OwnRequest = (url: string, init: RequestInit) => Promise<Response>;

/** The field of `ctx.req` with an {@link OwnRequest}. Several bundles of the package share it. */
const OWN_REQUEST: unique symbol = Symbol.for('unplugin-operations.request') as never;

/** Adds the platform's way to handle another request, to a request or to the fields that are assigned to one. */
export function setOwnRequest(req: object, send: OwnRequest): void {
  Object.defineProperty(req, OWN_REQUEST, { value: send, enumerable: true });
}

/** The platform's way to handle another request; undefined if it needs none. */
export function ownRequestOf(req: object): OwnRequest | undefined {
  return (req as { readonly [OWN_REQUEST]?: OwnRequest })[OWN_REQUEST];
}
