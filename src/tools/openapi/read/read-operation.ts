import { anyPathParameter, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type {
  Body,
  Content,
  Method,
  Operation,
  Parameter,
  Schema,
  SecurityRequirement,
} from '../../../shared/contract/operation.ts';
import type { ProblemFormat } from '../../../shared/contract/problem.ts';
import { asComponent, componentOf } from '../../../shared/contract/component-name.ts';
import { parsePathTemplate } from '../../../shared/contract/path-template.ts';
import { declaredSchema, isPathParameter, restName } from '../../../shared/contract/rest-parameter.ts';
import type { Place } from '../../../shared/contract/enforcement.ts';
import { isHeaderName, PLACES } from '../../../shared/contract/enforcement.ts';
import { documentedFields } from '../../../directives/effects.ts';
import { withoutSafeIntegers } from '../../../build/openapi/server/safe-integers.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import { asSchema, isAnyType, isKeywords, typesOf } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import type { Description } from './description.ts';
import type { Fields } from './document-fields.ts';
import type { DescribedOperation } from './described-operation.ts';
import { entries, list } from './document-fields.ts';
import { operationIdOf } from './valid-names.ts';
import { contentSchema, readExamples, readContent, readDescription } from './read-content.ts';
import { readResponses } from './read-responses.ts';
import { isSpread } from './spread-objects.ts';

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
  { fields, schemas }: Description,
  format?: ProblemFormat,
): Operation {
  const resolve = resolverOf(schemas);
  const { value } = described;
  const { tags, deprecated, security, requestBody } = value;
  const operationId = operationIdOf(value);
  const declared = list(value['parameters']).flatMap((parameter) =>
    readParameter(parameter as Fields, names, path, resolve),
  );
  const missing = parsePathTemplate(path).template.names.filter(
    (name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  // The compiler takes any text for these, with a warning.
  const parameters = [...missing.map(anyPathParameter), ...declared];
  const extensions = entries(value).filter(([field]) => field.startsWith('x-'));
  const operation: Operation = {
    id: file,
    method,
    path,
    ...(described.webhook !== undefined && { webhook: described.webhook }),
    ...(described.event !== undefined && { event: described.event }),
    ...(operationId !== undefined && { operationId }),
    ...readTexts(value),
    ...(Array.isArray(tags) && tags.length > 0 && { tags: [...new Set(tags.map(String))] }),
    ...(deprecated === true && { deprecated: true as const }),
    ...readDocs(value['externalDocs']),
    parameters,
    ...(isKeywords(requestBody) && readBody(requestBody)),
    responses: [],
    ...(isPresent(security) && { security: readSecurity(security) }),
    ...(described.event !== undefined && { security: [] }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
  };
  const context = { security: readSecurity(fields['security']), format, resolve };
  const known = { ...operation, ...documentedFields(operation) };
  return { ...operation, responses: readResponses(value['responses'], known, context) };
}

function readTexts({ summary, description }: Fields): Pick<Operation, 'summary' | 'description'> {
  return {
    ...(typeof summary === 'string' && { summary }),
    ...(typeof description === 'string' && { description }),
  };
}

function readDocs(docs: unknown): Pick<Operation, 'see'> {
  if (!isKeywords(docs) || typeof docs['url'] !== 'string') return {};
  return { see: [{ url: docs['url'], ...readDescription(docs) }] };
}

function readParameter(raw: Fields, names: ReadonlyMap<string, string>, path: string, resolve: Resolve): Parameter[] {
  const { name, in: location, required, deprecated, schema, content, style, explode } = raw;
  if (typeof name !== 'string' || !(PLACES as readonly unknown[]).includes(location)) return [];
  const renamed = location === 'path' ? (names.get(name.normalize('NFC')) ?? name) : name;
  if (location === 'path' && !isPathParameter(path, renamed)) return [];
  if ((location === 'header' || location === 'cookie') && !isHeaderName(name)) return [];
  const json = location === 'query' && schema === undefined ? jsonContent(content) : undefined;
  const own = json?.schema ?? (schema === undefined ? contentSchema(content) : asSchema(schema as AnySchema));
  const example = json === undefined ? readExamples(raw) : withExamples(examplesOf(json));
  const isJoined = location === 'query' && explode === false && (style === undefined || style === 'form');
  const types = isJoined ? typesOf(own, resolve) : undefined;
  // A parameter with other parts has its own style in the document.
  const joinsArray = types?.has('array') === true && !types.has('object') && !isAnyType(types);
  const isRest = location === 'path' && restName(path) === renamed;
  const parameter: Parameter = {
    name: renamed.normalize('NFC'),
    in: location as Place,
    required: required === true || location === 'path',
    // The document has the bounds of safe integers anyway.
    schema: withoutSafeIntegers(isRest ? declaredSchema({ schema: own, rest: true }) : own, resolve),
    ...readDescription(raw),
    ...(deprecated === true && { deprecated }),
    ...(isRest && { rest: true as const }),
    ...example,
    ...(joinsArray && { explode: false as const }),
    ...styleOf(location, style, explode, json !== undefined, own, resolve),
  };
  return [asComponent(parameter, componentOf(raw))];
}

/** The only content of a parameter that is JSON. */
function jsonContent(content: unknown): Content | undefined {
  const [only, ...others] = readContent(content);
  return others.length === 0 && only !== undefined && only.mediaType === 'application/json' ? only : undefined;
}

/** The style of a query parameter, if it is not the usual one of its type. */
function styleOf(
  location: unknown,
  style: unknown,
  explode: unknown,
  isJson: boolean,
  schema: Schema,
  resolve: Resolve,
): Pick<Parameter, 'style'> {
  if (location !== 'query') return {};
  if (isJson) return { style: 'json' };
  const types = typesOf(schema, resolve);
  const isList = types.size === 1 && types.has('array');
  if ((style === 'pipeDelimited' || style === 'spaceDelimited') && explode !== true && isList) return { style };
  return isSpread({ in: location, style, explode }, schema, resolve) ? { style: 'form' } : {};
}

function readBody(raw: Fields): { body?: Body } {
  const content = readContent(raw['content'], true);
  if (content.length === 0) return {};
  return { body: { required: raw['required'] === true, ...readDescription(raw), content } };
}

function isPresent(security: unknown): boolean {
  return security !== undefined && security !== null;
}

/** `[{}]` requires no authentication, as `[]` does. A malformed requirement isn't dropped: it stays, with a name that no scheme has. */
export function readSecurity(security: unknown): readonly SecurityRequirement[] {
  if (!isPresent(security)) return [];
  const requirements = (Array.isArray(security) ? security : [security]).map((requirement: unknown) =>
    Object.fromEntries(
      (isKeywords(requirement) ? entries(requirement) : [[schemeNameOf(requirement), []] as const]).map(
        ([scheme, scopes]) => [scheme, scopesIn(scopes).flatMap((scope) => String(scope).split(/\s+/))],
      ),
    ),
  );
  return requirements.length === 1 && Object.keys(requirements[0]!).length === 0 ? [] : requirements;
}

/** A text in place of the list is read as one: without it, the requirement would be weaker. */
function scopesIn(scopes: unknown): readonly unknown[] {
  return typeof scopes === 'string' ? [scopes] : list(scopes);
}

function schemeNameOf(requirement: unknown): string {
  return typeof requirement === 'string' ? requirement : String(JSON.stringify(requirement));
}
