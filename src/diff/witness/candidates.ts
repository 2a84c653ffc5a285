import type { AnySchema, JsonType, Keywords } from '../../schema/json-types.ts';
import { JSON_TYPES } from '../../schema/json-types.ts';
import type { Components } from '../../validation/explain/index.ts';
import { isValid } from '../../validation/explain/index.ts';
import type { Shape } from '../../openapi/compare/schemas/shape.ts';
import { shapeOf } from '../../openapi/compare/schemas/shape.ts';
import { arrayCandidates, objectCandidates } from './containers.ts';
import type { Candidate, Making } from './making.ts';
import { wholeValues } from './making.ts';
import { numberCandidates, textCandidates } from './scalars.ts';

/** The most levels of a value, and the most values of one schema. */
const MAX_DEPTH = 12;
const MAX_CANDIDATES = 400;

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
    isFull: (depth) => depth <= fullDepth,
    sample(schema, depth) {
      const samples = making.isFull(depth) ? full : small;
      if (samples.has(schema)) return samples.get(schema);
      // Marks a recursion, which only an optional part can have.
      samples.set(schema, undefined);
      const all = depth > MAX_DEPTH ? [] : list(making, schema, undefined, depth);
      const found = all.find(({ value }) => fits(schema, value, making.components));
      samples.set(schema, found?.value);
      return found?.value;
    },
    vary(before, after, depth) {
      const value = making.sample(before, depth);
      const plain: Candidate[] = value === undefined ? [] : [{ value, path: [] }];
      if (depth > MAX_DEPTH || (after !== undefined && making.isSame(before, after))) return plain;
      return [...plain, ...list(making, before, after ?? true, depth)].slice(0, MAX_CANDIDATES);
    },
  };
  return making;
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

/** Lists values of a schema; if `after` is absent, only the simplest ones. */
function list(making: Making, before: AnySchema, after: AnySchema | undefined, depth: number): Candidate[] {
  const shape = shapeOf(before, making.before);
  const other = after === undefined ? undefined : shapeOf(after, making.after);
  const { union, keywords, nullable } = shape;
  const { enum: listed, const: constant, example, examples, default: preset } = keywords;
  const given = [...(Array.isArray(examples) ? (examples as unknown[]) : []), example, preset];
  const known = wholeValues(given.filter((value) => value !== undefined));
  const none = nullable ? wholeValues([null]) : [];
  if (constant !== undefined) return [...wholeValues([constant]), ...none];
  if (Array.isArray(listed)) return [...wholeValues(listed as unknown[]), ...none];
  if (union !== undefined) {
    const rest = toSchema(shape);
    return [...union.members.flatMap((member) => list(making, { allOf: [rest, member] }, after, depth + 1)), ...none];
  }
  const types = shape.types ?? typesFor(keywords);
  return [...known, ...types.flatMap((type) => ofType(making, type, shape, other, depth)), ...none];
}

/** The types to try for a schema that allows any: first those that its keywords are about. */
function typesFor(keywords: Keywords): readonly JsonType[] {
  const isObject = 'properties' in keywords || 'required' in keywords;
  const first: JsonType[] = isObject ? ['object'] : 'items' in keywords ? ['array'] : ['string'];
  return [...new Set([...first, ...JSON_TYPES])];
}

function ofType(making: Making, type: JsonType, shape: Shape, after: Shape | undefined, depth: number): Candidate[] {
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
