import type { CallExpression, Node } from 'oxc-parser';
import { Visitor } from '../module/visitor.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { isOwnPackage } from '../module/entries.ts';
import { isNamedAsGuard, REFUSES } from './named-calls.ts';
import { NamesBoundOnce } from './names-bound-once.ts';
import { ParameterUses } from './parameter-uses.ts';
import { functionVisitor, identifierName, lastName, visitEach } from '../module/nodes.ts';
import type { Bindings } from '../module/static-values.ts';
import type { Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';

const MAY_MOUNT = /\.\s*(?:use|routes|middleware)\s*\(/;

/** An app of Koa, one that `createApp` made, a router of @koa/router, or one that `createRouter` made. */
type Kind = 'koa' | 'app' | 'router' | 'operations';

/** A call of `use`. */
interface Use {
  readonly arguments: readonly Node[];
  /** The function that the call is in. */
  readonly within: Node | undefined;
  /** The offset at which it runs: that of the call of the function, if it uses its parameter. */
  readonly start: number;
}

/**
 * Reports middleware that Koa ignores, or that runs only for requests without an operation, where a module puts an app together.
 *
 * @returns The middleware of its apps that runs before the operation is found.
 */
export function checkMounting(
  source: SourceText,
  syntax: Pick<Syntax, 'program' | 'bindings'>,
  report: Report,
): readonly Value[] {
  if (!MAY_MOUNT.test(source.text)) return [];
  const names = new NamesBoundOnce(syntax);
  const parameters = new ParameterUses(syntax.program);
  const around: Node[] = [];
  const calls: [call: CallExpression, within: Node | undefined][] = [];
  const returned = new Map<Node, (Node | null)[]>();
  const addReturned = (node: Node | null): void => {
    const by = around.at(-1);
    if (by !== undefined) getOrAdd(returned, by, (): (Node | null)[] => []).push(node);
  };
  const visitor = visitEach(
    names.visitor(),
    parameters.visitor(),
    functionVisitor(
      (node) => {
        around.push(node);
        if (node.type === 'ArrowFunctionExpression' && node.expression) addReturned(node.body);
      },
      () => void around.pop(),
    ),
    {
      CallExpression: (node: CallExpression) => void calls.push([node, around.at(-1)]),
      ReturnStatement: ({ argument }: Node & { type: 'ReturnStatement' }) => addReturned(argument),
    },
  );
  new Visitor(visitor).visit(syntax.program);
  const returnedBy = (node: Node): Node | undefined => {
    const all = returned.get(node) ?? [];
    return all.length === 1 ? (all[0] ?? undefined) : undefined;
  };
  return new Mounting(source, syntax.bindings, { names, parameters, returnedBy }, report).check(calls);
}

/** The names of a module. */
interface Found {
  readonly names: NamesBoundOnce;
  readonly parameters: ParameterUses;
  /** Finds the only expression that a function returns. */
  readonly returnedBy: (node: Node) => Node | undefined;
}

class Mounting {
  readonly #source: SourceText;
  readonly #bindings: Bindings;
  readonly #names: NamesBoundOnce;
  readonly #parameters: ParameterUses;
  readonly #returnedBy: (node: Node) => Node | undefined;
  readonly #report: Report;
  readonly #uses = new Map<Node, Use[]>();
  readonly #roots = new Map<Node, Node | undefined>();
  readonly #kinds = new Map<Node, Kind | undefined>();
  readonly #operations = new Map<Node, boolean>();
  readonly #late = new Set<Node>();
  readonly #before: Value[] = [];

  constructor(source: SourceText, bindings: Bindings, { names, parameters, returnedBy }: Found, report: Report) {
    this.#source = source;
    this.#bindings = bindings;
    this.#names = names;
    this.#parameters = parameters;
    this.#returnedBy = returnedBy;
    this.#report = report;
  }

  /** @returns The middleware that runs before the operation is found. */
  check(calls: readonly (readonly [call: CallExpression, within: Node | undefined])[]): readonly Value[] {
    const mounted: [app: Node, within: Node | undefined, end: number][] = [];
    for (const [call, within] of calls) {
      const { callee, arguments: given } = call;
      if (this.#isMount(call)) {
        const app = this.#rootOf(given.at(-1));
        if (app !== undefined) mounted.push([app, within, call.end]);
      }
      if (callee.type !== 'MemberExpression') continue;
      const name = lastName(callee);
      if (name === 'use') this.#parameters.addUse(callee.object, given[0]);
      const root = this.#rootOf(callee.object);
      if (root === undefined) continue;
      if (name === 'use') this.#addUse(root, { arguments: given, within, start: given[0]?.start ?? call.end });
      if ((name === 'routes' || name === 'middleware') && this.#isRouter(root))
        for (const each of given.slice(0, 1)) this.#report(messages.ignoredMiddleware(this.#at(each), name));
    }
    for (const [call, within] of calls) this.#addUsesOf(call, within);
    for (const [root, uses] of this.#uses) this.#checkUses(root, uses, mounted);
    return this.#before;
  }

  #addUse(root: Node, use: Use): void {
    getOrAdd(this.#uses, root, (): Use[] => []).push(use);
  }

  /** The uses of an app by a function that gets it: `mount(app)`. */
  #addUsesOf({ callee, arguments: given, start }: CallExpression, within: Node | undefined): void {
    const helper = this.#names.onlyValue(callee);
    for (const { index, middleware } of helper === undefined ? [] : this.#parameters.usesBy(helper)) {
      const root = this.#rootOf(given[index]);
      if (root !== undefined) this.#addUse(root, { arguments: [middleware], within, start });
    }
  }

  #checkUses(root: Node, given: readonly Use[], mounted: readonly (readonly [Node, Node | undefined, number])[]): void {
    const kind = this.#kindOf(root);
    if (kind === undefined || kind === 'operations') return;
    const uses = given.filter((use) => use.arguments.length > 0).sort((a, b) => a.start - b.start);
    for (const { arguments: middleware, within, start } of uses) {
      const [first, second] = middleware as [Node, Node?];
      if (kind === 'koa' && second !== undefined) this.#report(messages.ignoredMiddleware(this.#at(second), 'use'));
      const isLate = mounted.some(([app, place, end]) => app === root && place === within && end < start);
      if (isLate) this.#report(messages.unmountedMiddleware(this.#at(first)));
    }
    if (kind === 'app') this.#noteBefore(uses);
    if (kind === 'app') return;
    const inOrder = uses.flatMap((use) =>
      (kind === 'koa' ? use.arguments.slice(0, 1) : use.arguments.filter(({ type }) => type !== 'Literal'))
        .flatMap((each) => this.#partsOf(each))
        .map((each) => ({ ...use, arguments: [each] })),
    );
    this.#checkOrder(inOrder);
    if (kind === 'router') return;
    const place = inOrder.findIndex((use) => this.#hasOperations(use.arguments[0]!));
    this.#noteBefore(inOrder.slice(0, Math.max(place, 0)));
  }

  /** The middleware that an expression is, in its order: `compose([a, b])`, and `each` of a list that a loop walks through. */
  #partsOf(given: Node): readonly Node[] {
    const node = bareExpression(given);
    const isComposed =
      node.type === 'CallExpression' && /^(?:koa-|@koa\/)compose$/.test(this.#madeBy(node)?.from ?? '');
    const list = isComposed ? node.arguments[0] : node.type === 'Identifier' ? this.#names.listOf(node) : undefined;
    const bare = list && bareExpression(list);
    const array = bare?.type === 'ArrayExpression' ? bare : bare && this.#names.onlyValue(bare);
    if (array?.type !== 'ArrayExpression') return [given];
    return array.elements.flatMap((each) => each ?? []);
  }

  #noteBefore(uses: readonly Use[]): void {
    this.#before.push(...uses.flatMap((use) => this.#names.valueOf(use.arguments[0]!) ?? []));
  }

  /** Reports guards after the operations, unless something is behind them that they can be for. */
  #checkOrder(uses: readonly Use[]): void {
    const place = uses.findLastIndex((use) => this.#hasOperations(use.arguments[0]!));
    const behind = place === -1 ? [] : uses.slice(place + 1).filter((use) => !this.#isForUnknown(use.arguments[0]!));
    const { within } = uses[place] ?? {};
    if (!behind.every((use) => use.within === within && this.#isGuard(use.arguments[0]!))) return;
    for (const {
      arguments: [guard],
    } of behind) {
      if (!this.#late.has(guard!)) this.#report(messages.guardAfterOperations(this.#at(guard!)));
      this.#late.add(guard!);
    }
  }

  /** `router.allowedMethods()` */
  #isForUnknown(node: Node): boolean {
    return node.type === 'CallExpression' && lastName(node.callee) === 'allowedMethods';
  }

  #isMount(node: Node): node is CallExpression {
    return node.type === 'CallExpression' && /^(?:koa-|@koa\/)mount$/.test(this.#madeBy(node)?.from ?? '');
  }

  #isGuard(given: Node): boolean {
    const node = bareExpression(given);
    if (this.#isMount(node) && node.arguments.length > 0) return this.#isGuard(node.arguments.at(-1)!);
    const name = lastName(node.type === 'CallExpression' ? node.callee : node);
    const { start, end } = this.#names.onlyValue(node) ?? node;
    return isNamedAsGuard(name) || REFUSES.test(this.#source.text.slice(start, end));
  }

  /** Whether an expression is a middleware with operations: `router.routes()`, or `mount('/v1', api)`. */
  #hasOperations(given: Node): boolean {
    const node = this.#rootOf(given) ?? bareExpression(given);
    const known = this.#operations.get(node);
    if (known !== undefined) return known;
    // It has none while it is looked into, so that `const a = mount(a)` ends.
    this.#operations.set(node, false);
    const has = this.#findOperations(node);
    this.#operations.set(node, has);
    return has;
  }

  #findOperations(node: Node): boolean {
    if (node.type !== 'CallExpression') return false;
    const kind = this.#kindOf(node);
    if (kind === 'app' || kind === 'operations') return true;
    const { callee, arguments: given } = node;
    return [...(callee.type === 'MemberExpression' ? [callee.object] : []), ...given].some((each) =>
      this.#hasOperations(each),
    );
  }

  #isRouter(root: Node): boolean {
    return /^(?:router|operations)$/.test(this.#kindOf(root) ?? '');
  }

  /** The expression that makes the app or router of a name, or of a chain of calls: `new Koa()` of `new Koa().use(a)`. */
  #rootOf(given: Node | undefined): Node | undefined {
    const node = given && bareExpression(given);
    if (node === undefined || this.#roots.has(node)) return node && this.#roots.get(node);
    // It is unknown while it is looked into, so that `const a = a` ends.
    this.#roots.set(node, undefined);
    const root = this.#findRoot(node);
    this.#roots.set(node, root);
    return root;
  }

  #findRoot(node: Node): Node | undefined {
    if (this.#parameters.of(node) !== undefined) return undefined;
    if (node.type === 'Identifier' || node.type === 'MemberExpression')
      return this.#rootOf(this.#names.onlyValue(node));
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && lastName(node.callee) === 'use')
      return this.#rootOf(node.callee.object);
    return node.type === 'NewExpression' || node.type === 'CallExpression' ? node : undefined;
  }

  #kindOf(root: Node): Kind | undefined {
    if (this.#kinds.has(root)) return this.#kinds.get(root);
    // It is unknown while it is looked into, so that `const make = () => make()` ends.
    this.#kinds.set(root, undefined);
    const kind = this.#findKind(root);
    this.#kinds.set(root, kind);
    return kind;
  }

  #findKind(root: Node): Kind | undefined {
    const { from, names } = this.#madeBy(root) ?? {};
    if (root.type === 'NewExpression') {
      if (from === 'koa') return 'koa';
      return from === '@koa/router' || from === 'koa-router' ? 'router' : undefined;
    }
    if (from === undefined && root.type === 'CallExpression') return this.#kindOfResult(root);
    if (from === undefined || !isOwnPackage(from)) return undefined;
    const name = names?.at(-1);
    return name === 'createApp' ? 'app' : name === 'createRouter' ? 'operations' : undefined;
  }

  /** The kind of what a function of the file makes: `const make = () => new Koa()`. */
  #kindOfResult({ callee }: CallExpression): Kind | undefined {
    const maker = this.#names.onlyValue(callee);
    const made = maker && this.#rootOf(this.#returnedBy(maker));
    return made && this.#kindOf(made);
  }

  /** The import that a call or `new` calls. */
  #madeBy(node: Node): Value | undefined {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
    const name = identifierName(node.callee);
    return name === undefined ? undefined : this.#bindings.resolve(name, []);
  }

  #at({ start, end }: Node): Location {
    return { source: this.#source, span: { start, end } };
  }
}
