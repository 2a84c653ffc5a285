import type { LinkedDefinitions } from '../link.ts';
import { findClashes, findUse, usedNames } from '../link.ts';
import type { CompiledEvent } from '../events/resolve-event.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { KINDS } from '../definitions/collect.ts';
import type { CompilationCache, CachedTree } from '../cache.ts';

/** {@link findClashes} and {@link findUse}, reusing what no change affects. */
export function checkTreeOnce(
  cache: CompilationCache,
  operations: readonly CompiledOperation[],
  events: readonly CompiledEvent[],
  linked: LinkedDefinitions,
): CachedTree {
  const last = cache.tree;
  const names = usedNames(operations, events, linked.definitions);
  const isSameUse = last?.linked === linked && KINDS.every((kind) => isSameSet(names[kind], last.names[kind]));
  const use = isSameUse ? last.use : findUse(names, linked);
  // Clashes point into the operations, so they are found again.
  const isClean = last?.clashes.length === 0 && operations.every((one) => isSameRoute(one, last.routes));
  const { routes, clashes } = isClean
    ? last
    : { routes: new Map(operations.map((one) => [one.contract.id, one])), clashes: findClashes(operations) };
  cache.tree = { routes, clashes, linked, names, use };
  return cache.tree;
}

/** Whether other operations see no difference between an operation and the one of the same file. */
function isSameRoute(one: CompiledOperation, routes: ReadonlyMap<string, CompiledOperation>): boolean {
  const other = routes.get(one.contract.id);
  if (other === undefined || other === one) return other === one;
  const [a, b] = [one.contract, other.contract];
  return a.method === b.method && a.operationId === b.operationId && a.tool?.name === b.tool?.name;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const item of a) if (!b.has(item)) return false;
  return true;
}
