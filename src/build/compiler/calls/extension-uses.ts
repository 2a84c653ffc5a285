import type { CallExpression, Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { ListUse } from '../diagnostics/diagnostic.ts';
import { bareExpression } from '../module/body-reads.ts';
import { childrenOf, isNamed, lastName, literalText } from '../module/nodes.ts';
import { comparisonVisitor } from './comparisons.ts';
import type { Comparison } from './comparisons.ts';
import { isEach } from './named-calls.ts';

/** An expression, and how code uses its value. */
interface UsedValue {
  readonly value: Node;
  readonly use: ListUse | 'text';
}

/** The ways to use a list, those first that no text has. */
export const LIST_USES: readonly (ListUse | undefined)[] = ['list', 'part', 'known', undefined];
/** Methods that texts and lists have. */
const SEARCHES = /^(?:includes|indexOf)$/;
const OF_LISTS = /^(?:join|reduce|entries|values)$/;
/** Methods and functions that take a text. */
const OF_TEXTS = /^(?:split|startsWith|endsWith|trim|toLowerCase|toUpperCase|match|localeCompare)$/;

/** Finds the values that a file uses as lists, and those that it also takes as texts. */
export class UsedValues {
  readonly #found: UsedValue[] = [];
  readonly #comparisons: Comparison[] = [];

  /** The parts of a visitor that see the uses. */
  visitors(): object[] {
    const add = (use: ListUse | 'text', ...values: readonly (Node | null | undefined)[]): void => {
      for (const value of values) if (value != null) this.#found.push({ value, use });
    };
    const other = (test: Node, consequent: Node, alternate: Node | null): void => {
      const tested = testedIn(test);
      const branch = tested?.isNegated === true ? consequent : alternate;
      if (tested !== undefined && branch !== null) add('text', ...namesIn(branch));
    };
    const uses = {
      ForOfStatement: ({ right }: Node & { type: 'ForOfStatement' }) => add('list', right),
      SpreadElement: ({ argument }: Node & { type: 'SpreadElement' }) => add('list', argument),
      VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
        if (id.type === 'ArrayPattern') add('list', init);
      },
      NewExpression: ({ callee, arguments: [given] }: Node & { type: 'NewExpression' }) => {
        if (isNamed(callee, 'Set')) add('list', given);
      },
      ArrayExpression: ({ elements }: Node & { type: 'ArrayExpression' }) =>
        elements.forEach((each) => add('text', each)),
      BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
        if (operator === 'instanceof' && isNamed(right, 'Array')) add('list', left);
        for (const [type, text] of [
          [left, right],
          [right, left],
        ] as const)
          if (type.type === 'UnaryExpression' && literalText(text) === 'string') add('text', type.argument);
      },
      ConditionalExpression: ({ test, consequent, alternate }: Node & { type: 'ConditionalExpression' }) =>
        other(test, consequent, alternate),
      IfStatement: ({ test, consequent, alternate }: Node & { type: 'IfStatement' }) =>
        other(test, consequent, alternate),
      CallExpression: (call: CallExpression) => this.#found.push(...usesIn(call)),
    };
    return [uses, comparisonVisitor((each) => void this.#comparisons.push(each))];
  }

  /**
   * How the file uses values as lists, by their names. Those that it also takes for texts are left out.
   *
   * @param nameOf The name of a value; undefined for any other expression.
   */
  listUses(nameOf: (value: Node) => string | undefined): ReadonlyMap<string, ListUse> {
    const uses = new Map<string, Set<UsedValue['use']>>();
    for (const { value, use } of this.#all()) {
      const name = nameOf(value);
      if (name !== undefined) getOrAdd(uses, name, () => new Set<UsedValue['use']>()).add(use);
    }
    return new Map(
      [...uses].flatMap(([name, all]) => {
        const use = all.has('text') ? undefined : LIST_USES.find((each) => each !== undefined && all.has(each));
        return use === undefined ? [] : [[name, use] as const];
      }),
    );
  }

  #all(): readonly UsedValue[] {
    const compared = this.#comparisons.filter(
      ({ extent, others }) => extent === 'whole' && (others.length === 0 || !others.every(isFlag)),
    );
    return [...this.#found, ...compared.map(({ value }): UsedValue => ({ value, use: 'text' }))];
  }
}

function usesIn({ callee, arguments: given }: CallExpression): UsedValue[] {
  const [first] = given;
  const name = lastName(callee);
  const all = given.map((value): UsedValue => ({ value, use: 'text' }));
  if (isNamed(callee, 'String') || name === 'concat') return all;
  if (callee.type !== 'MemberExpression') return [];
  const { object } = callee;
  if (isNamed(object, 'Array') && first !== undefined)
    return name === 'of' ? all : /^(?:isArray|from)$/.test(name) ? [{ value: first, use: 'list' }] : [];
  if (isEach(callee) || OF_LISTS.test(name)) return [{ value: object, use: 'list' }];
  if (SEARCHES.test(name) && first !== undefined)
    return [{ value: object, use: literalText(first) === undefined ? 'part' : 'known' }];
  return OF_TEXTS.test(name) ? [{ value: object, use: 'text' }] : [];
}

/** Whether a condition is `Array.isArray(value)`, or its opposite. */
function testedIn(given: Node): { readonly isNegated: boolean } | undefined {
  const node = bareExpression(given);
  if (node.type === 'UnaryExpression' && node.operator === '!') return testedIn(node.argument) && { isNegated: true };
  return node.type === 'CallExpression' && lastName(node.callee) === 'isArray' ? { isNegated: false } : undefined;
}

/** The expressions in code that can be such a value. */
function namesIn(node: Node): Node[] {
  const isValue = node.type === 'Identifier' || node.type === 'MemberExpression';
  return [...(isValue ? [node] : []), ...childrenOf(node).flatMap(namesIn)];
}

/** `undefined`, `null` or a boolean: code that compares a value with them doesn't take it for a text. */
function isFlag(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type === 'Literal') return node.value === null || typeof node.value === 'boolean';
  return isNamed(node, 'undefined');
}
