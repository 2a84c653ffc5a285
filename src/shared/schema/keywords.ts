import type { Takes } from './takes.ts';
import { TAKES } from './takes.ts';

/** The types of values that keywords apply to; `integer` is part of `number`. */
export type Family = 'any' | 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The role of a keyword: `core` is resolved by the build, and an `annotation` is for readers. JSON Schema 2020-12, Core, 7. */
export type Role = 'core' | 'applicator' | 'assertion' | 'annotation';

/** A keyword of JSON Schema. */
export interface KeywordRow {
  /** The types of values that it applies to. */
  readonly on: readonly Family[];
  readonly takes: Takes;
  readonly role: Role;
  /** How it holds subschemas: its value is one, a list of them, or an object of them by names that users choose. */
  readonly subschemas?: 'one' | 'list' | 'map';
  /** Whether its subschemas apply to the same value as the schema itself. */
  readonly inPlace?: true;
  /**
   * The part that its subschemas only test, to decide about something else: the value, an invalid value, the names of its properties, or its items. Only a test
   * of the value declares parts that a valid value can have.
   */
  readonly tests?: 'value' | 'opposite' | 'names' | 'items';
  /** The keyword whose check includes this one. */
  readonly with?: string;
  /** Whether users can write it as a facet: in parentheses after a name, or as a tag in a doc comment. */
  readonly facet?: true;
}

/**
 * The keywords of JSON Schema 2020-12 and of OpenAPI 3.1 (Schema Object), in the order of the checks, and our own extensions.
 *
 * A keyword that is checked also has a function in `codegen/validators` and one in `validation/explain`, which this table types.
 */
export const KEYWORDS = {
  // Core, 8.
  $schema: { on: ['any'], takes: 'a URI', role: 'core' },
  $vocabulary: { on: ['any'], takes: 'an object', role: 'core' },
  $id: { on: ['any'], takes: 'a URI reference without a fragment', role: 'core' },
  $anchor: { on: ['any'], takes: 'an anchor name', role: 'core' },
  $dynamicAnchor: { on: ['any'], takes: 'an anchor name', role: 'core' },
  $dynamicRef: { on: ['any'], takes: 'a URI reference', role: 'core' },
  $comment: { on: ['any'], takes: 'a string', role: 'annotation' },
  $defs: { on: ['any'], takes: 'an object of schemas', role: 'core', subschemas: 'map' },
  definitions: { on: ['any'], takes: 'an object of schemas', role: 'core', subschemas: 'map' },
  $ref: { on: ['any'], takes: 'a URI reference', role: 'applicator' },

  // Validation, 6.1.
  const: { on: ['any'], takes: 'any value', role: 'assertion', facet: true },
  enum: { on: ['any'], takes: 'an array', role: 'assertion', facet: true },
  type: { on: ['any'], takes: 'a type or an array of types', role: 'assertion' },

  // Validation, 6.3 and 7.
  minLength: { on: ['string'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  maxLength: { on: ['string'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  pattern: { on: ['string'], takes: 'a regular expression', role: 'assertion', facet: true },

  // Validation, 6.2.
  minimum: { on: ['number'], takes: 'a number', role: 'assertion', facet: true },
  maximum: { on: ['number'], takes: 'a number', role: 'assertion', facet: true },
  exclusiveMinimum: { on: ['number'], takes: 'a number', role: 'assertion', facet: true },
  exclusiveMaximum: { on: ['number'], takes: 'a number', role: 'assertion', facet: true },
  multipleOf: { on: ['number'], takes: 'a positive number', role: 'assertion', facet: true },
  format: { on: ['string', 'number'], takes: 'a string', role: 'assertion', facet: true },

  // Validation, 6.4, and Core, 10.3.1 and 11.2.
  minItems: { on: ['array'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  maxItems: { on: ['array'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  prefixItems: { on: ['array'], takes: 'an array of schemas', role: 'applicator', subschemas: 'list' },
  items: { on: ['array'], takes: 'a schema', role: 'applicator', subschemas: 'one' },
  contains: { on: ['array'], takes: 'a schema', role: 'applicator', subschemas: 'one', tests: 'items' },
  minContains: { on: ['array'], takes: 'a non-negative integer', role: 'assertion', with: 'contains' },
  maxContains: { on: ['array'], takes: 'a non-negative integer', role: 'assertion', with: 'contains' },
  uniqueItems: { on: ['array'], takes: 'true or false', role: 'assertion', facet: true },
  unevaluatedItems: { on: ['array'], takes: 'a schema', role: 'applicator', subschemas: 'one' },

  // Validation, 6.5, and Core, 10.2.2.4, 10.3.2 and 11.3.
  required: { on: ['object'], takes: 'an array of unique strings', role: 'assertion' },
  dependentRequired: { on: ['object'], takes: 'an object of string arrays', role: 'assertion' },
  properties: { on: ['object'], takes: 'an object of schemas', role: 'applicator', subschemas: 'map' },
  dependentSchemas: {
    on: ['object'],
    takes: 'an object of schemas',
    role: 'applicator',
    subschemas: 'map',
    inPlace: true,
  },
  minProperties: { on: ['object'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  maxProperties: { on: ['object'], takes: 'a non-negative integer', role: 'assertion', facet: true },
  propertyNames: { on: ['object'], takes: 'a schema', role: 'applicator', subschemas: 'one', tests: 'names' },
  patternProperties: {
    on: ['object'],
    takes: 'an object of schemas by pattern',
    role: 'applicator',
    subschemas: 'map',
  },
  additionalProperties: { on: ['object'], takes: 'a schema', role: 'applicator', subschemas: 'one', facet: true },
  unevaluatedProperties: { on: ['object'], takes: 'a schema', role: 'applicator', subschemas: 'one' },

  // Core, 10.2.1 and 10.2.2.
  allOf: { on: ['any'], takes: 'an array of schemas', role: 'applicator', subschemas: 'list', inPlace: true },
  anyOf: { on: ['any'], takes: 'an array of schemas', role: 'applicator', subschemas: 'list', inPlace: true },
  oneOf: { on: ['any'], takes: 'an array of schemas', role: 'applicator', subschemas: 'list', inPlace: true },
  not: { on: ['any'], takes: 'a schema', role: 'applicator', subschemas: 'one', inPlace: true, tests: 'opposite' },
  if: { on: ['any'], takes: 'a schema', role: 'applicator', subschemas: 'one', inPlace: true, tests: 'value' },
  // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { on: ['any'], takes: 'a schema', role: 'applicator', subschemas: 'one', inPlace: true, with: 'if' },
  else: { on: ['any'], takes: 'a schema', role: 'applicator', subschemas: 'one', inPlace: true, with: 'if' },

  // Validation, 8 and 9, and OpenAPI 3.1, Schema Object.
  title: { on: ['any'], takes: 'a string', role: 'annotation', facet: true },
  description: { on: ['any'], takes: 'a string', role: 'annotation', facet: true },
  default: { on: ['any'], takes: 'any value', role: 'annotation', facet: true },
  example: { on: ['any'], takes: 'any value', role: 'annotation', facet: true },
  examples: { on: ['any'], takes: 'an array', role: 'annotation', facet: true },
  deprecated: { on: ['any'], takes: 'true or false', role: 'annotation', facet: true },
  readOnly: { on: ['any'], takes: 'true or false', role: 'annotation', facet: true },
  writeOnly: { on: ['any'], takes: 'true or false', role: 'annotation', facet: true },
  contentEncoding: { on: ['string'], takes: 'a string', role: 'annotation', facet: true },
  contentMediaType: { on: ['string'], takes: 'a string', role: 'annotation', facet: true },
  contentSchema: { on: ['string'], takes: 'a schema', role: 'annotation', subschemas: 'one' },
  discriminator: { on: ['object'], takes: 'an object with propertyName', role: 'annotation', facet: true },
  xml: { on: ['any'], takes: 'an object', role: 'annotation', facet: true },
  externalDocs: { on: ['any'], takes: 'an object with url', role: 'annotation', facet: true },

  // Our own extensions: the properties of an envelope around the rows of a list.
  'x-items': { on: ['array'], takes: 'true or false', role: 'annotation', facet: true },
  'x-total': { on: ['number'], takes: 'true or false', role: 'annotation', facet: true },
  'x-limit': { on: ['number'], takes: 'true or false', role: 'annotation', facet: true },
  'x-offset': { on: ['number'], takes: 'true or false', role: 'annotation', facet: true },

  // The server's change of a text of a request before it is checked.
  'x-trim': { on: ['string'], takes: 'true or false', role: 'annotation', facet: true },
  'x-lowercase': { on: ['string'], takes: 'true or false', role: 'annotation', facet: true },
  'x-checkbox': { on: ['boolean'], takes: 'true or false', role: 'annotation', facet: true },
} as const;

export type Keyword = keyof typeof KEYWORDS;

/** The keywords of a family that have their own check. */
export type CheckedKeyword<F extends Family> = {
  [K in Keyword]: (typeof KEYWORDS)[K] extends { readonly with: string }
    ? never
    : (typeof KEYWORDS)[K]['role'] extends 'applicator' | 'assertion'
      ? F extends (typeof KEYWORDS)[K]['on'][number]
        ? K
        : never
      : never;
}[Keyword];

/** The keywords that depend on the results of other keywords in the schema: JSON Schema 2020-12, Core, 11. */
export type UnevaluatedKeyword = 'unevaluatedItems' | 'unevaluatedProperties';

/** Finds the row of a keyword; undefined for an unknown one, whose value is data. */
export function keywordRow(name: string): KeywordRow | undefined {
  return ROWS.get(name);
}

const ROWS: ReadonlyMap<string, KeywordRow> = new Map(Object.entries(KEYWORDS));

/** Whether a keyword is for readers, and does not affect the other keywords. */
export function isAnnotation(keyword: string): boolean {
  return keyword.startsWith('x-') || (keyword !== 'discriminator' && keywordRow(keyword)?.role === 'annotation');
}

/** The names of all keywords. */
export const KEYWORD_NAMES: readonly string[] = Object.keys(KEYWORDS);

/** Whether a keyword's subschemas test the value itself, so that a narrower one can allow more values. */
export function isTest(keyword: string): boolean {
  const tests = keywordRow(keyword)?.tests;
  return tests === 'value' || tests === 'opposite';
}

/** Whether a keyword applies subschemas whose parts a valid value can have. */
export function isStructural(row: KeywordRow | undefined): boolean {
  return row?.role === 'applicator' && (row.tests === undefined || row.tests === 'value');
}

/** Whether a keyword's subschemas are those of the values of an object's properties. */
export function isOfProperties(keyword: string): boolean {
  return holdsParts(keyword, 'object');
}

/** Whether a keyword's subschemas are those of the items of a list. */
export function isOfItems(keyword: string): boolean {
  return holdsParts(keyword, 'array');
}

function holdsParts(keyword: string, family: Family): boolean {
  const row = keywordRow(keyword);
  const isOfParts = row?.role === 'applicator' && row.inPlace === undefined && row.tests !== 'names';
  return isOfParts && row.subschemas !== undefined && row.on.includes(family);
}

/** The names of the keywords whose rows meet a condition, in the order of the table. */
export function keywordsWith(meets: (row: KeywordRow) => boolean): string[] {
  return KEYWORD_NAMES.filter((name) => meets(keywordRow(name)!));
}

/** The names of the facets: the keywords that users can write after a type. */
export const FACET_NAMES: readonly string[] = [...KEYWORD_NAMES.filter(isFacet), 'trim', 'lowercase', 'checkbox'];

/** The keyword that a facet writes: `x-trim` for `trim`. */
export function facetKeyword(name: string): string {
  return /^(?:trim|lowercase|checkbox)$/.test(name) ? `x-${name}` : name;
}

/** Whether a word is a facet. */
export function isFacet(name: string): boolean {
  return keywordRow(facetKeyword(name))?.facet === true;
}

/** Whether a facet takes a value. Most facets refuse an empty string or list, which would constrain nothing. */
export function isFacetValue(name: string, value: unknown): boolean {
  const row = keywordRow(facetKeyword(name));
  if (row?.facet !== true) return false;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return TAKES[row.takes](value) && (row.takes === 'any value' || !isEmpty);
}

/**
 * The types that a facet applies to.
 *
 * @example facetTypes('minimum') // ['integer', 'number']
 */
export function facetTypes(name: string): readonly string[] | 'any' {
  const { on = [] } = keywordRow(facetKeyword(name)) ?? {};
  return on.includes('any') ? 'any' : on.flatMap((family) => (family === 'number' ? ['integer', 'number'] : [family]));
}

/** The keywords of texts that mean something for a file: its bytes are counted, and not read. */
const OF_FILES: readonly string[] = ['minLength', 'maxLength', 'format', 'contentSchema'];

/** Whether a keyword has no effect because the schema is that of a file, `format: binary`, and not of a text. */
export function isLostOnFiles({ format }: { readonly format?: unknown }, keyword: string): boolean {
  const isOfTexts = keywordRow(keyword)?.on.every((family) => family === 'string');
  return format === 'binary' && isOfTexts === true && !OF_FILES.includes(keyword);
}

/** Whether a keyword has no effect, because the values of the schema's `type` are of other families; false without a `type`. */
export function isIdle({ type }: { readonly type?: unknown }, keyword: string): boolean {
  const { on = ['any'], role } = keywordRow(keyword) ?? {};
  if (type === undefined || role === 'annotation') return false;
  const families = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  return !on.some((family) => family === 'any' || families.includes(family));
}

/** Names of other languages, with those of JSON Schema. A length is both of its bounds, and the others are one by the type. */
export const FOREIGN_FACETS: Readonly<Record<string, readonly string[]>> = {
  min: ['minimum', 'minLength', 'minItems'],
  max: ['maximum', 'maxLength', 'maxItems'],
  ge: ['minimum'],
  gte: ['minimum'],
  le: ['maximum'],
  lte: ['maximum'],
  gt: ['exclusiveMinimum'],
  lt: ['exclusiveMaximum'],
  length: ['minLength', 'maxLength'],
  regex: ['pattern'],
};
