import type { AssignmentExpression, Node } from 'oxc-parser';
import { identifierName, lastName } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';
import { isErrorStatus, isRefusalStatus, makesProblem, makesRefusal } from './refusals.ts';

/** The errors with a status that code throws, also those that get it first: `const error = new Error(); error.status = 403; throw error;`. */
export class KeptErrors {
  /** Whether the errors of these names keep a client out. */
  readonly #names = new Map<string, boolean>();

  visitor(): object {
    return {
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (init !== null && makesProblem(init)) this.#names.set(identifierName(id) ?? '', makesRefusal(init));
      },
      AssignmentExpression: ({ left, right }: AssignmentExpression) => {
        if (left.type !== 'MemberExpression' || !/^status(?:Code)?$/.test(lastName(left))) return;
        if (isErrorStatus(right)) this.#names.set(identifierName(left.object) ?? '', isRefusalStatus(right));
      },
    };
  }

  isProblem(thrown: Node): boolean {
    return makesProblem(thrown) || isErrorStatus(unwrap(thrown)) || this.#names.has(identifierName(thrown) ?? '');
  }

  isRefusal(thrown: Node): boolean {
    return (
      makesRefusal(thrown) || isRefusalStatus(unwrap(thrown)) || this.#names.get(identifierName(thrown) ?? '') === true
    );
  }
}
