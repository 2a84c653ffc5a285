import { CompletionItemKind } from 'vscode-languageserver';
import { readResponsePhrase } from '../../compiler/comment/line.ts';
import { PHRASES } from '../../openapi/write/response.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** The statuses of a `@returns` or `@throws`, with their phrases. */
export function suggestStatuses(place: CommentPlace): readonly Candidate[] {
  const { directive, comment } = place;
  const isError = directive!.name === 'throws';
  const counts = usesAt(place);
  // The file throws it, so its contract needs it.
  const thrown = new Set(isError ? place.operation?.thrown.map(({ value }) => String(value)) : []);
  const method = place.operation?.contract.method;
  const hasType = (readResponsePhrase(directive!.content).type?.text ?? 'void') !== 'void';
  const success = isError ? undefined : method === 'POST' ? '201' : method === 'DELETE' && !hasType ? '204' : '200';
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
      weight: counts.of('status', name) + (thrown.has(name) ? 1e6 : 0) + (name === success ? 1e3 : 0),
    }));
}
