/** Marks the context of a request inside of another one, which has been counted. It is a registered symbol, because a bundle may contain two copies. */
export const INNER: unique symbol = Symbol.for('unplugin-operations.inner') as never;
