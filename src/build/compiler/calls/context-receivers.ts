import type { SourceText } from '../diagnostics/source.ts';
import { classify } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Value } from '../module/value.ts';
import { functionAt } from './early-reads.ts';
import { ReadOrder } from './read-order.ts';

/** A call whose first argument is a name. */
export const GIVES_NAME = /\(\s*[\w$]+\s*[,)]/;

/** The functions that a handler gives its whole context: `requireUser` of `requireUser(ctx)`. */
export function receiversIn(source: SourceText, { program, bindings }: Syntax, value: Value): readonly Value[] {
  const found = functionAt(program, value, true);
  // Many functions have no such call.
  if (!found?.body || !GIVES_NAME.test(source.text.slice(found.body.start, found.body.end))) return [];
  const order = new ReadOrder(['auth']);
  order.readIn(found);
  return order.calls.map(({ callee }) => classify(callee, bindings, []));
}
