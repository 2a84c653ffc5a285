import type { Node } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import { bareExpression } from '../module/body-reads.ts';
import { propertyName } from '../module/nodes.ts';
import type { Syntax } from '../module/syntax.ts';
import type { Comparison } from './comparisons.ts';
import { comparisonVisitor, isSum, textsIn } from './comparisons.ts';
import type { NamesBoundOnce } from './names-bound-once.ts';
import type { OperationField } from './operation-roles.ts';
import { OperationRoles } from './operation-roles.ts';

/** A text that code compares a field of the operation with, or the name of a property that it looks up by it. */
export interface OperationText {
  readonly field: OperationField;
  readonly text: string;
  readonly node: Node;
}

/** Finds the texts that a file compares `ctx.operation.operationId` and `ctx.operation.id` with. */
export function operationTexts(source: SourceText, syntax: Pick<Syntax, 'program' | 'bindings'>): OperationText[] {
  // Few files need the walk.
  if (!/\boperation\b/.test(source.text) || !/\b(?:operationId|id)\b/.test(source.text)) return [];
  const found: Comparison[] = [];
  const roles = new OperationRoles(syntax, comparisonVisitor(found), lookupVisitor(found));
  return found.flatMap(({ value, others, isWhole }) => {
    const field = isWhole ? roles.roleOf(value) : undefined;
    if (field !== 'operationId' && field !== 'id') return [];
    const nodes = others.filter((each) => !isSum(each)).flatMap((each) => wholeTexts(each, roles.names));
    return nodes.map(({ node, text: own }) => ({ field, text: own, node }));
  });
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

/** The text of a literal. */
export function wholeText(node: Node): string | undefined {
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
