import type { AssignmentExpression, CallExpression, MemberExpression, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Draft } from './function-draft.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { lastName, propertyName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
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

  constructor(drafts: FunctionDrafts, names: Scopes) {
    this.#drafts = drafts;
    this.#names = names;
  }

  visitor(): object {
    const use = (...nodes: readonly (Node | null)[]): void =>
      nodes
        .flatMap((each) => (each === null ? [] : [...resultsOf(each), ...fallbacksIn(each)]))
        // `return (user ??= loadUser(ctx))`
        .map((each) => (each.type === 'AssignmentExpression' ? each.left : each))
        .forEach((each) => {
          this.usedNodes.push(each);
          this.#used.add(this.#names.pathOf(each) ?? '');
        });
    const useArgument = ({ argument }: { readonly argument: Node | null }): void => use(argument);
    return {
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        const path = this.#names.pathOf(left);
        if (path !== undefined) {
          this.#keep(path, right);
          this.#store(path, right);
        }
      },
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        const name = this.#names.pathOf(id);
        if (name !== undefined && init !== null) this.#keep(name, init);
      },
      CatchClause: () => this.#before.push(new Map(this.#kept.get(this.#drafts.current))),
      'CatchClause:exit': () => this.#kept.set(this.#drafts.current, this.#before.pop()!),
      AwaitExpression: useArgument,
      ReturnStatement: useArgument,
      YieldExpression: useArgument,
      SpreadElement: ({ argument }: Node & { type: 'SpreadElement' }) => {
        if (!this.#copied.has(argument)) use(argument);
      },
      ForOfStatement: ({ right }: Node & { type: 'ForOfStatement' }) => use(right),
      ArrayExpression: ({ elements }: Node & { type: 'ArrayExpression' }) => use(...elements),
      ArrowFunctionExpression: ({ body }: Node & { type: 'ArrowFunctionExpression' }) => use(body),
      ObjectExpression: ({ properties }: Node & { type: 'ObjectExpression' }) =>
        use(...properties.map((each) => (each.type === 'Property' ? each.value : null))),
      ExportSpecifier: ({ local }: Node & { type: 'ExportSpecifier' }) => use(local),
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        const path = this.#names.pathOf(callee) ?? '';
        const [target, ...others] = given;
        if (path === 'Object.assign' && target !== undefined) {
          others.forEach((each) => this.#store(this.#names.pathOf(target) ?? '', each));
          use(...others);
        } else if (!path.startsWith('console.') && !isTest(callee)) use(...given);
      },
      MemberExpression: (node: MemberExpression) => {
        if (isPromiseMethod(lastName(node))) use(node.object);
      },
      BinaryExpression: ({ operator, left }: Node & { type: 'BinaryExpression' }) => {
        if (operator === 'instanceof') use(left);
      },
    };
  }

  #keep(path: string, given: Node): void {
    getOrAdd(this.#kept, this.#drafts.current, () => new Map<string, Node>()).set(path, this.lastOf(given) ?? given);
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

/** `user` of `user ?? loadUser(ctx)` and `user || null`. */
function fallbacksIn(given: Node): Node[] {
  const node = bareExpression(given);
  return node.type === 'LogicalExpression' && node.operator !== '&&'
    ? [...fallbacksIn(node.left), bareExpression(node.left)]
    : [];
}
