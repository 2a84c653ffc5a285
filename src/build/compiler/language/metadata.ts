import type { Declared } from '../diagnostics/source.ts';
import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import { ANY_TYPE, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { Directive } from '../comment/comment.ts';
import { locate, slicePassage, trimLines, trimPassage, unfence } from '../comment/comment.ts';
import type { Draft } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { readWords, splitAtCommas } from '../comment/line.ts';
import { readYaml } from '../comment/yaml.ts';
import { readSample } from './typed-name.ts';

/**
 * `@consumes type, type` and `@produces type, type`, or `any` for all types, whose range would end the comment. `@consumes` also accepts a range,
 * `image/*`: OpenAPI 3.1, Request Body Object.
 */
export function readMediaTypes(directive: Directive, into: Declared<string>[], report: Report): void {
  const words = readWords(directive.content);
  if (words.length === 0) report(messages.emptyDirective(directive.at, directive.name));
  const pattern = directive.name === 'consumes' ? CONSUMED : /^[\w.+-]+\/[\w.+-]+$/;
  for (const word of words) {
    if (word.text === 'any') into.push({ value: ANY_TYPE, at: locate(word) });
    else if (!pattern.test(word.text)) report(messages.invalidMediaType(locate(word), word.text));
    else into.push({ value: word.text.toLowerCase(), at: locate(word) });
  }
}

/** The media types and ranges that `@consumes` can name, except for `any`. */
export const CONSUMED = /^[\w.+-]+\/(?:[\w.+-]+|\*)$/;

/** The end of a line that is meant to require less than the outer one. */
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
  const requirement: SecurityRequirement = requiresNothing(directive)
    ? {}
    : Object.fromEntries(
        schemes.map((scheme) => readWords(scheme).map((word) => word.text)).map(([name, ...scopes]) => [name!, scopes]),
      );
  const weakerAt = weaker === null ? {} : { weakerAt: locate(trimPassage(slicePassage(content, weaker.index))) };
  into.security.push({ value: requirement, at: locate(trimPassage(passage)), ...weakerAt });
}

/** Whether a `@security` is `none`, which is not the name of a scheme. */
export function requiresNothing({ content }: Directive): boolean {
  return trimPassage(content).text.replace(WEAKER, '').trimEnd() === 'none';
}

/** `@x-name value`, the value in YAML. */
export function readExtension(directive: Directive, into: Draft, report: Report): void {
  const text = trimLines(directive.content);
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
