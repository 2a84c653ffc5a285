import type { Schema } from '../contract/operation.ts';
import { applyUtility } from '../compiler/typescript/index.ts';
import { mapItems } from './map-items.ts';
import { referredName } from './build.ts';
import type { SchemaDefinition } from '../compiler/definitions/model.ts';

type Schemas = ReadonlyMap<string, SchemaDefinition>;

/**
 * Replaces the pseudo-schemas of a schema by what they stand for: `{$generic, arguments}` by the generic definition with its type arguments, and
 * `{$utility, of, keys}` (Pick, Omit, ...) by the object it makes.
 *
 * @param open The generic definitions that are being expanded; one that needs itself is left as any value, which its check has reported.
 */
export function expandSchema(schema: Schema, schemas: Schemas, open: readonly string[] = []): Schema {
  return expand(schema, schemas, open) as Schema;
}

/** What has nothing to replace in it, as most schemas, stays the same object. */
function expand(value: unknown, schemas: Schemas, open: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isGeneric(value)) {
    const { $generic, arguments: given, ...beside } = value;
    return { ...(instantiate($generic, given, schemas, open) as Schema), ...beside };
  }
  if (isUtility(value)) {
    const { $utility, of, keys, ...beside } = value;
    return { ...(applied($utility, of, keys, schemas, open) as Schema), ...beside };
  }
  return mapItems(value, (item) => (typeof item === 'object' ? expand(item, schemas, open) : item));
}

interface Generic {
  readonly $generic: string;
  readonly arguments: readonly Schema[];
}

interface Utility {
  readonly $utility: string;
  readonly of: Schema;
  readonly keys: readonly string[];
}

// A schema file of the user's may have the same words, with anything beside them.
function isGeneric(value: object): value is Generic {
  const { $generic, arguments: given } = value as Partial<Generic>;
  return typeof $generic === 'string' && Array.isArray(given);
}

function isUtility(value: object): value is Utility {
  const { $utility, of, keys } = value as Partial<Utility>;
  return typeof $utility === 'string' && typeof of === 'object' && of !== null && Array.isArray(keys);
}

function instantiate(name: string, given: readonly Schema[], schemas: Schemas, open: readonly string[]): unknown {
  const definition = schemas.get(name);
  if (definition === undefined || open.includes(name)) return {};
  const values = new Map(definition.typeParameters.map((parameter, i) => [`#${parameter}`, given[i] ?? {}]));
  return expand(substitute(definition.schema, values), schemas, [...open, name]);
}

function substitute(value: unknown, values: ReadonlyMap<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, values));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as Schema;
  const given = typeof $ref === 'string' ? values.get($ref) : undefined;
  if (given !== undefined) {
    const { $ref: _, ...beside } = value as Schema;
    return { ...given, ...beside };
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, values)]));
}

function applied(
  utility: string,
  of: Schema,
  keys: readonly string[],
  schemas: Schemas,
  open: readonly string[],
): unknown {
  const resolve = (schema: Schema): Schema | undefined => {
    const name = referredName(schema);
    if (name === undefined || open.includes(name)) return undefined;
    const target = schemas.get(name)?.schema;
    return target && (expand(target, schemas, [...open, name]) as Schema);
  };
  const whole = resolve(of) ?? (expand(of, schemas, open) as Schema);
  return applyUtility(utility, whole, keys, resolve) ?? whole;
}
