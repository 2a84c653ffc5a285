import type { AssignmentExpression, CallExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, patternTargets, propertyName } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import type { Argument, Parameter } from './effect.ts';
import type { Draft } from './function-draft.ts';
import type { FunctionDrafts } from './function-drafts.ts';
import { boundBy } from './function-parameters.ts';
import { isEach, isSearch, listIn } from './named-calls.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import { resultsOf } from './unthrown-problems.ts';

/** A function that another one gets. */
export interface GivenFunction extends Argument {
  readonly node: Node;
  /** The function that gets it. */
  readonly tester: Node;
}

/** A parameter, and its function. */
interface Owned {
  readonly draft: Draft;
  readonly parameter: Parameter;
}

/**
 * The functions that call others which they get, and those others. They use the results as conditions, `const all = (...rules) => (ctx) => rules.every((rule) => rule(ctx))`,
 * or don't use them, `const guarded = (guard, run) => (ctx) => { guard(ctx); return run(ctx); }`.
 */
export class Combinators {
  readonly #drafts: FunctionDrafts;
  readonly #scopes: Scopes;
  /** The parameters by their names with their scopes. */
  readonly #parameters = new Map<string, Owned>();
  /** The lists that names are each item of in turn. */
  readonly #lists = new Map<string, Node>();
  /** The names that code gives other values. */
  readonly #assigned = new Set<string>();
  readonly #tested: Node[] = [];
  readonly #dropped = new Set<Node>();
  readonly given: GivenFunction[] = [];

  constructor(drafts: FunctionDrafts, scopes: Scopes) {
    this.#drafts = drafts;
    this.#scopes = scopes;
  }

  visitor(): object {
    return {
      ...functionVisitor((node) => {
        for (const [name, parameter] of boundBy(node))
          this.#parameters.set(this.#scopes.idOf(name) ?? '', { draft: this.#drafts.current!, parameter });
      }),
      AssignmentExpression: ({ left }: AssignmentExpression) => {
        for (const each of patternTargets(left)) this.#assigned.add(this.#scopes.idOf(each) ?? '');
      },
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
          for (const each of functionsIn(argument)) this.given.push({ ...each, tester: callee, index });
        });
      },
    };
  }

  #addItem(item: Node | undefined, list: Node): void {
    const id = item && this.#scopes.idOf(item);
    if (id !== undefined) this.#lists.set(id, listIn(list));
  }

  /** Notes a call whose result is a condition. */
  noteTest(call: Node): void {
    if (call.type === 'CallExpression') this.#tested.push(call.callee);
  }

  /** Adds these to the functions whose parameters they call, when the walk has ended. The function that is called is an argument, or an item of one. */
  addTests(): void {
    for (const callee of this.#tested) {
      const found = this.#parameterOf(callee);
      found?.draft.tests.add(found.parameter);
    }
  }

  /** The same for a function whose result nothing uses or waits for, also if that is the result of another one: `(guard) => guard(ctx)`. */
  addDrop(callee: Node, names: NamesBoundOnce): void {
    const node = bareExpression(callee);
    if (this.#dropped.has(node)) return;
    this.#dropped.add(node);
    const found = this.#parameterOf(node);
    found?.draft.drops.add(found.parameter);
    const { calls = [], returned = [] } = this.#drafts.of(names.constant(node) ?? node) ?? {};
    const results = returned.flatMap(resultsOf).flatMap((each) => (each.type === 'CallExpression' ? each.callee : []));
    for (const each of [...calls, ...results]) this.addDrop(each, names);
  }

  #parameterOf(name: Node): Owned | undefined {
    const node = bareExpression(name);
    const list = this.#lists.get(this.#scopes.idOf(node) ?? '');
    const [owned, item] = [list, node].map((each) => {
      const id = (each && this.#scopes.idOf(each)) ?? '';
      return this.#assigned.has(id) ? undefined : this.#parameters.get(id);
    });
    return owned ?? item;
  }
}

const MAY_BE_GIVEN = /^(?:Identifier|MemberExpression|(?:Arrow)?FunctionExpression)$/;

/** An argument that may be a function, and those that are in a list or an object. */
function functionsIn(node: Node | null, member?: string): Pick<GivenFunction, 'node' | 'member'>[] {
  if (node?.type === 'ArrayExpression') return node.elements.flatMap((each) => functionsIn(each, member));
  if (node?.type === 'ObjectExpression' && member === undefined)
    return node.properties.flatMap((each) =>
      each.type === 'Property' ? functionsIn(each.value, propertyName(each.key, each.computed) ?? '') : [],
    );
  return node !== null && MAY_BE_GIVEN.test(node.type) ? [{ node, member }] : [];
}
