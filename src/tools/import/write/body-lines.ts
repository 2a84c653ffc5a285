import { sizeText } from '../../../shared/contract/byte-size.ts';
import { ANY_TYPE, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import { BODY_METHODS } from '../../../build/compiler/operations/parameters.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Body, Content, Method, Operation, Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { Declarations } from '../../../build/compiler/language/declared.ts';
import { CONSUMED } from '../../../build/compiler/language/metadata.ts';
import type { Definitions } from '../../../build/compiler/definitions/collect.ts';
import { lookupIn } from '../../../build/compiler/definitions/collect.ts';
import { defaultType } from '../../../build/compiler/operations/body-groups.ts';
import { isReadable, resolveBody } from '../../../build/compiler/operations/body.ts';
import { comparableText, textLines } from '../texts.ts';
import { isSameSchema } from './canonical.ts';
import type { Input, Scope } from './input-lines.ts';
import { spellings } from './input-lines.ts';
import { firstSound } from './read-back.ts';
import type { Define } from './short-types.ts';
import { withShortProperties, withShortType } from './short-types.ts';
import type { PlainSchema } from './type-text.ts';
import { readPlain, typeText, typeWithFacets } from './type-text.ts';

/** The definitions, as the compiler looks them up. */
export type NamedDefinitions = Definitions['schemas'];

/**
 * The lines of a request's body: those of each schema below the media types that have it.
 *
 * Media types that the server cannot read with their schema are left out.
 *
 * @returns undefined if no lines can express it.
 */
export function bodyLines(
  operation: Operation,
  body: Body,
  scope: Scope,
  schemas: NamedDefinitions,
): readonly string[] | undefined {
  const groups = groupContent(body.content);
  const readable = groups.filter(([first]) => isDeclarable(first!, operation.method, schemas));
  if (readable.length < 2)
    return schemaLines(operation, { ...body, content: (readable[0] ?? groups[0])! }, scope, schemas);
  const { description: _, ...bare } = body;
  const found = readable.flatMap((content, i) => {
    const own = { ...(i === 0 ? body : bare), content };
    const lines = schemaLines(operation, own, scope, schemas, i + 1);
    return lines === undefined ? [] : [{ own, lines }];
  });
  const [first] = found;
  if (first === undefined || found.length === 1) return first && schemaLines(operation, first.own, scope, schemas);
  return found.flatMap(({ lines }) => lines);
}

/** The content of each schema, with its examples. */
function groupContent(all: readonly Content[]): Content[][] {
  const groups: Content[][] = [];
  for (const content of all) {
    const group = groups.find(([first]) => isDeepStrictEqual(withoutType(first!), withoutType(content)));
    if (group === undefined) groups.push([content]);
    else group.push(content);
  }
  return groups;
}

/** The parts of a content that all media types of a group share. */
function withoutType({
  mediaType: _type,
  maxBytes: _max,
  ...shared
}: Content): Omit<Content, 'mediaType' | 'maxBytes'> {
  return shared;
}

/**
 * The lines of a body with one schema: its properties one by one if lines can express them, otherwise one line.
 *
 * @param place The place of the body among several, from 1: each has a line for the whole body below its media types.
 */
function schemaLines(
  operation: Operation,
  body: Body,
  scope: Scope,
  schemas: NamedDefinitions,
  place?: number,
): readonly string[] | undefined {
  const { schema } = body.content[0]!;
  const examples = withExamples(examplesOf(body.content[0]!));
  const hasExample = examples.example !== undefined;
  const readable = body.content.filter((content) => isDeclarable(content, operation.method, schemas));
  const content: Content[] = (readable.length === 0 ? body.content : readable).map(
    ({ mediaType, schema: own, maxBytes }) => ({
      mediaType,
      schema: own,
      ...(maxBytes !== undefined && { maxBytes }),
    }),
  );
  const meant: Body = { ...body, content: hasExample ? content.map((item) => ({ ...item, ...examples })) : content };
  const base = { name: 'body', required: body.required, description: body.description };
  const consumes = consumesLine(meant, place !== undefined);
  const inputOf = ({ content: [first] }: Body): Input => ({
    ...base,
    schema: first!.schema,
    ...withExamples(examplesOf(first!)),
  });
  const tryAll = (wanted: Body, known: NamedDefinitions): readonly string[] | undefined =>
    firstSound(withConsumes(consumes, inPlace(inputOf(wanted), operation, place !== undefined)), (declarations) =>
      isSameBody(read(declarations, operation.method, known), wanted),
    );
  const owner = `${scope.owner} body${place === undefined || place === 1 ? '' : ` ${place}`}`;
  for (const wanted of hasExample ? [meant, { ...meant, content }] : [meant]) {
    const found = scope.hasValidSamples(schema) ? tryAll(wanted, schemas) : undefined;
    if (found === undefined) continue;
    const made = new Map<string, Schema>();
    const define: Define = (own, name) => {
      const given = scope.define(own, name);
      made.set(given, own);
      return given;
    };
    const hasLines = shapeLines(inputOf(wanted), operation) !== undefined;
    const short = hasLines ? withShortProperties(schema, scope.owner, define) : withShortType(schema, owner, define);
    return (short === schema ? undefined : tryAll(withSchema(wanted, short), withDefinitions(schemas, made))) ?? found;
  }
  // A definition does not help a body that the server cannot read.
  if (readable.length === 0) return undefined;
  const name = scope.define(schema, owner);
  const wanted = withSchema(meant, { $ref: `#/components/schemas/${name}` });
  const known = withDefinitions(schemas, new Map([[name, schema]]));
  return firstSound(
    withConsumes(consumes, spellings('param', inputOf(wanted), { type: name, facets: {} })),
    (declarations) => isSameBody(read(declarations, operation.method, known), wanted),
  );
}

function withSchema(body: Body, schema: Schema): Body {
  return { ...body, content: body.content.map((item) => ({ ...item, schema })) };
}

/** The definitions together with others. */
function withDefinitions(schemas: NamedDefinitions, others: ReadonlyMap<string, Schema>): NamedDefinitions {
  const [some] = schemas.values();
  const made = [...others].map(
    ([name, schema]) => [name, { ...some, name, schema, typeParameters: [] } as never] as const,
  );
  return new Map([...schemas, ...made]);
}

function* withConsumes(consumes: readonly string[], all: Iterable<readonly string[]>): Generator<readonly string[]> {
  for (const lines of all) yield [...consumes, ...lines];
}

function consumesLine({ content }: Body, isOneOfSeveral: boolean): string[] {
  const types = content.map(({ mediaType, maxBytes }) => {
    const type = mediaType === ANY_TYPE ? 'any' : mediaType;
    return maxBytes === undefined ? type : `${type} (max: ${sizeText(maxBytes)})`;
  });
  const usual = defaultType(content[0]!.schema);
  return types.length === 1 && types[0] === usual && !isOneOfSeveral ? [] : [`@consumes ${types.join(', ')}`];
}

/** Whether a comment can declare a body of a media type, and the server can read it. */
function isDeclarable({ mediaType, schema }: Content, method: Method, schemas: NamedDefinitions): boolean {
  const isNamed = mediaType === ANY_TYPE || CONSUMED.test(mediaType);
  return isNamed && isReadable(schema, mediaType, method, lookupIn(schemas));
}

function read(declarations: Declarations, method: Method, schemas: NamedDefinitions): Body | undefined {
  let isSound = true;
  const body = resolveBody(
    declarations.parameters,
    declarations.consumes,
    method,
    lookupIn(schemas),
    ({ severity }) => {
      isSound &&= severity !== 'error';
    },
  );
  return isSound ? body : undefined;
}

function isSameBody(found: Body | undefined, wanted: Body): boolean {
  if (found === undefined) return false;
  return (
    found.required === wanted.required &&
    comparableText(found.description ?? '') === comparableText(wanted.description ?? '') &&
    found.content.length === wanted.content.length &&
    found.content.every(
      (item, i) =>
        item.mediaType === wanted.content[i]!.mediaType &&
        isSameSchema(item.schema, wanted.content[i]!.schema) &&
        isDeepStrictEqual(examplesOf(item), examplesOf(wanted.content[i]!)),
    )
  );
}

/** The spellings of a body without a separate definition; its properties alone are not enough for one of several bodies. */
function* inPlace(input: Input, operation: Operation, isOneOfSeveral: boolean): Generator<readonly string[]> {
  const shape =
    typeText(input.schema) === undefined || !('$ref' in input.schema) ? shapeLines(input, operation) : undefined;
  if (shape !== undefined) yield* isOneOfSeveral ? shape.slice(1) : shape;
  const typed = typeWithFacets(input.schema);
  if (typed !== undefined) yield* spellings('param', input, typed);
}

/** The properties of a body that is an object, below a line for the object itself if they don't express all of it. */
function shapeLines(input: Input, operation: Operation): (readonly string[])[] | undefined {
  const plain = readPlain(input.schema);
  const properties = Object.entries(plain?.properties ?? {});
  if (plain === undefined || properties.length === 0 || !hasKnownRequired(plain)) return undefined;
  const lines = properties.map(([name, property]) =>
    propertyLines(`${prefixOf(name, operation)}${name}`, plain.required.includes(name), property),
  );
  if (lines.includes(undefined)) return undefined;
  const below = lines.flatMap((line) => line!);
  const objectLines = [
    ...spellings(
      'param',
      { ...input, schema: {} },
      { type: plain.nullable ? '?object' : 'object', facets: plain.facets },
    ),
  ];
  return [below, ...objectLines.map((line) => [...line, ...below])];
}

/** A property that would be taken for another parameter has the prefix of the body. */
function prefixOf(name: string, { method, path }: Operation): string {
  const isPlace = /^(?:body|path|query|header|cookie)$/.test(name);
  return !BODY_METHODS.includes(method) || isPlace || path.includes(`{${name}}`) ? 'body.' : '';
}

/** The line of a property and, below it, those of its parts; undefined if lines can't express all of it. */
function propertyLines(name: string, required: boolean, schema: AnySchema): readonly string[] | undefined {
  if (schema === true) return propertyLines(name, required, {});
  if (schema === false || /[\s.=(){}[\]?]/.test(lastStep(name))) return undefined;
  const { description, deprecated, ...others } = schema;
  const input: Input = {
    name,
    required,
    schema: others,
    ...(typeof description === 'string' && { description: textLines(description).join('\n') }),
    ...(deprecated === true && { deprecated }),
  };
  const plain = readPlain(others);
  const hasParts =
    plain?.properties !== undefined || (plain?.items !== undefined && typeText(plain.items) === undefined);
  if (!hasParts) {
    const typed = typeWithFacets(others);
    return typed && [...spellings('param', input, typed)][0];
  }
  if (plain === undefined || !hasKnownRequired(plain)) return undefined;
  const parts =
    plain.items === undefined
      ? Object.entries(plain.properties!).map(([key, value]) =>
          propertyLines(`${name}.${key}`, plain.required.includes(key), value),
        )
      : [propertyLines(`${name}[]`, true, plain.items)];
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const typed = { type: `${plain.nullable ? '?' : ''}${plain.type}`, facets: plain.facets };
  return [...[...spellings('param', input, typed)][0]!, ...parts.flatMap((part) => part!)];
}

function lastStep(name: string): string {
  return name
    .replace(/^body\./, '')
    .replace(/(?:\[\])+$/, '')
    .split(/\.|\[\]\./)
    .at(-1)!;
}

function hasKnownRequired({ required, properties }: PlainSchema): boolean {
  return required.every((name) => properties !== undefined && Object.hasOwn(properties, name));
}
