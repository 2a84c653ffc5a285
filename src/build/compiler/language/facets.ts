import { PARAMETER_STYLES } from '../../../shared/contract/operation.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { checkBounds } from '../user-schemas/bounds.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, trimLines, trimPassage } from '../comment/comment.ts';
import type { Reference, Sample } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import {
  FACET_NAMES,
  facetKeyword,
  facetTypes,
  isFacet,
  isFacetValue,
  isLostOnFiles,
  keywordRow,
} from '../../../shared/schema/keywords.ts';
import { isAnyType, typesOf } from '../../../shared/schema/json-types.ts';
import { pick } from '../../../shared/schema/object.ts';
import { regexFault, reportMissingComma, reportPattern } from './facet-faults.ts';
import * as messages from '../diagnostics/messages.ts';
import { mapReferences, referenceTo, targetOf } from '../../../shared/schema/references.ts';
import { checkFormat, reportSchema } from '../user-schemas/check.ts';
import { checkPattern } from '../user-schemas/patterns.ts';
import type { YamlEntry } from '../comment/yaml.ts';
import type { Declared } from '../diagnostics/source.ts';
import { readYaml, readYamlEntries } from '../comment/yaml.ts';

/** The types that each facet of a directive applies to. */
export type OwnFacets = { readonly [facet: string]: readonly string[] | 'any' };

/** The parts of facets that are checked once all definitions are known. */
interface Found {
  readonly samples: Declared<Sample>[];
  readonly references: Reference[];
}

/**
 * Reads the facets between parentheses, `minimum: 1, maximum: 100`, and adds them to a type's schema.
 *
 * @param into Takes each default, example and member of an `enum`, which the schema must allow, and the schemas that a schema among the
 * facets names.
 * @param own Facets that are not keywords of JSON Schema, with the types that they apply to. `style` takes a style, the others `true` or `false`.
 */
export function withFacets(schema: Schema, facets: Passage, into: Found, report: Report, own: OwnFacets = {}): Schema {
  const entries = readEntries(facets, report);
  const isFile = entries.some(({ key, value }) => key === 'format' && value === 'binary');
  const format = isFile ? { format: 'binary' } : {};
  const added = entries.filter((entry) => {
    // YAML takes "minimum:1" for a key without a value.
    const hasSpace = entry.value !== null || !entry.key.includes(':');
    if (!hasSpace) report(messages.facetSpace(entry.keyAt, entry.key));
    return hasSpace && acceptsFacet(entry, { ...schema, ...format }, report, own);
  });
  const keywords = added.map((entry) => toKeyword(entry, into.references, report));
  const result: Schema = { ...schema, ...Object.fromEntries(keywords) };
  for (const { key, value, valueAt } of added)
    into.samples.push(...samplesOf(key, value, schema, result).map((sample) => ({ value: sample, at: valueAt })));
  checkBounds(result, () => locate(facets), report);
  const pattern = added.find(({ key }) => key === 'pattern');
  if (pattern !== undefined) checkPattern(result, () => pattern.valueAt, report);
  return result;
}

/** Reads a list of facets; if it is not valid YAML, only the likeliest reason is reported. */
function readEntries(facets: Passage, report: Report): YamlEntry[] {
  if (reportPattern(facets, report)) return [];
  return readYamlEntries(facets, (diagnostic) => {
    if (diagnostic.code !== 'invalid-yaml' || !reportMissingComma(facets, report)) report(diagnostic);
  });
}

/**
 * Reads one keyword of JSON Schema with its value, as a tag of a doc comment has it: `@minLength 1`.
 *
 * @param schema The schema of the type that has the keyword.
 * @returns The keyword to add to the schema; undefined if it is invalid, which has then been reported.
 */
export function readFacet(
  { name: key, at: keyAt, content }: Directive,
  schema: Schema,
  into: Pick<Found, 'references'>,
  report: Report,
): { [keyword: string]: unknown } | undefined {
  const text = trimPassage(content);
  const takes = keywordRow(facetKeyword(key))?.takes;
  const raw = takes === 'a string' || takes === 'a regular expression';
  const read =
    text.text === '' && takes === 'true or false'
      ? { value: true }
      : raw
        ? { value: text.text }
        : readYaml(trimLines(content), report);
  if (read === undefined) return undefined;
  const entry: YamlEntry = { key, keyAt, value: read.value, valueAt: text.text === '' ? keyAt : locate(text) };
  if (!acceptsFacet(entry, schema, report)) return undefined;
  return Object.fromEntries([toKeyword(entry, into.references, report)]);
}

/**
 * The values that a keyword gives, each with the schema that must allow it.
 *
 * @param before The schema without the keyword.
 * @param after The schema with the keyword and all others.
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
      const { enum: _, const: __, ...others } = after;
      const schema = { ...others, ...pick(before, ['enum', 'const']) };
      return (value as unknown[]).map((item) => ({ what: 'value', schema, value: item }));
    }
    case 'const': {
      const { const: _, ...others } = after;
      return [{ what: 'value', schema: { ...others, ...pick(before, ['const']) }, value }];
    }
    default:
      return [];
  }
}

const STYLES: readonly unknown[] = ['deepObject', ...PARAMETER_STYLES];
const STYLE_TEXT = `one of ${STYLES.join(', ')}`;

/** Whether values of a schema can have a facet. */
function fitsType(facet: string, schema: Schema): boolean {
  const [types, actual] = [facetTypes(facet), typesOf(schema)];
  return types === 'any' || isAnyType(actual) || [...actual].some((type) => types.includes(type));
}

function acceptsFacet(
  { key: name, keyAt: at, value, valueAt }: YamlEntry,
  schema: Schema,
  report: Report,
  own: OwnFacets = {},
): boolean {
  const isOwn = Object.hasOwn(own, name);
  const row = isFacet(name)
    ? keywordRow(facetKeyword(name))
    : isOwn
      ? { takes: name === 'style' ? STYLE_TEXT : 'true or false' }
      : undefined;
  if (row === undefined) {
    report(messages.unknownFacet(at, name, FACET_NAMES, (facet) => fitsType(facet, schema)));
    return false;
  }
  const [types, actual] = [isOwn ? own[name]! : facetTypes(name), typesOf(schema)];
  if (types !== 'any' && !isAnyType(actual) && ![...actual].some((type) => types.includes(type))) {
    report(messages.facetType(at, name, types, [...actual]));
    return false;
  }
  if (isLostOnFiles(schema, facetKeyword(name))) {
    report(messages.facetType(at, name, types as readonly string[], ['file']));
    return false;
  }
  if (name === 'format') checkFormat(value, () => valueAt, report);
  if (row.takes === 'a schema' && typeof value === 'object' && value !== null)
    return reportSchema(value, () => valueAt, report);
  if (name === 'pattern' && typeof value === 'string') {
    const fault = regexFault(value);
    if (fault !== undefined) report(messages.invalidPattern(valueAt, value, fault));
    return fault === undefined;
  }
  const isOwnValue = name === 'style' ? STYLES.includes(value) : typeof value === 'boolean';
  if (isOwn ? isOwnValue : isFacetValue(name, value)) return true;
  report(messages.facetValue(valueAt, name, row.takes, value));
  return false;
}

/** JSON Schema has `examples` where OpenAPI had `example`; and a schema or a discriminator may name others. */
function toKeyword(
  { key: name, value, valueAt: at }: YamlEntry,
  references: Reference[],
  report: Report,
): [string, unknown] {
  if (name === 'example') return ['examples', [value]];
  const takes = keywordRow(facetKeyword(name))?.takes;
  const refers = takes === 'a schema' || takes === 'an object with propertyName';
  if (!refers || typeof value !== 'object') return [facetKeyword(name), value];
  const holder = takes === 'a schema' ? (value as Schema) : { [name]: value };
  const schema = mapReferences(holder, (ref, _, keyword) => {
    const target = keyword === '$ref' ? targetOf(ref) : undefined;
    if (target === undefined) report(messages.invalidReference(at, ref, keyword));
    else references.push({ ...target, at, arity: 0 });
    return target === undefined ? ref : (referenceTo(target.name, target.pointer)['$ref'] as string);
  });
  return [name, takes === 'a schema' ? schema : schema[name]];
}
