import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName, isNamed, lastName } from '../module/nodes.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { CONTEXT } from './refusals.ts';

const COMPARES = /^(?:startsWith|endsWith|includes|indexOf|match|search)$/;
const IN_LIST = /^(?:includes|has|indexOf)$/;

/** An expression, and those that it is compared with. */
export interface Comparison {
  readonly value: Node;
  readonly others: readonly Node[];
  /** Whether it is compared as a whole or by its start. */
  readonly isStart: boolean;
  /** Whether it is compared as a whole. */
  readonly isWhole: boolean;
}

/** Finds the comparisons of a file. */
export function comparisonVisitor(found: Comparison[]): object {
  return {
    BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
      if (/^[!=]==?$/.test(operator))
        found.push(
          { value: left, others: [right], isStart: true, isWhole: true },
          { value: right, others: [left], isStart: true, isWhole: true },
        );
    },
    SwitchStatement: ({ discriminant, cases }: Node & { type: 'SwitchStatement' }) =>
      void found.push({
        value: discriminant,
        others: cases.flatMap(({ test }) => test ?? []),
        isStart: true,
        isWhole: true,
      }),
    CallExpression: ({ callee, arguments: [given] }: CallExpression) => {
      if (callee.type !== 'MemberExpression' || given === undefined) return;
      const name = lastName(callee);
      if (COMPARES.test(name))
        found.push({ value: callee.object, others: [given], isStart: name === 'startsWith', isWhole: false });
      if (IN_LIST.test(name)) found.push({ value: given, others: listed(callee.object), isStart: true, isWhole: true });
      if (name === 'test') found.push({ value: given, others: [callee.object], isStart: false, isWhole: false });
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

/** The texts and regular expressions that an expression consists of, also in constants. */
export function textsIn(given: Node, names: NamesBoundOnce): Node[] {
  const node = bareExpression(given);
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return [node];
  if (node.type === 'BinaryExpression') return [node.left, node.right].flatMap((each) => textsIn(each, names));
  const value = names.constant(node);
  const items = value === undefined ? [] : listed(value);
  return (items.length === 0 && value !== undefined ? [bareExpression(value)] : items).filter(
    ({ type }) => type === 'Literal' || type === 'TemplateLiteral',
  );
}

/** Whether an expression consists of several. */
export function isSum(given: Node): boolean {
  return bareExpression(given).type === 'BinaryExpression';
}

/** Whether an expression is a context, or its request. */
export function isContext(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type === 'MemberExpression') return /^req(?:uest)?$/.test(lastName(node)) && isContext(node.object);
  return CONTEXT.test(identifierName(node) ?? '');
}
