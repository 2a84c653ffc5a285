import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import type { DiagnosticCode } from './codes.ts';
import { fixedBy, removal, replacing } from './fix.ts';
import { didYouMean, error, nearest } from './report.ts';

// Mistakes in the built-in includes of lists: `cursor (...)`, `filter (...)`, `search (...)` and `sort (...)`.

/** The names of the includes in messages, and how to write them. */
const SETS: Readonly<Record<string, { readonly subject: string; readonly needs: string; readonly example: string }>> = {
  cursor: {
    subject: 'A cursor',
    needs: 'the properties that order the list, the last one unique',
    example: 'cursor (created_at desc, id)',
  },
  filter: {
    subject: 'A filter',
    needs: 'the properties that clients filter by',
    example: 'filter (genre in, price gte lte)',
  },
  search: {
    subject: 'A search',
    needs: 'the properties that have the words',
    example: 'search (title, author)',
  },
  sort: {
    subject: 'An order',
    needs: 'the properties that order the list, the last one unique',
    example: 'sort (year desc, title, id)',
  },
};

const codeOf = (set: string): DiagnosticCode => (set === 'cursor' ? 'cursor-keys' : 'list-include');

export const listEntries = (at: Location, set: string): Diagnostic => {
  const { subject, needs, example } = SETS[set]!;
  const orSort = set === 'cursor' ? ' Only a list with "sort (...)" can include it without keys.' : '';
  return error(codeOf(set), at, `${subject} needs ${needs}. Write "${example}".${orSort}`);
};

export const listEntry = (at: Location, set: string, text: string): Diagnostic => {
  const { example } = SETS[set]!;
  const valid: { readonly [set: string]: string } = {
    filter: 'Write a property name, followed by operators, or "name = property operator"',
    search: 'Write property names alone',
  };
  const kind = set === 'cursor' ? 'a valid cursor key' : `valid in "${set}"`;
  return error(
    codeOf(set),
    at,
    `"${text}" is not ${kind}. ${valid[set] ?? 'Write a property name, optionally followed by "asc" or "desc"'}: "${example}".`,
  );
};

export const unknownOperator = (at: Location, text: string, known: readonly string[]): Diagnostic =>
  replacing(
    error(
      'filter-operator',
      at,
      `Unknown operator "${text}".${didYouMean(text, known) || ` Use ${known.join(', ')}.`}`,
    ),
    text,
    nearest(text, known),
  );

export const repeatedOperator = (at: Location, text: string): Diagnostic =>
  fixedBy(
    error('filter-operator', at, `The operator "${text}" is given twice. Remove one.`),
    `Remove "${text}"`,
    removal(at),
  );

export const unfitOperator = (
  at: Location,
  rows: Location,
  op: string,
  name: string,
  type: string,
  allowed: readonly string[],
): Diagnostic =>
  error(
    'filter-operator',
    at,
    op === 'null'
      ? `"${name}" is never null, so "null" cannot filter it. Remove the operator, or make the property nullable.`
      : `The operator "${op}" does not apply to "${name}", which is ${type}. Use ${allowed.join(', ')}.`,
    { message: 'the rows are here', at: rows },
  );

export const misplacedSet = (at: Location, set: string): Diagnostic =>
  error(
    codeOf(set),
    at,
    set === 'cursor'
      ? 'Only the comment of an operation can include a cursor, because its keys are properties of its rows.'
      : `Only the comment of an operation can include "${set} (...)", because it names properties of its rows.`,
  );

export const repeatedSet = (at: Location, set: string, first: Location): Diagnostic =>
  error(
    codeOf(set),
    at,
    set === 'cursor'
      ? 'This list already has a cursor. Keep one of them.'
      : `This list already includes "${set} (...)". Keep one of them.`,
    { message: 'first included here', at: first },
  );

export const unpagedSet = (at: Location, set: string): Diagnostic =>
  fixedBy(
    error(
      'list-include',
      at,
      `"${set} (...)" is for lists with pages, but this operation has none. Add "paging" or "cursor" to the line.`,
    ),
    'Add "paging"',
    { at: { source: at.source, span: { start: at.span.start, end: at.span.start } }, text: 'paging, ' },
  );

export const twoOrders = (at: Location, sort: Location): Diagnostic =>
  error('cursor-keys', at, 'The cursor follows the order that clients choose with "sort". Remove its keys.', {
    message: 'the order is here',
    at: sort,
  });

const rowProperty = (set: string, at: Location, response: Location, message: string): Diagnostic =>
  error(set === 'cursor' ? 'cursor-keys' : 'row-property', at, message, {
    message: 'the rows are here',
    at: response,
  });

export const unknownRowProperty = (
  set: string,
  at: Location,
  response: Location,
  name: string,
  known: readonly string[],
): Diagnostic =>
  replacing(
    rowProperty(
      set,
      at,
      response,
      `The rows of this list have no property "${name}".${didYouMean(name, known) || ` ${SETS[set]!.subject} needs ${SETS[set]!.needs}.`}`,
    ),
    name,
    nearest(name, known),
  );

export const hiddenRowProperty = (set: string, at: Location, response: Location, name: string): Diagnostic =>
  rowProperty(
    set,
    at,
    response,
    `Responses do not show "${name}", but clients could guess its values here. Choose a property without "writeOnly".`,
  );

export const rowPropertyType = (
  set: string,
  at: Location,
  response: Location,
  name: string,
  types: readonly string[],
): Diagnostic =>
  rowProperty(
    set,
    at,
    response,
    `"${name}" is ${types.length === 0 ? 'never valid' : types.join(' or ')}, but ${lower(set)} needs one scalar type${set === 'cursor' ? ' that cannot be null' : ''}. Choose another property, or change its type.`,
  );

export const searchedType = (at: Location, response: Location, name: string, type: string): Diagnostic =>
  rowProperty(
    'search',
    at,
    response,
    `"${name}" is ${type}, but a search needs free text. Choose another property, or add a filter.`,
  );

export const optionalKey = (at: Location, response: Location, name: string): Diagnostic =>
  rowProperty(
    'cursor',
    at,
    response,
    `"${name}" is optional, but a cursor needs it in every row. Require it, or choose another property.`,
  );

export const repeatedKey = (set: string, at: Location, name: string, first: Location): Diagnostic =>
  error(set === 'cursor' ? 'cursor-keys' : 'sort-keys', at, `The list is already ordered by "${name}". Remove it.`, {
    message: 'first used here',
    at: first,
  });

export const lastSortKey = (at: Location, response: Location, name: string): Diagnostic =>
  error(
    'sort-keys',
    at,
    `"${name}" can be null or missing, but the last key completes each order, so every row needs a unique one. Add a required and unique property at the end, such as "id".`,
    { message: 'the rows are here', at: response },
  );

export const laterDirection = (at: Location, word: string): Diagnostic =>
  fixedBy(
    error(
      'sort-keys',
      at,
      'Only the first key has a direction, because it is the default order. Clients choose the direction of each key.',
    ),
    `Remove "${word}"`,
    removal(at),
  );

export const sharedName = (at: Location, name: string): Diagnostic =>
  error(
    'list-parameter',
    at,
    `"${name}" names one parameter, but several operators need one each. Write an entry for each: "min_${name} = ${name} gte, max_${name} = ${name} lte".`,
  );

export const takenName = (at: Location, response: Location, parameter: string, name: string): Diagnostic =>
  error(
    'list-parameter',
    at,
    `The parameter "${parameter}" filters by "${name}", but it has the name of another property of the rows. Give it another name: "other_name = ${name} ...".`,
    { message: 'the rows are here', at: response },
  );

export const alikeParameters = (at: Location, name: string, first: Location): Diagnostic =>
  error(
    'list-parameter',
    at,
    `This list already has a parameter "${name}". Give one of them another name: "other_name = property".`,
    { message: 'first declared here', at: first },
  );

export const cursorOffset = (at: Location, name: string): Diagnostic =>
  error(
    'cursor-keys',
    at,
    `A list with a cursor has no offset, but this body has one: "${name}". Return the array, or an envelope without "x-offset".`,
  );

function lower(set: string): string {
  return SETS[set]!.subject.replace(/^A/, 'a');
}
