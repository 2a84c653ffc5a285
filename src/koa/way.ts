import type { OperationEntry } from '../contract/manifest.ts';
import { pageBody } from './response/paging.ts';
import type { Handler } from './context.ts';
import { composeOf } from './koa-internals.ts';
import type { ReadBody } from './request/body/index.ts';
import { readBody } from './request/body/index.ts';
import { addBody, readInput, readParameters } from './request/input.ts';
import { authorize } from './request/security/index.ts';
import { jsonTypeOf } from './response/encode.ts';
import type { Runtime, Steps, Way } from './runtime.ts';
import { usageError } from './usage-error.ts';

/**
 * Composes the way of an operation from the steps of its features.
 *
 * @throws {TypeError} If the handler is not a function.
 */
export function composeWay(runtime: Runtime, operation: OperationEntry, features: readonly Steps[]): Way {
  const steps = Object.assign({}, ...features) as Steps;
  const handler = features.reduceRight(guarded, resolveHandler(operation));
  return {
    toBody: operation.paging && pageBody,
    ...steps,
    app: runtime.app,
    run: withSecurity(runtime, operation, withInput(runtime, operation, steps, handler)),
    around: composeAround(operation),
    status: operation.status ?? 200,
    jsonType: jsonTypeOf(operation),
    picks: runtime.picksResponses ? operation.picks : undefined,
    pickProblem: runtime.manifest.pickProblem,
  };
}

function guarded(handler: Handler, { guard }: Steps): Handler {
  return guard === undefined ? handler : guard(handler);
}

/** `ctx.auth` of operations without security. */
const NO_AUTH = Object.freeze(Object.create(null) as Record<string, unknown>);

function withSecurity({ alternatives }: Runtime, { security }: OperationEntry, next: Handler): Handler {
  if (security === undefined || security.length === 0)
    return (ctx, after) => {
      ctx.auth ??= NO_AUTH;
      return next(ctx, after);
    };
  const required = alternatives.get(security)!;
  return (ctx, after) => authorize(ctx, required).then(() => next(ctx, after));
}

function withInput(
  { limits }: Runtime,
  { input }: OperationEntry,
  { authorize: permit, readForm, readPosition, reportInput }: Steps,
  handler: Handler,
): Handler {
  const body = input?.body;
  if (permit !== undefined)
    return async (ctx, next) => {
      readParameters(ctx, readPosition);
      await permit(ctx);
      if (body !== undefined) {
        const read = await readBody(ctx, body, limits, readForm);
        addBody(ctx, body, read);
        reportInput?.(ctx, read?.value, ctx.input.body);
      }
      return handler(ctx, next);
    };
  return (ctx, next) => {
    const handle = (read: ReadBody | undefined): unknown => {
      readInput(ctx, read, readPosition);
      if (body !== undefined) reportInput?.(ctx, read?.value, ctx.input.body);
      return handler(ctx, next);
    };
    const read = body && readBody(ctx, body, limits, readForm);
    return read instanceof Promise ? read.then(handle) : handle(read);
  };
}

function composeAround({ middleware }: OperationEntry): Way['around'] {
  let run: Way['around'];
  return middleware && ((ctx, inner) => (run ??= composeOf(ctx.app)(middleware))(ctx, inner));
}

function resolveHandler(entry: OperationEntry): Handler {
  const { handler, load } = entry;
  if (handler !== undefined || load === undefined) return checkHandler(entry, handler);
  let loaded: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  const fetchHandler = async (): Promise<Handler> => (loaded = checkHandler(entry, await load()));
  return (ctx, next) => {
    if (loaded !== undefined) return loaded(ctx, next);
    // After a failure, the next request loads the module again.
    loading ??= fetchHandler().finally(() => (loading = undefined));
    return loading.then((handle) => handle(ctx, next));
  };
}

/** @throws {TypeError} If a handler is not a function. */
export function checkHandler(entry: OperationEntry, handler: unknown): Handler {
  if (typeof handler === 'function') return handler as Handler;
  throw usageError(
    `The handler of ${entry.method} ${entry.path} (${entry.id}) must be a function, not ${typeof handler}.`,
  );
}
