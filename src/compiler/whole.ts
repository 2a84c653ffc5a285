import { checkOperations } from './check.ts';
import type { UsedNames } from './definitions/check.ts';
import { checkUnused } from './definitions/check.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Linked } from './link.ts';
import type { CompiledOperation } from './operation/index.ts';
import { namesIn } from './uses.ts';

/** What only the whole tree shows. */
export interface Whole {
  /** What it was worked out from. */
  readonly operations: readonly CompiledOperation[];
  readonly linked: Linked;
  readonly isWhole: boolean;
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
 * @param before The last outcome, which stands where nothing has changed that it depends on.
 */
export function checkWhole(
  operations: readonly CompiledOperation[],
  linked: Linked,
  isWhole: boolean,
  before: Whole | undefined,
): Whole {
  if (before !== undefined && stands(before, operations, linked, isWhole)) return { ...before, operations };
  const clashes: Diagnostic[] = [];
  const unused: Diagnostic[] = [];
  checkOperations(operations, (diagnostic) => clashes.push(diagnostic));
  const names = namesUsed(operations);
  const used = checkUnused(linked.definitions, names, (diagnostic) => isWhole && unused.push(diagnostic));
  return { operations, linked, isWhole, used, clashes, unused };
}

/** Clashes point into the operations, so they are worked out again. */
function stands(before: Whole, operations: readonly CompiledOperation[], linked: Linked, isWhole: boolean): boolean {
  return (
    before.linked === linked &&
    before.isWhole === isWhole &&
    before.clashes.length === 0 &&
    before.operations.length === operations.length &&
    operations.every((operation, i) => isAlike(operation, before.operations[i]!))
  );
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

function namesUsed(operations: readonly CompiledOperation[]): UsedNames {
  const names = operations.map(({ declarations }) => namesIn(declarations));
  return {
    // The runtime answers with problems, whether or not a comment says so.
    schemas: new Set(['Problem', ...names.flatMap(({ schemas }) => schemas)]),
    parameters: new Set(names.flatMap(({ parameters }) => parameters)),
    responses: new Set(names.flatMap(({ responses }) => responses)),
  };
}
