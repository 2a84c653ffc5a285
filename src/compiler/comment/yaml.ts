import type { Document } from 'yaml';
import { isMap, isScalar, parseDocument } from 'yaml';
import type { Passage } from './comment.ts';
import { locate } from './comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';

/** A key of a mapping, where it stands, and its value with its place. */
export interface YamlEntry {
  readonly key: string;
  readonly keyAt: Location;
  readonly value: unknown;
  readonly valueAt: Location;
}

/**
 * Reads a passage as YAML, of which JSON is a part.
 *
 * @returns undefined where it is none; then that has been reported.
 */
export function readYaml(passage: Passage, report: Report): { readonly value: unknown } | undefined {
  const document = parseYaml(passage.text);
  const [error] = document.errors;
  const plain = plainValue(() => document.toJS() as unknown);
  if (error !== undefined) report(messages.invalidYaml(locate(passage, ...error.pos), firstLine(error.message)));
  else if ('fault' in plain) report(messages.invalidYaml(locate(passage), plain.fault));
  else return plain;
  return undefined;
}

/** Parses YAML; what is wrong is among the document's errors. */
export function parseYaml(text: string): Document.Parsed {
  return parseDocument(text, { logLevel: 'error' });
}

/** A value of YAML that JSON can say as well; YAML also has `.inf`, circles, and aliases that lead nowhere. */
export function plainValue(read: () => unknown): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value = read();
    // What JSON cannot say it writes as null, without a word.
    let isJson = true;
    JSON.stringify(value, (_key, item: unknown) => {
      isJson &&= typeof item !== 'number' || Number.isFinite(item);
      return item;
    });
    return isJson ? { value } : { fault: 'JSON has no such number' };
  } catch (error) {
    return { fault: error instanceof TypeError ? 'it contains itself' : firstLine((error as Error).message) };
  }
}

/**
 * Reads a passage as the inside of a YAML flow mapping: `minimum: 1, maximum: 100`.
 *
 * @returns Its entries, none where it is no such thing; then that has been reported.
 */
export function readYamlEntries(passage: Passage, report: Report): YamlEntry[] {
  const document = parseYaml(`{${passage.text}}`);
  const { length } = passage.text;
  const at = (range: readonly number[] | null | undefined): Location => {
    const start = Math.max(0, (range?.[0] ?? 1) - 1);
    return locate(passage, start, Math.max(start + 1, Math.min(length, (range?.[1] ?? length + 1) - 1)));
  };
  const [error] = document.errors;
  // What follows from the first one is none of the user's.
  if (error !== undefined) report(messages.invalidYaml(at(error.pos), firstLine(error.message)));
  if (error !== undefined || !isMap(document.contents)) return [];
  return document.contents.items.flatMap((pair) => {
    const { key, value } = pair as {
      key: unknown;
      value: { range?: readonly number[]; toJS?: (document: unknown) => unknown } | null;
    };
    if (!isScalar(key)) return [];
    const plain = plainValue(() => value?.toJS?.(document) ?? null);
    const valueAt = at(value?.range ?? key.range);
    if ('value' in plain) return [{ key: String(key.value), keyAt: at(key.range), value: plain.value, valueAt }];
    report(messages.invalidYaml(valueAt, plain.fault));
    return [];
  });
}

/** What an error of YAML's reader says, without the place, which is shown apart. */
export function firstLine(message: string): string {
  return message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
}
