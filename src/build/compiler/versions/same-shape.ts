import { shortJson } from '../../../shared/validation/explain/words.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { isAnnotation, keywordRow } from '../../../shared/schema/keywords.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Schema } from '../../../shared/contract/operation.ts';

/** The annotations that change values or where they go. All others are for readers. */
const EFFECTIVE = ['default', 'readOnly', 'writeOnly', 'contentEncoding'];

/** Whether two schemas are the same except for their texts. References are the same if they have the same name. */
export function isSameShape(one: AnySchema, other: AnySchema): boolean {
  return one === other || isEqual(withoutTexts(one), withoutTexts(other));
}

/** A schema without the keywords that are for readers. */
function withoutTexts(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isForReaders(keyword)));
  return mapSubschemas(own, withoutTexts);
}

function isForReaders(keyword: string): boolean {
  const isOurs = keyword.startsWith('x-') && keywordRow(keyword) !== undefined;
  return isAnnotation(keyword) && !isOurs && !EFFECTIVE.includes(keyword);
}

/** The most differences that a message lists. */
const MAX_SHOWN = 3;

/**
 * The differences between two schemas in words.
 *
 * @param versions The names of the versions that have them.
 * @example differenceOf(v1, v2, ['v1', 'v2']) // 'only "v1" has "name", and only "v2" has "title"'
 */
export function differenceOf(one: AnySchema, other: AnySchema, versions: readonly [string, string]): string {
  const found = differencesIn(one, other, '', versions);
  const shown = found.slice(0, MAX_SHOWN).join(', ');
  return found.length > MAX_SHOWN ? `${shown}, and ${found.length - MAX_SHOWN} more` : shown;
}

type Versions = readonly [string, string];

function differencesIn(one: AnySchema, other: AnySchema, path: string, versions: Versions): string[] {
  if (isSameShape(one, other)) return [];
  if (typeof one === 'boolean' || typeof other === 'boolean') return [changed(path, 'schema', one, other, versions)];
  const keywords = new Set([...Object.keys(one), ...Object.keys(other)].filter((keyword) => !isForReaders(keyword)));
  return [...keywords].flatMap((keyword): string[] => {
    const [before, after] = [one[keyword], other[keyword]];
    if (isEqual(before, after)) return [];
    if (keyword === 'properties') return propertiesIn(asMap(before), asMap(after), path, versions);
    if (keyword === 'required') return requiredIn(one, other, path, versions);
    if (isKeywords(before) && isKeywords(after) && keywordRow(keyword)?.subschemas === 'one')
      return differencesIn(before, after, keyword === 'items' ? `${path}[]` : path, versions);
    return [changed(path, keyword, before, after, versions)];
  });
}

function asMap(value: unknown): Schema {
  return isKeywords(value) ? value : {};
}

function propertiesIn(one: Schema, other: Schema, path: string, versions: Versions): string[] {
  const place = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const [before, after] = versions;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
    if (!Object.hasOwn(other, name)) return [`only "${before}" has "${place(name)}"`];
    if (!Object.hasOwn(one, name)) return [`only "${after}" has "${place(name)}"`];
    return differencesIn(one[name] as AnySchema, other[name] as AnySchema, place(name), versions);
  });
}

function requiredIn(one: Schema, other: Schema, path: string, [before, after]: Versions): string[] {
  const isShared = (name: string): boolean =>
    [one, other].every(({ properties }) => Object.hasOwn(asMap(properties), name));
  const place = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const only = (version: string, own: readonly string[], others: readonly string[]): string[] =>
    own
      .filter((name) => !others.includes(name) && isShared(name))
      .map((name) => `"${place(name)}" is required in "${version}" only`);
  return [...only(before, requiredOf(one), requiredOf(other)), ...only(after, requiredOf(other), requiredOf(one))];
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

function changed(path: string, keyword: string, one: unknown, other: unknown, [before, after]: Versions): string {
  const subject = path === '' ? `"${keyword}"` : `"${keyword}" of "${path}"`;
  return `${subject} is ${shownValue(one)} in "${before}" and ${shownValue(other)} in "${after}"`;
}

function shownValue(value: unknown): string {
  return value === undefined ? 'absent' : shortJson(value);
}
