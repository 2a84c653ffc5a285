import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { isNamed, lastName } from '../module/nodes.ts';
import { memberName } from '../module/static-values.ts';

/** The values in an object or a list by their names or places, as far as nothing that is spread after them can replace them. */
export function partsIn(given: Node): Map<string, Node> {
  const node = bareExpression(given);
  const found = new Map<string, Node>();
  const spread = (object: Node): void => {
    if (!isWhole(object)) found.clear();
    for (const [name, value] of partsIn(object)) found.set(name, value);
  };
  if (node.type === 'CallExpression' && isWhole(node)) node.arguments.forEach(spread);
  if (node.type === 'ArrayExpression')
    for (const [i, each] of node.elements.entries()) {
      if (each?.type === 'SpreadElement') break;
      if (each !== null) found.set(String(i), each);
    }
  if (node.type !== 'ObjectExpression') return found;
  for (const each of node.properties) {
    if (each.type === 'SpreadElement') {
      spread(each.argument);
      continue;
    }
    const name = memberName(each.key, each.computed);
    if (name === undefined) found.clear();
    else found.set(name, each.value);
  }
  return found;
}

/** Whether code shows all of an object: `{ ... }`, and `Object.assign({}, { ... })`. */
function isWhole(given: Node): boolean {
  const node = bareExpression(given);
  if (node.type !== 'CallExpression') return node.type === 'ObjectExpression';
  const { callee } = node;
  return (
    callee.type === 'MemberExpression' &&
    isNamed(callee.object, 'Object') &&
    /^(?:assign|freeze|seal)$/.test(lastName(callee))
  );
}

/** The parts of a value that a pattern gives to names or properties, by where these are in it. */
export function targetsIn(pattern: Node): Map<string, Node> {
  if (pattern.type === 'ArrayPattern')
    return new Map(pattern.elements.flatMap((each, i) => (each === null ? [] : [[String(i), each]])));
  if (pattern.type !== 'ObjectPattern') return new Map();
  return new Map(
    pattern.properties.flatMap((each) => {
      const name = each.type === 'Property' ? memberName(each.key, each.computed) : undefined;
      return name === undefined || each.type !== 'Property' ? [] : [[name, each.value]];
    }),
  );
}
