/** Marks errors whose status the runtime chose. It is a registered symbol, because a bundle may contain two copies of this module. */
export const REFUSED: unique symbol = Symbol.for('unplugin-operations.refused') as never;

/** The error of a request that the runtime refuses, as an HTTP error of Koa: the client receives its message. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly expose = true;

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.statusCode = status;
    // Not a field: its declaration could not be generated.
    (this as { [REFUSED]?: true })[REFUSED] = true;
  }
}

/** The refusal of a request by `authorize` or a directive that guards. */
export function notAllowed(): Refusal {
  return new Refusal(403, 'You are not allowed to do this.');
}
