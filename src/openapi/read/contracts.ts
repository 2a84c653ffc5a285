import type { Body, Method, Operation, Parameter, SecurityRequirement } from '../../contract/operation.ts';
import { parsePathTemplate } from '../../contract/path-template.ts';
import type { Place } from '../../contract/enforcement.ts';
import { isHeaderName } from '../../contract/enforcement.ts';
import { withoutSafeIntegers } from '../server/safe-integers.ts';
import type { AnySchema, Resolve } from '../../schema/json-types.ts';
import { isAnyType, isKeywords, typesOf } from '../../schema/json-types.ts';
import { isEqual } from '../../validation/values.ts';
import { resolverOf } from '../../schema/references.ts';
import type { DescribedOperation, Description, Fields } from './description.ts';
import { entries, list } from './description.ts';
import { asSchema, contentSchema, exampleOf, readContent, readDescription } from './described-parts.ts';
import { readResponses } from './responses.ts';
import { textLines } from './texts.ts';

const PLACES = ['path', 'query', 'header', 'cookie'];

/** Where an operation of a description is in a contract. */
export interface Placement {
  readonly described: DescribedOperation;
  readonly method: Method;
  /** The decoded path template: `/pets/{id}`. */
  readonly path: string;
  /** The operation's file or another name, unique in the contract. */
  readonly file: string;
  /** The names of the path's parameters, by those of the description. */
  readonly names: ReadonlyMap<string, string>;
}

/** The contract of an operation of a description. */
export function readContract(
  { described, method, path, file, names }: Placement,
  { fields, notes, schemas }: Description,
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
  if (requestBody !== undefined && ['GET', 'HEAD', 'TRACE'].includes(method))
    notes.add({ of: value, key: 'requestBody' }, `${method} requests have no body (RFC 9110, 9.3)`);
  const operation: Operation = {
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
    responses: [],
    ...(Array.isArray(security) && { security: readSecurity(security as unknown[]) }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
  };
  const context = { security: readSecurity(list(fields['security'])), format: undefined, resolve };
  return { ...operation, responses: readResponses(value['responses'], operation, context) };
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
  const text = typeof docs['description'] === 'string' ? textLines(docs['description']).join(' ') : '';
  // `@see` takes these for what separates the text from the URL.
  const description = text.replace(/^[\s|-]+/, '');
  return { see: [{ url: docs['url'], ...(description !== '' && { description }) }] };
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

function readBody(raw: Fields): { body?: Body } {
  const content = readContent(raw['content']);
  const json = content.find(({ mediaType }) => /[/+]json$/.test(mediaType)) ?? content[0];
  if (json === undefined) return {};
  // A body has one schema for all its media types.
  const same = content.filter(({ schema }) => isEqual(schema, json.schema));
  const { example } = json;
  return {
    body: {
      required: raw['required'] === true,
      ...readDescription(raw),
      content: same.map(({ mediaType, schema }) => ({ mediaType, schema, ...(example !== undefined && { example }) })),
    },
  };
}

/** `[{}]` requires no authentication, as `[]` does. Malformed scopes do not make a requirement go. */
function readSecurity(security: readonly unknown[]): readonly SecurityRequirement[] {
  const requirements = security.map((requirement) =>
    Object.fromEntries(
      entries(requirement).map(([scheme, scopes]) => [
        scheme,
        list(scopes).flatMap((scope) => String(scope).split(/\s+/)),
      ]),
    ),
  );
  return requirements.length === 1 && Object.keys(requirements[0]!).length === 0 ? [] : requirements;
}
