import type { AssignmentExpression, CallExpression, MemberExpression, Node, Program } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { Effect, Parameter } from './call-effects.ts';
import { IDLE, VERIFY } from './call-effects.ts';
import { parameterOf, rejectorOf } from './function-parameters.ts';
import type { KeptErrors } from './kept-errors.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { functionVisitor, identifierName, lastName, propertyName } from '../module/nodes.ts';
import { ends, outcomeOf } from './returned-outcome.ts';
import { calledName, problemMakers } from './problem-makers.ts';
import type { AnyFunction } from './read-order.ts';
import { answeredBy, refusedBy, throwsProblem, throwsRefusal } from './refusals.ts';
import { isBoolean, isNewPromise, isPromiseType } from './returned-values.ts';
import { resultsOf, thenCallbacks, withoutThen } from './unthrown-problems.ts';

/** The acts of a function that any part of its code can show. */
type Deeds = Record<
  Exclude<
    keyof Effect,
    'isAsync' | 'isPromise' | 'isGenerator' | 'isPartial' | 'tests' | 'decides' | 'calls' | 'returned' | 'outcome'
  >,
  boolean
>;

const NOTHING: Deeds = {
  throws: false,
  refuses: false,
  readsResult: false,
  fails: false,
  makes: false,
  acts: false,
  answers: false,
};

/** The effect of a function, as far as a walk has seen it. */
export interface Draft extends Pick<Effect, 'isAsync' | 'isGenerator'> {
  /** Whether it has a `return;`. */
  returnsNothing: boolean;
  readonly body: Node | null;
  /** Its parameters by their names, but not those that are properties of one. */
  readonly params: ReadonlyMap<string, Parameter>;
  /** The parameters of which results are conditions. */
  readonly tests: Set<Parameter>;
  readonly calls: Node[];
  readonly returned: Node[];
  readonly does: Deeds;
  /** Whether all it does is to read, and to return booleans. */
  onlyDecides: boolean;
  /** Whether it returns the promise of `.then(...)`. */
  chains: boolean;
  /** Whether its type or what it returns shows a promise. */
  isPromise: boolean;
  /** Whether it rejects the promise that it returns with a problem. */
  rejects: boolean;
}

/** The code that runs as one: a function, or a part of it whose errors are caught. */
interface Frame {
  readonly draft: Draft;
  /** The function whose promise this one settles: it is the `run` of `return new Promise(run)`. */
  readonly settles: Draft | undefined;
  readonly isCaught: boolean;
}

/** The names of functions that change nothing, of which a decision can be made. */
const READS =
  /^(?!.*(?:Or|And)[A-Z])(?:get|find|has|is|can|may|load|read|select|count|includes|some|every|test|match|startsWith|endsWith|indexOf|compare|timingSafeEqual|equals?|verify|decode|Boolean|Number|String|toLowerCase|toUpperCase|toString|trim|split|slice|at|keys|values|header|now|from)(?![a-z])/;

/** The effects of a file's functions, which a walk collects. */
export class FunctionDrafts {
  readonly #makers: ReadonlySet<string>;
  readonly #errors: KeptErrors;
  readonly #caught = new Set<Node>();
  readonly #set = new Set<Node>();
  readonly #executors = new Map<Node, Draft>();
  /** The functions whose promises code rejects by a name. */
  readonly #rejectors = new Map<string, Draft>();
  readonly #frames: Frame[] = [];
  readonly #drafts: Draft[] = [];

  constructor(program: Program, errors: KeptErrors) {
    this.#makers = problemMakers(program);
    this.#errors = errors;
  }

  /** The function that the walk is in. */
  get current(): Draft | undefined {
    return this.#frames.at(-1)?.draft;
  }

  /** Notes that results of a parameter are conditions, in the innermost function around that has one of this name. */
  noteTest(name: string): boolean {
    const draft = this.#frames.findLast((frame) => frame.draft.params.has(name))?.draft;
    draft?.tests.add(draft.params.get(name)!);
    return draft !== undefined;
  }

  visitor(): object {
    const acts = (): void => {
      const draft = this.current;
      if (draft !== undefined) draft.onlyDecides = false;
    };
    return {
      ...functionVisitor(
        (node) => this.#enter(node as AnyFunction),
        (node) => this.#exit(node as AnyFunction),
      ),
      ...this.#blockVisitor(),
      ReturnStatement: ({ argument }: Node & { type: 'ReturnStatement' }) => this.#return(argument),
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) => {
        this.#note('fails');
        this.#noteThrow(this.#isError(argument), this.#errors.isRefusal(argument));
      },
      CallExpression: (call: CallExpression) => {
        this.#noteThrow(throwsProblem(call), throwsRefusal(call));
        this.#noteReject(this.#rejectors.get(identifierName(call.callee) ?? ''), call);
        this.#noteAnswer(call);
        if (lastName(call.callee) === VERIFY) this.noteCall(call);
        if (!READS.test(lastName(call.callee))) acts();
      },
      AssignmentExpression: (node: AssignmentExpression) => {
        this.#noteAnswer(node);
        this.#set.add(node.left);
        acts();
      },
      MemberExpression: (node: MemberExpression) => {
        if (!this.#set.has(node)) this.#noteRead(node);
        // `ctx.res.statusCode = 403`
        else if (/^res(?:ponse)?$/.test(lastName(node.object))) this.#set.add(node.object);
      },
      UpdateExpression: acts,
      TaggedTemplateExpression: acts,
      UnaryExpression: ({ operator }: Node & { type: 'UnaryExpression' }) => operator === 'delete' && acts(),
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => {
        this.noteCall(argument);
        if (this.#frames.at(-1)?.isCaught === false) this.#noteSettled(argument);
      },
      ExpressionStatement: () => this.#note('acts'),
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

  #enter(node: AnyFunction): void {
    const { async: isAsync, generator: isGenerator, body, params, returnType } = node;
    const draft: Draft = {
      body,
      params: new Map((params as readonly Node[]).flatMap(parameterOf)),
      tests: new Set(),
      isAsync,
      isGenerator,
      returnsNothing: false,
      calls: [],
      returned: [],
      does: { ...NOTHING },
      onlyDecides: true,
      chains: false,
      isPromise: isAsync || isPromiseType(returnType?.typeAnnotation),
      rejects: false,
    };
    const settles = this.#executors.get(node);
    if (settles !== undefined) this.#rejectors.set(rejectorOf(node), settles);
    this.#drafts.push(draft);
    this.#frames.push({ draft, settles, isCaught: false });
    if (body !== null && body.type !== 'BlockStatement') this.#return(body);
  }

  #exit(node: AnyFunction): void {
    this.#frames.pop();
    if (this.#executors.has(node)) this.#rejectors.delete(rejectorOf(node));
  }

  #note(deed: keyof Deeds): void {
    const draft = this.current;
    if (draft !== undefined) draft.does[deed] = true;
  }

  #return(value: Node | null): void {
    const draft = this.current;
    if (draft === undefined) return;
    if (value === null || !isBoolean(value)) draft.onlyDecides = false;
    if (value === null) return void (draft.returnsNothing = true);
    draft.returned.push(value);
    if (resultsOf(value).some((each) => this.isProblem(each))) draft.does.makes = true;
    if (resultsOf(value).some(isNewPromise)) draft.isPromise = true;
    this.#noteSettled(value);
    const node = bareExpression(value);
    if (withoutThen(node) === node) return;
    draft.chains = true;
    this.noteCall(node);
  }

  /** Whether an expression is a call of `problem`. */
  isProblem(node: Node): boolean {
    const made = node.type === 'AwaitExpression' ? node.argument : node;
    return made.type === 'CallExpression' && this.#makers.has(calledName(made.callee) ?? '');
  }

  /** Whether an expression is an error with a status. */
  #isError(node: Node): boolean {
    return this.#errors.isProblem(node) || this.isProblem(node);
  }

  #noteThrow(isProblem: boolean, refuses: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isCaught !== false) return;
    if (isProblem) frame.draft.does.throws = true;
    if (refuses) frame.draft.does.refuses = true;
    if (isProblem && frame.settles !== undefined) noteRejection(frame.settles, refuses);
  }

  /** Notes the promises that the function waits for or returns: `new Promise(run)`, and `Promise.reject(problem(403))`. */
  #noteSettled(value: Node): void {
    const draft = this.current;
    for (const node of draft === undefined ? [] : resultsOf(value).map(withoutThen)) {
      if (!isNewPromise(node)) continue;
      if (node.type === 'NewExpression') this.#executors.set(node.arguments[0]!, draft!);
      else if (lastName(node.callee) === 'reject') this.#noteReject(draft, node);
    }
  }

  #noteReject(draft: Draft | undefined, { arguments: [given] }: CallExpression): void {
    if (draft !== undefined && given !== undefined && this.#isError(given))
      noteRejection(draft, this.#errors.isRefusal(given));
  }

  #noteAnswer(node: Node): void {
    const draft = this.current;
    if (draft?.params.has(answeredBy(node) ?? '') !== true) return;
    draft.does.answers = true;
    if (refusedBy(node) === undefined) return;
    draft.does.refuses = true;
    // They set the response, and don't read it.
    if (node.type === 'CallExpression') for (const each of [node.callee, ...node.arguments]) this.#set.add(each);
  }

  /** Notes `ctx.status` and `ctx.body`, but not where they are set. */
  #noteRead({ object, property, computed }: MemberExpression): void {
    const draft = this.current;
    if (draft?.params.has(identifierName(object) ?? '') !== true) return;
    if (/^(?:status|body|response|res)$/.test(propertyName(property, computed) ?? '')) draft.does.readsResult = true;
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
    return this.#drafts.flatMap(({ body, does, onlyDecides, chains, rejects, isGenerator, returnsNothing, ...own }) => {
      const throws = does.throws || does.makes || does.answers;
      if (isGenerator) return [[body?.start ?? -1, { ...IDLE, isGenerator, throws }] as [number, Effect]];
      const all = own.returned;
      const isPartial = returnsNothing || (body?.type === 'BlockStatement' && !ends(body));
      const isAsync = own.isAsync || rejects || (chains && all.length === 1);
      // A name has the same value wherever it is.
      const calls = [...new Set(own.calls.flatMap((each) => names.valueOf(each) ?? []))];
      const hasEffect = isAsync || throws || calls.length > 0 || all.length > 0;
      const effect = {
        ...does,
        outcome: isPartial ? undefined : outcomeOf(body, all, (each) => this.isProblem(each)),
        tests: [...own.tests],
        isAsync,
        isGenerator,
        isPromise: own.isAsync || (!isPartial && (own.isPromise || chains || rejects)),
        isPartial,
        decides: onlyDecides && !does.acts && !does.fails && all.length > 0,
        calls,
        returned: all.length === 1 ? names.valueOf(all[0]!) : undefined,
      };
      return hasEffect ? [[body?.start ?? -1, effect] as [number, Effect]] : [];
    });
  }
}

function noteRejection(draft: Draft, refuses: boolean): void {
  draft.does.throws = true;
  draft.rejects = true;
  if (refuses) draft.does.refuses = true;
}
