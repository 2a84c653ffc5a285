import type { Node } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, lastName, parametersOf, patternNames, visitEach } from '../module/nodes.ts';

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
  readonly #found = new Map<Node, Parameter>();
  readonly #uses = new Map<Node, Use[]>();
  readonly #open = new Map<string, Parameter[]>();

  /** The parts of a visitor that see functions and names. */
  visitor(): object {
    return visitEach(
      functionVisitor(
        (owner) => {
          for (const [name, index] of namesOf(owner)) getOrAdd(this.#open, name, () => []).push({ owner, index });
        },
        (owner) => {
          for (const [name] of namesOf(owner)) this.#open.get(name)!.pop();
        },
      ),
      {
        Identifier: (node: Node & { type: 'Identifier' }) => {
          const parameter = this.#open.get(node.name)?.at(-1);
          if (parameter !== undefined) this.#found.set(node, parameter);
        },
      },
    );
  }

  /** The parameter that a name is. */
  of(node: Node): Parameter | undefined {
    return this.#found.get(node);
  }

  /** Notes `app.use(log)`, if `app` is a parameter. */
  addUse(object: Node, middleware: Node | undefined): void {
    const node = bareExpression(object);
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && lastName(node.callee) === 'use')
      return this.addUse(node.callee.object, middleware);
    const { owner, index } = this.#found.get(node) ?? {};
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
function namesOf(node: { readonly params: readonly Node[] }): [name: string, index: number][] {
  return parametersOf(node).flatMap((each, i) =>
    patternNames(each).map((name): [string, number] => [name, each.type === 'Identifier' ? i : -1]),
  );
}
