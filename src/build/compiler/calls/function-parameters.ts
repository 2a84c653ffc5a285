import type { Node } from 'oxc-parser';
import { identifierName } from '../module/nodes.ts';
import type { Parameter } from './call-effects.ts';
import type { AnyFunction } from './read-order.ts';

/** More than any call has. */
const MAX_ARGUMENTS = 1000;

/** A parameter by its name; nothing for a pattern. */
export function parameterOf(node: Node, first: number): [string, Parameter][] {
  const isRest = node.type === 'RestElement';
  const name = identifierName(isRest ? node.argument : node);
  return name === undefined ? [] : [[name, { first, last: isRest ? MAX_ARGUMENTS : first }]];
}

/** The name by which a function rejects the promise that it settles. */
export function rejectorOf({ params }: AnyFunction): string {
  return params[1] === undefined ? '' : (identifierName(params[1]) ?? '');
}
