import type { Node, Program } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { childrenOf, identifierName, isNamed, lastName, parametersOf, propertyName } from '../module/nodes.ts';
import { namesSet } from './early-reads.ts';
import type { AnyFunction } from './read-order.ts';
import { refuses } from './refusals.ts';
import { isTest } from './returned-values.ts';
import { setIn } from './set-values.ts';

const AUTH = 'auth';

/**
 * Finds the tests of a handler or an `authorize` whether there is a `ctx.auth`, which always is an object unless the file sets it: `if (!ctx.auth)`,
 * `ctx.assert(ctx.auth, 401)` and `return Boolean(ctx.auth)`. A test with more in it, such as `!ctx.auth || !ctx.auth.token`, is right.
 */
export function findAuthTests(text: string, program: Program, { params, body }: AnyFunction): readonly Span[] {
  // Few functions have one.
  if (body === null || !/\bauth\b/.test(text.slice(params[0]?.start, body.end)) || namesSet(program).has(AUTH))
    return [];
  const tests = new AuthTests(parametersOf({ params })[0]);
  if (body.type !== 'BlockStatement') tests.addResult(body);
  tests.visit(body);
  return tests.found;
}

class AuthTests {
  readonly found: Span[] = [];
  readonly #context: string | undefined;
  /** The names that have the value of `ctx.auth`. */
  readonly #names = new Set<string>();

  constructor(context: Node | undefined) {
    this.#context = context && identifierName(context);
    if (context !== undefined) this.#take(context);
  }

  visit(node: Node): void {
    if (/Function/.test(node.type)) return;
    this.#note(node);
    childrenOf(node).forEach((each) => this.visit(each));
  }

  /** A value that is a test, and not the field itself: `!!ctx.auth`. */
  addResult(given: Node): void {
    const node = bareExpression(given);
    this.#add(node, ({ type }) => !/^(?:Identifier|MemberExpression)$/.test(type));
  }

  #note(node: Node): void {
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        return this.#add(node.test);
      case 'LogicalExpression':
        // `ctx.auth ?? ctx.throw(401)`
        return refuses(bareExpression(node.right)) ? this.#add(node.left) : undefined;
      case 'CallExpression':
        return isTest(node.callee) && lastName(node.callee) === 'assert' && node.arguments[0] !== undefined
          ? this.#add(node.arguments[0])
          : undefined;
      case 'ReturnStatement':
        return node.argument === null ? undefined : this.addResult(node.argument);
      case 'AssignmentExpression':
        this.#names.delete(identifierName(node.left) ?? '');
        return this.addResult(node.right);
      case 'Property':
        return this.addResult(node.value);
      case 'VariableDeclarator':
        return this.#bind(node.id, node.init);
      default:
        return undefined;
    }
  }

  /** `const { auth } = ctx`, `const user = ctx.auth` and `const signedIn = !!ctx.auth`. */
  #bind(id: Node, init: Node | null): void {
    if (init === null) return;
    if (this.#context !== undefined && isNamed(bareExpression(init), this.#context)) return this.#take(id);
    this.addResult(init);
    if (id.type === 'Identifier' && this.#isAuth(init)) this.#names.add(id.name);
  }

  #take(pattern: Node): void {
    for (const each of pattern.type === 'ObjectPattern' ? pattern.properties : [])
      if (each.type === 'Property' && propertyName(each.key, each.computed) === AUTH)
        this.#names.add(identifierName(each.value) ?? '');
  }

  #add(given: Node, isMeant: (test: Node) => boolean = () => true): void {
    for (const result of [true, false])
      for (const { test, value } of setIn(given, result, () => undefined))
        if (this.#isAuth(value) && isMeant(test)) this.found.push({ start: test.start, end: test.end });
  }

  #isAuth(given: Node): boolean {
    const node = bareExpression(given);
    if (node.type !== 'MemberExpression') return this.#names.has(identifierName(node) ?? '');
    return this.#context !== undefined && isNamed(node.object, this.#context) && lastName(node) === AUTH;
  }
}
