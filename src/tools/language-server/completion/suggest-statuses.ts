import { CompletionItemKind } from 'vscode-languageserver';
import { readResponsePhrase } from '../../../build/compiler/comment/line.ts';
import type { CompiledOperation } from '../../../build/compiler/compile.ts';
import { answeredStatuses } from '../../../directives/runtime-problems.ts';
import { PHRASES } from '../../../build/openapi/write/response.ts';
import type { CommentPlace } from '../comment-place.ts';
import type { Candidate } from './candidate.ts';
import { usesAt } from './use-counts.ts';

/** The statuses that APIs have most, the most frequent first; they decide where the project has none. */
const COMMON = [
  '404',
  '400',
  '401',
  '403',
  '201',
  '204',
  '202',
  '409',
  '422',
  '429',
  '412',
  '413',
  '415',
  '500',
  '503',
  '304',
];

/** The statuses of requests that change something or have a body. */
const OF_CHANGES: ReadonlySet<string> = new Set(['201', '202', '409', '412', '415', '422']);

/** The statuses of a `@returns` or `@throws`, with their phrases. */
export function suggestStatuses(place: CommentPlace): readonly Candidate[] {
  const { directive, comment, operation, source, offset } = place;
  const isError = directive!.name === 'throws';
  const counts = usesAt(place);
  // The file throws it, so its contract needs it, unless the server sends it anyway.
  const sent = operation && answeredStatuses(operation.contract, place.project.compilation()!.document);
  const needed = (operation?.thrown ?? []).map(({ value }) => String(value)).filter((status) => !sent!.has(status));
  const thrown = new Set(isError ? needed : []);
  const method = operation?.contract.method;
  const own = readResponsePhrase(directive!.content);
  const hasType = (own.type?.text ?? 'void') !== 'void';
  // Includes and directories declare them too.
  const errors = (operation?.contract.responses ?? []).map(({ status }) => status).filter((name) => /^[45]/.test(name));
  const success = isError ? undefined : hasType ? (method === 'POST' ? '201' : '200') : '204';
  // A status with several media types has a line for each.
  const hasMediaType = /^[\dXx]*[^\S\n]+[\w.+-]+\/[\w.+*-]/.test(source.text.slice(offset));
  const declared = comment.directives
    .filter((other) => other !== directive && (other.name === 'returns' || other.name === 'throws'))
    .map(({ content }) => readResponsePhrase(content))
    .filter(({ mediaTypes }) => mediaTypes === undefined && !hasMediaType)
    .map(({ status }) => status?.text)
    .filter((status) => status !== undefined);
  const isRare = rareStatuses(operation);
  const weightOf = (name: string): number => {
    const rank = COMMON.indexOf(name);
    const used = counts.of('status', name) + (rank === -1 ? 0 : 1 - rank / COMMON.length);
    const isDeclared = errors.includes(name) && name !== own.status?.text;
    return isRare(name) || isDeclared ? used / 1e4 : used + (OF_CHANGES.has(name) ? 0.5 : 0);
  };
  const names = Object.keys(PHRASES).filter((name) => !declared.includes(name) && /^(?:[2-5]|1XX|default)/.test(name));
  return names
    .filter((name) => !isError || /^[45d]/.test(name))
    .map((name) => ({
      label: name,
      kind: CompletionItemKind.EnumMember,
      detail: PHRASES[name],
      weight: weightOf(name) + (thrown.has(name) ? 1e6 : 0) + (name === success ? 1e3 : 0),
    }));
}

/** Decides which statuses an operation hardly has, by its method, its path and its body. */
function rareStatuses(operation: CompiledOperation | undefined): (status: string) => boolean {
  if (operation === undefined) return () => false;
  const { contract, template } = operation;
  const hasFiles = contract.body?.content.some(({ mediaType }) => mediaType.startsWith('multipart/')) === true;
  return (status) =>
    (contract.method === 'GET' && OF_CHANGES.has(status)) ||
    (status === '404' && template.names.length === 0) ||
    (status === '412' && contract.method === 'POST') ||
    (status === '413' && !hasFiles) ||
    (status === '415' && hasFiles);
}
