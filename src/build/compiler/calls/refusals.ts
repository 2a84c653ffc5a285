import type { CallExpression, MemberExpression, Node } from 'oxc-parser';
import { childrenOf, identifierName, lastName, literalText } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';

/** The properties that hold the status of a response. */
const STATUS = /^status(?:Code)?$/;
/** The names that code gives the context of a request. */
export const CONTEXT: RegExp = /^_?(?:ctx|context)$/i;
const REFUSAL = /^(?:forbidden|unauthori[sz]ed)/i;
/** Names of constants with such a status: `FORBIDDEN`, `HTTP_FORBIDDEN`. */
const STATUS_NAME = /^(?:(?:http|status|code)_?)*(?:forbidden|unauthori[sz]ed)/i;
/** Names of errors that keep clients out, whose classes can be in a hierarchy. */
const REFUSING_ERROR =
  /^(?:Auth(?!or(?!i))|Access|Permission|Forbid|Unauth|Not(?:Allowed|Signed|Owner)|Login|Session|Token|Invalid(?:Token|Key|Session)|Blocked|Denied)\w*$/;
/** Those of other errors that have a status. */
const ERROR_WITH_STATUS = /^(?:NotFound|TooMany|Http|Author)\w*$/;
/** Names of functions that make errors. */
const MAKES_ERROR = /error|exception|failure|^assign$/i;
/** Codes and texts of errors that keep clients out: `FORBIDDEN`, `auth/unauthorized`, `Access denied.` */
const REFUSING_TEXT =
  /^(?:[\w./:-]*[_./:-])?(?:forbidden|unauthori[sz]ed|unauthenticated|(?:access|permission)[ _-]?denied|not[_-](?:allowed|authori[sz]ed|authenticated|permitted))(?:[.:,;!].*)?$/i;

/** Whether an expression makes an error that keeps a client out: `problem(403)`, `createError(401)`, `new ForbiddenError()`. */
export function makesRefusal(expression: Node): boolean {
  const made = unwrap(expression);
  if (made.type === 'NewExpression' && REFUSING_ERROR.test(lastName(made.callee))) return true;
  return makes(expression, isRefusalStatus);
}

/** Whether it makes one with a status: also `createError(404)`, and `new AuthError()`, whose class has it. */
export function makesProblem(expression: Node): boolean {
  const made = unwrap(expression);
  if (made.type === 'NewExpression' && ERROR_WITH_STATUS.test(lastName(made.callee))) return true;
  return makesRefusal(expression) || makes(expression, isErrorStatus);
}

function makes(expression: Node, isFound: (node: Node) => boolean): boolean {
  const made = unwrap(expression);
  if (made.type !== 'CallExpression' && made.type !== 'NewExpression') return false;
  const name = lastName(made.callee);
  if (REFUSAL.test(name) || made.arguments.some(isFound)) return true;
  return (made.type === 'NewExpression' || MAKES_ERROR.test(name)) && made.arguments.some(isRefusingText);
}

/** Whether a value is the code or the text of an error that keeps a client out, also in an object: `{ code: 'FORBIDDEN' }`. */
export function isRefusingText(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return REFUSING_TEXT.test(literalText(node) ?? '');
  return node.properties.some((each) => each.type === 'Property' && isRefusingText(each.value));
}

/** Whether a call throws an error that keeps a client out: `ctx.throw(403)`, `ctx.assert(user, 401)`. */
export function throwsRefusal({ callee, arguments: given }: CallExpression): boolean {
  return isThrow(callee) && given.some(isRefusalStatus);
}

/** Whether a call throws one with a status: also `ctx.assert(book, 404)`, and `ctx.throw(status)`. */
export function throwsProblem({ callee, arguments: given }: CallExpression): boolean {
  return isThrow(callee) && (isThrowOfContext(callee) || given.some(isErrorStatus));
}

/** Whether an expression is `ctx.throw` or `ctx.assert`. */
export function isThrowOfContext(node: Node): boolean {
  return isThrow(node) && CONTEXT.test(identifierName(node.object) ?? '');
}

function isThrow(callee: Node): callee is MemberExpression {
  return callee.type === 'MemberExpression' && /^(?:throw|assert)$/.test(lastName(callee));
}

/** `403`, `HttpStatus.FORBIDDEN`, `FORBIDDEN` and `{ status: 403 }`. */
export function isRefusalStatus(node: Node): boolean {
  return isStatus(node, /^40[13]$/);
}

/** The same for any error: `404`, and `{ status: 500 }`. */
export function isErrorStatus(node: Node): boolean {
  return isStatus(node, /^[45]\d\d$/);
}

function isStatus(node: Node, pattern: RegExp): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number' && pattern.test(String(node.value));
  if (node.type === 'ObjectExpression')
    return node.properties.some((each) => each.type === 'Property' && isStatus(each.value, pattern));
  return STATUS_NAME.test(lastName(node));
}

/** `ctx.app.emit('error', error, ctx)`: the app only logs the error. */
export function emitsError({ callee, arguments: [event] }: CallExpression): boolean {
  return lastName(callee) === 'emit' && event !== undefined && literalText(event) === 'error';
}

/** `ctx.app.emit('error', problem(403), ctx)` */
export function emitsRefusal(node: Node): boolean {
  if (node.type !== 'CallExpression' || !emitsError(node)) return false;
  const [, error] = node.arguments;
  return error !== undefined && makesRefusal(error);
}

/** The same as {@link answeredBy} for any error, as with `ctx.status = 404`, and for a response that ends: `ctx.res.end('no')`. */
export function respondedBy(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression' && isErrorStatus(node.right)) return ownerOf(node.left, STATUS);
  return answeredBy(node) ?? (node.type === 'CallExpression' ? ownerOf(node.callee, /^end$/) : undefined);
}

/** The name of the object by which an expression answers a request: see {@link refusedBy}, or `ctx` of `ctx.redirect('/login')`. */
export function answeredBy(node: Node): string | undefined {
  return refusedBy(node) ?? (node.type === 'CallExpression' ? ownerOf(node.callee, /^redirect$/) : undefined);
}

/** Whether an expression redirects to a page to sign in: `ctx.redirect('/login')`. */
export function redirectsToLogin(node: Node): boolean {
  if (node.type !== 'CallExpression' || ownerOf(node.callee, /^redirect$/) === undefined) return false;
  const [path] = node.arguments;
  return LOGIN.test((path && literalText(path)) ?? '');
}

/** The paths of pages to sign in. */
const LOGIN = /(?:log|sign)-?in|unauthori[sz]ed|forbidden|denied/i;

/**
 * The name of the object by which an expression sets a status that keeps a client out: `ctx` of `ctx.status = 401`, `ctx.res.statusCode = 403`,
 * `ctx.res.writeHead(403)`, `Object.assign(ctx, { status: 403 })` and `ctx.body = problem(403)`.
 */
export function refusedBy(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression')
    return isRefusalStatus(node.right)
      ? ownerOf(node.left, STATUS)
      : makes(node.right, isRefusalStatus)
        ? ownerOf(node.left, /^body$/)
        : undefined;
  if (node.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = node;
  if (given[0] === undefined || !given.some(isRefusalStatus)) return undefined;
  return ownerOf(callee, /^assign$/) === 'Object' ? responseOwner(given[0]) : ownerOf(callee, /^writeHead$/);
}

/** Whether a statement or an expression refuses a request. */
export function refuses(node: Node): boolean {
  switch (node.type) {
    case 'BlockStatement':
      return node.body.some(refuses);
    case 'ThrowStatement':
      return makesProblem(node.argument);
    case 'ReturnStatement':
      return node.argument !== null && refuses(node.argument);
    case 'ExpressionStatement':
      return refuses(node.expression);
    default:
      return refusedBy(node) !== undefined || (node.type === 'CallExpression' && throwsProblem(node));
  }
}

function ownerOf(node: Node, name: RegExp): string | undefined {
  return node.type === 'MemberExpression' && name.test(lastName(node)) ? responseOwner(node.object) : undefined;
}

/** `ctx` of `ctx`, `ctx.response` and `ctx.res`. */
function responseOwner(node: Node): string | undefined {
  return identifierName(node) ?? ownerOf(node, /^(?:response|res)$/);
}

/**
 * Whether code refuses all clients alike, as during maintenance, above a limit or for the form of a request: `throw problem(503)`, `ctx.throw(413)` or
 * `ctx.assert(isUp, 503)`, also alone in a block.
 *
 * @param statuses The statuses that all clients get.
 */
export function refusesAllAlike(node: Node, statuses: RegExp = FOR_ALL): boolean {
  switch (node.type) {
    case 'BlockStatement':
      return node.body.length === 1 && refusesAllAlike(node.body[0]!, statuses);
    case 'ExpressionStatement':
      return refusesAllAlike(node.expression, statuses);
    case 'ThrowStatement': {
      const made = unwrap(node.argument);
      return made.type === 'CallExpression' && isStatusIn(statuses, made.arguments[0]);
    }
    case 'CallExpression':
      return isThrowOfContext(node.callee) && node.arguments.slice(0, 2).some((each) => isStatusIn(statuses, each));
    default:
      return false;
  }
}

/** Statuses about the server, a limit, or the form of a request: RFC 9110, 15.5. */
const FOR_ALL = /^(?:40[568]|41[1-7]|42[1689]|431|5\d\d)$/;
/** The same, and that of what has ended, such as an operation of an older version. */
export const FOR_ALL_OR_GONE: RegExp = new RegExp(`${FOR_ALL.source}|^410$`);

function isStatusIn(statuses: RegExp, node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof node.value === 'number' && statuses.test(String(node.value));
}

/** Whether a condition is about the page that sends a request, and not about who does: `ctx.get('Sec-Fetch-Site') === 'cross-site'`. */
export function isAboutPage(test: Node): boolean {
  // Either part of the condition refuses requests then.
  if (test.type === 'LogicalExpression' && test.operator === '||') return [test.left, test.right].every(isAboutPage);
  const text = literalText(test);
  return text === undefined ? childrenOf(test).some(isAboutPage) : /^(?:sec-fetch-\w+|origin|referer)$/i.test(text);
}

/** Whether a condition is `ctx.method === 'OPTIONS'`, also with other conditions. */
export function isPreflight(test: Node): boolean {
  if (test.type === 'LogicalExpression') return test.operator === '&&' && [test.left, test.right].some(isPreflight);
  if (test.type !== 'BinaryExpression' || !/^===?$/.test(test.operator)) return false;
  const sides = [test.left, test.right];
  return (
    sides.some((each) => each.type === 'Literal' && each.value === 'OPTIONS') &&
    sides.some((each) => lastName(each) === 'method')
  );
}
