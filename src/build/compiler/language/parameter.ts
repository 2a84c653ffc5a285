import type { Declared } from '../diagnostics/source.ts';
import type { Place } from '../../../shared/contract/enforcement.ts';
import { CURSOR_NAME } from '../../../shared/contract/cursor.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimPassage } from '../comment/comment.ts';
import type { DeclaredKey, Draft } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { readWords, splitAtCommas } from '../comment/line.ts';
import type { TypedName } from './typed-name.ts';
import { readTypedName } from './typed-name.ts';

/** `@param {type} name (facets) - description`. */
export function readParameter({ at, content }: Directive, into: Draft, report: Report): void {
  const typed = readTypedName(content, at, 'param', into, report);
  if (typed === undefined) return;
  // As in file names, each letter has one spelling.
  const [place, name] = splitPlace(typed.name.normalize('NFC'));
  if (name === '') return report(messages.missingName(typed.nameAt, 'param'));
  if (/\p{Surrogate}/u.test(name)) return report(messages.loneSurrogate(typed.nameAt));
  if (place === undefined) checkPlace(typed, into, report);
  into.latest = 'parameter';
  into.parameters.push({
    value: {
      name,
      in: place,
      required: typed.required,
      schema: typed.schema,
      description: typed.description,
      deprecated: typed.deprecated,
      ...(typed.explode === false && { explode: false }),
      ...(typed.style !== undefined && { style: typed.style }),
    },
    at: typed.nameAt,
  });
}

/** Splits the name of a parameter into its location and the rest. */
export function splitPlace(text: string): [Place | 'body' | undefined, string] {
  const prefix = /^(path|query|header|cookie|body)\.(.*)$/s.exec(text);
  return prefix === null ? [undefined, text] : [prefix[1] as Place | 'body', prefix[2]!];
}

/** Misspelled prefixes and the locations they mean, in any letter case. */
const MEANT: Readonly<Record<string, Place | 'body'>> = {
  param: 'path',
  params: 'path',
  path: 'path',
  queries: 'query',
  query: 'query',
  headers: 'header',
  header: 'header',
  cookies: 'cookie',
  cookie: 'cookie',
  body: 'body',
};

/** The location that a misspelled prefix means. */
export function meantPlace(prefix: string): Place | 'body' | undefined {
  return Object.hasOwn(MEANT, prefix.toLowerCase()) ? MEANT[prefix.toLowerCase()] : undefined;
}

/** Warns of a name that begins with a misspelled prefix, unless a parameter of that name is declared above. */
function checkPlace({ name, nameAt }: TypedName, { parameters }: Draft, report: Report): void {
  const [, place, own] = /^(path|query|header|cookie|body):(.+)$/s.exec(name) ?? [];
  if (place !== undefined && own !== undefined) return report(messages.colonAfterPlace(nameAt, place, own));
  const [, prefix = '', rest = ''] = /^([a-z]+)\.(.+)$/is.exec(name) ?? [];
  const meant = meantPlace(prefix);
  if (meant === undefined || parameters.some(({ value }) => value.name === prefix)) return;
  report(messages.unknownPlace(nameAt, prefix, rest, meant));
}

/** `@param-include name`. The built-in `cursor` has keys: `@param-include cursor (created_at desc, id)`. */
export function readParameterInclude(directive: Directive, into: Draft, report: Report): void {
  const include = splitInclude(directive.content);
  if (include.cursor === undefined) return readInclude(directive, into.parameterIncludes, report);
  const { name, keys, unclosed } = include.cursor;
  if (unclosed !== undefined) return report(messages.unclosedBracket(locate(unclosed), '('));
  into.cursors.push({ value: readKeys(keys, report), at: locate(name) });
  into.parameterIncludes.push(...include.names.map((word) => ({ value: word.text, at: locate(word) })));
}

/** The names of an include, and the keys of `cursor (...)`. */
interface IncludePhrase {
  readonly names: readonly Passage[];
  readonly cursor:
    | { readonly name: Passage; readonly keys: Passage; readonly unclosed: Passage | undefined }
    | undefined;
}

/** Splits `paging, cursor (created_at desc, id)`. */
export function splitInclude(content: Passage): IncludePhrase {
  const match = /(?<=^|[\s,])cursor\s*\(/.exec(content.text);
  if (match === null) return { names: readWords(content), cursor: undefined };
  const open = match.index + match[0].length;
  const close = content.text.indexOf(')', open);
  const end = close === -1 ? content.text.length : close;
  return {
    names: [slicePassage(content, 0, match.index), slicePassage(content, end + 1)].flatMap(readWords),
    cursor: {
      name: slicePassage(content, match.index, match.index + CURSOR_NAME.length),
      keys: slicePassage(content, open, end),
      unclosed: close === -1 ? slicePassage(content, open - 1, open) : undefined,
    },
  };
}

/** Reads `created_at desc, id`. */
function readKeys(content: Passage, report: Report): Declared<DeclaredKey>[] {
  if (trimPassage(content).text === '') report(messages.cursorKeys(locate(content)));
  return splitAtCommas(content).flatMap((part) => {
    const [, name, order = 'asc'] = /^(\S+)(?:\s+(asc|desc))?$/i.exec(part.text) ?? [];
    if (name === undefined) report(messages.cursorKeys(locate(part), part.text));
    if (name === undefined) return [];
    return [{ value: { name: name.normalize('NFC'), descending: /desc/i.test(order) }, at: locate(part) }];
  });
}

/** `@param-include name` and `@returns-include name`. */
export function readInclude(directive: Directive, into: Declared<string>[], report: Report): void {
  const words = readWords(directive.content);
  if (words.length === 0) report(messages.missingInclude(directive.at, directive.name));
  into.push(...words.map((word) => ({ value: word.text, at: locate(word) })));
}
