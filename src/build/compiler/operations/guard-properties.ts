import type { Node, Program, Statement } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import type { ModuleExports } from '../module/exports.ts';
import { literalText, propertyName } from '../module/nodes.ts';
import { isSameValue } from '../module/value.ts';
import { unwrap } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import { memberNames } from './exported-members.ts';
import { AUTHORIZE, isGuardFlag, isGuardingConfig, isGuardingName, isGuardingSettings } from './guard-names.ts';

/**
 * Reports `handler.authorize = ...` and `Object.assign(handler, { authorize })` in an ES module: a property of the handler isn't an export. Other names of
 * guards, such as `handler.security = ...`, count if the function is the one that is exported, and if nothing reads the property.
 *
 * @param main The export that is the handler or the middleware.
 */
export function checkProperties(
  source: SourceText,
  { program, bindings }: Syntax,
  { isCommonJs, exports }: ModuleExports,
  main: string,
  report: Report,
  message: typeof messages.otherGuard = messages.otherGuard,
): void {
  for (const { span } of isCommonJs ? [] : guardProperties(program))
    report(messages.unexportedGuard({ source, span }, undefined));
  const own = exports.find(({ name }) => name === main)?.value;
  if (own === undefined || !MAY_HAVE_PROPERTY.test(source.text)) return;
  const guards = guardProperties(program, (key, value) => key !== AUTHORIZE && isGuard(source, key, value));
  for (const { of, name, span, isFunction: isHere } of guards) {
    const isOwn = of === undefined ? isHere : isSameValue(bindings.resolve(of, []), own);
    if (isOwn && !isRead(name, source)) report(message({ source, span }, name));
  }
}

const MAY_HAVE_PROPERTY =
  /[\w)\]]\s*(?:\.\s*\w+|\[[^\]]*\])\s*=(?![=>])|\b(?:assign|definePropert|set|defineOperation)/;

/** Whether a property of the handler guards a route in other frameworks: `roles`, `isPublic` if it is false, and `config` with such a setting. */
function isGuard({ text }: SourceText, name: string, value: Node | undefined): boolean {
  if (value === undefined || isGuardingName(name)) return isGuardingName(name);
  const own = unwrap(value);
  if (own.type === 'Literal') return typeof own.value === 'boolean' && isGuardFlag(name, own.value);
  if (name === 'config') return isGuardingConfig(text.slice(own.start, own.end));
  return isGuardingSettings(name, memberNames(own) ?? []);
}

/** Whether a text reads a property, which then has an effect of some kind. */
function isRead(name: string, { text }: SourceText): boolean {
  return [...text.matchAll(/\.\s*([\w$]+)\b(?!\s*=(?!=))/g)].some(([, read]) => read === name);
}

/** Where a function gets a property that guards, and the name of the function; undefined if it has none there. */
export interface GuardProperty {
  readonly of: string | undefined;
  /** The name of the property. */
  readonly name: string;
  /** Whether the function is written there. */
  readonly isFunction: boolean;
  readonly span: Span;
}

/**
 * Finds where functions get a property `authorize`.
 *
 * @param guards Whether a property guards; by default only `authorize`.
 */
export function guardProperties({ body }: Program, guards: IsGuard = (name) => name === AUTHORIZE): GuardProperty[] {
  return body.flatMap(handlerExpressions).flatMap((value) => {
    const bare = unwrap(value);
    const found = propertyNode(bare, guards);
    if (found === undefined) return [];
    const { node, name } = found;
    const target =
      bare.type === 'AssignmentExpression' ? bare.left : bare.type === 'CallExpression' ? bare.arguments[0] : bare;
    const owner = target && unwrap(target.type === 'MemberExpression' ? target.object : target);
    const of = owner?.type === 'Identifier' ? owner.name : undefined;
    return [
      { of, name, isFunction: owner !== undefined && isFunction(owner), span: { start: node.start, end: node.end } },
    ];
  });
}

function isFunction(node: Node): boolean {
  const bare = unwrap(node);
  if (bare.type === 'CallExpression') return calleeOf(bare.callee) === 'defineOperation';
  return bare.type === 'FunctionExpression' || bare.type === 'ArrowFunctionExpression';
}

/** @param value Of the property; undefined if it isn't there. */
type IsGuard = (name: string, value?: Node) => boolean;

/** A part of an expression, with the name of the property that it makes. */
interface PropertyNode {
  readonly node: Node;
  readonly name: string;
}

/** The expressions of a statement that can be the handler, or change it. */
function handlerExpressions(statement: Statement): Node[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ init }) => init ?? []);
  if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration];
  return statement.type === 'ExpressionStatement' ? [statement.expression] : [];
}

/** The part of an expression that makes a guard a property of a function. */
function propertyNode(node: Node, guards: IsGuard): PropertyNode | undefined {
  if (node.type === 'AssignmentExpression') {
    const { left } = node;
    if (left.type !== 'MemberExpression') return undefined;
    const object = unwrap(left.object);
    if (object.type !== 'Identifier' || object.name === 'exports') return undefined;
    const name = propertyName(left.property, left.computed);
    return name !== undefined && guards(name, node.right) ? { node: left, name } : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  const [target, ...given] = node.arguments;
  if (target === undefined || target.type === 'ObjectExpression' || !ADDING.test(calleeOf(node.callee)))
    return undefined;
  for (const each of given) {
    const found = propertiesOf(each).find(([name, value]) => guards(name, value));
    if (found !== undefined) return { node: each, name: found[0] };
  }
  return propertyNode(unwrap(target), guards);
}

/** The functions that add properties to their first argument, or seem to. */
const ADDING = /^(?:Object\.(?:assign|definePropert(?:y|ies))|Reflect\.(?:set|defineProperty)|defineOperation)$/;

function calleeOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return '';
  return `${callee.object.name}.${propertyName(callee.property, callee.computed) ?? ''}`;
}

/** The properties that an argument has: those of an object, or the name that it is. */
function propertiesOf(node: Node): [name: string, value?: Node][] {
  const text = literalText(node);
  if (text !== undefined) return [[text]];
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((each): [string, Node][] => {
    const name = each.type === 'Property' ? propertyName(each.key, each.computed) : undefined;
    return each.type === 'Property' && name !== undefined ? [[name, each.value]] : [];
  });
}
