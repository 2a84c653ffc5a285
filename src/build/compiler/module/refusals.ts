import type { CallExpression, Node } from 'oxc-parser';
import { lastName } from './nodes.ts';
import { unwrap } from './static-values.ts';

const REFUSAL = /^(?:forbidden|unauthori[sz]ed)/i;

/** Whether an expression makes an error that keeps a client out: `problem(403)`, `createError(401)`, `new ForbiddenError()`. */
export function makesRefusal(expression: Node): boolean {
  const made = unwrap(expression);
  if (made.type !== 'CallExpression' && made.type !== 'NewExpression') return false;
  return REFUSAL.test(lastName(made.callee)) || made.arguments.some(isRefusalStatus);
}

/** Whether a call throws such an error: `ctx.throw(403)`, `ctx.assert(user, 401)`. */
export function throwsRefusal({ callee, arguments: given }: CallExpression): boolean {
  return (
    callee.type === 'MemberExpression' && /^(?:throw|assert)$/.test(lastName(callee)) && given.some(isRefusalStatus)
  );
}

/** `403`, `HttpStatus.FORBIDDEN` and `{ status: 403 }`. */
export function isRefusalStatus(node: Node): boolean {
  if (node.type === 'Literal') return node.value === 401 || node.value === 403;
  if (node.type === 'ObjectExpression')
    return node.properties.some((each) => each.type === 'Property' && isRefusalStatus(each.value));
  return REFUSAL.test(node.type === 'MemberExpression' ? lastName(node) : '');
}
