import type { Schema } from '../../contract/operation.ts';
import type { Comment, Directive } from '../comment.ts';
import { locate, parseComment, textOf, trimPassage, unfence } from '../comment.ts';
import type { Declared, Reference, Sample } from '../declarations.ts';
import type { Report } from '../diagnostic.ts';
import { isPassedOver } from '../directive-names.ts';
import { readSample } from '../directives/typed.ts';
import { isFacet } from '../facet-keywords.ts';
import { readFacet } from '../facets.ts';
import * as messages from '../messages/index.ts';
import { checkMisread } from '../misread.ts';
import type { SourceText } from '../source.ts';
import type { Syntax } from '../syntax.ts';
import { readYaml } from '../yaml.ts';

/** The doc comments of a module, by the offset of what they stand directly before. */
export type Docs = ReadonlyMap<number, Comment>;

/** What a doc comment's reader reports to and collects in. */
interface Reading {
  readonly docs: Docs;
  readonly report: Report;
  readonly samples: Declared<Sample>[];
  readonly references: Reference[];
}

/** Comments that tools read. */
const PRAGMA = /^\s*(?:!|[#@]__|@ts-|eslint|oxlint|prettier|biome|istanbul|c8 |v8 )/;
/** Comments that define something themselves. */
const DEFINES = /^[\s*]*@(?:typedef|param-define|returns-define)\b/m;
/** What a misspelled tag may have meant. */
const TAGS = (
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding contentMediaType minItems ' +
  'maxItems uniqueItems minProperties maxProperties additionalProperties default example title deprecated readOnly writeOnly'
).split(' ');
/** Of a contract's directives those that say nothing about a type, and are common in doc comments. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['see', 'summary', 'internal']);

/** Finds the block comments of a module that directly precede something, with nothing but comments between; of several the nearest counts. */
export function findDocs(source: SourceText, syntax: Syntax): Docs {
  const docs = new Map<number, Comment>();
  const targets = new Map<number, number>();
  for (const { type, value, start, end } of syntax.comments.toReversed()) {
    const next = end + source.text.slice(end).search(/\S|$/);
    const target = targets.get(next) ?? next;
    targets.set(start, target);
    if (type !== 'Block' || PRAGMA.test(value) || DEFINES.test(value)) continue;
    if (docs.has(target) || isTrailing(source.text, start, target)) continue;
    docs.set(target, parseComment(source, { start, end }));
  }
  return docs;
}

/** Whether a comment stands behind something on its line, and what follows it is on another: then it is about the former. */
function isTrailing(text: string, start: number, target: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return line.trim() !== '' && text.slice(start, target).includes('\n');
}

/** Adds to a schema what the doc comment before an offset says: the description, and JSON Schema's keywords as tags. */
export function describe(schema: Schema, start: number, reading: Reading): Schema {
  const comment = reading.docs.get(start);
  if (comment === undefined) return schema;
  checkMisread(comment, (name) => name === 'type' || TAGS.includes(name), reading.report);
  const description = textOf(comment.description);
  const described = description === undefined ? schema : { ...schema, description };
  return comment.directives.reduce((result, tag) => readTag(tag, result, reading), described);
}

function readTag(tag: Directive, schema: Schema, reading: Reading): Schema {
  const { report } = reading;
  if (tag.name === 'example' || tag.name === 'default') return readValue(tag, schema, reading);
  if (tag.name === 'deprecated') return withText({ ...schema, deprecated: true }, 'Deprecated: ', tag);
  if (tag.name === 'description' || tag.name === 'remarks') return withText(schema, '', tag);
  const narrowed = narrowToInteger(tag, schema);
  if (narrowed !== undefined) return tag.name === 'type' ? narrowed : { ...narrowed, format: tag.content.text.trim() };
  if (tag.name.startsWith('x-')) {
    const text = trimPassage(tag.content);
    const read = text.text === '' ? { value: true } : readYaml(text, report);
    return read === undefined ? schema : { ...schema, [tag.name]: read.value };
  }
  if (isFacet(tag.name)) return { ...schema, ...readFacet(tag, tag.content, schema, reading, report) };
  if (!isPassedOver(tag.name) && !SAYS_NOTHING.has(tag.name)) report(messages.unknownDirective(tag.at, tag.name, TAGS));
  return schema;
}

/** TypeScript has no integers: `@type integer`, or one of their formats, makes one of a number. */
function narrowToInteger({ name, content }: Directive, schema: Schema): Schema | undefined {
  const says = name === 'type' ? /^\{?integer\}?$/ : name === 'format' ? /^int(?:32|64)$/ : undefined;
  const { type } = schema;
  const types = [type].flat();
  if (says?.test(content.text.trim()) !== true || !types.includes('number')) return undefined;
  const narrowed = types.map((each) => (each === 'number' ? 'integer' : each));
  return { ...schema, type: Array.isArray(type) ? narrowed : narrowed[0] };
}

/** `@default value` and `@example value`; of the latter there may be several. */
function readValue({ name, at, content }: Directive, schema: Schema, { report, samples }: Reading): Schema {
  const text = trimPassage(content);
  if (text.text === '') {
    report(messages.emptyDirective(at, name));
    return schema;
  }
  const read = readSample(unfence(text), schema, report);
  if (read === undefined) return schema;
  const what = name === 'default' ? 'default' : 'example';
  samples.push({ value: { what, schema, value: read.value }, at: locate(text) });
  if (what === 'default') return { ...schema, default: read.value };
  return { ...schema, examples: [...((schema['examples'] as unknown[] | undefined) ?? []), read.value] };
}

function withText(schema: Schema, prefix: string, { content }: Directive): Schema {
  const text = textOf(content);
  if (text === undefined) return schema;
  const before = schema['description'];
  return { ...schema, description: `${typeof before === 'string' ? `${before}\n` : ''}${prefix}${text}` };
}
