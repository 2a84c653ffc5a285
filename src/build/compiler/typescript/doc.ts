import type { Schema } from '../../../shared/contract/operation.ts';
import { ENVELOPE_TAGS } from '../../../shared/contract/list-contract.ts';
import { checkBounds } from '../user-schemas/bounds.ts';
import { checkPattern } from '../user-schemas/patterns.ts';
import type { Comment, Directive, Passage } from '../comment/comment.ts';
import { locate, passageText, trimLines, trimPassage, unfence } from '../comment/comment.ts';
import type { Reference, Sample } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { isPassedOver } from '../../../directives/vocabulary.ts';
import { readLateFacets } from '../language/bare-facets.ts';
import { readSample } from '../language/typed-name.ts';
import { FACET_NAMES, isFacet } from '../../../shared/schema/keywords.ts';
import { readFacet, samplesOf } from '../language/facets.ts';
import * as messages from '../diagnostics/messages.ts';
import { checkMisread } from '../language/misread.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import { readYaml } from '../comment/yaml.ts';
import { afterWord, listConstant, refineType, toInteger, toOneOf } from './type-tag.ts';
import { isPragma } from '../comment/pragma.ts';

/** The doc comments of a module, by the offset of the syntax that they precede. */
export type Docs = ReadonlyMap<number, Comment>;

/** The context of reading a doc comment. */
interface DocReading {
  readonly docs: Docs;
  readonly report: Report;
  readonly samples: Declared<Sample>[];
  readonly references: Reference[];
}

/** A keyword of JSON Schema that a tag gives. */
interface TagKeyword {
  readonly keyword: string;
  readonly value: unknown;
  readonly at: Location;
  readonly valueAt: Location;
}

/** Comments that define something themselves. */
const DEFINES = /^[\s*]*@(?:typedef|param-define|returns-define)\b/m;
/** The tags to suggest for a misspelled one. */
export const TAGS: readonly string[] = [
  ...FACET_NAMES.filter((name) => !/^(?:x-.*|const|enum|examples|description)$/.test(name)),
  'oneOf',
  ...ENVELOPE_TAGS,
];
/** Directives of a contract that are common in doc comments, and do not affect a type. */
const IGNORED_DIRECTIVES: ReadonlySet<string> = new Set(['see', 'summary', 'internal', 'hidden']);

/**
 * Finds the block comments of a module that directly precede other syntax; the nearest of several counts.
 *
 * @param comments The block comments.
 */
export function findDocs(source: SourceText, syntax: Syntax, comments: readonly Comment[]): Docs {
  const docs = new Map<number, Comment>();
  const parsed = new Map(comments.map((comment) => [comment.at.span.start, comment]));
  const targets = new Map<number, number>();
  for (const { type, value, start, end } of syntax.comments.toReversed()) {
    const next = end + source.text.slice(end).search(/\S|$/);
    const target = targets.get(next) ?? next;
    targets.set(start, target);
    if (type !== 'Block' || isPragma(value) || DEFINES.test(value)) continue;
    if (docs.has(target) || isTrailing(source.text, start, target)) continue;
    docs.set(target, parsed.get(start)!);
  }
  return docs;
}

/** Whether a comment follows code on its own line and precedes a line break: it then describes that code. */
function isTrailing(text: string, start: number, target: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return line.trim() !== '' && text.slice(start, target).includes('\n');
}

/** Adds the doc comment before an offset to a schema: its description, and its tags, which are keywords of JSON Schema. */
export function withDocs(schema: Schema, start: number, reading: DocReading): Schema {
  const comment = reading.docs.get(start);
  if (comment === undefined) return schema;
  checkMisread(comment, (name) => name === 'type' || TAGS.includes(name), reading.report);
  checkText(comment.description, reading.report);
  const description = passageText(comment.description);
  const before = description === undefined ? schema : { ...schema, description };
  const keywords: TagKeyword[] = [];
  const [oneOf, ...repeated] = comment.directives.filter(({ name }) => name === 'oneOf');
  for (const { at, name } of repeated) reading.report(messages.repeatedDirective(at, name, oneOf!.at));
  const after = comment.directives.reduce((result, tag) => readTag(tag, result, reading, keywords), before);
  // Tags apply together, in any order.
  for (const { keyword, value, valueAt } of keywords)
    reading.samples.push(...samplesOf(keyword, value, before, after).map((sample) => ({ value: sample, at: valueAt })));
  checkBounds(after, (...bounds) => keywords.findLast(({ keyword }) => bounds.includes(keyword))?.at, reading.report);
  const pattern = keywords.findLast(({ keyword }) => keyword === 'pattern');
  if (pattern !== undefined) checkPattern(after, () => pattern.valueAt, reading.report);
  return after;
}

function readTag(tag: Directive, schema: Schema, reading: DocReading, keywords: TagKeyword[]): Schema {
  const { report } = reading;
  if (tag.name === 'example' || tag.name === 'default') return readValue(tag, schema, report, keywords);
  if (tag.name === 'deprecated') return withText({ ...schema, deprecated: true }, 'Deprecated: ', tag, report);
  if (tag.name === 'description' || tag.name === 'remarks') return withText(schema, '', tag, report);
  if (tag.name === 'type') checkText(afterWord(tag.content), report);
  if (tag.name === 'type') return refineType(tag, schema, report);
  if (tag.name === 'oneOf') return toOneOf(tag, schema, report);
  const narrowed = tag.name === 'format' && /^int(?:32|64)$/.test(tag.content.text.trim()) && toInteger(schema);
  if (narrowed) return { ...narrowed, format: tag.content.text.trim() };
  if ((ENVELOPE_TAGS as readonly string[]).includes(tag.name))
    return readKeyword({ ...tag, name: `x-${tag.name}` }, schema, reading, keywords);
  if (isFacet(tag.name)) return readKeyword(tag, schema, reading, keywords);
  if (tag.name.startsWith('x-')) {
    const text = trimLines(tag.content);
    const read = text.text === '' ? { value: true } : readYaml(text, report);
    return read === undefined ? schema : { ...schema, [tag.name]: read.value };
  }
  if (isRespelled(tag.name) || (!isPassedOver(tag.name) && !IGNORED_DIRECTIVES.has(tag.name)))
    report(messages.unknownDirective(tag.at, tag.name, TAGS));
  return schema;
}

/** Whether a tag has the name of a keyword in other letters: `@readonly`, which JSDoc has too. */
function isRespelled(name: string): boolean {
  return TAGS.some((tag) => tag !== name && tag.toLowerCase() === name.toLowerCase());
}

function readKeyword(tag: Directive, schema: Schema, reading: DocReading, keywords: TagKeyword[]): Schema {
  const added = readFacet(tag, schema, reading, reading.report);
  if (added === undefined) return schema;
  const text = trimPassage(tag.content);
  const valueAt = text.text === '' ? tag.at : locate(text);
  keywords.push({ keyword: tag.name, value: added[tag.name], at: tag.at, valueAt });
  return { ...(tag.name === 'enum' ? listConstant(schema, added[tag.name]) : schema), ...added };
}

/** Warns of facets in a text, as a `@param` line has them. */
function checkText(text: Passage, report: Report): void {
  const late = readLateFacets(text);
  if (late !== undefined) report(messages.facetsInText(locate(late), late.text));
}

/** `@default value` and `@example value`, which can be repeated. */
function readValue({ name, at, content }: Directive, schema: Schema, report: Report, keywords: TagKeyword[]): Schema {
  const text = trimPassage(content);
  if (text.text === '') {
    report(messages.emptyDirective(at, name));
    return schema;
  }
  const read = readSample(unfence(text), schema, report);
  if (read === undefined) return schema;
  keywords.push({ keyword: name, value: read.value, at, valueAt: locate(text) });
  if (name === 'default') return { ...schema, default: read.value };
  return { ...schema, examples: [...((schema['examples'] as unknown[] | undefined) ?? []), read.value] };
}

function withText(schema: Schema, prefix: string, { content }: Directive, report: Report): Schema {
  const text = passageText(content);
  checkText(content, report);
  if (text === undefined) return schema;
  const before = schema['description'];
  return { ...schema, description: `${typeof before === 'string' ? `${before}\n` : ''}${prefix}${text}` };
}
