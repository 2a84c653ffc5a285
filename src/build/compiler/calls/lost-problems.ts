import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { isLog } from './named-calls.ts';
import type { Scopes } from '../module/scopes.ts';
import { isOuter } from '../module/scopes.ts';
import { unusedIn } from './unthrown-problems.ts';

/** The problems that code only keeps or writes to a log: `const error = problem(403); console.warn(error);`. */
export class LostProblems {
  readonly #drafts: FunctionDrafts;
  readonly #names: Scopes;
  readonly #logged: Node[] = [];
  readonly #kept: { readonly node: Node; readonly name: string }[] = [];
  /** How often names occur, except where they get a value or code writes them to a log. */
  readonly #reads = new Map<string, number>();

  constructor(drafts: FunctionDrafts, names: Scopes) {
    this.#drafts = drafts;
    this.#names = names;
  }

  visitor(): object {
    return {
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => this.#keep(id, init),
      ExpressionStatement: ({ expression }: Node & { type: 'ExpressionStatement' }) =>
        unusedIn(expression).forEach((each) => this.#visitUnused(each)),
      Identifier: (node: Node) => this.#read(node, 1),
    };
  }

  #visitUnused(node: Node): void {
    if (node.type === 'AssignmentExpression' && node.operator === '=') this.#keep(node.left, node.right);
    if (node.type !== 'CallExpression' || !isLog(node.callee)) return;
    for (const each of node.arguments) {
      this.#read(each, -1);
      if (this.#drafts.current !== undefined && this.#drafts.isProblem(bareExpression(each))) this.#logged.push(each);
    }
  }

  #keep(target: Node, value: Node | null): void {
    this.#read(target, -1);
    if (target.type !== 'Identifier' || value === null || !this.#drafts.isProblem(bareExpression(value))) return;
    this.#kept.push({ node: value, name: this.#names.idOf(target)! });
  }

  #read(node: Node, times: number): void {
    const name = this.#names.idOf(node);
    if (name !== undefined) this.#reads.set(name, (this.#reads.get(name) ?? 0) + times);
  }

  /** The problems that nothing throws, returns or tests. */
  found(): Node[] {
    // A name outside of functions can be read elsewhere.
    const lost = this.#kept.filter(({ name }) => !isOuter(name) && this.#reads.get(name) === 0);
    return [...this.#logged, ...lost.map(({ node }) => node)];
  }
}
