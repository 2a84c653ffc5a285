import type { Schema } from '../../../shared/contract/operation.ts';
import type { Dialect } from '../../../shared/schema/dialects.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Notes } from './notes.ts';
import { isAnnotation } from '../../../shared/schema/keywords.ts';
import { hasOnlyRanges } from '../../../build/openapi/server/safe-integers.ts';
import { TAKES } from '../../../shared/schema/takes.ts';
import { withEcmaPatterns } from './meant-patterns.ts';
import { withMeantValues } from './meant-values.ts';

/** The facts about a schema's meaning from its place. */
export interface Meaning {
  readonly dialect: Dialect;
  /** Whether a schema around it depends on the exact values that it allows. */
  readonly isExact: boolean;
  /** Whether all values of a part have a type. */
  readonly isOfType: (type: unknown, part: unknown) => boolean;
  readonly notes: Notes;
}

/**
 * A schema as generators intend it, if the specification reads it differently. The notes count every reading.
 *
 * @returns The same object if it has nothing of the kind.
 */
export function readAsMeant(schema: Schema, { dialect, isExact, isOfType, notes }: Meaning): Schema {
  if (dialect.nullable === true) noteNullable(schema, notes);
  const typed = isExact ? schema : withObjectType(schema, dialect, notes);
  const values = withMeantValues(withoutEmptyEnum(typed, notes), notes);
  return withNullMembers(withEcmaPatterns(withoutDeadMembers(values, isOfType, notes), notes), notes);
}

/** A schema whose values all match another one too can never be the only one that matches. */
export function withoutDeadMembers(schema: Schema, isOfType: Meaning['isOfType'], notes: Notes): Schema {
  const { oneOf, ...others } = schema;
  if (!Array.isArray(oneOf) || 'anyOf' in schema || 'discriminator' in schema) return schema;
  const members = (oneOf as unknown[]).filter(isKeywords).map(unwrapped);
  const isDead = (member: Schema): boolean => {
    const isElsewhere = (type: unknown): boolean =>
      members.some((other) => other !== member && isWhole(other) && typesIn(other).includes(type));
    const types = typesIn(member);
    if (isWhole(member)) return types.some(isElsewhere);
    if (types.length > 0) return types.every(isElsewhere);
    // The schemas that a member refers to or combines can have one type.
    return members.some((other) => other !== member && isWhole(other) && isOfType(typesIn(other), member));
  };
  if (!members.some(isDead)) return schema;
  notes.mend(
    { of: schema, key: 'oneOf' },
    '"oneOf" has a schema whose values all match another one too, so it is read as "anyOf"',
  );
  return { ...others, anyOf: oneOf };
}

/** The part of an `allOf` that has no other one: our own documents have it without the list. */
function unwrapped(member: Schema): Schema {
  const { allOf, ...others } = member;
  const [part, ...more] = Array.isArray(allOf) ? (allOf as unknown[]) : [];
  const isAlone = isKeywords(part) && more.length === 0 && Object.keys(others).every(isAnnotation);
  return isAlone ? unwrapped(part) : member;
}

/** Whether a schema allows all values of its types. */
function isWhole(member: Schema): boolean {
  return 'type' in member && Object.entries(member).every(([key, value]) => key === 'type' || saysNothing(key, value));
}

/** Whether a keyword allows everything: generators write `properties: {}` for any object. */
function saysNothing(key: string, value: unknown): boolean {
  if (key === 'nullable' || isAnnotation(key)) return true;
  if (key === 'properties' || key === 'patternProperties') return isKeywords(value) && Object.keys(value).length === 0;
  if (key === 'required' || key === 'enum') return Array.isArray(value) && value.length === 0;
  return (key === 'additionalProperties' || key === 'items') && (value === true || isEqual(value, {}));
}

function typesIn({ type = [], nullable }: Schema): unknown[] {
  return [type, nullable === true ? 'null' : []].flat();
}

/** A list without values would refuse every request. */
function withoutEmptyEnum(schema: Schema, notes: Notes): Schema {
  const { enum: values, ...others } = schema;
  if (!Array.isArray(values) || values.length > 0) return schema;
  notes.mend({ of: schema, key: 'enum' }, '"enum" without values allows all values of the type');
  return others;
}

function withObjectType(schema: Schema, dialect: Dialect, notes: Notes): Schema {
  if (!describesObject(schema, dialect)) return schema;
  notes.mend({ of: schema, key: 'properties' }, '"properties" without "type" describes an object');
  return { ...schema, type: 'object' };
}

/** Whether a schema without a type describes an object by its properties. By the specification alone, they allow any value of another type. */
export function describesObject(schema: Schema, dialect: Dialect): boolean {
  const { type, properties, nullable, $ref, anyOf, oneOf, allOf } = schema;
  // Our own documents have the ranges of integers next to a reference.
  if (TAKES['a type or an array of types'](type) || !isKeywords(properties) || hasOnlyRanges({ properties }))
    return false;
  const isHidden = dialect.loneRef === true && $ref !== undefined;
  // Null is then one more alternative, for which there are no properties.
  const isAlternative = nullable === true && [$ref, anyOf, oneOf, allOf].some((keyword) => keyword !== undefined);
  return !isHidden && !isAlternative;
}

/** The dialect of one schema: many descriptions of OpenAPI 3.1 have `nullable` of 3.0, whose purpose is to allow null. */
export function dialectAsMeant(schema: Schema, dialect: Dialect, notes: Notes): Dialect {
  const { nullable, type, $ref, anyOf, oneOf, allOf } = schema;
  const isMeant = dialect.nullable !== true && nullable === true && ![type].flat().includes('null');
  // Alone it would allow any value.
  if (!isMeant || [type, $ref, anyOf, oneOf, allOf].every((keyword) => keyword === undefined)) return dialect;
  notes.mend({ of: schema, key: 'nullable' }, '"nullable: true" of OpenAPI 3.0 in a later version allows null');
  return { ...dialect, nullable: true };
}

/** Counts the places where `dialects.ts` allows null, and OpenAPI 3.0.3 does not. */
function noteNullable(schema: Schema, notes: Notes): void {
  const { nullable, type, $ref, allOf, enum: values } = schema;
  if (nullable !== true) return;
  const at = { of: schema, key: 'nullable' };
  const union = ['oneOf', 'anyOf'].find((keyword) => Array.isArray(schema[keyword]));
  if (type === undefined && typeof $ref === 'string') notes.mend(at, '"nullable: true" beside "$ref" allows null');
  else if (Array.isArray(allOf)) notes.mend(at, '"nullable: true" beside "allOf" allows null');
  else if (type !== undefined && union !== undefined) notes.mend(at, `"nullable: true" beside "${union}" allows null`);
  else if (type !== undefined && Array.isArray(values) && !values.includes(null))
    notes.mend(at, '"nullable: true" allows null, which "enum" lacks');
}

/** In a union, `{nullable: true}` alone is intended as null, but would allow any value. */
function withNullMembers(schema: Schema, notes: Notes): Schema {
  const unions = ['anyOf', 'oneOf'].flatMap((union) => {
    const members = schema[union];
    if (!Array.isArray(members) || !members.some(isLoneNullable)) return [];
    const read = (members as unknown[]).map((member) =>
      isLoneNullable(member) ? nullOf(member, union, notes) : member,
    );
    return [[union, notes.origins.copy(members, read)] as const];
  });
  return unions.length === 0 ? schema : { ...schema, ...Object.fromEntries(unions) };
}

function nullOf(member: Schema, union: string, notes: Notes): Schema {
  notes.mend({ of: member }, `"{nullable: true}" in "${union}" is null`);
  const { nullable: _, ...texts } = member;
  return notes.origins.copy(member, { ...texts, type: 'null' });
}

function isLoneNullable(member: unknown): member is Schema {
  return isKeywords(member) && member['nullable'] === true && Object.keys(member).every((key) => TEXTS.has(key));
}

const TEXTS = new Set(['nullable', 'title', 'description', 'deprecated']);
