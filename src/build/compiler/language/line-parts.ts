import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimPassage } from '../comment/comment.ts';
import { readParameterPhrase, readResponsePhrase, readWords, splitAtCommas } from '../comment/line.ts';
import { readYamlEntries } from '../comment/yaml.ts';
import type { Span } from '../diagnostics/source.ts';
import { splitEntry, splitInclude } from './list-includes.ts';
import { splitAtFacets } from './metadata.ts';
import { splitPlace } from './parameter.ts';
import type { TypeNode } from './type-nodes.ts';
import { parseTypeSyntax } from './type-syntax.ts';

/** The kinds of parts of a directive's line. */
export type Role =
  | 'type'
  | 'location'
  | 'name'
  | 'default'
  | 'facets'
  | 'facet'
  | 'facet-value'
  | 'status'
  | 'media-type'
  | 'include'
  | 'list-entries'
  | 'row-property'
  | 'list-word'
  | 'scheme'
  | 'scope'
  | 'tag'
  | 'event'
  | 'text';

/** A part of a directive's line, with its offsets in the file. */
export interface Part extends Span {
  readonly role: Role;
  /** The tree of a type. */
  readonly type?: TypeNode;
}

type Reader = (content: Passage) => Part[];

const PARTS: Readonly<Record<string, Reader>> = {
  param: (content) => typedParts(content, true),
  header: (content) => typedParts(content),
  property: (content) => typedParts(content),
  prop: (content) => typedParts(content),
  typedef: (content) => (content.text.trimStart().startsWith('{') ? typedParts(content) : nameParts(content)),
  returns: responseParts,
  throws: responseParts,
  'param-include': includeParts,
  'returns-include': (content) => readWords(content).map((word) => linePart('include', word)),
  'param-define': nameParts,
  'returns-define': nameParts,
  template: (content) => readWords(content).map((word) => linePart('name', word)),
  payload: (content) => {
    const { type } = readResponsePhrase(content);
    return typeParts(type);
  },
  fires: (content) => {
    const end = content.text.search(/\s-(?:\s|$)/);
    return splitAtCommas(end === -1 ? content : slicePassage(content, 0, end)).map((name) => linePart('event', name));
  },
  tags: (content) => splitAtCommas(content).map((tag) => linePart('tag', tag)),
  consumes: (content) =>
    splitAtFacets(content).flatMap(({ types }) => readWords(types).map((word) => linePart('media-type', word))),
  produces: (content) => readWords(content).map((word) => linePart('media-type', word)),
  security: (content) =>
    splitAtCommas(content).flatMap((each) =>
      readWords(each).map((word, i) => linePart(i === 0 ? 'scheme' : 'scope', word)),
    ),
};

/**
 * Splits a directive's line into its parts, in order, with the tree of its type. A line with mistakes has the parts that can be read.
 *
 * They are read by the functions that the compiler reads contracts with, and are not kept.
 *
 * @example readParts(directive) // of "@param {Pet[]} query.pets": [{ role: 'type', type }, { role: 'location' }, { role: 'name' }], with offsets
 */
export function readParts({ name, content }: Directive): readonly Part[] {
  const parts = Object.hasOwn(PARTS, name) ? PARTS[name]!(content) : [linePart('text', trimPassage(content))];
  return parts.filter(({ role, start, end }) => end > start || role !== 'text').toSorted((a, b) => a.start - b.start);
}

function linePart(role: Role, passage: Passage): Part {
  return { role, ...locate(passage).span };
}

function nameParts(content: Passage): Part[] {
  return readWords(content)
    .slice(0, 1)
    .map((word) => linePart('name', word));
}

function typedParts(content: Passage, hasLocation = false): Part[] {
  const { type, name, default: value, facets, description } = readParameterPhrase(content);
  return [
    ...typeParts(type),
    ...(name === undefined ? [] : hasLocation ? locatedParts(name) : [linePart('name', name)]),
    ...(value === undefined ? [] : [linePart('default', value)]),
    ...(facets === undefined ? [] : facetParts(facets)),
    linePart('text', description),
  ];
}

function locatedParts(name: Passage): Part[] {
  const [location] = splitPlace(name.text);
  if (location === undefined) return [linePart('name', name)];
  return [
    linePart('location', slicePassage(name, 0, location.length)),
    linePart('name', slicePassage(name, location.length + 1)),
  ];
}

function facetParts(facets: Passage): Part[] {
  const entries = readYamlEntries(facets, () => {});
  return [
    linePart('facets', facets),
    ...entries.flatMap(({ keyAt, valueAt }): Part[] => [
      { role: 'facet', ...keyAt.span },
      ...(valueAt.span.start > keyAt.span.start ? [{ role: 'facet-value' as const, ...valueAt.span }] : []),
    ]),
  ];
}

function responseParts(content: Passage): Part[] {
  const { type, status, mediaTypes, description } = readResponsePhrase(content);
  return [
    ...typeParts(type),
    ...(status === undefined ? [] : [linePart('status', status)]),
    ...(mediaTypes === undefined ? [] : readWords(mediaTypes)).map((word) => linePart('media-type', word)),
    linePart('text', description),
  ];
}

function includeParts(content: Passage): Part[] {
  const { names, sets } = splitInclude(content);
  return [
    ...names.map((name) => linePart('include', name)),
    ...sets.flatMap(({ name, entries }) => [
      linePart('include', name),
      linePart('list-entries', entries),
      ...splitAtCommas(entries).flatMap(entryParts),
    ]),
  ];
}

function entryParts(entry: Passage): Part[] {
  const { parameter, property, words } = splitEntry(entry);
  return [
    ...(parameter === undefined ? [] : [linePart('name', parameter)]),
    ...(property === undefined ? [] : [linePart('row-property', property)]),
    ...words.map((word) => linePart('list-word', word)),
  ];
}

function typeParts(type: Passage | undefined): Part[] {
  return type === undefined ? [] : [{ ...linePart('type', type), type: parseTypeSyntax(type).root }];
}
