import type { Directive, Passage } from '../comment/comment.ts';
import { locate, oneLine, passageText } from '../comment/comment.ts';
import type { Draft, Reference } from './declared.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { ANY_TYPE } from '../../../shared/contract/operation.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ResponsePhrase } from '../comment/line.ts';
import { isHeaderName } from '../../../shared/contract/enforcement.ts';
import { hasNoBody, isStatusName } from '../../../shared/contract/statuses.ts';
import { readResponsePhrase, readWords } from '../comment/line.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { ParsedType } from './type.ts';
import { findMisreadStatus, isErrorName, plainError } from './misread-status.ts';
import { parseType } from './type.ts';
import { readTypedName } from './typed-name.ts';

const PROBLEM: ParsedType = { schema: referenceTo('Problem'), isVoid: false, references: [] };

/** `@returns {type} status media/type - description`: the status is 200 by default, or 204 without a type. */
export function readReturns(directive: Directive, into: Draft, report: Report): void {
  readResponse(directive, undefined, into, report);
}

/** `@throws {type} status - description`: by default the type is a problem and the status is `default`. */
export function readThrows(directive: Directive, into: Draft, report: Report): void {
  readResponse(directive, PROBLEM, into, report);
}

function readResponse(
  { at, content }: Directive,
  otherwise: ParsedType | undefined,
  into: Draft,
  report: Report,
): void {
  const phrase = readResponsePhrase(content);
  if (phrase.unclosed !== undefined)
    return report(messages.unclosedBracket(locate(phrase.unclosed), phrase.unclosed.text));
  if (phrase.type !== undefined && isStatusAsType(phrase.type, phrase.status))
    return report(messages.statusAsType(locate(phrase.type), phrase.type.text, meantResponse(phrase, otherwise)));
  const misread = bracedStatus(phrase) ?? findMisreadStatus(phrase, otherwise === undefined ? 'returns' : 'throws');
  const type = phrase.type === undefined ? otherwise : parseType(phrase.type, report);
  into.references.push(...wholeReferences(type, otherwise && phrase));
  if (misread !== undefined) return report(misread);
  if (type !== undefined && type.schema === undefined) return;
  const hasBody = type !== undefined && !type.isVoid;
  const status =
    phrase.status?.text.replace(/x/g, 'X') ?? (otherwise !== undefined ? 'default' : hasBody ? '200' : '204');
  if (!isStatusName(status)) return report(messages.invalidStatus(locate(phrase.status!), status));
  if (otherwise !== undefined && /^[123]/.test(status)) report(messages.thrownStatus(locate(phrase.status!), status));
  if (hasBody && hasNoBody(Number(status))) report(messages.bodilessStatus(locate(phrase.type ?? content), status));
  if (type === undefined && phrase.status === undefined && phrase.description.text !== '')
    into.untyped.push({ value: phrase.description.text, at });
  into.latest = 'response';
  into.responses.push({
    value: {
      status,
      description: passageText(phrase.description),
      schema: hasBody ? type.schema : undefined,
      mediaTypes: readTypes(phrase, type?.schema, report),
      headers: [],
    },
    at: phrase.status === undefined ? at : locate(phrase.status),
  });
}

/** The media types of a response. Only a file can have any type: the server sends other values as JSON or as a text. */
function readTypes({ mediaTypes, type }: ResponsePhrase, schema: Schema | undefined, report: Report): string[] {
  const words = mediaTypes === undefined ? [] : readWords(mediaTypes);
  const [first] = words;
  if (first?.text === 'any' && schema?.['format'] !== 'binary')
    report(messages.anyMediaType(locate(first), type?.text ?? ''));
  return [...new Set(words.map(({ text }) => (text === 'any' ? ANY_TYPE : text.toLowerCase())))];
}

/**
 * The references of a response's type, one of which can be the whole type: `Page` of `Page<Pet>`.
 *
 * @param thrown The line, if it is that of an error.
 */
function wholeReferences(type: ParsedType | undefined, thrown: ResponsePhrase | undefined): readonly Reference[] {
  let root = type?.root;
  while (root?.kind === 'group') root = root.inner;
  const references = type?.references ?? [];
  if (root?.kind === 'name' && thrown !== undefined)
    return references.map((one) => ({ ...one, error: () => plainError(thrown) }));
  if (root?.kind === 'union' && thrown !== undefined)
    return references.map((one) =>
      isErrorName(one.name) ? { ...one, error: () => plainError(thrown, one.name) } : one,
    );
  if (root?.kind !== 'generic') return references;
  return references.map((one) => (one.at.span.start === root.start ? { ...one, isOutermost: true } : one));
}

/** Whether the braces hold the status; if another status follows, they hold the type of a body that is a number. */
function isStatusAsType(type: Passage, status: Passage | undefined): boolean {
  return /^[1-5](?:\d\d|XX)$/i.test(type.text) && (status === undefined || status.text === type.text);
}

/** The fault of a status in braces after those of the type: `{Pet} {201} The pet`. */
function bracedStatus({ type, status, mediaTypes, description }: ResponsePhrase): Diagnostic | undefined {
  const [braces, text] = /^\{\s*([1-5](?:\d\d|XX))\s*\}(?=\s|$)/i.exec(description.text) ?? [];
  if (type === undefined || status !== undefined || mediaTypes !== undefined || braces === undefined) return undefined;
  // After a dash, the braces are part of the description.
  const between = description.source.text.slice(type.start + type.text.length, description.start);
  if (/[-:]/.test(between)) return undefined;
  const at = locate(description, 0, braces.length);
  return messages.statusAsType(at, text!, `{${type.text}} ${text}`);
}

/** The correct spelling of a response whose status is in the braces. */
function meantResponse({ type, description }: ResponsePhrase, otherwise: ParsedType | undefined): string {
  const status = type!.text;
  const isBodiless = otherwise !== undefined || hasNoBody(Number(status.replace(/XX$/i, '00')));
  const text = oneLine(passageText(description) ?? '...');
  return `@${otherwise === undefined ? 'returns' : 'throws'} ${isBodiless ? '' : '{Pet} '}${status} - ${text}`;
}

/** `@header {type} name - description`: belongs to the response above it, or to every response if there is none above. */
export function readHeader({ at, content }: Directive, into: Draft, report: Report): void {
  const typed = readTypedName(content, at, 'header', into, report);
  if (typed === undefined) return;
  const { name, required, schema, description } = typed;
  if (!isHeaderName(name)) return report(messages.headerName(typed.nameAt, name));
  const header = { value: { name, required, schema, description }, at: typed.nameAt };
  const response = into.responses.at(-1);
  const declared = response?.value.headers ?? into.headers;
  const first = declared.find(({ value: other }) => other.name.toLowerCase() === name.toLowerCase());
  if (first !== undefined) return report(messages.declaredTwice(typed.nameAt, `header "${name}"`, first.at));
  if (response === undefined) into.headers.push(header);
  else into.responses.splice(-1, 1, { ...response, value: { ...response.value, headers: [...declared, header] } });
}
