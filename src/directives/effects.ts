import type { BaseDocument } from '../shared/contract/base-document.ts';
import type { EntryData } from '../shared/contract/manifest.ts';
import type { Operation, Parameter, Response } from '../shared/contract/operation.ts';
import type {
  DirectiveChange,
  DirectiveDescription,
  PathEffect,
  RuntimeFeature,
  AddedHeader,
  AddedProblem,
} from './directive-description.ts';
import { DESCRIBED } from './table.ts';

// The combined effects of an operation's directives, for documents, manifests and tools.

const ROWS: readonly DirectiveDescription[] = DESCRIBED;

/** The names in a field of all rows. */
type NamesIn<Field extends string, Row = (typeof DESCRIBED)[number]> =
  Row extends Readonly<Record<Field, infer Entries>> ? keyof Entries & string : never;

/** The name of a problem that a directive adds. */
export type DirectiveProblem = NamesIn<'problems'>;

/** The name of a feature of the runtime that a directive has. */
export type DirectiveFeature = NamesIn<'features'>;

/** The problems that directives add. */
export const DIRECTIVE_PROBLEMS: Readonly<Record<DirectiveProblem, AddedProblem>> = Object.assign(
  {},
  ...ROWS.map(({ problems }) => problems),
);

/** The features of the runtime that directives have, the outermost guard first. */
export const DIRECTIVE_FEATURES: Readonly<Record<DirectiveFeature, RuntimeFeature>> = Object.assign(
  {},
  ...ROWS.toReversed().map(({ features }) => features),
);

/** The headers that directives add to responses. */
export const DIRECTIVE_HEADERS: Readonly<Record<string, AddedHeader>> = Object.assign(
  {},
  ...ROWS.map(({ headers }) => headers),
);

/** The responses without problems that directives add. */
export const DIRECTIVE_RESPONSES: readonly Response[] = ROWS.flatMap(({ responses = [] }) =>
  responses.map(({ response }) => response),
);

/** The effects of directives on the other operations of a path. */
export const PATH_EFFECTS: readonly PathEffect[] = ROWS.flatMap(({ onPath }) => onPath ?? []);

/** The parameters that directives add to an operation. */
export function addedParameters(operation: Operation): Parameter[] {
  return ROWS.flatMap((row) => row.parameters?.(operation) ?? []);
}

/** The responses that directives add to an operation. */
export function addedResponses(operation: Operation): Response[] {
  return ROWS.flatMap(({ responses = [] }) =>
    responses.filter(({ isOf }) => isOf(operation)).map(({ response }) => response),
  );
}

/** The names of the headers that directives add to a response. */
export function addedHeaderNames(operation: Operation, response: Response): string[] {
  return Object.keys(DIRECTIVE_HEADERS).filter((name) => DIRECTIVE_HEADERS[name]?.isOn(operation, response));
}

/** The headers that directives add to every response, with their values. */
export function constantHeaders(operation: Operation): Readonly<Record<string, string>> {
  return Object.assign({}, ...ROWS.map((row) => row.constantHeaders?.(operation))) as Record<string, string>;
}

/** The extensions that the document has for directives. */
export function addedExtensions(operation: Operation): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...ROWS.map((row) => row.extensions?.(operation))) as Record<string, unknown>;
}

/** The paragraphs that the document has for directives below the description. */
export function addedParagraphs(operation: Operation): string[] {
  return ROWS.flatMap((row) => row.paragraphs?.(operation) ?? []);
}

/** The facts of an operation's directives that the runtime needs. */
export function entryFields(operation: Operation, document: BaseDocument): Partial<EntryData> {
  return Object.assign({}, ...ROWS.map((row) => row.entry?.(operation, document))) as Partial<EntryData>;
}

/** The directives that lists of operations mark an operation with. */
export function marksOf(operation: Operation): string[] {
  return ROWS.filter((row) => row.isMark?.(operation) === true).map(({ name }) => name);
}

/** The effects of directives on callers of an operation. */
export function accessNotes(operation: Operation): string[] {
  return ROWS.flatMap((row) => row.access?.(operation) ?? []);
}

/** The effects of directives on the responses of an operation. */
export function responseNotes(operation: Operation): string[] {
  return [...ROWS.flatMap((row) => row.notes?.(operation) ?? []), ...customTexts(operation)];
}

/** The facts that custom directives show about an operation. Those of guards are a part of its access. */
function customTexts({ custom = [] }: Operation): string[] {
  return custom.filter(({ guards }) => guards !== true).flatMap(({ texts }) => texts);
}

/** The fields of directives that the document of an operation has for certain. */
export function documentedFields(operation: Operation): Partial<Operation> {
  return Object.assign({}, ...ROWS.map((row) => row.documented?.(operation))) as Partial<Operation>;
}

/** The changes of directives, as `operations diff` reports them. */
export function directiveChanges(before: Operation, after: Operation, subject: string): DirectiveChange[] {
  return ROWS.flatMap((row) => row.changes?.(before, after, subject) ?? []);
}

/** The directives of an operation that protect it, have no checks in "operations diff", and are missing in another one. */
export function lostDirectives(before: Operation, after: Operation): string[] {
  const lost = ROWS.filter(
    ({ protects, weakening, lines }) =>
      protects === true &&
      weakening === undefined &&
      lines !== undefined &&
      lines(before).length > 0 &&
      lines(after).length === 0,
  );
  return lost.map(({ name }) => name);
}

/** The checks of those that take protection away. They matter for operations that are not documented, too. */
export const WEAKENING: readonly string[] = ROWS.flatMap(({ weakening = [] }) => weakening);
