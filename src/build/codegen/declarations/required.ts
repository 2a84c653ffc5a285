import type { Schema } from '../../../shared/contract/operation.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { TypeScope } from './mode.ts';

/** The required properties of a schema, including the parts of its `allOf`. */
export interface Required {
  /** All names that one of them requires. */
  readonly names: ReadonlySet<string>;
  /** The names that none of them declares, and no schema that they refer to requires. */
  readonly undeclared: readonly string[];
  /** Whether a reference or a branch can declare the others. */
  readonly isOpen: boolean;
  /** Whether they describe an object and nothing else. */
  readonly isObject: boolean;
}

/** Collects the required names of a schema: `required` is often in another part than its properties. */
export function requiredOf(schema: Schema, scope: TypeScope): Required {
  const parts = combinedParts(schema);
  const names = new Set(parts.flatMap((part) => requiredNames(part['required'])));
  const known = new Set(parts.flatMap((part) => Object.keys((part['properties'] ?? {}) as object)));
  const targets = parts.flatMap((part) => targetOf(part, scope));
  for (const target of targets) for (const name of requiredBy(target, scope, [])) known.add(name);
  return {
    names,
    undeclared: [...names].filter((name) => !known.has(name)),
    isOpen: targets.length > 0 || parts.some((part) => 'anyOf' in part || 'oneOf' in part),
    isObject: isObjectAlone([...parts, ...targets]),
  };
}

/** Whether some parts describe an object, and none of them null or another value. */
function isObjectAlone(parts: readonly AnySchema[]): boolean {
  const typed = parts
    .filter((part) => typeof part === 'object')
    .filter((part) => 'type' in part || 'properties' in part);
  return typed.length > 0 && typed.every((part) => (part['type'] ?? 'object') === 'object');
}

/** A schema and the parts of its `allOf`, those of parts too. */
function combinedParts(schema: AnySchema): Schema[] {
  if (typeof schema === 'boolean') return [];
  return [schema, ...((schema['allOf'] as readonly AnySchema[] | undefined) ?? []).flatMap(combinedParts)];
}

/** The names that a named schema requires, by itself or by its references. */
function requiredBy(schema: AnySchema, scope: TypeScope, seen: readonly AnySchema[]): string[] {
  if (seen.includes(schema)) return [];
  return combinedParts(schema).flatMap((part) => [
    ...requiredNames(part['required']),
    ...targetOf(part, scope).flatMap((target) => requiredBy(target, scope, [...seen, schema])),
  ]);
}

function targetOf(schema: Schema, scope: TypeScope): AnySchema[] {
  const name = referredName(schema);
  const target = name === undefined ? undefined : scope.resolve(name);
  return target === undefined ? [] : [target];
}

function requiredNames(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
