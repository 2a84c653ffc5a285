import type { Node, Program } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, lastName, parametersOf, patternTargets } from '../module/nodes.ts';
import type { Scopes } from '../module/scopes.ts';
import { scopesOf } from '../module/scopes.ts';

/** A parameter of a function. */
interface Parameter {
  readonly owner: Node;
  /** Its place; -1 for a part of a pattern. */
  readonly index: number;
}

/** A call of `use` of a parameter: `function mount(app) { app.use(log); }`. */
interface Use {
  readonly index: number;
  readonly middleware: Node;
}

/** Finds the names that are parameters where they are used: `app` of `(app) => app.use(log)`. */
export class ParameterUses {
  readonly #names: Scopes;
  readonly #found = new Map<string, Parameter>();
  readonly #uses = new Map<Node, Use[]>();

  constructor(program: Program) {
    this.#names = scopesOf(program);
  }

  /** The parts of a visitor that see functions. */
  visitor(): object {
    return functionVisitor((owner) => {
      for (const [name, index] of namesOf(owner)) this.#found.set(this.#names.idOf(name)!, { owner, index });
    });
  }

  /** The parameter that a name is. */
  of(node: Node): Parameter | undefined {
    return this.#found.get(this.#names.idOf(node) ?? '');
  }

  /** Notes `app.use(log)`, if `app` is a parameter. */
  addUse(object: Node, middleware: Node | undefined): void {
    const node = bareExpression(object);
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && lastName(node.callee) === 'use')
      return this.addUse(node.callee.object, middleware);
    const { owner, index } = this.of(node) ?? {};
    if (owner === undefined || middleware === undefined) return undefined;
    return void getOrAdd(this.#uses, owner, (): Use[] => []).push({ index: index!, middleware });
  }

  /** The middleware that a function gives to its parameters, in its order. */
  usesBy(owner: Node): readonly Use[] {
    // The first call of a chain is in the last one.
    return (this.#uses.get(owner) ?? []).toSorted((a, b) => a.middleware.start - b.middleware.start);
  }
}

/** The names that the parameters bind, with their places; -1 for a part of a pattern. */
function namesOf(node: { readonly params: readonly Node[] }): [name: Node, index: number][] {
  return parametersOf(node).flatMap((each, i) =>
    patternTargets(each).map((name): [Node, number] => [name, each.type === 'Identifier' ? i : -1]),
  );
}
