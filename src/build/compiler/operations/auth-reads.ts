import type { Operation, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { errorsIn } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import { formatLocation } from '../diagnostics/source.ts';
import type { Guard } from './guard-export.ts';
import type { CompiledMiddleware, Wrapped } from './middleware.ts';
import { guardsOf } from './middleware.ts';

/** A tree with all of its operations. */
interface Tree {
  readonly operations: readonly (Wrapped & {
    readonly contract: Operation;
    readonly guard: Guard | undefined;
    readonly handler: { readonly authReads: readonly Declared<string>[] };
  })[];
  readonly middleware: readonly CompiledMiddleware[];
  readonly document: BaseDocument;
}

/**
 * Warns of reads of `ctx.auth` by the name of a scheme that no operation requires for which the function runs, in any version: a rule that refuses some
 * results of its verifier would let everybody in.
 */
export function findUnsetReads(
  compilation: Tree & { readonly older?: readonly Tree[]; readonly diagnostics: readonly Diagnostic[] },
): Diagnostic[] {
  // A file with a mistake is not among the operations.
  if (errorsIn(compilation.diagnostics).length > 0) return [];
  const found = new Map<string, { readonly read: Declared<string>; readonly security: SecurityRequirement[][] }>();
  for (const { operations, middleware, document } of [compilation, ...(compilation.older ?? [])])
    for (const operation of operations) {
      const guards = guardsOf(operation, middleware);
      for (const read of [operation.handler, ...guards].flatMap((each) => each.authReads)) {
        const key = formatLocation(read.at);
        if (!found.has(key)) found.set(key, { read, security: [] });
        found.get(key)!.security.push([...securityOf(operation.contract, document)]);
      }
    }
  const hasSchemes = Object.keys(compilation.document.components?.securitySchemes ?? {}).length > 0;
  return [...found.values()].flatMap(({ read: { value, at }, security }) => {
    const required = [...new Set(security.flat().flatMap((requirement) => Object.keys(requirement)))];
    // Without schemes, middleware of the app can set the field.
    const isOwn = required.length === 0 && !hasSchemes;
    return isOwn || required.includes(value) ? [] : [messages.unsetAuth(at, value, required, security.length)];
  });
}
