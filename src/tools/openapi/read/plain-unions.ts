import type { Schema } from '../../../shared/contract/operation.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAnnotation, keywordRow } from '../../../shared/schema/keywords.ts';
import { enumOf, enumWithNull } from '../../../shared/schema/named-types.ts';
import { isTypeAlone } from './implied-type.ts';
import { mergeSchemas } from './merged-schemas.ts';
import { isEqual, stableText } from '../../../shared/validation/values.ts';
import type { Notes } from './notes.ts';

/** In a union, a list of types alone is one member for each of them. Equal types are one, and lists of values of one type are one. */
export function withSingleTypes(schema: Schema): Schema {
  for (const union of ['anyOf', 'oneOf']) {
    const members = schema[union];
    if (!Array.isArray(members) || members.length < 2) continue;
    const single = (members as unknown[]).flatMap((member) =>
      isTypeAlone(member) && Array.isArray(member['type'])
        ? (member['type'] as unknown[]).map((type) => ({ type }))
        : [member],
    );
    const plain = union === 'anyOf' ? withOneOfEach(withoutRepeatedNull(single)) : single;
    if (plain.length !== members.length || plain.some((member, i) => member !== members[i]))
      return { ...schema, [union]: plain };
  }
  return schema;
}

/** Lists of different values of one type are one list. */
export function withOneEnum(schema: Schema): Schema {
  const { oneOf, ...others } = schema;
  if (!Array.isArray(oneOf) || oneOf.length < 2 || 'anyOf' in schema || 'discriminator' in schema) return schema;
  const lists = (oneOf as unknown[]).filter(isTypedList);
  const values = lists.flatMap((list) => list['enum'] as unknown[]);
  const [first] = lists;
  const isOneType = lists.every(({ type }) => type === first!['type']) && !Array.isArray(first?.['type']);
  if (lists.length < oneOf.length || !isOneType || new Set(values.map(stableText)).size < values.length) return schema;
  return mergeKeywords(others, { type: first!['type'], enum: values }) ?? schema;
}

/** Whether a schema lists values of its type, and has nothing else. */
function isTypedList(schema: unknown): schema is Schema {
  return isKeywords(schema) && Array.isArray(schema['enum']) && 'type' in schema && Object.keys(schema).length === 2;
}

/** Adds keywords to those of a schema; undefined if one would have two values. */
function mergeKeywords(schema: Schema, added: Schema): Schema | undefined {
  const isFree = ([keyword, value]: [string, unknown]): boolean =>
    !(keyword in schema) || isEqual(schema[keyword], value);
  return Object.entries(added).every(isFree) ? { ...schema, ...added } : undefined;
}

/** Null is one member of a union. */
function withoutRepeatedNull(members: readonly unknown[]): unknown[] {
  if (!members.some(isNull)) return [...members];
  return members.map((member) => {
    const types = isKeywords(member) ? member['type'] : undefined;
    if (!Array.isArray(types) || !types.includes('null') || types.length < 2 || !isKeywords(member)) return member;
    if ('const' in member || '$ref' in member) return member;
    const rest = (types as unknown[]).filter((type) => type !== 'null');
    const { enum: values } = member;
    // Without its null, the list would be empty.
    if (Array.isArray(values) && values.every((value) => value === null)) return member;
    return {
      ...member,
      type: rest.length === 1 ? rest[0] : rest,
      ...(Array.isArray(values) && { enum: (values as unknown[]).filter((value) => value !== null) }),
    };
  });
}

function withOneOfEach(members: readonly unknown[]): unknown[] {
  const known = new Map<string, number>();
  const result: unknown[] = [];
  for (const member of members) {
    const isList = isTypedList(member);
    const key = isTypeAlone(member) || isList ? `${isList} ${String(member['type'])}` : undefined;
    const first = key === undefined ? undefined : known.get(key);
    if (key !== undefined && first === undefined) known.set(key, result.length);
    if (first === undefined) result.push(member);
    else if (isList) result[first] = mergeLists(result[first] as Schema, member);
  }
  return result;
}

function mergeLists(one: Schema, other: Schema): Schema {
  return { ...one, enum: [...new Set([...(one['enum'] as unknown[]), ...(other['enum'] as unknown[])])] };
}

/** A union of one type and null is a list of types. */
export function withNullType(schema: Schema, notes: Notes): Schema {
  for (const union of ['anyOf', 'oneOf']) {
    const { [union]: members, ...outer } = schema;
    if (!Array.isArray(members) || members.length !== 2) continue;
    const [only, ...more] = (members as unknown[]).filter((member) => !isNull(member));
    if (more.length > 0 || !isKeywords(only)) continue;
    const other = asList(only);
    const isShared = ([keyword, value]: [string, unknown]): boolean =>
      isAnnotation(keyword) || (keyword === 'additionalProperties' && value === true && other[keyword] === true);
    if (!Object.entries(outer).every(isShared)) continue;
    if (union === 'anyOf' && Object.keys(other).every(isAnnotation)) return mergeSchemas(outer, other, notes) ?? schema;
    if (appliesToNull(other)) continue;
    const { type, enum: values } = other;
    const nullable = notes.origins.copy(other, {
      ...other,
      type: [type, 'null'],
      ...(Array.isArray(values) && { enum: enumWithNull(values) }),
    });
    return mergeSchemas(outer, nullable, notes) ?? schema;
  }
  return schema;
}

/** A constant as a list of one value. */
function asList(schema: Schema): Schema {
  const { const: value, type, ...others } = schema;
  if (value === undefined || value === null || 'enum' in schema) return schema;
  const { type: known = type } = enumOf([value]);
  return typeof known === 'string' ? { ...others, type: known, enum: [value] } : schema;
}

function isNull(schema: unknown): boolean {
  return isKeywords(schema) && schema['type'] === 'null' && Object.keys(schema).length === 1;
}

/** A union of one schema is that schema. */
export function withoutLoneMember(schema: Schema): Schema {
  for (const union of ['anyOf', 'oneOf']) {
    const { [union]: members, allOf = [], ...others } = schema;
    if (!Array.isArray(members) || members.length !== 1 || 'discriminator' in schema) continue;
    return { ...others, allOf: [...(allOf as unknown[]), ...(members as unknown[])] };
  }
  return schema;
}

/** The type of a union of constants. */
export function withTypeOfConstants(schema: Schema): Schema {
  const { type, anyOf, oneOf = anyOf } = schema;
  if (type !== undefined || !Array.isArray(oneOf)) return schema;
  const members = (oneOf as unknown[]).filter(isKeywords);
  if (members.length < oneOf.length || !members.every((member) => 'const' in member)) return schema;
  const { type: known } = enumOf(members.map((member) => member['const']));
  return typeof known === 'string' ? { type: known, ...schema } : schema;
}

/** Whether a schema can have a keyword that applies to null, or has no single type. */
function appliesToNull(schema: Schema): boolean {
  const { type } = schema;
  return typeof type !== 'string' || type === 'null' || !Object.keys(schema).every(isHarmless);
}

function isHarmless(keyword: string): boolean {
  if (['type', 'enum'].includes(keyword) || isAnnotation(keyword)) return true;
  return keywordRow(keyword)?.on.includes('any') === false;
}
