import type { Node } from 'oxc-parser';
import type { Report, TextTest } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import { contextComparisons, testOf } from './context-comparisons.ts';

/** The fields by which code knows an operation: its name, its file and its path. */
export type OperationField = 'operationId' | 'id' | 'path';

/** A text that code compares a field of the operation with, or the name of a property that it looks up by it. */
export interface OperationText extends TextTest {
  readonly field: OperationField;
  readonly node: Node;
}

const FIELD = /^operation\.(operationId|id|path)$/;

/** Finds the texts that a file compares `ctx.operation.operationId`, `ctx.operation.id` and `ctx.operation.path` with. */
export function operationTexts({ text }: SourceText, syntax: Pick<Syntax, 'program' | 'bindings'>): OperationText[] {
  // Few files need the walk.
  if (!/\boperation\b/.test(text) || !/\b(?:operationId|id|path)\b/.test(text)) return [];
  return contextComparisons(syntax).flatMap((comparison) => {
    const field = FIELD.exec(comparison.field)?.[1] as OperationField | undefined;
    if (field === undefined) return [];
    return comparison.texts.flatMap((each): OperationText[] => {
      const test = testOf(comparison, each);
      if (test === undefined) return [];
      const isPlain = test.extent === 'whole' || (test.extent === 'start' && field !== 'operationId');
      const isGuard = field !== 'operationId' && comparison.refusalOf(each) !== undefined;
      return isPlain || isGuard ? [{ ...test, field, node: each.node }] : [];
    });
  });
}

/** Names of properties that mean all others: `ROLES[id] ?? ROLES.default`. */
const OTHERS = /^(?:all|any|default|fallback|none|others?|unknown)$/i;
/** Texts that may be the name of an operation. */
const NAME = /^[\p{ID_Start}$][\p{ID_Continue}$]*$/u;
/** Parts of any file or path: `@get.ts`, `{id}`. */
const COMMON = /@[a-z]+\b|\.[cm]?[jt]s\b|\{[^{}]*\}/g;

/** Reports the texts, as if there were no operations: see `withoutKnownOperations`. */
export function checkOperationTexts(source: SourceText, syntax: Syntax, report: Report): void {
  for (const { node, ...operation } of operationTexts(source, syntax)) {
    if (OTHERS.test(operation.text) || !isSpecific(operation)) continue;
    report({ ...messages.unmatchedOperation(locationIn(source, node.start, node.end), operation, []), operation });
  }
}

/** Whether a text is about one operation, or some that belong together. */
function isSpecific({ field, text, extent }: Omit<OperationText, 'node'>): boolean {
  if (field === 'operationId') return NAME.test(text);
  return /[\p{L}\p{N}]/u.test(extent === 'whole' ? text : text.replaceAll(COMMON, ''));
}
