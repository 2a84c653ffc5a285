import type { Schema } from '../../src/shared/contract/operation.ts';
import type { AnySchema, Keywords } from '../../src/shared/schema/json-types.ts';

// The meaning of `readOnly` and `writeOnly`, for judges that go by the document: ajv takes both for annotations.

export type Word = 'readOnly' | 'writeOnly';

/** Finds the schema of a reference. */
export type Find = (reference: string) => AnySchema;

/** A schema and those of its references and `allOf`, without unions. */
function partsOf(schema: AnySchema, find: Find): Keywords[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, allOf = [] } = schema as Keywords;
  const parts = $ref === undefined ? allOf : [find($ref), ...allOf];
  return [schema as Keywords, ...parts.flatMap((part) => partsOf(part, find))];
}

/** Whether a value does not travel: its schema has a word, or is that of a list whose items have it. */
function isMarked(schema: AnySchema, word: Word, find: Find): boolean {
  return partsOf(schema, find).some(
    (part) => part[word] === true || (part.items !== undefined && isMarked(part.items, word, find)),
  );
}

/** The names of the properties of one value that have a word. */
function markedIn(parts: readonly Keywords[], word: Word, find: Find): Set<string> {
  const names = new Set<string>();
  for (const { properties = {} } of parts)
    for (const [name, property] of Object.entries(properties)) if (isMarked(property, word, find)) names.add(name);
  return names;
}

/** A schema that refers to no other and requires nothing that has a word. Its definitions must not form a circle. */
export function withoutRequired(schema: AnySchema, word: Word, find: Find, around = new Set<string>()): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const marked = new Set([...around, ...markedIn(partsOf(schema, find), word, find)]);
  const {
    $ref,
    allOf = [],
    items,
    properties,
    additionalProperties,
    required,
    ...others
  } = schema as Keywords & {
    required?: string[];
  };
  const inPlace = [...($ref === undefined ? [] : [find($ref)]), ...allOf];
  const each = (part: AnySchema): AnySchema => withoutRequired(part, word, find);
  return {
    ...others,
    ...(items !== undefined && { items: each(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: each(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, each(part)])),
    }),
    ...(required && { required: required.filter((name) => !marked.has(name)) }),
    ...(inPlace.length > 0 && { allOf: inPlace.map((part) => withoutRequired(part, word, find, marked)) }),
  } as Schema;
}

/** A value without the properties that have a word. */
export function withoutMarked(schemas: readonly AnySchema[], value: unknown, word: Word, find: Find): unknown {
  const parts = schemas.flatMap((schema) => partsOf(schema, find));
  const inside = (pick: (part: Keywords) => AnySchema | undefined): AnySchema[] =>
    parts.map(pick).filter((part) => part !== undefined);
  if (Array.isArray(value)) {
    const items = inside((part) => part.items);
    return value.map((item) => withoutMarked(items, item, word, find));
  }
  if (typeof value !== 'object' || value === null) return value;
  const marked = markedIn(parts, word, find);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !marked.has(name))
      .flatMap(([name, item]) => {
        const own = inside(({ properties = {}, additionalProperties }) =>
          Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
        );
        return own.some((part) => isMarked(part, word, find)) ? [] : [[name, withoutMarked(own, item, word, find)]];
      }),
  );
}
