import { directiveChanges, WEAKENING } from '../../../../directives/effects.ts';
import { removalOf } from '../../../../directives/lifecycle/removal.ts';
import type { Operation } from '../../../../shared/contract/operation.ts';
import { isDocumented, routeOf } from '../../../../shared/contract/operation.ts';
import { resolverOf } from '../../../../shared/schema/references.ts';
import { requestKey } from '../../read/paths.ts';
import type { Contract } from '../contract.ts';
import { createSchemaComparison } from '../../../../shared/comparison/compare.ts';
import { samenessOf } from '../../../../shared/comparison/sameness.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, wordFor } from './found.ts';
import { compareCustom } from './custom-changes.ts';
import { compareLists } from './list-changes.ts';
import { compareParameters } from './request-parameters.ts';
import { compareBodies } from './request-body.ts';
import { compareResponses } from './responses.ts';
import { compareAccess, compareSchemes, compareSecurity } from './requirements.ts';

/** The result of a comparison of all operations. */
export interface Compared {
  readonly scope: Scope;
  /** The operations of both contracts, with their changes. */
  readonly pairs: readonly (readonly [Pair, readonly Found[]])[];
  readonly changes: readonly Found[];
}

/**
 * Lists the changes of all operations.
 *
 * @param today The date that a removal is compared with.
 */
export function compareOperations(before: Contract, after: Contract, today: Date): Compared {
  const [resolveBefore, resolveAfter] = [resolverOf(before.schemas), resolverOf(after.schemas)];
  const isSame = samenessOf(before, after);
  const scope: Scope = {
    before,
    after,
    resolveBefore,
    resolveAfter,
    isSame,
    compareSchemas: createSchemaComparison({ before: resolveBefore, after: resolveAfter, isSame }),
    today,
  };
  const old = byKey(before);
  const now = pairRests(old, byKey(after));
  const pairs: [Pair, Found[]][] = [];
  const paths = new Set([...now.keys()].map(keyPath));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Found[] => {
    const [one, other] = [old.get(key), now.get(key)];
    // An undocumented operation can change freely, except for its callers, its protection and what it keeps from them.
    if (one !== undefined && !isDocumented(one))
      return other === undefined
        ? []
        : [...compareProtection(scope, { before: one, after: other }), ...addition(other)];
    if (one === undefined) return [...addition(other!), ...accessBefore(scope, key, other!, old)];
    if (other === undefined) return [removal(one, paths.has(keyPath(key)), scope)];
    const pair: Pair = { before: one, after: other };
    pairs.push([pair, comparePair(scope, pair)]);
    return [...(isDocumented(other) ? [] : [removal(one, paths.has(keyPath(key)), scope, other)]), ...pairs.at(-1)![1]];
  });
  return { scope, pairs, changes: [...compareSchemes(scope), ...changes] };
}

function addition(after: Operation): Found[] {
  if (!isDocumented(after)) return [];
  const id = `${wordFor(after) === 'operation' ? 'endpoint' : 'webhook'}-added`;
  return [found(id, 'none', { after }, WHOLE, `the ${wordFor(after)} was added`)];
}

/**
 * The wider access and the lost limits of an operation that is new, in comparison with the one that it follows: in the last version before, or the GET of the
 * path of a HEAD, which got its requests.
 */
function accessBefore(scope: Scope, key: string, after: Operation, old: ReadonlyMap<string, Operation>): Found[] {
  const before =
    inLastVersion(scope, after) ?? (after.method === 'HEAD' ? old.get(key.replace(/^HEAD /, 'GET ')) : undefined);
  if (before === undefined) return [];
  const changes = compareProtection(scope, { before, after });
  // A HEAD sends no body.
  return after.method === 'HEAD' ? changes.filter(({ part }) => part.kind !== 'response') : changes;
}

function inLastVersion({ before, after }: Scope, operation: Operation): Operation | undefined {
  const route = after.sharedRouteOf?.(operation);
  return route === undefined ? undefined : before.operations.findLast((one) => before.sharedRouteOf?.(one) === route);
}

const WHOLE = { kind: 'operation' } as const;

/** The operations by method and template. The names of path parameters do not count. */
function byKey({ operations }: Contract): Map<string, Operation> {
  return new Map(operations.map((operation) => [operationKey(operation), operation]));
}

/** Pairs a path that has another form in one of the contracts, with a rest or with a parameter of one segment: `/files/{...}` and `/files/{}`. */
function pairRests(old: ReadonlyMap<string, Operation>, now: ReadonlyMap<string, Operation>): Map<string, Operation> {
  return new Map(
    [...now].map(([key, operation]) => {
      const other = key.endsWith('{...}') ? key.replace(/\.\.\.\}$/, '}') : key.replace(/(?<=\/\{)\}$/, '...}');
      return [!old.has(key) && old.has(other) && !now.has(other) ? other : key, operation];
    }),
  );
}

function operationKey(operation: Operation): string {
  const { method, path, webhook, event } = operation;
  if (event !== undefined) return routeOf(operation);
  return webhook === undefined ? requestKey(method, path) : `${method} ${webhook}`;
}

function keyPath(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** @param hidden The operation now, if it is `@internal`. */
function removal(before: Operation, isPathLeft: boolean, { today }: Scope, hidden?: Operation): Found {
  const isWebhook = wordFor(before) !== 'operation';
  const name = isWebhook ? 'webhook' : isPathLeft ? 'api' : 'api-path';
  const { check, note, isEarly } = removalOf(before, today);
  // oasdiff has no other name for a webhook without a deprecation.
  const id = isWebhook && before.deprecated === undefined ? 'webhook-removed' : `${name}-${check}`;
  const verb = hidden === undefined ? 'was removed' : 'is internal now, so the document and clients no longer have it';
  const message = `the ${wordFor(before)} ${verb}${note}`;
  const direction = before.event === undefined ? 'request' : 'response';
  const pair = { before, ...(hidden && { after: hidden }) };
  return found(id, direction, pair, WHOLE, message, isEarly ? { refuses: true } : {});
}

function comparePair(scope: Scope, pair: Pair): Found[] {
  // An event has no request.
  if (pair.after.event !== undefined) return [...compareDirectives(pair), ...compareResponses(scope, pair)];
  return [
    ...compareDirectives(pair),
    ...compareCustom(scope, pair),
    ...compareSecurity(scope, pair),
    ...compareAccess(scope, pair),
    ...compareParameters(scope, pair),
    ...compareLists(scope, pair),
    ...compareBodies(scope, pair),
    ...compareResponses(scope, pair),
  ];
}

/** The changes of an operation that take away what kept clients out, kept data from them or protected it. */
function compareProtection(scope: Scope, pair: Pair): Found[] {
  return comparePair(scope, pair).filter(takesProtection);
}

/** Whether a change takes away what kept clients out, kept data from them or protected the operation. */
export function takesProtection({ id, widens }: Found): boolean {
  return widens === true || PROTECTION.has(id);
}

const PROTECTION: ReadonlySet<string> = new Set([
  ...WEAKENING,
  'middleware-removed',
  'cache-private-removed',
  'request-body-max-bytes-removed',
  'request-body-max-bytes-increased',
]);

function compareDirectives(pair: Pair): Found[] {
  const { before, after } = pair;
  return directiveChanges(before, after, `the ${wordFor(after)}`).map(([check, message, widens]) =>
    found(check, 'none', pair, WHOLE, message, widens ? { widens } : {}),
  );
}
