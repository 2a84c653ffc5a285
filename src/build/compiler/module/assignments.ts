import type { Node, Program } from 'oxc-parser';
import { Visitor } from './visitor.ts';
import { patternNames } from './nodes.ts';

/** Finds the expressions whose values, or parts of them, the code of a module assigns to each name, also inside of functions. */
export function assignmentsIn(program: Program): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  const add = ({ left, right }: { readonly left: Node; readonly right: Node }): void => {
    for (const name of patternNames(left)) found.set(name, [...(found.get(name) ?? []), right]);
  };
  new Visitor({ AssignmentExpression: add, ForOfStatement: add, ForInStatement: add }).visit(program);
  return found;
}
