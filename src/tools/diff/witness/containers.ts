import type { AnySchema, NamedSchemas } from '../../../shared/schema/json-types.ts';
import type { Shape } from '../../../shared/comparison/shape.ts';
import type { Candidate, Making } from './making.ts';
import { wholeValues } from './making.ts';

type Values = { readonly [name: string]: unknown };

/** The name of a property that no schema declares. */
const UNDECLARED = 'undeclared';

/** Values of other types, for a property that the baseline does not declare. */
const ANYTHING: readonly unknown[] = ['a', 0, true, null, [], {}];

/** Makes objects to try: with the required properties, with all, and with each property varied, left out or added. */
export function* objectCandidates(
  making: Making,
  { keywords }: Shape,
  after: Shape | undefined,
  depth: number,
): Generator<Candidate> {
  const { properties = {}, additionalProperties: others = true, required = [] } = keywords;
  const needed = required as readonly string[];
  const schemaOf = (name: string): AnySchema => (Object.hasOwn(properties, name) ? properties[name]! : others);
  const filled = (names: readonly string[]): Values =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = making.sample(schemaOf(name), depth + 1);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const base = filled(needed);
  const full = { ...filled(Object.keys(properties)), ...base };
  const minimum = Number(keywords['minProperties'] ?? 0);
  const padding = filled(Array.from({ length: Math.min(minimum, 20) }, (_, i) => `${UNDECLARED}${i}`));
  const sizes = making.isFull(depth) ? [full, base] : [base, full];
  yield* wholeValues([...sizes, { ...padding, ...base }]);
  if (after === undefined) return;
  const put = (name: string, value: unknown, path: readonly string[] = []): Candidate => ({
    value: { ...base, [name]: value },
    path: [name, ...path],
  });
  const now: NamedSchemas = after.keywords.properties ?? {};
  const isLong = Object.keys(full).length > MAX_LEFT_OUT;
  const left: [name: string, values: Iterator<Candidate>][] = [];
  for (const name of new Set([...Object.keys(properties), ...needed])) {
    const other = Object.hasOwn(now, name) ? now[name] : (after.keywords.additionalProperties ?? true);
    const values = making.vary(schemaOf(name), other, depth + 1)[Symbol.iterator]();
    const isDone = yield* mapped(values, FIRST_VALUES, ({ value, path }) => put(name, value, path));
    if (!isDone) left.push([name, values]);
    if (isLong || needed.includes(name)) continue;
    const { [name]: _, ...rest } = full as Values;
    yield { value: rest, path: [name] };
  }
  for (const name of [...Object.keys(now), UNDECLARED, ...((after.keywords['required'] ?? []) as string[])]) {
    if (Object.hasOwn(properties, name)) continue;
    yield { value: base, path: [name] };
    yield { value: full, path: [name] };
    // Most objects allow other properties unintentionally, so a new optional property doesn't break clients.
    if (others === false || (name !== UNDECLARED && others === true)) continue;
    const sample = making.sample(others, depth + 1);
    for (const value of [sample, ...ANYTHING]) if (value !== undefined) yield put(name, value);
  }
  for (const [name, values] of left) yield* mapped(values, Infinity, ({ value, path }) => put(name, value, path));
}

/** Of an object with more properties, none is left out of all others: the values would add up to the square of their number. */
const MAX_LEFT_OUT = 50;

/** Values of one property before those of the next one: a property can lead to more than are tried. */
const FIRST_VALUES = 30;

/** Takes up to a number of candidates, and returns whether there are no more. */
function* mapped(
  candidates: Iterator<Candidate>,
  most: number,
  map: (candidate: Candidate) => Candidate,
): Generator<Candidate, boolean> {
  for (let i = 0; i < most; i++) {
    const next = candidates.next();
    if (next.done === true) return true;
    yield map(next.value);
  }
  return false;
}

/** Makes arrays to try: of the lengths at the bounds of both versions, with repeated items, and with each item varied. */
export function* arrayCandidates(
  making: Making,
  { keywords }: Shape,
  after: Shape | undefined,
  depth: number,
): Generator<Candidate> {
  const { prefixItems = [], items = true } = keywords;
  const first = prefixItems.map((schema) => making.sample(schema, depth + 1));
  if (first.includes(undefined)) return;
  const minimum = Number(keywords['minItems'] ?? 0);
  if (minimum > MAX_ITEMS) return;
  const now = after?.keywords;
  const variants = new Variants(
    now === undefined
      ? wholeValues([making.sample(items, depth + 1)].filter((value) => value !== undefined))
      : making.vary(items, now.items ?? true, depth + 1),
  );
  const ofLength = (length: number): unknown[] => {
    const rest = Math.max(0, length - first.length);
    const fill =
      keywords['uniqueItems'] === true
        ? distinct(variants, items, rest, making, depth)
        : Array.from({ length: rest }, () => variants.at(0)?.value);
    return [...first, ...fill].filter((value) => value !== undefined);
  };
  const sizes = [ofLength(minimum), ofLength(Math.max(1, minimum))];
  yield* wholeValues(making.isFull(depth) ? sizes.toReversed() : sizes);
  if (after === undefined) return;
  const lengths = [
    keywords['maxItems'],
    Number(now?.['minItems']) - 1,
    Number(now?.['maxItems']) + 1,
    0,
    1,
    2,
    3,
  ].filter((length): length is number => typeof length === 'number' && length >= 0 && length <= MAX_ITEMS);
  for (const length of lengths) yield { value: ofLength(length), path: [] };
  const base = ofLength(Math.max(1, minimum));
  const index = first.length;
  for (let i = 0, variant = variants.at(0); variant !== undefined; variant = variants.at(++i)) {
    const { value, path } = variant;
    yield { value: [...base.slice(0, index), value, ...base.slice(index + 1)], path: ['[]', ...path] };
  }
}

/** The most items of a list that is made. */
const MAX_ITEMS = 2000;

/** Variants, made as they are read: each level of items would multiply the time if all of them were made. */
class Variants {
  readonly #source: Iterator<Candidate>;
  readonly #read: Candidate[] = [];

  constructor(source: Iterable<Candidate>) {
    this.#source = source[Symbol.iterator]();
  }

  at(index: number): Candidate | undefined {
    while (this.#read.length <= index) {
      const { value, done } = this.#source.next();
      if (done === true) return undefined;
      this.#read.push(value);
    }
    return this.#read[index];
  }
}

/** Different items, from the variants of a schema. */
function distinct(variants: Variants, items: AnySchema, count: number, making: Making, depth: number): unknown[] {
  const texts = new Map<string, unknown>();
  const add = ({ value }: Candidate): unknown => texts.set(JSON.stringify(value), value);
  for (let i = 0, variant = variants.at(0); variant !== undefined && texts.size < count; variant = variants.at(++i))
    add(variant);
  if (texts.size < count)
    for (const candidate of making.vary(items, undefined, depth + 1)) {
      if (texts.size >= count) break;
      add(candidate);
    }
  const found = [...texts.values()];
  const type = typeof found[0];
  for (let i = 0; found.length < count && i < MAX_ITEMS; i++)
    if (type === 'string') found.push(`${String(found[0])}${i}`);
    else if (type === 'number') found.push(Number(found[0]) + 100 + i);
  return found;
}
