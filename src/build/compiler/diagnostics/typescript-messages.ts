import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { fixedBy, replacing } from './fix.ts';
import { didYouMean, error, nearest } from './report.ts';
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
