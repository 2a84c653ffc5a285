import { REFUSED } from '../../refused.ts';

/** The error of a refused body, as an HTTP error of Koa: the client receives its message. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly statusCode: number;
  readonly expose = true;
  readonly [REFUSED] = true;

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.statusCode = status;
  }
}
