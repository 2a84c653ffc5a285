import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName, literalText, propertyName } from '../module/nodes.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';

/** The methods of texts that compare them, by how they do. */
const COMPARES: Readonly<Record<string, Extent>> = {
  startsWith: 'start',
  endsWith: 'end',
  includes: 'part',
  indexOf: 'part',
  match: 'part',
  search: 'part',
};
const IN_LIST = /^(?:includes|has|indexOf)$/;

/** Which part of a value a comparison is about. A regular expression can be about any part. */
export type Extent = 'whole' | 'start' | 'end' | 'part';

/** An expression, and those that it is compared with. */
export interface Comparison {
  readonly node: Node;
  readonly value: Node;
  readonly others: readonly Node[];
  readonly extent: Extent;
}

/** A text, a template or a regular expression in code, or the name of a property. */
export interface ComparedText {
  readonly node: Node;
  /** Undefined for a regular expression, and for a template with values. */
  readonly text: string | undefined;
}

/** Whether a function compares what it gets: `has`, `startsWith`, or `test` of a regular expression. */
export function isComparing(callee: Node): boolean {
  const name = lastName(callee);
  const isMethod = callee.type === 'MemberExpression';
  return isMethod && (Object.hasOwn(COMPARES, name) || IN_LIST.test(name) || /^(?:hasOwn|test)$/.test(name));
}

/** Whether a comparison is about which of two values it is, and not about what a text has. */
export function isSameness({ node }: Comparison): boolean {
  if (node.type === 'CallExpression') return IN_LIST.test(lastName(node.callee));
  return node.type === 'SwitchStatement' || (node.type === 'BinaryExpression' && node.operator !== 'in');
}

/** Finds the comparisons of a file. */
export function comparisonVisitor(note: (comparison: Comparison) => void): object {
  return {
    BinaryExpression: (node: Node & { type: 'BinaryExpression' }) => {
      const { operator, left, right } = node;
      if (/^[!=]==?$/.test(operator)) {
        note({ node, value: left, others: [right], extent: 'whole' });
        note({ node, value: right, others: [left], extent: 'whole' });
      }
      if (operator === 'in') note({ node, value: left, others: [right], extent: 'whole' });
    },
    SwitchStatement: (node: Node & { type: 'SwitchStatement' }) => {
      const others = node.cases.flatMap(({ test }) => test ?? []);
      note({ node, value: node.discriminant, others, extent: 'whole' });
    },
    // `ROLES[ctx.operation.operationId]`
    MemberExpression: (node: Node & { type: 'MemberExpression' }) => {
      const { object, property, computed } = node;
      if (computed) note({ node, value: property, others: [object], extent: 'whole' });
    },
    CallExpression: (node: CallExpression) => {
      const { callee } = node;
      const [given, key] = node.arguments;
      if (callee.type !== 'MemberExpression' || given === undefined) return;
      const name = lastName(callee);
      const extent = Object.hasOwn(COMPARES, name) ? COMPARES[name] : undefined;
      if (extent !== undefined) note({ node, value: callee.object, others: [given], extent });
      if (IN_LIST.test(name)) note({ node, value: given, others: listed(callee.object), extent: 'whole' });
      if (name === 'hasOwn' && key !== undefined) note({ node, value: key, others: [given], extent: 'whole' });
      if (name === 'test') note({ node, value: given, others: [callee.object], extent: 'part' });
    },
  };
}

/** The items of a list or of `new Set([...])`; a name stays as it is. */
function listed(given: Node): Node[] {
  const node = bareExpression(given);
  if (node.type === 'ArrayExpression') return node.elements.filter((each) => each !== null);
  if (node.type === 'NewExpression' && isNamed(node.callee, 'Set')) return node.arguments.flatMap(listed);
  return node.type === 'Identifier' ? [node] : [];
}

/** The texts and regular expressions that an expression consists of, also in constants, and the names of an object's properties. */
export function textsIn(given: Node, names: NamesBoundOnce): ComparedText[] {
  return valuesIn(given, names).flatMap(textIn);
}

/** The expressions that an expression consists of, also in constants. */
export function valuesIn(given: Node, names: NamesBoundOnce): Node[] {
  const node = bareExpression(given);
  if (node.type === 'BinaryExpression') return [node.left, node.right].flatMap((each) => valuesIn(each, names));
  // `CLOSED.some((each) => ctx.path.startsWith(each))`
  const list = names.listOf(node);
  const value = names.constant(list ?? node) ?? list;
  const items = value === undefined ? [] : listed(value);
  return items.length === 0 ? [bareExpression(value ?? node)] : items;
}

function textIn(node: Node): ComparedText[] {
  if (node.type === 'Literal') return [{ node, text: literalText(node) }];
  if (node.type === 'TemplateLiteral')
    return [{ node, text: node.expressions.length === 0 ? (node.quasis[0]!.value.cooked ?? undefined) : undefined }];
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((each) => {
    const text = each.type === 'Property' && !each.shorthand ? propertyName(each.key, each.computed) : undefined;
    return text === undefined || each.type !== 'Property' ? [] : [{ node: each.key, text }];
  });
}

/** Whether an expression consists of several. */
export function isSum(given: Node): boolean {
  return bareExpression(given).type === 'BinaryExpression';
}
