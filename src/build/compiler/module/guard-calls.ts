import type { CallExpression, Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Span } from '../diagnostics/source.ts';
import type { Effect, Effects, LostCall, Use } from './call-effects.ts';
import { bareExpression } from './body-reads.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import { isSearch } from './named-calls.ts';
import { functionVisitor, identifierName, isNamed, lastName, propertyName } from './nodes.ts';
import { calledName, problemMakers } from './problem-makers.ts';
import type { AnyFunction } from './read-order.ts';
import { makesRefusal, throwsRefusal } from './refusals.ts';
import type { Bindings, Value } from './static-values.ts';
import { classify, memberOf, unwrap } from './static-values.ts';
import { resultsOf, unusedIn, withoutThen } from './unthrown-problems.ts';

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
}

/** A module as it is parsed. */
export interface Parsed {
  readonly program: Program;
  readonly bindings: Bindings;
}

const known = new WeakMap<Program, GuardCalls>();

/** Finds the calls of a file whose results nothing uses, or are conditions, and what its functions do. */
export function guardCalls(parsed: Parsed): GuardCalls {
  let calls = known.get(parsed.program);
  if (calls === undefined) known.set(parsed.program, (calls = new CallWalk(parsed).walk()));
  return calls;
}

type Draft = { -readonly [Field in 'isAsync' | 'throws' | 'fails' | 'makes' | 'acts']: Effect[Field] } & {
  readonly start: number;
  readonly calls: Node[];
  readonly returned: Node[];
};

/** The code that runs as one: a function, or a part of it whose errors are caught. */
interface Frame {
  readonly draft: Draft;
  readonly isCaught: boolean;
}

interface FoundCall extends Pick<LocatedCall, 'canAwait'> {
  readonly node: Node;
  /** The function, if the node isn't a call of it: a list calls it. */
  readonly callee?: Node;
  readonly use: Extract<Use, 'unused' | 'condition' | 'listed'>;
}

class CallWalk {
  readonly #program: Program;
  readonly #names: NamesBoundOnce;
  readonly #makers: ReadonlySet<string>;
  readonly #awaited = new Set<Node>();
  readonly #caught = new Set<Node>();
  readonly #frames: Frame[] = [];
  readonly #drafts: Draft[] = [];
  readonly #found: FoundCall[] = [];

  constructor({ program, bindings }: Parsed) {
    this.#program = program;
    this.#names = new NamesBoundOnce(bindings);
    this.#makers = problemMakers(program);
  }

  walk(): GuardCalls {
    new Visitor({
      ...functionVisitor(
        (node) => this.#enter(node as AnyFunction),
        () => void this.#frames.pop(),
      ),
      ...this.#names.visitor(),
      ...this.#statementVisitor(),
      ...this.#conditionVisitor(),
    }).visit(this.#program);
    const effects = this.#drafts.flatMap((draft) => this.#effectOf(draft));
    return { effects: new Map(effects), lost: this.#found.flatMap((each) => this.#locate(each)) };
  }

  #enter(node: AnyFunction): void {
    this.#names.bindFunction(node);
    const { async: isAsync, body } = node;
    const start = body?.start ?? -1;
    const draft: Draft = {
      start,
      isAsync,
      throws: false,
      fails: false,
      makes: false,
      acts: false,
      calls: [],
      returned: [],
    };
    this.#drafts.push(draft);
    this.#frames.push({ draft, isCaught: false });
    if (body !== null && body.type !== 'BlockStatement') this.#return(body);
  }

  #return(value: Node): void {
    const draft = this.#frames.at(-1)?.draft;
    if (draft === undefined) return;
    draft.returned.push(value);
    if (resultsOf(value).some((each) => this.#isProblem(each))) draft.makes = true;
  }

  #isProblem(node: Node): boolean {
    const made = node.type === 'AwaitExpression' ? node.argument : node;
    return made.type === 'CallExpression' && this.#makers.has(calledName(made.callee) ?? '');
  }

  #statementVisitor(): object {
    const leaveBlock = (block: Node): void => void (this.#caught.has(block) && this.#frames.pop());
    return {
      TryStatement: ({ block, handler }: Node & { type: 'TryStatement' }) => handler && this.#caught.add(block),
      BlockStatement: (block: Node) => {
        const frame = this.#frames.at(-1);
        if (!this.#caught.has(block)) return;
        if (frame === undefined) this.#caught.delete(block);
        else this.#frames.push({ ...frame, isCaught: true });
      },
      'BlockStatement:exit': leaveBlock,
      ReturnStatement: ({ argument }: Node & { type: 'ReturnStatement' }) => argument && this.#return(argument),
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) => {
        const draft = this.#frames.at(-1)?.draft;
        if (draft !== undefined) draft.fails = true;
        this.#noteThrow(makesRefusal(argument));
      },
      CallExpression: (call: CallExpression) => {
        this.#noteThrow(throwsRefusal(call));
        const [given] = call.arguments;
        if (given === undefined) return;
        if (isNamed(call.callee, 'Boolean') || lastName(call.callee) === 'assert') this.#decides(given);
        // Lists don't wait for promises; streams do, and are waited for.
        else if (isSearch(call.callee) && !this.#awaited.has(call)) this.#decidesBy(given);
        else if (lastName(call.callee) === 'forEach') this.#list(given);
      },
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => {
        this.#awaited.add(unwrap(argument));
        this.#noteCall(argument);
      },
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
        const draft = this.#frames.at(-1)?.draft;
        if (draft !== undefined) draft.acts = true;
        this.#noteUnused(expression);
      },
      SequenceExpression: ({ expressions }: Node & { type: 'SequenceExpression' }) =>
        expressions.slice(0, -1).forEach((each) => this.#noteUnused(each)),
    };
  }

  #noteThrow(isRefusal: boolean): void {
    const frame = this.#frames.at(-1);
    if (isRefusal && frame?.isCaught === false) frame.draft.throws = true;
  }

  #noteCall(given: Node): void {
    const node = unwrap(given);
    const frame = this.#frames.at(-1);
    if (node.type === 'CallExpression' && frame?.isCaught === false) frame.draft.calls.push(node.callee);
  }

  #noteUnused(expression: Node): void {
    for (const node of unusedIn(expression)) {
      this.#noteCall(node);
      this.#find(node, 'unused');
      if (node.type === 'CallExpression') this.#noteListed(node);
    }
  }

  #find(node: Node, use: FoundCall['use']): void {
    if (node.type !== 'CallExpression' && !(use === 'condition' && node.type === 'Identifier')) return;
    this.#found.push({ node, use, canAwait: this.#frames.at(-1)?.draft.isAsync === true });
  }

  /** Notes the calls in `items.map(guard)` and `Promise.allSettled([guard(ctx)])`, whose results nothing uses. */
  #noteListed({ callee, arguments: [given] }: CallExpression): void {
    if (given === undefined || callee.type !== 'MemberExpression') return;
    if (/^(?:flatM|m)ap$/.test(lastName(callee))) return this.#list(given);
    if (lastName(callee) !== 'allSettled') return;
    if (given.type === 'CallExpression') this.#noteListed(given);
    else if (given.type === 'ArrayExpression')
      for (const each of given.elements) if (each !== null) this.#find(each, 'listed');
  }

  #list(given: Node): void {
    const own = unwrap(given);
    if (MAY_BE_FUNCTION.test(own.type)) this.#found.push({ node: own, callee: own, use: 'listed', canAwait: false });
  }

  #decides(test: Node | null): void {
    for (const node of test === null ? [] : resultsOf(test)) this.#find(node, 'condition');
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
        if (/^[=!<>]/.test(operator)) [left, right].forEach((each) => this.#decides(each));
      },
      // Promises have no other members, and no properties to destructure.
      MemberExpression: ({ object, property, computed }: Node & { type: 'MemberExpression' }) => {
        if (!/^(?:then|catch|finally)$/.test(propertyName(property, computed) ?? '')) this.#decides(object);
      },
      ObjectExpression: ({ properties }: Node & { type: 'ObjectExpression' }) =>
        properties.forEach((each) => each.type === 'SpreadElement' && this.#decides(each.argument)),
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (id.type === 'ObjectPattern') this.#decides(init);
      },
      LogicalExpression: ({ operator, left }: Node & { type: 'LogicalExpression' }) =>
        operator === '??' ? undefined : this.#decides(left),
      UnaryExpression: ({ operator, argument }: Node & { type: 'UnaryExpression' }) =>
        operator === '!' ? this.#decides(argument) : undefined,
    };
  }

  #locate({ node, callee: listed, use: found, canAwait }: FoundCall): LocatedCall[] {
    const given = listed === undefined ? undefined : this.#valueOf(listed);
    if (given !== undefined)
      return [{ callee: given, name: '', use: found, span: spanOf(node), calleeAt: spanOf(node), canAwait }];
    const constant = found === 'condition' ? this.#names.constant(identifierName(node)) : undefined;
    const own = bareExpression(constant ?? node);
    const isUnused = found === 'unused' && !this.#awaited.has(node);
    const call = isUnused ? withoutThen(own) : own;
    if (call.type !== 'CallExpression') return [];
    const callee = this.#valueOf(call.callee);
    const use = found !== 'unused' ? found : call !== own ? 'chained' : isUnused ? 'unused' : 'awaited';
    const name = lastName(call.callee);
    return callee === undefined
      ? []
      : [{ callee, name, use, span: spanOf(node), calleeAt: spanOf(call.callee), canAwait }];
  }

  /** The effect of a function by the start of its body, if there is one. */
  #effectOf({ start, calls: callees, returned: all, ...own }: Draft): [number, Effect][] {
    const returned = all.length === 1 ? this.#valueOf(all[0]!) : undefined;
    const calls = callees.flatMap((each) => this.#valueOf(each) ?? []);
    const hasEffect = own.isAsync || own.throws || own.makes || calls.length > 0 || all.length > 0;
    return hasEffect ? [[start, { ...own, calls, returned }]] : [];
  }

  /** The value of an expression, if its text shows a function or what is called to make it. */
  #valueOf(expression: Node): Value | undefined {
    const node = unwrap(expression);
    if (!MAY_BE_FUNCTION.test(node.type)) return undefined;
    const value = classify(node, this.#names.bindings, []);
    if (node.type === 'MemberExpression') {
      if (value.from !== undefined) return { ...value, kind: 'imported' };
      const object = unwrap(node.object as Node);
      const maker = this.#names.constant(identifierName(object)) ?? object;
      const owner = maker.type === 'NewExpression' ? maker.callee : object;
      return memberOf(classify(owner, this.#names.bindings, []), propertyName(node.property, node.computed));
    }
    return value.kind === 'function' || value.kind === 'imported' || value.called !== undefined ? value : undefined;
  }
}

const MAY_BE_FUNCTION = /^(?:Identifier|(?:Call|Member|Function|ArrowFunction)Expression)$/;

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
