import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Method, Schema } from '../../src/contract/operation.ts';
import { toMethod } from '../../src/contract/operation.ts';
import { toJsonSchema } from './schema.ts';

/** A parameter of one operation, its reference resolved. */
export interface GithubParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: Schema;
  /** The component that it is. */
  readonly component?: string;
}

/** A body under one media type. */
export interface GithubContent {
  readonly mediaType: string;
  readonly schema: Schema;
}

/** The body of a request. */
export interface GithubBody {
  readonly required: boolean;
  readonly content: readonly GithubContent[];
}

/** A response of one operation, its reference resolved. */
export interface GithubResponse {
  readonly status: string;
  /** None where it has no body. */
  readonly content: readonly GithubContent[];
  readonly headers: readonly { readonly name: string; readonly schema: Schema }[];
  /** The component that it is. */
  readonly component?: string;
}

/** One operation of GitHub's REST API; its schemas are JSON Schema 2020-12. */
export interface GithubOperation {
  /** GitHub's own operationId: `apps/list-webhook-deliveries`. */
  readonly id: string;
  /** The same as an identifier, as functions are called: `appsListWebhookDeliveries`. */
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly parameters: readonly GithubParameter[];
  readonly body?: GithubBody;
  readonly responses: readonly GithubResponse[];
}

/** What the operations share and what is said of all of them. */
export interface GithubApi {
  /** In the document's order. */
  readonly operations: readonly GithubOperation[];
  /** By name, as JSON Schema 2020-12. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** `info`, `servers` and `tags`. */
  readonly base: object;
}

/** OpenAPI 3.0 as it is published, without texts. */
export interface RawDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: RawOperation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly [kind: string]: { readonly [name: string]: object };
  };
}

/** An operation of a {@link RawDocument}; what it shares is referred to. */
export interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly servers?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: { readonly [status: string]: object };
}

interface RawParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

type RawContent = { readonly [mediaType: string]: { readonly schema: Schema } };

/** `github-api.json.gz`: the facts of GitHub's public REST API, OpenAPI 3.0. */
export function githubDocument(): RawDocument {
  const raw = gunzipSync(readFileSync(new URL('github-api.json.gz', import.meta.url))).toString();
  return JSON.parse(raw) as RawDocument;
}

/**
 * GitHub's REST API as data that an operations tree can be written from.
 *
 * @example githubApi().operations.length // 1223
 */
export function githubApi(): GithubApi {
  const document = githubDocument();
  const { info, servers, tags, components, paths } = document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, toJsonSchema(schema)] as const);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(document, path, method, operation)),
  );
  return { operations, schemas: Object.fromEntries(schemas), base: { info, servers, tags } };
}

/** The operations of {@link githubApi}. */
export function githubOperations(): readonly GithubOperation[] {
  return githubApi().operations;
}

function readOperation(document: RawDocument, path: string, method: string, raw: RawOperation): GithubOperation {
  const { operationId: id, tags, deprecated = false, parameters = [], requestBody, responses } = raw;
  const body = requestBody && resolve<{ required?: boolean; content: RawContent }>(document, requestBody);
  return {
    id,
    operationId: toIdentifier(id),
    method: toMethod(method)!,
    path,
    tags,
    deprecated,
    parameters: parameters.map((parameter) => readParameter(document, parameter)),
    ...(body && { body: { required: body.required ?? false, content: readContent(body.content) } }),
    responses: Object.entries(responses).map(([status, response]) => readResponse(document, status, response)),
  };
}

function readParameter(document: RawDocument, raw: object): GithubParameter {
  const { name, in: place, required = false, deprecated = false, schema } = resolve<RawParameter>(document, raw);
  return { name, in: place, required, deprecated, schema: toJsonSchema(schema), ...componentOf(raw) };
}

function readResponse(document: RawDocument, status: string, raw: object): GithubResponse {
  const response = resolve<{ content?: RawContent; headers?: Record<string, object> }>(document, raw);
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
    return { name, schema: toJsonSchema(resolve<{ schema: Schema }>(document, header).schema) };
  });
  return { status, content: readContent(response.content ?? {}), headers, ...componentOf(raw) };
}

function readContent(content: RawContent): GithubContent[] {
  return Object.entries(content).map(([mediaType, { schema }]) => ({ mediaType, schema: toJsonSchema(schema) }));
}

/** Follows references until there is none. */
export function resolve<T>(document: object, value: object): T {
  let target = value as { readonly $ref?: string };
  while (target.$ref !== undefined) {
    const keys = target.$ref.slice('#/'.length).split('/');
    target = keys.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], document) as typeof target;
  }
  return target as T;
}

function componentOf(raw: object): { component?: string } {
  const { $ref } = raw as { $ref?: string };
  return $ref === undefined ? {} : { component: $ref.slice($ref.lastIndexOf('/') + 1) };
}

/** `apps/list-webhook-deliveries` -> `appsListWebhookDeliveries`. */
function toIdentifier(operationId: string): string {
  return operationId.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
