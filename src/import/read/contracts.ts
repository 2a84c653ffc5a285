import { isDeepStrictEqual } from 'node:util';
import type {
  Body,
  Content,
  Header,
  Operation,
  Parameter,
  Response,
  Schema,
  SecurityRequirement,
} from '../../contract/operation.ts';
import { parsePathTemplate } from '../../contract/path-template.ts';
import type { Place } from '../../contract/enforcement.ts';
import { NOT_DESCRIBED } from '../../codegen/openapi/operation.ts';
import { isHeaderName } from '../../compiler/comment/line.ts';
import { PHRASES } from '../../codegen/openapi/response.ts';
import type { ProblemName } from '../../codegen/responses.ts';
import { CHALLENGE, PROBLEM_STATUSES, STATUSES_WITH_PROBLEM } from '../../codegen/responses.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import { withoutSafeIntegers } from '../../codegen/openapi/safe-integers.ts';
import { readStream } from '../../codegen/openapi/stream-content.ts';
import { STREAM_TYPES } from '../../contract/streams.ts';
import { problemComponents } from '../../codegen/openapi/problems.ts';
import type { AnySchema, Resolve } from '../../schema/json-types.ts';
import { isAnyType, isKeywords, typesOf } from '../../schema/json-types.ts';
import { referenceTo, resolverOf } from '../../schema/references.ts';
import type { Description, Fields } from '../load/description.ts';
import { entries, list } from '../load/description.ts';
import type { LocatedOperation } from './file-paths.ts';
import { textLines } from './texts.ts';

const PLACES = ['path', 'query', 'header', 'cookie'];

/** The contract of an operation of a description. */
export function readContract(
  { described, method, path, file, names }: LocatedOperation,
  { notes, schemas }: Description,
): Operation {
  const resolve = resolverOf(schemas);
  const { value } = described;
  const { operationId, tags, deprecated, security, requestBody } = value;
  const declared = list(value['parameters']).flatMap((parameter) =>
    readParameter(parameter as Fields, names, path, resolve),
  );
  const missing = parsePathTemplate(path).template.names.filter(
    (name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  // The compiler takes any text for these, with a warning.
  const parameters = [
    ...missing.map((name): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...declared,
  ];
  const extensions = entries(value).filter(([field]) => field.startsWith('x-'));
  const responses = entries(value['responses']).flatMap(([status, response]) =>
    readResponse(status, response as Fields),
  );
  if (requestBody !== undefined && ['GET', 'HEAD', 'TRACE'].includes(method))
    notes.add({ of: value, key: 'requestBody' }, `${method} requests have no body (RFC 9110, 9.3)`);
  return {
    id: file,
    method,
    path,
    ...(typeof operationId === 'string' &&
      operationId.trim() !== '' && { operationId: operationId.trim().replace(/\s+/g, ' ') }),
    ...readTexts(value),
    ...(Array.isArray(tags) && tags.length > 0 && { tags: [...new Set(tags.map(String))] }),
    ...(deprecated === true && { deprecated: true as const }),
    ...readDocs(value['externalDocs']),
    parameters,
    ...(isKeywords(requestBody) && !['GET', 'HEAD', 'TRACE'].includes(method) && readBody(requestBody)),
    responses,
    ...(Array.isArray(security) && { security: readSecurity(security as unknown[]) }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
  };
}

/** Without a summary, the first line of the description is the summary. */
export function readTexts({ summary, description }: Fields): Pick<Operation, 'summary' | 'description'> {
  const title = typeof summary === 'string' ? textLines(summary).join(' ') : '';
  const lines = typeof description === 'string' ? textLines(description) : [];
  const [first, ...rest] = title === '' ? lines : [title, ...lines];
  return {
    ...(first !== undefined && { summary: first.trim() }),
    ...(rest.length > 0 && { description: textLines(rest.join('\n')).join('\n') }),
  };
}

function readDocs(docs: unknown): Pick<Operation, 'see'> {
  if (!isKeywords(docs) || typeof docs['url'] !== 'string') return {};
  const description = typeof docs['description'] === 'string' ? textLines(docs['description']).join(' ') : '';
  return { see: [{ url: docs['url'], ...(description !== '' && { description }) }] };
}

function readDescription({ description }: Fields): { description?: string } {
  const lines = typeof description === 'string' ? textLines(description) : [];
  return lines.length === 0 ? {} : { description: lines.join('\n') };
}

function readParameter(raw: Fields, names: ReadonlyMap<string, string>, path: string, resolve: Resolve): Parameter[] {
  const { name, in: location, required, deprecated, schema, content, style, explode } = raw;
  if (typeof name !== 'string' || !PLACES.includes(String(location))) return [];
  const renamed = location === 'path' ? (names.get(name.normalize('NFC')) ?? name) : name;
  if (location === 'path' && !path.includes(`{${renamed}}`)) return [];
  if ((location === 'header' || location === 'cookie') && !isHeaderName(name)) return [];
  const own = schema === undefined ? contentSchema(content) : asSchema(schema as AnySchema);
  const example = exampleOf(raw);
  const isJoined = location === 'query' && explode === false && (style === undefined || style === 'form');
  const types = isJoined ? typesOf(own, resolve) : undefined;
  const joinsArray = types?.has('array') === true && !isAnyType(types);
  return [
    {
      name: renamed.normalize('NFC'),
      in: location as Place,
      required: required === true || location === 'path',
      // The document has the bounds of safe integers anyway.
      schema: withoutSafeIntegers(own, resolve),
      ...readDescription(raw),
      ...(deprecated === true && { deprecated }),
      ...example,
      ...(joinsArray && { explode: false as const }),
    },
  ];
}

/** A parameter in a media type is a text. */
function contentSchema(content: unknown): Schema {
  const [mediaType] = Object.keys((content ?? {}) as Fields);
  return { type: 'string', ...(mediaType !== undefined && { contentMediaType: mediaType }) };
}

export function asSchema(schema: AnySchema): Schema {
  return typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
}

/** The first example of a parameter or a media type. */
export function exampleOf({ example, examples }: Fields): { example?: unknown } {
  if (example !== undefined) return { example };
  const first = entries(examples).find(([, item]) => isKeywords(item) && 'value' in item)?.[1] as Fields | undefined;
  return first === undefined ? {} : { example: first['value'] };
}

function readBody(raw: Fields): { body?: Body } {
  const content = readContent(raw['content']);
  const json = content.find(({ mediaType }) => /[/+]json$/.test(mediaType)) ?? content[0];
  if (json === undefined) return {};
  // A body has one schema for all its media types.
  const same = content.filter(({ schema }) => isDeepStrictEqual(schema, json.schema));
  const { example } = json;
  return {
    body: {
      required: raw['required'] === true,
      ...readDescription(raw),
      content: same.map(({ mediaType, schema }) => ({ mediaType, schema, ...(example !== undefined && { example }) })),
    },
  };
}

function readContent(raw: unknown): Content[] {
  const content = entries(raw).map(([type, media]): Content => {
    const { schema = {}, itemSchema, ...others } = media as Fields;
    const mediaType = plainMediaType(type);
    if (itemSchema !== undefined && STREAM_TYPES.some((known) => known === mediaType))
      return { mediaType, ...readStream(mediaType, asSchema(itemSchema as AnySchema)) };
    return { mediaType, schema: asSchema(schema as AnySchema), ...exampleOf(others) };
  });
  return [...new Map(content.toReversed().map((item) => [item.mediaType, item])).values()].reverse();
}

/** A media type without its parameters. */
export function plainMediaType(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

function readResponse(status: string, raw: Fields): Response[] {
  const name = status.replaceAll('x', 'X');
  if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(name) || isAddedResponse(name, raw)) return [];
  const isAdded = STATUSES_WITH_PROBLEM.has(name);
  const read = readContent(raw['content']);
  const content = isAdded ? withoutProblem(read) : read;
  const { description = '' } = readDescription(raw);
  const headers = entries(raw['headers'])
    .filter(([, value]) => !(isAdded && isDeepStrictEqual(value, CHALLENGE)))
    .flatMap(([header, value]) => readHeader(header, value as Fields));
  return [
    {
      status: name,
      description: description === phraseOf(name) ? '' : description,
      content: /^(?:1\d\d|204|205|304)$/.test(name) ? [] : content,
      ...(headers.length > 0 && { headers }),
    },
  ];
}

const PROBLEM = referenceTo('Problem');

/** Removes the problem that the document adds to the content of a declared response. */
function withoutProblem(content: readonly Content[]): Content[] {
  return content.flatMap((one) => {
    if (one.mediaType !== PROBLEM_TYPE) return [one];
    if (isDeepStrictEqual(one.schema, PROBLEM)) return content.length > 1 ? [] : [one];
    const { anyOf } = one.schema as { anyOf?: Schema[] };
    if (anyOf === undefined || !isDeepStrictEqual(anyOf.at(-1), PROBLEM)) return [one];
    return [{ ...one, schema: anyOf.length === 2 ? anyOf[0]! : { anyOf: anyOf.slice(0, -1) } }];
  });
}

/** The description that the document has for a status without one. */
export function phraseOf(status: string): string {
  return PHRASES[status] ?? status;
}

/** Whether a response is one that the document has anyway: a problem of the runtime, or the one of an operation without responses. */
export function isAddedResponse(status: string, raw: Fields): boolean {
  if (status === 'default' && isDeepStrictEqual(raw, { description: NOT_DESCRIBED })) return true;
  return PROBLEMS.some(([own, response]) => own === status && isDeepStrictEqual(response, raw));
}

const PROBLEMS = Object.entries(problemComponents())
  .map(([name, response]) => [String(PROBLEM_STATUSES[name as ProblemName]), response] as const)
  .filter(([status]) => STATUSES_WITH_PROBLEM.has(status));

function readHeader(name: string, raw: Fields): Header[] {
  const { required, schema } = raw;
  return [
    {
      name,
      required: required === true,
      schema: schema === undefined ? contentSchema(raw['content']) : asSchema(schema as AnySchema),
      ...readDescription(raw),
    },
  ];
}

/** `[{}]` requires no authentication, as `[]` does. Malformed scopes do not make a requirement go. */
function readSecurity(security: readonly unknown[]): readonly SecurityRequirement[] {
  const requirements = security.map((requirement) =>
    Object.fromEntries(entries(requirement).map(([scheme, scopes]) => [scheme, list(scopes).map(String)])),
  );
  return requirements.length === 1 && Object.keys(requirements[0]!).length === 0 ? [] : requirements;
}
