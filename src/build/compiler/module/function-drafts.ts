import type { AssignmentExpression, CallExpression, MemberExpression, Node, Program } from 'oxc-parser';
import { bareExpression } from './body-reads.ts';
import type { Effect } from './call-effects.ts';
import { VERIFY } from './call-effects.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { functionVisitor, identifierName, isNamed, lastName, propertyName } from './nodes.ts';
import { calledName, problemMakers } from './problem-makers.ts';
import type { AnyFunction } from './read-order.ts';
import { answeredBy, makesProblem, makesRefusal, throwsProblem, throwsRefusal } from './refusals.ts';
import { resultsOf, thenCallbacks, withoutThen } from './unthrown-problems.ts';

/** The effect of a function, as far as a walk has seen it. */
export interface Draft extends Pick<Effect, 'isAsync'> {
  readonly start: number;
  /** The names of its parameters. */
  readonly params: ReadonlySet<string>;
  readonly calls: Node[];
  readonly returned: Node[];
  throws: boolean;
  refuses: boolean;
  readsResult: boolean;
  fails: boolean;
  makes: boolean;
  acts: boolean;
  answers: boolean;
  /** Whether all it does is to read, and to return booleans. */
  onlyDecides: boolean;
  /** Whether it returns the promise of `.then(...)`. */
  chains: boolean;
  /** Whether its type or what it returns shows a promise. */
  isPromise: boolean;
}

/** The code that runs as one: a function, or a part of it whose errors are caught. */
interface Frame {
  readonly draft: Draft;
  readonly isCaught: boolean;
}

/** The names of functions that change nothing, of which a decision can be made. */
const READS =
  /^(?!.*(?:Or|And)[A-Z])(?:get|find|has|is|can|may|load|read|select|count|includes|some|every|test|match|startsWith|endsWith|indexOf|compare|timingSafeEqual|equals?|verify|decode|Boolean|Number|String|toLowerCase|toUpperCase|toString|trim|split|slice|at|keys|values|header|now|from)(?![a-z])/;

/** The effects of a file's functions, which a walk collects. */
export class FunctionDrafts {
  readonly #makers: ReadonlySet<string>;
  readonly #caught = new Set<Node>();
  readonly #set = new Set<Node>();
  readonly #frames: Frame[] = [];
  readonly #drafts: Draft[] = [];

  constructor(program: Program) {
    this.#makers = problemMakers(program);
  }

  /** The function that the walk is in. */
  get current(): Draft | undefined {
    return this.#frames.at(-1)?.draft;
  }

  visitor(): object {
    const acts = (): void => this.#note('onlyDecides', false);
    return {
      ...functionVisitor(
        (node) => this.#enter(node as AnyFunction),
        () => void this.#frames.pop(),
      ),
      ...this.#blockVisitor(),
      ReturnStatement: ({ argument }: Node & { type: 'ReturnStatement' }) =>
        argument === null ? acts() : this.#return(argument),
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) => {
        this.#note('fails', true);
        this.#noteThrow(makesProblem(argument) || this.#isProblem(argument), makesRefusal(argument));
      },
      CallExpression: (call: CallExpression) => {
        this.#noteThrow(throwsProblem(call), throwsRefusal(call));
        this.#noteAnswer(call);
        if (lastName(call.callee) === VERIFY) this.noteCall(call);
        if (!READS.test(lastName(call.callee))) acts();
      },
      AssignmentExpression: (node: AssignmentExpression) => {
        this.#noteAnswer(node);
        this.#set.add(node.left);
        acts();
      },
      MemberExpression: (node: MemberExpression) => this.#set.has(node) || this.#noteRead(node),
      UpdateExpression: acts,
      TaggedTemplateExpression: acts,
      UnaryExpression: ({ operator }: Node & { type: 'UnaryExpression' }) => operator === 'delete' && acts(),
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => this.noteCall(argument),
      ExpressionStatement: () => this.#note('acts', true),
    };
  }

  #blockVisitor(): object {
    return {
      TryStatement: ({ block, handler }: Node & { type: 'TryStatement' }) => handler && this.#caught.add(block),
      BlockStatement: (block: Node) => {
        const frame = this.#frames.at(-1);
        if (!this.#caught.has(block)) return;
        if (frame === undefined) this.#caught.delete(block);
        else this.#frames.push({ ...frame, isCaught: true });
      },
      'BlockStatement:exit': (block: Node) => void (this.#caught.has(block) && this.#frames.pop()),
    };
  }

  #enter({ async: isAsync, body, params, returnType }: AnyFunction): void {
    const draft: Draft = {
      start: body?.start ?? -1,
      params: new Set((params as readonly Node[]).flatMap((each) => identifierName(each) ?? [])),
      isAsync,
      calls: [],
      returned: [],
      throws: false,
      refuses: false,
      readsResult: false,
      fails: false,
      makes: false,
      acts: false,
      answers: false,
      onlyDecides: true,
      chains: false,
      isPromise: isAsync || isPromiseType(returnType?.typeAnnotation),
    };
    this.#drafts.push(draft);
    this.#frames.push({ draft, isCaught: false });
    if (body !== null && body.type !== 'BlockStatement') this.#return(body);
  }

  #note(field: 'fails' | 'acts' | 'onlyDecides', value: boolean): void {
    const draft = this.current;
    if (draft !== undefined) draft[field] = value;
  }

  #return(value: Node): void {
    const draft = this.current;
    if (draft === undefined) return;
    draft.returned.push(value);
    if (resultsOf(value).some((each) => this.#isProblem(each))) draft.makes = true;
    if (!isBoolean(value)) draft.onlyDecides = false;
    if (resultsOf(value).some(isNewPromise)) draft.isPromise = true;
    const node = bareExpression(value);
    if (withoutThen(node) === node) return;
    draft.chains = true;
    this.noteCall(node);
  }

  #isProblem(node: Node): boolean {
    const made = node.type === 'AwaitExpression' ? node.argument : node;
    return made.type === 'CallExpression' && this.#makers.has(calledName(made.callee) ?? '');
  }

  #noteThrow(isProblem: boolean, refuses: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isCaught !== false) return;
    if (isProblem) frame.draft.throws = true;
    if (refuses) frame.draft.refuses = true;
  }

  #noteAnswer(node: Node): void {
    const draft = this.current;
    if (draft?.params.has(answeredBy(node) ?? '') !== true) return;
    draft.answers = true;
    if (node.type === 'AssignmentExpression') draft.refuses = true;
  }

  /** Notes `ctx.status` and `ctx.body`, but not where they are set. */
  #noteRead({ object, property, computed }: MemberExpression): void {
    const draft = this.current;
    if (draft?.params.has(identifierName(object) ?? '') !== true) return;
    if (/^(?:status|body|response|res)$/.test(propertyName(property, computed) ?? '')) draft.readsResult = true;
  }

  /** Notes a call whose errors the function passes on, and the functions that get its result. */
  noteCall(given: Node): void {
    const frame = this.#frames.at(-1);
    if (frame?.isCaught !== false) return;
    const node = bareExpression(given);
    const call = withoutThen(node);
    if (call.type === 'CallExpression') frame.draft.calls.push(call.callee, ...thenCallbacks(node));
  }

  /** The effects by the starts of the functions' bodies. */
  effects(names: NamesBoundOnce): [number, Effect][] {
    return this.#drafts.flatMap(({ start, calls: callees, returned: all, onlyDecides, chains, ...own }) => {
      const { throws, refuses, readsResult, fails, makes, acts, answers } = own;
      const isPromise = own.isPromise || chains;
      const isAsync = own.isAsync || (chains && all.length === 1);
      const returned = all.length === 1 ? names.valueOf(all[0]!) : undefined;
      // A name has the same value wherever it is.
      const calls = [...new Set(callees.flatMap((each) => names.valueOf(each) ?? []))];
      const hasEffect = isAsync || throws || makes || answers || calls.length > 0 || all.length > 0;
      const decides = onlyDecides && !acts && !fails && all.length > 0;
      const effect = {
        isAsync,
        throws,
        refuses,
        readsResult,
        fails,
        makes,
        acts,
        answers,
        decides,
        isPromise,
        calls,
        returned,
      };
      return hasEffect ? [[start, effect] as [number, Effect]] : [];
    });
  }
}

/** `new Promise(...)`, and `Promise.resolve(...)`. */
function isNewPromise(node: Node): boolean {
  if (node.type === 'NewExpression') return isNamed(node.callee, 'Promise');
  return (
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isNamed(node.callee.object, 'Promise')
  );
}

function isPromiseType(type: Node | undefined): boolean {
  return type?.type === 'TSTypeReference' && /^Promise(?:Like)?$/.test(identifierName(type.typeName) ?? '');
}

/** Whether an expression is `true`, `false`, a negation, a comparison, or some of these joined. */
function isBoolean(given: Node): boolean {
  const node = bareExpression(given);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'boolean';
    case 'UnaryExpression':
      return node.operator === '!';
    case 'BinaryExpression':
      return /^(?:[=!<>]=?=?|in|instanceof)$/.test(node.operator);
    case 'LogicalExpression':
      return isBoolean(node.left) && isBoolean(node.right);
    case 'ConditionalExpression':
      return isBoolean(node.consequent) && isBoolean(node.alternate);
    case 'CallExpression':
      return /^(?:Boolean|includes|some|every|startsWith|endsWith|timingSafeEqual)$/.test(lastName(node.callee));
    default:
      return false;
  }
}
