import type { Schema } from '../contract/operation.ts';
import { keywordRow } from './keywords.ts';
import { splitReference } from './references.ts';
import type { AnySchema } from './json-types.ts';
import { eachSchema, mapSubschemas } from './walk.ts';

/**
 * Reduces a schema to the keywords that the runtime reads: those that validate or change a text, and defaults.
 *
 * @example schemaData({ type: 'string', title: 'Name' }) // { type: 'string' }
 */
export function schemaData(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const read = Object.entries(schema).filter(([keyword]) => isRead(keyword));
  return mapSubschemas(Object.fromEntries(read), schemaData);
}

function isRead(keyword: string): boolean {
  if (keyword === 'default' || keyword === 'x-trim' || keyword === 'x-lowercase') return true;
  const { role, subschemas } = keywordRow(keyword) ?? {};
  return role === 'applicator' || role === 'assertion' || (role === 'core' && subschemas !== undefined);
}

/** Finds the names of the definitions that a schema and the schemas in it refer to. */
export function referencesIn(schema: AnySchema): Set<string> {
  const names = new Set<string>();
  eachSchema(schema, ({ $ref }: Schema) => {
    const name = typeof $ref === 'string' ? splitReference($ref)?.name : undefined;
    if (name !== undefined) names.add(name);
  });
  return names;
}
