import { CompletionItemKind } from 'vscode-languageserver';
import { readParameterPhrase } from '../../../build/compiler/comment/line.ts';
import { facetMeaning } from '../../../build/compiler/language/facet-meanings.ts';
import { parseType } from '../../../build/compiler/language/type.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { formatNames } from '../../../shared/schema/formats.ts';
import { isAnyType, listedValues, typesOf } from '../../../shared/schema/json-types.ts';
import { FACET_NAMES, facetKeyword, facetTypes, keywordRow } from '../../../shared/schema/keywords.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { words } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** Values that a facet takes, as the placeholder of its snippet. */
const SAMPLES: Readonly<Record<string, string>> = {
  'true or false': 'true',
  'a number': '1',
  'a positive number': '1',
  'a non-negative integer': '1',
  'a regular expression': "'^[a-z]+$'",
  'an array': '[a, b]',
  'a schema': 'false',
};

/** A facet that is being written: its key, or its value. */
export interface FacetPlace {
  readonly prefix: string;
  /** The key, if the cursor is at its value. */
  readonly key: string | undefined;
  readonly others: readonly string[];
}

/** Finds the part of facets at the end of a text, which begins after the parenthesis; undefined in quotes and in brackets. */
export function facetPlaceIn(text: string): FacetPlace | undefined {
  const entries = [''];
  let depth = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^]/g) ?? []) {
    if (token === '"' || (token === "'" && !/\w$/.test(entries.at(-1)!))) return undefined;
    if (/^[[{(]$/.test(token)) depth++;
    else if (/^[\]})]$/.test(token)) depth--;
    if (token === ',' && depth === 0) entries.push('');
    else entries.push(entries.pop()! + token);
  }
  const entry = entries.pop()!;
  const others = entries.map((other) => other.split(':')[0]!.trim());
  const [, key, value] = /^\s*([\w$-]+):\s+([^]*)$/.exec(entry) ?? [];
  if (key === undefined) {
    const prefix = entry.trimStart();
    return /^[\w$-]*$/.test(prefix) ? { prefix, key: undefined, others } : undefined;
  }
  return depth === 0 && /^[\w.+/-]*$/.test(value!) ? { prefix: value!, key, others } : undefined;
}

/** The facets of the line's type that it does not have yet, or the values of one. */
export function suggestFacets(place: CommentPlace, { key, others }: FacetPlace): readonly Candidate[] {
  const schema = schemaOf(place);
  if (key !== undefined) return suggestValues(key, schema);
  const counts = usesAt(place);
  const types = typesOf(schema);
  const fits = (name: string): boolean => {
    const on = facetTypes(name);
    return on === 'any' || isAnyType(types) || [...types].some((type) => on.includes(type));
  };
  const names = FACET_NAMES.filter((name) => !others.includes(name) && fits(name));
  const own = place.directive?.name === 'param' && types.has('array') && !others.includes('explode') ? ['explode'] : [];
  return [...names, ...own].map((name) => ({
    label: name,
    kind: CompletionItemKind.Property,
    snippet: `${name}: \${1:${name === 'explode' ? 'false' : sampleOf(name, schema)}}`,
    detail: keywordRow(facetKeyword(name))?.takes,
    documentation: facetMeaning(name),
    weight: counts.of('facet', name) - (name.startsWith('x-') ? 1 : 0),
    isSafe: true,
  }));
}

function suggestValues(key: string, schema: Schema): readonly Candidate[] {
  if (keywordRow(facetKeyword(key))?.takes === 'true or false' || key === 'explode')
    return words(['true', 'false'], CompletionItemKind.Value);
  const types = typesOf(schema);
  if (key === 'format')
    return words(
      formatNames(types.has('string') ? 'string' : 'number').filter((name) => name !== schema['format']),
      CompletionItemKind.EnumMember,
    );
  if (key !== 'default' && key !== 'example' && key !== 'const') return [];
  const listed = listedValues(schema) ?? (types.size === 1 && types.has('boolean') ? [true, false] : []);
  return words(listed.map(String), CompletionItemKind.EnumMember);
}

/** A valid value, for the placeholder. */
function sampleOf(name: string, schema: Schema): string {
  const takes = keywordRow(facetKeyword(name))!.takes;
  const values = listedValues(schema);
  const types = typesOf(schema);
  const scalar = values?.[0] ?? (types.has('string') ? 'text' : types.has('boolean') ? 'true' : '1');
  if (takes === 'any value') return String(scalar);
  if (name === 'enum' || name === 'examples') return `[${String(scalar)}]`;
  if (name === 'format') return types.has('string') ? 'email' : 'int32';
  return SAMPLES[takes] ?? 'text';
}

/** The schema of the line's type. */
function schemaOf({ directive }: CommentPlace): Schema {
  const { type } = readParameterPhrase(directive!.content);
  return (type && parseType(type, () => {}).schema) ?? {};
}
