import type { Node } from 'oxc-parser';
import type { OperationField, OperationTest, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import type { ContextComparison } from './context-comparisons.ts';
import { contextComparisons, testOf } from './context-comparisons.ts';

/** A text that code compares a field of the operation with, or the name of a property that it looks up by it. */
export interface OperationText extends OperationTest {
  readonly node: Node;
}

const FIELD = /^operation\.(operationId|id|path)$/;

/** Finds the texts that a file compares `ctx.operation.operationId`, `ctx.operation.id` and `ctx.operation.path` with. */
export function operationTexts({ text }: SourceText, syntax: Pick<Syntax, 'program' | 'bindings'>): OperationText[] {
  // Few files need the walk.
  if (!/\boperation\b/.test(text) || !/\b(?:operationId|id|path)\b/.test(text)) return [];
  const comparisons = contextComparisons(syntax);
  const known = knownIn(comparisons);
  return comparisons.flatMap((comparison) => {
    const field = FIELD.exec(comparison.field)?.[1] as OperationField | undefined;
    if (field === undefined) return [];
    return comparison.texts.flatMap((each): OperationText[] => {
      const test = testOf(comparison, each);
      if (test === undefined) return [];
      const isPlain = test.extent === 'whole' || (test.extent === 'start' && field !== 'operationId');
      const isGuard = field !== 'operationId' && comparison.refusalOf(each) !== undefined;
      const isOfPaths = field === 'path' && isGuard && known !== undefined;
      return isPlain || isGuard ? [{ ...test, field, node: each.node, ...(isOfPaths && { known }) }] : [];
    });
  });
}

/** `ctx.operation.path`, and `ctx.path`, which begins as it does. */
const OWN_FIELD = /^(?:operation\.(?:operationId|id)|(?:operation\.)?path)$/;
const METHOD = /^(?:operation\.)?method$/;

/** The comparisons that refuse, and those with a whole text; undefined if one is unknown, or if some are only for a method. */
function knownIn(comparisons: readonly ContextComparison[]): OperationTest['known'] {
  const isForMethod = comparisons.some(
    ({ field, texts }) => METHOD.test(field) && texts.some(({ text }) => text !== 'OPTIONS'),
  );
  const own = comparisons.filter(({ field }) => OWN_FIELD.test(field));
  const found = own.flatMap((comparison) => {
    const { field, node, texts, extent } = comparison;
    const isRefusing = comparison.refusalOf({ node, text: undefined }) !== undefined;
    if (isRefusing && texts.length === 0) return [undefined];
    return texts.flatMap((each) => {
      const isOwn = extent === 'whole' || comparison.refusalOf(each) !== undefined;
      const test = testOf(comparison, each);
      const name = field.replace('operation.', '') as OperationField;
      return isOwn ? [test === undefined ? test : { ...test, field: name }] : [];
    });
  });
  const known = found.filter((each) => each !== undefined);
  return isForMethod || known.length < found.length ? undefined : known;
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
