import type { Content, Operation, Parameter, Response, Schema } from '../../../src/shared/contract/operation.ts';
import { toMethod } from '../../../src/shared/contract/operation.ts';
import { githubDocument as readGithub } from '../../github/document.ts';

/** What is used of an OpenAPI document, references and all. */
interface Raw {
  readonly paths: { readonly [path: string]: { readonly [method: string]: RawOperation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: string[];
  readonly deprecated?: true;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: { readonly [status: string]: object };
}

type RawContent = { readonly [mediaType: string]: { readonly schema: Schema } };

/** GitHub's REST API as it is published: OpenAPI 3.0, without texts. */
export function githubDocument(): Raw {
  return readGithub() as Raw;
}

/** The same as contracts and named schemas, all facts kept. */
export function githubContracts(): { operations: Operation[]; schemas: Map<string, Schema> } {
  const raw = githubDocument();
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(raw, path, method, operation)),
  );
  const schemas = Object.entries(raw.components.schemas).map(([name, schema]) => [name, modernize(schema)] as const);
  return { operations, schemas: new Map(schemas) };
}

function readOperation(raw: Raw, path: string, method: string, operation: RawOperation): Operation {
  const { operationId, tags, deprecated, parameters = [], requestBody, responses } = operation;
  const body = requestBody && (resolve(raw, requestBody) as { required?: true; content: RawContent });
  return {
    id: `${path.slice(1)}/@${method}.ts`,
    method: toMethod(method)!,
    path,
    operationId,
    tags,
    ...(deprecated && { deprecated }),
    parameters: parameters.map((parameter) => readParameter(raw, parameter)),
    ...(body !== undefined && { body: { required: body.required ?? false, content: readContent(body.content) } }),
    responses: Object.entries(responses).map(([status, response]) => readResponse(raw, status, response)),
  };
}

function readParameter(raw: Raw, parameter: object): Parameter {
  const { required = false, schema, ...rest } = resolve(raw, parameter) as Parameter;
  return { ...rest, required, schema: modernize(schema) };
}

function readResponse(raw: Raw, status: string, response: object): Response {
  const { content = {}, headers = {} } = resolve(raw, response) as {
    content?: RawContent;
    headers?: { [name: string]: object };
  };
  return {
    status,
    description: '',
    content: readContent(content),
    headers: Object.entries(headers).map(([name, header]) => {
      const { schema } = resolve(raw, header) as { schema: Schema };
      return { name, required: false, schema: modernize(schema) };
    }),
  };
}

function readContent(content: RawContent): Content[] {
  return Object.entries(content).map(([mediaType, { schema }]) => ({ mediaType, schema: modernize(schema) }));
}

/** A schema of OpenAPI 3.0 as JSON Schema 2020-12; `nullable` is all that differs here. */
function modernize(value: Schema): Schema {
  const entries = Object.entries(value).map(([key, item]) => [key, isObject(item) ? modernize(item) : item] as const);
  if (Array.isArray(value)) return entries.map(([, item]) => item) as unknown as Schema;
  const { nullable, ...schema } = Object.fromEntries(entries) as Record<string, unknown>;
  // A property may be called nullable too.
  if (isObject(nullable)) return { ...schema, nullable };
  if (nullable !== true) return schema;
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as unknown[] | undefined;
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(values !== undefined && { enum: [...new Set([...values, null])] }),
  };
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** Follows references until there is none. */
export function resolve<T = unknown>(document: object, value: unknown): T {
  let target = value as { readonly $ref?: string };
  while (target.$ref !== undefined) {
    const keys = target.$ref.slice('#/'.length).split('/');
    target = keys.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], document) as typeof target;
  }
  return target as T;
}
