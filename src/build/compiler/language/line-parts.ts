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

/** What a part of a directive's line is. */
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
  'returns-include': (content) => readWords(content).map((word) => partOf('include', word)),
  'param-define': nameParts,
  'returns-define': nameParts,
  template: (content) => readWords(content).map((word) => partOf('name', word)),
  payload: (content) => {
    const { type } = readResponsePhrase(content);
    return typeParts(type);
  },
  fires: (content) => {
    const end = content.text.search(/\s-(?:\s|$)/);
    return splitAtCommas(end === -1 ? content : slicePassage(content, 0, end)).map((name) => partOf('event', name));
  },
  tags: (content) => splitAtCommas(content).map((tag) => partOf('tag', tag)),
  consumes: (content) =>
    splitAtFacets(content).flatMap(({ types }) => readWords(types).map((word) => partOf('media-type', word))),
  produces: (content) => readWords(content).map((word) => partOf('media-type', word)),
  security: (content) =>
    splitAtCommas(content).flatMap((each) =>
      readWords(each).map((word, i) => partOf(i === 0 ? 'scheme' : 'scope', word)),
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
  const parts = Object.hasOwn(PARTS, name) ? PARTS[name]!(content) : [partOf('text', trimPassage(content))];
  return parts.filter(({ role, start, end }) => end > start || role !== 'text').toSorted((a, b) => a.start - b.start);
}

function partOf(role: Role, passage: Passage): Part {
  return { role, ...locate(passage).span };
}

function nameParts(content: Passage): Part[] {
  return readWords(content)
    .slice(0, 1)
    .map((word) => partOf('name', word));
}

function typedParts(content: Passage, hasLocation = false): Part[] {
  const { type, name, default: value, facets, description } = readParameterPhrase(content);
  return [
    ...typeParts(type),
    ...(name === undefined ? [] : hasLocation ? locatedParts(name) : [partOf('name', name)]),
    ...(value === undefined ? [] : [partOf('default', value)]),
    ...(facets === undefined ? [] : facetParts(facets)),
    partOf('text', description),
  ];
}

function locatedParts(name: Passage): Part[] {
  const [location] = splitPlace(name.text);
  if (location === undefined) return [partOf('name', name)];
  return [
    partOf('location', slicePassage(name, 0, location.length)),
    partOf('name', slicePassage(name, location.length + 1)),
  ];
}

function facetParts(facets: Passage): Part[] {
  const entries = readYamlEntries(facets, () => {});
  return [
    partOf('facets', facets),
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
    ...(status === undefined ? [] : [partOf('status', status)]),
    ...(mediaTypes === undefined ? [] : readWords(mediaTypes)).map((word) => partOf('media-type', word)),
    partOf('text', description),
  ];
}

function includeParts(content: Passage): Part[] {
  const { names, sets } = splitInclude(content);
  return [
    ...names.map((name) => partOf('include', name)),
    ...sets.flatMap(({ name, entries }) => [
      partOf('include', name),
      partOf('list-entries', entries),
      ...splitAtCommas(entries).flatMap(entryParts),
    ]),
  ];
}

function entryParts(entry: Passage): Part[] {
  const { parameter, property, words } = splitEntry(entry);
  return [
    ...(parameter === undefined ? [] : [partOf('name', parameter)]),
    ...(property === undefined ? [] : [partOf('row-property', property)]),
    ...words.map((word) => partOf('list-word', word)),
  ];
}

function typeParts(type: Passage | undefined): Part[] {
  return type === undefined ? [] : [{ ...partOf('type', type), type: parseTypeSyntax(type).root }];
}
