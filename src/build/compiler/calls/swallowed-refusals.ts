import type {
  ArrowFunctionExpression,
  BlockStatement,
  CallExpression,
  Function as FunctionNode,
  MemberExpression,
  Node,
  TryStatement,
} from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName } from '../module/nodes.ts';
import type { Use } from './lost-call.ts';
import { isLog } from './named-calls.ts';
import { emitsError, makesRefusal, throwsRefusal } from './refusals.ts';
import { isPromiseMethod } from './returned-values.ts';
import { errorHandler, rethrows, unusedIn } from './unthrown-problems.ts';

/** A call of a method. */
type ChainedCall = CallExpression & { readonly callee: MemberExpression };

/** A call whose error keeps nothing from running; with `late`, the operation runs before the error ends the request. */
interface SwallowedCall {
  readonly node: CallExpression;
  readonly use: Extract<Use, 'swallowed' | 'late'>;
}

/** The refusals whose errors code handles as if there was none: `try { await guard(ctx); } catch (error) { log(error); }`, and `guard(ctx).then(next, next)`. */
export class SwallowedRefusals {
  /** The calls that may refuse a request. */
  readonly calls: SwallowedCall[] = [];
  readonly #added = { swallowed: new Set<Node>(), late: new Set<Node>() };
  /** The code that does, `throw problem(403);` and `ctx.throw(403)`, and how its error is lost. */
  readonly #refusals = new Map<Node, SwallowedCall['use']>();
  /** The code that throws any other error, which is lost. */
  readonly failures: Node[] = [];

  visitor(): object {
    return {
      BlockStatement: ({ body }: BlockStatement) => {
        body.forEach((each, i) => each.type === 'TryStatement' && this.#visitFollowed(each, body[i + 1]));
      },
      TryStatement: ({ block, handler, finalizer }: TryStatement) => {
        if (handler !== null) this.#visitTry(block, handler.body);
        if (finalizer !== null) this.#visitFinally(block, handler?.body, finalizer);
      },
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
        for (const each of unusedIn(expression)) this.#add(swallowedIn(each));
      },
      CallExpression: (call: CallExpression) => {
        this.#add(passedBy(call));
        this.#add(sameIn(call));
        this.#add(lateIn(call), 'late');
      },
    };
  }

  refusalsOf(lost: SwallowedCall['use']): Node[] {
    return [...this.#refusals].flatMap(([node, use]) => (use === lost ? node : []));
  }

  #add(node: Node | undefined, use: SwallowedCall['use'] = 'swallowed'): void {
    if (node?.type !== 'CallExpression' || this.#added[use].has(node)) return;
    this.#added[use].add(node);
    this.calls.push({ node, use });
  }

  /** After the block, the same code runs with an error as without one. */
  #visitTry(block: BlockStatement, handler: BlockStatement): void {
    const { body } = block;
    const value = valueAtEnd(handler);
    const isSame = value !== undefined && value === valueAtEnd(block);
    const passes = isSame || handler.body.slice(-1).some(isPass);
    if (!(passes ? handler.body.slice(0, -1) : handler.body).every(isIdle)) return;
    this.#addLast(body, (each) => (isSame ? each === body.at(-1) : passes && isPass(each)));
  }

  /** The code after `try` ends as its block does: `try { await guard(ctx); return next(); } catch (error) { log(error); } return next();`. */
  #visitFollowed({ block, handler, finalizer }: TryStatement, next: Node | undefined): void {
    const last = block.body.at(-1);
    if (handler === null || finalizer !== null || last?.type !== 'ReturnStatement' || next === undefined) return;
    const value = valueAtEnd(block);
    const isSame = isPass(last) ? isPass(next) : value !== undefined && value === literalOf(next);
    if (isSame && handler.body.body.every(isIdle)) this.#addLast(block.body, (each) => each === last);
  }

  /** A `return` in `finally` drops the error of the code before it. A `next()` there runs the operation before the error. */
  #visitFinally(block: BlockStatement, handler: BlockStatement | undefined, { body }: BlockStatement): void {
    const rest = handler?.body.slice(0, -1) ?? [];
    const isKept = handler !== undefined && !(rest.every(isIdle) && handler.body.at(-1)?.type === 'ThrowStatement');
    if (body.some(drops))
      for (const each of isKept ? [handler] : [block, ...(handler ? [handler] : [])]) this.#addLast(each.body);
    const next = body.find(isPass);
    if (next === undefined) return;
    for (const node of (handler ?? block).body.flatMap(callsIn))
      if (!isRefusal(node)) this.#add(node, 'late');
      else if (next.type !== 'ReturnStatement') this.#refusals.set(node, 'late');
  }

  /** @param isPassed Whether a statement is left out. */
  #addLast(body: readonly Node[], isPassed: (node: Node) => boolean = () => false): void {
    const last = body.findLast((each) => !isIdle(each) && !isPassed(each));
    for (const node of last === undefined ? [] : callsIn(last))
      if (isRefusal(node)) this.#refusals.set(node, 'swallowed');
      else if (node.type === 'ThrowStatement') this.failures.push(node);
      else this.#add(node);
  }
}

/** Whether a statement of `finally` drops an error: it returns. */
function drops(node: Node): boolean {
  return node.type === 'ReturnStatement' && (node.argument === null || isPass(node) || isIdle(node.argument));
}

/** The calls and the `throw` at the end of a statement, whose results nothing uses after it. */
function callsIn(statement: Node): Node[] {
  switch (statement.type) {
    case 'ExpressionStatement':
      return unusedIn(statement.expression);
    case 'VariableDeclaration': {
      const init = statement.declarations.at(-1)?.init;
      return init ? unusedIn(init) : [];
    }
    case 'ThrowStatement':
      return [statement];
    case 'IfStatement':
      return statement.alternate === null ? callsIn(statement.consequent) : [];
    case 'BlockStatement':
      return statement.body.slice(0, -1).every(isIdle) ? statement.body.slice(-1).flatMap(callsIn) : [];
    default:
      return [];
  }
}

function isRefusal(node: Node): boolean {
  return node.type === 'ThrowStatement'
    ? makesRefusal(node.argument)
    : node.type === 'CallExpression' && throwsRefusal(node);
}

/** The call in `guard(ctx).catch(log)`, whose error changes nothing if nothing uses the value. */
function swallowedIn(node: Node): CallExpression | undefined {
  if (!isChained(node) || !node.arguments.every(isQuiet)) return undefined;
  return errorHandler(node) === undefined ? swallowedIn(objectOf(node)) : failingIn(objectOf(node), isQuiet);
}

/** The call whose error leads to `next()`, in `guard(ctx).then(next, next)`, `guard(ctx).catch(next)` and `guard(ctx).catch(log).then(next)`. */
function passedBy(node: Node): CallExpression | undefined {
  if (!isChained(node) || !node.arguments.every(mayPass)) return undefined;
  const handler = errorHandler(node);
  if (handler !== undefined) return isPassing(handler) ? failingIn(objectOf(node), mayPass) : undefined;
  return lastName(node.callee) === 'then' && node.arguments.some(isPassing) ? swallowedIn(objectOf(node)) : undefined;
}

/** The call whose error has the same value as its success: `guard(ctx).then(() => true, () => true)`, and `guard(ctx).catch(log).then(() => true)`. */
function sameIn(node: Node): CallExpression | undefined {
  if (!isChained(node)) return undefined;
  const handler = errorHandler(node);
  const [run] = node.arguments;
  if (handler === undefined && lastName(node.callee) === 'then' && run !== undefined && isFunction(run))
    return run.params.length === 0 ? swallowedIn(objectOf(node)) : undefined;
  const from = lastName(node.callee) === 'then' ? node : objectOf(node);
  if (handler === undefined || !isChained(from) || lastName(from.callee) !== 'then') return undefined;
  const [value, other] = [from.arguments[0], handler].map(valueAtEnd);
  return value === undefined || value !== other ? undefined : failingIn(objectOf(from), isQuiet);
}

/** The text of the literal that a function or a block returns at its end. */
function valueAtEnd(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const statements = node.type === 'BlockStatement' ? node.body : isFunction(node) ? statementsOf(node) : [];
  if (isFunction(node) && !statements.slice(0, -1).every(isIdle)) return undefined;
  return literalOf(statements.at(-1));
}

/** The text of the literal that a statement returns, or that an expression is. */
function literalOf(node: Node | undefined): string | undefined {
  const value = node?.type === 'ReturnStatement' ? node.argument : node;
  return value?.type === 'Literal' ? (value.raw ?? undefined) : undefined;
}

/** The call whose error ends the request after the operation has run: `guard(ctx).finally(next)`. */
function lateIn(node: Node): CallExpression | undefined {
  if (!isChained(node) || lastName(node.callee) !== 'finally' || !node.arguments.some(isPassing)) return undefined;
  return failingIn(objectOf(node), () => true);
}

/** The call that a chain begins with, if nothing in the chain handles its errors, and its functions do no more than they may. */
function failingIn(node: Node, may: (run: Node) => boolean): CallExpression | undefined {
  if (!isChained(node)) return node.type === 'CallExpression' ? node : undefined;
  const handler = errorHandler(node);
  const isOpen = handler === undefined ? node.arguments.every(may) : rethrows(handler);
  return isOpen ? failingIn(objectOf(node), may) : undefined;
}

function isChained(node: Node): node is ChainedCall {
  return (
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isPromiseMethod(lastName(node.callee))
  );
}

function objectOf({ callee }: ChainedCall): Node {
  return bareExpression(callee.object);
}

function mayPass(run: Node): boolean {
  return isQuiet(run) || isPassing(run);
}

/** Whether a function does nothing, except to write to a log. */
function isQuiet(run: Node): boolean {
  if (!isFunction(run)) return isLog(run) || run.type === 'Literal' || isNamed(run, 'undefined');
  return statementsOf(run).every((each) =>
    each.type === 'ReturnStatement' ? each.argument === null || isIdle(each.argument) : isIdle(each),
  );
}

/** Whether a function calls `next()` and does nothing else, except to write to a log. */
function isPassing(run: Node): boolean {
  if (!isFunction(run)) return isNamed(run, 'next');
  const statements = statementsOf(run);
  return statements.slice(-1).some(isPass) && statements.slice(0, -1).every(isIdle);
}

function isFunction(node: Node): node is ArrowFunctionExpression | FunctionNode {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}

/** The statements of a function, or the expression that it is. */
function statementsOf({ body }: ArrowFunctionExpression | FunctionNode): readonly Node[] {
  return body?.type === 'BlockStatement' ? body.body : body === null ? [] : [body];
}

/** `return next();`, `await next();` and `next()`. */
function isPass(node: Node): boolean {
  switch (node.type) {
    case 'ReturnStatement':
    case 'AwaitExpression':
      return node.argument !== null && isPass(node.argument);
    case 'ExpressionStatement':
      return isPass(node.expression);
    default:
      return node.type === 'CallExpression' && isNamed(node.callee, 'next');
  }
}

/** Whether a statement or an expression does nothing, except to write to a log. */
function isIdle(given: Node): boolean {
  const node = bareExpression(given);
  switch (node.type) {
    case 'ExpressionStatement':
      return isIdle(node.expression);
    case 'BlockStatement':
      return node.body.every(isIdle);
    case 'VariableDeclaration':
      return node.declarations.every(({ init }) => init === null || isIdle(init));
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate].every((each) => each === null || isIdle(each));
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isIdle(node.left) && isIdle(node.right);
    case 'AwaitExpression':
    case 'UnaryExpression':
      return isIdle(node.argument);
    case 'CallExpression':
      return isLog(node.callee) || emitsError(node);
    default:
      return IDLE.test(node.type);
  }
}

const IDLE = /^(?:EmptyStatement|Literal|TemplateLiteral|Identifier|(?:Member|Object|Array)Expression)$/;
