import type { Passage } from './comment.ts';
import { locate } from './comment.ts';
import type { YamlEntry } from './yaml.ts';

// What YAML's core schema and everyone else read alike: numbers as JSON has them, words, texts without escapes, and lists of these.
const NUMBER = String.raw`-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?`;
const WORD = String.raw`(?!(?:[Tt]rue|TRUE|[Ff]alse|FALSE|[Nn]ull|NULL)(?![\w-]))[A-Za-z][\w-]*`;
const SCALAR = String.raw`(?:${NUMBER}|${WORD}|true|false|"[^"\\\x00-\x1f]*")`;
const ENTRY = String.raw`([A-Za-z]+): (${SCALAR}|\[${SCALAR}(?:, ${SCALAR})*\])(?:, |$)`;

/**
 * Reads the inside of a YAML flow mapping of the plain kind that most facets are, such as `minimum: 1, enum: [a, b]`, without YAML's reader.
 *
 * @returns undefined where it is not so plain.
 */
export function readPlainEntries(passage: Passage): YamlEntry[] | undefined {
  const entries: YamlEntry[] = [];
  const pattern = new RegExp(ENTRY, 'y');
  for (let at = 0; at < passage.text.length; at = pattern.lastIndex) {
    const [, key, text] = pattern.exec(passage.text) ?? [];
    if (key === undefined || text === undefined || entries.some((entry) => entry.key === key)) return undefined;
    const items = text.startsWith('[') ? text.match(new RegExp(SCALAR, 'g'))! : undefined;
    const valueAt = at + key.length + ': '.length;
    entries.push({
      key,
      keyAt: locate(passage, at, at + key.length),
      value: items === undefined ? readScalar(text) : items.map(readScalar),
      valueAt: locate(passage, valueAt, valueAt + text.length),
    });
  }
  return entries;
}

/** Reads a number, a flag, a word or a quoted text of the same plain kind; undefined where it is none. */
export function readPlainScalar(text: string): { readonly value: unknown } | undefined {
  return new RegExp(`^${SCALAR}$`).test(text) ? { value: readScalar(text) } : undefined;
}

function readScalar(text: string): unknown {
  if (text.startsWith('"')) return text.slice(1, -1);
  return /^(?:[-\d]|true$|false$)/.test(text) ? (JSON.parse(text) as unknown) : text;
}
