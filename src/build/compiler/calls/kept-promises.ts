import type { AssignmentExpression, CallExpression, MemberExpression, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Draft } from './function-draft.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { identifierName, lastName, propertyName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { isComparing } from './comparisons.ts';
import { isLog } from './named-calls.ts';
import { partsIn, targetsIn } from './object-parts.ts';
import { isPromiseMethod, isTest } from './returned-values.ts';
import { resultsOf } from './unthrown-problems.ts';

/** A call whose result is kept. */
interface KeptCall {
  readonly node: Node;
  /** The names and properties that get it: several in `user = ctx.state.user = loadUser(ctx)`. */
  readonly paths: readonly string[];
  readonly canAwait: boolean;
}

/** A value that a field of the context gets. */
interface StoredValue {
  readonly node: Node;
  /** `state.user`, or `user` of the context itself. */
  readonly field: string;
  readonly canAwait: boolean;
}

/** The calls whose results code keeps: `ctx.state.user = loadUser(ctx)`, and `const user = loadUser(ctx)`. */
export class KeptPromises {
  readonly #drafts: FunctionDrafts;
  readonly #names: Scopes;
  readonly #kept = new Map<Draft | undefined, Map<string, Node>>();
  /** The values from before the `catch` blocks around, which may not run. */
  readonly #before: Map<string, Node>[] = [];
  readonly #calls: KeptCall[] = [];
  readonly stored: StoredValue[] = [];
  /** The objects whose fields get to the same place again: `ctx.state = { ...ctx.state, user }`. */
  readonly #copied = new Set<Node>();
  /** The names and properties that code waits for, returns or passes on. */
  readonly #used = new Set<string>();
  readonly usedNodes: Node[] = [];
  /** Those whose values something else has too: a variable, a property, or what a call keeps. */
  readonly #copies = new Set<string>(['this']);

  constructor(drafts: FunctionDrafts, names: Scopes) {
    this.#drafts = drafts;
    this.#names = names;
  }

  visitor(): object {
    const use = (nodes: readonly (Node | null)[]): void =>
      nodes
        .flatMap((each) => (each === null ? [] : [...resultsOf(each), ...fallbacksIn(each)]))
        // `return (user ??= loadUser(ctx))`
        .map((each) => (each.type === 'AssignmentExpression' ? each.left : each))
        .forEach((each) => {
          this.usedNodes.push(each);
          this.#used.add(this.#names.pathOf(each) ?? '');
        });
    const useArgument = ({ argument }: { readonly argument: Node | null }): void => use([argument]);
    return {
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        const path = this.#names.pathOf(left);
        this.#copy(right);
        this.#keep(left, right);
        if (path !== undefined) this.#store(path, right);
      },
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (init === null) return;
        this.#copy(init);
        // `const promise = (pending[key] = load(key))`, and `const promise = pending[key]`
        if (/^(?:AssignmentExpression|MemberExpression|Identifier)$/.test(bareExpression(init).type)) this.#copy(id);
        this.#keep(id, init);
      },
      CatchClause: () => this.#before.push(new Map(this.#kept.get(this.#drafts.current))),
      'CatchClause:exit': () => this.#kept.set(this.#drafts.current, this.#before.pop()!),
      AwaitExpression: useArgument,
      ReturnStatement: useArgument,
      YieldExpression: useArgument,
      SpreadElement: ({ argument }: Node & { type: 'SpreadElement' }) => {
        if (!this.#copied.has(argument)) use([argument]);
      },
      ForOfStatement: ({ right }: Node & { type: 'ForOfStatement' }) => use([right]),
      ArrayExpression: ({ elements }: Node & { type: 'ArrayExpression' }) => use(elements),
      ArrowFunctionExpression: ({ body }: Node & { type: 'ArrowFunctionExpression' }) => use([body]),
      ObjectExpression: ({ properties }: Node & { type: 'ObjectExpression' }) =>
        use(properties.map((each) => (each.type === 'Property' ? each.value : null))),
      ExportSpecifier: ({ local }: Node & { type: 'ExportSpecifier' }) => use([local]),
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        const path = this.#names.pathOf(callee) ?? '';
        const [target, ...others] = given;
        if (path === 'Object.assign' && target !== undefined) {
          others.forEach((each) => this.#store(this.#names.pathOf(target) ?? '', each));
          use(others);
        } else if (!path.startsWith('console.') && !isTest(callee) && !isComparing(callee)) {
          use(given);
          if (!isLog(callee)) given.forEach((each) => this.#pass(each));
        }
      },
      NewExpression: ({ arguments: given }: Node & { type: 'NewExpression' }) =>
        given.forEach((each) => this.#pass(each)),
      MemberExpression: (node: MemberExpression) => {
        if (isPromiseMethod(lastName(node))) use([node.object]);
      },
      BinaryExpression: ({ operator, left }: Node & { type: 'BinaryExpression' }) => {
        if (operator === 'instanceof') use([left]);
      },
    };
  }

  get #own(): Map<string, Node> {
    return getOrAdd(this.#kept, this.#drafts.current, () => new Map<string, Node>());
  }

  /** Notes what a name, a property or those in a pattern get. */
  #keep(target: Node, given: Node): void {
    const path = this.#names.pathOf(target);
    if (path === undefined) {
      // `user[key] = await user[key]`
      if (target.type === 'MemberExpression')
        this.#forgetParts(ownerPath(target.object, this.#names.pathOf(target.object) ?? ''));
      return this.#keepParts(target, given);
    }
    const value = this.lastOf(given) ?? given;
    const owner = ownerPath(target, path);
    const parts = this.#partsOf(owner, value);
    this.#forgetParts(owner);
    for (const [part, each] of [[path, value] as const, ...parts]) this.#own.set(part, each);
    this.#noteCall(path, given);
  }

  /** The values in an object or a list by their paths. Names in it are followed once, so an object can have its name in it. */
  #partsOf(owner: string, given: Node): (readonly [string, Node])[] {
    return [...partsIn(given)].flatMap(([name, part]) => {
      const path = `${owner}.${name}`;
      return [[path, this.lastOf(part) ?? part] as const, ...this.#partsOf(path, part)];
    });
  }

  /** `const { user } = { user: loadUser(ctx) }`, and `const { role } = user` */
  #keepParts(pattern: Node, given: Node): void {
    const parts = partsIn(given);
    const owner = ownerPath(bareExpression(given), this.#names.pathOf(given) ?? '');
    for (const [name, target] of targetsIn(pattern)) {
      const value = parts.get(name) ?? this.#own.get(`${owner}.${name}`);
      if (value !== undefined) this.#keep(target, value);
    }
  }

  #forgetParts(path: string): void {
    for (const each of this.#own.keys()) if (each.startsWith(`${path}.`)) this.#own.delete(each);
  }

  /** Notes that a call gets a value. It can keep it, and set the properties of an object. */
  #pass(given: Node): void {
    this.#copy(given);
    const path = this.#names.pathOf(given);
    if (path !== undefined && partsIn(this.#own.get(path) ?? given).size > 0) this.#forgetParts(ownerPath(given, path));
  }

  /** Notes the names and properties whose values something else gets. */
  #copy(given: Node): void {
    const node = given.type === 'SpreadElement' ? given.argument : given;
    for (const each of [...resultsOf(node), ...fallbacksIn(node)]) {
      const path = this.#names.pathOf(each) ?? '';
      for (const name of [path, ownerPath(each, path)]) this.#copies.add(name);
      for (const part of partsIn(each).values()) this.#copy(part);
    }
  }

  /** Whether something else may have the same promise as a name, or as a property of an object. */
  isCopied(node: Node): boolean {
    const names = this.#names.pathOf(node)?.split('.') ?? [];
    return names.some((_, i) => this.#copies.has(names.slice(0, i + 1).join('.')));
  }

  #noteCall(path: string, given: Node): void {
    const paths = [path];
    let node = bareExpression(given);
    for (; node.type === 'AssignmentExpression'; node = bareExpression(node.right))
      paths.push(this.#names.pathOf(node.left) ?? '');
    if (node.type === 'CallExpression' && this.#calls.every((each) => each.node !== node))
      this.#calls.push({ node, paths, canAwait: this.#drafts.current?.isAsync === true });
  }

  #store(path: string, given: Node): void {
    const field =
      /^(?:.*\.)?(state\.[^.]+)$/.exec(path)?.[1] ?? /^_?c(?:tx|ontext)?\.((?!state$)[^.]+)$/.exec(path)?.[1];
    const canAwait = this.#drafts.current?.isAsync === true;
    if (field !== undefined) {
      const last = this.lastOf(given);
      this.stored.push({ node: last ?? given, field, canAwait: canAwait && last === undefined });
    }
    const object = bareExpression(given);
    if (!/^(?:.*\.)?state$/.test(path) || object.type !== 'ObjectExpression') return;
    for (const each of object.properties) {
      if (each.type === 'SpreadElement' && this.#names.pathOf(each.argument) === path) this.#copied.add(each.argument);
      const name = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
      if (each.type === 'Property' && name !== undefined) this.#store(`${path}.${name}`, each.value);
    }
  }

  /** The calls whose results are only kept. */
  unawaited(): readonly KeptCall[] {
    return this.#calls.filter(({ paths }) => !paths.some((each) => this.isUsed(each)));
  }

  /** Whether code waits for a name or property, returns it or passes it on. */
  isUsed(path: string): boolean {
    return this.#used.has(path);
  }

  /** The expression that the function has last assigned to a name or property. */
  lastOf(node: Node): Node | undefined {
    const own = this.#kept.get(this.#drafts.current);
    return own && own.get(this.#names.pathOf(node) ?? '');
  }
}

/** The path of an object as those of its properties have it: without the scope of its name. */
function ownerPath(node: Node, path: string): string {
  return identifierName(node) ?? path;
}

/** `user` of `user ?? loadUser(ctx)` and `user || null`. */
function fallbacksIn(given: Node): Node[] {
  const node = bareExpression(given);
  return node.type === 'LogicalExpression' && node.operator !== '&&'
    ? [...fallbacksIn(node.left), bareExpression(node.left)]
    : [];
}
