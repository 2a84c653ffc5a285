import type { CallExpression, MemberExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName, isNamed, lastName } from '../module/nodes.ts';
import { LOGGER } from '../module/statements.ts';

const GUARD_FUNCTION =
  /^(?:require|ensure|restrict|only|guard|protect|authenticate|authori[sz]e|verify|check|deny|block|allow)(?:[A-Z_]|$)|(?:Guard|Auth|Only|Middleware)$/;
/** Names of guards that are about who the client is, or what it may do: `assertOwner`, `checkPermission`, and not `checkStock`. */
const ACCESS_GUARD =
  /^(?:authenticate|authori[sz]e)(?:[A-Z_]|$)|^(?:guard|protect|deny)[A-Z_]|^(?:require|assert|ensure|restrict|verify|check|validate|enforce|allow|only|must)(?=[A-Z_])\w*(?:Auth(?!or(?!i))|Admin|Role|Permi(?:ssion|tted)|Access|Allowed|Own(?:s|ed|er)?(?![a-z])|Staff|Member(?![a-z])|Editor|Moderator|Login|(?:Logged|Signed)_?In|Session|Token|Jwt|Api_?Key|Scope|Credential|Signature|Password|Polic(?:y|ies)|Privilege|Tenant)|^(?:require|assert|check|must)(?:Be)?(?:Current)?User$|^(?:is|can|may|has)[A-Z]\w*OrThrow$|[a-z]Guard$/;
const PREDICATE = /^(?:authorize|(?:is|has|can|may)[A-Z]\w*)$/;
/** Code that keeps a client out. */
export const REFUSES: RegExp = /\b40[13]\b|forbidden|unauthori[sz]ed/i;
/** The methods of lists that take the results of a function as conditions. */
const SEARCHES: readonly string[] = ['some', 'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex'];

/** Whether a function is a method of lists that takes results of another function as conditions. */
export function isSearch(callee: Node): callee is MemberExpression {
  return callee.type === 'MemberExpression' && SEARCHES.includes(lastName(callee));
}

/** `items.map` and `items.flatMap`. */
export function isMap(callee: Node): boolean {
  return callee.type === 'MemberExpression' && /^(?:flatM|m)ap$/.test(lastName(callee));
}

/** Whether a function is a method of lists that calls another function with each item. */
export function isEach(callee: Node): boolean {
  return isMap(callee) || (callee.type === 'MemberExpression' && lastName(callee) === 'forEach') || isSearch(callee);
}

/** The list, or the object, whose values code goes through: `guards` of `guards` and `Object.values(guards)`. */
export function listIn(given: Node): Node {
  const node = bareExpression(given);
  const isValues =
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    isNamed(node.callee.object, 'Object') &&
    lastName(node.callee) === 'values';
  return (isValues ? node.arguments[0] : undefined) ?? node;
}

/** Whether a function has a name of those that keep clients out: `requireAdmin`. */
export function isNamedAsGuard(name: string): boolean {
  return GUARD_FUNCTION.test(name);
}

/** Whether any error of a function refuses a client, because it has such a name, and the name is about access. */
export function isNamedForAccess(name: string): boolean {
  return ACCESS_GUARD.test(name);
}

/** The same of those that return whether a client may do something: `isAdmin`. */
export function isNamedAsPredicate(name: string): boolean {
  return PREDICATE.test(name);
}

/** Whether code doesn't need the result of a comparison: `verify(..., callback)`, and `timingSafeEqual(a, a)`, which only takes time. */
export function isForOthers({ callee, arguments: given }: CallExpression): boolean {
  const [first, second] = given.map((each) => identifierName(each));
  if (lastName(callee) === 'timingSafeEqual') return first !== undefined && first === second;
  return lastName(callee) === 'verify' && given.length > 4;
}

const LOG = /^(?:_?log(?!In|Out)(?:[A-Z_]\w*)?|noop|captureException)$/;

/** Whether a function only writes to a log by its name: `console.error`, `ctx.log.warn`, `logError`. */
export function isLog(callee: Node): boolean {
  return LOG.test(lastName(callee)) || (callee.type === 'MemberExpression' && LOGGER.test(lastName(callee.object)));
}
