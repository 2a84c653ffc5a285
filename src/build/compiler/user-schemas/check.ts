import { FORMAT_NAMES } from '../../../shared/schema/formats.ts';
import { facetTypes, isIdle, isLostOnFiles, KEYWORD_NAMES, keywordRow } from '../../../shared/schema/keywords.ts';
import { TAKES, patternFault } from '../../../shared/schema/takes.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { JSON_TYPES, isKeywords, isSchema } from '../../../shared/schema/json-types.ts';
import { MARKS, isCondition } from '../../../shared/schema/marks.ts';
import type { SchemaPath } from '../../../shared/schema/walk.ts';
import { eachSchema, eachSubschema, pointerOf } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { nearest } from '../diagnostics/report.ts';
import type { Location } from '../diagnostics/source.ts';
import { checkBounds } from './bounds.ts';
import { contradictionIn } from './contradictions.ts';
import { checkNamePattern, checkPattern } from './patterns.ts';

/** Locates the value at a JSON Pointer, or its key. */
export type Places = (pointer: string, part?: 'key') => Location;

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
  const tested = new Set<AnySchema>();
  const reportFault = ({ path, reason, misspelt }: Fault): void => {
    isValid = false;
    const pointer = pointerOf(path);
    report(messages.invalidSchema(places(pointer), pointer, reason, misspelt));
  };
  if (!isSchema(schema)) reportFault({ path: undefined, reason: 'must be an object or a boolean' });
  else
    eachSchema(schema, (part, parent) => {
      eachSubschema(part, (inner, _, keyword) => {
        if (tested.has(part) || isCondition(keyword)) tested.add(inner);
      });
      for (const keyword in part) {
        const value = part[keyword];
        const path: SchemaPath = { key: keyword, parent };
        if (value === true && tested.has(part) && Object.values(MARKS).includes(keyword))
          report(messages.undroppableTest(places(pointerOf(path), 'key'), keyword));
        for (const fault of faultsOf(keyword, value, path)) reportFault(fault);
        if (keyword === 'pattern') checkPattern(part, () => places(pointerOf(path)), report);
        if (keyword === 'patternProperties' && isKeywords(value))
          for (const key of Object.keys(value))
            checkNamePattern(key, part, () => places(pointerOf({ key, parent: path }), 'key'), report);
        if (keyword === 'format') checkFormat(value, () => places(pointerOf(path)), report);
        if (typeof value === 'number') checkBounds(part, () => places(pointerOf(path)), report, [keyword]);
        if (isLostOnFiles(part, keyword))
          report(messages.facetType(places(pointerOf(path), 'key'), keyword, ['string'], ['file']));
        if (keywordRow(keyword) !== undefined || keyword.startsWith('x-')) continue;
        const advice = Object.hasOwn(REPLACED, keyword) ? REPLACED[keyword]! : '';
        report(messages.unknownKeyword(places(pointerOf(path), 'key'), keyword, advice, KEYWORD_NAMES));
      }
    });
  if (isValid) {
    reportContradictions(schema as AnySchema, places, report);
    reportIdle(schema as AnySchema, places, report);
  }
  return isValid;
}

/** Reports keywords of a valid schema that no value fits together. */
function reportContradictions(schema: AnySchema, places: Places, report: Report): void {
  eachSchema(schema, (part, parent) => {
    const contradiction = contradictionIn(part);
    if (contradiction === undefined) return;
    const at = pointerOf({ key: contradiction.keyword, parent });
    report(messages.noValue(places(at), contradiction.reason));
  });
}

/** Warns of keywords that no value of the type has. A format that is not known can be one of any type. */
function reportIdle(schema: AnySchema, places: Places, report: Report): void {
  eachSchema(schema, (part, parent) => {
    const types = [part['type'] ?? []].flat() as string[];
    const isCustom = (keyword: string): boolean =>
      keyword === 'format' && !FORMAT_NAMES.includes(part['format'] as string);
    for (const keyword of Object.keys(part).filter((name) => isIdle(part, name) && !isCustom(name)))
      report(
        messages.idleKeyword(
          places(pointerOf({ key: keyword, parent }), 'key'),
          keyword,
          facetTypes(keyword) as readonly string[],
          types,
        ),
      );
  });
}

interface Fault {
  readonly path: SchemaPath | undefined;
  readonly reason: string;
  /** A misspelt type, and the one that is probably meant. */
  readonly misspelt?: readonly [word: string, meant: string];
}

function faultsOf(keyword: string, value: unknown, path: SchemaPath): Fault[] {
  const { takes, subschemas } = keywordRow(keyword) ?? {};
  if (takes === undefined) return [];
  if (!TAKES[takes](value)) {
    const misspelt = takes === 'a type or an array of types' ? findMisspelt(value) : undefined;
    const reason = `must be ${describeTaken(takes, value)}${misspelt === undefined ? '' : `. Did you mean "${misspelt[1]}"?`}`;
    return [{ path: faultyPath(path, value), reason, ...(misspelt !== undefined && { misspelt }) }];
  }
  if (subschemas === undefined || subschemas === 'one') return [];
  const wrong = Object.entries(value as object).filter(([, part]) => !isSchema(part));
  return wrong.map(([key]) => ({ path: { key, parent: path }, reason: 'must be a schema: an object or a boolean' }));
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

const TYPES = [...JSON_TYPES, 'integer'].sort();

function findMisspelt(value: unknown): Fault['misspelt'] {
  const wrong: unknown = [value].flat().find((type) => typeof type === 'string' && !TYPES.includes(type));
  const meant = typeof wrong === 'string' ? nearest(wrong, TYPES) : undefined;
  return meant === undefined ? undefined : [wrong as string, meant];
}

/** Describes the value that a keyword takes, with the reason. */
function describeTaken(takes: keyof typeof TAKES, value: unknown): string {
  if (takes === 'a regular expression' || takes === 'an object of schemas by pattern') {
    const patterns = isKeywords(value) ? Object.keys(value) : [value];
    const reasons = patterns.flatMap((pattern) => (typeof pattern === 'string' ? (patternFault(pattern) ?? []) : []));
    return reasons.length === 0 ? takes : `a regular expression of JavaScript: ${reasons[0]}`;
  }
  const isType = takes === 'a type or an array of types';
  return isType ? `one of the types ${TYPES.map((type) => `"${type}"`).join(', ')}, or an array of them` : takes;
}

/** Warns of an unknown format that is similar to a known one. Others can be custom formats: JSON Schema 2020-12, Validation, 7.2.3. */
export function checkFormat(format: unknown, at: () => Location, report: Report): void {
  if (typeof format !== 'string' || FORMAT_NAMES.includes(format)) return;
  const meant = nearest(format, FORMAT_NAMES);
  if (meant !== undefined) report(messages.unknownFormat(at(), format, meant));
}
