import type { CallExpression, IfStatement, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { lastName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { makesProblem, refusedBy, throwsProblem } from './refusals.ts';
import type { ListResult } from './list-results.ts';
import { listResultOf } from './list-results.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { isObject } from './returned-outcome.ts';
import { isBoolean, isNothing } from './returned-values.ts';

/** A test that is never met, and why: because of a default, or as the value is a list or the place of an item. */
export interface DefaultedTest {
  readonly test: Node;
  readonly reason: 'default' | ListResult;
}

/** The refusals of a missing value that always has a default: `const user = find(key) ?? {}; if (!user) throw problem(401);`, and those of a list. */
export class DefaultedTests {
  readonly #names: Scopes;
  readonly #constants = new Set<Node>();
  /** The values of constants; undefined for a name that a function has several times. */
  readonly #values = new Map<string, Node | undefined>();
  readonly #tests: { readonly test: Node; readonly tested: Node }[] = [];

  constructor(names: Scopes) {
    this.#names = names;
  }

  visitor(): object {
    return {
      VariableDeclaration: ({ kind, declarations }: Node & { type: 'VariableDeclaration' }) => {
        if (kind === 'const') for (const each of declarations) this.#constants.add(each);
      },
      VariableDeclarator: (node: Node & { type: 'VariableDeclarator' }) => {
        const path = this.#names.pathOf(node.id) ?? '';
        const isOnly = this.#constants.has(node) && !this.#values.has(path);
        this.#values.set(path, isOnly ? (node.init ?? undefined) : undefined);
      },
      IfStatement: ({ test, consequent }: IfStatement) => {
        const tested = missingIn(test);
        if (tested !== undefined && refuses(consequent)) this.#note(tested, test);
      },
      CallExpression: (call: CallExpression) => {
        const [tested] = call.arguments;
        if (tested !== undefined && lastName(call.callee) === 'assert' && throwsProblem(call)) this.#note(tested);
      },
      LogicalExpression: ({ operator, left, right }: Node & { type: 'LogicalExpression' }) => {
        if (operator !== '&&' && refuses(right)) this.#note(left);
      },
    };
  }

  #note(tested: Node, test: Node = tested): void {
    this.#tests.push({ test, tested });
  }

  /** The tests that are never met. */
  found(names: NamesBoundOnce): DefaultedTest[] {
    return this.#tests.flatMap(({ test, tested }) => {
      const node = bareExpression(tested);
      const isName = node.type === 'Identifier';
      const value = isName ? this.#values.get(this.#names.idOf(node)!) : tested;
      if (value === undefined) return [];
      const isDefaulted = isName && hasDefault(value, names);
      const reason = isDefaulted ? 'default' : listResultOf(value, names);
      return reason === undefined ? [] : [{ test, reason }];
    });
  }
}

/** `user` of `!user`, `user === undefined` and `user == null`. */
function missingIn(test: Node): Node | undefined {
  if (test.type === 'UnaryExpression') return test.operator === '!' ? test.argument : undefined;
  if (test.type !== 'BinaryExpression' || !/^===?$/.test(test.operator)) return undefined;
  return isNothing(test.right) ? test.left : undefined;
}

/** Whether a statement or an expression refuses a request. */
export function refuses(node: Node): boolean {
  switch (node.type) {
    case 'BlockStatement':
      return node.body.some(refuses);
    case 'ThrowStatement':
      return makesProblem(node.argument);
    case 'ReturnStatement':
      return node.argument !== null && refuses(node.argument);
    case 'ExpressionStatement':
      return refuses(node.expression);
    default:
      return refusedBy(node) !== undefined || (node.type === 'CallExpression' && throwsProblem(node));
  }
}

/** Whether an object takes the place of a missing value: `find(key) ?? {}`, and `find(key) || guest`. */
function hasDefault(given: Node | undefined, names: NamesBoundOnce): boolean {
  const node = given && bareExpression(given);
  if (node?.type !== 'LogicalExpression' || node.operator === '&&') return false;
  // The default of a missing value isn't that of "false".
  if (node.operator === '??' && isBoolean(node.left)) return false;
  const right = bareExpression(node.right);
  return isObject(names.constant(right) ?? right) || hasDefault(right, names);
}
