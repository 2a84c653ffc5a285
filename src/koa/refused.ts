/** Marks errors whose status the runtime chose. It is a registered symbol, because a bundle may contain two copies of this module. */
export const REFUSED: unique symbol = Symbol.for('unplugin-operations.refused') as never;
