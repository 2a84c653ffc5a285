import type { Declared } from '../diagnostics/source.ts';
import type { Place } from '../../../shared/contract/enforcement.ts';
import type { Directive } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Draft } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { readWords } from '../comment/line.ts';
import { readSet, splitInclude } from './list-includes.ts';
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
      ...(typed.weaker === true && { weaker: true }),
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

/** `@param-include name`. Built-in sets of lists have entries: `@param-include cursor (created_at desc, id)`. */
export function readParameterInclude(directive: Directive, into: Draft, report: Report): void {
  const { names, sets } = splitInclude(directive.content);
  if (sets.length === 0) return readInclude(directive, into.parameterIncludes, report);
  for (const phrase of sets)
    if (phrase.unclosed !== undefined) report(messages.unclosedBracket(locate(phrase.unclosed), '('));
    else into.listSets.push({ value: readSet(phrase, report), at: locate(phrase.name) });
  into.parameterIncludes.push(...names.map((word) => ({ value: word.text, at: locate(word) })));
}

/** `@param-include name` and `@returns-include name`. */
export function readInclude(directive: Directive, into: Declared<string>[], report: Report): void {
  const words = readWords(directive.content);
  if (words.length === 0) report(messages.missingInclude(directive.at, directive.name));
  into.push(...words.map((word) => ({ value: word.text, at: locate(word) })));
}
