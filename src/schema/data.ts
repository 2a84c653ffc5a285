import type { Schema } from '../contract/operation.ts';
import { keywordRow } from './keywords.ts';
import { splitReference } from './references.ts';
import type { AnySchema } from './types.ts';
import { eachSchema, mapSubschemas } from './walk.ts';

/** A schema with the keywords that the runtime reads: those that are checked, and defaults. */
export function schemaData(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const read = Object.entries(schema).filter(([keyword]) => isRead(keyword));
  return mapSubschemas(Object.fromEntries(read), schemaData);
}

function isRead(keyword: string): boolean {
  const role = keywordRow(keyword)?.role;
  return (
    keyword === 'default' ||
    keyword === '$defs' ||
    keyword === 'definitions' ||
    role === 'applicator' ||
    role === 'assertion'
  );
}

/** The names of the definitions that a schema refers to, itself or in its parts. */
export function referencesIn(schema: AnySchema): Set<string> {
  const names = new Set<string>();
  eachSchema(schema, ({ $ref }: Schema) => {
    const name = typeof $ref === 'string' ? splitReference($ref)?.name : undefined;
    if (name !== undefined) names.add(name);
  });
  return names;
}
