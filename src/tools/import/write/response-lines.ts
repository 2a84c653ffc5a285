import { isDeepStrictEqual } from 'node:util';
import { defaultType } from '../../../build/compiler/operations/body-groups.ts';
import type { Content, Response, Schema } from '../../../shared/contract/operation.ts';
import { ANY_TYPE, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { comparableText } from '../texts.ts';
import { isSameSchema } from './canonical.ts';
import { describedAs } from './comment-lines.ts';
import type { Scope } from './input-lines.ts';
import { allExampleLines, headerLines } from './input-lines.ts';
import { firstSound } from './read-back.ts';
import { isShortType, withShortType } from './short-types.ts';
import { streamLines } from './stream-lines.ts';
import { typeText } from './type-text.ts';

/** The lines of a response, one for each media type, and those of its headers. Parts that no line can express are left out. */
export function responseLines(response: Response, scope: Scope): readonly string[] {
  const { status, description, content, headers = [] } = response;
  const fields = headers.flatMap(
    (header) => headerLines(header, { ...scope, owner: `${scope.owner} ${status}` }) ?? [],
  );
  const bodies: (readonly string[])[] = [];
  for (const item of grouped(content)) {
    const wanted = `${scope.owner} ${status}${bodies.length === 0 ? '' : ` ${bodies.length + 1}`}`;
    const text = bodies.length === 0 ? description : '';
    const lines =
      item.stream === undefined
        ? contentLines(status, item, text, wanted, scope)
        : streamLines(status, item, text, wanted, scope);
    if (lines !== undefined) bodies.push(lines);
  }
  // The headers belong to the line above them.
  const [first = bodilessLines(status, description), ...rest] = bodies;
  return [...first, ...rest.flat(), ...fields];
}

/** The content of several media types that a line can have. */
type TypedContent = Content & { readonly mediaTypes: readonly string[] };

/** Puts media types with the same schema and example together. */
function grouped(content: readonly Content[]): TypedContent[] {
  const groups: TypedContent[] = [];
  for (const item of content) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      [last, item].every(({ stream, mediaType }) => stream === undefined && mediaType !== ANY_TYPE) &&
      isDeepStrictEqual([last.schema, examplesOf(last)], [item.schema, examplesOf(item)]);
    if (isSame) groups[groups.length - 1] = { ...last, mediaTypes: [...last.mediaTypes, item.mediaType] };
    else groups.push({ ...item, mediaTypes: [item.mediaType] });
  }
  return groups;
}

function directiveOf(status: string): string {
  return /^[45]/.test(status) ? 'throws' : 'returns';
}

function bodilessLines(status: string, description: string): readonly string[] {
  const write = (text: string): string[] => {
    const [start, ...rest] = describedAs(text) as [string, ...string[]];
    return [`@${directiveOf(status)} {void} ${status}${start}`, ...rest];
  };
  const isMeant = (text: string | undefined): boolean => comparableText(text ?? '') === comparableText(description);
  return (
    firstSound(
      [write(description)],
      ({ responses }) => responses.length === 1 && isMeant(responses[0]!.value.description),
    ) ?? write('')
  );
}

/** The lines of media types with one schema: the type in place, then a definition; first with the example and the description, then without. */
function contentLines(
  status: string,
  item: TypedContent,
  description: string,
  wanted: string,
  scope: Scope,
): readonly string[] | undefined {
  const { schema, mediaType, mediaTypes } = item;
  const examples = withExamples(examplesOf(item));
  const variants = [
    ...(examples.example === undefined ? [] : [{ examples, description }]),
    { examples: {}, description },
    { examples: {}, description: '' },
  ];
  const tryAll = (type: string, own: Schema): readonly string[] | undefined => {
    for (const variant of variants) {
      const content = { schema: own, mediaType, mediaTypes, ...variant.examples };
      const found = firstSound(spellResponse(status, type, content, variant.description), (declarations) => {
        const { value } = declarations.responses[0] ?? {};
        return (
          value !== undefined &&
          declarations.responses.length === 1 &&
          value.status === status &&
          value.schema !== undefined &&
          isSameSchema(value.schema, own) &&
          comparableText(value.description ?? '') === comparableText(variant.description) &&
          isDeepStrictEqual(value.mediaTypes.length > 0 ? value.mediaTypes : [usualType(own)], mediaTypes) &&
          isDeepStrictEqual(examplesOf(value), examplesOf(variant.examples))
        );
      });
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const inPlace = typeText(schema);
  const found = inPlace === undefined ? undefined : tryAll(inPlace, schema);
  if (found !== undefined && !isShortType({ type: inPlace!, facets: {} })) {
    const short = withShortType(schema, wanted, scope.define);
    const type = typeText(short);
    return (type === undefined ? undefined : tryAll(type, short)) ?? found;
  }
  if (found !== undefined || (inPlace !== undefined && '$ref' in schema)) return found;
  // A definition doesn't help with a media type that no line can express.
  if (tryAll('any', {}) === undefined) return undefined;
  const name = scope.define(schema, wanted);
  return tryAll(name, { $ref: `#/components/schemas/${name}` });
}

function* spellResponse(status: string, type: string, content: TypedContent, description: string): Generator<string[]> {
  const { schema, mediaTypes } = content;
  const [text, ...rest] = describedAs(description) as [string, ...string[]];
  const types = mediaTypes.map((mediaType) => (mediaType === ANY_TYPE ? 'any' : mediaType)).join(', ');
  const shown = types === usualType(schema) ? '' : ` ${types}`;
  const isProblem = directiveOf(status) === 'throws' && type === 'Problem' && shown === '';
  for (const lines of allExampleLines(content, schema))
    yield [`@${directiveOf(status)} ${isProblem ? '' : `{${type}} `}${status}${shown}${text}`, ...rest, ...lines];
}

/** The media type of a response that names none. */
export function usualType(schema: Schema): string {
  return referredName(schema) === 'Problem' ? PROBLEM_TYPE : defaultType(schema);
}
