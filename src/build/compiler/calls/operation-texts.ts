import type { Node } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { functionVisitor, lastName, propertyName, visitEach } from '../module/nodes.ts';
import { scopesOf } from '../module/scopes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Comparison } from './comparisons.ts';
import { comparisonVisitor, isContext, isSum, textsIn } from './comparisons.ts';
import { NamesBoundOnce } from './names-bound-once.ts';

/** The fields by which code knows an operation: its name and its file. */
export type OperationField = 'operationId' | 'id';

/** A text that code compares a field of the operation with, or the name of a property that it looks up by it. */
export interface OperationText {
  readonly field: OperationField;
  readonly text: string;
  readonly node: Node;
}

type Role = OperationField | 'context' | 'operation';

/** How many constants and parts of expressions are followed to the field that they are. */
const MAX_STEPS = 8;

/** Finds the texts that a file compares `ctx.operation.operationId` and `ctx.operation.id` with. */
export function operationTexts({ text }: SourceText, syntax: Pick<Syntax, 'program' | 'bindings'>): OperationText[] {
  // Few files need the walk.
  if (!/\boperation\b/.test(text) || !/\b(?:operationId|id)\b/.test(text)) return [];
  const { program } = syntax;
  const names = new NamesBoundOnce(syntax);
  const scopes = scopesOf(program);
  const patterns: (readonly [pattern: Node, value: Node | 'context'])[] = [];
  const found: Comparison[] = [];
  new Visitor(
    visitEach(names.visitor(), patternVisitor(patterns), comparisonVisitor(found), lookupVisitor(found)),
  ).visit(program);
  const taken = new Map<string, Role>();
  const roleOf = (given: Node, steps = MAX_STEPS): Role | undefined => {
    const node = bareExpression(given);
    if (steps === 0) return undefined;
    // `ctx.operation?.operationId ?? ''`
    if (node.type === 'LogicalExpression') return node.operator === '&&' ? undefined : roleOf(node.left, steps - 1);
    if (isContext(node)) return 'context';
    if (node.type === 'MemberExpression') return memberRole(roleOf(node.object, steps - 1), lastName(node));
    if (node.type !== 'Identifier') return undefined;
    const value = names.constant(node);
    if (value !== undefined) return roleOf(value, steps - 1);
    return names.isOnce(node) ? taken.get(scopes.idOf(node) ?? '') : undefined;
  };
  const take = (pattern: Node, role: Role | undefined): void => {
    if (pattern.type === 'Identifier' && role !== undefined) taken.set(scopes.idOf(pattern) ?? '', role);
    if (pattern.type !== 'ObjectPattern' || role === undefined) return;
    for (const each of pattern.properties)
      if (each.type === 'Property') take(each.value, memberRole(role, propertyName(each.key, each.computed) ?? ''));
  };
  for (const [pattern, value] of patterns) take(pattern, value === 'context' ? value : roleOf(value));
  return found.flatMap(({ value, others, isWhole }) => {
    const field = isWhole ? roleOf(value) : undefined;
    if (field !== 'operationId' && field !== 'id') return [];
    const nodes = others.filter((each) => !isSum(each)).flatMap((each) => wholeTexts(each, names));
    return nodes.map(({ node, text: own }) => ({ field, text: own, node }));
  });
}

function memberRole(role: Role | undefined, name: string): Role | undefined {
  if (role === 'context') return name === 'operation' ? name : undefined;
  return role === 'operation' && (name === 'operationId' || name === 'id') ? name : undefined;
}

/** Finds the patterns that take something of a context: `const { operation } = ctx`, `({ operation }) => ...`. */
function patternVisitor(patterns: (readonly [pattern: Node, value: Node | 'context'])[]): object {
  return {
    ...functionVisitor(({ params: [first] }) => {
      if (first?.type === 'ObjectPattern') patterns.push([first, 'context']);
    }),
    VariableDeclarator: ({ id, init }: Node & { type: 'VariableDeclarator' }) => {
      if (init !== null && id.type === 'ObjectPattern') patterns.push([id, init]);
    },
  };
}

/** Finds what properties are looked up by: `ROLES[ctx.operation.operationId]`. */
function lookupVisitor(found: Comparison[]): object {
  const add = (value: Node, object: Node): void =>
    void found.push({ value, others: [object], isStart: false, isWhole: true });
  return {
    MemberExpression: ({ object, property, computed }: Node & { type: 'MemberExpression' }) => {
      if (computed) add(property, object);
    },
    BinaryExpression: ({ operator, left, right }: Node & { type: 'BinaryExpression' }) => {
      if (operator === 'in') add(left, right);
    },
  };
}

/** The texts of an expression, or the names of an object's properties. */
function wholeTexts(given: Node, names: NamesBoundOnce): { readonly text: string; readonly node: Node }[] {
  const node = bareExpression(given);
  const object = bareExpression(names.constant(node) ?? node);
  if (object.type === 'ObjectExpression')
    return object.properties.flatMap((each) => {
      const text = each.type === 'Property' && !each.shorthand ? propertyName(each.key, each.computed) : undefined;
      return text === undefined || each.type !== 'Property' ? [] : [{ text, node: each.key }];
    });
  return textsIn(node, names).flatMap((each) => {
    const text = wholeText(each);
    return text === undefined ? [] : [{ text, node: each }];
  });
}

function wholeText(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? (node.quasis[0]!.value.cooked ?? undefined) : undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Names of properties that mean all others: `ROLES[id] ?? ROLES.default`. */
const OTHERS = /^(?:all|any|default|fallback|none|others?|unknown)$/i;
/** Texts that may be an operation's name or file. */
const NAME = /^[\p{ID_Start}$][\p{ID_Continue}$]*$/u;
const FILE = /@[a-z]+\.[cm]?[jt]s$|\.[cm]?[jt]s$/;

/** Reports the texts, as if there were no operations: see `withoutKnownOperations`. */
export function checkOperationTexts(source: SourceText, syntax: Syntax, report: Report): void {
  for (const { field, text, node } of operationTexts(source, syntax))
    if (field === 'id' ? FILE.test(text) : NAME.test(text) && !OTHERS.test(text)) {
      const at = locationIn(source, node.start, node.end);
      report({ ...messages.unmatchedOperation(at, field, text, []), operation: { field, text } });
    }
}
