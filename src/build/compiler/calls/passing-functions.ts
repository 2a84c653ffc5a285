import type { AssignmentExpression, CallExpression, Node, SwitchStatement, TryStatement } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { bareExpression } from '../module/body-reads.ts';
import { rootOf } from '../module/name-counts.ts';
import {
  chainNames,
  childrenOf,
  functionVisitor,
  identifierName,
  isLoop,
  isNamed,
  lastName,
  mentions,
  parametersOf,
  patternTargets,
  visitEach,
} from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import type { Parsed } from './located-calls.ts';
import { isKnownCall, isSafeCall } from './harmless-calls.ts';
import { isRequest } from './local-values.ts';
import { isLog } from './named-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import type { AnyFunction } from './read-order.ts';
import { isAboutPage, isPreflight, refusesAllAlike } from './refusals.ts';

/** How a function treats requests, as far as its text shows. It is plain data, without the syntax tree. */
export interface Passing {
  /** Whether its own code can keep a client out: it throws, or it answers. */
  readonly refuses: boolean;
  /** Whether every way through it calls its second parameter, `next`. */
  readonly goesOn: boolean;
  /** Whether it answers itself: by a status, a body or a redirect. */
  readonly answers: boolean;
  /** The functions that it calls, and that must not keep a client out either. */
  readonly calls: readonly PassingCall[];
}

export interface PassingCall {
  /** The names by which it is called: `ctx`, `guards` and `admin` of `ctx.guards.admin()`. */
  readonly names: readonly string[];
  /** Absent if the file doesn't show it. */
  readonly value: Value | undefined;
  /** Whether it gets `next` as its second argument, in place of a call of `next`. */
  readonly isNext: boolean;
  /** Whether its name shows that it keeps out no client, if its code is not found. */
  readonly isKnown: boolean;
}

/** Whether a place in middleware is reached without a call of `next`, after one, or in both ways. */
const NEVER = 0;
const BEFORE = 1;
const AFTER = 2;

/** How the functions of a file treat requests, by the starts of their bodies. */
export function passingIn(parsed: Parsed): ReadonlyMap<number, Passing> {
  const functions: AnyFunction[] = [];
  const names = new NamesBoundOnce(parsed);
  const enter = (node: Node): void => void functions.push(node as AnyFunction);
  new Visitor(visitEach(names.visitor(), functionVisitor(enter))).visit(parsed.program);
  return new Map(
    functions.flatMap((each) => (each.body === null ? [] : [[each.body.start, new PassingWalk(names, each).result]])),
  );
}

/** The properties by which code answers a request. */
const ANSWERS = /^(?:status|statusCode|body|message|respond|)$/;
/** Functions that keep clients out, also where another function gets them. */
const REFUSES = /^(?:throw|assert|redirect|back|respond|onerror|writeHead|destroy|flushHeaders|reject)$/;
/** Objects that keep out no client when they are made. */
const MADE =
  /^(?:Date|URL|URLSearchParams|(?:Weak)?(?:Map|Set)|Headers|RegExp|Promise|Array|AbortController|Text(?:En|De)coder|PassThrough|\w*(?:Error|Format))$/;
const RESPONSE = /^res(?:ponse)?$/;
/** Objects that run `next` within a context: `storage.run(values, next)`. */
const STORE = /stor(?:age|e)$|^als$|asyncLocal|requestContext/i;

class PassingWalk {
  readonly #names: NamesBoundOnce;
  readonly #context: string | undefined;
  readonly #next: string | undefined;
  /** The names of objects that the function makes itself. */
  readonly #made = new Set<string>();
  /** The names of errors that it has caught. */
  readonly #caught = new Set<string>();
  readonly #calls: PassingCall[] = [];
  #refuses: boolean;
  #answers = false;
  #goesOn = false;
  /** Whether code before `next` may fail. */
  #mayFail = false;
  /** How the ends of the function, and those of a loop or a switch, are reached. */
  #ended = NEVER;
  #left = NEVER;

  constructor(names: NamesBoundOnce, node: AnyFunction) {
    const [context, second] = parametersOf(node);
    const next = (second && identifierName(second)) ?? '';
    this.#names = names;
    [this.#context, this.#next] = /next/i.test(next) ? [identifierName(context!), next] : [];
    this.#refuses = node.generator;
    this.#ended |= this.#run(node, BEFORE);
  }

  get result(): Passing {
    const goesOn = this.#goesOn && (this.#ended & BEFORE) === 0;
    return { refuses: this.#refuses, goesOn, answers: this.#answers, calls: this.#calls };
  }

  /** Visits the code of a function, and returns how its ends are reached. */
  #run({ params, body }: AnyFunction, reach: number): number {
    const [ended, left] = [this.#ended, this.#left];
    this.#ended = NEVER;
    const last = this.#visitAll([...params, body!], reach);
    const all = this.#ended | last;
    [this.#ended, this.#left] = [ended, left];
    return all;
  }

  #visitAll(nodes: readonly Node[], reach: number): number {
    return nodes.reduce((before, each) => this.#visit(each, before), reach);
  }

  /** @returns How the place behind a node is reached. */
  #visit(node: Node, reach: number): number {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.body !== null) this.#run(node, NEVER);
        return reach;
      case 'IfStatement':
      case 'ConditionalExpression':
        return this.#visitCondition(node, reach);
      case 'LogicalExpression': {
        const left = this.#visit(node.left, reach);
        return left | this.#visit(node.right, left);
      }
      case 'SwitchStatement':
        return this.#visitSwitch(node, reach);
      case 'TryStatement':
        return this.#visitTry(node, reach);
      case 'CallExpression':
        return this.#visitCall(node, reach);
      case 'AssignmentExpression':
        return this.#visitAssignment(node, reach);
      default:
        return isLoop(node) ? this.#visitLoop(node, reach) : this.#visitOther(node, reach);
    }
  }

  #visitOther(node: Node, reach: number): number {
    switch (node.type) {
      case 'ReturnStatement':
        this.#ended |= node.argument === null ? reach : this.#visit(node.argument, reach);
        return NEVER;
      case 'ThrowStatement':
        if (!refusesAllAlike(node) && !this.#caught.has(identifierName(node.argument) ?? '')) this.#refuses = true;
        return NEVER;
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label !== null) this.#refuses = true;
        this.#left |= reach;
        return NEVER;
      case 'VariableDeclarator':
        if (node.init !== null && /^(?:Object|Array|New)Expression$/.test(node.init.type))
          this.#made.add(identifierName(node.id) ?? '');
        break;
      case 'NewExpression':
        if (!isNamed(node.callee, 'Date')) this.#mayFail ||= (reach & BEFORE) !== 0;
        if (!MADE.test(lastName(node.callee)) || node.arguments.some((each) => this.#isWhole(each)))
          this.#refuses = true;
        break;
      case 'MemberExpression':
        if (REFUSES.test(lastName(node)) && !isNamed(node.object, 'console')) this.#answer();
        break;
      default:
    }
    return this.#visitAll(childrenOf(node), reach);
  }

  #visitCondition(node: Extract<Node, { type: 'IfStatement' | 'ConditionalExpression' }>, reach: number): number {
    const { test, consequent, alternate } = node;
    if (alternate === null && (refusesAllAlike(consequent) || isAboutPage(test))) return reach;
    const tested = this.#visit(test, reach);
    const other = alternate === null ? tested : this.#visit(alternate, tested);
    // Such a file does not run for OPTIONS.
    return isPreflight(test) ? other : this.#visit(consequent, tested) | other;
  }

  #visitSwitch({ discriminant, cases }: SwitchStatement, reach: number): number {
    const tested = this.#visit(discriminant, reach);
    const hasDefault = cases.some(({ test }) => test === null);
    return this.#breakable(
      () =>
        cases.reduce((before, each) => this.#visitAll(childrenOf(each), tested | before), NEVER) |
        (hasDefault ? NEVER : tested),
    );
  }

  #visitLoop(node: Node, reach: number): number {
    return this.#breakable(() => reach | this.#visitAll(childrenOf(node), reach));
  }

  #breakable(run: () => number): number {
    const left = this.#left;
    this.#left = NEVER;
    const all = run() | this.#left;
    this.#left = left;
    return all;
  }

  /** The errors of an operation keep out no client that it lets in, whatever handles them. */
  #visitTry({ block, handler, finalizer }: TryStatement, reach: number): number {
    const [goesOn, mayFail] = [this.#goesOn, this.#mayFail];
    [this.#goesOn, this.#mayFail] = [false, false];
    let all = this.#visit(block, reach);
    const isOfOperation = this.#goesOn && !this.#mayFail;
    [this.#goesOn, this.#mayFail] = [this.#goesOn || goesOn, this.#mayFail || mayFail];
    if (handler !== null && isOfOperation) all |= AFTER;
    else if (handler !== null) {
      if (handler.param?.type === 'Identifier') this.#caught.add(handler.param.name);
      all |= this.#visit(handler.body, reach | all);
    }
    if (finalizer !== null) this.#visit(finalizer, NEVER);
    return all;
  }

  #visitCall(call: CallExpression, reach: number): number {
    const { arguments: given } = call;
    const callee = bareExpression(call.callee);
    if (this.#next !== undefined && isNamed(callee, this.#next)) return this.#pass(this.#visitAll(given, reach));
    if (refusesAllAlike(call)) return lastName(callee) === 'throw' ? NEVER : reach;
    const [first, second] = given;
    if (second !== undefined && lastName(callee) === 'run' && STORE.test(lastName(ownerIn(callee)))) {
      const before = this.#visit(first!, reach);
      if ('params' in second) return this.#run(second as AnyFunction, before);
      if (this.#isNext(second) && !this.#isWhole(first!)) return this.#pass(before);
    }
    if (!isSafeCall(callee)) this.#mayFail ||= (reach & BEFORE) !== 0;
    const rejection = given[lastName(callee) === 'catch' ? 0 : 1];
    if (/^(?:then|catch)$/.test(lastName(callee)) && rejection !== undefined && 'params' in rejection)
      for (const each of rejection.params.slice(0, 1)) this.#caught.add(identifierName(each) ?? '');
    const isNext = second !== undefined && this.#isNext(second);
    const before = this.#visitAll([callee, ...given], reach);
    this.#noteCall(callee, given, isNext);
    return isNext ? this.#pass(before) : before;
  }

  #noteCall(callee: Node, given: readonly Node[], isNext: boolean): void {
    if (!isNext && isLog(callee)) return;
    const isGiven = lastName(callee) !== 'emit' && given.some((each) => this.#isWhole(each) || this.#isNext(each));
    const isKnown = !isGiven && isKnownCall(callee);
    this.#calls.push({ names: chainNames(callee), value: this.#names.valueOf(callee), isNext, isKnown });
  }

  #pass(reach: number): number {
    if (reach === NEVER) return NEVER;
    this.#goesOn = true;
    return AFTER;
  }

  #visitAssignment({ left, right }: AssignmentExpression, reach: number): number {
    const after = this.#visit(right, reach);
    for (const target of patternTargets(left).map(bareExpression)) {
      if (target.type !== 'MemberExpression') continue;
      this.#visit(target.object, reach);
      const isMade = this.#made.has(identifierName(rootOf(target)) ?? '') || mentions(target.object, 'state');
      // `ctx.body = ctx.body.pipe(createGzip())` sends what the operation has answered.
      const isSame = after === AFTER && lastName(target) === 'body' && mentions(right, 'body');
      if (ANSWERS.test(lastName(target)) && !isMade && !isSame) this.#answer();
    }
    return after;
  }

  #answer(): void {
    this.#refuses = true;
    this.#answers = true;
  }

  #isNext(node: Node): boolean {
    return this.#next !== undefined && isNamed(node, this.#next);
  }

  /** Whether an expression is the whole context, request or response. */
  #isWhole(given: Node): boolean {
    const node = bareExpression(given.type === 'SpreadElement' ? given.argument : given);
    const isContext = this.#context !== undefined && isNamed(node, this.#context);
    return isContext || isRequest(node) || RESPONSE.test(lastName(node));
  }
}

/** The object that a method is called of. */
function ownerIn(callee: Node): Node {
  return callee.type === 'MemberExpression' ? callee.object : callee;
}
