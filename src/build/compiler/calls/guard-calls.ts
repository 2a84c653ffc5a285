import type { ArrayExpression, CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Span } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Effects, LostCall, Use } from './call-effects.ts';
import { isTested } from './call-effects.ts';
import type { GivenFunction } from './combinators.ts';
import { Combinators } from './combinators.ts';
import { FunctionDrafts } from './function-drafts.ts';
import { KeptPromises } from './kept-promises.ts';
import { KeptResults } from './kept-results.ts';
import { LocalNames } from './local-names.ts';
import type { OrderedCall } from './late-refusals.ts';
import { isNamedAsPredicate, isSearch } from './named-calls.ts';
import { timesNamed } from '../module/name-counts.ts';
import { MAY_BE_FUNCTION, NamesBoundOnce } from './names-bound-once.ts';
import { identifierName, isNamed, lastName, propertyName, visitEach } from '../module/nodes.ts';
import type { Bindings } from '../module/static-values.ts';
import { isNewPromise, isPromiseMethod } from './returned-values.ts';
import { unwrap } from '../module/static-values.ts';
import { firstCall, resultsOf, thenCallbacks, unusedIn, withoutDefault, withoutThen } from './unthrown-problems.ts';

const IS_NAME = /^(?:Identifier|MemberExpression)$/;

/** How many constants are followed to the one that they are copies of. */
const MAX_COPIES = 8;

/** A call whose result is lost, and its location. */
export interface LocatedCall extends LostCall {
  readonly span: Span;
  /** The span of the function that is called. */
  readonly calleeAt: Span;
  readonly canAwait: boolean;
}

/** The calls of a file whose results are lost, and the effects of its functions. */
export interface GuardCalls {
  readonly lost: readonly LocatedCall[];
  readonly effects: Effects;
  readonly locate: (call: OrderedCall) => readonly LocatedCall[];
}

/** A module as it is parsed. */
export interface Parsed {
  readonly program: Program;
  readonly bindings: Bindings;
}

const known = new WeakMap<Program, GuardCalls>();

/** Finds the calls of a file whose results nothing uses, or are conditions, and what its functions do. */
export function guardCalls(parsed: Parsed): GuardCalls {
  return getOrAdd(known, parsed.program, () => new CallWalk(parsed).walk());
}

interface FoundCall extends Pick<LocatedCall, 'canAwait'> {
  readonly node: Node;
  /** The function, if the node isn't a call of it: a list calls it, or nothing does. */
  readonly callee?: Node;
  readonly use: Exclude<Use, 'awaited' | 'chained' | 'tested' | OrderedCall['use']>;
  /** The expression around it that would make up for it if it were awaited. */
  readonly around?: Node | undefined;
  /** The value that it has got before, if the node is a property. */
  readonly kept?: Node | undefined;
  /** Whether it is compared, or its properties are read, which are right for a function too. */
  readonly isRead?: boolean;
}

class CallWalk {
  readonly #program: Program;
  readonly #names: NamesBoundOnce;
  readonly #drafts: FunctionDrafts;
  readonly #kept: KeptPromises;
  readonly #results: KeptResults;
  readonly #locals = new LocalNames();
  readonly #awaited = new Set<Node>();
  /** The names of objects of which code sets properties, which promises have then. */
  readonly #extended = new Set<string>();
  readonly #combinators: Combinators;
  readonly #found: FoundCall[] = [];

  constructor({ program, bindings }: Parsed) {
    this.#program = program;
    this.#names = new NamesBoundOnce(bindings);
    this.#drafts = new FunctionDrafts(program);
    this.#kept = new KeptPromises(this.#drafts, this.#locals);
    this.#results = new KeptResults(this.#drafts, this.#kept, this.#locals);
    this.#combinators = new Combinators(this.#drafts);
  }

  walk(): GuardCalls {
    const visitors = [this.#locals, this.#drafts, this.#names, this.#kept, this.#results, this.#combinators].map(
      (each) => each.visitor(),
    );
    new Visitor(visitEach(...visitors, this.#statementVisitor(), this.#conditionVisitor())).visit(this.#program);
    const effects = new Map(this.#drafts.effects(this.#names));
    for (const { node, canAwait } of this.#kept.unawaited()) this.#found.push({ node, use: 'kept', canAwait });
    for (const { node, use } of this.#results.used()) this.#found.push({ node, use, canAwait: false });
    const tested = this.#combinators.given.flatMap((each) => this.#locateGiven(each, effects));
    const lost = [...this.#found.flatMap((each) => this.#locate(each)), ...tested];
    return { effects, lost, locate: (call) => this.#locateOrdered(call) };
  }

  #statementVisitor(): object {
    return {
      CallExpression: (call: CallExpression) => {
        const [given] = call.arguments;
        if (given === undefined) return;
        if (isNamed(call.callee, 'Boolean') || lastName(call.callee) === 'assert') this.#decides(given);
        // Lists don't wait for promises; streams do, and are waited for.
        else if (isSearch(call.callee) && !this.#awaited.has(call)) this.#decidesBy(given);
        else if (lastName(call.callee) === 'forEach') this.#list(given);
      },
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => {
        this.#awaited.add(bareExpression(argument));
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
      this.#drafts.noteCall(node);
      this.#find(node, 'unused');
      if (IS_NAME.test(node.type)) this.#found.push({ node, callee: node, use: 'named', canAwait: false });
      const call = withoutThen(node);
      if (call.type === 'CallExpression') this.#noteListed(call, node);
      for (const callback of thenCallbacks(node))
        this.#found.push({ node, callee: callback, use: 'callback', canAwait: this.#drafts.current?.isAsync === true });
    }
  }

  #find(
    node: Node,
    use: FoundCall['use'],
    { around, isRead = false }: Pick<FoundCall, 'around' | 'isRead'> = {},
  ): void {
    if (use === 'condition') this.#combinators.noteTest(node);
    const isProperty = node.type === 'MemberExpression' && use === 'condition';
    const kept = isProperty || node.type === 'Identifier' ? this.#kept.lastOf(node) : undefined;
    const isValue = use === 'condition' && (node.type === 'Identifier' || (isProperty && !isRead));
    if (node.type !== 'CallExpression' && !isNewPromise(node) && kept === undefined && !isValue) return;
    this.#found.push({ node, use, canAwait: this.#drafts.current?.isAsync === true, around, kept, isRead });
  }

  /**
   * Notes the calls in `items.map(guard)`, `Promise.allSettled([guard(ctx)])` and `Promise.all([guard(ctx)])`, whose results nothing uses.
   *
   * @param around The expression that code awaits if it waits for the list.
   */
  #noteListed({ callee, arguments: [given] }: CallExpression, around: Node): void {
    if (given === undefined || callee.type !== 'MemberExpression') return;
    if (isMap(callee)) return this.#list(given);
    const name = lastName(callee);
    if (!isNamed(callee.object, 'Promise') || !/^(?:all(?:Settled)?|any|race)$/.test(name)) return;
    const awaited = name === 'allSettled' ? undefined : around;
    if (given.type === 'ArrayExpression') this.#listItems(given, awaited);
    else if (given.type === 'CallExpression' && isMap(given.callee)) this.#list(given.arguments[0], awaited);
  }

  #listItems({ elements }: ArrayExpression, around?: Node): void {
    for (const each of elements) if (each !== null) this.#find(each, 'listed', { around });
  }

  #list(given: Node | undefined, around?: Node): void {
    const own = given && unwrap(given);
    if (own !== undefined && MAY_BE_FUNCTION.test(own.type))
      this.#found.push({ node: own, callee: own, use: 'listed', canAwait: false, around });
  }

  #decides(test: Node | null, isRead = false): void {
    const nodes = new Set(test === null ? [] : [...resultsOf(test), withoutDefault(test)]);
    for (const node of nodes) this.#find(node, 'condition', { isRead });
  }

  /** Notes a function whose results are conditions: `roles.some(isAllowed)`. */
  #decidesBy(given: Node): void {
    const own = unwrap(given);
    if (own.type === 'ArrowFunctionExpression' && !own.async && own.body.type !== 'BlockStatement')
      this.#decides(own.body);
    else if (MAY_BE_FUNCTION.test(own.type))
      this.#found.push({ node: own, callee: own, use: 'condition', canAwait: false });
  }

  #conditionVisitor(): object {
    const byTest = ({ test }: { test: Node | null }): void => this.#decides(test);
    const tests = ['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'];
    return {
      ...Object.fromEntries(tests.map((type) => [type, byTest])),
      BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
        // Functions can be compared too, and a promise that is kept with another one.
        const isOfNames = [left, right].every((each) => IS_NAME.test(each.type) && !isNamed(each, 'undefined'));
        if (/^[=!<>]/.test(operator) && !isOfNames) [left, right].forEach((each) => this.#decides(each, true));
      },
      // Promises have no other members, and no properties to destructure.
      MemberExpression: ({ object, property, computed }: Node & { type: 'MemberExpression' }) => {
        if (!isPromiseMethod(propertyName(property, computed))) this.#decides(object, true);
      },
      ObjectExpression: ({ properties }: Node & { type: 'ObjectExpression' }) =>
        properties.forEach((each) => each.type === 'SpreadElement' && this.#decides(each.argument, true)),
      AssignmentExpression: ({ left }: Node & { type: 'AssignmentExpression' }) => {
        if (left.type === 'MemberExpression') this.#extended.add(identifierName(left.object) ?? '');
      },
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (id.type === 'ObjectPattern') this.#decides(init, true);
      },
      LogicalExpression: ({ operator, left }: Node & { type: 'LogicalExpression' }) =>
        operator === '??' ? undefined : this.#decides(left),
      UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) =>
        operator === '!' ? this.#decides(argument) : undefined,
    };
  }

  #locateOrdered({ node, use }: OrderedCall): LocatedCall[] {
    const called = node.type === 'CallExpression' ? node.callee : node;
    return this.#located(node, called, { name: '', use, canAwait: false });
  }

  /** A function in place of its result: `if (!isAdmin)`, `if (!guards.isAdmin)`. */
  #locateValue(node: Node): LocatedCall[] {
    return IS_NAME.test(node.type) ? this.#located(node, node, { name: '', use: 'value', canAwait: false }) : [];
  }

  /** The value of a constant, also of one that another one is a copy of. */
  #constant(name: string | undefined, copies = MAX_COPIES): Node | undefined {
    const value = copies === 0 ? undefined : this.#names.constant(name);
    const first = value && firstCall(value);
    return first?.type === 'Identifier' ? this.#constant(first.name, copies - 1) : value;
  }

  /** The calls that a condition comes from. A constant that is one only in some cases must be of no other use. */
  #callsIn(node: Node, kept: Node | undefined): Node[] {
    const name = identifierName(node);
    const constant = this.#constant(name);
    const first = firstCall(constant ?? kept ?? node);
    const results = constant === undefined ? [] : resultsOf(constant).filter((each) => each.type === 'CallExpression');
    if (results.length === 0 || results[0] === bareExpression(constant!)) return [first];
    const tests = new Set(this.#found.flatMap((each) => (each.use === 'condition' ? each.node : [])));
    const times = [...tests].filter((each) => isNamed(each, name!)).length;
    return timesNamed(this.#program, name!) === times + 1 ? [first, ...results] : [first];
  }

  #locate({ node, callee: listed, use: found, canAwait, around, kept, isRead }: FoundCall): LocatedCall[] {
    if (around !== undefined && this.#awaited.has(around)) return [];
    if (isRead === true && this.#extended.has(identifierName(node) ?? '')) return [];
    const given = listed === undefined ? undefined : this.#names.valueOf(listed);
    if (given !== undefined) {
      const isLost = found !== 'callback' || !this.#awaited.has(node);
      return isLost
        ? [{ callee: given, name: '', use: found, span: spanOf(node), calleeAt: spanOf(node), canAwait }]
        : [];
    }
    if (found === 'condition') {
      const calls = this.#callsIn(node, kept).filter((each) => each.type === 'CallExpression' || isNewPromise(each));
      if (calls.length === 0) return isRead === true ? [] : this.#locateValue(node);
      return calls.flatMap((each) => {
        const isWhole = each === node && isRead !== true;
        return this.#located(node, each.callee, { name: lastName(each.callee), use: found, canAwait, isWhole });
      });
    }
    const own = bareExpression(node);
    const isUnused = found === 'unused' && !this.#awaited.has(node);
    const call = isUnused ? withoutThen(own) : own;
    if (call.type !== 'CallExpression') return [];
    const use = found !== 'unused' ? found : call !== own ? 'chained' : isUnused ? 'unused' : 'awaited';
    return this.#located(node, call.callee, { name: lastName(call.callee), use, canAwait });
  }

  /** A function that a combinator gets. Of modules elsewhere, its name has to show what it is. */
  #locateGiven({ node, tester: getting, index }: GivenFunction, effects: Effects): LocatedCall[] {
    const value = this.#names.valueOf(getting);
    const isMeant =
      value?.kind === 'function'
        ? isTested({ index }, effects.get(value.bodyAt?.start ?? -1))
        : isNamedAsPredicate(lastName(node));
    if (value === undefined || !isMeant) return [];
    const tester = { value, index };
    return this.#located(node, node, { name: '', use: 'tested', canAwait: false, tester });
  }

  #located(node: Node, called: Node, how: Omit<LocatedCall, 'callee' | 'span' | 'calleeAt'>): LocatedCall[] {
    const constant = how.use === 'value' ? undefined : this.#constant(identifierName(called));
    return resultsOf(constant?.type === 'ConditionalExpression' ? constant : called).flatMap((each) => {
      const callee = this.#names.valueOf(each);
      return callee === undefined ? [] : [{ callee, ...how, span: spanOf(node), calleeAt: spanOf(called) }];
    });
  }
}

/** `items.map` and `items.flatMap`. */
function isMap(callee: Node): boolean {
  return callee.type === 'MemberExpression' && /^(?:flatM|m)ap$/.test(lastName(callee));
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
