import type { CallExpression, Node, SwitchCase } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Use } from './lost-call.ts';
import { identifierName, isNamed, lastName, parametersOf } from '../module/nodes.ts';
import { answeredBy, emitsRefusal, makesRefusal, refusedBy, respondedBy, throwsRefusal } from './refusals.ts';
import type { AnyFunction } from './read-order.ts';
import { resultsOf, thenCallbacks, unusedIn } from './unthrown-problems.ts';

/** An answer of middleware that keeps a client out, although the operation runs. */
export interface LateRefusal {
  readonly span: Span;
  /** Whether the operation has run before it. */
  readonly isAfter: boolean;
  /** Whether it is a condition's response with another status, such as 404. */
  readonly isOther?: boolean;
}

/** A rule about what the operation has done is right after `next()`. */
const ABOUT_RESULT = /\b(?:status|body|response|res|result|err(?:or)?)\b/i;

/** The methods of promises and functions, which may not call what they get. */
const NO_CALL = /^(?:then|catch|finally|bind)$/;

/** The order of answers, calls and `next()` in middleware. */
export interface MiddlewareOrder {
  readonly refusals: readonly LateRefusal[];
  readonly calls: readonly OrderedCall[];
}

/** A call in middleware that may refuse the request although the operation runs, or a function that `next().then` gets. */
export interface OrderedCall {
  readonly node: Node;
  readonly use: Extract<Use, 'passed' | 'late' | 'beside'>;
}

/** Finds the answers in middleware that come after `next()`, and those from which every way leads to it: `ctx.status = 401; await next()`. */
export function findLateRefusals(text: string, { params, body }: AnyFunction): MiddlewareOrder {
  const [ctx, next] = parametersOf({ params }).map((each) => identifierName(each));
  if (body === null || ctx === undefined || next === undefined) return { refusals: [], calls: [] };
  const walk = new StatementWalk(text, ctx, next);
  if (body.type === 'BlockStatement') walk.visit(body, []);
  else walk.return(body, []);
  return { refusals: walk.found, calls: walk.calls };
}

/** Finds the responses of an `authorize` from which every way leads to `return true`. */
export function findPassedResponses(text: string, { params, body }: AnyFunction): readonly LateRefusal[] {
  const [ctx] = parametersOf({ params }).map((each) => identifierName(each));
  if (body?.type !== 'BlockStatement' || ctx === undefined) return [];
  const walk = new StatementWalk(text, ctx, undefined);
  walk.visit(body, []);
  return walk.found;
}

class StatementWalk {
  readonly found: LateRefusal[] = [];
  readonly calls: OrderedCall[] = [];
  readonly #text: string;
  readonly #ctx: string;
  readonly #next: string | undefined;
  /** The calls whose promises constants hold. */
  readonly #begun = new Map<string, CallExpression>();
  /** The answers and calls that a condition is around. */
  readonly #conditional = new Set<Node>();
  #isConditional = false;
  #isAfter = false;

  /** @param next The name of the function that goes on; undefined if the result `true` does. */
  constructor(text: string, ctx: string, next: string | undefined) {
    this.#text = text;
    this.#ctx = ctx;
    this.#next = next;
  }

  /**
   * @param open The answers and calls before a statement that no condition, `return` or `throw` follows.
   * @returns Those after it.
   */
  visit(node: Node | null, open: readonly Node[]): readonly Node[] {
    switch (node?.type) {
      case 'BlockStatement':
        return this.#visitAll(node.body, open);
      case 'IfStatement': {
        const { test, consequent, alternate } = node;
        const mayBeAfter = !this.#isAboutResult(test);
        return [consequent, alternate].flatMap((each) => this.#within(each === null ? [] : [each], [], mayBeAfter));
      }
      case 'SwitchStatement':
        return node.cases.flatMap((each) => this.#visitCase(each, node.discriminant));
      // Of a switch statement: nothing goes into loops.
      case 'BreakStatement':
        return open;
      case 'TryStatement': {
        const { block, handler, finalizer } = node;
        if (handler === null) return this.#visitAll([block, finalizer!], open);
        // After next(), an answer to an error is right.
        return [...this.#within([block], open, true), ...this.#within([handler.body], [], false)];
      }
      case 'ExpressionStatement':
        return this.#visitExpression(node.expression, open);
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          if (init?.type === 'CallExpression') this.#begun.set(identifierName(id) ?? '', init);
        return node.declarations.reduce((before, { init }) => this.#passBy(init, before) ?? before, open);
      case 'ReturnStatement':
        return this.return(node.argument, open);
      case 'ThrowStatement':
        if (this.#isAfter && makesRefusal(node.argument)) this.#add(node, true);
        return [];
      default:
        return [];
    }
  }

  /** Visits what a function returns. */
  return(value: Node | null, open: readonly Node[]): readonly Node[] {
    const result = value && bareExpression(value);
    if (result?.type === 'SequenceExpression') {
      const last = result.expressions.at(-1)!;
      return this.return(last, this.#visitExpressions(result.expressions.slice(0, -1), open));
    }
    if (this.#next === undefined && result?.type === 'Literal' && result.value === true) this.#pass(open);
    if (this.#passBy(value, open) === undefined && this.#isAfter) this.#addCalls(value, 'late');
    return [];
  }

  #visitAll(nodes: readonly Node[], open: readonly Node[]): readonly Node[] {
    return nodes.reduce((before, each) => this.visit(each, before), open);
  }

  /** Visits a case of a switch statement, as if it didn't begin in the one before it. */
  #visitCase({ test, consequent }: SwitchCase, decides: Node): readonly Node[] {
    const mayBeAfter = ![decides, test].some((each) => each !== null && this.#isAboutResult(each));
    return this.#within(consequent, [], mayBeAfter);
  }

  /** Visits statements that may not run. */
  #within(nodes: readonly Node[], open: readonly Node[], mayBeAfter: boolean): readonly Node[] {
    const [wasAfter, wasConditional] = [this.#isAfter, this.#isConditional];
    this.#isAfter &&= mayBeAfter;
    this.#isConditional = true;
    const left = this.#visitAll(nodes, open);
    this.#isAfter = wasAfter;
    this.#isConditional = wasConditional;
    return left;
  }

  #visitExpressions(nodes: readonly Node[], open: readonly Node[]): readonly Node[] {
    return nodes.reduce((before, each) => this.#visitExpression(each, before), open);
  }

  #visitExpression(expression: Node, open: readonly Node[]): readonly Node[] {
    const bare = bareExpression(expression);
    if (bare.type === 'SequenceExpression') return this.#visitExpressions(bare.expressions, open);
    const passed = this.#passBy(expression, open);
    if (passed !== undefined) return passed;
    const results = resultsOf(expression);
    const isConditional = results[0] !== bare;
    if (!this.#isAfter) {
      const unused = unusedIn(expression);
      if (isConditional || this.#isConditional) for (const each of unused) this.#conditional.add(each);
      return [...open, ...unused];
    }
    if (isConditional && this.#isAboutResult(expression)) return [];
    for (const each of results) if (this.#refuses(each)) this.#add(each, true);
    this.#addCalls(expression, 'late');
    return [];
  }

  /** Adds the calls, also those in a list of promises or in a constant: `await Promise.all([check(ctx), begun])`. */
  #addCalls(expression: Node | null, use: OrderedCall['use']): void {
    for (const each of expression === null ? [] : unusedIn(expression)) {
      const begun = this.#begun.get(identifierName(each) ?? '');
      const node = begun ?? each;
      if (node.type !== 'CallExpression' || this.#isAboutResult(node)) continue;
      const listed = begun === undefined ? promisesIn(node) : undefined;
      if (listed === undefined) this.calls.push({ node, use: begun === undefined ? use : 'beside' });
      else for (const one of listed) if (!this.#nextIn(one)) this.#addCalls(one, use);
    }
  }

  /** Whether an expression refuses a request after the operation, and not because of its result. A redirect may go on from there. */
  #refuses(node: Node): boolean {
    if (refusedBy(node) === this.#ctx) return true;
    if (node.type !== 'CallExpression') return false;
    const [tested] = node.arguments;
    return throwsRefusal(node) && !(lastName(node.callee) === 'assert' && this.#isAboutResult(tested!));
  }

  /** @returns undefined if an expression doesn't call `next()`. */
  #passBy(expression: Node | null, open: readonly Node[]): readonly Node[] | undefined {
    const next = this.#nextIn(expression);
    if (next === undefined) return this.#passOn(expression);
    this.#pass(open);
    let use: OrderedCall['use'] = 'beside';
    for (const each of promisesIn(next) ?? [])
      if (this.#nextIn(each)) use = 'late';
      else this.#addCalls(each, use);
    for (const node of unusedIn(expression!).flatMap(thenCallbacks))
      if (!this.#isAboutResult(node)) this.calls.push({ node, use: 'late' });
    this.#isAfter = true;
    return [];
  }

  /** Notes a first call that gets `next`, such as `await noStore(ctx, next)`: it calls `next()`, unless it refuses the request. */
  #passOn(expression: Node | null): readonly Node[] | undefined {
    const bare = expression && bareExpression(expression);
    const call = bare?.type === 'AwaitExpression' ? bareExpression(bare.argument) : bare;
    if (this.#isAfter || call?.type !== 'CallExpression' || NO_CALL.test(lastName(call.callee))) return undefined;
    const { arguments: given } = call;
    const isCalled = call !== bare || given.some((each) => isNamed(each, this.#ctx));
    if (!isCalled || !given.some((each) => this.#isNext(each))) return undefined;
    this.#isAfter = true;
    return [];
  }

  #isNext(node: Node): boolean {
    return this.#next !== undefined && isNamed(node, this.#next);
  }

  /** Notes the answers and calls in spite of which the operation runs. */
  #pass(open: readonly Node[]): void {
    const isRefusal = (node: Node): boolean => answeredBy(node) === this.#ctx || emitsRefusal(node);
    const isAlone = !open.some(isRefusal);
    for (const each of open) {
      const isOther = this.#conditional.has(each) && respondedBy(each) === this.#ctx;
      if (isRefusal(each)) this.#add(each, false);
      else if (isOther && isAlone) this.#add(each, false, true);
      else if (each.type === 'CallExpression') this.calls.push({ node: each, use: 'passed' });
    }
  }

  #add({ start, end }: Node, isAfter: boolean, isOther = false): void {
    this.found.push({ span: { start, end }, isAfter, isOther });
  }

  #isAboutResult({ start, end }: Node): boolean {
    return ABOUT_RESULT.test(this.#text.slice(start, end));
  }

  /** The call in `next()`, `await next()` and `next().then(...)`, and that of `Promise.all([next()])`. */
  #nextIn(given: Node | null): CallExpression | undefined {
    const node = given && bareExpression(given);
    if (this.#next === undefined) return undefined;
    if (node?.type === 'AwaitExpression' || node?.type === 'UnaryExpression') return this.#nextIn(node.argument);
    if (node?.type !== 'CallExpression') return undefined;
    const { callee } = node;
    if (callee.type !== 'MemberExpression') return this.#isNext(callee) ? node : undefined;
    const listed = promisesIn(node);
    if (listed === undefined) return this.#nextIn(callee.object);
    return listed.some((each) => this.#nextIn(each)) ? node : undefined;
  }
}

/** The items of the list in `Promise.all([...])`; undefined for any other call. */
function promisesIn({ callee, arguments: [list] }: CallExpression): readonly Node[] | undefined {
  if (callee.type !== 'MemberExpression' || !isNamed(callee.object, 'Promise')) return undefined;
  return list?.type === 'ArrayExpression' ? list.elements.filter((each) => each !== null) : undefined;
}
