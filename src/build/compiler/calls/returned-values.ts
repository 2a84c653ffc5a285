import type { CallExpression, NewExpression, Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { identifierName, isComparison, isNamed, lastName } from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import { ALL } from '../module/value.ts';

// Tests of the values that functions return, and of their types.

/** `new Promise(...)`, and `Promise.resolve(...)`. */
export function isNewPromise(node: Node): node is NewExpression | CallExpression {
  if (node.type === 'NewExpression') return isNamed(node.callee, 'Promise');
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    isNamed(node.callee.object, 'Promise') &&
    lastName(node.callee) !== 'withResolvers'
  );
}

/** Whether a method is one of those of a promise that handle it. */
export function isPromiseMethod(name: string | undefined): boolean {
  return name === 'then' || name === 'catch' || name === 'finally';
}

/** Whether a function takes a value as a condition: `Boolean`, and `ctx.assert`. */
export function isTest(callee: Node): boolean {
  return isNamed(callee, 'Boolean') || lastName(callee) === 'assert';
}

/** `Promise<...>` */
export function isPromiseType(type: Node | undefined): boolean {
  return type?.type === 'TSTypeReference' && /^Promise(?:Like)?$/.test(identifierName(type.typeName) ?? '');
}

/** Whether an expression is `true`, `false`, a negation, a comparison, or some of these joined. */
export function isBoolean(given: Node): boolean {
  const node = bareExpression(given);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'boolean';
    case 'UnaryExpression':
      return node.operator === '!';
    case 'BinaryExpression':
      return isComparison(node);
    case 'LogicalExpression':
      return isBoolean(node.left) && isBoolean(node.right);
    case 'ConditionalExpression':
      return isBoolean(node.consequent) && isBoolean(node.alternate);
    case 'CallExpression':
      return /^(?:Boolean|includes|some|every|startsWith|endsWith|timingSafeEqual)$/.test(lastName(node.callee));
    default:
      return false;
  }
}

/** `undefined` and `null` in code. */
export function isNothing(node: Node): boolean {
  return isNamed(node, 'undefined') || (node.type === 'Literal' && node.raw === 'null');
}

/** In place of a module: what `fetch` and the functions of `Promise` come from. */
export const GLOBAL = '(global)';

/** The method of `ctx.rateLimits` that refuses a request. */
export const CONSUME: Value = { kind: 'imported', from: GLOBAL, names: ['consume'], anchors: [] };

/** Whether an expression is that method: `ctx.rateLimits.consume`, or `rateLimits.consume`. */
export function isConsume(node: Node): boolean {
  return (
    node.type === 'MemberExpression' && lastName(node) === CONSUME.names?.[0] && lastName(node.object) === 'rateLimits'
  );
}

/** `ctx.throw` and `ctx.assert`. */
export const THROW: Value = { kind: 'other', anchors: [] };

/** The globals that are functions that return promises, or have some. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map([
  ['fetch', { kind: 'imported', from: GLOBAL, names: ['fetch'], anchors: [] }],
  ['Promise', { kind: 'imported', from: GLOBAL, names: [ALL], anchors: [] }],
  ['crypto', { kind: 'imported', from: 'node:crypto', names: ['default'], anchors: [] }],
]);
