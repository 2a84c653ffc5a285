import type { AnyHandler, OperationEntry } from '../../shared/contract/manifest.ts';
import type { Handler } from './context.ts';
import { composeOf } from './koa-internals.ts';
import { jsonTypeOf } from './response/encode.ts';
import { composePicks } from './response/picks.ts';
import type { Runtime } from './runtime.ts';
import type { Step, Steps } from './steps.ts';
import type { Way } from './way.ts';
import { composeParams } from './request/changed-params.ts';
import { composeInput } from './request/input.ts';
import { refuseNul } from './request/nul.ts';
import { routePathOf } from './route-path.ts';
import { usageError } from './usage-error.ts';

/**
 * Composes the way of an operation from the steps of its features.
 *
 * @throws {TypeError} If the handler is not a function, or nothing would verify the credentials that the operation requires.
 */
export function composeWay(runtime: Runtime, operation: OperationEntry, features: readonly Steps[]): Way {
  const steps = Object.assign({}, ...features) as Steps;
  // A manifest that no build has made.
  if (operation.security?.length && steps.authenticate === undefined)
    throw usageError(`The manifest cannot verify the credentials of ${operation.id}: it lacks the feature "security".`);
  const body = operation.input?.body;
  const authorize = inOrder([steps.authorize, steps.afterAuthorize]);
  const picks = runtime.picksResponses ? operation.picks : undefined;
  return {
    toBody: undefined,
    ...steps,
    enter: inOrder(features.map(({ enter }) => enter)),
    admit: inOrder(features.map(({ admit }) => admit)),
    authorize,
    finish: finishInOrder(features),
    app: runtime.app,
    routePath: routePathOf(operation),
    operationId: operation.operationId,
    names: operation.names,
    headers: operation.headers,
    body,
    readBody: body && steps.composeBody?.(body, steps.readForm),
    readInput: composeInput(operation, steps),
    changeParams: composeParams(operation, runtime),
    inspect: runtime.refusesNul ? refuseNul : undefined,
    waits: [steps.authenticate, authorize, steps.admit, body].some((step) => step !== undefined),
    handler: features.reduceRight(guarded, resolveHandler(operation)),
    around: composeAround(operation),
    isSeen: true,
    status: operation.status ?? 200,
    emptyStatuses: operation.emptyStatuses ?? [],
    jsonType: jsonTypeOf(operation),
    findPick: picks && composePicks(operation, picks, runtime.manifest.pickProblem),
  };
}

function guarded(handler: Handler, { guard }: Steps): Handler {
  return guard === undefined ? handler : guard(handler);
}

/** One step that runs those of several features, the outermost one first. */
function inOrder(all: readonly (Step | undefined)[]): Step | undefined {
  const steps = all.filter((step) => step !== undefined);
  if (steps.length < 2) return steps[0];
  return async (ctx) => {
    for (const step of steps) await step(ctx);
  };
}

/** The last steps of all features. */
function finishInOrder(features: readonly Steps[]): Way['finish'] {
  const steps = features.flatMap(({ finish }) => finish ?? []);
  if (steps.length < 2) return steps[0];
  return (ctx) => {
    for (const step of steps) step(ctx);
  };
}

function composeAround({ middleware }: OperationEntry): Way['around'] {
  let run: Way['around'];
  return middleware && ((ctx, inner) => (run ??= composeOf(ctx.app)(middleware.flat()))(ctx, inner));
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

/** @throws {TypeError} If a handler is not a function, or has a guard that would not run. */
export function checkHandler(entry: OperationEntry, handler: unknown): Handler {
  if (typeof handler === 'function') {
    refuseOwnAuthorize(handler, 'handler', entry);
    return handler as Handler;
  }
  throw usageError(
    `The handler of ${entry.method} ${entry.path} (${entry.id}) must be a function, not ${typeof handler}.`,
  );
}

interface Guarding {
  readonly authorize?: unknown;
}

/**
 * Refuses a function with a property `authorize`, which some wrappers set: only an export of that name runs.
 *
 * @throws {TypeError} If it has one.
 */
export function refuseOwnAuthorize(given: object, what: string, { id, authorize = [] }: OperationEntry): void {
  if (!Object.hasOwn(given, 'authorize')) return;
  const { authorize: own } = given as Guarding;
  // A CommonJS module that is a function has its exports as properties. The guard of a module that is loaded later has its export, once it has run.
  if (authorize.some((guard: AnyHandler & Guarding) => (guard.authorize ?? guard) === own)) return;
  throw usageError(
    `The ${what} of ${id} has a property "authorize", which would not run. Export it from the file of the operation or from a _middleware file: "export const authorize = ...".`,
  );
}
