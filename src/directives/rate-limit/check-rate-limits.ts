import type { DirectiveContext, FoundFault, Lines, LocatedValue } from '../directive-description.ts';
import type { CostLine, LimitLine, RateLimitLine } from './read-rate-limit.ts';
import { limitText } from './limit-text.ts';

type Code = 'rate-limit-name' | 'rate-limit-cost' | 'unreachable-rate-limit';
type ReportLimits<At> = (fault: FoundFault<Code, At>) => undefined;
type Located<Value, At> = LocatedValue<Value, At>;

const REMOVAL = { title: 'Remove the line', removesLine: true } as const;

const isLimit = <At>(line: Located<RateLimitLine, At>): line is Located<LimitLine, At> => 'quota' in line.value;
const isCost = <At>(line: Located<RateLimitLine, At>): line is Located<CostLine, At> => 'cost' in line.value;

/** Reports mistakes that only all lines that apply to an operation, or to a directory, show together. */
export function checkRateLimits<At>(
  { own, all }: Lines<RateLimitLine, At>,
  { operation }: DirectiveContext<At>,
  report: ReportLimits<At>,
): void {
  const limits = all.filter(isLimit);
  const ownLimits = own.filter(isLimit);
  checkNames(limits, ownLimits, report);
  checkCosts(own.filter(isCost), limits, operation !== undefined, report);
  const cost = own.find(isCost);
  checkReach(limits, ownLimits, cost?.value.cost ?? 1, report);
}

function checkNames<At>(
  limits: readonly Located<LimitLine, At>[],
  own: readonly Located<LimitLine, At>[],
  report: ReportLimits<At>,
): void {
  for (const limit of own) {
    const { name } = limit.value;
    const first = limits.find(({ value }) => value.name === name);
    if (first === limit || first === undefined) continue;
    report({
      code: 'rate-limit-name',
      at: limit.at,
      message: `Two limits of this operation have the name "${name}". Add another name to one of them: "(name: ${name}-2)".`,
      note: { message: 'the first one', at: first.at },
    });
  }
}

function checkCosts<At>(
  [cost, ...others]: readonly Located<CostLine, At>[],
  limits: readonly Located<LimitLine, At>[],
  isOperation: boolean,
  report: ReportLimits<At>,
): void {
  if (cost === undefined) return;
  const refuse = (at: At, message: string): undefined => report({ code: 'rate-limit-cost', at, message, fix: REMOVAL });
  if (!isOperation)
    return refuse(
      cost.at,
      'A cost belongs to one operation, not to a directory. Move it to the comments of the operations.',
    );
  for (const { at } of others) refuse(at, 'An operation has one cost. Remove the others.');
  const shared = limits.filter(({ value }) => value.directory !== undefined);
  if (shared.length === 0)
    return refuse(
      cost.at,
      'This cost has no effect, because no directory around this operation has a limit. Add a limit to a _middleware file, or remove the cost.',
    );
  for (const { value, at } of shared)
    if (cost.value.cost > value.quota)
      report({
        code: 'rate-limit-cost',
        at: cost.at,
        message: `The cost ${cost.value.cost} is above the quota of ${value.quota}, so every request would get a 429. Lower the cost, or raise the quota.`,
        note: { message: 'the limit', at },
      });
}

/** Reports limits that another one always reaches first. */
function checkReach<At>(
  limits: readonly Located<LimitLine, At>[],
  own: readonly Located<LimitLine, At>[],
  cost: number,
  report: ReportLimits<At>,
): void {
  for (const limit of own) {
    const place = limits.indexOf(limit);
    // Of two equal ones, only the second one is reported.
    const covers = ({ value }: Located<LimitLine, At>, i: number): boolean =>
      i !== place && isCovered(limit.value, value, cost) && (i < place || !isCovered(value, limit.value, cost));
    const other = limits.find(covers);
    if (other === undefined) continue;
    report({
      code: 'unreachable-rate-limit',
      isWarning: true,
      at: limit.at,
      message: `This limit is never reached: the limit of ${limitText(other.value)} always refuses first. Lower this limit, or remove it.`,
      note: { message: 'the other limit', at: other.at },
      fix: REMOVAL,
    });
  }
}

/** Whether a limit allows no more than another one, at once and in the long run, to the same callers or to all of them, also while the store fails. */
function isCovered(limit: LimitLine, by: LimitLine, cost: number): boolean {
  if (by.per !== limit.per && by.per !== 'all') return false;
  const refusesToo =
    by.onStoreError === limit.onStoreError || by.onStoreError === 'closed' || limit.onStoreError === 'open';
  if (!refusesToo) return false;
  const atOnce = by.quota / (by.directory === undefined ? 1 : cost);
  return atOnce <= limit.quota && atOnce / by.window <= limit.quota / limit.window;
}
