import type { Schema } from '../contract/operation.ts';
import { pointTo } from '../contract/json-pointer.ts';
import { FORMATS } from '../validation/explain/formats.ts';

/** What a keyword has for its value. */
type Holds = 'a schema' | 'schemas' | 'schemas by name' | 'a value';

/** The keywords of JSON Schema 2020-12, and those that OpenAPI 3.1 adds (Schema Object). */
const KEYWORDS: ReadonlyMap<string, Holds> = new Map([
  ...entries(
    'a schema',
    'items contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema',
  ),
  ...entries('schemas', 'prefixItems allOf anyOf oneOf'),
  ...entries('schemas by name', '$defs definitions properties patternProperties dependentSchemas'),
  ...entries(
    'a value',
    '$schema $id $anchor $ref $dynamicRef $dynamicAnchor $vocabulary $comment type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType discriminator xml externalDocs example',
  ),
]);

function entries(holds: Holds, names: string): [string, Holds][] {
  return names.split(' ').map((name) => [name, holds]);
}

/** What is written today for what other versions of JSON Schema, and of OpenAPI, have. */
const REPLACED: Readonly<Record<string, string>> = {
  nullable: 'Write "null" among the types: "type": ["string", "null"].',
  dependencies: 'Write "dependentRequired" or "dependentSchemas".',
  additionalItems: 'Write "prefixItems" for the first ones and "items" for the others.',
  $recursiveRef: 'Write "$ref".',
  $recursiveAnchor: 'Write "$ref" to the schema itself.',
  id: 'Write "$id".',
};

/** Formats that are known elsewhere (JSON Schema 2020-12, Validation, 7.3, and OpenAPI's registry), so that they are no misspelling of one that is checked. */
const OTHER_FORMATS =
  'float double password binary iri iri-reference idn-email idn-hostname int8 int16 uint8 uint16 uint32 uint64 time-local';

/** The formats that are known. */
export const FORMAT_NAMES: readonly string[] = [...Object.keys(FORMATS), ...OTHER_FORMATS.split(' ')];

/** The keywords that are known. */
export const KEYWORD_NAMES: readonly string[] = [...KEYWORDS.keys()];

/**
 * Shows each keyword of a schema and of all schemas in it; references are not followed.
 *
 * @param show Is given the JSON Pointer to the keyword's value, for when it is needed, and the schema that the keyword stands in.
 * @param pointer To the schema.
 */
export function eachKeyword(
  schema: unknown,
  show: (keyword: string, value: unknown, pointer: () => string, schema: Schema) => void,
  pointer = (): string => '',
): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [keyword, value] of Object.entries(schema) as [string, unknown][]) {
    const at = (): string => pointTo(pointer(), keyword);
    show(keyword, value, at, schema as Schema);
    const holds = KEYWORDS.get(keyword);
    if (holds === 'a schema') eachKeyword(value, show, at);
    else if (holds !== undefined && holds !== 'a value' && typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) eachKeyword(part, show, () => pointTo(at(), key));
  }
}

/** What to do about a word that is no keyword: undefined where it is one, or a word of the user's own (`x-...`). */
export function adviceOn(keyword: string): string | undefined {
  if (KEYWORDS.has(keyword) || keyword.startsWith('x-')) return undefined;
  return Object.hasOwn(REPLACED, keyword) ? REPLACED[keyword] : '';
}
