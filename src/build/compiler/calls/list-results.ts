import type { CallExpression, Node } from 'oxc-parser';
import { isNamed, lastName } from '../module/nodes.ts';
import { unwrap } from '../module/static-values.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';

/** A list, which is always true as a condition, or the place of an item, which is `-1` without one. */
export type ListResult = 'list' | 'index';

/** Methods that only lists have, and those that builders of queries have too, with a function only for lists. */
const OF_LISTS = /^(?:toReversed|toSorted|toSpliced)$/;
const WITH_FUNCTION = /^(?:filter|flatMap|map)$/;
/** Methods that texts have too. */
const OF_TEXTS = /^(?:concat|slice)$/;
const INDEX_BY_FUNCTION = /^find(?:Last)?Index$/;
const INDEX = /^(?:last)?indexOf$/i;

/** Finds whether an expression is always a list or an index: `rows.filter((row) => row.isOwn)`, `Object.keys(roles)`, `text.split(',')` or `['a'].indexOf(key)`. */
export function listResultOf(given: Node, names: NamesBoundOnce): ListResult | undefined {
  const node = unwrap(given);
  if (node.type === 'ArrayExpression') return 'list';
  if (node.type === 'Identifier') {
    const value = names.constant(node);
    return value === undefined || value === node ? undefined : listResultOf(value, names);
  }
  // After `?.`, it can be missing.
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? resultOf(node, names) : undefined;
}

function resultOf({ callee, arguments: [first] }: CallExpression, names: NamesBoundOnce): ListResult | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const { object } = callee;
  const name = lastName(callee);
  if (isNamed(object, 'Object')) return /^(?:entries|keys|values)$/.test(name) ? 'list' : undefined;
  if (isNamed(object, 'Array')) return /^(?:from|of)$/.test(name) ? 'list' : undefined;
  if (OF_LISTS.test(name) || (name === 'split' && first !== undefined)) return 'list';
  if (WITH_FUNCTION.test(name)) return isFunction(first, names) ? 'list' : undefined;
  if (INDEX_BY_FUNCTION.test(name)) return isFunction(first, names) ? 'index' : undefined;
  const isIndex = INDEX.test(name);
  if (!isIndex && !OF_TEXTS.test(name)) return undefined;
  return listResultOf(object, names) === 'list' ? (isIndex ? 'index' : 'list') : undefined;
}

/** Whether an expression is a function of the file, or `Boolean`. */
function isFunction(given: Node | undefined, names: NamesBoundOnce): boolean {
  if (given === undefined) return false;
  const node = names.constant(given) ?? given;
  return /Function/.test(node.type) || isNamed(node, 'Boolean');
}
