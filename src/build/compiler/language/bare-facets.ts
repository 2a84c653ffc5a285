import type { Schema } from '../../../shared/contract/operation.ts';
import type { Passage } from '../comment/comment.ts';
import { slicePassage, trimPassage } from '../comment/comment.ts';
import type { Location } from '../diagnostics/source.ts';
import { FORMAT_NAMES } from '../../../shared/schema/formats.ts';
import { isAnyType, typesOf } from '../../../shared/schema/json-types.ts';
import {
  FACET_NAMES,
  facetKeyword,
  facetTypes,
  FOREIGN_FACETS,
  isFacet,
  isFacetValue,
  keywordRow,
} from '../../../shared/schema/keywords.ts';
import { parseYaml, plainValue } from '../comment/yaml.ts';

/** A value of one word, in quotes or in brackets. */
const VALUE = String.raw`(\[[^\]]*\]|\{[^}]*\}|"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,]+)`;
const NEXT = String.raw`\s*(?:$|,?\s*(?:${FACET_NAMES.join('|')}):)`;
const NUMERIC = ['a number', 'a positive number', 'a non-negative integer', 'true or false', 'an array', 'a schema'];

/**
 * Finds facets before the description that lack their parentheses: `minimum: 10 - The least`.
 *
 * They begin with a keyword and a value that it accepts. If it accepts any text, only a single word counts, since prose has colons too.
 *
 * @param rest The text after the name.
 */
export function readBareFacets(rest: Passage): Passage | undefined {
  const [head] = rest.text.split(/\s+-(?=\s|$)|[\r\n]/, 1) as [string];
  const [, key, text] = /^([A-Za-z-]+):\s*(\S.*)$/.exec(head.trimEnd()) ?? [];
  // A description without parentheses is a description.
  if (key === undefined || text === undefined || !isFacet(key) || key === 'description') return undefined;
  // Whether the line ends before the description, or there is no description.
  const isAlone = /^\s*(?:$|-(?:\s|$))/.test(rest.text.slice(head.length));
  return beginsWithValue(key, text, isAlone) ? slicePassage(rest, 0, head.trimEnd().length) : undefined;
}

function beginsWithValue(key: string, text: string, isAlone: boolean): boolean {
  const { takes } = keywordRow(facetKeyword(key))!;
  if (takes === 'a regular expression') return isAlone && /^\S+$/.test(text) && isFacetValue(key, text);
  const isPlain = NUMERIC.includes(takes);
  const end = isPlain ? `(?:\\s*,|${NEXT})` : NEXT;
  const value = new RegExp(`^${VALUE}(?=${end})`).exec(text)?.[1];
  if (value === undefined || (!isPlain && !isAlone)) return false;
  const read = plainValue(() => parseYaml(value).toJS() as unknown);
  return 'value' in read && isFacetValue(key, read.value);
}

/** A bracket, with a facet first in it. A type of an object such as `{name: string}` has its place before the name. */
const GROUP = new RegExp(
  String.raw`^[({[]\s*((?:${FACET_NAMES.join('|')}):\s(?:[^(){}[\]"']|"[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\})*?)\s*[)}\]]`,
);

/** Facets in the wrong brackets, and the correct line. */
export interface Grouped {
  /** With its brackets. */
  readonly text: Passage;
  /** The text that the correct line replaces, including the first pair of parentheses. */
  readonly whole: Location;
  readonly correct: string;
}

/**
 * Finds facets in a second pair of parentheses, or in other brackets behind the name.
 *
 * @param facets Those in the first pair of parentheses.
 * @example readGroupedFacets(<`(minLength: 12) - The password`>, <`maxLength: 20`>).correct // 'maxLength: 20, minLength: 12'
 */
export function readGroupedFacets(rest: Passage, facets: Passage | undefined): Grouped | undefined {
  const [group, inner = ''] = GROUP.exec(rest.text) ?? [];
  if (group === undefined) return undefined;
  const correct = facets === undefined ? inner : `${facets.text}, ${inner}`;
  const { source, start } = rest;
  const from = facets === undefined ? start : source.text.lastIndexOf('(', facets.start);
  const whole = { source, span: { start: from, end: start + group.length } };
  return { text: slicePassage(rest, 0, group.length), whole, correct: correct.replaceAll(/\s*[\r\n]\s*/g, ' ') };
}

/** Facets written as other languages write them, and as this one does. */
interface Assigned {
  readonly text: Passage;
  readonly correct: string;
}

/** One bound, its sign and its number. Other values need quotes or can be prose: `default=none if absent`. */
const ASSIGNED = /([A-Za-z]+)(=|:\s*)(-?\d+(?:\.\d+)?)(?=$|[\s,])/.source;
const BOUNDS = new RegExp(`^${ASSIGNED}(?:[^\\S\\r\\n]*,?[^\\S\\r\\n]*${ASSIGNED})*`);

/**
 * Finds bounds with the signs or the names of other languages before the description: `min=1 max=10 - The limit`, `min: 1`.
 *
 * @param rest The text after the name.
 * @param schema The schema of the type, which decides whether `min` is `minimum` or `minLength`.
 * @example readAssignedFacets(<limit `min=1, max=10 - The limit`>, { type: 'integer' }).correct // 'minimum: 1, maximum: 10'
 */
export function readAssignedFacets(rest: Passage, schema: Schema): Assigned | undefined {
  const [list = ''] = BOUNDS.exec(rest.text) ?? [];
  const bounds = [...list.matchAll(new RegExp(ASSIGNED, 'g'))];
  // With a colon, more words are a sentence.
  const isAlone = /^\s*(?:$|-(?:\s|$)|[\r\n])/.test(rest.text.slice(list.length));
  if (bounds.length === 0 || (!isAlone && bounds.some(([, , sign]) => sign !== '='))) return undefined;
  const correct = bounds.map(([, name = '', , value = '']) =>
    keywordsOf(name, Number(value), schema).map((keyword) => `${keyword}: ${value}`),
  );
  if (correct.some((keywords) => keywords.length === 0)) return undefined;
  return { text: slicePassage(rest, 0, list.length), correct: correct.flat().join(', ') };
}

/** The bounds that a name means for a type; none if it means nothing there, or if they do not take the number. */
function keywordsOf(name: string, value: number, schema: Schema): readonly string[] {
  const types = typesOf(schema);
  // A definition can have any type.
  if (isAnyType(types)) return [];
  const meant = isFacet(name) ? [name] : Object.hasOwn(FOREIGN_FACETS, name) ? FOREIGN_FACETS[name]! : [];
  return meant.filter((keyword) => {
    const applies = facetTypes(keyword);
    return applies !== 'any' && applies.some((type) => types.has(type as never)) && isFacetValue(keyword, value);
  });
}

/** The places of facets in a description: all of it, or parentheses at its start or end. */
const LATE: readonly RegExp[] = [
  /^([^()]+)$/,
  /^[(（]([^()（）]+)[)）](?=\s|$)/,
  new RegExp(String.raw`(?:^|\s)[(（](\s*(?:${FACET_NAMES.join('|')}):\s[^]*)[)）]$`),
];

/**
 * Finds facets in a description: `- minLength: 3`, `- The text (minLength: 3)`, `- The id (pattern: ^u-)`.
 *
 * Outside of parentheses only bounds, flags and patterns count, since prose has no word such as `minLength:` before a number.
 */
export function readLateFacets(description: Passage): Passage | undefined {
  const text = trimPassage(description);
  for (const place of LATE) {
    const match = place.exec(text.text);
    if (match === null || !(match[1]!.split(',').every(isBound) || areFacets(match[1]!, match[0] !== match[1])))
      continue;
    const start = match.index + match[0].indexOf(match[1]!);
    return slicePassage(text, start, start + match[1]!.length);
  }
  return undefined;
}

function isBound(text: string): boolean {
  const [, key, value] = /^\s*([A-Za-z]+):\s+(-?\d+(?:\.\d+)?|true|false)\s*$/.exec(text) ?? [];
  if (key === undefined || !isFacet(key) || !NUMERIC.includes(keywordRow(facetKeyword(key))!.takes)) return false;
  return isFacetValue(key, /\d/.test(value!) ? Number(value) : value === 'true');
}

/** Whether a text is facets, one of which is a constraint: `pattern: '^u-', maxLength: 5`. Outside of parentheses, it can only be a pattern. */
function areFacets(text: string, isGroup: boolean): boolean {
  const [, pattern] = /^\s*pattern:\s+(\S+)\s*$/.exec(text) ?? [];
  if (pattern !== undefined) return isConstraint('pattern', pattern);
  if (!isGroup) return false;
  const read = plainValue(() => parseYaml(`{${text}}`).toJS() as unknown);
  const facets = Object.entries('value' in read ? Object(read.value) : {}) as [string, unknown][];
  return (
    facets.every(([key, value]) => isFacet(key) && isFacetValue(key, value)) &&
    facets.some(([key, value]) => isConstraint(key, value))
  );
}

/** Whether a facet would be read as one, and not as prose. */
function isConstraint(key: string, value: unknown): boolean {
  switch (key) {
    case 'pattern':
      return typeof value === 'string' && /^\S*[\^$[\](){}|*+?\\.]\S*$/.test(value) && isFacetValue(key, value);
    case 'format':
      return FORMAT_NAMES.includes(value as string);
    case 'enum':
    case 'const':
      return true;
    default:
      return NUMERIC.includes(keywordRow(facetKeyword(key))!.takes);
  }
}

/** Tags of keywords, as above a property of a TypeScript type, with a value of one word. */
const TAG = /(?<![\w@/])@([A-Za-z]+)[ \t]+([^\s,;)]+)/g;

/**
 * Finds a tag of a keyword in a description, and its facet: `- @minLength 3`. Besides bounds and flags, it can be a pattern or a format.
 *
 * @example readLateTag(<`@minLength 3 The name`>).facet // 'minLength: 3'
 */
export function readLateTag(description: Passage): { readonly tag: Passage; readonly facet: string } | undefined {
  // Text in backticks is about the tag.
  const text = description.text.replaceAll(/`[^`\r\n]*`/g, (code) => ' '.repeat(code.length));
  for (const { 0: tag, 1: key = '', 2: value = '', index } of text.matchAll(TAG)) {
    const facet = `${key}: ${value.replace(/\.$/, '')}`;
    if (['pattern', 'format'].includes(key) || isBound(facet))
      return { tag: slicePassage(description, index, index + tag.length), facet };
  }
  return undefined;
}
