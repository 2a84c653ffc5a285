import type { CallExpression, IfStatement, Node, Program } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { childrenOf, functionVisitor, identifierName, isNamed, lastName, visitEach } from '../module/nodes.ts';
import type { LocalValues } from './local-values.ts';
import { isNamedAsGuard, isSearch } from './named-calls.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { CONTEXT, FOR_ALL_OR_GONE, redirectsToLogin, refusedBy, refusesAllAlike, throwsProblem } from './refusals.ts';
import type { AnyFunction } from './read-order.ts';
import type { Outcome } from './statement-ends.ts';
import { endOf, isNegative, resultOf } from './statement-ends.ts';

/** How code refuses: with an error or a status, or with the page to sign in. */
export type RefusalKind = 'error' | 'redirect';

/** A condition, and the result of it that can lead to a refusal. */
export interface RefusingTest {
  readonly test: Node;
  readonly isMet: boolean;
  readonly kind: RefusalKind;
}

/** How code keeps a client out; undefined for code that doesn't. */
type Closing = (node: Node) => RefusalKind | undefined;

/** How many constants, functions and parts of a condition are followed. */
const MAX_STEPS = 16;

/** Finds the comparisons of a file that refuse requests if they match: not `ctx.path === '/login'` of `if (ctx.path === '/login') return next();`. */
export class RefusingTests {
  readonly #names: NamesBoundOnce;
  readonly #values: LocalValues;
  readonly #tests: (() => void)[] = [];
  readonly #found: RefusingTest[] = [];
  readonly #refusals = new Map<Closing, Map<Node, RefusalKind[]>>();
  readonly #keepsOut: Closing;
  readonly #isOpen: (end: Outcome) => boolean;
  readonly #verifiers: ReadonlySet<number>;

  /**
   * @param how.closing The code that refuses.
   * @param how.isOpen How code ends that lets a request go on.
   * @param how.verifiers The starts of the bodies of verifiers, which refuse by their results too.
   */
  constructor(
    names: NamesBoundOnce,
    values: LocalValues,
    {
      closing = keepsOut,
      isOpen = goesOn,
      verifiers = new Set(),
    }: { closing?: Closing; isOpen?: (end: Outcome) => boolean; verifiers?: ReadonlySet<number> } = {},
  ) {
    this.#names = names;
    this.#values = values;
    this.#keepsOut = closing;
    this.#isOpen = isOpen;
    this.#verifiers = verifiers;
  }

  /** The parts of a visitor that see the conditions. `LocalValues` has its own. */
  visitor(): object {
    return visitEach(
      {
        Program: ({ body }: Program) => this.#statements(body),
        BlockStatement: ({ body }: Node & { type: 'BlockStatement' }) => this.#statements(body),
        IfStatement: ({ test, consequent, alternate }: IfStatement) => this.#choose(test, [consequent], alternate),
        ConditionalExpression: ({ test, consequent, alternate }: Node & { type: 'ConditionalExpression' }) =>
          this.#choose(test, [consequent], alternate),
        LogicalExpression: ({ operator, left, right }: Node & { type: 'LogicalExpression' }) => {
          this.#add(left, operator === '&&', [right]);
        },
        CallExpression: (call: CallExpression) => {
          const [test] = call.arguments;
          if (test !== undefined && lastName(call.callee) === 'assert') this.#add(test, false, [call]);
        },
        SwitchStatement: ({ cases }: Node & { type: 'SwitchStatement' }) =>
          cases.forEach(({ test }, i) => {
            const after = cases.slice(i).flatMap(({ consequent }) => consequent);
            const end = after.findIndex(({ type }) => /^(?:Break|Return|Throw)Statement$/.test(type));
            if (test !== null) this.#add(test, true, end === -1 ? after : after.slice(0, end + 1));
          }),
      },
      {
        FunctionDeclaration: (node: Node & { type: 'FunctionDeclaration' }) => this.#authorize(node.id, node),
        VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => this.#authorize(id, init),
        Property: ({ key, value }: Node & { type: 'Property' }) => this.#authorize(key, value),
      },
      functionVisitor((node) => {
        const { body } = node as AnyFunction;
        if (body !== null && this.#verifiers.has(body.start)) this.#verify(body);
      }),
    );
  }

  /** The comparisons, and the texts of cases, each with how a match refuses. */
  found(): ReadonlyMap<Node, RefusalKind> {
    const matching = new Map<Node, RefusalKind>();
    for (const { test, isMet, kind } of this.conditions())
      for (const node of this.#matches(test, isMet, MAX_STEPS))
        if (matching.get(node) !== 'error') matching.set(node, kind);
    return matching;
  }

  /** The comparisons, and the texts of cases, with which a match lets a request pass: `ctx.path === '/login'` of `if (ctx.path === '/login') return next();`. */
  passing(): ReadonlySet<Node> {
    return new Set(this.conditions().flatMap(({ test, isMet }) => this.#matches(test, !isMet, MAX_STEPS)));
  }

  /** The conditions, once the walk has ended. */
  conditions(): readonly RefusingTest[] {
    for (const each of this.#tests.splice(0)) each();
    return this.#found;
  }

  /** Adds a condition, if its result leads to a refusal: that is known once the walk has ended. */
  #add(test: Node, isMet: boolean, then: readonly Node[], isClosing = this.#keepsOut): void {
    this.#tests.push(() => {
      // The statements behind one condition are behind those before it, too.
      const known = getOrAdd(this.#refusals, isClosing, () => new Map<Node, RefusalKind[]>());
      const kinds = new Set(
        then.flatMap((each) => getOrAdd(known, each, () => this.#refusalsIn(each, isClosing, true))),
      );
      if (kinds.size > 0) this.#found.push({ test, isMet, kind: kinds.has('error') ? 'error' : 'redirect' });
    });
  }

  #choose(test: Node, then: readonly Node[], alternate: Node | null, isClosing = this.#keepsOut): void {
    this.#add(test, true, then, isClosing);
    if (alternate !== null) this.#add(test, false, [alternate], isClosing);
  }

  /** `if (ctx.path !== '/admin') return next(); throw problem(403);` */
  #statements(statements: readonly Node[], isClosing = this.#keepsOut, isOpen = this.#isOpen): void {
    for (const [i, each] of statements.entries()) {
      if (each.type !== 'IfStatement') continue;
      if (isOpen(endOf([each.consequent]))) this.#add(each.test, false, statements.slice(i + 1), isClosing);
    }
  }

  /** The conditions of an `authorize`, which refuses with its result. */
  #authorize(name: Node | null, given: Node | null): void {
    if (name === null || given === null || !isNamed(name, 'authorize') || !/Function/.test(given.type)) return;
    const { body } = given as AnyFunction;
    if (body === null) return;
    /** It also refuses with `false`, or returns whether a client may go on. */
    const mayReturnFalse: Closing = (node) => {
      const isResult = node.type === 'ReturnStatement' && node.argument !== null && resultOf(node.argument) !== 'true';
      return isResult ? 'error' : this.#keepsOut(node);
    };
    this.#decide(body, mayReturnFalse, (node) => this.#result(node));
  }

  /** The conditions of a verifier, which refuses with a result such as `undefined`. */
  #verify(body: Node): void {
    const mayReturnNothing: Closing = (node) => {
      const isNothing = node.type === 'ReturnStatement' && (node.argument === null || mayBeNegative(node.argument));
      return isNothing ? 'error' : this.#keepsOut(node);
    };
    this.#decide(body, mayReturnNothing, (node) => this.#identity(node), isIdentity);
  }

  /** The conditions in a function that refuses with its result. */
  #decide(body: Node, isClosing: Closing, addResult: (node: Node) => void, isOpen = this.#isOpen): void {
    const visit = (node: Node): void => {
      if (/Function/.test(node.type)) return;
      if (node.type === 'BlockStatement') this.#statements(node.body, isClosing, isOpen);
      if (node.type === 'IfStatement') this.#choose(node.test, [node.consequent], node.alternate, isClosing);
      if (node.type === 'ReturnStatement' && node.argument !== null) addResult(node.argument);
      childrenOf(node).forEach(visit);
    };
    if (body.type !== 'BlockStatement') addResult(body);
    visit(body);
  }

  /** The result of a verifier: `ctx.path === '/admin' && !user.isAdmin ? undefined : user`. */
  #identity(given: Node): void {
    const node = bareExpression(given);
    // `ctx.path !== '/admin' && user`
    if (node.type === 'LogicalExpression' && node.operator === '&&')
      this.#found.push({ test: node.left, isMet: false, kind: 'error' });
    if (node.type !== 'ConditionalExpression') return;
    const { test, consequent, alternate } = node;
    for (const [each, isMet] of [
      [consequent, true],
      [alternate, false],
    ] as const)
      if (mayBeNegative(each)) this.#found.push({ test, isMet, kind: 'error' });
      else this.#identity(each);
  }

  /** The result of an `authorize`: also `ctx.path === '/admin' ? isAdmin(ctx) : true`. */
  #result(given: Node): void {
    const node = bareExpression(given);
    const test = node.type === 'ConditionalExpression' ? node : undefined;
    const isOpen = [test?.consequent, test?.alternate].map((each) => each !== undefined && resultOf(each) === 'true');
    if (test === undefined) this.#found.push({ test: node, isMet: false, kind: 'error' });
    else if (isOpen[0] !== isOpen[1]) this.#found.push({ test: test.test, isMet: isOpen[1]!, kind: 'error' });
  }

  /** The refusals in code, and in a function of the file that it calls. */
  #refusalsIn(node: Node, isClosing: Closing, isFirst: boolean): RefusalKind[] {
    if (/Function|CatchClause/.test(node.type) || refusesAllAlike(node, FOR_ALL_OR_GONE)) return [];
    const kind = isClosing(node);
    if (kind !== undefined) return [kind];
    const called = node.type === 'CallExpression' && isFirst ? this.#calledBy(node) : [];
    if (called.some((each) => isGuardName(identifierName(each) ?? ''))) return ['error'];
    const inside = called.flatMap(childrenOf).flatMap((each) => this.#refusalsIn(each, this.#keepsOut, false));
    return [...inside, ...childrenOf(node).flatMap((each) => this.#refusalsIn(each, isClosing, isFirst))];
  }

  /** A function of the file, or those of a table, also by their names: `GUARDS[ctx.path](ctx, next)`. */
  #calledBy({ callee }: CallExpression): Node[] {
    const known = this.#values.functionOf(callee);
    const item = bareExpression(this.#names.constant(callee) ?? callee);
    if (known !== undefined || item.type !== 'MemberExpression' || !item.computed) return known ? [known] : [];
    const table = bareExpression(this.#names.constant(item.object) ?? item.object);
    return table.type !== 'ObjectExpression'
      ? []
      : table.properties.flatMap((each) =>
          each.type === 'Property' ? [each.value, this.#values.functionOf(each.value) ?? []].flat() : [],
        );
  }

  /** The comparisons of a condition that match if they add to a result. */
  #matches(given: Node, isMet: boolean, steps: number): Node[] {
    const node = bareExpression(given);
    const follow = (each: Node | undefined, isSame = true): Node[] =>
      each === undefined || steps === 0 ? [] : this.#matches(each, isMet === isSame, steps - 1);
    switch (node.type) {
      case 'UnaryExpression':
        return node.operator === '!' ? follow(node.argument, false) : [];
      case 'LogicalExpression':
        return [node.left, node.right].flatMap((each) => follow(each));
      case 'ConditionalExpression':
        return [node.consequent, node.alternate].flatMap((each) => follow(each));
      case 'AwaitExpression':
        return follow(node.argument);
      case 'Identifier':
        return follow(this.#names.constant(node));
      case 'BinaryExpression':
        return this.#inComparison(node, isMet, follow);
      case 'CallExpression':
        return [...this.#inCall(node).flatMap((each) => follow(each)), ...(isMet ? [node] : [])];
      default:
        // The text of a case.
        return isMet ? [node] : [];
    }
  }

  #inComparison(
    node: Node & { type: 'BinaryExpression' },
    isMet: boolean,
    follow: (each: Node, isSame: boolean) => Node[],
  ): Node[] {
    const match = matchOf(node);
    if (match !== undefined) return follow(...match);
    return /^(?:=|in$)/.test(node.operator) === isMet ? [node] : [];
  }

  /** The expressions whose result a call has: that of `isClosed(ctx)`, and of `LIST.some((each) => ...)`. */
  #inCall({ callee, arguments: given }: CallExpression): Node[] {
    const [first] = given;
    if (isNamed(callee, 'Boolean')) return first === undefined ? [] : [first];
    if (first?.type === 'ArrowFunctionExpression' && isSearch(callee))
      return first.body.type === 'BlockStatement' ? [] : [first.body];
    const result = this.#values.resultOf(callee);
    return result === undefined ? [] : [result];
  }
}

/** The expression that a comparison tests, and whether it has the same result: `text.indexOf(x) !== -1`, `isClosed(ctx) === false`. */
function matchOf(node: Node & { type: 'BinaryExpression' }): [Node, boolean] | undefined {
  const { operator, right } = node;
  const left = bareExpression(node.left);
  const value = right.type === 'Literal' ? right.value : undefined;
  const isSame = operator.startsWith('=');
  if (left.type === 'CallExpression' && /^(?:indexOf|search)$/.test(lastName(left.callee)))
    return [left, operator.startsWith('>') || (!operator.startsWith('<') && isSame === (value === 0))];
  return typeof value === 'boolean' && /^[!=]==?$/.test(operator) ? [left, isSame === value] : undefined;
}

/** Whether the result of a verifier shows that it can refuse: `undefined`, and `user.isAdmin ? user : undefined`. */
function mayBeNegative(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].some(mayBeNegative);
  return isNegative(node) || (node.type === 'LogicalExpression' && node.operator === '&&');
}

/** Whether a verifier ends with a caller. */
function isIdentity(end: Outcome): boolean {
  return end === 'true' || end === 'object' || end === 'other';
}

/** Whether code lets a request go on by its end. */
function goesOn(end: Outcome): boolean {
  return end === 'next' || end === 'true';
}

/** How a statement or an expression keeps a client out. */
function keepsOut(node: Node): RefusalKind | undefined {
  if (node.type === 'ThrowStatement' || refusedBy(node) !== undefined) return 'error';
  if (node.type === 'CallExpression' && (throwsProblem(node) || callsGuard(node))) return 'error';
  return redirectsToLogin(node) ? 'redirect' : undefined;
}

/** `requireAdmin(ctx)`. Any code can be in a function named as middleware. */
function callsGuard({ callee, arguments: given }: CallExpression): boolean {
  const name = lastName(callee);
  return isGuardName(name) && given.some((each) => CONTEXT.test(identifierName(each) ?? ''));
}

function isGuardName(name: string): boolean {
  return isNamedAsGuard(name) && !/^(?:allow|block|check|only)|Middleware$/.test(name);
}
