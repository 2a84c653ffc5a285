import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';
import { isNothing } from './returned-values.ts';

/** A value that decides a condition if it is there, with the part of the condition that tests it: `user` and `!user`. */
export interface SetValue {
  readonly test: Node;
  readonly value: Node;
}

/**
 * The values of a condition each of which alone gives it a result, if it is neither missing nor false: `user` of `!user && isOpen` and false.
 *
 * @param constantOf The value of a constant. Only one that is itself a condition is followed.
 */
export function setIn(given: Node, result: boolean, constantOf: (name: Node) => Node | undefined): SetValue[] {
  // In an optional chain, it can be missing.
  const node = unwrap(given);
  if (node.type === 'LogicalExpression' && node.operator !== '??')
    return node.operator === (result ? '||' : '&&')
      ? [node.left, node.right].flatMap((each) => setIn(each, result, constantOf))
      : [];
  const [tested, isSame] = testedIn(node) ?? [];
  const constant = tested === undefined ? constantOf(node) : undefined;
  const condition = tested ?? (constant && testedIn(bareExpression(constant)) && constant);
  if (condition === undefined) return result ? [{ test: node, value: node }] : [];
  return setIn(condition, isSame === false ? !result : result, constantOf).map(({ value }) => ({ test: node, value }));
}

/** The value that a condition tests, and whether it has the same result: that of `!user`, `Boolean(user)`, `user !== undefined`, `user == null` and `!user === false`. */
function testedIn(node: Node): [Node, boolean] | undefined {
  if (node.type === 'UnaryExpression' && node.operator === '!') return [node.argument, false];
  if (node.type === 'CallExpression' && isNamed(node.callee, 'Boolean') && node.arguments.length === 1)
    return [node.arguments[0]!, true];
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return undefined;
  const isEqual = node.operator.startsWith('=');
  if (isNothing(node.right)) return [node.left, !isEqual];
  const isFlag = node.right.type === 'Literal' && typeof node.right.value === 'boolean';
  // Only a condition is the same as "true" if it is met.
  const isCondition = isFlag && testedIn(bareExpression(node.left)) !== undefined;
  return isCondition ? [node.left, isEqual === ((node.right as Node & { value: unknown }).value === true)] : undefined;
}
