import type { Schema } from '../../contract/operation.ts';
import { keywordRow } from '../../schema/keywords.ts';
import { isSchema } from '../../schema/json-types.ts';
import { TAKES } from '../../schema/takes.ts';
import type { Notes } from './notes.ts';

/** The keywords that OpenAPI 3.0 documents have beside `$ref` for readers. */
const BESIDE_REFERENCES = new Set([
  '$ref',
  'description',
  'title',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/**
 * Turns the keywords of one schema of OpenAPI 3.0 into those of JSON Schema 2020-12; its subschemas stay.
 *
 * `nullable` beside a type is one more type. Beside a union it is one more member.
 *
 * @example upgradeKeywords({ type: 'string', nullable: true }) // { type: ['string', 'null'] }
 */
export function upgradeKeywords(schema: Schema): Schema {
  if (typeof schema['$ref'] === 'string')
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => BESIDE_REFERENCES.has(keyword)));
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...plain } = schema;
  const bounded = withBound(
    withBound(plain, 'minimum', 'exclusiveMinimum', exclusiveMinimum),
    'maximum',
    'exclusiveMaximum',
    exclusiveMaximum,
  );
  return nullable === true ? withNull(bounded) : bounded;
}

/** In OpenAPI 3.0 `exclusiveMinimum: true` makes `minimum` exclusive. */
function withBound(schema: Schema, bound: string, exclusive: string, value: unknown): Schema {
  if (value === undefined || value === false) return schema;
  if (value !== true) return { ...schema, [exclusive]: value };
  const { [bound]: limit, ...others } = schema;
  return limit === undefined ? others : { ...others, [exclusive]: limit };
}

function withNull(schema: Schema): Schema {
  if (typeof schema['type'] === 'string') {
    const values = schema['enum'];
    const withValue = Array.isArray(values) ? { enum: [...new Set([...(values as unknown[]), null])] } : {};
    return { ...schema, type: [schema['type'], 'null'], ...withValue };
  }
  for (const union of ['oneOf', 'anyOf']) {
    if (Array.isArray(schema[union])) return { ...schema, [union]: [...(schema[union] as Schema[]), { type: 'null' }] };
  }
  // Alone it has no effect: any value is valid.
  if (!('allOf' in schema)) return schema;
  const { allOf, ...beside } = schema as { allOf: readonly Schema[] };
  return { ...beside, anyOf: [allOf.length === 1 ? allOf[0]! : { allOf }, { type: 'null' }] };
}

/**
 * Repairs one schema of any version, which may be a copy of the original: `example` becomes `examples`. Keywords with values that
 * they cannot have are removed, with a note.
 */
export function repairKeywords(schema: Schema, original: Schema, notes: Notes): Schema {
  const { example, ...rest } = schema;
  let repaired = schema;
  if (example !== undefined) repaired = 'examples' in rest ? rest : { ...rest, examples: [example] };
  for (const [keyword, value] of Object.entries(repaired)) {
    const takes = keywordRow(keyword)?.takes;
    if (takes === undefined) continue;
    if (TAKES[takes](value)) {
      repaired = withoutStrangers(repaired, keyword, notes);
      continue;
    }
    const { [keyword]: _, ...others } = repaired;
    repaired = others;
    notes.add({ of: original, key: keyword }, `"${keyword}" must be ${takes}`);
  }
  return repaired;
}

/** Removes the values among subschemas that are not schemas, with notes. */
function withoutStrangers(schema: Schema, keyword: string, notes: Notes): Schema {
  const held = keywordRow(keyword)?.subschemas;
  const value = schema[keyword] as object;
  if (held !== 'map' && held !== 'list') return schema;
  const entries = Object.entries(value);
  const sound = entries.filter(([, part]) => isSchema(part));
  if (sound.length === entries.length) return schema;
  for (const [key, part] of entries)
    if (!isSchema(part)) notes.add({ of: value, key }, 'a schema must be an object or a boolean');
  const items = held === 'map' ? Object.fromEntries(sound) : sound.map(([, part]) => part);
  return { ...schema, [keyword]: notes.origins.copy(value, items) };
}
