import type { ParameterStyle, Schema } from '../../../shared/contract/operation.ts';
import { findMisread } from './misread-names.ts';
import { readAssignedFacets, readBareFacets, readGroupedFacets, readLateFacets, readLateTag } from './bare-facets.ts';
import type { Passage } from '../comment/comment.ts';
import { locate, slicePassage, passageText, trimPassage, withoutMargins } from '../comment/comment.ts';
import type { Draft } from './declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { typesOf } from '../../../shared/schema/json-types.ts';
import type { OwnFacets } from './facets.ts';
import { withFacets } from './facets.ts';
import * as messages from '../diagnostics/messages.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Phrase } from '../comment/line.ts';
import { readParameterPhrase, unescapeQuotes } from '../comment/line.ts';
import type { Location } from '../diagnostics/source.ts';
import { parseType } from './type.ts';
import { readYaml } from '../comment/yaml.ts';

/** The content of a line such as `{integer} [page=1] (minimum: 1) - The page`. */
export interface TypedName {
  readonly name: string;
  readonly nameAt: Location;
  readonly required: boolean;
  /** With its facets and its default. */
  readonly schema: Schema;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Set if a list is separated by commas: OpenAPI 3.1, Parameter Object. */
  readonly explode?: false;
  /** Set by the facet `style`; undefined for `deepObject`, the usual style of objects. */
  readonly style?: ParameterStyle;
  /** Set by the facet `weaker`. */
  readonly weaker?: true;
}

/**
 * Reads a typed name, which `@param`, `@header` and `@property` have in common.
 *
 * @param at The location of the directive.
 * @returns undefined if the line is invalid, which has then been reported.
 */
export function readTypedName(
  content: Passage,
  at: Location,
  directive: string,
  into: Draft,
  report: Report,
): TypedName | undefined {
  const phrase = readParameterPhrase(content);
  const fail = (diagnostic: Parameters<Report>[0]): undefined => void report(diagnostic);
  if (phrase.unclosed !== undefined)
    return fail(messages.unclosedBracket(locate(phrase.unclosed), phrase.unclosed.text));
  if (phrase.type === undefined)
    return fail(
      messages.missingType(
        phrase.name === undefined ? at : locate(phrase.name),
        directive,
        untypedText(content, phrase),
        ordered(phrase),
      ),
    );
  if (phrase.name === undefined) return fail(messages.missingName(at, directive));
  const isInPath = directive === 'param' && isPathName(phrase.name.text, into);
  const misread = findMisread(content, phrase, phrase.name, directive, isInPath);
  if (misread !== undefined) report(misread.fault);
  if (misread !== undefined && misread.name === undefined) return undefined;
  const type = parseType(phrase.type, report);
  const name = misread?.name ?? readName(phrase.name, directive, isInPath, report);
  if (misread === undefined) checkRest(phrase, type.schema ?? {}, report);
  if (!phrase.optional && directive !== 'header') checkNullable(phrase.type, name, isInPath, report);
  into.references.push(...type.references);
  if (type.schema === undefined) return undefined;
  if (type.isVoid)
    return fail(messages.unsupportedType(locate(phrase.type), 'void', 'it is only for "@returns" and "@throws"'));
  const own: OwnFacets = directive === 'param' ? { explode: ['array'], style: 'any', weaker: 'any' } : {};
  const { deprecated, explode, style, weaker, ...faceted } =
    phrase.facets === undefined ? type.schema : withFacets(type.schema, phrase.facets, into, report, own);
  return {
    name,
    nameAt: locate(phrase.name),
    required: !phrase.optional,
    schema: phrase.default === undefined ? faceted : withDefault(faceted, phrase.default, into, report),
    description: passageText(phrase.description),
    deprecated: deprecated === true,
    ...(explode === false && { explode }),
    ...(style !== undefined && style !== 'deepObject' && { style: style as ParameterStyle }),
    ...(weaker === true && { weaker }),
  };
}

/** Warns of facets in the text after the name. */
function checkRest({ rest, facets, description }: Phrase, schema: Schema, report: Report): void {
  const grouped = readGroupedFacets(rest, facets);
  if (grouped !== undefined) return report(messages.facetGroup(locate(grouped.text), grouped.whole, grouped.correct));
  const bare = readBareFacets(rest);
  if (bare !== undefined) return report(messages.facetParentheses(locate(bare), bare.text, bare.text));
  const assigned = readAssignedFacets(rest, schema);
  if (assigned !== undefined)
    return report(messages.facetParentheses(locate(assigned.text), assigned.text.text, assigned.correct));
  const late = readLateFacets(description);
  // A description can repeat facets of the line.
  const isRepeated = (facet: string): boolean => facets?.text.includes(facet.trim()) === true;
  if (late !== undefined && !late.text.split(',').every(isRepeated))
    report(messages.lateFacets(locate(late), late.text));
  const tagged = readLateTag(description);
  if (tagged !== undefined) report(messages.lateFacets(locate(tagged.tag), tagged.facet));
}

/** The type and the name in their order, for a line whose type follows its name. */
function ordered({ name, optional, rest }: Phrase): string | undefined {
  const type = /^\{[^{}]+\}(?=\s|$)/.exec(rest.text)?.[0];
  if (name === undefined || type === undefined) return undefined;
  return `${type} ${optional ? `[${name.text}]` : name.text}`;
}

/** The text that an edit of a line without a type replaces: its name, and the type behind it; undefined if other parts would be lost. */
function untypedText(content: Passage, { name, rest, facets, default: value }: Phrase): Location | undefined {
  const misplaced = /^\{[^{}]+\}(?=\s|$)/.exec(rest.text)?.[0] ?? '';
  if (name === undefined || (misplaced !== '' && (facets !== undefined || value !== undefined))) return undefined;
  const start = trimPassage(content).start;
  const end = misplaced === '' ? name.start + name.text.length : rest.start + misplaced.length;
  return locate(slicePassage(content, start - content.start, end - content.start));
}

/** A name without the `?` or the default that other languages write after it. */
function bareName(text: string): { readonly bare: string; readonly value: string | undefined } {
  const [, bare = text, value] = /^([^=]*[^=?])\?*(?:=(.*))?$/s.exec(text) ?? [];
  return { bare, value };
}

/** Whether a name is that of a path parameter. */
function isPathName(text: string, { pathNames }: Draft): boolean {
  const { bare } = bareName(text);
  return bare.startsWith('path.') || pathNames.includes(bare.normalize('NFC'));
}

/** Reads the name; only brackets make it optional, not a `?` or a `=` as in other languages. */
function readName(name: Passage, directive: string, isInPath: boolean, report: Report): string {
  const { bare, value } = bareName(name.text);
  if (bare === name.text || directive === 'typedef') return name.text;
  // A value with a space in it is incomplete here.
  const shown = value === undefined ? '' : `=${/^["'[{]/.test(value) ? '...' : value}`;
  report(messages.optionalName(locate(name), name.text, isInPath ? bare : `[${bare}${shown}]`));
  return bare;
}

/** Warns of `{string?}`, which other languages write for an optional value. */
function checkNullable(type: Passage, name: string, isInPath: boolean, report: Report): void {
  const [, inner] = /^\s*([\w$.]+(?:\[\])*)\?\s*$/.exec(type.text) ?? [];
  if (inner !== undefined) report(messages.optionalType(locate(type), inner, name, isInPath));
}

/** Texts in quotes with `|` between them, as a type has them: `"name"|"age"`. */
const SEVERAL = /^(["'])(?:(?!\1).)*\1(?:\s*\|\s*(["'])(?:(?!\2).)*\2)+$/;

function withDefault(schema: Schema, text: Passage, into: Draft, report: Report): Schema {
  if (SEVERAL.test(text.text)) {
    report(messages.severalDefaults(locate(text), text.text));
    return schema;
  }
  const read = readSample(text, schema, report);
  if (read === undefined) return schema;
  const other = into.samples.findLast(({ value }) => value.what === 'default');
  if (other !== undefined && 'default' in schema && !isEqual(schema['default'], read.value))
    report(messages.declaredTwice(other.at, 'default', locate(text)));
  into.samples.push({ value: { what: 'default', schema, value: read.value }, at: locate(text) });
  return { ...schema, default: read.value };
}

/** Reads a value by the type of its schema: `20` is a number for an integer and a text for a string. */
export function readSample(text: Passage, schema: Schema, report: Report): { readonly value: unknown } | undefined {
  const types = typesOf(schema);
  const isText = [...types].every((type) => type === 'string' || type === 'null');
  if (isText && !(text.text === 'null' && types.has('null'))) return { value: unquote(withoutMargins(text)) };
  return readYaml(text, report);
}

function unquote(text: string): string {
  return text.length > 1 && /^(["']).*\1$/s.test(text) ? unescapeQuotes(text.slice(1, -1)) : text;
}
