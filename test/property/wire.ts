import type { Schema } from '../../src/shared/contract/operation.ts';

/** A validator of the document's schemas, and its references. */
export interface Ours {
  accepts(schema: Schema, value: unknown): boolean;
  resolve<T>(part: unknown): T;
  /** How often a value or a part of it is one that may not fit: 0 for never. */
  readonly noise: number;
}

/** Where a value is sent; each place can carry other characters. */
export type Place = 'path' | 'query' | 'header' | 'cookie' | 'json' | 'body';

const TEXTS = [
  'a',
  'abc',
  'one',
  'two',
  'cat',
  'abcdefgh',
  '12',
  '007',
  'true',
  'A',
  '2024-02-29',
  '2023-02-29',
  'poetry',
];
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '123e4567'],
  date: ['2024-02-29', '2023-02-29', '2024-1-1'],
  'date-time': ['2024-02-29T10:00:00Z', '2024-02-29'],
  email: ['ada@example.org', 'ada'],
  uri: ['https://example.org/', 'example'],
};
const NUMBERS = [0, 1, 2, 3, 7, -1, 0.5, 1.5, 40, 41, 2_147_483_647, 2_147_483_648, -2_147_483_649];
const UNSAFE = [9_007_199_254_740_991, 9_007_199_254_740_992, -9_007_199_254_740_992, 1e21];

/** Makes a value for a schema; with noise, one beyond its bounds, of another type, or incomplete. */
export function valueOf(schema: Schema, random: () => number, ours: Ours, place: Place, depth = 0): unknown {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const again = (part: Schema): unknown => valueOf(part, random, ours, place, depth + 1);
  const isWild = random() < ours.noise;
  if (isWild && random() < 0.5)
    return pick<unknown>(place === 'json' ? [...TEXTS, ...NUMBERS, true, null, [], {}] : [...TEXTS, ...NUMBERS]);
  const resolved = ours.resolve<Schema>(schema);
  const { anyOf, oneOf, allOf, enum: listed, const: constant, examples } = resolved as Record<string, never[]>;
  const type = pick([(resolved['type'] as string | string[] | undefined) ?? 'any'].flat());
  if (listed !== undefined) return isWild ? pick(TEXTS) : pick(listed);
  if (constant !== undefined) return constant;
  if (examples !== undefined && random() < 0.3) return examples[0];
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return again(depth > 4 ? branches.at(-1)! : pick(branches));
  if (allOf !== undefined && resolved['properties'] === undefined)
    return Object.assign({}, ...allOf.map((part) => again(part)));
  const choose = <T>(pool: readonly T[]): T => {
    const fitting = isWild ? pool : pool.filter((item) => ours.accepts(schema, item));
    return pick(fitting.length === 0 ? pool : fitting);
  };
  const bound = (name: string): number[] => (typeof resolved[name] === 'number' ? [resolved[name] as number] : []);
  switch (type) {
    case 'integer':
    case 'number': {
      const near = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
        .flatMap(bound)
        .flatMap((n) => [n - 1, n, n + 1]);
      const unsafe = place === 'json' || place === 'body' ? [] : UNSAFE;
      return choose([
        ...NUMBERS.filter((n) => type === 'number' || Number.isInteger(n)),
        ...near.filter(Number.isSafeInteger),
        ...unsafe,
      ]);
    }
    case 'boolean':
      return isWild ? pick([0, 1, 'TRUE', 'yes']) : random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      const count = Math.floor(random() * 4) + (place === 'json' ? 0 : 1);
      return Array.from({ length: depth > 4 ? 0 : count }, () => again((resolved['items'] as Schema) ?? {}));
    }
    case 'object': {
      const required = (resolved['required'] as string[] | undefined) ?? [];
      const entries = Object.entries((resolved['properties'] as Record<string, Schema> | undefined) ?? {})
        .filter(([name]) => (required.includes(name) ? !isWild || random() < 0.7 : random() < 0.4))
        .map(([name, part]) => [name, again(part)] as const);
      const others = resolved['additionalProperties'];
      if (typeof others === 'object' && random() < 0.7) entries.push(['other', again(others as Schema)]);
      return Object.fromEntries(entries.filter(([, value]) => place === 'json' || !isEmpty(value)));
    }
    default: {
      const lengths = ['minLength', 'maxLength']
        .flatMap(bound)
        .flatMap((n) => [n - 1, n, n + 1].filter((length) => length > 0));
      return choose([
        ...(FORMATTED[resolved['format'] as string] ?? TEXTS),
        ...lengths.map((length) => 'x'.repeat(length)),
      ]);
    }
  }
}

/** Whether nothing is sent for a value. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Reads what is sent for a value as the schema takes it: each text as one of the values that it can stand for.
 *
 * @param isForm Whether it is a form, whose objects are JSON.
 */
export function readTexts(value: unknown, schema: Schema, ours: Ours, isForm = false): unknown {
  const resolved = ours.resolve<Schema>(schema);
  if (Array.isArray(value)) {
    const items = itemsOf(resolved, ours) ?? {};
    const list = value.map((item) => readTexts(item, items, ours));
    return list.length === 1 && !ours.accepts(schema, list) ? readTexts(value[0], schema, ours) : list;
  }
  if (typeof value === 'object' && value !== null) {
    const branches = [resolved, ...branchesOf(resolved, ours)];
    const readings = branches.map((branch) => {
      const properties = propertiesOf(branch, ours);
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => {
          const isJson = isForm && typeof item === 'object' && item !== null && !Array.isArray(item);
          return [name, isJson ? item : readTexts(item, properties[name] ?? {}, ours)];
        }),
      );
    });
    return readings.find((reading) => ours.accepts(schema, reading)) ?? readings[0];
  }
  const text = value === null ? '' : String(value);
  const scalars: unknown[] = [
    ...(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(text === '' ? [null] : []),
    text,
  ];
  const items = itemsOf(resolved, ours);
  const lists = items === undefined ? [] : scalars.map((scalar) => [scalar]);
  return [...scalars, ...lists].find((candidate) => ours.accepts(schema, candidate)) ?? text;
}

/** The properties of a schema and of its parts. */
function propertiesOf({ properties = {}, allOf = [] }: Schema, ours: Ours): Record<string, Schema> {
  const parts = (allOf as Schema[]).map((part) => propertiesOf(ours.resolve<Schema>(part), ours));
  return Object.assign({}, ...parts, properties) as Record<string, Schema>;
}

function itemsOf(schema: Schema, ours: Ours): Schema | undefined {
  return [schema, ...branchesOf(schema, ours)].find((part) => 'items' in part)?.['items'] as Schema | undefined;
}

function branchesOf({ anyOf, oneOf }: Schema, ours: Ours): Schema[] {
  return ((anyOf ?? oneOf ?? []) as Schema[]).map((part) => ours.resolve<Schema>(part));
}
