import { MULTIPART, URLENCODED } from '../../../shared/contract/form-types.ts';
import { CompletionItemKind } from 'vscode-languageserver';
import { WEAKER_MARK } from '../../../build/compiler/language/metadata.ts';
import { readWords, splitAtCommas } from '../../../build/compiler/comment/line.ts';
import { STREAM_TYPES } from '../../../shared/contract/streams.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { words } from './candidate.ts';
import { outerSecurity } from './outer-security.ts';
import { suggestSets } from './suggest-entries.ts';
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

/** The set that makes an operation a list. */
const PAGING = 'paging';

/** The sets that an include can name, and the built-in ones of lists. */
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
  // Comments are written from the top: a list has its sets before its rows.
  const isBegun = !place.comment.directives.some((one) => one.name === 'returns' || one.name === 'returns-include');
  const found = [...sets.values()]
    .filter((set) => !used.includes(set.name))
    .map(({ name: label, at }): Candidate => ({
      label,
      kind: CompletionItemKind.Module,
      detail: at.source.file,
      weight: counts.of(name, label) + (isAbout(label) ? 1e3 : 0),
      ...(isBegun && label === PAGING && { isSafe: true }),
    }));
  if (name !== 'param-include' || place.kind !== 'operation') return found;
  return [...found, ...suggestSets(place).map((one) => ({ ...one, weight: counts.of(name, one.label) }))];
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
  const isFirst = !text.includes(',');
  const outer = isFirst ? outerSecurity(place) : undefined;
  // The outer line comes first, and the one that lets everyone in comes last.
  const weightOf = (name: string): number =>
    name === outer ? Infinity : name === 'none' ? -1 : counts.of('scheme', name);
  const all = new Set([...(outer === undefined ? [] : [outer]), ...Object.keys(schemes), ...(isFirst ? ['none'] : [])]);
  return words([...all], CompletionItemKind.Variable, weightOf);
}

/** The mark at the end of a line. */
export const SECURITY_MARKS: readonly Candidate[] = words([WEAKER_MARK], CompletionItemKind.Keyword);

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

/** The events of the project that the comment does not name yet. */
export function suggestEvents({ project, comment, directive }: CommentPlace): readonly Candidate[] {
  const named = comment.directives
    .filter((other) => other !== directive && other.name === 'fires')
    .map(({ content }) => content.text);
  return project.compilation()!.events.flatMap(({ contract: { event = '', summary } }) =>
    named.some((text) => text.includes(event))
      ? []
      : [
          {
            label: event,
            kind: CompletionItemKind.Event,
            isSafe: true,
            ...(summary !== undefined && { detail: summary }),
          },
        ],
  );
}

/** The versions of the API, the newest one first; none in a project without versions. */
export function suggestVersions({ project }: CommentPlace): readonly Candidate[] {
  const names = project.compilation()!.versionNames ?? [];
  return words(names.toReversed(), CompletionItemKind.Value);
}
