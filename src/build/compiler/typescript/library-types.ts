import { useUtility } from '../../../shared/schema/draft.ts';
import type { TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Span } from '../diagnostics/source.ts';
import type { Env, ObjectPart } from './env.ts';
import { nodeLocation, unsupported, withAllProperties } from './env.ts';
import { checkKeys, isLiteralKeys, readKeys, readSettled } from './lookup.ts';
import { keyedBy, readOptional } from './members.ts';
import type { Resolve } from '../../../shared/schema/object.ts';
import { isAny, isOpen, objectOf, followToEnd, objectShape } from '../../../shared/schema/object.ts';
import { literals, literalsOf } from './union.ts';
import { applyUtility } from '../../../shared/schema/utility.ts';

/** A type of TypeScript's library: the number of its type arguments, and its reader. */
interface BuiltIn {
  readonly arity: number;
  readonly read: (args: readonly TSType[], node: Span, env: Env) => Schema;
}

const array: BuiltIn = {
  arity: 1,
  read: ([items], _node, env) => ({ type: 'array', items: env.read(items!, withAllProperties(env)) }),
};
const plain = (schema: Schema): BuiltIn => ({ arity: 0, read: () => schema });
const utility = (name: string, arity: number): BuiltIn => ({
  arity,
  read: ([of, keys], node, env) => readUtility(name, of!, keys, node, env),
});
const filter = (keepsListed: boolean): BuiltIn => ({
  arity: 2,
  read: ([from, values], node, env) => readFiltered(from!, values!, keepsListed, node, env),
});

/** The types of TypeScript's library that JSON Schema can express. */
export const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['Array', array],
  ['ReadonlyArray', array],
  ['Record', { arity: 2, read: ([key, value], _node, env) => readRecord(key!, value!, withAllProperties(env)) }],
  ['Readonly', { arity: 1, read: ([of], _node, env) => env.read(of!, env) }],
  ['Partial', utility('Partial', 1)],
  ['Required', utility('Required', 1)],
  ['Pick', utility('Pick', 2)],
  ['Omit', utility('Omit', 2)],
  ['Extract', filter(true)],
  ['Exclude', filter(false)],
  // As JSON.stringify writes a Date: ECMA-262, Date.prototype.toJSON.
  ['Date', plain({ type: 'string', format: 'date-time' })],
  ['File', plain({ type: 'string', format: 'binary' })],
  ['Blob', plain({ type: 'string', format: 'binary' })],
]);

export const COMPUTED = 'only TypeScript can compute this type. Write out the result';
export const NO_JSON = 'it has no JSON representation';
export const NO_FUNCTIONS = 'JSON has no functions';
export const NO_BIGINT = 'JSON has no bigint. Write "number" or "string"';
const BYTES = 'JSON has no bytes. Write "string", with a tag such as "@contentEncoding base64"';

/** The types of TypeScript's library that JSON Schema cannot express: the reason, and the alternative. */
export const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ...['Map', 'WeakMap'].map((name) => [name, 'JSON has no maps. Write "Record<string, T>"'] as const),
  ...['Set', 'WeakSet', 'Iterable', 'AsyncIterable'].map((name) => [name, `${NO_JSON}. Write "T[]"`] as const),
  ['Promise', `${NO_JSON}. Write the type it resolves to`],
  ['Function', NO_FUNCTIONS],
  ...['Symbol', 'RegExp', 'Error'].map((name) => [name, NO_JSON] as const),
  ['BigInt', NO_BIGINT],
  ...['String', 'Number', 'Boolean', 'Object'].map((name) => [name, `write "${name.toLowerCase()}"`] as const),
  ...['Buffer', 'ArrayBuffer', 'Uint8Array'].map((name) => [name, BYTES] as const),
  ...'NonNullable ReturnType Parameters ConstructorParameters InstanceType Awaited NoInfer ThisType ThisParameterType OmitThisParameter'
    .split(' ')
    .map((name) => [name, COMPUTED] as const),
  ...['Uppercase', 'Lowercase', 'Capitalize', 'Uncapitalize'].map((name) => [name, COMPUTED] as const),
]);

/** `Record<K, V>`: a property for each of the literals of K, or any whose name is a K. */
function readRecord(key: TSType, value: TSType, env: Env): Schema {
  const keys = readSettled(key, key, env);
  const { schema, optional } = readOptional(value, env);
  const names = literalsOf(keys)?.map(String);
  if (names === undefined) return objectOf([], [], keyedBy(keys, schema === 'never' ? false : schema));
  const each: Schema = schema === 'never' ? { not: {} } : schema;
  return objectOf(
    names.map((name) => [name, each]),
    optional || schema === 'never' ? [] : names,
  );
}

/** `Partial`, `Required`, `Pick` and `Omit`: computed where the object is in this file, else left to be once all definitions are known. */
function readUtility(name: string, of: TSType, keyType: TSType | undefined, node: Span, env: Env): Schema {
  const keys = keyType === undefined ? [] : readKeys(keyType, env);
  if (keys === undefined) return {};
  const use = keyType && { utility: name, keys, at: nodeLocation(keyType, env), isLiteral: isLiteralKeys(keyType) };
  const inner: Env = { ...env, part: objectPart(name, keys, env.part) };
  const resolve: Resolve = (schema) => env.resolve(schema, node, inner);
  const schema = env.read(of, inner);
  const shape = objectShape(schema, resolve);
  if (shape === undefined) {
    if (isOpen(schema, resolve)) {
      if (use !== undefined) env.keyed.push({ ...use, object: schema });
      return useUtility(name, schema, keys);
    }
    return isAny(followToEnd(schema, resolve)) ? {} : unsupported(of, `"${name}" needs an object with properties`, env);
  }
  if (use !== undefined) checkKeys(use, shape, env.report);
  return applyUtility(name, shape, keys)!;
}

/** Which properties still matter to the outer type and to this one; the same set has the same label, so that a circle is seen to be one. */
function objectPart(name: string, keys: readonly string[], outer: ObjectPart | undefined): ObjectPart | undefined {
  if (name !== 'Pick' && name !== 'Omit') return outer;
  const has = (property: string): boolean =>
    keys.includes(property) === (name === 'Pick') && outer?.has(property) !== false;
  const labels = new Set([...(outer?.label.split('\n') ?? []), `${name} ${keys.join()}`]);
  return { label: [...labels].sort().join('\n'), has };
}

/** `Extract` and `Exclude`, of literals. */
function readFiltered(from: TSType, values: TSType, keepsListed: boolean, node: Span, env: Env): Schema {
  const all = literalsOf(readSettled(from, from, withAllProperties(env)));
  const listed = literalsOf(readSettled(values, values, withAllProperties(env)));
  if (all === undefined || listed === undefined)
    return unsupported(node, '"Extract" and "Exclude" only support literals. Write out the result', env);
  if (!keepsListed)
    for (const value of listed)
      if (!all.includes(value))
        env.report(messages.omitsNothing(nodeLocation(values, env), String(value), all.map(String)));
  const rest = all.filter((value) => listed.includes(value) === keepsListed);
  return rest.length === 0 ? unsupported(node, 'no values are left', env) : literals(rest);
}
