import type { Document, Scalar } from 'yaml';
import { isMap, isScalar } from 'yaml';
import { keysOf } from '../../../shared/contract/json-pointer.ts';
import { FORMER_NAMES } from '../../../shared/schema/dialects.ts';
import type { Data } from '../comment/json.ts';
import { jsonData, MAX_DEPTH, parseJson } from '../comment/json.ts';
import { parseYaml, readDocument } from '../comment/yaml.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import { locationIn } from '../diagnostics/source.ts';
import type { Places } from '../user-schemas/check.ts';

/** A value of a file, and where each of its parts is. */
interface Located {
  readonly value: unknown;
  readonly places: Places;
}

/**
 * Reads a file of JSON or YAML for a schema: its value and its keys.
 *
 * @returns undefined if it is invalid or nested too deep, which has then been reported.
 */
export function readData(
  source: SourceText,
  extension: string,
  report: Report,
): { readonly data: Data; readonly places: Places } | undefined {
  const json = extension === 'json' ? parseJson(source.text) : undefined;
  const located = json === undefined ? readLocated(source, extension, report) : undefined;
  const data = json ?? (located && jsonData(located.value));
  if (data === undefined) return undefined;
  // JSON is parsed again at the first report, with locations.
  if (data !== 'tooDeep') return { data, places: located?.places ?? placesIn(source) };
  const reason = `it is nested more than ${MAX_DEPTH} levels deep`;
  return void report(messages.invalidSchema({ source, span: { start: 0, end: 0 } }, '', reason));
}

/** One syntax error causes others, so the first ones are enough. */
const MAX_SYNTAX_ERRORS = 10;

/** Reads YAML, or JSON as a subset of it, with locations; reports its errors and returns undefined if it is invalid. */
export function readLocated(source: SourceText, extension: string, report: Report): Located | undefined {
  const read = readDocument(source.text);
  if ('value' in read) return { value: read.value, places: placesIn(source, read.document) };
  const invalid = extension === 'json' ? messages.invalidJson : messages.invalidYaml;
  for (const { range, reason } of read.faults.slice(0, MAX_SYNTAX_ERRORS))
    report(invalid(locationIn(source, ...range), reason));
  return undefined;
}

/**
 * Locates the values of a file of JSON or YAML. Keywords of a translated schema are found by their former names.
 *
 * @param parsed Its document; without one the file is parsed for the first location.
 */
export function placesIn(source: SourceText, parsed?: Document.Parsed): Places {
  let document = parsed;
  return (pointer, part) => {
    document ??= parseYaml(source.text);
    const range = rangeAt(document, pointer, part);
    return range ? locationIn(source, range[0], range[1]) : { source, span: { start: 0, end: 0 } };
  };
}

type Range = readonly [start: number, end: number, ...rest: number[]];

function rangeAt(document: Document.Parsed, pointer: string, part?: 'key'): Range | null | undefined {
  const path = formerPath(document, keysOf(pointer));
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: Range | null } | undefined;
    const key =
      depth === path.length && part === 'key' ? keyIn(document.getIn(path.slice(0, -1), true), path) : undefined;
    const range = key?.range ?? (depth === 0 ? document.contents?.range : node?.range);
    if (range != null) return range;
  }
  return undefined;
}

/** Converts keys to those of the document, which can be in an older dialect. */
function formerPath(document: Document.Parsed, keys: readonly string[]): string[] {
  const path: string[] = [];
  for (const key of keys) {
    path.push(formerNames(key).find((name) => document.hasIn([...path, name])) ?? key);
  }
  return path;
}

/** The names of a key in all dialects: its own one first. */
export function formerNames(key: string): string[] {
  return [key, ...(Object.hasOwn(FORMER_NAMES, key) ? FORMER_NAMES[key]! : [])];
}

function keyIn(node: unknown, path: readonly string[]): Scalar | undefined {
  const keys = isMap(node) ? node.items.map(({ key }) => key).filter(isScalar) : [];
  return keys.find(({ value }) => String(value) === path.at(-1));
}
