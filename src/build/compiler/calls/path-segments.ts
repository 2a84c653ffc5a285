import type { Node } from 'oxc-parser';
import { isNamed, lastName, literalText } from '../module/nodes.ts';
import type { LocalValues } from './local-values.ts';

/** A segment of a path: `ctx.path` and 1 of `ctx.path.split('/')[1]`. */
export interface PathSegment {
  readonly path: Node;
  readonly index: number;
}

/** Finds which segment of a path an expression is, also in constants and patterns. The part before the slash at the start counts. */
export function segmentIn(given: Node, values: LocalValues): PathSegment | undefined {
  const node = values.originOf(given);
  const { node: list, path = [] } = values.sourceOf(node) ?? {};
  // `const [, area] = ctx.path.split('/')`
  if (list !== undefined) return path.length === 1 ? itemOf(list, path[0]!, values) : undefined;
  if (node.type === 'MemberExpression')
    return node.computed ? itemOf(node.object, indexOf(node.property), values) : undefined;
  const isAt = node.type === 'CallExpression' && lastName(node.callee) === 'at';
  const [first] = isAt ? node.arguments : [];
  return first && isAt && 'object' in node.callee ? itemOf(node.callee.object, indexOf(first), values) : undefined;
}

function indexOf(node: Node): string {
  return node.type === 'Literal' ? String(node.value) : '';
}

function itemOf(given: Node, index: string, values: LocalValues): PathSegment | undefined {
  if (!/^\d+$/.test(index)) return undefined;
  const list = withoutStart(given, Number(index), values);
  const { node } = list;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const [separator] = node.arguments;
  const isSplit = lastName(node.callee) === 'split' && separator !== undefined && literalText(separator) === '/';
  if (!isSplit) return undefined;
  const text = withoutStart(node.callee.object, list.index, values);
  return { path: text.node, index: text.index };
}

/** `slice(1)` and `filter(Boolean)` leave out the slash at the start, or the part before it. */
function withoutStart(given: Node, index: number, values: LocalValues): { node: Node; index: number } {
  const node = values.originOf(given);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return { node, index };
  const { callee, arguments: args } = node;
  const name = lastName(callee);
  const [first] = args.length === 1 ? args : [];
  const isShorter = first && (name === 'filter' ? isNamed(first, 'Boolean') : CUT.test(name) && indexOf(first) === '1');
  return isShorter === true ? { node: callee.object, index: index + 1 } : { node, index };
}

const CUT = /^(?:slice|substr(?:ing)?)$/;
