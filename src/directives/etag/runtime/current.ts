import { ServerResponse } from '../../../shared/contract/node-http.ts';
import type { Stream } from 'node:stream';
import type Koa from 'koa';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { INNER } from '../../../runtime/koa/inner-context.ts';
import { VERIFIED } from '../../../runtime/koa/request/security/verified.ts';
import { serveOperation } from '../../../runtime/koa/serve.ts';
import { passTarget } from '../../../runtime/koa/shown-path.ts';
import { encodeJson, isOpaque } from '../../../runtime/koa/response/encode.ts';
import { isStream } from '../../../runtime/koa/response/platform-bodies.ts';
import { problem } from '../../../runtime/koa/response/thrown-problem.ts';
import type { Runtime } from '../../../runtime/koa/runtime.ts';
import type { ForeignParameters } from './foreign-parameters.ts';
import { foreignParameters } from './foreign-parameters.ts';
import { innerRequest } from './inner-request.ts';

/** The current state of a resource. */
export interface Current {
  /** The body that GET returns. */
  readonly body: unknown;
  /** Its `ETag`; undefined if it has none. */
  readonly tag: string | undefined;
}

/**
 * Reads the resource of a write: runs the GET operation of its path, with its `_middleware`, authentication and validation, for the same client.
 *
 * @throws {unknown} Every error of the operation, and the status that it sets if that is not a success.
 */
export async function readCurrent(runtime: Runtime, ctx: OperationContext, get: OperationEntry): Promise<Current> {
  const inner = innerContext(ctx, get, foreignParameters(ctx.operation, get, runtime.manifest));
  await serveOperation(runtime.wayOf(get), inner, () => Promise.resolve());
  const { status, body } = inner;
  if (isStream(body)) (body as Stream & { destroy?(): void }).destroy?.();
  if (status >= 400) throw problem(status);
  const tag = inner.res.getHeader('ETag');
  return { body: asSent(get, body), tag: typeof tag === 'string' ? tag : undefined };
}

/** Data as JSON represents it: a handler can return a Date for a text, and a bigint for a number. */
function asSent(operation: OperationEntry, body: unknown): unknown {
  const isData = typeof body === 'object' && body !== null && !isOpaque(body);
  return isData ? JSON.parse(encodeJson(operation, body)) : body;
}

/** A context with a separate response. It inherits what middleware has added to the outer one, such as `ctx.state`. */
function innerContext(ctx: OperationContext, operation: OperationEntry, foreign: ForeignParameters): OperationContext {
  const req = innerRequest(ctx.req, foreign);
  const res = new ServerResponse(req);
  // As Koa begins.
  res.statusCode = 404;
  const { request, response } = (ctx.app as Koa).createContext(req, res);
  const fields = { auth: undefined, input: undefined, paging: undefined, cookies: undefined, idempotency: undefined };
  const unset = { ...fields, [VERIFIED]: undefined };
  const own = { request, response, req, res, operation, ...unset, [INNER]: true };
  const inner = Object.assign(Object.create(ctx) as OperationContext, own);
  // The client waits for the outer response.
  Object.defineProperty(inner, 'signal', { get: () => ctx.signal });
  request.ctx = response.ctx = inner as never;
  // Middleware can have set the address, and has normalized the URL.
  request.ip = ctx.request.ip;
  request.originalUrl = ctx.request.originalUrl;
  passTarget(ctx.request, request);
  return inner;
}
