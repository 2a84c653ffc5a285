import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, error } from './report.ts';

// TypeScript's types: spec B6.

export const recursiveType = (at: Location, name: string, isExported: boolean): Diagnostic =>
  error(
    'recursive-type',
    at,
    isExported
      ? `"${name}" would be copied into itself without end. Give the copy a name: an exported interface of its own, with its properties written out.`
      : `"${name}" has itself in it, and only an exported type has a name that it could be referred to by. Export it.`,
  );

export const unknownProperty = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error('unknown-property', at, `There is no property "${name}" to take.${didYouMean(name, known)}`);

/** What integers are called elsewhere. */
const INTEGER = /^(?:u?int(?:8|16)?|long|short)$/i;
/** The formats that make an integer. */
const INTEGER_FORMAT = /^int(?:32|64)$/;

const integerHint = (text: string): string => {
  if (INTEGER_FORMAT.test(text)) return ` Did you mean "@format ${text}"?`;
  return INTEGER.test(text) ? ' Did you mean "integer"?' : didYouMean(text, ['integer']);
};

/** Whether a type seems to be meant for an integer. */
export const isNearInteger = (text: string): boolean => integerHint(text) !== '';

export const typeTag = (at: Location, text: string): Diagnostic =>
  error(
    'facet-value',
    at,
    `"@type" takes "integer", to make one of a number, and got "${text}".${integerHint(text) || " Remove the tag: TypeScript's type is what counts."}`,
  );
