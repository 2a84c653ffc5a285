import type { Schema } from '../../src/contract/operation.ts';
import { resolve } from './document.ts';
import type { Dialect, Fact } from './schema-facts.ts';
import { schemaFacts } from './schema-facts.ts';

/** What is read of an OpenAPI document of either version. */
export interface AnyDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers?: readonly unknown[];
  readonly tags?: readonly unknown[] | undefined;
  readonly security?: readonly unknown[];
  readonly paths: { readonly [path: string]: object };
  readonly components?: { readonly schemas?: { readonly [name: string]: Schema } } | undefined;
}

interface AnyOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: { readonly [status: string]: object };
}

interface AnyParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

type AnyContent = { readonly [mediaType: string]: { readonly schema: Schema } };

interface Reading {
  readonly document: AnyDocument;
  readonly dialect: Dialect;
}

/** The kind of all that is said of named schemas that no operation needs. */
export const UNUSED = 'schema that no operation uses';

/**
 * Takes a document apart into facts, whichever version it is of and whatever it makes components of.
 *
 * A path's parameters count by their place in the path, for their names are facts themselves.
 *
 * @param names The named schemas that count as such.
 */
export function factsOf(document: AnyDocument, names: ReadonlySet<string>): Fact[] {
  const schemas = document.components?.schemas ?? {};
  const version = document.openapi.startsWith('3.0') ? '3.0' : '3.1';
  const reading: Reading = { document, dialect: { version, schemas, names } };
  const used = usedNames(document, schemas);
  const named = Object.entries(schemas).filter(([name]) => names.has(name));
  return [
    ...documentFacts(document),
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]: [string, AnyOperation]) =>
        operationFacts(path, method.toUpperCase(), operation, reading),
      ),
    ),
    ...named.flatMap(([name, schema]) => {
      const facts = schemaFacts(schema, 'component schema', name, reading.dialect);
      return used.has(name) ? facts : facts.map((fact) => ({ ...fact, kind: UNUSED }));
    }),
  ];
}

function documentFacts(document: AnyDocument): Fact[] {
  const { openapi: _, info, paths: __, components: ___, ...fields } = document;
  const entries = Object.entries({ ...info, ...fields }).flatMap(([field, value]) =>
    [value].flat().map((item) => [field, item] as const),
  );
  return entries.map(([field, value]) => ({ kind: 'document', where: field, value: JSON.stringify(value) }));
}

function operationFacts(path: string, method: string, operation: AnyOperation, reading: Reading): Fact[] {
  const { operationId, tags = [], deprecated = false, parameters = [], requestBody, responses, ...others } = operation;
  const where = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
  const say = (kind: string, value: unknown): Fact => ({ kind, where, value: String(value) });
  return [
    say('operation', ''),
    say('operationId', operationId),
    ...(deprecated ? [say('operation: deprecated', true)] : []),
    ...tags.map((tag) => say('tag', tag)),
    ...Object.entries(others).map(([field, value]) => say(`operation: ${field}`, JSON.stringify(value))),
    ...parameters.flatMap((parameter) => parameterFacts(resolve(reading.document, parameter), path, where, reading)),
    ...(requestBody === undefined ? [] : bodyFacts(resolve(reading.document, requestBody), where, reading)),
    ...Object.entries(responses).flatMap(([status, response]) =>
      responseFacts(status, resolve(reading.document, response), where, reading),
    ),
  ];
}

function parameterFacts(parameter: AnyParameter, path: string, operation: string, reading: Reading): Fact[] {
  const { name, in: place, required = false, deprecated = false, schema, ...others } = parameter;
  const index = [...path.matchAll(/\{([^}]*)\}/g)].findIndex((match) => match[1] === name);
  const where = `${operation} · ${place} ${place === 'path' ? index : name}`;
  const say = (kind: string, value: unknown): Fact => ({ kind, where, value: String(value) });
  return [
    say('parameter: place', place),
    ...(place === 'path' ? [say('parameter: name in the path', name)] : []),
    say('parameter: required', required),
    ...(deprecated ? [say('parameter: deprecated', true)] : []),
    ...Object.entries(others).map(([field, value]) => say(`parameter: ${field}`, JSON.stringify(value))),
    ...schemaFacts(schema, 'parameter', where, reading.dialect),
  ];
}

function bodyFacts(body: { required?: boolean; content: AnyContent }, operation: string, reading: Reading): Fact[] {
  const { required = false, content, ...others } = body;
  const where = `${operation} · body`;
  return [
    { kind: 'body: required', where, value: String(required) },
    ...Object.entries(others).map(([field, value]) => ({
      kind: `body: ${field}`,
      where,
      value: JSON.stringify(value),
    })),
    ...contentFacts(content, 'body', where, reading),
  ];
}

function responseFacts(
  status: string,
  response: { content?: AnyContent; headers?: Record<string, object> },
  operation: string,
  reading: Reading,
): Fact[] {
  const { content = {}, headers = {}, ...others } = response;
  const where = `${operation} · ${status}`;
  return [
    { kind: 'response: status', where, value: status },
    ...Object.entries(others).map(([field, value]) => ({ kind: `response: ${field}`, where, value: String(value) })),
    ...contentFacts(content, 'response', where, reading),
    ...Object.entries(headers).flatMap(([name, header]) => {
      const { required = false, schema } = resolve<{ required?: boolean; schema: Schema }>(reading.document, header);
      const at = `${where} · header ${name}`;
      return [
        { kind: 'header: required', where: at, value: String(required) },
        ...schemaFacts(schema, 'header', at, reading.dialect),
      ];
    }),
  ];
}

function contentFacts(content: AnyContent, owner: string, where: string, { dialect }: Reading): Fact[] {
  return Object.entries(content).flatMap(([mediaType, { schema, ...others }]) => {
    const at = `${where} · ${mediaType}`;
    return [
      { kind: `${owner}: media type`, where, value: mediaType },
      ...Object.keys(others).map((field) => ({ kind: `${owner}: ${field}`, where: at, value: field })),
      ...schemaFacts(schema, owner, at, dialect),
    ];
  });
}

/** The named schemas that operations refer to, directly or through others and through components of other kinds. */
function usedNames(document: AnyDocument, schemas: Readonly<Record<string, Schema>>): Set<string> {
  const seen = new Set<string>();
  const pending: unknown[] = [document.paths];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'object' && value !== null) pending.push(...Object.values(value));
    if (typeof value !== 'string' || !value.startsWith('#/components/') || seen.has(value)) continue;
    seen.add(value);
    pending.push(
      value
        .split('/')
        .slice(1)
        .reduce<unknown>((object, key) => (object as Schema)[key], document),
    );
  }
  return new Set(Object.keys(schemas).filter((name) => seen.has(`#/components/schemas/${name}`)));
}
