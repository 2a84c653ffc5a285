import type { Passage } from '../comment/comment.ts';
import { locate, oneLine, passageText } from '../comment/comment.ts';
import type { ResponsePhrase } from '../comment/line.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ERROR_ENDING } from '../diagnostics/type-messages.ts';
import type { PlainError } from '../diagnostics/type-messages.ts';
import type { Location } from '../diagnostics/source.ts';
import * as messages from '../diagnostics/messages.ts';
import { namedError, namedStatus } from './status-words.ts';

const TYPE = /^\{(?:[^{}]|\{[^{}]*\})+\}(?=\s|$)/;
const BRACKETED = /^\(([1-5](?:\d\d|XX))\)(?=\s|$)/;
/** A status with the letter O in place of the digit 0. */
const LETTERS = /^[1-5](?=.?O)[\dO]{2}(?=\s*$|\s+-\s|:\s)/i;
const LIST = /^([1-5]\d\d)(?:\s*[,/|]\s*[1-5]\d\d)+(?=\s*$|\s+-\s)/;

/** Finds a type or a status that would be read as text: `201 {Pet}`, `{Pet} (201)`, `{Pet} 200,201`, `{Pet} 2OO`, `@throws Conflict`. */
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
  const [letters] = LETTERS.exec(description.text) ?? [];
  if (letters !== undefined) return messages.lettersInStatus(locate(description, 0, letters.length), letters);
  const named = directive === 'throws' ? namedError(description.text) : undefined;
  if (named === undefined) return undefined;
  const text = oneLine(passageText(description)!.slice(named.name.length)).replace(/^[\s:.,-]+/, '');
  const correct = `@throws ${braces}${named.status} - ${text === '' ? '...' : text}`;
  return messages.namedStatus(locate(description, 0, named.name.length), named.name, correct);
}

/** Whether a type's name is that of an error: `Conflict`, `NotFoundError`. */
export function isErrorName(name: string): boolean {
  return ERROR_ENDING.test(name) || statusOfName(name) !== undefined;
}

/** The status of an error's name: 404 for `NotFoundError`. */
function statusOfName(text: string): string | undefined {
  const name = text.replace(ERROR_ENDING, '');
  const named = namedStatus(name);
  return named?.name === name ? named.status : undefined;
}

/**
 * The `@throws` without its type. A name such as `Conflict` or `NotFoundError` has a status.
 *
 * @param member One of several types, which has its own line and status.
 */
export function plainError({ type, status, mediaTypes, description }: ResponsePhrase, member?: string): PlainError {
  const { source, start, text } = type!;
  const meant = statusOfName(member ?? text.trim());
  const given = member === undefined ? (status?.text ?? meant) : (meant ?? status?.text);
  const parts = ['@throws', given ?? '400', mediaTypes?.text, '-', oneLine(passageText(description) ?? '...')];
  const line = parts.filter((part) => part !== undefined).join(' ');
  const [open, close] = [source.text.lastIndexOf('{', start), source.text.indexOf('}', start + text.length)];
  const span = { start: open, end: status?.start ?? close + 1 };
  const isSame = member === undefined && meant !== undefined && meant === given;
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
