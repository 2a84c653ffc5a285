import type { Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import type { Span } from '../diagnostics/source.ts';
import type { AssignedExport } from './assigned-exports.ts';
import { assignmentOf, changedBy, targetOf } from './assigned-exports.ts';
import { timesNamed } from './name-counts.ts';
import { childrenOf, identifierName, isNamed, patternTargets } from './nodes.ts';
import type { Bindings } from './static-values.ts';
import { unwrap } from './static-values.ts';
import { ALL } from './value.ts';

/** An export that isn't there at the end, and what is in its place. */
export interface Lost {
  readonly each: AssignedExport;
  readonly by: Span | undefined;
}

/** Those of some lost exports whose values nothing else uses. */
interface Unused {
  /** Whether the module uses its exports in a way that the text does not show, so that all of them may be there. */
  readonly isOpen: boolean;
  readonly unused: readonly Lost[];
}

/** Finds the lost exports whose values nothing else uses, as far as the text shows it. */
export function unusedOf(
  lost: readonly Lost[],
  kept: readonly AssignedExport[],
  program: Program,
  bindings: Bindings,
): Unused {
  const reads = lost.length === 0 ? new Set<string>() : readsIn(program);
  if (reads.has(ALL)) return { isOpen: true, unused: [] };
  const parts = new Map(lost.map(({ each }) => [each, partsOf(each.of, bindings)]));
  const all = [...parts.values()].flat();
  const isUsed = (part: Node): boolean =>
    kept.some(({ of }) => contains(of, part)) || timesUsed(part, program, bindings) > times(all, part);
  const unused = lost.filter(({ each }) => {
    if (isNamed(each.of, 'undefined')) return false;
    // The server would run it, also if the file calls it.
    if (each.name === 'authorize' && kept.every(({ name }) => name !== 'authorize')) return true;
    return !reads.has(each.name) && !parts.get(each)!.every(isUsed);
  });
  return { isOpen: false, unused };
}

/** The parts of a value that can be guards: the items of a list, and the functions that a call gets. */
function partsOf(given: Node, bindings: Bindings): Node[] {
  const node = unwrap(given);
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((each) =>
      each === null ? [] : partsOf(each.type === 'SpreadElement' ? each.argument : each, bindings),
    );
  if (node.type !== 'CallExpression') return [node];
  const functions = node.arguments.filter((each) =>
    each.type === 'Identifier'
      ? bindings.resolve(each.name, []).kind !== 'other'
      : /^(?:Array|ArrowFunction|Call|Function)Expression$/.test(each.type),
  );
  return functions.length === 0 ? [node] : functions.flatMap((each) => partsOf(each, bindings));
}

/** How often code uses a name, without its declaration and the exports that have it; 0 for any other value. */
function timesUsed(node: Node, program: Program, bindings: Bindings): number {
  const name = identifierName(node);
  if (name === undefined) return 0;
  const targets = program.body.flatMap((statement) => assignmentOf(statement)?.targets ?? []);
  const exported = targets.filter((each) => each.name === name).length;
  return timesNamed(program, name) - exported - (bindings.has(name) ? 1 : 0);
}

function times(parts: readonly Node[], part: Node): number {
  return parts.filter((each) => isSameCode(each, part)).length;
}

function contains(node: Node, part: Node): boolean {
  return isSameCode(node, part) || childrenOf(node).some((child) => contains(child, part));
}

/** Whether two expressions are written alike. */
function isSameCode(one: Node, other: Node): boolean {
  if (one === other) return true;
  const [parts, others] = [childrenOf(one), childrenOf(other)];
  return (
    one.type === other.type &&
    identifierName(one) === identifierName(other) &&
    (one.type !== 'Literal' || one.raw === (other as typeof one).raw) &&
    !/Function|TemplateElement/.test(one.type) &&
    parts.length === others.length &&
    parts.every((part, i) => isSameCode(part, others[i]!))
  );
}

/** The exports that a module reads itself; `*` if it uses all of them as a value. */
export function readsIn(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  const known = new Set<Node>();
  const know = (node: Node): void => {
    known.add(node);
    if (node.type === 'MemberExpression') know(node.object);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => patternTargets(left).forEach(know),
    CallExpression(call) {
      const changed = changedBy(call);
      if (changed !== undefined) know(changed);
    },
    UnaryExpression: ({ operator, argument }) => void (operator === 'typeof' && know(argument)),
    MemberExpression(node) {
      const target = targetOf(node);
      if (!node.computed) known.add(node.property);
      if (target !== undefined && !known.has(node)) found.add(target.name ?? ALL);
      if (target !== undefined) know(node);
    },
    Identifier(node) {
      if (isNamed(node as Node, 'exports') && !known.has(node as Node)) found.add(ALL);
    },
  }).visit(program);
  return found;
}
