import type { DirectiveDescription, PathEffect } from '../../directives/directive-description.ts';
import * as effects from '../../directives/effects.ts';
import { PROBLEMS, PROBLEM_NAMES, isOfDirective } from '../../directives/runtime-problems.ts';
import { DESCRIBED } from '../../directives/table.ts';
import { problemResponse } from '../../build/openapi/server/problem-components.ts';
import { isRuntimeHeader } from '../../build/openapi/server/sent-headers.ts';
import type { Header, Operation, Parameter, Response } from '../../shared/contract/operation.ts';
import { findByStatus } from '../../shared/contract/statuses.ts';
import { isEqual } from '../../shared/validation/values.ts';
import { directiveLines } from './write/directive-lines.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;

/** The problems of directives, as documents have them. */
const DIRECTIVE_PROBLEMS = PROBLEM_NAMES.filter(isOfDirective).map((name) => problemResponse(name));

/**
 * Reads directives back from their traces in the document of a tree: a header `Idempotency-Key` with the problems of its keys is `@idempotent`.
 *
 * Reads only parts that the document of the imported tree would have again. An author's other declarations stay.
 */
export function withDocumentedDirectives(operations: readonly Operation[]): readonly Operation[] {
  // The texts of the last rows are at the end of a description.
  return ROWS.toReversed().reduce(
    (all, row) =>
      row.onPath === undefined ? all.map((each) => readDirective(each, row) ?? each) : readPaths(all, row, row.onPath),
    operations,
  );
}

/** Reads a directive that has an effect on its whole path: each operation must have its part, or none is read. */
function readPaths(all: readonly Operation[], row: DirectiveDescription, effect: PathEffect): readonly Operation[] {
  const paths = new Map<string, Map<Operation, Operation | undefined>>();
  for (const operation of all) {
    const found = paths.get(operation.path) ?? new Map<Operation, Operation | undefined>();
    const isTo = effect.isTo(operation);
    const own = isTo ? bestGuess(operation, [effect.fields]) : readDirective(operation, row);
    if (isTo || own !== undefined) paths.set(operation.path, found.set(operation, own));
  }
  return all.map((operation) => {
    const path = paths.get(operation.path) ?? new Map<Operation, Operation | undefined>();
    const made = [...path.values()];
    const isWhole = made.every((each) => each !== undefined) && made.some((each) => effect.isFrom(each));
    return (isWhole && path.get(operation)) || operation;
  });
}

/** An operation with a directive, if its document has everything that the directive adds, and a comment can have it. */
function readDirective(operation: Operation, row: DirectiveDescription): Operation | undefined {
  const guess = bestGuess(operation, row.guesses?.(operation) ?? []);
  const found = guess && { ...guess, ...row.imported?.(guess) };
  return found !== undefined && ROWS.every((each) => isWritable(each, found, operation)) ? found : undefined;
}

/** Whether a comment can have the lines of a directive that an operation did not have before. */
function isWritable(row: DirectiveDescription, operation: Operation, before: Operation): boolean {
  const [lines, known] = [row.lines?.(operation) ?? [], row.lines?.(before) ?? []];
  return isEqual(lines, known) || directiveLines(row, operation).length > 0;
}

/** The operation of the guess that explains most of the document; undefined if none does. */
function bestGuess(operation: Operation, guesses: readonly Partial<Operation>[]): Operation | undefined {
  const [first] = guesses
    .flatMap((guess) => explain(operation, guess) ?? [])
    .toSorted((a, b) => b.explained - a.explained);
  return first?.operation;
}

/** An operation without the parts that its directives explain, and their number. */
interface Explained {
  readonly operation: Operation;
  readonly explained: number;
}

function explain(operation: Operation, guess: Partial<Operation>): Explained | undefined {
  const candidate: Operation = { ...operation, ...guess };
  if (operationText(candidate) !== operationText(operation)) return undefined;
  const parts = [
    withoutParameters(operation, candidate),
    withoutExtensions(operation, candidate),
    withoutResponses(operation, candidate),
  ];
  if (!parts.every((part) => part !== undefined)) return undefined;
  // A text alone is enough.
  const explained = parts.reduce((sum, part) => sum + part.explained, 'description' in guess ? 1 : 0);
  if (explained === 0) return undefined;
  const { description, extensions, ...others } = Object.assign(
    {},
    candidate,
    ...parts.map(({ fields }) => fields),
  ) as Operation;
  return {
    explained,
    operation: {
      ...others,
      ...(description !== undefined && description !== '' && { description }),
      ...(extensions !== undefined && Object.keys(extensions).length > 0 && { extensions }),
    },
  };
}

/** The description of an operation in a document. */
function operationText(operation: Operation): string {
  const { description = '' } = operation;
  return [...(description === '' ? [] : [description]), ...effects.addedParagraphs(operation)].join('\n\n');
}

/** Fields without the additions of a directive. */
interface Stripped {
  readonly fields: Partial<Operation>;
  readonly explained: number;
}

/** The parts that a candidate adds and the operation doesn't. */
function fresh<T>(operation: Operation, candidate: Operation, addedBy: (operation: Operation) => readonly T[]): T[] {
  const before = addedBy(operation);
  return addedBy(candidate).filter((one) => !before.some((other) => isEqual(one, other)));
}

/** The parameters without those that a candidate adds; undefined if one of them is not there. */
function withoutParameters(operation: Operation, candidate: Operation): Stripped | undefined {
  const { parameters } = operation;
  const added = fresh(operation, candidate, effects.addedParameters);
  const isThere = ({ name }: Parameter): boolean =>
    parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase());
  if (!added.every(isThere)) return undefined;
  const own = parameters.filter((one) => !added.some((other) => isEqual(one, other)));
  return { fields: { parameters: own }, explained: parameters.length - own.length };
}

/** The extensions without those that a candidate adds; undefined if one of them is not there. */
function withoutExtensions(operation: Operation, candidate: Operation): Stripped | undefined {
  const { extensions = {} } = operation;
  const added = fresh(operation, candidate, (each) => Object.entries(effects.addedExtensions(each)));
  if (!added.every(([name, value]) => isEqual(extensions[name], value))) return undefined;
  const names = added.map(([name]) => name);
  const own = Object.entries(extensions).filter(([name]) => !names.includes(name));
  return { fields: { extensions: Object.fromEntries(own) }, explained: added.length };
}

/** The responses without those, and the headers, that a candidate adds; undefined if one of them is not there. */
function withoutResponses(operation: Operation, candidate: Operation): Stripped | undefined {
  const added = fresh(operation, candidate, (each) => [...effects.addedResponses(each), ...problemsOf(each)]);
  const { responses } = operation;
  const headers = responses.map((response) => withoutHeaders(response, operation, candidate));
  if (!added.every((one) => isCovered(one, responses)) || !headers.every((each) => each !== undefined))
    return undefined;
  // If a range covers it, the server doesn't add it.
  const isAdded = (response: Response): boolean =>
    added.some((one) => isEqual(one, response)) &&
    !isCovered(
      response,
      responses.filter(({ status }) => status !== response.status),
    );
  const own = headers.filter(({ response }) => !isAdded(response));
  const explained = headers.reduce((sum, each) => sum + each.explained, headers.length - own.length);
  return { fields: { responses: own.map(({ response }) => response) }, explained };
}

/** Whether one of several responses is that of a status. */
function isCovered({ status }: Response, by: readonly Response[]): boolean {
  return findByStatus(Number(status), (name) => by.find((one) => one.status === name)) !== undefined;
}

/** The problems of an operation's directives. */
function problemsOf(operation: Operation): Response[] {
  return PROBLEM_NAMES.filter((name) => isOfDirective(name) && PROBLEMS[name].isOf(operation, {})).map((name) =>
    problemResponse(name),
  );
}

/** A response without the headers that a candidate adds; undefined if one of them is not there. A problem of a directive has none. */
function withoutHeaders(
  response: Response,
  operation: Operation,
  candidate: Operation,
): { readonly response: Response; readonly explained: number } | undefined {
  if (DIRECTIVE_PROBLEMS.some((problem) => isEqual(problem, response))) return { response, explained: 0 };
  const { headers = [], ...others } = response;
  const added = fresh(operation, candidate, (each) => effects.addedHeaderNames(each, response)).map(lower);
  if (!added.every((name) => headers.some((header) => lower(header.name) === name))) return undefined;
  const own = headers.filter((header: Header) => !(added.includes(lower(header.name)) && isRuntimeHeader(header)));
  return {
    response: own.length === 0 ? others : { ...others, headers: own },
    explained: headers.length - own.length,
  };
}

function lower(name: string): string {
  return name.toLowerCase();
}
