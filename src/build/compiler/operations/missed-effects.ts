import type { PathEffect } from '../../../directives/directive-description.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { isRest, matchTexts, segmentTexts } from '../../../shared/contract/path-template.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { diagnosticOf, EFFECTS_ON_PATHS } from '../language/described.ts';
import type { CompiledOperation } from './resolve.ts';
import type { CheckValue } from './samples.ts';
import type { UrlSegments } from './url-tree.ts';
import { ANY, urlTreeOf } from './url-tree.ts';

/**
 * Reports operations that get no effect of a directive although they serve a URL of it, because their path is different: `cfg/{id}@put` next to `cfg/main@get`,
 * or the other way round. Reports those that get one and cannot work.
 *
 * A URL counts if the router gives both methods of it to these two operations, and if the types of their parameters accept it.
 */
export function checkMissedEffects(
  operations: readonly CompiledOperation[],
  checkValue: CheckValue,
  report: Report,
): void {
  for (const effect of EFFECTS_ON_PATHS) {
    checkEffect(effect, operations, checkValue, report);
    checkPaths(effect, operations, report);
  }
}

/** Reports the mistakes of operations that get the effect of a directive of their path. */
function checkPaths(
  { isFrom, isTo, mistake }: PathEffect<DiagnosticCode>,
  operations: readonly CompiledOperation[],
  report: Report,
): void {
  if (mistake === undefined) return;
  const sources = new Map(
    operations.filter(({ contract }) => isFrom(contract)).map((source) => [source.templateKey, source]),
  );
  for (const { templateKey, contract, pathAt } of operations) {
    const source = isTo(contract) ? sources.get(templateKey) : undefined;
    const found = source && mistake(source.contract, contract);
    if (found !== undefined) report(diagnosticOf(found, pathAt, { message: found.note, at: source!.pathAt }));
  }
}

function checkEffect(
  { isFrom, isTo, missed }: PathEffect<DiagnosticCode>,
  operations: readonly CompiledOperation[],
  checkValue: CheckValue,
  report: Report,
): void {
  const from = operations.filter(({ contract }) => isFrom(contract));
  const keys = new Set(from.map(({ templateKey }) => templateKey));
  const missing = new Set(operations.filter(({ contract, templateKey }) => isTo(contract) && !keys.has(templateKey)));
  if (from.length === 0 || missing.size === 0) return;
  const tree = urlTreeOf(operations);
  for (const source of from)
    for (const { operation, url } of tree.sharing(source.template)) {
      if (!missing.has(operation)) continue;
      const both = [source, operation];
      if (!both.every((one) => tree.match(one.contract.method, url) === one && accepts(one, url, checkValue))) continue;
      missing.delete(operation);
      const { note, ...fault } = missed(source.contract, operation.contract, printUrl(url, source));
      report(diagnosticOf(fault, operation.pathAt, { message: note, at: source.pathAt }));
    }
}

/** A URL in which values that are not known are parameters of a template. */
function printUrl(url: UrlSegments, { template }: CompiledOperation): string {
  const segments = url.map((text, i) => {
    const names = (template.segments[i] ?? []).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
    return text.replaceAll(ANY, () => `{${names.shift() ?? 'value'}}`);
  });
  return `/${segments.join('/')}`;
}

/** Whether the parameters of an operation can have the values of a URL. */
function accepts({ template, contract }: CompiledOperation, url: UrlSegments, checkValue: CheckValue): boolean {
  return template.segments.every((segment, i) => {
    const names = segment.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
    const values: string[] = [];
    const text = isRest(segment) ? url.slice(i).join('/') : url[i]!;
    if (names.length === 0 || !matchTexts(segmentTexts(segment), text, values)) return true;
    return names.every((name, n) => {
      const { schema } = contract.parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
      return schema === undefined || values[n]!.includes(ANY) || isValue(schema, values[n]!, checkValue);
    });
  });
}

/** Whether a text is a value of a parameter, in one of the ways in which it can be read. */
function isValue(schema: Schema, text: string, checkValue: CheckValue): boolean {
  const scalars = [
    text,
    ...(/^-?\d/.test(text) ? [Number(text)] : []),
    ...(/^(?:true|false)$/.test(text) ? [text === 'true'] : []),
  ];
  return [...scalars, ...scalars.map((each) => [each])].some((value) => checkValue(schema, value) === undefined);
}
