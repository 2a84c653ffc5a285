import type { Location } from '../diagnostics/source.ts';
import type { Passage } from './comment.ts';
import { locate } from './comment.ts';

/** An entry of a mapping, with the locations of its key and its value. */
export interface YamlEntry {
  readonly key: string;
  readonly keyAt: Location;
  readonly value: unknown;
  readonly valueAt: Location;
}

/** A scalar that JSON and YAML read alike, or a word, and an end of a value behind it. */
const SCALAR = /(-?(?:0|[1-9]\d{0,14})|true|false|null|[A-Za-z][\w-]*|"(?:[^"\\\n]|\\.)*")(?= *(?:[,\]]|$))/y;
const KEY = /([A-Za-z][\w-]*): +/y;
const END = / *(?:, *|$)/y;
const LIST_END = / *(?:, *|(\]))/y;

/** Words that YAML reads as other values: https://yaml.org/spec/1.2.2/#1032-tag-resolution */
const OTHER = /^(?:null|true|false)$/i;

/** A value, and the offset of its end. */
interface Read {
  readonly value: unknown;
  readonly end: number;
}

/**
 * Reads entries of plain words, numbers and quoted texts, as most facets are, and lists of them: YAML's parser takes far longer.
 *
 * @returns undefined for all others, and for mistakes.
 */
export function readPlainEntries(passage: Passage): YamlEntry[] | undefined {
  const { text } = passage;
  const entries: YamlEntry[] = [];
  const names = new Set<string>();
  for (let offset = 0; offset < text.length;) {
    const key = matchAt(KEY, text, offset);
    if (key === undefined || names.has(key[1]!) || OTHER.test(key[1]!)) return undefined;
    const start = offset + key[0].length;
    const read = text[start] === '[' ? listAt(text, start) : scalarAt(text, start);
    const end = read && matchAt(END, text, read.end);
    if (end === undefined) return undefined;
    names.add(key[1]!);
    entries.push({
      key: key[1]!,
      keyAt: locate(passage, offset, offset + key[1]!.length),
      value: read!.value,
      valueAt: locate(passage, start, read!.end),
    });
    offset = read!.end + end[0].length;
    // A comma has an entry behind it.
    if (offset === text.length && end[0].includes(',')) return undefined;
  }
  return entries;
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

function scalarAt(text: string, offset: number): Read | undefined {
  const token = matchAt(SCALAR, text, offset)?.[1];
  if (token === undefined) return undefined;
  const end = offset + token.length;
  if (/^[A-Za-z]/.test(token) && !/^(?:null|true|false)$/.test(token))
    return OTHER.test(token) ? undefined : { value: token, end };
  try {
    return { value: JSON.parse(token) as unknown, end };
  } catch {
    return undefined;
  }
}

function listAt(text: string, offset: number): Read | undefined {
  const values: unknown[] = [];
  for (let at = offset + 1; ;) {
    const item = scalarAt(text, at);
    const end = item && matchAt(LIST_END, text, item.end);
    if (end === undefined) return undefined;
    values.push(item!.value);
    at = item!.end + end[0].length;
    if (end[1] !== undefined) return { value: values, end: at };
  }
}
