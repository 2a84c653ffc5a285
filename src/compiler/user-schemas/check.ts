import type { Schema } from '../../contract/operation.ts';
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

/** Finds the value that a JSON Pointer leads to, or its key. */
export type Places = (pointer: string, what?: 'key') => Location;

/** How to write today what other versions of JSON Schema, and of OpenAPI, wrote. */
const REPLACED: Readonly<Record<string, string>> = {
  nullable: 'Write "null" among the types: "type": ["string", "null"].',
  dependencies: 'Write "dependentRequired" or "dependentSchemas".',
  additionalItems: 'Write "prefixItems" for the first items and "items" for the others.',
  $recursiveRef: 'Write "$ref".',
  $recursiveAnchor: 'Write "$ref" to the schema itself.',
  id: 'Write "$id".',
};

/**
 * Reports the faults of a JSON Schema that a user wrote, and the unknown words in it.
 *
 * @returns Whether it is a valid schema: every keyword of the table has a value that it takes.
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
      for (const keyword of Object.keys(part)) {
        const value = part[keyword];
        checkKeyword(keyword, value, { key: keyword, parent }, places, report, fault);
        if (typeof value === 'number')
          checkBounds(part, (_, high) => places(pointerOf({ key: high, parent })), report, [keyword]);
      }
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

/** Of a list of types or an object by patterns, the member that is wrong. */
function faultyPath(path: SchemaPath, value: unknown): SchemaPath {
  const pattern =
    path.key === 'patternProperties' && isKeywords(value) ? Object.keys(value).find(patternFault) : undefined;
  if (pattern !== undefined) return { key: pattern, parent: path };
  if (path.key !== 'type' || !Array.isArray(value)) return path;
  const wrong = value.findIndex((type) => !TAKES['a type or an array of types'](type));
  return wrong === -1 ? path : { key: wrong, parent: path };
}

/** The words for what a keyword takes, with what is close to the value or wrong with it. */
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

/** Warns about a format that is close to a known one; any other is an agreement between those who use it (2020-12, Validation, 7.2.3). */
export function checkFormat(format: unknown, at: () => Location, report: Report): void {
  if (typeof format !== 'string' || FORMAT_NAMES.includes(format)) return;
  const hint = didYouMean(format, FORMAT_NAMES);
  if (hint !== '') report(messages.unknownFormat(at(), format, hint));
}

/** The keywords whose values their own schema must allow; a value of an enum that it refuses is harmless. */
const SAMPLES: ReadonlySet<string> = new Set(['default', 'const', 'example', 'examples']);

/** Shows the defaults, constants and examples in a schema, each with the schema that must allow it. */
export function eachSampleKeyword(
  schema: AnySchema,
  show: (keyword: string, value: unknown, schema: Schema, path: SchemaPath) => void,
): void {
  eachSchema(schema, (part, parent) => {
    for (const keyword of Object.keys(part))
      if (SAMPLES.has(keyword)) show(keyword, part[keyword], part, { key: keyword, parent });
  });
}
