import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { fixedBy, replacing } from './fix.ts';
import { FOREIGN_FACETS } from '../../../shared/schema/keywords.ts';
import { joinWords } from '../../../shared/validation/explain/words.ts';
import type { SlashedPattern } from '../../../shared/schema/slashed-pattern.ts';
import { didYouMean, error, nearest, warning } from './report.ts';

// Mistakes in facets: docs/reference/constraints.md.

export const unquotedPattern = (at: Location, pattern: string, isYaml: boolean): Diagnostic =>
  error(
    isYaml ? 'facet-value' : 'invalid-yaml',
    at,
    `YAML cannot read this pattern without single quotes. Write pattern: '${pattern.replaceAll("'", "''")}'.`,
  );

export const missingComma = (at: Location, name: string): Diagnostic =>
  fixedBy(error('invalid-yaml', at, `Missing comma before "${name}".`), 'Add the comma', {
    at: { source: at.source, span: { start: endBefore(at), end: endBefore(at) } },
    text: ',',
  });

/** The end of the text before a location. */
const endBefore = ({ source, span }: Location): number => source.text.slice(0, span.start).trimEnd().length;

/** The advice for a facet with a sign of other languages, or with one of their names, and the only facet that it can mean. */
function facetAdvice(
  name: string,
  known: readonly string[],
  isFor: (facet: string) => boolean,
): { readonly text: string; readonly only?: string | undefined } | undefined {
  const [, key = name, value] = /^([A-Za-z]+)\s*=\s*(.+)$/s.exec(name) ?? [];
  if (value !== undefined && known.includes(key)) return { text: ` Write a colon: "${key}: ${value}".` };
  if (!Object.hasOwn(FOREIGN_FACETS, key)) return undefined;
  const all = FOREIGN_FACETS[key]!;
  const possible = all.filter(isFor);
  const shown = possible.length > 0 ? possible : all;
  return {
    text: ` Write ${joinWords(
      shown.map((each) => `"${each}"`),
      key === 'length' ? 'and' : 'or',
    )}.`,
    only: shown.length === 1 && key === name ? shown[0] : undefined,
  };
}

/** @param isFor Whether values of the type can have a facet. */
export const unknownFacet = (
  at: Location,
  name: string,
  known: readonly string[],
  isFor: (facet: string) => boolean,
): Diagnostic => {
  const advice = facetAdvice(name, known, isFor);
  const otherwise = didYouMean(name, known) || ' Use a keyword of JSON Schema such as "minimum" or "enum".';
  return replacing(
    error('unknown-facet', at, `Unknown facet "${name}".${advice?.text ?? otherwise}`),
    name,
    advice === undefined ? nearest(name, known) : advice.only,
  );
};

export const facetSpace = (at: Location, text: string): Diagnostic =>
  replacing(
    error('facet-space', at, `Add a space after the colon: "${text.replace(':', ': ')}".`),
    text,
    text.replace(':', ': '),
  );

/** @param correct The facets as they are written in parentheses. */
export const facetParentheses = (at: Location, text: string, correct: string): Diagnostic =>
  replacing(
    warning(
      'facet-parentheses',
      at,
      `Without parentheses this is part of the description and checks nothing. Write "(${correct})".`,
    ),
    text,
    `(${correct})`,
  );

/**
 * @param whole The location that an edit replaces.
 * @param correct All facets of the line.
 */
export const facetGroup = (at: Location, whole: Location, correct: string): Diagnostic =>
  fixedBy(
    warning(
      'facet-parentheses',
      at,
      `This is part of the description and checks nothing. Write all facets in one pair of parentheses: "(${correct})".`,
    ),
    'Use one pair of parentheses',
    { at: whole, text: `(${correct})` },
  );

/** @param text Facets in a description. */
export const lateFacets = (at: Location, text: string): Diagnostic =>
  warning(
    'facet-parentheses',
    at,
    `After the dash this is part of the description and checks nothing. Write "(${text})" before the dash. If it is part of the description, put it in backticks.`,
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
    `"${name}" applies to ${joinWords(types, 'and')}, not to ${actual.join(' or ')}. Remove it, or change the type.`,
  );

/** A keyword in a schema of JSON or YAML: published ones have such keywords, so it is a warning. */
export const idleKeyword = (...parts: Parameters<typeof facetType>): Diagnostic => ({
  ...facetType(...parts),
  severity: 'warning',
});

export const oneOfUnion = (at: Location): Diagnostic =>
  error(
    'facet-type',
    at,
    '"oneOf" applies only to a union of definitions, objects or arrays. Remove it, or change the type.',
  );

export const explodePlace = (at: Location, place: string, facet = 'explode'): Diagnostic =>
  error(
    'facet-type',
    at,
    `"${facet}" applies to ${facet === 'style' ? 'parameters' : 'lists'} in the query, not to the ${place}. Remove it.`,
  );

export const twoStyles = (at: Location): Diagnostic =>
  error('facet-type', at, '"explode" and "style" cannot be combined. Remove one of them.');

export const styleType = (at: Location, style: string, type: 'array' | 'object'): Diagnostic =>
  error('facet-type', at, `"style: ${style}" applies only to an ${type}. Change the type, or remove the style.`);

export const facetValue = (at: Location, name: string, takes: string, value: unknown): Diagnostic =>
  error('facet-value', at, `"${name}" takes ${takes}, but got ${JSON.stringify(value)}.`);

export const facetBounds = (at: Location, low: string, least: number, high: string, most: number): Diagnostic =>
  error('facet-bounds', at, `No value can match: "${low}" is ${least}, but "${high}" is ${most}. Change one of them.`);

export const invalidPattern = (at: Location, pattern: string, reason: string): Diagnostic =>
  error('facet-value', at, `Invalid regular expression ${JSON.stringify(pattern)}: ${reason}.`);

export const unboundedPattern = (at: Location, pattern: string): Diagnostic =>
  warning(
    'slow-pattern',
    at,
    `${JSON.stringify(pattern)} can take very many steps to match a string. Add "maxLength", or rewrite it so that each string matches in only one way.`,
  );

export const slowPattern = (at: Location, pattern: string): Diagnostic =>
  warning(
    'slow-pattern',
    at,
    `${JSON.stringify(pattern)} can take exponential time: each additional character can double it. Rewrite it so that each string matches in only one way.`,
  );

export const slashedPattern = (at: Location, pattern: string, { inner, flags }: SlashedPattern): Diagnostic => {
  const advice = flags.includes('i') ? ' Flags do not apply: to ignore case, write both cases, as in "[aA]".' : '';
  return replacing(
    warning(
      'slashed-pattern',
      at,
      `No string matches ${JSON.stringify(pattern)}: its slashes are part of the pattern. Write "${inner}".${advice}`,
    ),
    pattern,
    inner,
  );
};

export const noValue = (at: Location, reason: string): Diagnostic =>
  warning('no-value', at, `No value can match: ${reason}. Change one of them.`);

/** @param outer The line whose constraints the parameter lacks. */
export const weakerParameter = (at: Location, name: string, outer: Location): Diagnostic =>
  warning(
    'weaker-parameter',
    at,
    `This line replaces the outer "${name}", and allows more. Remove it, or add the constraints that it lacks. If you mean it, add "weaker: true" to its facets.`,
    { message: 'the outer line', at: outer },
  );

export const needlessWeakerParameter = (at: Location, name: string): Diagnostic =>
  warning(
    'weaker-parameter',
    at,
    `"${name}" does not allow more than a parameter of an outer directory. Remove "weaker: true".`,
  );
