import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { didYouMean, error, warning } from './report.ts';

// Facets: spec B3.

export const unquotedPattern = (at: Location, pattern: string, isYaml: boolean): Diagnostic =>
  error(
    isYaml ? 'facet-value' : 'invalid-yaml',
    at,
    `YAML does not read this pattern as it stands. Put it in single quotes: pattern: '${pattern.replaceAll("'", "''")}'.`,
  );

export const missingComma = (at: Location, name: string): Diagnostic =>
  error('invalid-yaml', at, `A comma is missing before "${name}".`);

export const unknownFacet = (at: Location, name: string, known: readonly string[]): Diagnostic =>
  error('unknown-facet', at, `"${name}" is no keyword that can be said of a type.${didYouMean(name, known)}`);

export const facetSpace = (at: Location, text: string): Diagnostic =>
  error('facet-space', at, `Put a space after the colon: "${text.replace(':', ': ')}".`);

export const facetParentheses = (at: Location, text: string): Diagnostic =>
  warning(
    'facet-parentheses',
    at,
    `This is a part of the description, and nothing is checked by it. Facets stand in parentheses: "(${text})".`,
  );

export const facetType = (
  at: Location,
  name: string,
  types: readonly string[],
  actual: readonly string[],
): Diagnostic =>
  error(
    'facet-type',
    at,
    `"${name}" says something of ${types.join(' and ')}, and this is ${actual.join(' or ')}. Remove it, or change the type.`,
  );

export const facetValue = (at: Location, name: string, takes: string, value: unknown): Diagnostic =>
  error('facet-value', at, `"${name}" takes ${takes}, and got ${JSON.stringify(value)}.`);

export const facetBounds = (at: Location, low: string, least: number, high: string, most: number): Diagnostic =>
  error('facet-bounds', at, `No value fits: "${low}" is ${least} and "${high}" is ${most}.`);

export const invalidPattern = (at: Location, pattern: string, reason: string): Diagnostic =>
  error('facet-value', at, `Invalid regular expression ${JSON.stringify(pattern)}: ${reason}.`);
