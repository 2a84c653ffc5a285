import type { Passage } from '../comment/comment.ts';
import { locate, oneLine, textOf } from '../comment/comment.ts';
import type { ResponsePhrase } from '../comment/line.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ERROR_ENDING } from '../diagnostics/type-messages.ts';
import type { PlainError } from '../diagnostics/type-messages.ts';
import type { Location } from '../diagnostics/source.ts';
import * as messages from '../diagnostics/messages.ts';
import { namedError, namedStatus } from './status-words.ts';

const TYPE = /^\{(?:[^{}]|\{[^{}]*\})+\}(?=\s|$)/;
const BRACKETED = /^\(([1-5](?:\d\d|XX))\)(?=\s|$)/;
const LIST = /^([1-5]\d\d)(?:\s*[,/|]\s*[1-5]\d\d)+(?=\s*$|\s+-\s)/;

/** Finds a type or a status that would be read as text: `201 {Pet}`, `{Pet} (201)`, `{Pet} 200,201`, `@throws Conflict`. */
export function findMisreadStatus(phrase: ResponsePhrase, directive: 'returns' | 'throws'): Diagnostic | undefined {
  const { type, status, mediaTypes, description } = phrase;
  if (isAfterSign(description)) return undefined;
  const [misplaced] = TYPE.exec(description.text) ?? [];
  if (type === undefined && misplaced !== undefined && (status ?? mediaTypes) !== undefined) {
    const order = [misplaced, status?.text, mediaTypes?.text].filter((part) => part !== undefined).join(' ');
    return messages.typeAfterStatus(locate(description, 0, misplaced.length), directive, order);
  }
  if (status !== undefined || mediaTypes !== undefined) return undefined;
  const braces = type === undefined ? '' : `{${type.text}} `;
  const [written, number] = BRACKETED.exec(description.text) ?? LIST.exec(description.text) ?? [];
  if (written !== undefined)
    return messages.bareStatus(locate(description, 0, written.length), written, `@${directive} ${braces}${number}`);
  const named = directive === 'throws' ? namedError(description.text) : undefined;
  if (named === undefined) return undefined;
  const text = oneLine(textOf(description)!.slice(named.name.length)).replace(/^[\s:.,-]+/, '');
  const correct = `@throws ${braces}${named.status} - ${text === '' ? '...' : text}`;
  return messages.namedStatus(locate(description, 0, named.name.length), named.name, correct);
}

/** The `@throws` without its type. A name such as `Conflict` or `NotFoundError` has a status. */
export function plainError({ type, status, mediaTypes, description }: ResponsePhrase): PlainError {
  const { source, start, text } = type!;
  const name = text.trim().replace(ERROR_ENDING, '');
  const named = namedStatus(name);
  const meant = named?.name === name ? named.status : undefined;
  const given = status?.text ?? meant;
  const parts = ['@throws', given ?? '400', mediaTypes?.text, '-', oneLine(textOf(description) ?? '...')];
  const line = parts.filter((part) => part !== undefined).join(' ');
  const [open, close] = [source.text.lastIndexOf('{', start), source.text.indexOf('}', start + text.length)];
  const span = { start: open, end: status?.start ?? close + 1 };
  const isSame = meant !== undefined && meant === given;
  return { status: given, line, edit: isSame ? { at: { source, span }, text: status ? '' : meant } : undefined };
}

/** Whether a dash or a colon marks the text as a description. */
function isAfterSign({ source, start }: Passage): boolean {
  return /[-:]\s*$/.test(source.text.slice(Math.max(0, start - 100), start));
}

/** The beginning of a response whose status is a part of its description: `{Pet} 201` for `@returns {Pet} created`. */
export function statusInText({ source, span }: Location, description = ''): string | undefined {
  if (!source.text.startsWith('@', span.start)) return undefined;
  const status = /^\(?([1-5]\d\d)\b/.exec(description)?.[1] ?? namedStatus(description)?.status;
  const [, type = '{...}'] = /^\s*(\{[^{}]*\})/.exec(source.text.slice(span.end, span.end + 500)) ?? [];
  return status === undefined || status === '200' ? undefined : `${type} ${status}`;
}
