import type { AnySchema } from '../codegen/validators/condition.ts';
import type { Uses } from '../codegen/validators/scope.ts';

/** Keywords that say nothing of whether a value is right: JSON Schema 2020-12, Validation, 8 and 9, and OpenAPI 3.1, Schema Object. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  '$comment title description deprecated readOnly writeOnly examples example externalDocs xml discriminator contentEncoding contentMediaType contentSchema'.split(
    ' ',
  ),
);
/** Keywords whose values are data, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'required', 'dependentRequired', 'type']);
/** Keywords that have schemas by names of the user's choice. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** A schema without its annotations, but for its defaults. */
export function schemaData(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaData);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, keywordData(keyword, value)]));
}

function keywordData(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword)) return value;
  if (!NAMED.has(keyword)) return schemaData(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, schemaData(part)]));
}

/** The names of the schemas that a schema refers to, itself or in its parts. */
export function referencesIn(schema: AnySchema): Set<string> {
  const names = new Set<string>();
  eachSchema(schema, ({ $ref }) => {
    if (typeof $ref === 'string') names.add(componentName($ref));
  });
  return names;
}

/** The argument for the schemas that a schema refers to, where it does. */
export function componentsFor(schema: AnySchema, uses: Uses): string[] {
  const names = referencesIn(schema);
  for (const name of names) uses.schemas.add(name);
  return names.size > 0 ? ['components'] : [];
}

/** Shows a schema and all of its parts; references are not followed. */
export function eachSchema(schema: unknown, show: (schema: { readonly [keyword: string]: unknown }) => void): void {
  if (Array.isArray(schema)) for (const part of schema) eachSchema(part, show);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  show(schema as { readonly [keyword: string]: unknown });
  for (const [keyword, value] of Object.entries(schema)) {
    if (NAMED.has(keyword)) for (const part of Object.values(value as object)) eachSchema(part, show);
    else if (!VALUES.has(keyword) && !ANNOTATIONS.has(keyword)) eachSchema(value, show);
  }
}

/** `Pet` of `#/components/schemas/Pet/properties/id`. */
export function componentName(reference: string): string {
  const [name = ''] = reference.replace('#/components/schemas/', '').split('/');
  return name;
}
