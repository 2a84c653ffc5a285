import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { error, quoteAll } from './report.ts';

// Mistakes in lists with pages, and in the envelopes around their rows.

export const noList = (at: Location): Diagnostic =>
  error(
    'no-list',
    at,
    'An operation that includes "paging" or "cursor" must return a list. Write "@returns {T[]}" or "@returns {Page<T>}", or define an envelope and tag its rows: "@items" in TypeScript, "x-items: true" elsewhere.',
  );

/** A response with an envelope, and the definition that it names. */
interface EnvelopePlace {
  readonly at: Location;
  readonly definition?: Location | undefined;
}

const envelopeTag = ({ at, definition }: EnvelopePlace, message: string): Diagnostic =>
  error(
    'envelope-tag',
    at,
    message,
    ...(definition === undefined ? [] : [{ message: 'defined here', at: definition }]),
  );

export const repeatedTag = (place: EnvelopePlace, tag: string, names: readonly string[]): Diagnostic =>
  envelopeTag(
    place,
    `Several properties of this list are tagged "x-${tag}": ${quoteAll(names)}. Tag only one of them.`,
  );

export const tagType = (
  place: EnvelopePlace,
  tag: string,
  name: string,
  expected: readonly string[],
  actual: readonly string[],
): Diagnostic =>
  envelopeTag(
    place,
    `"x-${tag}" applies to ${expected.join(' and ')}, but the property "${name}" is ${actual.join(' or ')}. Tag another property, or change its type.`,
  );

export const nestedTag = (place: EnvelopePlace, tag: string, path: readonly string[]): Diagnostic =>
  envelopeTag(
    place,
    `The property "${path.join('.')}" is tagged "x-${tag}", but only properties of the body itself can be. Move it there, or remove the tag.`,
  );

export const untaggedRows = (place: EnvelopePlace, tag: string): Diagnostic =>
  envelopeTag(
    place,
    `A property of this list is tagged "x-${tag}", but none has the rows. Tag them: "@items" in TypeScript, "x-items: true" elsewhere.`,
  );
