import type { Node } from 'oxc-parser';
import { identifierName, parametersOf, propertyName } from '../module/nodes.ts';
import type { Parameter } from './effect.ts';
import type { AnyFunction } from './read-order.ts';

/** More than any call has. */
const MAX_ARGUMENTS = 1000;

/** The names that the parameters of a function bind: `guards` of `(...guards) =>`, and `guard` of `({ guard }) =>`. */
export function boundBy(owner: { readonly params: readonly Node[] }): [Node, Parameter][] {
  return parametersOf(owner).flatMap((given, first): [Node, Parameter][] => {
    if (given.type === 'RestElement') return [[given.argument, { first, last: MAX_ARGUMENTS }]];
    const node = withoutValue(given);
    if (node.type !== 'ObjectPattern') return [[node, { first, last: first }]];
    return node.properties.flatMap((each): [Node, Parameter][] => {
      const member = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
      return each.type !== 'Property' || member === undefined
        ? []
        : [[withoutValue(each.value), { first, last: first, member }]];
    });
  });
}

/** `guard` of `guard = requireAdmin`. */
function withoutValue(node: Node): Node {
  return node.type === 'AssignmentPattern' ? node.left : node;
}

/** The name by which a function rejects the promise that it settles. */
export function rejectorOf({ params }: AnyFunction): string {
  return params[1] === undefined ? '' : (identifierName(params[1]) ?? '');
}
