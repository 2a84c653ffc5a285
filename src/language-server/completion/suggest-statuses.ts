import { CompletionItemKind } from 'vscode-languageserver';
import { readResponsePhrase } from '../../compiler/comment/line.ts';
import { PHRASES } from '../../openapi/write/response.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { countUses } from './use-counts.ts';

/** The statuses of a `@returns` or `@throws`, with their phrases. */
export function suggestStatuses(place: CommentPlace): readonly Candidate[] {
  const { directive, comment } = place;
  const isError = directive!.name === 'throws';
  const counts = countUses(place.project.compilation()!);
  const declared = comment.directives
    .filter((other) => other !== directive && (other.name === 'returns' || other.name === 'throws'))
    .map(({ content }) => readResponsePhrase(content).status?.text);
  const names = Object.keys(PHRASES).filter((name) => !declared.includes(name) && /^(?:[2-5]|1XX|default)/.test(name));
  return names
    .filter((name) => !isError || /^[45d]/.test(name))
    .map((name) => ({
      label: name,
      kind: CompletionItemKind.EnumMember,
      detail: PHRASES[name],
      // A success is what a contract returns.
      weight: counts.of('status', name) + (isError ? 0 : name.startsWith('2') ? 0.5 : 0),
    }));
}
