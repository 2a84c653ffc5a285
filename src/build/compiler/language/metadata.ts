import type { Declared } from '../diagnostics/source.ts';
import { readSize } from '../../../shared/contract/byte-size.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import { ANY_TYPE, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { Directive, Passage } from '../comment/comment.ts';
import { locate, slicePassage, trimLines, trimPassage, unfence } from '../comment/comment.ts';
import type { DeclaredMediaType, Draft } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { readWords, splitAtCommas } from '../comment/line.ts';
import { readYaml } from '../comment/yaml.ts';
import { readSample } from './typed-name.ts';

/** `@produces type, type`, or `any` for all types, whose range would end the comment. */
export function readProduced({ content, at, name }: Directive, into: Declared<string>[], report: Report): void {
  if (readWords(content).length === 0) report(messages.emptyDirective(at, name));
  into.push(...mediaTypes(content, /^[\w.+-]+\/[\w.+-]+$/, report));
}

/**
 * `@consumes type (max: 5mb), type`, or `any` for all types. A type can be a range, `image/*`: OpenAPI 3.1, Request Body Object. The text in
 * parentheses belongs to the type before it.
 */
export function readConsumed({ content, at, name }: Directive, into: DeclaredMediaType[], report: Report): void {
  const parts = splitAtFacets(content);
  if (parts.every(({ types }) => readWords(types).length === 0)) report(messages.emptyDirective(at, name));
  for (const { types, facets } of parts) {
    const read: DeclaredMediaType[] = mediaTypes(types, CONSUMED, report);
    const maxBytes = facets && readMaxBytes(facets, report);
    const last = read.at(-1);
    if (facets !== undefined && !/[^\s,]\s*$/.test(types.text)) report(messages.limitOfNothing(locate(facets)));
    else if (last !== undefined && maxBytes !== undefined) read.splice(-1, 1, { ...last, maxBytes });
    into.push(...read);
  }
}

/** The media types of a line, each up to the parentheses that follow. */
export function splitAtFacets(content: Passage): { readonly types: Passage; readonly facets?: Passage }[] {
  let start = 0;
  const parts = [...content.text.matchAll(/\([^()]*\)?/g)].map(({ 0: text, index }) => {
    const types = slicePassage(content, start, index);
    start = index + text.length;
    return { types, facets: trimPassage(slicePassage(content, index, start)) };
  });
  return [...parts, { types: slicePassage(content, start) }];
}

function mediaTypes(content: Passage, pattern: RegExp, report: Report): Declared<string>[] {
  return readWords(content).flatMap((word) => {
    if (word.text === 'any') return [{ value: ANY_TYPE, at: locate(word) }];
    if (pattern.test(word.text)) return [{ value: word.text.toLowerCase(), at: locate(word) }];
    report(messages.invalidMediaType(locate(word), word.text));
    return [];
  });
}

/** Reads `(max: 5mb)`. */
function readMaxBytes(facets: Passage, report: Report): number | undefined {
  const [, name, text = ''] = /^\(\s*([^:()]*?)\s*:\s*([^()]*?)\s*\)$/.exec(facets.text) ?? [];
  const size = name === 'max' ? readSize(text) : undefined;
  if (size === undefined)
    report(messages.invalidBodyLimit(locate(facets), facets.text, name === 'max' ? text : undefined));
  return size;
}

/** The media types and ranges that `@consumes` can name, except for `any`. */
export const CONSUMED = /^[\w.+-]+\/(?:[\w.+-]+|\*)$/;

/** The end of a line that requires less than the outer one on purpose. */
export const WEAKER_MARK = '(weaker)';
const WEAKER = /(?<=\s)\(weaker\)\s*$/;

/**
 * `@security scheme scope scope`: each line is an alternative. Schemes that are required together are separated by commas; `none` requires none.
 * `(weaker)` at its end means that it requires less than the outer line.
 */
export function readSecurity(directive: Directive, into: Draft, report: Report): void {
  const { content } = directive;
  const weaker = WEAKER.exec(content.text);
  const passage = weaker === null ? content : slicePassage(content, 0, weaker.index);
  const schemes = splitAtCommas(passage);
  if (schemes.length === 0) return report(messages.emptyDirective(directive.at, directive.name));
  // The next line would be an alternative, and not required too.
  if (/^\s*,|,\s*(?:,|$)/.test(passage.text)) report(messages.missingScheme(locate(trimPassage(passage))));
  const requirement: SecurityRequirement = requiresNothing(directive) ? {} : requirementOf(schemes);
  const weakerAt = weaker === null ? {} : { weakerAt: locate(trimPassage(slicePassage(content, weaker.index))) };
  into.security.push({ value: requirement, at: locate(trimPassage(passage)), ...weakerAt });
}

/** All schemes of a line. One that it names twice needs the scopes of both: `token admin, token editor`. */
function requirementOf(schemes: readonly Passage[]): SecurityRequirement {
  const scopesOf = new Map<string, string[]>();
  for (const scheme of schemes) {
    const [name, ...scopes] = readWords(scheme).map((word) => word.text);
    getOrAdd(scopesOf, name!, () => []).push(...scopes);
  }
  return Object.fromEntries(scopesOf);
}

/** Whether a `@security` is `none`, which is not the name of a scheme. */
export function requiresNothing({ content }: Directive): boolean {
  return trimPassage(content).text.replace(WEAKER, '').trimEnd() === 'none';
}

/** `@x-name value`, the value in YAML. */
export function readExtension(directive: Directive, into: Draft, report: Report): void {
  const text = trimLines(directive.content);
  // As YAML, it would be an object, which no middleware can read.
  if (text.text.startsWith(':'))
    return report(messages.colonAfterName(locate(slicePassage(text, 0, 1)), directive.name));
  const first = into.extensions.find(({ value: [name] }) => name === directive.name);
  if (first !== undefined) return report(messages.declaredTwice(directive.at, `line "@${directive.name}"`, first.at));
  // An extension without a value is a flag.
  const read = text.text === '' ? { value: true } : readYaml(text, report);
  if (read !== undefined) into.extensions.push({ value: [directive.name, read.value], at: directive.at });
}

/** `@example value`, in YAML: of the parameter or the response above it, which can have several. */
export function readExample(directive: Directive, into: Draft, report: Report): void {
  const text = trimPassage(directive.content);
  if (text.text === '') return report(messages.emptyDirective(directive.at, directive.name));
  const { latest } = into;
  if (latest === undefined) return report(messages.exampleOfNothing(directive.at));
  const of = latest === 'parameter' ? into.parameters : into.responses;
  const entry = of.pop()!;
  const { schema } = entry.value;
  const read = schema && readSample(unfence(text), schema, report);
  if (schema === undefined) report(messages.exampleOfNothing(directive.at));
  else if (read !== undefined)
    into.samples.push({ value: { what: 'example', schema, value: read.value }, at: locate(text) });
  (of as Declared<unknown>[]).push(
    read === undefined
      ? entry
      : { ...entry, value: { ...entry.value, ...withExamples([...examplesOf(entry.value), read.value]) } },
  );
}
