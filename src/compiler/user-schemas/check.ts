import { FORMAT_NAMES } from '../../schema/formats.ts';
import { KEYWORD_NAMES, keywordRow } from '../../schema/keywords.ts';
import { TAKES, patternFault } from '../../schema/takes.ts';
import type { AnySchema } from '../../schema/types.ts';
import { JSON_TYPES, isKeywords, isSchema } from '../../schema/types.ts';
import type { SchemaPath } from '../../schema/walk.ts';
import { eachSchema, pointerOf } from '../../schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { didYouMean } from '../diagnostics/report.ts';
import type { Location } from '../diagnostics/source.ts';
import { checkBounds } from './bounds.ts';

/** Locates the value at a JSON Pointer, or its key. */
export type Places = (pointer: string, what?: 'key') => Location;

/** Advice for keywords of other versions of JSON Schema and OpenAPI. */
const REPLACED: Readonly<Record<string, string>> = {
  nullable: 'Write "null" among the types: "type": ["string", "null"].',
  dependencies: 'Write "dependentRequired" or "dependentSchemas".',
  additionalItems: 'Write "prefixItems" for the first items and "items" for the others.',
  $recursiveRef: 'Write "$ref".',
  $recursiveAnchor: 'Write "$ref" to the schema itself.',
  id: 'Write "$id".',
};

/**
 * Reports the faults and the unknown keywords of a user's JSON Schema.
 *
 * @returns Whether the schema is valid: each keyword has a value that it takes.
 */
export function reportSchema(schema: unknown, places: Places, report: Report): schema is AnySchema {
  let isValid = true;
  const fault = (path: SchemaPath | undefined, reason: string): void => {
    isValid = false;
    const pointer = pointerOf(path);
    report(messages.invalidSchema(places(pointer), pointer, reason));
  };
  if (!isSchema(schema)) fault(undefined, 'must be an object or a boolean');
  else
    eachSchema(schema, (part, parent) => {
      for (const [keyword, value] of Object.entries(part))
        checkKeyword(keyword, value, { key: keyword, parent }, places, report, fault);
      checkBounds(part, (low, high) => places(pointerOf({ key: high, parent })), report);
    });
  return isValid;
}

function checkKeyword(
  keyword: string,
  value: unknown,
  path: SchemaPath,
  places: Places,
  report: Report,
  fault: (path: SchemaPath, reason: string) => void,
): void {
  const row = keywordRow(keyword);
  if (row === undefined) {
    if (keyword.startsWith('x-')) return;
    const advice = Object.hasOwn(REPLACED, keyword) ? REPLACED[keyword]! : '';
    report(messages.unknownKeyword(places(pointerOf(path), 'key'), keyword, advice, KEYWORD_NAMES));
  } else if (!TAKES[row.takes](value)) fault(faultyPath(path, value), `must be ${describe(row.takes, value)}`);
  else if (row.subschemas !== undefined && row.subschemas !== 'one') {
    for (const [key, part] of Object.entries(value as object))
      if (!isSchema(part)) fault({ key, parent: path }, 'must be a schema: an object or a boolean');
  } else if (keyword === 'format') checkFormat(value, () => places(pointerOf(path)), report);
}

/** Narrows the path of a fault to an invalid pattern or type. */
function faultyPath(path: SchemaPath, value: unknown): SchemaPath {
  const pattern =
    path.key === 'patternProperties' && isKeywords(value) ? Object.keys(value).find(patternFault) : undefined;
  if (pattern !== undefined) return { key: pattern, parent: path };
  if (path.key !== 'type' || !Array.isArray(value)) return path;
  const wrong = value.findIndex((type) => !TAKES['a type or an array of types'](type));
  return wrong === -1 ? path : { key: wrong, parent: path };
}

/** Describes the value that a keyword takes, with the reason or a suggestion. */
function describe(takes: keyof typeof TAKES, value: unknown): string {
  if (takes === 'a regular expression' || takes === 'an object of schemas by pattern') {
    const patterns = isKeywords(value) ? Object.keys(value) : [value];
    const reasons = patterns.flatMap((pattern) => (typeof pattern === 'string' ? (patternFault(pattern) ?? []) : []));
    return reasons.length === 0 ? takes : `a regular expression of JavaScript: ${reasons[0]}`;
  }
  if (takes !== 'a type or an array of types') return takes;
  const types = [...JSON_TYPES, 'integer'].sort();
  const wrong = [value].flat().find((type) => typeof type === 'string' && !types.includes(type));
  const hint = wrong === undefined ? '' : didYouMean(wrong as string, types);
  return `one of the types ${types.map((type) => `"${type}"`).join(', ')}, or an array of them${hint === '' ? '' : `.${hint}`}`;
}

/** Warns of an unknown format that is similar to a known one. Others can be custom formats: JSON Schema 2020-12, Validation, 7.2.3. */
export function checkFormat(format: unknown, at: () => Location, report: Report): void {
  if (typeof format !== 'string' || FORMAT_NAMES.includes(format)) return;
  const hint = didYouMean(format, FORMAT_NAMES);
  if (hint !== '') report(messages.unknownFormat(at(), format, hint));
}
