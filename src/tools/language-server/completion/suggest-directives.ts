import { CompletionItemKind } from 'vscode-languageserver';
import { DEFINING, SETS, TYPEDEF } from '../../../build/compiler/definitions/comments.ts';
import { directiveForm, directiveNames, isInherited, isOnce } from '../../../directives/vocabulary.ts';
import { EVENT_DIRECTIVES, PAYLOAD } from '../../../build/compiler/events/payload.ts';
import { TAGS } from '../../../build/compiler/typescript/doc.ts';
import { METHODS } from '../../../shared/contract/operation.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { escapeSnippet } from './candidate.ts';
import { outerSecurity } from './outer-security.ts';
import { missingPathParameters } from './suggest-names.ts';
import type { UseCounts } from './use-counts.ts';
import { usesAt } from './use-counts.ts';

/** The directives that may come at a place, each with the snippet of its line. */
export function suggestDirectives(place: CommentPlace): readonly Candidate[] {
  const counts = usesAt(place);
  const names = namesAt(place);
  return names.flatMap((name) => {
    const snippet = snippetOf(name, place);
    if (snippet === undefined) return [];
    const form = directiveForm(name, place.source);
    return {
      label: `@${name}`,
      kind: CompletionItemKind.Keyword,
      snippet: `@${name}${snippet === '' ? '' : ` ${snippet}`}`,
      detail: form?.example,
      documentation: form?.meaning,
      weight: weightOf(name, place, counts),
    };
  });
}

/** How likely a directive is: by its uses, and by the parts that the comment still lacks. */
function weightOf(name: string, place: CommentPlace, counts: UseCounts): number {
  const { kind, comment, directive } = place;
  if (name === 'param' && missingPathParameters(place).length > 0) return 1e6;
  // One success is usual; the text that follows is included.
  const hasResult = comment.directives.some((other) => other !== directive && other.name === 'returns');
  return name === 'returns' && (hasResult || kind === 'directory') ? 0 : counts.of('directive', name);
}

function namesAt(place: CommentPlace): readonly string[] {
  const { kind, comment, directive } = place;
  if (kind === 'definitions') return definitionNames(place);
  const used = new Set(comment.directives.filter((other) => other !== directive).map(({ name }) => name));
  if (kind === 'event') return EVENT_DIRECTIVES.filter((name) => !used.has(name) || !isOnceInEvent(name, place));
  const free = directiveNames(place.source).filter((name) => !(isOnce(name, place.source) && used.has(name)));
  if (kind === 'directory') return free.filter((name) => isInherited(name, place.source));
  const isNamed = /@[^/]*$/.test(place.source.file) || METHODS.some((method) => used.has(method));
  return isNamed ? free : [...free, ...METHODS];
}

function isOnceInEvent(name: string, { source }: CommentPlace): boolean {
  return name === PAYLOAD || isOnce(name, source);
}

/** The directives of the definition above; in the doc comment of a TypeScript type, its tags. */
function definitionNames({ comment, offset }: CommentPlace): readonly string[] {
  const above = comment.directives.findLast(({ name, at }) => DEFINING.includes(name) && at.span.end < offset);
  if (above === undefined)
    return comment.directives.some(({ name }) => DEFINING.includes(name)) ? DEFINING : [...DEFINING, 'type', ...TAGS];
  if (above.name === 'typedef') return [...TYPEDEF, ...DEFINING];
  return [...SETS[above.name as keyof typeof SETS], ...DEFINING];
}

/** The snippet of a directive's line with names of the project; undefined if it has none to name. */
function snippetOf(name: string, place: CommentPlace): string | undefined {
  const { definitions } = place.project.compilation()!;
  const { snippet = '' } = directiveForm(name, place.source) ?? {};
  if (name === 'param') return parameterSnippet(place, snippet);
  if (name === 'returns-include') {
    const [first] = definitions.responses.keys();
    return first === undefined ? undefined : `\${1:${escapeSnippet(first)}}`;
  }
  if (name !== 'security') return snippet;
  const [scheme = 'none'] = Object.keys(definitions.document.components?.securitySchemes ?? {});
  return `\${1:${escapeSnippet(outerSecurity(place) ?? scheme)}}`;
}

function parameterSnippet(place: CommentPlace, snippet: string): string {
  const [missing] = missingPathParameters(place);
  const name = missing ?? 'name';
  if (place.kind === 'directory')
    return snippet.replace('name', missing === undefined ? 'query.name' : `path.${escapeSnippet(missing)}`);
  return snippet.replace('name', escapeSnippet(name));
}
