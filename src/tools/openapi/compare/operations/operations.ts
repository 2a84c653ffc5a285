import type { Operation } from '../../../../shared/contract/operation.ts';
import { resolverOf } from '../../../../shared/schema/references.ts';
import { requestKey } from '../../read/paths.ts';
import type { Contract } from '../contract.ts';
import { createSchemaComparison } from '../schemas/compare.ts';
import { samenessOf } from '../schemas/sameness.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, wordFor } from './found.ts';
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
  const [old, now] = [before, after].map(byKey) as [Map<string, Operation>, Map<string, Operation>];
  const pairs: [Pair, Found[]][] = [];
  const paths = new Set([...now.keys()].map(pathOf));
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Found[] => {
    const [one, other] = [old.get(key), now.get(key)];
    // What nobody documents can change as it likes, but not who can call it.
    if (one?.internal === true) return other === undefined ? [] : compareAccess(scope, { before: one, after: other });
    if (one === undefined) return [...addition(other!), ...accessBefore(scope, key, other!, old)];
    if (other === undefined) return [removal(one, paths.has(pathOf(key)), scope)];
    const pair: Pair = { before: one, after: other };
    pairs.push([pair, comparePair(scope, pair)]);
    return pairs.at(-1)![1];
  });
  return { scope, pairs, changes: [...compareSchemes(scope), ...changes] };
}

function addition(after: Operation): Found[] {
  if (after.internal === true) return [];
  const id = `${after.webhook === undefined ? 'endpoint' : 'webhook'}-added`;
  return [found(id, 'none', { after }, WHOLE, `the ${wordFor(after)} was added`)];
}

/** The wider access of a new HEAD: its requests went to the GET of the path before. */
function accessBefore(scope: Scope, key: string, after: Operation, old: ReadonlyMap<string, Operation>): Found[] {
  const get = after.method === 'HEAD' ? old.get(key.replace(/^HEAD /, 'GET ')) : undefined;
  return get === undefined ? [] : compareAccess(scope, { before: get, after });
}

const WHOLE = { kind: 'operation' } as const;

/** The operations by method and template. The names of path parameters do not count. */
function byKey({ operations }: Contract): Map<string, Operation> {
  return new Map(
    operations.map((operation) => [
      operation.webhook === undefined
        ? requestKey(operation.method, operation.path)
        : `${operation.method} ${operation.webhook}`,
      operation,
    ]),
  );
}

function pathOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/** The removal date of an operation. A document has it in the extension `x-sunset`, as in oasdiff. */
function sunsetOf({ sunset, extensions }: Operation): string | undefined {
  const date = sunset ?? extensions?.['x-sunset'];
  return typeof date === 'string' ? date : undefined;
}

function removal(before: Operation, isPathLeft: boolean, { today }: Scope): Found {
  const isWebhook = before.webhook !== undefined;
  const name = isWebhook ? 'webhook' : isPathLeft ? 'api' : 'api-path';
  const removed = `the ${wordFor(before)} was removed`;
  const sunset = sunsetOf(before);
  const date = sunset === undefined ? undefined : new Date(sunset);
  const isEarly = date !== undefined && date.getTime() > today.getTime();
  const note = (id: string, message: string, refused: { refuses?: true } = { refuses: true }): Found =>
    found(id, 'request', { before }, WHOLE, message, refused);
  if (before.deprecated === undefined)
    return note(isWebhook ? 'webhook-removed' : `${name}-removed-without-deprecation`, removed);
  return isEarly
    ? note(`${name}-removed-before-sunset`, `${removed} before its removal date, ${sunset!}`)
    : note(`${name}-removed-with-deprecation`, `${removed}; it was deprecated`, {});
}

function comparePair(scope: Scope, pair: Pair): Found[] {
  return [
    ...compareMetadata(pair),
    ...compareTools(pair),
    ...compareSecurity(scope, pair),
    ...compareAccess(scope, pair),
    ...compareParameters(scope, pair),
    ...compareBodies(scope, pair),
    ...compareResponses(scope, pair),
  ];
}

function compareMetadata(pair: Pair): Found[] {
  const { before, after } = pair;
  const note = (id: string, message: string): Found => found(id, 'none', pair, WHOLE, message);
  const name = `the ${wordFor(after)}`;
  const changes: Found[] = [];
  if ((before.deprecated === undefined) !== (after.deprecated === undefined))
    changes.push(
      after.deprecated === undefined
        ? note('endpoint-reactivated', `${name} is no longer deprecated`)
        : note('endpoint-deprecated', `${name} is deprecated`),
    );
  const [was, is] = [sunsetOf(before), sunsetOf(after)];
  if (was !== undefined && is === undefined && after.deprecated !== undefined)
    changes.push(note('sunset-deleted', `${name} no longer has a removal date; it was ${was}`));
  if (was !== undefined && is !== undefined && new Date(is) < new Date(was))
    changes.push(
      note('api-sunset-date-changed-too-small', `the removal date changed from ${was} to ${is}, which is earlier`),
    );
  if (before.operationId !== after.operationId) {
    if (before.operationId !== undefined)
      changes.push(note('api-operation-id-removed', `${name} no longer has the operationId "${before.operationId}"`));
    if (after.operationId !== undefined)
      changes.push(note('api-operation-id-added', `${name} has the operationId "${after.operationId}" now`));
  }
  const [a, b] = [before.tags ?? [], after.tags ?? []];
  for (const tag of a)
    if (!b.includes(tag)) changes.push(note('api-tag-removed', `${name} no longer has the tag "${tag}"`));
  for (const tag of b) if (!a.includes(tag)) changes.push(note('api-tag-added', `${name} has the tag "${tag}" now`));
  return changes;
}

/** A tool that is removed or renamed breaks its clients. An OpenAPI document does not tell which operations are tools. */
function compareTools(pair: Pair): Found[] {
  const [was, is] = [pair.before.tool?.name, pair.after.tool?.name];
  if (was === is) return [];
  const note = (id: string, message: string): Found[] => [found(id, 'none', pair, WHOLE, message)];
  if (was === undefined) return note('tool-added', `the operation is the tool "${is}" now`);
  if (is === undefined) return note('tool-removed', `the operation is no longer the tool "${was}"`);
  return note('tool-renamed', `the tool "${was}" is named "${is}" now`);
}
