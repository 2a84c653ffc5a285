import type { ArrayExpression, CallExpression, MemberExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName, isNamed, lastName } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';
import type { Use } from './lost-call.ts';
import type { Combinators } from './combinators.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import type { KeptPromises } from './kept-promises.ts';
import { isEach, isMap, isSearch } from './named-calls.ts';
import { MAY_BE_FUNCTION } from './names-bound-once.ts';
import { isNewPromise, isTest } from './returned-values.ts';
import { IS_NAME, readVisitors } from './value-reads.ts';
import { resultsOf, thenCallbacks, unusedIn, withoutDefault, withoutThen } from './unthrown-problems.ts';

/** A call, or a function in its place, whose result nothing uses, or is a condition. */
export interface FoundCall {
  readonly canAwait: boolean;
  readonly node: Node;
  /** The function, if the node isn't a call of it: a list calls it, or nothing does. */
  readonly callee?: Node;
  /** The field of the context that gets it. */
  readonly field?: string | undefined;
  readonly use: Exclude<Use, 'awaited' | 'chained' | 'tested' | 'passed' | 'beside' | 'mapped'>;
  /** The expression around it that would make up for it if it were awaited. */
  readonly around?: Node | undefined;
  /** The value that it has got before, if the node is a property. */
  readonly kept?: Node | undefined;
  /** Whether the value is another one in some cases. */
  readonly isPart?: boolean | undefined;
  /** Whether it is compared, or its properties are read, which are right for a function too. */
  readonly isRead?: boolean;
  /** The values that it is right to compare a promise with, if they are that promise. */
  readonly others?: readonly Node[] | undefined;
}

/** The calls whose results nothing uses, or are conditions, while a walk goes through a file. */
export class FoundCalls {
  readonly all: FoundCall[] = [];
  /** The names and properties in conditions, and those of which properties are read, whose values no expression of the function shows. */
  readonly tests: Node[] = [];
  readonly awaited = new Set<Node>();
  /** The names of objects of which code sets properties, which promises have then. */
  readonly extended = new Set<string>();
  readonly #unused = new Set<Node>();
  readonly #drafts: FunctionDrafts;
  readonly #kept: KeptPromises;
  readonly #combinators: Combinators;

  constructor(drafts: FunctionDrafts, kept: KeptPromises, combinators: Combinators) {
    this.#drafts = drafts;
    this.#kept = kept;
    this.#combinators = combinators;
  }

  /** The parts of a visitor that find them. */
  visitor(): object[] {
    return [
      this.#statementVisitor(),
      this.#conditionVisitor(),
      ...readVisitors((node, others) => this.#decides(node, { isRead: true, others })),
    ];
  }

  #statementVisitor(): object {
    return {
      CallExpression: (call: CallExpression) => {
        const [given] = call.arguments;
        if (given === undefined) return;
        if (isTest(call.callee)) this.#decides(given);
        // Lists don't wait for promises; streams do, and are waited for.
        else if (isSearch(call.callee) && !this.awaited.has(call)) this.#decidesBy(given, call.callee.object);
        else if (isIncludes(call)) this.all.push({ node: call.callee.object, use: 'items', canAwait: false });
        else if (lastName(call.callee) === 'forEach') this.#list(given);
      },
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => {
        const awaited = bareExpression(argument);
        this.awaited.add(awaited);
        // To wait for a function does not call it.
        if (IS_NAME.test(awaited.type) && !this.#unused.has(awaited)) this.#addName(awaited);
        // It waits for no promise in the list.
        if (argument.type === 'ArrayExpression') this.#listItems(argument);
      },
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => this.#noteUnused(expression),
      SequenceExpression: ({ expressions }: Node & { type: 'SequenceExpression' }) =>
        expressions.slice(0, -1).forEach((each) => this.#noteUnused(each)),
    };
  }

  #noteUnused(expression: Node): void {
    for (const node of unusedIn(expression)) {
      this.#unused.add(node);
      this.#drafts.noteCall(node);
      this.#find(node, 'unused');
      if (IS_NAME.test(node.type)) this.all.push({ node, callee: node, use: 'named', canAwait: false });
      const call = withoutThen(node);
      if (call.type === 'CallExpression') this.#noteListed(call, node);
      for (const callback of thenCallbacks(node))
        this.all.push({ node, callee: callback, use: 'callback', canAwait: this.#drafts.current?.isAsync === true });
    }
  }

  #find(
    node: Node,
    use: FoundCall['use'],
    { around, isRead = false, canAwait = true, isPart, others }: Partial<FoundCall> = {},
  ): void {
    if (use === 'condition') this.#combinators.noteTest(node);
    const isProperty = node.type === 'MemberExpression' && use === 'condition';
    const kept = isProperty || node.type === 'Identifier' ? this.#kept.lastOf(node) : undefined;
    if (use === 'condition' && kept === undefined && IS_NAME.test(node.type)) this.tests.push(node);
    const isValue = use === 'condition' && (node.type === 'Identifier' || (isProperty && !isRead));
    if (node.type !== 'CallExpression' && !isNewPromise(node) && kept === undefined && !isValue) return;
    const isAsync = this.#drafts.current?.isAsync === true;
    this.all.push({ node, use, canAwait: canAwait && isAsync, around, kept, isRead, isPart, others });
  }

  /**
   * Notes the calls in `items.map(guard)`, `Promise.allSettled([guard(ctx)])` and `Promise.all([guard(ctx)])`, whose results nothing uses.
   *
   * @param around The expression that code awaits if it waits for the list.
   */
  #noteListed({ callee, arguments: [given] }: CallExpression, around: Node): void {
    if (given === undefined || callee.type !== 'MemberExpression') return;
    if (isEach(callee)) return this.#list(given, isMap(callee) ? undefined : around);
    const name = lastName(callee);
    if (!isNamed(callee.object, 'Promise') || !/^(?:all(?:Settled)?|any|race)$/.test(name)) return;
    const awaited = name === 'allSettled' ? undefined : around;
    if (given.type === 'ArrayExpression') this.#listItems(given, awaited);
    else if (given.type === 'CallExpression' && isMap(given.callee)) this.#list(given.arguments[0], awaited);
  }

  /** Notes a name in place of a promise, which may be a function that nothing calls. */
  #addName(node: Node): void {
    this.all.push({ node, callee: node, use: 'value', canAwait: false });
  }

  #listItems({ elements }: ArrayExpression, around?: Node): void {
    for (const each of elements) {
      if (each === null) continue;
      if (IS_NAME.test(each.type)) this.#addName(each);
      else this.#find(each, 'listed', { around });
    }
  }

  #list(given: Node | undefined, around?: Node): void {
    const own = given && unwrap(given);
    if (own !== undefined && MAY_BE_FUNCTION.test(own.type))
      this.all.push({ node: own, callee: own, use: 'listed', canAwait: false, around });
  }

  /**
   * @param how.canAwait Whether it is code of the function that the walk is in.
   * @param how.isPart Whether something else gets it: `load(ctx) || null`.
   */
  #decides(test: Node | null, how: Partial<Pick<FoundCall, 'isRead' | 'canAwait' | 'isPart' | 'others'>> = {}): void {
    const nodes = new Set(test === null ? [] : [...resultsOf(test), withoutDefault(test)]);
    for (const node of nodes) {
      this.#find(node, 'condition', how);
      const list = how.isRead === true ? undefined : makerOfList(node);
      if (list !== undefined) this.all.push({ node, callee: list, use: 'list', canAwait: false });
    }
  }

  /** Notes a function whose results are conditions: `roles.some(isAllowed)`. Those in `[isAdmin(ctx)].some(Boolean)` are in the list. */
  #decidesBy(given: Node, list: Node): void {
    const own = unwrap(given);
    if (testsItem(own)) this.all.push({ node: list, use: 'items', canAwait: false });
    if (list.type === 'ArrayExpression' && isNamed(own, 'Boolean'))
      for (const each of list.elements) this.#decides(each);
    else if (own.type === 'ArrowFunctionExpression' && !own.async && own.body.type !== 'BlockStatement')
      this.#decides(own.body, { canAwait: false });
    else if (MAY_BE_FUNCTION.test(own.type))
      this.all.push({ node: own, callee: own, use: 'condition', canAwait: false });
  }

  #conditionVisitor(): object {
    const byTest = ({ test }: { test: Node | null }): void => this.#decides(test);
    const tests = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'];
    return {
      ...Object.fromEntries(tests.map((type) => [type, byTest])),
      AssignmentExpression: ({ left }: Node & { type: 'AssignmentExpression' }) => {
        if (left.type === 'MemberExpression') this.extended.add(identifierName(left.object) ?? '');
      },
      LogicalExpression: ({ operator, left }: Node & { type: 'LogicalExpression' }) =>
        operator === '??' ? undefined : this.#decides(left, { isPart: operator === '||' }),
      UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) =>
        operator === '!' ? this.#decides(argument) : undefined,
    };
  }
}

/** `Boolean`, `(ok) => ok`, `(ok) => !ok` and `(ok) => ok === true`. */
function testsItem(given: Node): boolean {
  if (given.type !== 'ArrowFunctionExpression') return isNamed(given, 'Boolean');
  const item = given.params[0] && identifierName(given.params[0]);
  const body: Node = given.body;
  const tested = body.type === 'UnaryExpression' ? body.argument : body.type === 'BinaryExpression' ? body.left : body;
  return item !== undefined && isNamed(tested, item);
}

/** `Promise.all` of `await Promise.all(...)`. */
export function makerOfList(node: Node): Node | undefined {
  const list = node.type === 'AwaitExpression' ? bareExpression(node.argument) : undefined;
  return list?.type === 'CallExpression' && /^all(?:Settled)?$/.test(lastName(list.callee)) ? list.callee : undefined;
}

/** `oks.includes(false)` */
function isIncludes(call: CallExpression): call is CallExpression & { callee: MemberExpression } {
  const [value] = call.arguments;
  const isFlag = value?.type === 'Literal' && typeof value.value === 'boolean';
  return isFlag && call.callee.type === 'MemberExpression' && /^(?:includes|indexOf)$/.test(lastName(call.callee));
}
