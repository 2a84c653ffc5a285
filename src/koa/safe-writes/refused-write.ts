import { REFUSED } from '../refused.ts';

/** The error of a write that is not safe to run, as an HTTP error of Koa: the client receives its message. */
export class RefusedWrite extends Error {
  override readonly name = 'RefusedWrite';
  readonly statusCode: number;
  readonly expose = true;
  readonly [REFUSED] = true;

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = status;
  }
}
