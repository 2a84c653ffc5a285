import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { InProcessRequest } from './index.ts';

/** The part of a response that callers use. */
export interface InProcessResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  stream(): Readable;
}

/** Handles a request on a platform whose `ServerResponse` cannot be called without `new`: workerd. */
export type Dispatch = (request: InProcessRequest) => Promise<InProcessResponse>;

/** The field of `ctx.req` with a {@link Dispatch}. Several bundles of the package share it. */
const DISPATCH: unique symbol = Symbol.for('unplugin-operations.dispatch') as never;

/** Adds the platform's way to handle another request. */
export function setDispatch(req: IncomingMessage, dispatch: Dispatch): void {
  Object.defineProperty(req, DISPATCH, { value: dispatch });
}

/** The platform's way to handle another request; undefined if it needs none. */
export function dispatchOf(req: IncomingMessage): Dispatch | undefined {
  return (req as { readonly [DISPATCH]?: Dispatch })[DISPATCH];
}
