import { isJsonType } from '../../shared/contract/operation.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { URLENCODED } from '../../shared/contract/form-types.ts';
import type { Schema } from '../../shared/contract/operation.ts';
import { referredName } from '../../shared/schema/references.ts';

/** The text in place of a credential. */
export const MASK = '••••••';

/** Names of headers, parameters and properties that hold credentials. */
const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|api[-_]?key|credential|authorization|cookie|session|signature|^pin$/i;

/** Hides credentials. */
export interface Masks {
  /** Whether the value of a name is hidden. */
  hides(name: string): boolean;
  /** Hides the values of a query. */
  url(url: string): string;
  /** Hides the values of properties, at every depth. Bytes, streams and functions are replaced by their kind. */
  value(value: unknown): unknown;
  /** Hides the values of properties in a body, which may be cut off. */
  text(text: string, mediaType: string): string;
}

/** Creates the masks of a tree: the keys of its security schemes, properties with the format `password`, and names that speak for themselves. */
export function createMasks(tree: Pick<Compilation, 'operations' | 'schemas' | 'document'> | undefined): Masks {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { format, type, in: place, name: own } = value as { readonly [key: string]: unknown };
    const referred = tree?.schemas.get(referredName(value as Schema) ?? '') as
      | { readonly format?: unknown }
      | undefined;
    if ((format ?? referred?.format) === 'password') names.add(name.toLowerCase());
    if (type === 'apiKey' && place !== undefined && typeof own === 'string') names.add(own.toLowerCase());
    const label = typeof own === 'string' && place !== undefined ? own : name;
    for (const [key, item] of Object.entries(value)) collect(item, isInner(key) ? label : key);
  };
  collect(tree?.document, '');
  for (const schema of tree?.schemas.values() ?? []) collect(schema, '');
  for (const { contract } of tree?.operations ?? []) collect(contract, '');
  names.delete('');
  const hides = (name: string): boolean =>
    names.has(name.toLowerCase()) || (SECRET.test(name) && !/^(?:next|prev)_?(?:page_?)?token$/i.test(name));
  return {
    hides,
    url: (url) => maskQuery(url, hides),
    value: (value) => maskValue(value, hides, 0),
    text: (text, mediaType) => maskText(text, mediaType, hides),
  };
}

/** Whether a key of a parameter or schema leads to the same value, or to its items. */
function isInner(key: string): boolean {
  return /^(?:schema|items|prefixItems|anyOf|oneOf|allOf|\d+)$/.test(key);
}

type Hides = (name: string) => boolean;

function maskQuery(url: string, hides: Hides): string {
  return url.replaceAll(/([?&])([^=&#]*)=([^&#]*)/g, (pair, mark: string, name: string) =>
    hides(decoded(name)) ? `${mark}${name}=${MASK}` : pair,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const MAX_DEPTH = 50;

function maskValue(value: unknown, hides: Hides, depth: number): unknown {
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return '(a function)';
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => maskValue(item, hides, depth + 1));
  if (value instanceof Uint8Array) return `(${value.byteLength} bytes)`;
  if (value instanceof Date) return value.toJSON();
  if ('pipe' in value || 'stream' in value) return '(a stream)';
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hides(name) ? MASK : maskValue(item, hides, depth + 1)]),
  );
}

function maskText(text: string, mediaType: string, hides: Hides): string {
  if (mediaType === URLENCODED) return maskQuery(`?${text}`, hides).slice(1);
  if (isJsonType(mediaType)) {
    try {
      return JSON.stringify(maskValue(JSON.parse(text), hides, 0), null, 2);
    } catch {
      // The text is cut off, or not valid.
    }
  }
  return maskMembers(text, hides);
}

/** Hides members of JSON in a text that cannot be parsed. A list or an object ends the text, because its end is unknown. */
function maskMembers(text: string, hides: Hides): string {
  const member = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"?|[[{]|[^\s,}\]]+)/g;
  let masked = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(member)) {
    if (!hides(name)) continue;
    const start = index + whole.length - value.length;
    masked += `${text.slice(end, start)}"${MASK}"`;
    if (value === '[' || value === '{') return `${masked} …`;
    end = index + whole.length;
  }
  return masked + text.slice(end);
}
