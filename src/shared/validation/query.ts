import type { Decoding } from '../contract/enforcement.ts';
import { readBrackets } from './brackets.ts';

/** A decoded text; undefined if its percent-encoding is malformed. */
export type QueryText = string | undefined;

/** The names to find in a query. */
export interface QueryNames {
  /** The index of each name in the results. */
  readonly places: ReadonlyMap<string, number>;
  /** The decodings of names to find with brackets too: `name[property]` and `name[]`. */
  readonly bracketed: ReadonlyMap<string, Decoding>;
}

/** The texts of a query, by the index of their name. */
export interface QueryTexts {
  readonly values: readonly (QueryText[] | undefined)[];
  readonly properties: readonly (ReadonlyMap<string, QueryText[]> | undefined)[];
}

/**
 * Finds the texts of a query by name, and ignores other names. A `+` is a space, as in a form: WHATWG URL, 5.1.
 *
 * @param query Without the `?`.
 * @example scanQuery('tag=a&tag=b&x=1', { places: new Map([['tag', 0]]), bracketed: new Map() }).values // [['a', 'b']]
 */
export function scanQuery(query: string, names: QueryNames): QueryTexts {
  const values: QueryText[][] = [];
  const properties: Map<string, QueryText[]>[] = [];
  for (let start = 0; start < query.length;) {
    const found = query.indexOf('&', start);
    const end = found === -1 ? query.length : found;
    const part = query.slice(start, end);
    const equals = part.indexOf('=');
    const name = decodePart(equals === -1 ? part : part.slice(0, equals));
    const rest = equals === -1 ? '' : part.slice(equals + 1);
    const place = name === undefined ? undefined : names.places.get(name);
    if (place !== undefined) (values[place] ??= []).push(decodePart(rest));
    else if (name?.endsWith(']') && names.bracketed.size > 0) addPart(values, properties, name, rest, names);
    start = end + 1;
  }
  return { values, properties };
}

/**
 * Leaves texts out of a query, by name.
 *
 * @param query Without the `?`.
 * @example withoutNames('a=1&b=2&a=3', (name) => name === 'a') // 'b=2'
 */
export function withoutNames(query: string, isLeftOut: (name: string) => boolean): string {
  const isKept = (part: string): boolean => {
    const name = decodePart(/^[^=]*/.exec(part)![0]);
    return name === undefined || !isLeftOut(name);
  };
  return query.split('&').filter(isKept).join('&');
}

/**
 * Reads the fields of an `application/x-www-form-urlencoded` text: WHATWG URL, 5.1. Unlike URLSearchParams, it does not repair malformed
 * percent-encodings.
 *
 * @returns The fields in their order; a malformed name stays as it is.
 * @example scanForm('a=1&b=%zz') // [['a', '1'], ['b', undefined]]
 */
export function scanForm(text: string): [name: string, value: QueryText][] {
  const parts = text.split('&').filter((part) => part !== '');
  return parts.map((part) => {
    const equals = part.indexOf('=');
    const raw = equals === -1 ? part : part.slice(0, equals);
    const name = decodePart(raw);
    return [name ?? raw, name === undefined ? undefined : decodePart(part.slice(raw.length + 1))];
  });
}

function addPart(
  values: QueryText[][],
  properties: Map<string, QueryText[]>[],
  text: string,
  rest: string,
  { places, bracketed }: QueryNames,
): void {
  const part = readBrackets(text, (name) => bracketed.get(name));
  if (part === undefined) return;
  const place = places.get(part.name)!;
  if (part.property === undefined) {
    (values[place] ??= []).push(decodePart(rest));
    return;
  }
  const texts = (properties[place] ??= new Map<string, QueryText[]>());
  const known = texts.get(part.property);
  if (known === undefined) texts.set(part.property, [decodePart(rest)]);
  else known.push(decodePart(rest));
}

function decodePart(text: string): QueryText {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
