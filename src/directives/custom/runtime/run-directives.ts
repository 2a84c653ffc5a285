import type { OperationContext, Handler } from '../../../runtime/koa/context.ts';
import { refuseOwnResponse, responseSoFar } from '../../../runtime/koa/own-response.ts';
import { notAllowed } from '../../../runtime/koa/refused.ts';
import { isThenable } from '../../../runtime/koa/response/platform-bodies.ts';
import type { Feature, Runtime } from '../../../runtime/koa/runtime.ts';
import type { Step, Steps } from '../../../runtime/koa/steps.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import type { DirectiveModules, StepsOf } from './custom-steps.ts';
import { makeSteps } from './custom-steps.ts';
import type { DirectiveSteps } from './directive-steps.ts';
import { copiedHeaders, keepHeaders, withLastingHeaders } from './lasting-headers.ts';

/** The steps of the directives of an app. */
const made = new WeakMap<Runtime, StepsOf>();

/**
 * Runs the steps of custom directives that are not around others: `enter` before those of this library, so that the headers that it sets are on
 * every response, and `finish`.
 *
 * Generated code imports this, so that only bundles with custom directives have it.
 */
export const customDirectives =
  (modules: DirectiveModules): Feature =>
  (runtime, options) => {
    const stepsOf = makeSteps(modules, runtime.manifest, options);
    made.set(runtime, stepsOf);
    return (operation) => {
      const all = stepsOf(operation);
      return { ...enterOf(all), ...finishOf(all) };
    };
  };

/**
 * Runs the steps of custom directives that are next to the operation: `admit` before the exports `authorize`, and `around` inside of the guards of
 * this library.
 */
export const customGuards: Feature = (runtime) => (operation) => {
  const all = made.get(runtime)!(operation);
  return { ...authorizeOf(all, runtime, operation), ...guardOf(all) };
};

function enterOf(all: readonly DirectiveSteps[]): Pick<Steps, 'enter'> {
  const steps = all.flatMap(({ enter }): Step[] =>
    enter === undefined ? [] : [(ctx) => withLastingHeaders(ctx, enter)],
  );
  if (steps.length === 0) return {};
  return {
    async enter(ctx) {
      for (const step of steps) await step(ctx);
    },
  };
}

function finishOf(all: readonly DirectiveSteps[]): Pick<Steps, 'finish'> {
  const steps = all.flatMap(({ finish }) => finish ?? []);
  if (steps.length === 0) return {};
  return {
    finish(ctx) {
      for (const step of steps) refusePromise(step(ctx));
    },
  };
}

function refusePromise(result: unknown): void {
  if (!isThenable(result)) return;
  Promise.resolve(result).catch(() => undefined);
  throw new TypeError('The step "finish" of a directive cannot wait, but it has returned a promise.');
}

/** Calls each `admit`, then the exports of the operation and its directories. */
function authorizeOf(
  all: readonly DirectiveSteps[],
  { features }: Runtime,
  operation: OperationEntry,
): Pick<Steps, 'authorize'> {
  const guards = all.flatMap(({ admit }) => admit ?? []);
  if (guards.length === 0) return {};
  const own = operation.features?.includes('authorization')
    ? features['authorization']!(operation).authorize
    : undefined;
  return {
    async authorize(ctx) {
      for (const admit of guards) {
        const before = responseSoFar(ctx);
        const result: unknown = await withLastingHeaders(ctx, admit);
        if (result !== true) throw notAllowed();
        refuseOwnResponse(ctx, before, 'The step "admit" of a directive');
      }
      await own?.(ctx);
    },
  };
}

function guardOf(all: readonly DirectiveSteps[]): Pick<Steps, 'guard'> {
  const steps = all.flatMap(({ around }) => around ?? []);
  return steps.length === 0 ? {} : { guard: (handler) => steps.reduceRight(wrap, handler) };
}

/** Runs a step around a handler. The headers that the step sets stay on errors, those of the handler do not. */
function wrap(handler: Handler, around: NonNullable<DirectiveSteps['around']>): Handler {
  return async (ctx: OperationContext, koaNext) => {
    let before = copiedHeaders(ctx);
    let isCalled = false;
    const next = async (): Promise<unknown> => {
      if (isCalled) throw new TypeError('A step "around" of a directive has called next() twice.');
      isCalled = true;
      keepHeaders(ctx, before);
      try {
        return await handler(ctx, koaNext);
      } finally {
        before = copiedHeaders(ctx);
      }
    };
    try {
      return await around(ctx, next);
    } finally {
      keepHeaders(ctx, before);
    }
  };
}
