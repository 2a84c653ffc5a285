import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Place } from './call-effects.ts';
import type { Effects } from './effect.ts';
import type { Rules } from './call-faults.ts';
import { faultOf, IN_GUARD } from './call-faults.ts';
import type { LocatedCall, Parsed } from './located-calls.ts';
import { guardCalls } from './guard-calls.ts';
import type { OrderedCall } from './late-refusals.ts';

/** Reports the calls of guards in the same file that refuse nothing: `requireAdmin(ctx)` without `await`, and `if (!isAdmin(ctx))` of an async function. */
export function checkGuardCalls(source: SourceText, parsed: Parsed, report: Report): void {
  const { lost, effects, swallowed, late, unthrown, set } = guardCalls(parsed);
  for (const span of swallowed) report(messages.swallowedRefusal({ source, span }));
  for (const span of late) report(messages.lateRefusal({ source, span }, true));
  for (const span of unthrown) report(messages.unthrownProblem({ source, span }, false));
  for (const { test, reason } of set) report(messages.setTest(locationIn(source, test.start, test.end), reason));
  reportFaults({ source, lost }, alone(effects), report);
}

/** The calls of a file that may be wrong, depending on functions of other modules. */
export interface OpenCalls {
  readonly source: SourceText;
  readonly lost: readonly LocatedCall[];
  readonly effects: Effects;
  /** The code of a verifier that throws an error which is handled as if there was none. */
  readonly failures: readonly Span[];
}

/**
 * Lists the calls that the file alone does not show to be wrong. Most files have none.
 *
 * @param ordered The calls of middleware that may refuse a request although the operation runs.
 */
export function openCalls(
  source: SourceText,
  parsed: Parsed,
  ordered: readonly OrderedCall[] = [],
): OpenCalls | undefined {
  const { lost, effects, locate, failures } = guardCalls(parsed);
  const wrong = new Set(lost.flatMap((call) => (faultOf(call, alone(effects)) === undefined ? [] : call.span.start)));
  const open = lost.filter(({ span }) => !wrong.has(span.start));
  const all = [...open, ...ordered.filter(({ node }) => !wrong.has(node.start)).flatMap(locate)];
  return all.length + failures.length === 0 ? undefined : { source, lost: all, effects, failures };
}

/** A file whose imports are unknown. */
function alone(effects: Effects): Place {
  return { effects, find: () => undefined };
}

/**
 * Reports the calls in the body of a verifier or of `authorize` that would refuse a request by any error, unless they are reported as all others.
 *
 * @param place The file of the calls.
 */
export function reportInGuard({ source, lost, failures }: OpenCalls, body: Span, place: Place, report: Report): void {
  const isInside = ({ start, end }: Span): boolean => body.start <= start && end <= body.end;
  const open = lost.filter((call) => isInside(call.span) && faultOf(call, place) === undefined);
  reportFaults({ source, lost: open }, place, report, IN_GUARD);
  for (const span of failures.filter(isInside)) report(messages.swallowedRefusal({ source, span }));
}

/**
 * @param place The file of the calls.
 * @param rules The errors that refuse a request.
 */
export function reportFaults(
  { source, lost }: Pick<OpenCalls, 'source' | 'lost'>,
  place: Place,
  report: Report,
  rules?: Rules,
): void {
  // A call that nothing waits for can be late too.
  const reported = new Set<number>();
  for (const call of lost) {
    const { span, calleeAt, canAwait, field = '' } = call;
    const fault = reported.has(span.start) ? undefined : faultOf(call, place, rules);
    if (fault === undefined) continue;
    reported.add(span.start);
    const at = { source, span };
    const callee = { source, span: calleeAt };
    if (fault === 'late') report(messages.lateRefusal(at, true));
    else if (fault === 'stored') report(messages.storedPromise(at, callee, field, canAwait));
    else if (fault === 'swallowed') report(messages.swallowedRefusal(at, callee));
    else report(messages.ineffectiveGuard(at, callee, fault, canAwait));
  }
}
