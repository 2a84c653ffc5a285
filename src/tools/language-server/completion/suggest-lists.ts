import { MULTIPART, URLENCODED } from '../../../shared/contract/form-types.ts';
import { successOf } from '../../../shared/contract/statuses.ts';
import { CompletionItemKind } from 'vscode-languageserver';
import { readWords, splitAtCommas } from '../../../build/compiler/comment/line.ts';
import { STREAM_TYPES } from '../../../shared/contract/streams.ts';
import { certainParts, typesOf } from '../../../shared/schema/json-types.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { escapeSnippet, words } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** Media types that APIs often have, in addition to those of streams and those in use. */
const MEDIA_TYPES = [
  'application/json',
  'application/merge-patch+json',
  'application/octet-stream',
  'application/pdf',
  URLENCODED,
  'application/xml',
  'image/jpeg',
  'image/png',
  MULTIPART,
  'text/csv',
  'text/html',
  'text/plain',
];

/** The sets that an include can name, and the cursor. */
export function suggestIncludes(place: CommentPlace): readonly Candidate[] {
  const { definitions } = place.project.compilation()!;
  const { name, content } = place.directive!;
  const counts = usesAt(place);
  const used = readWords(content).map(({ text }) => text);
  const sets = name === 'param-include' ? definitions.parameters : definitions.responses;
  // `missingBook` below `{book_id}`.
  const topics = (place.operation ?? place.contract)?.template.names.map(
    (each) => each.toLowerCase().split(/[_-]?id$/)[0]!,
  );
  const isAbout = (label: string): boolean =>
    topics?.some((word) => word !== '' && label.toLowerCase().includes(word)) === true;
  const found = [...sets.values()]
    .filter((set) => !used.includes(set.name))
    .map(({ name: label, at }): Candidate => ({
      label,
      kind: CompletionItemKind.Module,
      detail: at.source.file,
      weight: counts.of(name, label) + (isAbout(label) ? 1e3 : 0),
    }));
  const [key] = name === 'param-include' && place.kind === 'operation' ? rowKeys(place) : [];
  if (key === undefined) return found;
  const cursor = {
    label: 'cursor',
    kind: CompletionItemKind.Function,
    snippet: `cursor (\${1:${escapeSnippet(key)}})`,
  };
  return [...found, { ...cursor, weight: counts.of(name, 'cursor') }];
}

/** The properties of the rows of a list that can order it. */
export function rowKeys({ project, operation }: CommentPlace): readonly string[] {
  const { expand, resolve } = project.compilation()!.definitions.lookup;
  const body = successOf(operation?.contract.responses ?? [])?.content[0]?.schema;
  if (body === undefined) return [];
  const parts = certainParts(expand(body), resolve);
  const items = parts.find((part) => part.items !== undefined)?.items ?? itemsOfEnvelope(parts, resolve);
  const rows = items === undefined ? [] : certainParts(items, resolve);
  const required = new Set(rows.flatMap((row) => row.required ?? []));
  return rows.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const [type, ...others] = typesOf(schema, resolve);
      const isKey = others.length === 0 && type !== undefined && !['null', 'array', 'object'].includes(type);
      return isKey && required.has(name) ? [name] : [];
    }),
  );
}

function itemsOfEnvelope(
  parts: ReturnType<typeof certainParts>,
  resolve: Parameters<typeof certainParts>[1],
): ReturnType<typeof certainParts>[number]['items'] {
  const tagged = parts
    .flatMap(({ properties = {} }) => Object.values(properties))
    .flatMap((schema) => certainParts(schema, resolve))
    .find((part) => (part as { readonly 'x-items'?: unknown })['x-items'] === true);
  return tagged?.items;
}

export function suggestKeys(place: CommentPlace, text: string): readonly Candidate[] {
  const entry = text.slice(text.lastIndexOf(',') + 1);
  if (/^\s*\S+\s+\w*$/.test(entry)) return words(['asc', 'desc'], CompletionItemKind.Keyword);
  const used = new Set(
    text
      .split(',')
      .slice(0, -1)
      .map((key) => key.trim().split(/\s/)[0]),
  );
  return rowKeys(place)
    .filter((key) => !used.has(key))
    .map((label) => ({ label, kind: CompletionItemKind.Field }));
}

/** The schemes of `openapi.yaml`, or the scopes of the one before the cursor. */
export function suggestSecurity(place: CommentPlace, text: string): readonly Candidate[] {
  const compilation = place.project.compilation()!;
  const schemes = compilation.definitions.document.components?.securitySchemes ?? {};
  const counts = usesAt(place);
  const entry = text.slice(text.lastIndexOf(',') + 1);
  const [scheme = '', ...scopes] = entry.trimStart().split(/\s+/);
  if (scopes.length > 0 && Object.hasOwn(schemes, scheme))
    return words(
      scopesOf(schemes[scheme]!).filter((scope) => !scopes.slice(0, -1).includes(scope)),
      CompletionItemKind.EnumMember,
      (scope) => counts.of('scope', scope),
    );
  const weightOf = (name: string): number => counts.of('scheme', name);
  const none = text.includes(',') ? [] : ['none'];
  return words([...Object.keys(schemes), ...none], CompletionItemKind.Variable, weightOf);
}

function scopesOf({ flows }: { readonly [field: string]: unknown }): string[] {
  const all = Object.values((flows ?? {}) as { readonly [flow: string]: { readonly scopes?: object } | null });
  return [...new Set(all.flatMap((flow) => Object.keys(flow?.scopes ?? {})))];
}

/** The tags of `openapi.yaml` and of other comments. */
export function suggestTags(place: CommentPlace): readonly Candidate[] {
  const compilation = place.project.compilation()!;
  const counts = usesAt(place);
  const declared = (compilation.definitions.document.tags ?? []).map(({ name }) => name);
  const own = splitAtCommas(place.directive!.content).map(({ text }) => text);
  const others = counts.words('tag').filter((tag) => !own.includes(tag) || counts.of('tag', tag) > 1);
  return words([...new Set([...declared, ...others])], CompletionItemKind.Value, (tag) => counts.of('tag', tag));
}

/** Media types in use, and common ones. */
export function suggestMediaTypes(place: CommentPlace): readonly Candidate[] {
  const counts = usesAt(place);
  const all = new Set([...counts.words('media-type'), ...MEDIA_TYPES, ...STREAM_TYPES]);
  const valid = [...all].filter((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type));
  return words(valid, CompletionItemKind.Value, (type) => counts.of('media-type', type));
}
