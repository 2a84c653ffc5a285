import type { AnyHandler, OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Input, OperationContext } from '../context.ts';
import { refuseOwnResponse, responseSoFar } from '../own-response.ts';
import { notAllowed } from '../refused.ts';
import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';
import { usageError } from '../usage-error.ts';

/**
 * Calls the exports `authorize` of the `_middleware` files around an operation, outermost first, then that of its own file. Only `true` lets a request pass: a
 * forgotten `return` refuses it.
 *
 * Generated code imports this, so that only bundles with `authorize` have it.
 */
export const authorization: Feature = ({ manifest }) => {
  // In the dev server, operations are loaded later.
  for (const operation of manifest.operations) if (operation.authorize !== undefined) guardsOf(operation);
  const warned = new Set<string>();
  return (operation) => {
    const guards = guardsOf(operation);
    const hasBody = operation.input?.body !== undefined;
    return {
      async authorize(ctx) {
        const { input } = ctx;
        const shown = hasBody ? withUnreadBody(input) : input;
        ctx.input = shown;
        try {
          for (const guard of guards) {
            const before = responseSoFar(ctx);
            const result: unknown = await guard(ctx, undefined);
            if (result === true) {
              refuseOwnResponse(ctx, before, '"authorize"');
              continue;
            }
            if (manifest.isDev && typeof result !== 'boolean') warn(ctx, result, warned);
            throw notAllowed();
          }
        } finally {
          if (ctx.input === shown) ctx.input = input;
        }
      },
    };
  };
};

/** @throws {TypeError} If there are none, or one is not a function. No request passes then. */
function guardsOf({ id, authorize = [] }: OperationEntry): readonly AnyHandler[] {
  const index = (authorize as readonly unknown[]).findIndex((guard) => typeof guard !== 'function');
  if (authorize.length > 0 && index === -1) return authorize;
  throw usageError(
    `Each export "authorize" of ${id} and the _middleware files around it must be a function, not ${typeof authorize[index]}.`,
  );
}

/** Input whose body and media type are errors: they haven't been read yet, so a rule that compares them would refuse no request. */
function withUnreadBody(input: Input): Input {
  const shown = { ...input };
  for (const name of ['body', 'type'])
    Object.defineProperty(shown, name, {
      get() {
        throw usageError(
          `"authorize" reads ctx.input.${name}, which is read after it. Check the ${name} in the handler.`,
        );
      },
      set(value: unknown) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true });
      },
      enumerable: false,
    });
  return shown;
}

function warn(ctx: OperationContext, result: unknown, warned: Set<string>): void {
  const { id } = ctx.operation;
  if (warned.has(id)) return;
  warned.add(id);
  const type = result === null ? 'null' : typeof result;
  report(
    ctx,
    `${id}: "authorize" returned ${type}, so the request got a 403. Return true to let a request pass, and false to refuse it.`,
  );
}
