import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords, typeOfValue } from '../../../shared/schema/json-types.ts';
import type { Notes } from './notes.ts';

/**
 * A schema whose listed values and default have its type. YAML reads `1` and `true` as other types than text, but a text allows only texts. If no value can
 * have the type, the values decide.
 *
 * @returns The same object if there is nothing to change.
 */
export function withMeantValues(schema: Schema, notes: Notes): Schema {
  const { type, enum: values, const: constant } = schema;
  const types = typesIn(type);
  if (types.length === 0) return schema;
  const listed = Array.isArray(values)
    ? withTyped(schema, 'enum', values, types, notes)
    : constant === undefined
      ? schema
      : withTyped(schema, 'const', [constant], types, notes);
  return withMeantDefault(listed, notes);
}

/** Without a type, a default can be any value. */
function withMeantDefault(schema: Schema, notes: Notes): Schema {
  const types = typesIn(schema['type']);
  const meant = meantSample(schema, 'default', types);
  if (types.length === 0 || meant === undefined) return schema;
  notes.mend(
    { of: schema, key: 'default' },
    `"default" has another type than "type": read as a value of type ${types.join(', ')}`,
  );
  return { ...schema, default: meant };
}

function withTyped(
  schema: Schema,
  keyword: 'enum' | 'const',
  values: readonly unknown[],
  types: readonly string[],
  notes: Notes,
): Schema {
  const strange = values.filter((value) => value !== null && !hasType(value, types));
  if (strange.length === 0) return schema;
  const meant = new Map(strange.map((value) => [value, asType(value, types)]));
  const at = { of: schema, key: keyword };
  if (![...meant.values()].includes(undefined)) {
    notes.mend(at, `values of "${keyword}" have another type than "type": read as values of type ${types.join(', ')}`);
    const read = (value: unknown): unknown => (meant.has(value) ? meant.get(value) : value);
    return {
      ...withSamples(schema, types),
      [keyword]: keyword === 'const' ? read(values[0]) : notes.origins.copy(values, values.map(read)),
    };
  }
  // Some values are allowed as they are.
  if (strange.length < values.filter((value) => value !== null).length) return schema;
  notes.mend(at, `values of "${keyword}" have another type than "type": the type is that of the values`);
  const { type: _, ...others } = schema;
  return others;
}

/** The default and the example of a schema are read as its values are. */
function withSamples(schema: Schema, types: readonly string[]): Schema {
  const samples = ['default', 'example'].flatMap((key) => {
    const value = meantSample(schema, key, types);
    return value === undefined ? [] : [[key, value] as const];
  });
  return samples.length === 0 ? schema : { ...schema, ...Object.fromEntries(samples) };
}

/** The meaning of a default or an example of another type; undefined if it has one of the types, or can't be read as one. */
function meantSample(schema: Schema, key: string, types: readonly string[]): unknown {
  const value = schema[key];
  // Null means the absence of a default, not a text.
  return value === undefined || value === null || hasType(value, types) ? undefined : asType(value, types);
}

/** A value as one of some types; undefined if it can't be read as one. */
function asType(value: unknown, types: readonly string[]): unknown {
  if (isKeywords(value) || Array.isArray(value)) return undefined;
  const text = String(value);
  if (types.includes('string')) return text;
  const isNumber = typeof value === 'string' && text.trim() !== '' && isExact(Number(text));
  if (isNumber && hasType(Number(text), types)) return Number(text);
  return types.includes('boolean') && (text === 'true' || text === 'false') ? text === 'true' : undefined;
}

/** Whether a number is the one that its text has: a double has other digits of long integers. */
function isExact(number: number): boolean {
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number));
}

function hasType(value: unknown, types: readonly string[]): boolean {
  const type = typeOfValue(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function typesIn(type: unknown): string[] {
  return [type].flat().filter((one): one is string => typeof one === 'string' && one !== 'null');
}
