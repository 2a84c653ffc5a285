import type { AssignmentExpression, CallExpression, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import type { Draft } from './function-draft.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { lastName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { isPromiseMethod } from './returned-values.ts';
import { resultsOf } from './unthrown-problems.ts';

/** A call whose result is kept. */
interface KeptCall {
  readonly node: Node;
  readonly path: string;
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
  /** The names and properties that code waits for, returns or passes on. */
  readonly #used = new Set<string>();

  constructor(drafts: FunctionDrafts, names: Scopes) {
    this.#drafts = drafts;
    this.#names = names;
  }

  visitor(): object {
    const use = (...nodes: readonly (Node | null)[]): void =>
      nodes
        .flatMap((each) => (each === null ? [] : resultsOf(each)))
        // `return (user ??= loadUser(ctx))`
        .map((each) => (each.type === 'AssignmentExpression' ? each.left : each))
        .forEach((each) => this.#used.add(this.#names.pathOf(each) ?? ''));
    const useArgument = ({ argument }: { readonly argument: Node | null }): void => use(argument);
    return {
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        const path = this.#names.pathOf(left);
        if (path !== undefined) this.#keep(path, right);
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
      SpreadElement: useArgument,
      ForOfStatement: ({ right }: Node & { type: 'ForOfStatement' }) => use(right),
      ArrayExpression: ({ elements }: Node & { type: 'ArrayExpression' }) => use(...elements),
      ArrowFunctionExpression: ({ body }: Node & { type: 'ArrowFunctionExpression' }) => use(body),
      Property: ({ value }: Node & { type: 'Property' }) => use(value),
      ExportSpecifier: ({ local }: Node & { type: 'ExportSpecifier' }) => use(local),
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        if (this.#names.pathOf(callee)?.startsWith('console.') !== true) use(...given);
        if (callee.type === 'MemberExpression' && isPromiseMethod(lastName(callee))) use(callee.object);
      },
    };
  }

  #keep(path: string, given: Node): void {
    getOrAdd(this.#kept, this.#drafts.current, () => new Map<string, Node>()).set(path, this.lastOf(given) ?? given);
    const node = bareExpression(given);
    if (node.type === 'CallExpression')
      this.#calls.push({ node, path, canAwait: this.#drafts.current?.isAsync === true });
  }

  /** The calls whose results are only kept. */
  unawaited(): readonly KeptCall[] {
    return this.#calls.filter(({ path }) => !this.isUsed(path));
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
