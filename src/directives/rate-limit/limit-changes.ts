import type { RateLimit } from '../../shared/contract/rate-limit.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { DirectiveChange } from '../directive-description.ts';
import { limitText } from './limit-text.ts';

/**
 * Lists the changes of an operation's limits. A lower limit refuses requests that passed. A limit also protects, as that of a sign-in does, so a lost
 * or weaker one is reported too.
 */
export function limitChanges(before: Operation, after: Operation, subject: string): DirectiveChange[] {
  const [old, now] = [before.rateLimits ?? [], after.rateLimits ?? []];
  return [
    ...old.filter((limit) => limitNamed(now, limit) === undefined).map((limit) => removal(limit, subject)),
    ...now.filter((limit) => limitNamed(old, limit) === undefined).map((limit) => addition(limit, subject)),
    ...old.flatMap((limit) => {
      const other = limitNamed(now, limit);
      return other === undefined ? [] : changesOf(limit, other, subject);
    }),
  ];
}

function limitNamed(limits: readonly RateLimit[], { name }: RateLimit): RateLimit | undefined {
  return limits.find((one) => one.name === name);
}

function removal(limit: RateLimit, subject: string): DirectiveChange {
  return ['rate-limit-removed', `${subject} no longer has the limit "${limit.name}" of ${shown(limit)}`];
}

function addition(limit: RateLimit, subject: string): DirectiveChange {
  return ['rate-limit-added', `${subject} has the limit "${limit.name}" of ${shown(limit)} now`];
}

function changesOf(before: RateLimit, after: RateLimit, subject: string): DirectiveChange[] {
  const [one, other] = [shown(before), shown(after)];
  const check = checkOf(before, after);
  const isWeaker = before.onStoreError === 'closed' && after.onStoreError !== 'closed';
  return [
    ...(check === undefined
      ? []
      : [[check, `the limit "${before.name}" of ${subject} changed from ${one} to ${other}`] as const]),
    ...(isWeaker
      ? [
          [
            'rate-limit-opened',
            `the limit "${before.name}" of ${subject} no longer refuses requests if its store fails`,
          ] as const,
        ]
      : []),
  ];
}

function checkOf(before: RateLimit, after: RateLimit): string | undefined {
  if (before.per !== after.per || before.directory !== after.directory) return 'rate-limit-scope-changed';
  const [old, now] = [before, after].map(
    ({ quota, cost = 1, window }) => [quota / cost, quota / cost / window] as const,
  );
  if (now![0] < old![0] || now![1] < old![1]) return 'rate-limit-decreased';
  return now![0] > old![0] || now![1] > old![1] ? 'rate-limit-increased' : undefined;
}

function shown(limit: RateLimit): string {
  const { directory, cost } = limit;
  const shared = directory === undefined ? '' : ` for all of ${directory}`;
  return `${limitText(limit)}${shared}${cost === undefined ? '' : `, of which a request takes ${cost}`}`;
}
