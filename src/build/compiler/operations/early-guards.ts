import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { findEarlyReads } from '../module/early-reads.ts';
import type { Export } from '../module/exports.ts';
import { findLateRefusals } from '../module/late-refusals.ts';
import type { Syntax } from '../module/syntax.ts';

/**
 * Reports what middleware does on the wrong side of its `next()`: reads of `ctx.auth` and `ctx.input` before it, with which a rule would never refuse, and
 * refusals in spite of which the operation runs.
 *
 * @returns The calls before `next()` that may answer the request, in spite of which the operation runs too.
 */
export function checkMiddlewareOrder(
  source: SourceText,
  { program }: Syntax,
  { value }: Export,
  report: Report,
): readonly Span[] {
  return (value.items ?? [value]).flatMap((each) => {
    const { refusals, passed } = findLateRefusals(source.text, program, each);
    for (const { span, isAfter } of refusals) report(messages.lateRefusal({ source, span }, isAfter));
    for (const { field, span, isSure } of findEarlyReads(source.text, program, each, ['auth', 'input']))
      // Only the build's own code sets the input.
      report(messages.earlyRead({ source, span }, field, isSure || field === 'input'));
    return passed;
  });
}

/** Reports reads of the body in `authorize`, which runs before it is read. */
export function checkGuardReads(source: SourceText, { program }: Syntax, { value }: Export, report: Report): void {
  for (const { span } of findEarlyReads(source.text, program, value, ['input.body']))
    report(messages.earlyBody({ source, span }));
}
