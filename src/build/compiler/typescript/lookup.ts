import type { TSIndexedAccessType, TSType, TSTypeOperator } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/source.ts';
import type { Env, ObjectPart, KeyedUse } from './env.ts';
import { nodeLocation, unsupported, withAllProperties } from './env.ts';
import type { Resolve } from '../../../shared/schema/object.ts';
import { isAny, objectOf, propertiesOf, followToEnd, objectShape } from '../../../shared/schema/object.ts';
import { alternatives, literals, literalsOf } from './union.ts';
import { withoutModifier } from './modifier.ts';
import { pickOne } from '../../../shared/schema/utility.ts';

const ONLY_HERE = 'only types of this file can be looked up';
type ArraySchema = Schema & { readonly prefixItems?: readonly Schema[]; readonly items?: Schema | false };

/** Only the names of an object's properties matter. */
const NAMES: ObjectPart = { label: 'keyof', has: () => false };

/** Reads a type, resolving references within this file. */
export function readSettled(type: TSType, node: Span, env: Env): Schema {
  return followToEnd(env.read(type, env), (schema) => env.resolve(schema, node, env));
}

/** The names that a type of literals lists; undefined if it has others, which has then been reported. */
export function readKeys(type: TSType, env: Env): string[] | undefined {
  if (type.type === 'TSNeverKeyword') return [];
  const keys = literalsOf(readSettled(type, type, withAllProperties(env)));
  if (keys === undefined)
    unsupported(type, "property names must be literals or a union of literals: 'id' | 'name'", env);
  return keys?.map(String);
}

/** Reads `keyof T`. */
export function readKeyof({ typeAnnotation }: TSTypeOperator, env: Env): Schema {
  const inner = { ...env, part: NAMES };
  const schema = env.read(typeAnnotation, inner);
  const shape = objectShape(schema, (part) => env.resolve(part, typeAnnotation, inner));
  if (shape === undefined) return isAny(schema) ? {} : unsupported(typeAnnotation, ONLY_HERE, env);
  if ('additionalProperties' in shape) return { type: 'string' };
  const names = propertiesOf(shape).map(([name]) => name);
  return names.length === 0 ? unsupported(typeAnnotation, 'it has no properties', env) : literals(names);
}

/** Reads `T['name']` and `T[number]`. */
export function readIndexed({ objectType, indexType }: TSIndexedAccessType, env: Env): Schema {
  if (indexType.type === 'TSNumberKeyword') return readItems(objectType, env);
  const keys = readKeys(indexType, env);
  if (keys === undefined) return {};
  const inner = { ...env, part: { label: `[${keys.join()}]`, has: (name: string) => keys.includes(name) } };
  const resolve: Resolve = (schema) => env.resolve(schema, objectType, inner);
  const settled = followToEnd(env.read(objectType, inner), resolve);
  const shape = objectShape(settled['type'] === 'array' ? arrayShape(settled) : settled, resolve);
  if (shape === undefined) return isAny(settled) ? {} : unsupported(objectType, ONLY_HERE, env);
  for (const key of keys) checkProperty(key, shape, indexType, env);
  return alternatives(keys.flatMap((key) => pickOne(key, shape).map(([, schema]) => withoutModifier(schema))));
}

/** The items of an array as properties, so that `T[0]` is one. */
function arrayShape({ prefixItems = [], items }: ArraySchema): Schema {
  return objectOf(
    prefixItems.map((item, i) => [String(i), item]),
    [],
    { additionalProperties: items },
  );
}

function readItems(type: TSType, env: Env): Schema {
  const settled: ArraySchema = readSettled(type, type, env);
  if (isAny(settled)) return {};
  if (settled['type'] !== 'array') return unsupported(type, `${ONLY_HERE}, and this is not an array`, env);
  return alternatives([...(settled.prefixItems ?? []), ...(typeof settled.items === 'object' ? [settled.items] : [])]);
}

/** Reports a property that an object does not have. */
export function checkProperty(name: string, shape: Schema, node: Span, env: Env): void {
  checkKeys({ utility: 'Pick', keys: [name], at: nodeLocation(node, env), isLiteral: true }, shape, env.report);
}

/** Reports the keys of `Pick` and `Omit` that an object does not have. `Omit` allows any, but would keep the property that it seems to leave out. */
export function checkKeys(
  { utility, keys, at, isLiteral }: Omit<KeyedUse, 'object'>,
  shape: Schema,
  report: Report,
): void {
  const known = propertiesOf(shape).map(([name]) => name);
  const unknown = keys.filter((key) => pickOne(key, shape).length === 0);
  if (utility === 'Pick') for (const key of unknown) report(messages.unknownProperty(at, key, known));
  else if (isLiteral || unknown.length === keys.length)
    for (const key of unknown) report(messages.omitsNothing(at, key, known));
}

/** Whether a type of keys is written out. */
export function isLiteralKeys(type: TSType): boolean {
  return type.type === 'TSLiteralType' || (type.type === 'TSUnionType' && type.types.every(isLiteralKeys));
}
