import type { Schema } from '../../../shared/contract/operation.ts';
import { useParameter } from '../../../shared/schema/draft.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import type { Comment, Directive } from '../comment/comment.ts';
import { locate, slicePassage, passageText, trimPassage, unfence } from '../comment/comment.ts';
import type { Declarations, DeclaredResponse, Sample } from '../language/declared.ts';
import { Draft as Directives } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { DirectiveName } from '../../../directives/vocabulary.ts';
import { isDirectiveName, isKnownDirective, isPassedOver } from '../../../directives/vocabulary.ts';
import { readSomeDirectives } from '../language/directives.ts';
import { readSample, readTypedName } from '../language/typed-name.ts';
import * as messages from '../diagnostics/messages.ts';
import { checkMisread } from '../language/misread.ts';
import { readWords } from '../comment/line.ts';
import { withWholeSchemas } from '../language/whole-samples.ts';
import { assembleShape } from '../language/property-tree.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { FileDefinitions, SetDefinition } from './model.ts';

type DefinitionsDraft = { comments: Comment[] } & {
  -readonly [K in 'schemas' | 'parameters' | 'responses' | 'samples']: FileDefinitions[K][number][];
};

/** The directives that start a definition. */
export const DEFINING: readonly string[] = ['typedef', 'param-define', 'returns-define'];
/** The directives after a `@typedef`. */
export const TYPEDEF: readonly string[] = ['property', 'template', 'deprecated', 'example'];
/** The directives after those that define a set. */
export const SETS: Readonly<Record<'param-define' | 'returns-define', readonly DirectiveName[]>> = {
  'param-define': ['param', 'param-include', 'example'],
  'returns-define': ['returns', 'returns-include', 'throws', 'header', 'example'],
};
/** The directives after a `@typedef` that are ignored without a report. */
const IGNORED: readonly string[] = ['prop', 'summary', 'see', 'internal'];

/** Reads the definitions in the block comments of a file: `@typedef`, `@param-define` and `@returns-define`, any number in one comment. */
export function readCommentDefinitions(comments: readonly Comment[], report: Report): FileDefinitions {
  const into: DefinitionsDraft = { schemas: [], parameters: [], responses: [], samples: [], comments: [] };
  for (const comment of comments) readComment(comment, into, report);
  return into;
}

function readComment(comment: Comment, into: DefinitionsDraft, report: Report): void {
  const starts = comment.directives.flatMap(({ name }, i) => (DEFINING.includes(name) ? [i] : []));
  // A comment without definitions can have directives of other tools.
  const isKnown = (name: string): boolean =>
    DEFINING.includes(name) ||
    (starts.length > 0 && (TYPEDEF.includes(name) || isKnownDirective(name, comment.at.source)));
  checkMisread(comment, isKnown, report);
  if (starts.length > 0) into.comments.push(comment);
  starts.forEach((start, i) => {
    const [directive, ...rest] = comment.directives.slice(start, starts[i + 1]);
    const description = i === 0 ? passageText(comment.description) : undefined;
    const before = i === 0 ? comment.directives.slice(0, start) : [];
    if (directive!.name === 'typedef') readTypedef(directive!, [...before, ...rest], description, into, report);
    else readSet(directive!, rest, into, report);
  });
}

/** Reads `@typedef {type} Name - description`, with lines of `@template` and `@property`. */
function readTypedef(
  directive: Directive,
  rest: readonly Directive[],
  description: string | undefined,
  into: DefinitionsDraft,
  report: Report,
): void {
  const draft = new Directives();
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
  const properties = rest
    .filter(({ name }) => name === 'property' || name === 'prop')
    .flatMap(({ content, at }) => readTypedName(content, at, 'property', draft, report) ?? [])
    .map((property) => ({ value: property, at: property.nameAt }));
  const root = { value: { name: '', required: true, schema: typed.schema }, at: typed.nameAt };
  const schema = assembleShape(root, properties, report);
  const text = description ?? typed.description;
  const annotations = {
    ...(text !== undefined && { description: text }),
    ...readAnnotations(rest, schema, draft, report),
  };
  into.samples.push(...withWholeSchemas(draft.samples, [schema]));
  into.schemas.push({
    name: typed.name,
    typeParameters,
    schema: bindParameters({ ...schema, ...annotations }, typeParameters) as Schema,
    at: typed.nameAt,
    references: draft.references.filter(({ name }) => !typeParameters.includes(name)),
  });
}

/** Reads `@deprecated` and `@example`, and reports other directives. */
function readAnnotations(rest: readonly Directive[], schema: Schema, draft: Directives, report: Report): Schema {
  const examples: unknown[] = [];
  for (const { name, at, content } of rest) {
    if (name === 'example') {
      const text = trimPassage(content);
      const read =
        text.text === '' ? report(messages.emptyDirective(at, name)) : readSample(unfence(text), schema, report);
      if (read === undefined) continue;
      draft.samples.push({ value: { what: 'example', schema, value: read.value }, at: locate(text) });
      examples.push(read.value);
    } else if (isDirectiveName(name, at.source)) report(messages.misplacedDirective(at, name, 'typedef', TYPEDEF));
    else if (!TYPEDEF.includes(name) && !IGNORED.includes(name) && !isPassedOver(name))
      report(messages.unknownDirective(at, name, TYPEDEF));
  }
  return {
    ...(rest.some(({ name }) => name === 'deprecated') && { deprecated: true }),
    ...(examples.length > 0 && { examples }),
  };
}

/** Reads `@param-define Name` with lines of `@param`, or `@returns-define Name` with lines of `@returns`, `@throws` and `@header`. */
function readSet(directive: Directive, rest: readonly Directive[], into: DefinitionsDraft, report: Report): void {
  const content = trimPassage(directive.content);
  const [name] = readWords(content);
  if (name === undefined) return report(messages.missingName(directive.at, directive.name));
  const isParameters = directive.name === 'param-define';
  const declarations = readSomeDirectives(
    rest,
    SETS[isParameters ? 'param-define' : 'returns-define'],
    directive.name,
    report,
  );
  const { references } = declarations;
  for (const { value, at } of declarations.listSets) report(messages.misplacedSet(at, value.set));
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

/** Adds the headers of a set to each of its responses. */
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
