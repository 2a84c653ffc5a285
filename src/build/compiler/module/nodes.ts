import type { BinaryExpression, Node, PrivateInExpression } from 'oxc-parser';
import { visitorKeys } from 'oxc-parser';

// Tests of nodes of a syntax tree that several walks need.

/** The name of an identifier; undefined for any other node. */
export function identifierName(node: Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

/** Whether a node is an identifier with a name. */
export function isNamed(node: Node, name: string): boolean {
  return identifierName(node) === name;
}

/** The text of a string literal; undefined for any other node. */
export function literalText(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The name of a property, where it is read or declared; undefined if only the running program knows it. */
export function propertyName(key: Node, isComputed: boolean): string | undefined {
  return literalText(key) ?? (isComputed ? undefined : identifierName(key));
}

/** The name of an export, which can be a string. */
export function exportNameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** The parts of a visitor that see every function, when it begins and when it ends. */
export function functionVisitor(
  enter: (node: Node & { params: readonly Node[] }) => void,
  exit?: (node: Node & { params: readonly Node[] }) => void,
): object {
  const entering = { FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter };
  if (exit === undefined) return entering;
  return {
    ...entering,
    'FunctionDeclaration:exit': exit,
    'FunctionExpression:exit': exit,
    'ArrowFunctionExpression:exit': exit,
  };
}

/** The parameters of a function, without the type of `this`. */
export function parametersOf({ params }: { readonly params: readonly Node[] }): Node[] {
  return params.filter((each) => identifierName(each) !== 'this');
}

type Visits = Readonly<Record<string, (node: Node) => void>>;

/** One visitor in place of several, each of which sees a node in turn. */
export function visitEach(...visitors: readonly object[]): object {
  const all = new Map<string, ((node: Node) => void)[]>();
  for (const [type, visit] of visitors.flatMap((each) => Object.entries(each as Visits)))
    all.set(type, [...(all.get(type) ?? []), visit]);
  return Object.fromEntries(
    [...all].map(([type, visits]) => [type, (node: Node) => visits.forEach((visit) => visit(node))]),
  );
}

/** The last part of the name of a function: `throw` of `ctx.throw`, `run` of `run`; an empty text if it has none. */
export function lastName(node: Node): string {
  if (node.type !== 'MemberExpression') return identifierName(node) ?? '';
  return propertyName(node.property, node.computed) ?? '';
}

/** Whether an expression compares two others. */
export function isComparison({ operator }: Pick<BinaryExpression | PrivateInExpression, 'operator'>): boolean {
  return /^(?:[=!<>]=?=?|in|instanceof)$/.test(operator);
}

/** The names in a chain of calls and members: `ctx`, `db`, `deleteFrom` and `execute` of `ctx.db.deleteFrom('pets').execute()`. */
export function chainNames(node: Node): string[] {
  if (node.type === 'CallExpression') return chainNames(node.callee);
  return node.type === 'MemberExpression' ? [...chainNames(node.object), lastName(node)] : [lastName(node)];
}

/** The parts of a pattern that get a value: names and, in an assignment, other expressions such as `ctx.auth`. */
export function patternTargets(pattern: Node | null): Node[] {
  switch (pattern?.type) {
    case undefined:
      return [];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        patternTargets(each.type === 'Property' ? each.value : each.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(patternTargets);
    case 'AssignmentPattern':
      return patternTargets(pattern.left);
    case 'RestElement':
      return patternTargets(pattern.argument);
    default:
      return [pattern!];
  }
}

/** The names that a pattern binds or assigns. */
export function patternNames(pattern: Node): string[] {
  return patternTargets(pattern).flatMap((target) => identifierName(target) ?? []);
}

/** Whether a name is in a node. */
export function mentions(node: Node, name: string): boolean {
  return identifierName(node) === name || childrenOf(node).some((child) => mentions(child, name));
}

export function isLoop({ type }: Node): boolean {
  return /^(?:For|While|DoWhile)\w*Statement$/.test(type);
}

/** The nodes that are directly in a node, in their order. */
export function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => node[key as keyof Node] as unknown as Node | null | undefined | readonly (Node | null)[])
    .filter((child) => child !== null && child !== undefined);
}
