import type { Schema } from '../../contract/operation.ts';
import { useParameter } from '../../schema/draft.ts';
import { referredName } from '../../schema/references.ts';
import type { AnySchema } from '../../schema/types.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Comment, Directive } from '../comment/comment.ts';
import { locate, parseComment, slicePassage, textOf, trimPassage, unfence } from '../comment/comment.ts';
import type { Declarations, DeclaredResponse, Sample } from '../language/declared.ts';
import { emptyDraft } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { isDirectiveName, isKnownDirective, isPassedOver } from '../language/directive-names.ts';
import { readSomeDirectives } from '../language/directives.ts';
import { readSample, readTypedName } from '../language/typed-name.ts';
import * as messages from '../diagnostics/messages.ts';
import { checkMisread } from '../comment/misread.ts';
import { readWords } from '../comment/line.ts';
import type { ShapePart } from '../language/property-tree.ts';
import { assembleShape } from '../language/property-tree.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import type { FileDefinitions, SchemaDefinition, SetDefinition } from './model.ts';

type Draft = { -readonly [K in 'schemas' | 'parameters' | 'responses' | 'samples']: FileDefinitions[K][number][] };

/** The directives that define something. */
const DEFINING: readonly string[] = ['typedef', 'param-define', 'returns-define'];
/** What a comment with a `@typedef` may have besides; the rest says nothing of a schema, and is not missed. */
const TYPEDEF: readonly string[] = ['property', 'template', 'deprecated', 'example'];
const NOT_MISSED: readonly string[] = ['prop', 'summary', 'see', 'internal'];

/** Reads the block comments of a file of definitions: `@typedef`, `@param-define`, `@returns-define`; each may stand more than once in one comment. */
export function readCommentDefinitions(source: SourceText, syntax: Syntax, report: Report): FileDefinitions {
  const into: Draft = { schemas: [], parameters: [], responses: [], samples: [] };
  for (const { type, start, end } of syntax.comments) {
    if (type === 'Block') readComment(parseComment(source, { start, end }), into, report);
  }
  return into;
}

function readComment(comment: Comment, into: Draft, report: Report): void {
  const starts = comment.directives.flatMap(({ name }, i) => (DEFINING.includes(name) ? [i] : []));
  // What a comment that defines nothing says is not ours to judge.
  const isKnown = (name: string): boolean =>
    DEFINING.includes(name) || (starts.length > 0 && (TYPEDEF.includes(name) || isKnownDirective(name)));
  checkMisread(comment, isKnown, report);
  starts.forEach((start, i) => {
    const [directive, ...rest] = comment.directives.slice(start, starts[i + 1]);
    const description = i === 0 ? textOf(comment.description) : undefined;
    const before = i === 0 ? comment.directives.slice(0, start) : [];
    if (directive!.name === 'typedef') readTypedef(directive!, [...before, ...rest], description, into, report);
    else readSet(directive!, rest, into, report);
  });
}

/** `@typedef {type} Name - description`, `@template T` and `@property` lines. */
function readTypedef(
  directive: Directive,
  rest: readonly Directive[],
  description: string | undefined,
  into: Draft,
  report: Report,
): void {
  const draft = emptyDraft();
  const hasType = directive.content.text.trimStart().startsWith('{');
  const [word] = readWords(directive.content);
  const typed = hasType
    ? readTypedName(directive.content, directive.at, 'typedef', draft, report)
    : word && { name: word.text, nameAt: locate(word), schema: { type: 'object' }, description: undefined };
  if (typed === undefined) return hasType ? undefined : report(messages.missingName(directive.at, 'typedef'));
  const typeParameters = rest
    .filter(({ name }) => name === 'template')
    .flatMap(({ content }) =>
      readWords(slicePassage(content, 0, /\s-(?:\s|$)|$/.exec(content.text)!.index)).map((name) => name.text),
    );
  const properties = readProperties(rest, draft, report);
  const whole = { value: { name: '', required: true, schema: typed.schema }, at: typed.nameAt };
  const schema = assembleShape(whole, properties, report);
  const said = description ?? typed.description;
  const annotations = readAnnotations(rest, schema, draft, report);
  into.samples.push(...draft.samples);
  into.schemas.push({
    name: typed.name,
    typeParameters,
    schema: bindParameters(
      { ...schema, ...(said !== undefined && { description: said }), ...annotations },
      typeParameters,
    ) as Schema,
    at: typed.nameAt,
    references: draft.references.filter(({ name }) => !typeParameters.includes(name)),
  });
}

function readProperties(
  rest: readonly Directive[],
  draft: ReturnType<typeof emptyDraft>,
  report: Report,
): Declared<ShapePart>[] {
  return rest.flatMap((directive) => {
    if (directive.name === 'property' || directive.name === 'prop') {
      const typed = readTypedName(directive.content, directive.at, 'property', draft, report);
      return typed === undefined ? [] : [{ value: typed, at: typed.nameAt }];
    }
    return [];
  });
}

/** What else a definition's comment says of it: `@deprecated`, `@example`. */
function readAnnotations(
  rest: readonly Directive[],
  schema: Schema,
  draft: ReturnType<typeof emptyDraft>,
  report: Report,
): Schema {
  const examples: unknown[] = [];
  for (const { name, at, content } of rest) {
    if (name === 'example') {
      const text = trimPassage(content);
      const read =
        text.text === '' ? report(messages.emptyDirective(at, name)) : readSample(unfence(text), schema, report);
      if (read === undefined) continue;
      draft.samples.push({ value: { what: 'example', schema, value: read.value }, at: locate(text) });
      examples.push(read.value);
    } else if (isDirectiveName(name)) report(messages.misplacedDirective(at, name, 'typedef', TYPEDEF));
    else if (!TYPEDEF.includes(name) && !NOT_MISSED.includes(name) && !isPassedOver(name))
      report(messages.unknownDirective(at, name, TYPEDEF));
  }
  return {
    ...(rest.some(({ name }) => name === 'deprecated') && { deprecated: true }),
    ...(examples.length > 0 && { examples }),
  };
}

/** `@param-define Name` with `@param` lines, or `@returns-define Name` with `@returns`, `@throws` and `@header` lines. */
function readSet(directive: Directive, rest: readonly Directive[], into: Draft, report: Report): void {
  const content = trimPassage(directive.content);
  const [name] = readWords(content);
  if (name === undefined) return report(messages.missingName(directive.at, directive.name));
  const isParameters = directive.name === 'param-define';
  const declarations = isParameters
    ? readSomeDirectives(rest, ['param', 'param-include', 'example'], directive.name, report)
    : readSomeDirectives(rest, ['returns', 'returns-include', 'throws', 'header', 'example'], directive.name, report);
  const { references } = declarations;
  const common = { name: name.text, at: locate(name), references };
  into.samples.push(...(declarations.samples as Declared<Sample>[]));
  if (isParameters)
    into.parameters.push({ ...common, entries: declarations.parameters, includes: declarations.parameterIncludes });
  else
    into.responses.push({
      ...common,
      entries: withHeaders(declarations),
      includes: declarations.responseIncludes,
      untyped: declarations.untyped,
    } satisfies SetDefinition<unknown>);
}

/** The responses of a set, each with the headers that are said of all. */
function withHeaders({ responses, headers }: Declarations): SetDefinition<DeclaredResponse>['entries'] {
  if (headers.length === 0) return responses;
  return responses.map(({ value, ...rest }) => ({
    ...rest,
    value: { ...value, headers: [...headers, ...value.headers] },
  }));
}

/** Turns references to a definition's own type parameters into uses of them. */
function bindParameters(schema: AnySchema, names: readonly string[]): AnySchema {
  if (typeof schema === 'boolean' || names.length === 0) return schema;
  const name = referredName(schema);
  const { $ref: _, ...beside } = schema;
  const own = name !== undefined && names.includes(name) ? { ...useParameter(name), ...beside } : schema;
  return mapSubschemas(own, (part) => bindParameters(part, names));
}
