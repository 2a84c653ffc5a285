import type { Schema } from '../../contract/operation.ts';
import { keywordRow } from '../../schema/keywords.ts';
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
 * Repairs one schema of any version: `example` becomes `examples`, and patterns lose escapes that Unicode mode refuses. Keywords with values that
 * they cannot have are removed, with a note.
 */
export function repairKeywords(schema: Schema, notes: Notes): Schema {
  const { example, ...rest } = schema;
  let repaired = schema;
  if (example !== undefined) repaired = 'examples' in rest ? rest : { ...rest, examples: [example] };
  for (const [keyword, value] of Object.entries(repaired)) {
    const takes = keywordRow(keyword)?.takes;
    if (takes === undefined || TAKES[takes](value)) continue;
    const fixed = typeof value === 'string' && keyword === 'pattern' ? repairPattern(value) : undefined;
    const { [keyword]: _, ...others } = repaired;
    repaired = fixed === undefined ? others : { ...repaired, [keyword]: fixed };
    if (fixed === undefined) notes.add({ of: schema, key: keyword }, `"${keyword}" must be ${takes}`);
  }
  return repaired;
}

/**
 * Removes the escapes that have no meaning outside Unicode mode and are invalid in it.
 *
 * @returns undefined if the pattern is invalid in both modes.
 * @example repairPattern('^a\\-b$') // '^a-b$'
 */
export function repairPattern(pattern: string): string | undefined {
  let isInClass = false;
  const repaired = pattern.replace(/\\([^])|[[\]]/g, (text, escaped: string | undefined) => {
    if (escaped === undefined) isInClass = text === '[';
    else if (/[^\w\s^$\\.*+?()[\]{}|/-]/.test(escaped) || (escaped === '-' && !isInClass) || escaped === '_')
      return escaped;
    return text;
  });
  try {
    // Both modes must accept it.
    return [new RegExp(pattern), new RegExp(repaired, 'u')].length === 2 ? repaired : undefined;
  } catch {
    return undefined;
  }
}
