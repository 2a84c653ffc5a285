import type { AnySchema, JsonType, Keywords } from '../../../shared/schema/json-types.ts';
import { isKeywords, JSON_TYPES } from '../../../shared/schema/json-types.ts';
import type { Components } from '../../../shared/validation/explain/index.ts';
import { isValid } from '../../../shared/validation/explain/index.ts';
import type { Shape } from '../../../shared/comparison/shape.ts';
import { shapeOf } from '../../../shared/comparison/shape.ts';
import { arrayCandidates, objectCandidates } from './containers.ts';
import type { Candidate, Making } from './making.ts';
import { wholeValues } from './making.ts';
import { numberCandidates, textCandidates } from './scalars.ts';
import { MAX_SIZE, valueSize } from './work.ts';

/** The most levels of a value, and the most values of one schema. */
const MAX_DEPTH = 12;
const MAX_CANDIDATES = 400;

/** The most pairs of alternatives that are compared. */
const MAX_PAIRS = 10_000;

/**
 * Prepares to make values that the baseline accepts.
 *
 * @param sides.fullDepth The last level of a sample whose optional parts are made too; without it, samples are the smallest values.
 */
export function createMaking({
  fullDepth = -1,
  ...sides
}: Pick<Making, 'before' | 'after' | 'components' | 'isSame'> & { readonly fullDepth?: number }): Making {
  const [small, full] = [new Map<AnySchema, unknown>(), new Map<AnySchema, unknown>()];
  const making: Making = {
    ...sides,
    sizes: new WeakMap(),
    unions: { before: new WeakMap(), after: new WeakMap() },
    isFull: (depth) => depth <= fullDepth,
    sample(schema, depth) {
      const samples = making.isFull(depth) ? full : small;
      if (samples.has(schema)) return samples.get(schema);
      // Marks a recursion, which only an optional part can have.
      samples.set(schema, undefined);
      const value = depth > MAX_DEPTH ? undefined : firstFitting(making, schema, depth);
      samples.set(schema, value);
      return value;
    },
    *vary(before, after, depth) {
      const value = making.sample(before, depth);
      if (value !== undefined) yield { value, path: [] };
      if (depth > MAX_DEPTH || (after !== undefined && making.isSame(before, after))) return;
      let count = value === undefined ? 0 : 1;
      for (const candidate of list(making, before, after ?? true, depth)) {
        if (++count > MAX_CANDIDATES) return;
        yield candidate;
      }
    },
  };
  return making;
}

function firstFitting(making: Making, schema: AnySchema, depth: number): unknown {
  let count = 0;
  for (const { value } of list(making, schema, undefined, depth))
    if (++count > MAX_CANDIDATES) return undefined;
    else if (fits(schema, value, making.components)) return value;
  return undefined;
}

/** Whether a schema of the baseline allows a value. */
export function fits(schema: AnySchema, value: unknown, components: Components): boolean {
  try {
    return isValid(schema, value, components);
  } catch {
    // An unresolved reference, or endless recursion.
    return false;
  }
}

/**
 * Makes values of a schema; if `after` is absent, only the simplest ones.
 *
 * @param seen The alternatives that have given their values: unions can lead to each other.
 */
function* list(
  making: Making,
  before: AnySchema,
  after: AnySchema | undefined,
  depth: number,
  seen: Set<unknown> = new Set(),
): Generator<Candidate> {
  const shape = shapeOf(before, making.before);
  const other = after === undefined ? undefined : shapeOf(after, making.after);
  const { union, keywords, nullable } = shape;
  const { enum: listed, const: constant, example, examples, default: preset } = keywords;
  const given = [...(Array.isArray(examples) ? (examples as unknown[]) : []), example, preset];
  if (constant !== undefined) yield* wholeValues([constant]);
  else if (Array.isArray(listed)) yield* wholeValues(listed as unknown[]);
  else if (union !== undefined) yield* ofUnion(making, before, shape, after, other, depth, seen);
  else {
    yield* wholeValues(given.filter((value) => value !== undefined));
    for (const type of shape.types ?? typesFor(keywords))
      for (const candidate of ofType(making, type, shape, other, depth))
        if (valueSize(candidate.value, making.sizes) <= MAX_SIZE) yield candidate;
  }
  if (nullable) yield* wholeValues([null]);
}

/** The values of each alternative, with its counterpart in the other version. One that is the same has its sample alone. */
function* ofUnion(
  making: Making,
  before: AnySchema,
  shape: Shape,
  after: AnySchema | undefined,
  other: Shape | undefined,
  depth: number,
  seen: Set<unknown>,
): Generator<Candidate> {
  if (depth > MAX_DEPTH) return;
  const members = alternatives(making.unions.before, before, shape);
  const others = after === undefined || other === undefined ? [] : alternatives(making.unions.after, after, other);
  // A shape without some of the constraints does not show that an alternative is the same.
  const isExact = shape.isExact && other?.isExact === true;
  const isLong = members.length * others.length > MAX_PAIRS;
  for (const [i, member] of members.entries()) {
    const written = shape.union!.members[i]!;
    const identity = isKeywords(written) ? (written['$ref'] ?? written) : written;
    if (seen.has(identity)) continue;
    seen.add(identity);
    const counterparts = isLong ? others.slice(i, i + 1) : others;
    if (isExact && counterparts.some((one) => making.isSame(member, one))) {
      const value = making.sample(member, depth + 1);
      if (value !== undefined) yield* wholeValues([value]);
    } else yield* list(making, member, others.length === members.length ? others[i] : after, depth + 1, seen);
  }
}

/** The alternatives of a schema, each with the keywords next to the union: always the same objects, so that their samples are remembered. */
function alternatives(known: Making['unions']['before'], schema: AnySchema, shape: Shape): readonly AnySchema[] {
  if (typeof schema === 'boolean') return [];
  const rest = toSchema(shape);
  const made = known.get(schema) ?? shape.union?.members.map((member) => ({ allOf: [rest, member] })) ?? [];
  known.set(schema, made);
  return made;
}

/** The types to try for a schema that allows any: first those that its keywords are about. */
function typesFor(keywords: Keywords): readonly JsonType[] {
  const isObject = 'properties' in keywords || 'required' in keywords;
  const first: JsonType[] = isObject ? ['object'] : 'items' in keywords ? ['array'] : ['string'];
  return [...new Set([...first, ...JSON_TYPES])];
}

function ofType(
  making: Making,
  type: JsonType,
  shape: Shape,
  after: Shape | undefined,
  depth: number,
): Iterable<Candidate> {
  switch (type) {
    case 'object':
      return objectCandidates(making, shape, after, depth);
    case 'array':
      return arrayCandidates(making, shape, after, depth);
    case 'string':
      return wholeValues(textCandidates(shape, after));
    case 'number':
    case 'integer':
      return wholeValues(numberCandidates(shape, after));
    case 'boolean':
      return wholeValues([true, false]);
    case 'null':
      return wholeValues([null]);
  }
}

/** A shape without its union, as a schema. */
function toSchema({ types, keywords, nullable }: Shape): AnySchema {
  return types === undefined ? keywords : { ...keywords, type: nullable ? [...types, 'null'] : types };
}
