/** Handles a request on a platform whose `ServerResponse` cannot be called without `new`: workerd. */
export type OwnRequest = (request: Request) => Promise<Response>;

/** The field of `ctx.req` with an {@link OwnRequest}. Several bundles of the package share it. */
const OWN_REQUEST: unique symbol = Symbol.for('unplugin-operations.request') as never;

/** Adds the platform's way to handle another request. */
export function setOwnRequest(req: object, send: OwnRequest): void {
  Object.defineProperty(req, OWN_REQUEST, { value: send });
}

/** The platform's way to handle another request; undefined if it needs none. */
export function ownRequestOf(req: object): OwnRequest | undefined {
  return (req as { readonly [OWN_REQUEST]?: OwnRequest })[OWN_REQUEST];
}
