import type { Schema } from '../../contract/operation.ts';
import type { Dialect } from '../../schema/dialects.ts';
import { isKeywords } from '../../schema/json-types.ts';
import type { Notes } from './notes.ts';
import { toEcmaPattern } from './ecma-pattern.ts';

/**
 * One schema as generators mean it, where the specification reads it otherwise. The notes count every reading.
 *
 * @returns The same object if it has nothing of the kind.
 */
export function readAsMeant(schema: Schema, dialect: Dialect, notes: Notes): Schema {
  if (dialect.nullable === true) noteNullable(schema, notes);
  return withNullMembers(withEcmaPattern(schema, notes), notes);
}

/** The dialect of one schema: many descriptions of OpenAPI 3.1 have `nullable` of 3.0, which is meant to allow null. */
export function dialectAsMeant(schema: Schema, dialect: Dialect, notes: Notes): Dialect {
  const { nullable, type, $ref, anyOf, oneOf, allOf } = schema;
  const isMeant = dialect.nullable !== true && nullable === true && ![type].flat().includes('null');
  // Alone it would allow any value.
  if (!isMeant || [type, $ref, anyOf, oneOf, allOf].every((keyword) => keyword === undefined)) return dialect;
  notes.mend({ of: schema, key: 'nullable' }, '"nullable: true" of OpenAPI 3.0 in a later version allows null');
  return { ...dialect, nullable: true };
}

function withEcmaPattern(schema: Schema, notes: Notes): Schema {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return schema;
  const translated = toEcmaPattern(pattern);
  if (translated === pattern) return schema;
  notes.mend(
    { of: schema, key: 'pattern' },
    String.raw`"pattern" has \A, \Z, \z, (?i) or (?P<name>): translated to JavaScript`,
  );
  return { ...schema, pattern: translated };
}

/** Counts the places where `dialects.ts` allows null, and OpenAPI 3.0.3 does not. */
function noteNullable(schema: Schema, notes: Notes): void {
  const { nullable, type, $ref, allOf, enum: values } = schema;
  if (nullable !== true) return;
  const at = { of: schema, key: 'nullable' };
  if (type === undefined && typeof $ref === 'string') notes.mend(at, '"nullable: true" beside "$ref" allows null');
  else if (type === undefined && Array.isArray(allOf)) notes.mend(at, '"nullable: true" beside "allOf" allows null');
  else if (type !== undefined && Array.isArray(values) && !values.includes(null))
    notes.mend(at, '"nullable: true" allows null, which "enum" lacks');
}

/** In a union, `{nullable: true}` alone is meant as null, and would allow any value. */
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

const TEXTS = new Set(['nullable', 'title', 'description']);
