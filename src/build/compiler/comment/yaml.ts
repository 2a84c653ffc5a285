import type { Document, ErrorCode, Pair, ParsedNode, Range } from 'yaml';
import { isAlias, isMap, isScalar, parseDocument, Scalar, Schema, visit, YAMLMap, YAMLParseError } from 'yaml';
import type { Passage } from './comment.ts';
import { locate } from './comment.ts';
import { parseJson } from './json.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { findDeepBracket, MAX_NESTING } from './nesting.ts';

/** An entry of a mapping, with the locations of its key and its value. */
export interface YamlEntry {
  readonly key: string;
  readonly keyAt: Location;
  readonly value: unknown;
  readonly valueAt: Location;
}

/**
 * Reads a passage as YAML, of which JSON is a part.
 *
 * @returns undefined if it is not valid YAML, which has then been reported.
 */
export function readYaml(passage: Passage, report: Report): { readonly value: unknown } | undefined {
  const text = passage.text.trimStart();
  // A number, a flag or null, as most values are, is the same in JSON; YAML's reader takes a hundred times as long.
  if (/^(?:-?(?:0|[1-9]\d{0,14})|true|false|null)$/.test(text)) return { value: JSON.parse(text) };
  // An example is often JSON.
  const data = /^[[{"]/.test(text) && findDeepBracket(text) === undefined && parseJson(text);
  if (typeof data === 'object') return data;
  const document = parseShallow(passage.text);
  const [error] = document.errors;
  const plain = plainValue(() => document.toJS() as unknown);
  if (error !== undefined) report(messages.invalidYaml(locate(passage, ...error.pos), reasonOf(error)));
  else if ('fault' in plain) report(messages.invalidYaml(locate(passage), plain.fault));
  else return plain;
  return undefined;
}

/** Blocks that nest too deep in one line; the parser makes regular expressions of indentations, and a long one ends the process. */
const DEEP_BLOCK = new RegExp(String.raw`^(?: {1000} *\S| *(?:[-?:][ \t]+){${MAX_NESTING + 1}})`, 'm');

/** Shared, because making one takes as long as reading a short text. */
const SCHEMA = new Schema({ schema: 'core', merge: true });

/** Parses YAML 1.2 with merge keys (`<<`); errors are in the document's list, and it never throws. */
export function parseYaml(text: string): Document.Parsed {
  const deep = DEEP_BLOCK.exec(text);
  if (deep !== null) return failAt(deep.index);
  try {
    // The parser compares each key with all keys before it.
    const document = parseDocument(text, { logLevel: 'error', schema: SCHEMA, prettyErrors: false, uniqueKeys: false });
    if (document.errors.length === 0) for (const error of faultsIn(document)) document.errors.push(error);
    // The parser recurses. If it runs out of stack, it can report this at several levels, one after the other.
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    return exhausted === undefined ? document : failAt(exhausted.pos[0]);
  } catch {
    return failAt(0);
  }
}

/** The limit of anchors and aliases in a text: each alias is searched among all of them. */
const MAX_ALIASES = 5000;

/** Finds the keys that a mapping repeats, and whether there are too many aliases. */
function faultsIn(document: Document.Parsed): YAMLParseError[] {
  const errors: YAMLParseError[] = [];
  let aliases = 0;
  visit(document, {
    Node(_, node) {
      if (isMap<ParsedNode>(node))
        for (const key of repeatedKeys(node)) errors.push(faultAt(key, 'DUPLICATE_KEY', 'Map keys must be unique'));
      if ((!isAlias(node) && node.anchor === undefined) || ++aliases <= MAX_ALIASES) return undefined;
      errors.push(faultAt(node, 'BAD_ALIAS', `a text can have at most ${MAX_ALIASES} anchors and aliases`));
      return visit.BREAK;
    },
  });
  return errors;
}

function faultAt({ range }: { readonly range?: Range | null }, code: ErrorCode, message: string): YAMLParseError {
  const [start] = range ?? [0];
  return new YAMLParseError([start, start + 1], code, message);
}

function repeatedKeys({ items }: YAMLMap<ParsedNode>): Scalar[] {
  const known = new Set<unknown>();
  return items.flatMap(({ key }) => {
    const isRepeated = isScalar(key) && known.has(key.value);
    if (isScalar(key)) known.add(key.value);
    return isRepeated ? [key] : [];
  });
}

/** Parses the YAML of a comment, in which values nest at most {@link MAX_NESTING} levels. */
function parseShallow(text: string): Document.Parsed {
  const deep = findDeepBracket(text);
  return deep === undefined ? parseYaml(text) : failAt(deep);
}

function failAt(offset: number): Document.Parsed {
  const document = parseDocument('', { logLevel: 'error' });
  const message = `values can nest ${MAX_NESTING} levels deep`;
  document.errors.push(new YAMLParseError([offset, offset + 1], 'RESOURCE_EXHAUSTION', message));
  return document;
}

/** Reads a value that JSON can express; YAML also has `.inf`, circular references and unresolved aliases. */
export function plainValue(read: () => unknown): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value = read();
    if (isTooLarge(value)) return { fault: `its aliases add up to more than ${MAX_VALUES} values, which is the limit` };
    // It throws if a value contains itself, and silently writes infinite numbers as null.
    JSON.stringify(value);
    return hasInfinity(value) ? { fault: 'JSON has no such number' } : { value };
  } catch (error) {
    if (error instanceof RangeError) return { fault: `values can nest ${MAX_NESTING} levels deep` };
    return { fault: error instanceof TypeError ? 'it contains itself' : firstLine((error as Error).message) };
  }
}

/** The limit of the values that aliases add up to. */
const MAX_VALUES = 5_000_000;

/** Whether a value is too large once each alias has its own copy. */
function isTooLarge(value: unknown): boolean {
  const sizes = new Map<object, number>();
  let isShared = false;
  const sizeOf = (item: unknown): number => {
    if (typeof item !== 'object' || item === null) return 1;
    const known = sizes.get(item);
    isShared ||= known !== undefined;
    if (known !== undefined) return known;
    // Until it is known, for a value that contains itself.
    sizes.set(item, 1);
    const size = Object.values(item).reduce<number>((sum, one) => sum + sizeOf(one), 1);
    sizes.set(item, size);
    return size;
  };
  return sizeOf(value) > MAX_VALUES && isShared;
}

function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity);
}

/** A mistake in a text of YAML. */
interface YamlFault {
  readonly range: readonly [start: number, end: number];
  readonly reason: string;
}

/** Reads a whole text as YAML: its document and its value, or its faults. */
export function readDocument(
  text: string,
): { readonly document: Document.Parsed; readonly value: unknown } | { readonly faults: readonly YamlFault[] } {
  const document = parseYaml(text);
  const faults = document.errors.map((error): YamlFault => {
    return { range: error.pos, reason: error.code === 'DUPLICATE_KEY' ? 'a key is repeated' : reasonOf(error) };
  });
  if (faults.length > 0) return { faults };
  const plain = plainValue(() => document.toJS() as unknown);
  return 'value' in plain
    ? { document, value: plain.value }
    : { faults: [{ range: rangeOfHugeNumber(document), reason: plain.fault }] };
}

/** The offsets of the first number that JSON cannot express; those of the start if there is none. */
function rangeOfHugeNumber(document: Document.Parsed): [start: number, end: number] {
  let found: [number, number] = [0, 0];
  visit(document, {
    Scalar(_, { value, range }) {
      if (typeof value !== 'number' || Number.isFinite(value) || range == null) return undefined;
      found = [range[0], range[1]];
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * Reads a passage as the inside of a YAML flow mapping: `minimum: 1, maximum: 100`.
 *
 * @returns Its entries; an empty list if it is not valid, which has then been reported.
 */
export function readYamlEntries(passage: Passage, report: Report): YamlEntry[] {
  const document = parseShallow(`{${passage.text}}`);
  const { length } = passage.text;
  const at = (range: readonly number[] | null | undefined): Location => {
    const start = Math.max(0, (range?.[0] ?? 1) - 1);
    return locate(passage, start, Math.max(start + 1, Math.min(length, (range?.[1] ?? length + 1) - 1)));
  };
  const [error] = document.errors;
  // Later errors usually follow from the first.
  if (error !== undefined) report(messages.invalidYaml(at(error.pos), reasonOf(error)));
  if (error !== undefined || !isMap<ParsedNode, ParsedNode | null>(document.contents)) return [];
  const own = document.contents.items.filter(({ key }) => isScalar(key) && !isMergeKey(key));
  const entries = own.flatMap(({ key, value }) => {
    const { value: name, range } = key as Scalar;
    const valueAt = at(value?.range ?? range);
    const plain = plainValue(() => value?.toJS(document) ?? null);
    if ('value' in plain) return [{ key: String(name), keyAt: at(range), value: plain.value, valueAt }];
    report(messages.invalidYaml(valueAt, plain.fault));
    return [];
  });
  const names = new Set(own.map(({ key }) => String((key as Scalar).value)));
  for (const pair of document.contents.items.filter(({ key }) => isScalar(key) && isMergeKey(key))) {
    const valueAt = at(pair.value?.range ?? (pair.key as Scalar).range);
    const merged = plainValue(() => mappingOf(pair, document));
    if ('fault' in merged) report(messages.invalidYaml(valueAt, merged.fault));
    else
      for (const [key, value] of Object.entries(merged.value as object).filter(([name]) => !names.has(name))) {
        names.add(key);
        entries.push({ key, keyAt: valueAt, value, valueAt });
      }
  }
  return entries;
}

/** YAML's merge key, which is text if it is quoted: https://yaml.org/type/merge.html */
function isMergeKey({ value, type }: Scalar): boolean {
  return type === Scalar.PLAIN && (value === '<<' || (typeof value === 'symbol' && value.description === '<<'));
}

/** The mapping that one pair makes by itself. */
function mappingOf(pair: Pair, document: Document): unknown {
  const mapping = new YAMLMap(document.schema);
  mapping.items.push(pair);
  return mapping.toJS(document) as unknown;
}

/** Why a text is not valid YAML. If a quote is missing, the parser's own message has an open quote. */
export function reasonOf({ message }: YAMLParseError): string {
  const [, quote] = /^Missing closing (['"])quote/.exec(message) ?? [];
  return quote === undefined
    ? firstLine(message)
    : `a text has no closing ${quote} (each of its lines must be indented more than its key)`;
}

/** The first line of an error's message. */
function firstLine(message: string): string {
  return message.split('\n')[0]!;
}
