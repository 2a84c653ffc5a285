import { keywordsWith } from '../schema/keywords.ts';
import type { Schema } from '../contract/operation.ts';
import type { AnySchema, JsonType, Keywords, Resolve, NamedSchemas } from '../schema/json-types.ts';
import { isKeywords, listedValues, typeOfValue } from '../schema/json-types.ts';
import { isConstraint, isDecisive, isMergeable, isNullExact } from './exactness.ts';

/** A schema with its references, its `allOf` and its null resolved, so that two ways of writing the same look the same. */
export interface Shape {
  /** The types except null; undefined if the schema allows any. */
  readonly types: readonly JsonType[] | undefined;
  readonly nullable: boolean;
  /** The other keywords of the schema and of the schemas that always apply with it. */
  readonly keywords: Keywords & Schema;
  /** The `anyOf` or `oneOf` without null. */
  readonly union: Union | undefined;
  /** Constraints that apply too, each a schema: a second `pattern`, or a second union. */
  readonly further: readonly Keywords[];
  /** Whether it allows the same values as the schema. If not, some constraints are missing: those that no single keyword can express. */
  readonly isExact: boolean;
}

/** Alternatives of a schema. */
export interface Union {
  readonly kind: 'any-of' | 'one-of';
  readonly members: readonly AnySchema[];
}

type Merge = (a: never, b: never) => unknown;

/** Schemas that all apply, and one schema that replaces them. */
interface Merged {
  readonly parts: readonly Keywords[];
  readonly schema: Keywords;
  readonly with: WeakMap<Keywords, Merged>;
}

/** The same schemas always have the same object, so that one that contains itself comes back to it. */
const merged = new WeakMap<Keywords, Merged>();

function mergedOf(schema: Keywords, parts: readonly Keywords[] = [schema]): Merged {
  const known = merged.get(schema) ?? { parts, schema, with: new WeakMap<Keywords, Merged>() };
  merged.set(schema, known);
  return known;
}

/** Merges two schemas into one. A part of both counts once. */
function both(a: AnySchema, b: AnySchema): AnySchema {
  if (a === b || b === true || a === false) return a;
  if (a === true || b === false) return b;
  return mergedOf(b as Keywords).parts.reduce(withPart, mergedOf(a as Keywords)).schema;
}

function withPart(all: Merged, part: Keywords): Merged {
  const known = all.with.get(part);
  if (known !== undefined) return known;
  const parts = [...all.parts, part];
  const next = all.parts.some((other) => isEqualJson(other, part)) ? all : mergedOf({ allOf: parts }, parts);
  all.with.set(part, next);
  return next;
}

/** Keywords whose schemas are merged by their names. */
const BY_NAME: ReadonlySet<string> = new Set(
  keywordsWith(({ subschemas, role }) => subschemas === 'map' && role === 'applicator'),
);

/** Adds schemas to others by their names. A new object for each of many parts would take the square of their number. */
function addByName(state: State, keyword: string, known: NamedSchemas, added: NamedSchemas): void {
  const all = state.named.get(keyword) ?? new Map(Object.entries(known));
  state.named.set(keyword, all);
  for (const [name, schema] of Object.entries(added)) {
    const one = all.get(name);
    all.set(name, one === undefined ? schema : both(one, schema));
  }
}

const MERGES: { readonly [keyword: string]: Merge } = {
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  items: both,
  additionalProperties: both,
  propertyNames: both,
  enum: (a: unknown[], b: unknown[]) => a.filter(valuesIn(b)),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((name) => [name, Math.min as Merge]),
  ),
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((name) => [name, Math.max as Merge]),
  ),
};

/** Whether two values are the same JSON. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Makes a function that returns whether a list has a value, as JSON. Lists can be long. */
export function valuesIn(values: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return (value) => texts.has(JSON.stringify(value));
}

/** How many unions with one member are dissolved, one in the other. */
const MAX_DEPTH = 20;

/** Resolves a schema to its {@link Shape}. */
export function shapeOf(schema: AnySchema, resolve: Resolve): Shape {
  const keywords: Record<string, unknown> = {};
  const state: State = {
    keywords,
    named: new Map(),
    types: undefined,
    unions: [],
    parts: [],
    further: [],
    isExact: true,
  };
  collectKeywords(schema, resolve, [], state);
  return settleShape(state, resolve);
}

interface State {
  readonly keywords: Record<string, unknown>;
  /** The merged schemas of keywords, by name. Those of `keywords` are of the first part. */
  readonly named: Map<string, Map<string, AnySchema>>;
  types: readonly JsonType[] | undefined;
  readonly unions: Union[];
  /** The schemas that are merged, without their references, unions and types. */
  readonly parts: Keywords[];
  readonly further: Keywords[];
  isExact: boolean;
}

/** Merges the schemas that always apply: the schema itself, the target of its `$ref`, and its `allOf`. */
function collectKeywords(schema: AnySchema, resolve: Resolve, open: readonly string[], state: State): void {
  if (schema === true) return;
  if (schema === false) {
    state.keywords['not'] = {};
    return;
  }
  const { $ref, allOf = [], anyOf, oneOf, type, ...others } = schema as Keywords & { readonly type?: JsonType };
  if (type !== undefined) narrow(state, [type].flat());
  for (const [keyword, value] of Object.entries(others)) {
    const merge = MERGES[keyword];
    const known = state.keywords[keyword];
    if (known === undefined) state.keywords[keyword] = value;
    else if (BY_NAME.has(keyword)) addByName(state, keyword, known as NamedSchemas, value as NamedSchemas);
    else if (merge !== undefined) state.keywords[keyword] = merge(known as never, value as never);
    else if (isDecisive(keyword) && !isEqualJson(known, value)) keepApart(state, keyword, value);
  }
  if (Object.keys(others).some(isDecisive)) state.parts.push(others);
  if (anyOf !== undefined) state.unions.push({ kind: 'any-of', members: anyOf });
  if (oneOf !== undefined) state.unions.push({ kind: 'one-of', members: oneOf });
  if ($ref !== undefined && !open.includes($ref)) {
    const target = resolve($ref);
    if (target === undefined) state.isExact = false;
    else collectKeywords(target, resolve, [...open, $ref], state);
  }
  for (const part of allOf) collectKeywords(part, resolve, $ref === undefined ? open : [...open, $ref], state);
}

/** Keeps a constraint that no keyword expresses together with the one that is known. */
function keepApart(state: State, keyword: string, value: unknown): void {
  state.isExact = false;
  if (isConstraint(keyword)) state.further.push({ [keyword]: value });
}

function narrow(state: State, types: readonly JsonType[]): void {
  const { types: known } = state;
  if (known === undefined) state.types = types;
  else {
    const kept = types.filter((type) => known.includes(type) || (type === 'integer' && known.includes('number')));
    state.types =
      types.includes('number') && known.includes('integer') ? [...new Set([...kept, 'integer' as const])] : kept;
  }
}

/** Separates null, and dissolves a union with one member. */
function settleShape(state: State, resolve: Resolve, depth = 0): Shape {
  const { keywords, named, unions, further } = state;
  const [first, ...others] = unions;
  const members = first?.members.filter((member) => !isNull(member)) ?? [];
  const hasNull = first !== undefined && members.length < first.members.length;
  if (first !== undefined) {
    const isOneOf = first.kind === 'one-of';
    if (!isNullExact(first.members.filter(isNull), isOneOf, state.types, keywords)) state.isExact = false;
  }
  if (members.length === 1 && unions.length === 1 && depth < MAX_DEPTH) {
    unions.length = 0;
    collectKeywords(members[0]!, resolve, [], state);
    const inner = settleShape(state, resolve, depth + 1);
    // A `oneOf` refuses null if two members allow it.
    const isTwice = hasNull && inner.nullable && first!.kind === 'one-of';
    return { ...inner, nullable: inner.nullable || hasNull, isExact: inner.isExact && !isTwice };
  }
  for (const [keyword, schemas] of named) keywords[keyword] = Object.fromEntries(schemas);
  const values = keywords['enum'] as readonly unknown[] | undefined;
  const isUntypedNull = state.types === undefined && values?.includes(null) === true;
  const isExact = state.isExact && unions.length < 2 && !isUntypedNull && isMergeable(state.parts);
  const isTyped = state.types?.includes('null') === true && (values === undefined || values.includes(null));
  const union = first && { ...first, members };
  return {
    ...finish(
      keywords,
      state.types,
      first === undefined ? isTyped : hasNull || (isTyped && members.some(takesAnyType)),
    ),
    union,
    further: [...further, ...others.map(unionSchema)],
    isExact,
  };
}

function finish(
  keywords: Record<string, unknown>,
  types: readonly JsonType[] | undefined,
  nullable: boolean,
): Pick<Shape, 'types' | 'nullable' | 'keywords'> {
  const values = keywords['enum'];
  if (Array.isArray(values) && values.includes(null)) keywords['enum'] = values.filter((value) => value !== null);
  const listed = listedValues(keywords);
  const others = (types ?? (listed && [...new Set(listed.map(typeOfValue))]))?.filter((type) => type !== 'null');
  const isOnlyNull = others?.length === 0 && types !== undefined && types.length > 0;
  return { types: isOnlyNull ? ['null'] : others, nullable: nullable && !isOnlyNull, keywords };
}

/** A union as a schema. */
export function unionSchema({ kind, members }: Union): Keywords {
  return kind === 'any-of' ? { anyOf: members } : { oneOf: members };
}

/** Whether a schema leaves the type of its values to the schemas around it. */
function takesAnyType(schema: AnySchema): boolean {
  return schema === true || (isKeywords(schema) && !TYPING.some((keyword) => keyword in schema));
}

const TYPING = ['type', 'const', 'enum', 'not', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'];

/** Whether a schema allows null alone. */
export function isNull(schema: AnySchema): boolean {
  return isKeywords(schema) && (schema['type'] === 'null' || schema['const'] === null);
}
