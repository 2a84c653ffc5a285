/** A request that its platform can drop: workerd no longer runs its code soon after its client has left. */
export interface Lifetime {
  /** Lets the platform run the request until a promise is settled, as long as it grants. */
  waitUntil(promise: Promise<unknown>): void;
}

/** The field of `ctx.req` with a {@link Lifetime}. Several bundles of the package share it. */
const LIFETIME: unique symbol = Symbol.for('unplugin-operations.lifetime') as never;

/** Adds the lifetime of a request that its platform can drop. */
export function setLifetime(req: object, lifetime: Lifetime): void {
  Object.defineProperty(req, LIFETIME, { value: lifetime });
}

/** The lifetime of a request; undefined if its platform runs it to its end. */
export function lifetimeOf(req: object): Lifetime | undefined {
  return (req as { readonly [LIFETIME]?: Lifetime })[LIFETIME];
}
