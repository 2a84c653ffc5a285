import type { CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { isEach, isSearch } from './named-calls.ts';
import { identifierName } from '../module/nodes.ts';

/** A function that another one gets. */
export interface GivenFunction {
  readonly node: Node;
  /** The function that gets it. */
  readonly tester: Node;
  /** Which of the arguments it is, or is in. */
  readonly index: number;
}

/** The functions that use the results of others as conditions, `const all = (...rules) => (ctx) => rules.every((rule) => rule(ctx))`, and those that they get. */
export class Combinators {
  readonly #drafts: FunctionDrafts;
  /** The names of lists, by the names that their items have had last. */
  readonly #lists = new Map<string, string>();
  readonly given: GivenFunction[] = [];

  constructor(drafts: FunctionDrafts) {
    this.#drafts = drafts;
  }

  visitor(): object {
    return {
      ForOfStatement: ({ left, right }: Node & { type: 'ForOfStatement' }) => {
        if (left.type === 'VariableDeclaration') this.#addItem(left.declarations[0]!.id, right);
      },
      CallExpression: ({ callee, arguments: given }: CallExpression) => {
        const [first] = given;
        if (callee.type === 'MemberExpression' && isEach(callee)) {
          if (first !== undefined && 'params' in first) this.#addItem(first.params[0], callee.object);
          if (isSearch(callee)) return;
        }
        if (!/^(?:Identifier|MemberExpression)$/.test(callee.type)) return;
        given.forEach((argument, index) => {
          for (const node of argument.type === 'ArrayExpression' ? argument.elements : [argument])
            if (node !== null && MAY_BE_GIVEN.test(node.type)) this.given.push({ node, tester: callee, index });
        });
      },
    };
  }

  #addItem(item: Node | undefined, list: Node): void {
    const [name, of] = [item, bareExpression(list)].map((each) => each && identifierName(each));
    if (name !== undefined && of !== undefined) this.#lists.set(name, of);
  }

  /** Notes a call whose result is a condition. The function is an argument of one around it, or an item of one. */
  noteTest(call: Node): void {
    const name = call.type === 'CallExpression' ? identifierName(call.callee) : undefined;
    if (name === undefined) return;
    const isNoted = this.#drafts.noteTest(this.#lists.get(name) ?? '');
    if (!isNoted) this.#drafts.noteTest(name);
  }
}

const MAY_BE_GIVEN = /^(?:Identifier|MemberExpression|(?:Arrow)?FunctionExpression)$/;
