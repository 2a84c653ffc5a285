import type { Method } from '../../../shared/contract/operation.ts';
import type { RouteData } from '../../../shared/contract/manifest.ts';
import { METHODS } from '../../../shared/contract/operation.ts';
import { encodeSegment } from '../../../shared/contract/path-spelling.ts';
import type { PathTemplate, Segment } from '../../../shared/contract/path-template.ts';
import { compareTexts, segmentKind, segmentTexts } from '../../../shared/contract/path-template.ts';
import { quoteJson } from '../literal.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';

/** The method and path of an operation. */
export interface Route {
  readonly contract: { readonly method: Method };
  readonly template: PathTemplate;
}

class RouteNode {
  operation = -1;
  readonly literals = new Map<string, RouteNode>();
  readonly mixed = new Map<string, { readonly texts: string[]; readonly node: RouteNode }>();
  parameter: RouteNode | undefined;
  rest: number | undefined;
  constructor(public text: string) {}
}

/**
 * Builds the routing tables of operations, which the tables refer to by index. If two match the same requests, the later one wins.
 *
 * @param operations The operations, in any order.
 * @param isServed Whether the tables have an operation (default: all of them).
 * @returns The JSON text of each method's table.
 * @example routeTables([{ contract: { method: 'GET' }, template }]) // { GET: '["",-1,[["/pets",0]]]' }
 */
export function routeTables<T extends Route>(
  operations: readonly T[],
  isServed: (operation: T) => boolean = () => true,
): { [method in Method]?: string } {
  const tables: { [method in Method]?: string } = {};
  for (const method of METHODS) {
    const root = new RouteNode('');
    operations.forEach((operation, index) => {
      if (operation.contract.method === method && isServed(operation)) insert(root, operation.template.segments, index);
    });
    if (root.literals.size > 0) tables[method] = JSON.stringify(routeData(root));
  }
  return tables;
}

/** Prints routing tables as an expression. */
export function printRoutes(tables: { readonly [method in Method]?: string }): string {
  const fields = Object.entries(tables).map(([method, json]) => `\n    ${method}: ${quoteJson(json)},`);
  return `{${fields.join('')}\n  }`;
}

function insert(root: RouteNode, segments: readonly Segment[], operation: number): void {
  let node = root;
  let text = segments.length === 0 ? '/' : '';
  for (const segment of segments) {
    const texts = segmentTexts(segment);
    text += '/';
    const kind = segmentKind(segment);
    if (kind === 'static') {
      text += encodeSegment(texts[0]!) ?? texts[0]!;
      continue;
    }
    node = insertText(node, text);
    if (kind === 'rest') {
      node.rest = operation;
      return;
    }
    text = '';
    node =
      kind === 'parameter'
        ? (node.parameter ??= new RouteNode(''))
        : getOrAdd(node.mixed, texts.join('{}'), () => ({ texts, node: new RouteNode('') })).node;
  }
  insertText(node, text).operation = operation;
}

/** The node that a text leads to. If only a part of a child's text is the same, it splits that text. */
function insertText(from: RouteNode, text: string): RouteNode {
  if (text === '') return from;
  const child = getOrAdd(from.literals, text[0]!, () => new RouteNode(text));
  let shared = 1;
  while (shared < child.text.length && child.text[shared] === text[shared]) shared++;
  if (shared === child.text.length) return insertText(child, text.slice(shared));
  const parent = new RouteNode(text.slice(0, shared));
  child.text = child.text.slice(shared);
  parent.literals.set(child.text[0]!, child);
  from.literals.set(text[0]!, parent);
  return insertText(parent, text.slice(shared));
}

function routeData(node: RouteNode): RouteData {
  const mixed = [...node.mixed.values()].sort((a, b) => compareTexts(a.texts, b.texts));
  const fields = [
    node.text,
    node.operation,
    node.literals.size === 0 ? null : [...node.literals.values()].map(routeData),
    mixed.length === 0 ? null : mixed.map((child) => [child.texts, routeData(child.node)]),
    node.parameter === undefined ? null : routeData(node.parameter),
    node.rest ?? null,
  ];
  while (fields.at(-1) === null) fields.pop();
  return fields as unknown as RouteData;
}
