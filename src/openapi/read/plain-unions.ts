import type { Schema } from '../../contract/operation.ts';
import { isKeywords } from '../../schema/json-types.ts';
import { keywordRow } from '../../schema/keywords.ts';
import { enumOf } from '../../schema/named-types.ts';
import { isTypeAlone } from './implied-type.ts';
import { isAnnotation, mergeSchemas } from './merged-schemas.ts';
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
    const plain = union === 'anyOf' ? withOneOfEach(single) : single;
    if (plain.length !== members.length || plain.some((member, i) => member !== members[i]))
      return { ...schema, [union]: plain };
  }
  return schema;
}

function withOneOfEach(members: readonly unknown[]): unknown[] {
  const known = new Map<string, number>();
  const result: unknown[] = [];
  for (const member of members) {
    const isList = isKeywords(member) && Array.isArray(member['enum']) && Object.keys(member).length === 2;
    const key = isTypeAlone(member) || (isList && 'type' in member) ? `${isList} ${String(member['type'])}` : undefined;
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
    if (!Array.isArray(members) || members.length !== 2 || !Object.keys(outer).every(isAnnotation)) continue;
    const [other, ...more] = (members as unknown[]).filter((member) => !isNull(member));
    if (more.length > 0 || !isKeywords(other)) continue;
    if (union === 'anyOf' && Object.keys(other).every(isAnnotation)) return mergeSchemas(outer, other, notes) ?? schema;
    if (appliesToNull(other)) continue;
    const { type, enum: values } = other;
    const nullable = notes.origins.copy(other, {
      ...other,
      type: [type, 'null'],
      ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    });
    return mergeSchemas(outer, nullable, notes) ?? schema;
  }
  return schema;
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
