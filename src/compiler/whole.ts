import { checkOperations } from './operations/clashes.ts';
import type { UsedNames } from './definitions/check.ts';
import { checkUnused } from './definitions/check.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { Linked } from './link.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import { KINDS, namesIn } from './uses.ts';

/** What only the whole tree shows. */
export interface Whole {
  /** What it was worked out from. */
  readonly operations: readonly CompiledOperation[];
  readonly linked: Linked;
  readonly isWhole: boolean;
  /** The definitions that operations name. */
  readonly names: UsedNames;
  /** The named schemas that operations use. */
  readonly used: ReadonlySet<string>;
  /** What is wrong with operations among each other. */
  readonly clashes: readonly Diagnostic[];
  /** The definitions that no operation uses. */
  readonly unused: readonly Diagnostic[];
}

/**
 * Looks at all operations together.
 *
 * @param isWhole Whether all files of the tree have an operation; if not, no one can say what is unused.
 * @param before The last outcome; of it stands what depends on nothing that has changed.
 */
export function checkWhole(
  operations: readonly CompiledOperation[],
  linked: Linked,
  isWhole: boolean,
  before: Whole | undefined,
): Whole {
  const alike = before !== undefined && areAlike(operations, before.operations) ? before : undefined;
  // Clashes point into the operations, so they are worked out again.
  const clashes = alike?.clashes.length === 0 ? alike.clashes : findClashes(operations);
  if (alike?.linked === linked && alike.isWhole === isWhole) return { ...alike, operations, clashes };
  const names = alike?.names ?? namesUsed(operations);
  const unused: Diagnostic[] = [];
  const used = checkUnused(linked.definitions, names, (diagnostic) => isWhole && unused.push(diagnostic));
  return { operations, linked, isWhole, names, used, clashes, unused };
}

function areAlike(operations: readonly CompiledOperation[], others: readonly CompiledOperation[]): boolean {
  return operations.length === others.length && operations.every((operation, i) => isAlike(operation, others[i]!));
}

/** Whether two operations look the same to all others and to the definitions. */
function isAlike(a: CompiledOperation, b: CompiledOperation): boolean {
  if (a === b) return true;
  return (
    a.contract.id === b.contract.id &&
    a.contract.method === b.contract.method &&
    a.contract.operationId === b.contract.operationId &&
    JSON.stringify(namesIn(a.declarations)) === JSON.stringify(namesIn(b.declarations))
  );
}

function findClashes(operations: readonly CompiledOperation[]): Diagnostic[] {
  const clashes: Diagnostic[] = [];
  checkOperations(operations, (diagnostic) => clashes.push(diagnostic));
  return clashes;
}

function namesUsed(operations: readonly CompiledOperation[]): UsedNames {
  // The runtime answers with problems, whether or not a comment says so.
  const used = { schemas: new Set(['Problem']), parameters: new Set<string>(), responses: new Set<string>() };
  for (const { declarations } of operations) {
    const names = namesIn(declarations);
    for (const kind of KINDS) for (const name of names[kind]) used[kind].add(name);
  }
  return used;
}
