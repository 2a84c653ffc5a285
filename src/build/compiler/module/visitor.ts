import type { Node, Program, VisitorObject } from 'oxc-parser';
import { Visitor as Walker } from 'oxc-parser';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';

type Visits = Readonly<Record<string, (node: Node) => void>>;
type Walk = (program: Program, visits: Visits) => void;

/** The walks by the types of nodes that they visit. The code has about 50 such sets. */
const walks = new Map<string, Walk>();

/**
 * Calls functions with the nodes of a program, by their types: `new Visitor({ CallExpression(call) {} }).visit(program)`.
 *
 * The class of oxc-parser keeps each function that it gets until the process ends, with all that the function refers to, such as the program of an earlier
 * edit. So one of them serves all visitors of the same types, and only knows the functions of this one while it walks.
 */
export class Visitor {
  readonly #visits: Visits;
  readonly #walk: Walk;

  constructor(visitor: VisitorObject) {
    this.#visits = visitor as Visits;
    const types = Object.keys(visitor).sort();
    this.#walk = getOrAdd(walks, types.join(' '), () => walkOf(types));
  }

  visit(program: Program): void {
    this.#walk(program, this.#visits);
  }
}

function walkOf(types: readonly string[]): Walk {
  let current: Visits = {};
  const walker = new Walker(Object.fromEntries(types.map((type) => [type, (node: Node) => current[type]!(node)])));
  return (program, visits) => {
    // A function can visit a program itself.
    const outer = current;
    current = visits;
    try {
      walker.visit(program);
    } finally {
      current = outer;
    }
  };
}
