import type { Node, Program } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { childrenOf, identifierName, isNamed, lastName, parametersOf, patternNames } from '../module/nodes.ts';
import { namesSet } from './early-reads.ts';
import type { AnyFunction } from './read-order.ts';
import { isNothing } from './returned-values.ts';

const AUTH = 'auth';

/**
 * Finds the tests of a handler or an `authorize` whether there is a `ctx.auth`, which always is an object unless the file sets it: `if (!ctx.auth)`, and
 * `return Boolean(ctx.auth)`. A test with more in it, such as `!ctx.auth || !ctx.auth.token`, is right.
 */
export function findAuthTests(text: string, program: Program, { params, body }: AnyFunction): readonly Span[] {
  // Few functions have one.
  if (body === null || !/\bauth\b/.test(text.slice(body.start, body.end)) || namesSet(program).has(AUTH)) return [];
  const [first] = parametersOf({ params });
  const context = first && identifierName(first);
  const isTaken = first?.type === 'ObjectPattern' && patternNames(first).includes(AUTH);
  const names = new Set(isTaken ? [AUTH] : []);
  const found: Span[] = [];
  const isAuth = (node: Node): boolean =>
    node.type === 'MemberExpression'
      ? context !== undefined && isNamed(node.object, context) && lastName(node) === AUTH
      : names.has(identifierName(node) ?? '');
  const test = (given: Node | null, isResult: boolean): void => {
    const node = given && bareExpression(given);
    const tested = node && testedIn(node);
    if (tested && isAuth(tested) && !(isResult && tested === node)) found.push({ start: node.start, end: node.end });
  };
  const visit = (node: Node): void => {
    if (/Function/.test(node.type)) return;
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') test(node.test, false);
    if (node.type === 'ReturnStatement') test(node.argument, true);
    // `const { auth } = ctx`
    if (
      node.type === 'VariableDeclarator' &&
      node.init !== null &&
      context !== undefined &&
      isNamed(node.init, context)
    )
      if (node.id.type === 'ObjectPattern' && patternNames(node.id).includes(AUTH)) names.add(AUTH);
    childrenOf(node).forEach(visit);
  };
  if (body.type !== 'BlockStatement') test(body, true);
  visit(body);
  return found;
}

/** `auth` of `!auth`, `Boolean(auth)`, `auth !== undefined` and `auth == null`. */
function testedIn(node: Node): Node {
  if (node.type === 'UnaryExpression' && node.operator === '!') return testedIn(bareExpression(node.argument));
  if (node.type === 'CallExpression' && isNamed(node.callee, 'Boolean') && node.arguments.length === 1)
    return testedIn(bareExpression(node.arguments[0]!));
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return node;
  return isNothing(node.right) ? bareExpression(node.left) : node;
}
