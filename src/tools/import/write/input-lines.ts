import type { ParameterStyle } from '../../../shared/contract/operation.ts';
import { examplesOf } from '../../../shared/contract/operation.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Exemplified, Header, Parameter, Schema } from '../../../shared/contract/operation.ts';
import type { Declarations, DeclaredHeader, DeclaredParameter } from '../../../build/compiler/language/declared.ts';
import { typesOf } from '../../../shared/schema/json-types.ts';
import { comparableText } from '../texts.ts';
import { isSameSchema } from './canonical.ts';
import { describedAs } from './comment-lines.ts';
import { firstSound } from './read-back.ts';
import type { Define } from './short-types.ts';
import { isShortType, withShortType } from './short-types.ts';
import type { TypeText } from './type-text.ts';
import { defaultText, facetText, typeWithFacets } from './type-text.ts';
import { jsonText } from './value-lines.ts';
import { fenceAround } from '../../../build/compiler/comment/fences.ts';
import { withQuotes } from '../../../build/compiler/comment/line.ts';

/** The definitions that lines refer to. */
export interface Scope {
  /** The first part of their names. */
  readonly owner: string;
  /** Makes a definition of a schema that no line can express, and returns its name. */
  readonly define: Define;
  /** Whether lines can have the defaults, examples and values of a schema. */
  hasValidSamples(schema: Schema): boolean;
}

/** A typed name: `@param`, `@header`. */
export interface Input extends Exemplified {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly explode?: false | undefined;
  readonly style?: ParameterStyle | undefined;
}

/**
 * The `@param` line of a parameter.
 *
 * @param prefix The location, such as `query.`; empty if it is the default.
 * @returns undefined if no line can express it.
 */
export function parameterLines(parameter: Parameter, prefix: string, scope: Scope): readonly string[] | undefined {
  const isMeant = (value: DeclaredParameter, wanted: Input): boolean =>
    value.name === parameter.name && (value.in ?? '') === prefix.slice(0, -1) && isSameInput(value, wanted);
  return firstSpelling(parameter, scope, `${scope.owner} ${parameter.name}`, (input, typed) => [
    (declarations) => declarations.parameters.length === 1 && isMeant(declarations.parameters[0]!.value, input),
    spellings('param', { ...input, name: `${prefix}${parameter.name}` }, typed),
  ]);
}

/** The `@header` line of a response's header; undefined if no line can express it. */
export function headerLines(header: Header, scope: Scope): readonly string[] | undefined {
  const isMeant = (value: DeclaredHeader, wanted: Input): boolean =>
    value.name === header.name && isSameInput(value as DeclaredParameter, wanted);
  return firstSpelling(header, scope, `${scope.owner} ${header.name}`, (input, typed) => [
    (declarations) => declarations.headers.length === 1 && isMeant(declarations.headers[0]!.value, input),
    spellings('header', input, typed),
  ]);
}

/** The test of the compiler's reading, and the spellings to test. */
type Attempt = (
  input: Input,
  typed: TypeText,
) => readonly [isMeant: (declarations: Declarations) => boolean, lines: Iterable<readonly string[]>];

/** Tries the type in place if it is short, then a definition; each first with its example and its description, then without. */
function firstSpelling(input: Input, scope: Scope, wanted: string, attempt: Attempt): readonly string[] | undefined {
  const inPlace = scope.hasValidSamples(input.schema) ? typeWithFacets(input.schema) : undefined;
  const { example, otherExamples: _others, ...others } = input;
  const { description: _, ...bare } = others;
  const inputs: Input[] = [...(example === undefined ? [] : [input]), others, bare];
  const tryAll = (typed: TypeText, schema: Schema): readonly string[] | undefined => {
    for (const each of inputs) {
      const [isMeant, lines] = attempt({ ...each, schema }, typed);
      const found = firstSound(lines, isMeant);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = inPlace && tryAll(inPlace, input.schema);
  if (found !== undefined && !isShortType(inPlace!)) {
    const schema = withShortType(input.schema, wanted, scope.define);
    const typed = typeWithFacets(schema);
    return (typed && tryAll(typed, schema)) ?? found;
  }
  if (found !== undefined || isReference(input.schema)) return found;
  // A definition doesn't help with a name that no line can express.
  if (tryAll({ type: 'any', facets: {} }, {}) === undefined) return undefined;
  const name = scope.define(input.schema, wanted);
  return tryAll({ type: name, facets: {} }, { $ref: `#/components/schemas/${name}` });
}

function isReference(schema: Schema): boolean {
  return '$ref' in schema && Object.keys(schema).length === 1 && typeWithFacets(schema) !== undefined;
}

function isSameInput(read: DeclaredParameter, wanted: Input): boolean {
  return (
    read.required === wanted.required &&
    isSameSchema(read.schema, wanted.schema) &&
    comparableText(read.description ?? '') === comparableText(wanted.description ?? '') &&
    (read.deprecated === true) === (wanted.deprecated === true) &&
    read.explode === wanted.explode &&
    read.style === wanted.style &&
    isDeepStrictEqual(examplesOf(read), examplesOf(wanted))
  );
}

/** `@param {integer} [page=1] (minimum: 1) - The page`, in several spellings. */
export function* spellings(directive: 'param' | 'header', input: Input, typed: TypeText): Generator<string[]> {
  const { name, required, schema, deprecated, explode, style } = input;
  const facets: Schema = {
    ...typed.facets,
    ...(deprecated === true && { deprecated }),
    ...(explode === false && { explode }),
    ...(style !== undefined && { style }),
  };
  const { default: value, ...others } = facets;
  const [text, ...rest] = describedAs(input.description) as [string, ...string[]];
  for (const example of allExampleLines(input, schema)) {
    const write = (place: string, shown: Schema): string[] => [
      `@${directive} {${typed.type}} ${place}${facetText(shown)}${text}`,
      ...rest,
      ...example,
    ];
    if (required) yield write(name, facets);
    else if (value === undefined) yield write(`[${name}]`, facets);
    else {
      yield write(`[${name}=${defaultText(value)}]`, others);
      yield write(`[${name}]`, facets);
    }
  }
}

/** The spellings of all examples of a part: those of the first one, with the others below it. */
export function* allExampleLines(part: Exemplified, schema: Schema): Generator<string[]> {
  const [first, ...others] = examplesOf(part);
  const below = others.flatMap((example) => spelledExample(example, schema) ?? []);
  for (const lines of exampleLines(first, schema)) yield [...lines, ...below];
}

/** The spellings of an `@example`; one without lines if there is no example. */
function* exampleLines(example: unknown, schema: Schema): Generator<string[]> {
  if (example === undefined) return yield [];
  if (typeof example === 'string') {
    const lines = example.split('\n');
    yield [`@example ${lines[0]!}`, ...lines.slice(1)];
    yield `@example ${withQuotes(example)}`.split('\n');
    const fence = fenceAround(lines);
    yield ['@example', fence, ...lines, fence];
  }
  const json = JSON.stringify(example);
  if (json.length < 80 || [...typesOf(schema)].every((type) => type === 'string')) return yield [`@example ${json}`];
  yield ['@example', ...jsonText(example).split('\n')];
  return yield [`@example ${json}`];
}

/** Whether a comment can have an example. It cannot have some texts. */
export function canWriteExample(example: unknown, schema: Schema): boolean {
  return typeof example !== 'string' || spelledExample(example, schema) !== undefined;
}

/** The lines of an `@example` that the compiler reads as meant. */
function spelledExample(example: unknown, schema: Schema): readonly string[] | undefined {
  if (typeof example !== 'string') return [...exampleLines(example, schema)][0];
  const types = [...typesOf(schema)];
  const type = types.every((name) => name === 'string' || name === 'null') ? types.join('|') : 'any';
  const head = `@returns {${type}} 200`;
  const spelled = [...exampleLines(example, schema)].map((lines) => [head, ...lines]);
  const isMeant = ({ responses }: Declarations): boolean =>
    responses.length === 1 && responses[0]!.value.example === example;
  return firstSound(spelled, isMeant)?.slice(1);
}
