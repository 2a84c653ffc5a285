import type { CallExpression, MemberExpression, Node, Program } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { calledName, httpErrorMakers, isMadeBy, problemMakers } from './problem-makers.ts';
import { functionVisitor, identifierName, isNamed, lastName } from '../module/nodes.ts';
import { CONTEXT, makesProblem } from './refusals.ts';
import { isNewPromise, isPromiseMethod } from './returned-values.ts';

/**
 * Reports `problem(403)` whose result nothing uses: without `throw`, it refuses no request. The same goes for `new Error()`, and for Express's
 * `next(problem(403))`: Koa's `next` ignores its arguments.
 */
export function checkUnthrown(source: SourceText, program: Program, report: Report): void {
  // Most files make no error.
  if (!MAY_MAKE.test(source.text)) return;
  const errors = new Set(Array.from(source.text.matchAll(OWN_ERROR), ([, name]) => name));
  let makers: ReadonlySet<string> | undefined;
  const isMade = (node: Node): boolean => {
    const name = node.type === 'NewExpression' ? (calledName(node.callee) ?? '') : '';
    if (name.endsWith('Error') || errors.has(name)) return true;
    makers ??= new Set([...problemMakers(program), ...httpErrorMakers(program)]);
    return isMadeBy(node, makers);
  };
  const reportIn = (expression: Node): void => {
    for (const node of unusedIn(expression)
      .flatMap((each) => [each, ...settledIn(each)])
      .filter(isMade))
      report(messages.unthrownProblem(locationIn(source, node.start, node.end), node === expression));
    for (const node of resultsOf(expression)
      .flatMap((each) => rejectedBy(each) ?? [])
      // Any other error ends the process.
      .filter((each) => isMade(each) && (each.type === 'CallExpression' || makesProblem(each))))
      report(messages.unthrownProblem(locationIn(source, node.start, node.end), false));
  };
  const around: (readonly Node[])[] = [];
  new Visitor({
    ...functionVisitor(
      ({ params }) => void around.push(params),
      () => void around.pop(),
    ),
    CallExpression(node) {
      if (node.callee.type === 'MemberExpression' && dropsResult(node)) reportIn(node.callee.object);
      const name = identifierName(node.callee);
      if (name === undefined || node.arguments.length === 0) return;
      const params = around.findLast((each) => each.some((param) => isNamed(param, name)));
      if (params !== undefined && isNext(params, name))
        report(messages.passedToNext(locationIn(source, node.start, node.end), name));
    },
    ExpressionStatement: ({ expression }) => reportIn(expression),
    SequenceExpression: ({ expressions }) => expressions.slice(0, -1).forEach(reportIn),
  }).visit(program);
}

/** The reason in `Promise.reject(reason)` and `void Promise.reject(reason)`, which nothing waits for. */
function rejectedBy(given: Node): Node | undefined {
  const node = given.type === 'UnaryExpression' ? bareExpression(given.argument) : given;
  if (node.type !== 'CallExpression' || !isNewPromise(node) || lastName(node.callee) !== 'reject') return undefined;
  return node.arguments[0];
}

/** Whether a name is that of the second parameter of a middleware. A function that gets a handler calls that with arguments. */
function isNext([ctx, next]: readonly Node[], name: string): boolean {
  if (ctx === undefined || next === undefined || !isNamed(next, name) || !/next/i.test(name)) return false;
  return ctx.type === 'ObjectPattern' || CONTEXT.test(identifierName(ctx) ?? '');
}

const MAY_MAKE = /\bproblem\b|\bhttp-errors\b|\b(?:new|extends)\s+[\w$.]*Error\b|\bnext\s*\(\s*[^\s)]/;

/** `class Forbidden extends Error` */
const OWN_ERROR = /\bclass\s+([\w$]+)\s+extends\s+[\w$.]*Error\b/g;

/** The expressions whose values nothing uses if nothing uses that of an expression. */
export function unusedIn(expression: Node): Node[] {
  return resultsOf(expression).flatMap((node) =>
    node.type === 'UnaryExpression' || node.type === 'AwaitExpression' ? unusedIn(node.argument) : [node],
  );
}

/** The expressions that the value of an expression comes from. Those before the last one of a sequence are not among them. */
export function resultsOf(expression: Node): Node[] {
  const node = bareExpression(expression);
  switch (node.type) {
    case 'LogicalExpression':
      return resultsOf(node.right);
    case 'ConditionalExpression':
      return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
    case 'SequenceExpression':
      return resultsOf(node.expressions.at(-1)!);
    default:
      return [node];
  }
}

/** The functions that `withoutThen` leaves out. */
export function thenCallbacks(node: Node): Node[] {
  const inner = withoutThen(node);
  const found: Node[] = [];
  for (let each = node; each !== inner && each.type === 'CallExpression';) {
    each.arguments.forEach((given) => void found.push(given));
    each = bareExpression((each.callee as MemberExpression).object);
  }
  return found;
}

/** The function that a promise gets for errors: of `.catch(...)`, or the second one of `.then(...)`. */
export function errorHandler({ callee, arguments: given }: CallExpression): Node | undefined {
  return given[lastName(callee) === 'catch' ? 0 : lastName(callee) === 'then' ? 1 : given.length];
}

/** The values that functions of a promise return as its own: `problem(401)` of `find(ctx).catch(() => problem(401))`. */
export function settledIn(node: Node): Node[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const name = lastName(node.callee);
  const own = name === 'then' ? node.arguments : name === 'catch' ? node.arguments.slice(0, 1) : [];
  const inner = name === 'catch' || name === 'finally' ? settledIn(bareExpression(node.callee.object)) : [];
  return [...own.flatMap(returnedAtEnd), ...inner];
}

function returnedAtEnd(given: Node): Node[] {
  const last = endOf(given);
  const value = last?.type === 'ReturnStatement' ? last.argument : last;
  return value ? resultsOf(value) : [];
}

/** Whether the function in `.then(...)` takes no result: `next`, or one without parameters. */
function dropsResult({ callee, arguments: [run] }: CallExpression): boolean {
  if (run === undefined || lastName(callee) !== 'then') return false;
  return isNamed(run, 'next') || ('params' in run && (run.params as readonly Node[]).length === 0);
}

/** The last statement of a function, or the expression that it is. */
function endOf(given: Node | undefined): Node | undefined {
  if (given?.type !== 'ArrowFunctionExpression' && given?.type !== 'FunctionExpression') return undefined;
  const body: Node | null = given.body;
  return body?.type === 'BlockStatement' ? body.body.at(-1) : (body ?? undefined);
}

/** Whether all that a function does in the end is to throw: `(error) => { log(error); throw error; }`. */
export function rethrows(given: Node | undefined): boolean {
  const last = endOf(given);
  if (last?.type === 'ThrowStatement') return true;
  const call = last?.type === 'ExpressionStatement' ? last.expression : last;
  return call?.type === 'CallExpression' && lastName(call.callee) === 'throw';
}

/** An expression without what is in place of nothing in `find(ctx) ?? null`: a promise is something. That of `user = find(ctx)` is `find(ctx)`. */
export function withoutDefault(given: Node): Node {
  const node = bareExpression(given);
  if (node.type === 'AssignmentExpression' && /^(?:\?\?|\|\|)?=$/.test(node.operator))
    return withoutDefault(node.right);
  return node.type === 'LogicalExpression' && node.operator === '??' ? withoutDefault(node.left) : node;
}

/** The call of a function in `find(ctx).then(...)`, `find(ctx).catch(...)` and `find(ctx) ?? null`. */
export function firstCall(given: Node): Node {
  const node = withoutDefault(given);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return node;
  return isPromiseMethod(lastName(node.callee)) ? firstCall(node.callee.object) : node;
}

/** The call of a guard in `guard(ctx).then(...)`, which nothing handles if it fails. */
export function withoutThen(node: Node): Node {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return node;
  const name = lastName(node.callee);
  const isOpen =
    name === 'catch' ? rethrows(node.arguments[0]) : /^(?:then|finally)$/.test(name) && node.arguments.length < 2;
  return isOpen ? withoutThen(bareExpression(node.callee.object)) : node;
}
