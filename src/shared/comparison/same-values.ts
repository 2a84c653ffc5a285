import { keywordRow } from '../schema/keywords.ts';
import type { Schema } from '../contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../schema/json-types.ts';
import { isDecisive } from './exactness.ts';
import type { IsSame } from './sameness.ts';
import { comparedKeywords, isSameSet, isSameValue } from './sameness.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape.ts';

/** Two schemas that are compared. */
interface Pair {
  /** The pairs that differ if this one does. */
  readonly users: Pair[];
  differs: boolean;
}

/** More pairs are taken as different: parts of `allOf` can be merged in any number of ways. */
const MAX_PAIRS = 50_000;

/** Represent the schemas `true` and `false`, which can't be keys of a `WeakMap`. */
const [ANY, NONE] = [{}, {}];

/**
 * Prepares a function that compares whether schemas of two contracts allow the same values, with references, `allOf` and null resolved: a named schema is the
 * same as one in place. Texts, examples and defaults do not count.
 *
 * Schemas that refer to themselves are the same unless a difference is found. Each pair is compared once.
 */
export function sameValuesOf(before: Resolve, after: Resolve): IsSame {
  const known = new WeakMap<object, WeakMap<object, Pair>>();
  const open = (a: AnySchema, b: AnySchema, queue: [Pair, AnySchema, AnySchema][]): Pair => {
    const pairs = known.get(schemaKey(a)) ?? new WeakMap<object, Pair>();
    known.set(schemaKey(a), pairs);
    const pair = pairs.get(schemaKey(b)) ?? { users: [], differs: false };
    if (!pairs.has(schemaKey(b))) queue.push([pair, a, b]);
    pairs.set(schemaKey(b), pair);
    return pair;
  };
  return (a, b) => {
    const queue: [Pair, AnySchema, AnySchema][] = [];
    const different: Pair[] = [];
    const root = open(a, b, queue);
    for (const [pair, one, other] of queue) {
      const parts = queue.length > MAX_PAIRS ? undefined : partPairs(one, other, before, after);
      if (parts === undefined) different.push(pair);
      for (const [x, y] of parts ?? []) {
        const part = open(x, y, queue);
        if (part.differs) different.push(pair);
        else part.users.push(pair);
      }
    }
    for (const pair of different) {
      if (pair.differs) continue;
      pair.differs = true;
      for (const user of pair.users) different.push(user);
    }
    return !root.differs;
  };
}

function schemaKey(schema: AnySchema): object {
  return schema === true ? ANY : schema === false ? NONE : schema;
}

/** The parts that decide whether two schemas are the same; undefined if they differ anyway. */
function partPairs(a: AnySchema, b: AnySchema, before: Resolve, after: Resolve): [AnySchema, AnySchema][] | undefined {
  const [one, other] = [shapeOf(a, before), shapeOf(b, after)];
  if (one.isExact && other.isExact) return comparedParts(one, other);
  return one.isExact || other.isExact ? undefined : writtenParts(a, b, before, after);
}

/** The parts of two schemas as they are written, with the targets of their references. */
function writtenParts(
  a: AnySchema,
  b: AnySchema,
  before: Resolve,
  after: Resolve,
): [AnySchema, AnySchema][] | undefined {
  const [{ $ref: from, ...one }, { $ref: to, ...other }] = [a, b] as [Keywords, Keywords];
  const parts = keywordParts(one, other);
  if (from === undefined && to === undefined) return parts;
  const [old, now] = [from && before(from), to && after(to)] as [AnySchema?, AnySchema?];
  return old === undefined || now === undefined || parts === undefined ? undefined : [...parts, [old, now]];
}

/** The parts that decide whether two shapes are the same; undefined if they differ anyway. */
function comparedParts(a: Shape, b: Shape): [AnySchema, AnySchema][] | undefined {
  if (a.nullable !== b.nullable || (a.types === undefined) !== (b.types === undefined)) return undefined;
  if (!isSameSet(a.types ?? [], b.types ?? []) || a.union?.kind !== b.union?.kind) return undefined;
  const members = pairsIn(a.union?.members ?? [], b.union?.members ?? []);
  const parts = keywordParts(a.keywords, b.keywords);
  return members === undefined || parts === undefined ? undefined : [...members, ...parts];
}

function keywordParts(a: Schema, b: Schema): [AnySchema, AnySchema][] | undefined {
  const parts: [AnySchema, AnySchema][] = [];
  const names = comparedKeywords(a, isDecisive);
  if (names.length !== comparedKeywords(b, isDecisive).length) return undefined;
  for (const name of names) {
    const inner = name in b ? comparedValues(name, a[name], b[name]) : undefined;
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return parts;
}

function comparedValues(keyword: string, a: unknown, b: unknown): [AnySchema, AnySchema][] | undefined {
  const holds = keywordRow(keyword)?.subschemas;
  if (holds === undefined) return isSameValue(keyword, a, b) ? [] : undefined;
  return holds === 'one' ? [[a as AnySchema, b as AnySchema]] : pairsIn(a as object, b as object);
}

/** The schemas of two lists, or of two maps, by their keys; undefined if the keys differ. */
function pairsIn(a: object, b: object): [AnySchema, AnySchema][] | undefined {
  const [one, other] = [a, b] as { readonly [key: string]: AnySchema }[] as [Schemas, Schemas];
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key))) return undefined;
  return keys.map((key) => [one[key]!, other[key]!]);
}

type Schemas = { readonly [key: string]: AnySchema };
