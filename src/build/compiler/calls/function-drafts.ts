import type { AssignmentExpression, CallExpression, MemberExpression, Node, Program } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { Effect } from './effect.ts';
import { VERIFY } from './call-effects.ts';
import type { Deeds, Draft } from './function-draft.ts';
import { draftOf, effectOfDraft } from './function-draft.ts';
import { rejectorOf } from './function-parameters.ts';
import type { KeptErrors } from './kept-errors.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { isLog } from './named-calls.ts';
import { functionVisitor, identifierName, lastName, propertyName } from '../module/nodes.ts';
import { httpErrorMakers, isMadeBy, problemMakers } from './problem-makers.ts';
import type { AnyFunction } from './read-order.ts';
import { answeredBy, CONTEXT, refusedBy, throwsProblem, throwsRefusal } from './refusals.ts';
import { isBoolean, isNewPromise } from './returned-values.ts';
import { resultsOf, thenCallbacks, unusedIn, withoutThen } from './unthrown-problems.ts';

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

/** The names that code gives what functions set something in, besides the context of a request. */
const MAY_BE_SET = /^_?(?:c|req|request|res|response|session|state)$/i;

/** The names of functions that change something, although code uses their results. */
const WRITES =
  /^(?:add|create|delete|emit|decr|generate|incr|insert|issue|log|make|new|publish|push|put|record|refresh|remove|save|send|set|sign|store|touch|track|update|upsert|write)/;

/** The effects of a file's functions, which a walk collects. */
export class FunctionDrafts {
  readonly #makers: ReadonlySet<string>;
  readonly #errors: KeptErrors;
  readonly #caught = new Set<Node>();
  readonly #set = new Set<Node>();
  /** The calls whose results nothing uses. */
  readonly #unused = new Set<Node>();
  readonly #executors = new Map<Node, Draft>();
  /** The functions whose promises code rejects by a name. */
  readonly #rejectors = new Map<string, Draft>();
  readonly #frames: Frame[] = [];
  readonly #drafts = new Map<Node, Draft>();

  constructor(program: Program, errors: KeptErrors) {
    this.#makers = new Set([...problemMakers(program), ...httpErrorMakers(program)]);
    this.#errors = errors;
  }

  /** The function that the walk is in. */
  get current(): Draft | undefined {
    return this.#frames.at(-1)?.draft;
  }

  /** That of a function. */
  of(node: Node): Draft | undefined {
    return this.#drafts.get(node);
  }

  visitor(): object {
    const changes = (): void => {
      const draft = this.current;
      if (draft !== undefined) draft.onlyDecides = !(draft.changes = true);
    };
    return {
      ...functionVisitor(
        (node) => this.#enter(node as AnyFunction),
        (node) => this.#exit(node as AnyFunction),
      ),
      ...this.#blockVisitor(),
      ReturnStatement: ({ argument }: Node & { type: 'ReturnStatement' }) => this.#return(argument),
      ThrowStatement: ({ argument }: Node & { type: 'ThrowStatement' }) => {
        this.#noteFailure();
        this.#noteThrow(this.#isError(argument), this.#errors.isRefusal(argument));
      },
      CallExpression: (call: CallExpression) => {
        this.#noteThrow(throwsProblem(call), throwsRefusal(call));
        this.#noteReject(this.#rejectors.get(identifierName(call.callee) ?? ''), call);
        this.#noteAnswer(call);
        if (lastName(call.callee) === VERIFY) this.noteCall(call);
        this.#noteOther(call);
      },
      AssignmentExpression: (node: AssignmentExpression) => {
        this.#noteAnswer(node);
        this.#set.add(node.left);
        changes();
      },
      MemberExpression: (node: MemberExpression) => {
        if (!this.#set.has(node)) this.#noteRead(node);
        // `ctx.res.statusCode = 403`
        else if (/^res(?:ponse)?$/.test(lastName(node.object))) this.#set.add(node.object);
      },
      UpdateExpression: changes,
      TaggedTemplateExpression: changes,
      UnaryExpression: ({ operator }: Node & { type: 'UnaryExpression' }) => operator === 'delete' && changes(),
      AwaitExpression: ({ argument }: Node & { type: 'AwaitExpression' }) => {
        this.noteCall(argument);
        if (this.#frames.at(-1)?.isCaught === false) this.#noteSettled(argument);
      },
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) => {
        this.#note('acts');
        for (const each of unusedIn(expression)) this.#unused.add(each);
      },
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
    const draft = draftOf(node);
    const settles = this.#executors.get(node);
    if (settles !== undefined) this.#rejectors.set(rejectorOf(node), settles);
    this.#drafts.set(node, draft);
    this.#frames.push({ draft, settles, isCaught: false });
    if (node.body !== null && node.body.type !== 'BlockStatement') this.#return(node.body);
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

  /** Whether an expression is a call of `problem`, or makes an error of `http-errors`. */
  isProblem(node: Node): boolean {
    const made = node.type === 'AwaitExpression' ? node.argument : node;
    return isMadeBy(made, this.#makers);
  }

  /** Whether an expression is an error with a status. */
  #isError(node: Node): boolean {
    return this.#errors.isProblem(node) || this.isProblem(node);
  }

  #noteFailure(): void {
    const frame = this.#frames.at(-1);
    if (frame?.isCaught !== false) return;
    frame.draft.does.fails = true;
    if (frame.settles !== undefined) noteRejection(frame.settles);
  }

  #noteThrow(isProblem: boolean, refuses: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isCaught !== false) return;
    if (isProblem) frame.draft.does.throws = true;
    if (refuses) frame.draft.does.refuses = true;
    if (isProblem && frame.settles !== undefined) noteRejection(frame.settles, { throws: true, refuses });
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
    if (draft === undefined) return;
    const throws = given !== undefined && this.#isError(given);
    noteRejection(draft, { throws, refuses: throws && this.#errors.isRefusal(given) });
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

  /** Notes a call that may change something: its name isn't of those that read, or it gets the whole request. */
  #noteOther(call: CallExpression): void {
    const draft = this.current;
    if (draft === undefined) return;
    const isRead = READS.test(lastName(call.callee));
    if (!isRead) draft.onlyDecides = false;
    if (throwsProblem(call) || isLog(call.callee) || this.#isError(call)) return;
    const isGiven = call.arguments.some((each) => {
      const name = identifierName(each) ?? '';
      return draft.params.has(name) && (CONTEXT.test(name) || MAY_BE_SET.test(name));
    });
    const mayOnlyRead = !isGiven && !this.#unused.has(call) && !WRITES.test(lastName(call.callee));
    if (!isRead || isGiven) draft.others.push({ callee: call.callee, mayOnlyRead });
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
    return [...this.#drafts.values()].flatMap((each) => {
      const effect = effectOfDraft(each, names, (node) => this.isProblem(node));
      return effect === undefined ? [] : [[each.body?.start ?? -1, effect] as [number, Effect]];
    });
  }
}

function noteRejection(draft: Draft, { throws = false, refuses = false } = {}): void {
  draft.rejects = true;
  draft.does.fails = true;
  if (throws) draft.does.throws = true;
  if (refuses) draft.does.refuses = true;
}
