import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { replacing } from './fix.ts';
import { didYouMean, error, nearest } from './report.ts';

// Mistakes in `@param-include cursor (...)`: docs/language.md.

export const cursorKeys = (at: Location, text?: string): Diagnostic =>
  error(
    'cursor-keys',
    at,
    text === undefined
      ? 'A cursor needs the properties that order the list, the last one unique. Write "cursor (created_at desc, id)".'
      : `"${text}" is not a valid cursor key. Write a property name, optionally followed by "asc" or "desc": "cursor (created_at desc, id)".`,
  );

export const misplacedCursor = (at: Location): Diagnostic =>
  error(
    'cursor-keys',
    at,
    'Only the comment of an operation can include a cursor, because its keys are properties of its rows.',
  );

const cursorKey = (at: Location, response: Location, message: string): Diagnostic =>
  error('cursor-keys', at, message, { message: 'the rows are here', at: response });

export const unknownKey = (at: Location, response: Location, name: string, known: readonly string[]): Diagnostic =>
  replacing(
    cursorKey(
      at,
      response,
      `The rows of this list have no property "${name}".${didYouMean(name, known) || ' A cursor needs the properties that order the list.'}`,
    ),
    name,
    nearest(name, known),
  );

export const optionalKey = (at: Location, response: Location, name: string): Diagnostic =>
  cursorKey(
    at,
    response,
    `"${name}" is optional, but a cursor needs it in every row. Require it, or choose another property.`,
  );

export const keyType = (at: Location, response: Location, name: string, types: readonly string[]): Diagnostic =>
  cursorKey(
    at,
    response,
    `"${name}" is ${types.length === 0 ? 'never valid' : types.join(' or ')}, but a cursor needs one scalar type that cannot be null. Choose another property, or change its type.`,
  );

export const repeatedKey = (at: Location, name: string, first: Location): Diagnostic =>
  error('cursor-keys', at, `The list is already ordered by "${name}". Remove it.`, {
    message: 'first used here',
    at: first,
  });

export const repeatedCursor = (at: Location, first: Location): Diagnostic =>
  error('cursor-keys', at, 'This list already has a cursor. Keep one of them.', {
    message: 'first included here',
    at: first,
  });

export const cursorOffset = (at: Location, name: string): Diagnostic =>
  error(
    'cursor-keys',
    at,
    `A list with a cursor has no offset, but this body has one: "${name}". Return the array, or an envelope without "x-offset".`,
  );
