import type { CustomUse } from '../../shared/contract/custom-directive.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { DirectiveDescription, FoundFault, Line, Lines, ReportLine } from '../directive-description.ts';
import type { DirectiveDefinition, DirectiveOperation, SentParts } from './define-directive.ts';
import type { CodeOutcome } from './plain-data.ts';
import { copyPlain } from './plain-data.ts';
import { sentFault } from './sent-fault.ts';

/** The codes of mistakes in a line: one that the package reports, and one in the package itself. */
export type CustomCode = 'custom-directive' | 'custom-directive-failure';

/** Runs code of a package for a bounded time, and catches its errors. */
export type BoundedCall = <T>(run: () => T) => CodeOutcome<T>;

/** A custom directive with the facts that the build has about it. */
export interface CustomRow extends DirectiveDescription<unknown, CustomCode> {
  readonly definition: DirectiveDefinition<unknown>;
  /** The name of its package. */
  readonly from: string;
  /** The module with its steps, absolute; undefined if it has none. */
  readonly module: string | undefined;
  /** The values in words. */
  readonly show: (values: readonly unknown[]) => CodeOutcome<readonly string[]>;
  /** The parts that it adds to the contract of an operation. */
  readonly sent: (values: readonly unknown[], operation: DirectiveOperation) => CodeOutcome<SentParts>;
  /** Whether a line of a guard refuses every caller that another one refuses. False if that is unknown. */
  readonly covers: (line: unknown, other: unknown) => boolean;
  /** The changes of its values, as `operations diff` reports them. */
  readonly changed: (
    before: readonly unknown[],
    after: readonly unknown[],
  ) => CodeOutcome<readonly (readonly [check: string, message: string])[]>;
  /** The values that an operation of a document has lines for. */
  readonly undocument: (operation: Operation) => readonly unknown[];
  /** The text of a line; undefined if an import cannot write it. */
  readonly write: (value: unknown) => string | undefined;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/** Makes the row of a custom directive: all code of the package runs inside of `call`, and its results are copied. */
export function customRow(
  definition: DirectiveDefinition<unknown>,
  { from, module }: Pick<CustomRow, 'from' | 'module'>,
  call: BoundedCall,
): CustomRow {
  const { name, form, repeats = false, guards = false } = definition;
  const inherited = guards ? 'add' : definition.inherits;
  const plain: Plain = <T>(run: () => T): CodeOutcome<T> => {
    const outcome = call(run);
    if ('fault' in outcome) return outcome;
    const copy = copyPlain(outcome.value);
    return 'fault' in copy ? { fault: `returned ${copy.fault}, not plain data` } : (copy as CodeOutcome<T>);
  };
  const explain = (fault: string): string => `"@${name}" of ${from} ${fault}. The mistake is in that package.`;
  return {
    name,
    form,
    definition,
    from,
    module,
    often: repeats ? 'any' : 'once',
    ...(inherited !== undefined && { inherited }),
    ...(guards && { protects: true as const }),
    ...(definition.words !== undefined && { words: (before: string) => suggestedWords(definition, before, plain) }),
    read: (line, report) => readLine(definition, line, report, { plain, explain }),
    ...(definition.check !== undefined && {
      check: (lines, { operation }, report) => {
        const outcome = call(() => runCheck(definition, lines, operation, report));
        const at = lines.all.at(-1)?.at;
        if ('fault' in outcome && at !== undefined)
          report({ code: 'custom-directive-failure', at, message: explain(outcome.fault) });
      },
    }),
    ...behaviorOf(definition, plain),
  };
}

type Plain = <T>(run: () => T) => CodeOutcome<T>;

/** The functions of a definition for documents and tools. */
function behaviorOf(
  definition: DirectiveDefinition<unknown>,
  plain: Plain,
): Pick<CustomRow, 'show' | 'sent' | 'covers' | 'changed' | 'undocument' | 'write'> {
  const { name } = definition;
  return {
    show(values) {
      if (definition.show === undefined) return { value: values.map((value) => lineText(name, value)) };
      const shown = plain(() => definition.show!(values));
      return 'fault' in shown || isTexts(shown.value) ? shown : { fault: '"show" must return a list of texts' };
    },
    sent(values, operation) {
      if (definition.sent === undefined) return { value: {} };
      const sent = plain(() => definition.sent!(values, operation));
      if ('fault' in sent) return sent;
      const fault = sentFault(sent.value);
      return fault === undefined ? sent : { fault: `"sent" returned an invalid result: ${fault}` };
    },
    covers(line, other) {
      if (definition.covers === undefined) return JSON.stringify(line) === JSON.stringify(other);
      const covers = plain(() => definition.covers!(line, other));
      return 'value' in covers && covers.value === true;
    },
    changed: (before, after) => plain(() => definition.changed?.(before, after) ?? []),
    undocument(operation) {
      const { method, path, operationId, extensions = {} } = operation;
      const named = { method, path, ...(operationId !== undefined && { operationId }), extensions };
      const values = plain(() => definition.undocument?.(named) ?? []);
      return 'value' in values && Array.isArray(values.value) ? values.value : [];
    },
    write(value) {
      const text = plain(() => definition.write?.(value));
      return 'value' in text && typeof text.value === 'string' && !/[\r\n]|\*\//.test(text.value)
        ? text.value
        : undefined;
    },
  };
}

/** Whether a row is that of a custom directive. */
export function isCustomRow(row: object): row is CustomRow {
  return 'definition' in row && 'from' in row;
}

/** The data of a custom directive in the contract of an operation. */
export function customUse(
  { name, from, definition }: CustomRow,
  values: readonly unknown[],
  texts: readonly string[],
): CustomUse {
  const { runtime, types, guards } = definition;
  return {
    name,
    from,
    values,
    ...(guards !== undefined && { guards }),
    ...(runtime !== undefined && { runs: true }),
    ...(types?.ctx !== undefined && { ctx: types.ctx }),
    texts,
  };
}

interface LineReading {
  readonly plain: Plain;
  readonly explain: (fault: string) => string;
}

function readLine(
  definition: DirectiveDefinition<unknown>,
  { text, markdown }: Line,
  report: ReportLine<CustomCode>,
  { plain, explain }: LineReading,
): unknown {
  let hasErrors = false;
  const fault =
    (isWarning: boolean) =>
    (message: unknown, part?: { start: number; end: number }): undefined => {
      hasErrors ||= !isWarning;
      const place = isPart(part, text) ? { part: { start: part.start, end: part.end } } : {};
      return report({
        code: 'custom-directive',
        message: String(message),
        ...place,
        ...(isWarning && { isWarning: true }),
      });
    };
  const read = plain(() => definition.read({ text, markdown, error: fault(false), warning: fault(true) }) ?? null);
  if ('fault' in read) return report({ code: 'custom-directive-failure', message: explain(read.fault) });
  if (hasErrors) return undefined;
  if (read.value !== null) return read.value;
  // A line of a guard that nothing makes of would let everyone in.
  return report({
    code: 'custom-directive-failure',
    message: explain('has read this line without a value or an error'),
  });
}

function isPart(part: unknown, { length }: string): part is { start: number; end: number } {
  const { start, end } = (part ?? {}) as { start?: unknown; end?: unknown };
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    0 <= (start as number) &&
    (start as number) <= (end as number) &&
    (end as number) <= length
  );
}

function runCheck<At>(
  definition: DirectiveDefinition<unknown>,
  { own, all }: Lines<unknown, At>,
  operation: { readonly method: string; readonly hasStream: boolean } | undefined,
  report: (fault: FoundFault<CustomCode, At>) => undefined,
): void {
  const fault =
    (isWarning: boolean) =>
    (message: unknown, index = all.length - 1): undefined => {
      const at = all[index]?.at ?? all.at(-1)?.at;
      return at === undefined
        ? undefined
        : report({ code: 'custom-directive', at, message: String(message), ...(isWarning && { isWarning: true }) });
    };
  if (all.length === 0) return;
  const valuesOf = (lines: Lines<unknown, At>['all']): unknown[] => lines.map(({ value }) => value);
  const context = { operation, error: fault(false), warning: fault(true) };
  definition.check!({ own: valuesOf(own), all: valuesOf(all) }, context);
}

function suggestedWords(definition: DirectiveDefinition<unknown>, before: string, plain: Plain): readonly string[] {
  const words = plain(() => definition.words!(before.trimStart()));
  return 'value' in words && isTexts(words.value) ? words.value : [];
}

function lineText(name: string, value: unknown): string {
  return value === true ? name : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
