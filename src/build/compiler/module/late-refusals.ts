import type { Node } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from './body-reads.ts';
import { identifierName, isNamed, lastName } from './nodes.ts';
import { answeredBy, makesRefusal, throwsRefusal } from './refusals.ts';
import type { AnyFunction } from './read-order.ts';
import { resultsOf, unusedIn } from './unthrown-problems.ts';

/** An answer of middleware that keeps a client out, although the operation runs. */
export interface LateRefusal {
  readonly span: Span;
  /** Whether the operation has run before it. */
  readonly isAfter: boolean;
}

/** A rule about what the operation has done is right after `next()`. */
const ABOUT_RESULT = /\b(?:status|body|response|res|result|err(?:or)?)\b/i;

/** The order of answers, calls and `next()` in middleware. */
export interface MiddlewareOrder {
  readonly refusals: readonly LateRefusal[];
  /** The calls of functions from which every way leads to `next()`, although they may answer the request. */
  readonly passed: readonly Span[];
}

/** Finds the answers in middleware that come after `next()`, and those from which every way leads to it: `ctx.status = 401; await next()`. */
export function findLateRefusals(text: string, { params, body }: AnyFunction): MiddlewareOrder {
  const [ctx, next] = params.map((each) => identifierName(each)).filter((name) => name !== 'this');
  if (body?.type !== 'BlockStatement' || ctx === undefined || next === undefined) return { refusals: [], passed: [] };
  const walk = new StatementWalk(text, ctx, next);
  walk.visit(body, []);
  return { refusals: walk.found, passed: walk.passed };
}

class StatementWalk {
  readonly found: LateRefusal[] = [];
  readonly passed: Span[] = [];
  readonly #text: string;
  readonly #ctx: string;
  readonly #next: string;
  #isAfter = false;

  constructor(text: string, ctx: string, next: string) {
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
        return (node.body as readonly Node[]).reduce((before, each) => this.visit(each, before), open);
      case 'IfStatement': {
        const { test, consequent, alternate } = node;
        return [consequent, alternate].flatMap((each) => this.#within(each, [], !this.#isAboutResult(test)));
      }
      case 'TryStatement':
        return node.handler === null ? this.visit(node.block, open) : this.#within(node.block, open, true);
      case 'ExpressionStatement':
        return this.#visitExpression(node.expression, open);
      case 'VariableDeclaration':
        return node.declarations.some(({ init }) => this.#callsNext(init)) ? this.#pass(open) : open;
      case 'ReturnStatement':
        if (this.#callsNext(node.argument)) this.#pass(open);
        return [];
      case 'ThrowStatement':
        if (this.#isAfter && makesRefusal(node.argument)) this.#add(node, true);
        return [];
      default:
        return [];
    }
  }

  /** Visits a statement that may not run. */
  #within(node: Node | null, open: readonly Node[], mayBeAfter: boolean): readonly Node[] {
    const before = this.#isAfter;
    this.#isAfter &&= mayBeAfter;
    const left = this.visit(node, open);
    this.#isAfter = before;
    return left;
  }

  #visitExpression(expression: Node, open: readonly Node[]): readonly Node[] {
    if (this.#callsNext(expression)) return this.#pass(open);
    const results = resultsOf(expression);
    if (!this.#isAfter) return [...open, ...unusedIn(expression)];
    const isConditional = results[0] !== bareExpression(expression);
    if (isConditional && this.#isAboutResult(expression)) return [];
    for (const each of results) if (this.#refuses(each)) this.#add(each, true);
    return [];
  }

  /** Whether an expression refuses a request after the operation, and not because of its result. A redirect may go on from there. */
  #refuses(node: Node): boolean {
    if (node.type !== 'CallExpression') return answeredBy(node) === this.#ctx;
    const [tested] = node.arguments;
    return throwsRefusal(node) && !(lastName(node.callee) === 'assert' && this.#isAboutResult(tested!));
  }

  #pass(open: readonly Node[]): readonly Node[] {
    for (const each of open) {
      if (answeredBy(each) === this.#ctx) this.#add(each, false);
      else if (each.type === 'CallExpression') this.passed.push({ start: each.start, end: each.end });
    }
    this.#isAfter = true;
    return [];
  }

  #add({ start, end }: Node, isAfter: boolean): void {
    this.found.push({ span: { start, end }, isAfter });
  }

  #isAboutResult({ start, end }: Node): boolean {
    return ABOUT_RESULT.test(this.#text.slice(start, end));
  }

  /** `next()`, `await next()` and `next().then(...)`. */
  #callsNext(given: Node | null): boolean {
    const node = given && bareExpression(given);
    if (node?.type === 'AwaitExpression' || node?.type === 'UnaryExpression') return this.#callsNext(node.argument);
    if (node?.type !== 'CallExpression') return false;
    const { callee } = node;
    return callee.type === 'MemberExpression' ? this.#callsNext(callee.object) : isNamed(callee, this.#next);
  }
}
