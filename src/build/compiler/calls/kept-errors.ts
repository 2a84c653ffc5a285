import type { AssignmentExpression, Node } from 'oxc-parser';
import type { Scopes } from '../module/scopes.ts';
import { lastName } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';
import { isErrorStatus, isRefusalStatus, isRefusingText, makesProblem, makesRefusal } from './refusals.ts';

/** The errors with a status that code throws or rejects with, also those that get it first: `const error = new Error(); error.status = 403; throw error;`. */
export class KeptErrors {
  readonly #names: Scopes;
  /** Whether the errors of these names keep a client out. */
  readonly #kept = new Map<string, boolean>();

  constructor(names: Scopes) {
    this.#names = names;
  }

  visitor(): object {
    return {
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (init !== null && makesProblem(init)) this.#keep(id, makesRefusal(init));
      },
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        if (left.type !== 'MemberExpression') return;
        const name = lastName(left);
        if (/^status(?:Code)?$/.test(name) && isErrorStatus(right)) this.#keep(left.object, isRefusalStatus(right));
        if (name === 'code' && isRefusingText(right)) this.#keep(left.object, true);
      },
    };
  }

  #keep(node: Node, isRefusal: boolean): void {
    const path = this.#names.pathOf(node);
    if (path !== undefined) this.#kept.set(path, isRefusal);
  }

  #isKept(node: Node): boolean | undefined {
    return this.#kept.get(this.#names.pathOf(node) ?? '');
  }

  isProblem(error: Node): boolean {
    return makesProblem(error) || isErrorStatus(unwrap(error)) || this.#isKept(error) !== undefined;
  }

  isRefusal(error: Node): boolean {
    return makesRefusal(error) || isRefusalStatus(unwrap(error)) || this.#isKept(error) === true;
  }
}
