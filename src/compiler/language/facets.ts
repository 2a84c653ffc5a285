import type { Schema } from '../../contract/operation.ts';
import { checkBounds } from '../user-schemas/bounds.ts';
import type { Passage } from '../comment/comment.ts';
import { locate, trimPassage } from '../comment/comment.ts';
import type { Reference, Sample } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { CHECKS, FACET_NAMES, KEYWORDS } from '../../schema/facet-keywords.ts';
import { regexFault, reportMissingComma, reportPattern } from './facet-faults.ts';
import * as messages from '../diagnostics/messages.ts';
import { mapReferences, targetOf } from '../../schema/references.ts';
import { checkFormat, reportSchema } from '../user-schemas/check.ts';
import type { YamlEntry } from '../comment/yaml.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { readYaml, readYamlEntries } from '../comment/yaml.ts';

/** What facets say that is to be looked at once all definitions are known. */
interface Found {
  readonly samples: Declared<Sample>[];
  readonly references: Reference[];
}

/**
 * Reads the facets between parentheses, `minimum: 1, maximum: 100`, and adds them to a type's schema.
 *
 * @param into Takes each default, example and member of an `enum`, which the schema must allow, and the schemas that a schema among the
 * facets names.
 */
export function withFacets(schema: Schema, facets: Passage, into: Found, report: Report): Schema {
  const entries = readEntries(facets, report);
  const added = entries.flatMap(({ key, keyAt, value, valueAt }) => {
    // YAML takes "minimum:1" for a key without a value.
    if (value === null && key.includes(':')) report(messages.facetSpace(keyAt, key));
    else if (acceptsFacet(key, keyAt, value, valueAt, schema, report)) return [{ key, value, valueAt }];
    return [];
  });
  const keywords = added.map(({ key, value, valueAt }) => toKeyword(key, value, valueAt, into, report));
  const result: Schema = { ...schema, ...Object.fromEntries(keywords) };
  for (const { key, value, valueAt } of added)
    into.samples.push(...samplesOf(key, value, schema, result).map((sample) => ({ value: sample, at: valueAt })));
  checkBounds(result, () => locate(facets), report);
  return result;
}

/** The facets of a list; where it is no YAML the likeliest reason is told, and no other. */
function readEntries(facets: Passage, report: Report): YamlEntry[] {
  if (reportPattern(facets, report)) return [];
  return readYamlEntries(facets, (diagnostic) => {
    if (diagnostic.code !== 'invalid-yaml' || !reportMissingComma(facets, report)) report(diagnostic);
  });
}

/**
 * Reads one keyword of JSON Schema with its value, as a tag of a doc comment has it: `@minLength 1`.
 *
 * @param schema Of the type that the keyword is said of.
 * @returns What to add to the schema; undefined where the keyword is wrong, and then that has been reported.
 */
export function readFacet(
  keyword: { readonly name: string; readonly at: Location },
  content: Passage,
  schema: Schema,
  into: Pick<Found, 'references'>,
  report: Report,
): { [keyword: string]: unknown } | undefined {
  const text = trimPassage(content);
  const takes = KEYWORDS[keyword.name]?.[1];
  const raw = takes === 'a text' || takes === 'a pattern';
  const read =
    text.text === '' && takes === 'true or false'
      ? { value: true }
      : raw
        ? { value: text.text }
        : readYaml(text, report);
  if (read === undefined) return undefined;
  const valueAt = text.text === '' ? keyword.at : locate(text);
  if (!acceptsFacet(keyword.name, keyword.at, read.value, valueAt, schema, report)) return undefined;
  return Object.fromEntries([toKeyword(keyword.name, read.value, valueAt, into, report)]);
}

/**
 * The values that a keyword gives, each with the schema that must allow it.
 *
 * @param before What the keyword is said of.
 * @param after The same with all that is said beside it.
 * @example samplesOf('enum', ['a'], { type: 'string' }, { type: 'string', enum: ['a'], maxLength: 1 })
 * // [{ what: 'value', schema: { type: 'string', maxLength: 1 }, value: 'a' }]
 */
export function samplesOf(keyword: string, value: unknown, before: Schema, after: Schema): Sample[] {
  switch (keyword) {
    case 'default':
      return [{ what: 'default', schema: after, value }];
    case 'example':
      return [{ what: 'example', schema: after, value }];
    case 'examples':
      return (value as unknown[]).map((item) => ({ what: 'example', schema: after, value: item }));
    case 'enum': {
      const schema = restore(after, before, ['enum', 'const']);
      return (value as unknown[]).map((item) => ({ what: 'value', schema, value: item }));
    }
    case 'const':
      return [{ what: 'value', schema: restore(after, before, ['const']), value }];
    default:
      return [];
  }
}

/** A schema with some of its keywords as they were. */
function restore(after: Schema, before: Schema, keywords: readonly string[]): Schema {
  const isOne = ([keyword]: [string, unknown]): boolean => keywords.includes(keyword);
  return Object.fromEntries([
    ...Object.entries(after).filter((entry) => !isOne(entry)),
    ...Object.entries(before).filter(isOne),
  ]);
}

function acceptsFacet(
  name: string,
  at: Location,
  value: unknown,
  valueAt: Location,
  schema: Schema,
  report: Report,
): boolean {
  const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
  if (keyword === undefined) {
    report(messages.unknownFacet(at, name, FACET_NAMES));
    return false;
  }
  const [types, takes] = keyword;
  const actual = typesOf(schema);
  if (types !== 'any' && actual !== undefined && !actual.some((type) => types.includes(type))) {
    report(messages.facetType(at, name, types, actual));
    return false;
  }
  if (name === 'format') checkFormat(value, () => valueAt, report);
  if (takes === 'a schema' && typeof value === 'object' && value !== null)
    return reportSchema(value, () => valueAt, report);
  if (takes === 'a pattern' && typeof value === 'string') {
    const fault = regexFault(value);
    if (fault !== undefined) report(messages.invalidPattern(valueAt, value, fault));
    return fault === undefined;
  }
  if (CHECKS[takes](value)) return true;
  report(messages.facetValue(valueAt, name, takes, value));
  return false;
}

/** The types of a schema's values, or undefined where any may be. */
export function typesOf(schema: Schema): string[] | undefined {
  const { type, enum: values, anyOf } = schema as { type?: string | string[]; enum?: unknown[]; anyOf?: Schema[] };
  if (type !== undefined) return [type].flat();
  if (values !== undefined) return [...new Set(values.map(typeOfValue))];
  if ('const' in schema) return [typeOfValue(schema['const'])];
  const parts = anyOf?.map(typesOf);
  return parts?.every((part) => part !== undefined) === true ? parts.flat() : undefined;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** JSON Schema has `examples` where OpenAPI had `example`; and a schema may name others. */
function toKeyword(
  name: string,
  value: unknown,
  at: Location,
  { references }: Pick<Found, 'references'>,
  report: Report,
): [string, unknown] {
  if (name === 'example') return ['examples', [value]];
  if (KEYWORDS[name]?.[1] !== 'a schema') return [name, value];
  const schema = mapReferences(value, (ref, _, keyword) => {
    const target = targetOf(ref);
    if (target === undefined) report(messages.invalidReference(at, ref, keyword));
    else references.push({ name: target, at });
    return target === undefined ? ref : `#/components/schemas/${target}`;
  });
  return [name, schema];
}
