import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isIdle, isLostOnFiles } from '../../../shared/schema/keywords.ts';
import { enumOf } from '../../../shared/schema/named-types.ts';
import { isAny } from '../../../shared/schema/object.ts';
import { stableText } from '../../../shared/validation/values.ts';
import type { SchemaUse } from './merged-schemas.ts';
import type { Notes } from './notes.ts';
import { canImply, withParts } from './plain-parts.ts';
import { hasShape, withRequiredProperties } from './plain-shape.ts';
import { withNullType, withOneEnum, withoutLoneMember, withSingleTypes, withTypeOfConstants } from './plain-unions.ts';

/**
 * Spells one schema as people write it: of several spellings that allow the same values, the shortest. Its subschemas are spelled so already.
 *
 * @returns The same object if there is nothing to change.
 * @example inPlainForm({ allOf: [{ $ref: '#/components/schemas/Pet' }], title: 'Pet' }, place) // { $ref: '#/components/schemas/Pet', title: 'Pet' }
 */
export function inPlainForm(schema: Schema, { implies, isExact, notes }: SchemaUse): Schema {
  const steps: ((schema: Schema) => Schema)[] = [
    withoutAnyNames,
    (each) => withoutIdleKeywords(each, notes),
    (each) => withoutRepeatedValues(each, notes),
    withTypeOfValues,
    (each) => withIntegerFormat(each, notes),
    withOneEnum,
    withSingleTypes,
    (each) => withNullType(each, notes),
    (each) => withTypeOfConstants(withoutLoneMember(each)),
    ...(isExact ? [] : [(each: Schema) => (implies(each['type']) ? withoutImpliedType(each) : each)]),
    (each) => withParts(each, { implies, isExact, notes }),
    ...(isExact ? [] : [withRequiredProperties]),
  ];
  return steps.reduce((plain, step) => step(plain), schema);
}

/** The names of properties are always strings. */
function withoutAnyNames(schema: Schema): Schema {
  const { propertyNames: names, ...others } = schema;
  if (!isKeywords(names)) return schema;
  const isVacuous = isAny(names) || (names['type'] === 'string' && Object.keys(names).length === 1);
  return isVacuous ? others : schema;
}

/** Keywords for values of other types have no effect. */
function withoutIdleKeywords(schema: Schema, notes: Notes): Schema {
  const types = [schema['type'] ?? []].flat() as string[];
  const isLost = (keyword: string): boolean => isLostOnFiles(schema, keyword);
  const idle = Object.keys(schema).filter((keyword) => isLost(keyword) || isIdle(schema, keyword));
  for (const key of idle)
    notes.drop(
      { of: schema, key },
      `"${key}" has no effect on ${isLost(key) ? 'files' : `values of type ${types.join(', ')}`}`,
    );
  return idle.length === 0
    ? schema
    : Object.fromEntries(Object.entries(schema).filter(([keyword]) => !idle.includes(keyword)));
}

/** A value of a list counts once. */
function withoutRepeatedValues(schema: Schema, notes: Notes): Schema {
  const { enum: values } = schema;
  if (!Array.isArray(values)) return schema;
  const distinct = [...new Map(values.map((value: unknown) => [stableText(value), value])).values()];
  // Some extensions list a text for each value.
  const isParallel = (value: unknown): boolean => Array.isArray(value) && value.length === values.length;
  const hasLists = Object.entries(schema).some(([key, value]) => key.startsWith('x-') && isParallel(value));
  if (distinct.length === values.length || hasLists) return schema;
  notes.mend({ of: schema, key: 'enum' }, 'a value that "enum" has twice counts once');
  return { ...schema, enum: distinct };
}

/** The formats of integers allow no other numbers. */
function withIntegerFormat(schema: Schema, notes: Notes): Schema {
  const { type, format } = schema;
  if (type !== 'number' || (format !== 'int32' && format !== 'int64')) return schema;
  notes.mend({ of: schema, key: 'type' }, `a number of the format "${format}" is an integer`);
  return { ...schema, type: 'integer' };
}

/** Listed values have the type that TypeScript gives them, and null is the last. */
function withTypeOfValues(schema: Schema): Schema {
  const { type, enum: values, format } = schema;
  if (!Array.isArray(values) || 'x-enum-descriptions' in schema || '$ref' in schema) return schema;
  const sorted = values.includes(null) ? [...values.filter((value) => value !== null), null] : values;
  const { type: known } = enumOf(sorted);
  const isTyped = type === undefined || (type === 'number' && known === 'integer' && format === undefined);
  return { ...schema, enum: sorted, ...(isTyped && known !== undefined && { type: known }) };
}

/** The parts of the schema have its type. */
function withoutImpliedType(schema: Schema): Schema {
  const { type: _, ...others } = schema;
  return hasShape(others) || !canImply(others) ? schema : others;
}
