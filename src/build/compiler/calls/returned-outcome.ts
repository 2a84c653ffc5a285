import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName } from '../module/nodes.ts';

/** The kind of value that every way through a function returns: a problem, or something that is true as a condition, such as a problem or an object. */
export type Outcome = 'problem' | 'truth';

/**
 * @param returned The values that the function returns. It returns one on every way.
 * @param isProblem Whether an expression makes a problem.
 * @returns undefined if it may return something else.
 */
export function outcomeOf(
  body: Node | null,
  returned: readonly Node[],
  isProblem: (node: Node) => boolean,
): Outcome | undefined {
  if (body === null || returned.length === 0) return undefined;
  if (returned.every((each) => always(each, isProblem))) return 'problem';
  const names =
    body.type === 'BlockStatement' ? new Set(body.body.flatMap((each) => ensuredBy(each) ?? [])) : undefined;
  const isTrue = (node: Node): boolean =>
    isProblem(node) || isObject(node) || names?.has(identifierName(node) ?? '') === true;
  return returned.every((each) => always(each, isTrue)) ? 'truth' : undefined;
}

/** Whether nothing runs after a statement. */
export function ends(statement: Node | null | undefined): boolean {
  switch (statement?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true;
    case 'BlockStatement':
      return ends(statement.body.at(-1));
    case 'IfStatement':
      return ends(statement.consequent) && ends(statement.alternate);
    case 'SwitchStatement':
      return statement.cases.some(({ test }) => test === null) && ends(statement.cases.at(-1)!.consequent.at(-1));
    case 'TryStatement':
      return ends(statement.block) && (statement.handler === null || ends(statement.handler.body));
    default:
      return false;
  }
}

/** `user` of `if (!user) return problem(401);`. */
function ensuredBy(statement: Node): string | undefined {
  if (statement.type !== 'IfStatement' || !ends(statement.consequent)) return undefined;
  const { test } = statement;
  return test.type === 'UnaryExpression' && test.operator === '!' ? identifierName(test.argument) : undefined;
}

/** Whether the value of an expression passes a test, wherever it comes from. */
function always(given: Node, test: (node: Node) => boolean): boolean {
  const node = bareExpression(given);
  switch (node.type) {
    case 'LogicalExpression':
      return node.operator === '||' && always(node.right, test);
    case 'ConditionalExpression':
      return always(node.consequent, test) && always(node.alternate, test);
    default:
      return test(node);
  }
}

/** Whether an expression makes an object, which is true as a condition. */
export function isObject({ type }: Node): boolean {
  return /^(?:Object|Array|New|Function|ArrowFunction)Expression$/.test(type);
}
