import type { Method, RouteNode } from '../../contract/operation.ts';
import { METHODS } from '../../contract/operation.ts';
import type { PathTemplate, Segment } from '../../contract/path-template.ts';
import { compareTexts, segmentKind, segmentTexts } from '../../contract/path-template.ts';
import { literal, literalKey } from '../literal.ts';

/** A subtree with more operations than this is created at the first request that reaches it. */
const LAZY_THRESHOLD = 16;

/** The method and path of an operation. */
export interface Route {
  readonly contract: { readonly method: Method };
  readonly template: PathTemplate;
}

class Node {
  operation = -1;
  readonly statics = new Map<string, Node>();
  readonly mixed = new Map<string, { readonly texts: string[]; readonly node: Node }>();
  parameter: Node | undefined;
}

/**
 * Builds the routing tables of operations, which the tables refer to by index. If two match the same requests, the later one wins.
 *
 * @param operations The operations, in any order.
 * @example routeTables([{ contract: { method: 'GET' }, template }]) // { GET: [-1, { pets: [0] }] }
 */
export function routeTables(operations: readonly Route[]): { [method in Method]?: RouteNode } {
  const tables: { [method in Method]?: RouteNode } = {};
  for (const method of METHODS) {
    const root = new Node();
    operations.forEach((operation, index) => {
      if (operation.contract.method === method) insert(root, operation.template.segments, index);
    });
    if (!isEmpty(root)) tables[method] = freeze(root);
  }
  return tables;
}

/** Prints routing tables as an expression. Large subtrees become functions that create them on first use. */
export function printRoutes(tables: { readonly [method in Method]?: RouteNode }): string {
  const fields = Object.entries(tables).map(([method, node]) => `\n    ${method}: ${printNode(node)},`);
  return `{${fields.join('')}\n  }`;
}

function isEmpty(node: Node): boolean {
  return node.operation === -1 && node.statics.size === 0 && node.mixed.size === 0 && node.parameter === undefined;
}

function insert(root: Node, segments: readonly Segment[], operation: number): void {
  let node = root;
  for (const segment of segments) node = childFor(node, segment);
  node.operation = operation;
}

function childFor(node: Node, segment: Segment): Node {
  const texts = segmentTexts(segment);
  switch (segmentKind(segment)) {
    case 'parameter':
      return (node.parameter ??= new Node());
    case 'static':
      return getOrAdd(node.statics, texts[0]!, () => new Node());
    case 'mixed':
      return getOrAdd(node.mixed, texts.join('{}'), () => ({ texts, node: new Node() })).node;
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

function freeze(node: Node): RouteNode {
  const statics = Object.create(null) as { [segment: string]: RouteNode };
  for (const [segment, child] of node.statics) statics[segment] = freeze(child);
  const mixed = [...node.mixed.values()].sort((a, b) => compareTexts(a.texts, b.texts));
  const frozen: RouteNode = [
    node.operation,
    node.statics.size === 0 ? null : statics,
    mixed.length === 0 ? null : mixed.map((child) => [child.texts, freeze(child.node)] as const),
    node.parameter === undefined ? null : freeze(node.parameter),
  ];
  while (frozen.length > 1 && frozen.at(-1) === null) frozen.pop();
  return frozen;
}

function printNode(node: RouteNode): string {
  const [operation, statics, mixed, parameter] = node;
  const fields = [
    String(operation),
    statics && printStatics(statics as { [segment: string]: RouteNode }),
    mixed && `[${mixed.map(([texts, child]) => `[${literal(texts)},${printNode(child)}]`).join(',')}]`,
    parameter && printNode(parameter),
  ].slice(0, node.length);
  return `[${fields.map((field) => field ?? 'null').join(',')}]`;
}

function printStatics(statics: { readonly [segment: string]: RouteNode }): string {
  const fields = Object.entries(statics).map(([segment, child]) => {
    return `${literalKey(segment)}:${countOperations(child) > LAZY_THRESHOLD ? '() => ' : ''}${printNode(child)}`;
  });
  return `{__proto__:null,${fields.join(',')}}`;
}

function countOperations(node: RouteNode): number {
  const [operation, statics, mixed, parameter] = node;
  const children = [
    ...Object.values((statics ?? {}) as { [segment: string]: RouteNode }),
    ...(mixed ?? []).map(([, child]) => child),
    ...(parameter == null ? [] : [parameter]),
  ];
  return children.reduce((sum, child) => sum + countOperations(child), operation === -1 ? 0 : 1);
}
