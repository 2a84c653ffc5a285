import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Code that sets a field of `ctx.operation` or `ctx.input`: `ctx.input.user = ...`. */
const SETS = /\b(operation|input)\s*\.\s*([\w$]+)\s*(?:\?\?|\|\||&&)?=(?![=>])/g;

/**
 * Leaves out the warnings of reads of fields that `ctx.operation` and `ctx.input` lack if a file sets them.
 *
 * @param files The files of the tree.
 */
export function withoutOwnFields(
  diagnostics: readonly Diagnostic[],
  files: readonly { readonly text: string }[],
): readonly Diagnostic[] {
  if (diagnostics.every(({ code }) => !isUnset(code))) return diagnostics;
  const set = new Set(
    files.flatMap(({ text }) => [...text.matchAll(SETS)].map(([, owner, name]) => `${owner} ${name}`)),
  );
  return diagnostics.filter(({ code, at: { source, span } }) => {
    const owner = code.replace('unset-', '');
    return !isUnset(code) || !set.has(`${owner} ${source.text.slice(span.start, span.end)}`);
  });
}

function isUnset(code: Diagnostic['code']): boolean {
  return code === 'unset-operation' || code === 'unset-input';
}
