import type { CallExpression, IfStatement, Node } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import {
  chainNames,
  childrenOf,
  identifierName,
  lastName,
  literalText,
  mentions,
  parametersOf,
  patternNames,
} from '../module/nodes.ts';
import { isLog } from './named-calls.ts';
import type { AnyFunction } from './read-order.ts';
import { answeredBy, emitsRefusal, redirectsToLogin, refusedBy } from './refusals.ts';
import { unusedIn } from './unthrown-problems.ts';

/** A refusal by a status after which a handler goes on. */
export interface UnendedRefusal {
  readonly span: Span;
  /** The call after it that changes something. */
  readonly write: Span;
}

/** Names of functions that change data, and those of them that may also do something else. */
const WRITES =
  /^(?:delete|remove|destroy|drop|purge|truncate|insert|create|update|upsert|save|replace|transfer|charge|refund|publish)(?![a-z])/;
const REMOVES = /^(?:delete|remove|destroy|drop|purge|truncate)(?![a-z])/;
const SQL = /^\s*(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s/i;
/** The words, in a name or in SQL, of data that code may change although it refuses the request. */
const OTHERS =
  /^(?:log|audit|attempt|event|metric|stat|session|cookie|header|cache|count|counter|visit|history|trace|track|error|failure|lock|temp|tmp|file|upload|listener|timer|token|limit|hash)s?$/i;
/** A condition that ends the request because of what a refusal has set. */
const ABOUT_RESPONSE = /\b(?:status|body|response|res)\b/i;

/**
 * Finds the refusals of a handler that only set the response, if a call after them changes data: `if (!isAdmin(ctx)) ctx.status = 403; await deleteAll();`. A
 * handler may also respond that way, so the call has to have a name of those that write.
 */
export function findUnendedRefusals(text: string, { params, body }: AnyFunction): readonly UnendedRefusal[] {
  // Few handlers have one.
  if (body?.type !== 'BlockStatement' || !/status|writeHead|redirect|emit/.test(text.slice(body.start, body.end)))
    return [];
  const [first] = parametersOf({ params });
  const names =
    first?.type === 'ObjectPattern' ? patternNames(first).filter((each) => /^res(?:ponse)?$/.test(each)) : [];
  const owners = new Set([identifierName(first ?? body) ?? '', ...names]);
  return blocksIn(body).flatMap((block) =>
    block.flatMap((each, i) => {
      const refusal = each.type === 'IfStatement' ? refusalIn(each, owners) : undefined;
      const write = refusal && writeAfter(text, each as IfStatement, block.slice(i + 1));
      return write === undefined ? [] : [{ span: spanOf(refusal!), write: spanOf(write) }];
    }),
  );
}

/** The lists of statements of a function, without those of functions in it. */
function blocksIn(node: Node): (readonly Node[])[] {
  if (/Function/.test(node.type)) return [];
  const own = node.type === 'BlockStatement' ? [node.body] : [];
  return [...own, ...childrenOf(node).flatMap(blocksIn)];
}

/** The refusal of a condition that does nothing but respond. */
function refusalIn({ consequent, alternate }: IfStatement, owners: ReadonlySet<string>): Node | undefined {
  if (alternate !== null) return undefined;
  const statements = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const done = statements.flatMap((each) => (each.type === 'ExpressionStatement' ? unusedIn(each.expression) : [each]));
  const isResponse = (node: Node): boolean =>
    owners.has(answeredBy(node) ?? '') || emitsRefusal(node) || setsBody(node, owners) || isLogged(node);
  return done.every(isResponse) ? done.find((each) => refuses(each, owners)) : undefined;
}

function refuses(node: Node, owners: ReadonlySet<string>): boolean {
  if (emitsRefusal(node)) return true;
  if (!owners.has(answeredBy(node) ?? '')) return false;
  return refusedBy(node) !== undefined || redirectsToLogin(node);
}

function setsBody(node: Node, owners: ReadonlySet<string>): boolean {
  const target = node.type === 'AssignmentExpression' ? node.left : undefined;
  return target?.type === 'MemberExpression' && lastName(target) === 'body' && owners.has(rootOf(target));
}

function isLogged(node: Node): boolean {
  return node.type === 'CallExpression' && isLog(node.callee);
}

/** The name at the start of a chain: `ctx` of `ctx.response.body`. */
function rootOf(node: Node): string {
  return node.type === 'MemberExpression' ? rootOf(node.object) : (identifierName(node) ?? '');
}

/** The first call in the statements after a refusal that certainly runs and changes data. */
function writeAfter(text: string, { test }: IfStatement, statements: readonly Node[]): Node | undefined {
  const flag = flagOf(test);
  for (const each of statements) {
    if (flag !== undefined && mentions(each, flag)) return undefined;
    if (each.type === 'IfStatement' && ABOUT_RESPONSE.test(text.slice(each.test.start, each.test.end)))
      return undefined;
    const write = expressionsOf(each).flatMap((one) => writesIn(one, false))[0];
    if (write !== undefined) return write;
    if (each.type === 'ReturnStatement' || each.type === 'ThrowStatement') return undefined;
  }
  return undefined;
}

/** `ok` of `!ok`: the code after the condition can have it too. */
function flagOf(test: Node): string | undefined {
  const node = bareExpression(test);
  return node.type === 'UnaryExpression' ? flagOf(node.argument) : identifierName(node);
}

/** The expressions that certainly run with a statement. */
function expressionsOf(statement: Node): Node[] {
  if (statement.type === 'ExpressionStatement') return [statement.expression];
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ init }) => init ?? []);
  return statement.type === 'ReturnStatement' && statement.argument !== null ? [statement] : [];
}

/** @param isWaitedFor Whether the node is behind `await` or `return`. */
function writesIn(node: Node, isWaitedFor: boolean): Node[] {
  if (/Function|ConditionalExpression|LogicalExpression/.test(node.type)) return [];
  if (node.type === 'CallExpression' && isWrite(node, isWaitedFor)) return [node];
  const isWaiting = node.type === 'AwaitExpression' || node.type === 'ReturnStatement';
  return childrenOf(node).flatMap((each) => writesIn(each, isWaiting));
}

/** `deleteAll()`, `await books.delete(id)`, `await db.deleteFrom('books').execute()`, and a call with SQL. */
function isWrite(call: CallExpression, isWaitedFor: boolean): boolean {
  const calls = callsOf(call);
  const names = calls.map(({ callee }) => lastName(callee));
  if (chainNames(call).some(isOther)) return false;
  const sql = calls.flatMap(({ arguments: [given] }) => (given && textOf(given)) ?? []);
  if (sql.some((each) => SQL.test(each))) return !sql.some(isOther);
  if (isWaitedFor) return names.some((each) => WRITES.test(each));
  return call.callee.type === 'Identifier' && REMOVES.test(names[0]!);
}

/** Whether one of the words of a text is one of {@link OTHERS}: `saveAttempt`, `audit_log`. */
function isOther(text: string): boolean {
  return text.split(/[\W_]+|(?<=[a-z\d])(?=[A-Z])/).some((word) => OTHERS.test(word));
}

/** The calls of a chain, the last one first. */
function callsOf(node: Node): CallExpression[] {
  if (node.type === 'CallExpression') return [node, ...callsOf(node.callee)];
  return node.type === 'MemberExpression' || node.type === 'ChainExpression'
    ? childrenOf(node).slice(0, 1).flatMap(callsOf)
    : [];
}

/** The start of a text. */
function textOf(node: Node): string | undefined {
  return node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : literalText(node);
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
