import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { fixedBy, replacing } from './fix.ts';
import { joinWords } from '../../../shared/validation/explain/words.ts';
import { didYouMean, error, nearest, warning } from './report.ts';
import { FORMAT_NAMES } from '../../../shared/schema/formats.ts';

// Mistakes in TypeScript types: docs/reference/types.md.

export const recursiveType = (at: Location, name: string, isExported: boolean): Diagnostic =>
  error(
    'recursive-type',
    at,
    isExported
      ? `This copy of "${name}" is infinitely recursive. Declare it as an exported interface with all its properties.`
      : `"${name}" refers to itself, but only an exported type can do that. Export it.`,
  );

export const unknownProperty = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  replacing(
    error('unknown-property', at, `This type has no property "${name}".${didYouMean(name, known)}`),
    name,
    nearest(name, known),
  );

/** A key of `Omit`, or a value of `Exclude`, that the type does not have. */
export const omitsNothing = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  replacing(
    warning(
      'unknown-property',
      at,
      `This type does not have "${name}", so nothing is left out for it.${didYouMean(name, known) || ' Correct it, or remove it.'}`,
    ),
    name,
    nearest(name, known),
  );

/** A tag in a comment that describes nothing. */
export const lostTag = (at: Location, name: string): Diagnostic =>
  warning(
    'stray-directive',
    at,
    `"@${name}" has no effect here, because only the doc comment directly above a property or type counts (ignored). Move it to that "/** ... */".`,
  );

/** @param text Facets in a text: `maxLength: 5, minLength: 1`. */
export const facetsInText = (at: Location, text: string): Diagnostic =>
  warning(
    'facet-parentheses',
    at,
    `This is part of the text and checks nothing. Write ${tagsOf(text)} on a separate line. If it is part of the text, put it in backticks.`,
  );

const tagsOf = (text: string): string =>
  joinWords(
    text.split(',').map((facet) => `"@${facet.trim().replace(/:\s+/, ' ')}"`),
    'and',
  );

export const hidesNothing = (at: Location, name: string): Diagnostic =>
  warning(
    'misplaced-directive',
    at,
    `"@${name}" does not hide this property, so clients get it (ignored). Remove the property from the type, or write "@writeOnly true" if only requests have it.`,
  );

/** A property with the modifier `readonly` that clients can send. */
export const sentReadonly = (at: Location, name: string): Diagnostic =>
  warning(
    'misplaced-directive',
    at,
    `"readonly" only keeps your own code from assigning "${name}": clients can send it. Write "@readOnly true" in its comment to drop it from requests, or "@readOnly false" if clients may set it.`,
  );

/** Names of integer types in other languages. */
const INTEGER = /^(?:u?int(?:8|16)?|long|short)$/i;
/** Formats that make an integer of a number. */
const INTEGER_FORMAT = /^int(?:32|64)$/;

const integerHint = (text: string): string => {
  if (INTEGER_FORMAT.test(text)) return ` Did you mean "@format ${text}"?`;
  return INTEGER.test(text) ? ' Did you mean "integer"?' : didYouMean(text, ['integer']);
};

/** Whether a type is likely meant as an integer. */
export const isNearInteger = (text: string): boolean => integerHint(text) !== '';

/**
 * @param tag The tag's name.
 * @param isFormat Whether the tag can become a format that makes an integer of the type.
 */
export const typeTag = (at: Location, text: string, tag: Location, isFormat: boolean): Diagnostic => {
  const others = FORMAT_NAMES.includes(text)
    ? ` Did you mean "@format ${text}"?`
    : ' Remove the tag: the TypeScript type applies.';
  const diagnostic = error(
    'facet-value',
    at,
    `"@type" takes only "integer", but got "${text}".${integerHint(text) || others}`,
  );
  if (!INTEGER_FORMAT.test(text)) return replacing(diagnostic, text, isNearInteger(text) ? 'integer' : undefined);
  const [edited, format] = [
    { source: at.source, span: { start: tag.span.start, end: at.span.end } },
    `@format ${text}`,
  ];
  return isFormat ? fixedBy(diagnostic, `Replace "@type" with "${format}"`, { at: edited, text: format }) : diagnostic;
};
