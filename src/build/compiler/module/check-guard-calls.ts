import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import type { Effects, Place } from './call-effects.ts';
import { faultOf } from './call-effects.ts';
import type { LocatedCall, Parsed } from './guard-calls.ts';
import { guardCalls } from './guard-calls.ts';
import { callsByName } from './named-calls.ts';

/** Most files have neither functions that refuse nor promises. */
const MAY_FAIL = /\basync\b|\bproblem\b|\b40[13]\b|forbidden|unauthori[sz]ed/i;

/** Reports the calls of guards in the same file that refuse nothing: `requireAdmin(ctx)` without `await`, and `if (!isAdmin(ctx))` of an async function. */
export function checkGuardCalls(source: SourceText, parsed: Parsed, report: Report): void {
  if (!MAY_FAIL.test(source.text) || !callsByName(source.text, parsed.bindings)) return;
  const { lost, effects } = guardCalls(parsed);
  reportFaults({ source, lost }, alone(effects), report);
}

/** The calls of a file that may be wrong, depending on functions of other modules. */
export interface OpenCalls {
  readonly source: SourceText;
  readonly lost: readonly LocatedCall[];
  readonly effects: Effects;
}

/**
 * Lists the calls that the file alone does not show to be wrong. Most files have none.
 *
 * @param passed The calls from which middleware goes on to the operation.
 */
export function openCalls(source: SourceText, parsed: Parsed, passed: readonly Span[] = []): OpenCalls | undefined {
  if (!callsByName(source.text, parsed.bindings)) return undefined;
  const { lost, effects } = guardCalls(parsed);
  const starts = new Set(passed.map(({ start }) => start));
  const open = lost.filter((call) => faultOf(call, alone(effects)) === undefined);
  const isPassed = ({ use, span }: LocatedCall): boolean => /^(?:unused|awaited)$/.test(use) && starts.has(span.start);
  const all = [...open, ...lost.filter(isPassed).map((call) => ({ ...call, use: 'passed' as const }))];
  return all.length === 0 ? undefined : { source, lost: all, effects };
}

/** A file whose imports are unknown. */
function alone(effects: Effects): Place {
  return { effects, find: () => undefined };
}

/** @param place The file of the calls. */
export function reportFaults({ source, lost }: Pick<OpenCalls, 'source' | 'lost'>, place: Place, report: Report): void {
  for (const call of lost) {
    const fault = faultOf(call, place);
    const { span, calleeAt, canAwait } = call;
    if (fault !== undefined)
      report(messages.ineffectiveGuard({ source, span }, { source, span: calleeAt }, fault, canAwait));
  }
}
