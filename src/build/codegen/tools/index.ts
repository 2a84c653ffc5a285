import { CURSOR_NAME } from '../../../shared/contract/cursor.ts';
import { PAGING_NAMES } from '../../../shared/contract/paging.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { McpData, ToolData, ToolFeature } from '../../../shared/contract/mcp.ts';
import { DEFAULT_BUDGET } from '../../../shared/contract/mcp.ts';
import type { Operation, Response, Schema } from '../../../shared/contract/operation.ts';
import { isJsonType, needsCredentials, securityOf, routeOf } from '../../../shared/contract/operation.ts';
import { lifecycleText } from '../../../directives/lifecycle/lifecycle-text.ts';
import { listTool } from '../../../shared/contract/tool-list.ts';
import { isSuccessStatus, successOf } from '../../../shared/contract/statuses.ts';
import { facesOf } from '../../../shared/schema/faces.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { deferred, literal } from '../literal.ts';
import type { CredentialNames } from './arguments.ts';
import { toolInput } from './arguments.ts';
import { ToolSchemas } from './definitions.ts';
import { TOOL_FEATURES } from './tool-features.ts';
import { SEARCH_TOOLS } from './search-tools.ts';
import { indexWords } from './search-words.ts';
import { signatureOf } from './signature.ts';
import { estimateTokens } from './tokens.ts';
import { issuersOf } from './issuers.ts';
import { namedImport } from '../declaration.ts';

/** The input of {@link buildTools}, as plain data. */
export interface ToolsInput {
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly document: BaseDocument;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  /** Whether there is a search regardless of the cost of the tools: the dev server's budget changes with each request. */
  readonly hasSearch?: boolean;
}

/** The query parameters that turn the pages of a list. */
const LINK_NAMES: readonly string[] = [...PAGING_NAMES.filter((name) => name !== 'total'), CURSOR_NAME];

/** Builds the tools of an API: the operations with `@tool`. */
export function buildTools({ operations, schemas, document, info, hasSearch = false }: ToolsInput): McpData {
  const tools = operations.filter(({ tool }) => tool !== undefined);
  const faced = facesOf(tools, schemas);
  const context: ToolContext = {
    schemas: new ToolSchemas(faced.schemas),
    resolve: resolverOf(faced.schemas),
    document,
    hidden: credentialNames(document),
  };
  const drafts = faced.operations.map((operation) => toolData(operation, context));
  const definitions = context.schemas.definitions;
  const data = drafts.map((draft): ToolData => {
    const tokens = estimateTokens(JSON.stringify(listTool(definitions, draft, false)));
    return { ...draft, tokens, signature: signatureOf(draft, definitions) };
  });
  const isLong = hasSearch || data.reduce((sum, { tokens }) => sum + tokens, 0) > DEFAULT_BUDGET;
  return {
    title: info.title,
    version: info.version,
    ...(info.description !== undefined && { description: info.description }),
    definitions,
    tools: data,
    issuers: issuersOf(document),
    ...(isLong && { search: { tools: SEARCH_TOOLS, words: indexWords(data) } }),
  };
}

/** Where the modules of the server of tools are. */
export interface McpModules {
  /** The id of the module with the manifest. */
  readonly manifest: string;
  /** The absolute path of a module of this package. */
  readonly moduleOf: (name: string) => string;
}

/** Generates the module `virtual:operations/mcp`. It exports `mcp`, which creates the middleware. */
export function generateMcp(
  data: McpData,
  features: readonly ToolFeature[],
  { manifest, moduleOf }: McpModules,
): string {
  return [
    ...namedImport(['defineMcp'], moduleOf('runtime/mcp/index')),
    `import operations from ${literal(manifest)};`,
    ...features.flatMap((name) => namedImport([name], moduleOf(TOOL_FEATURES[name].module))),
    '',
    `export const mcp = defineMcp(operations, ${deferred(data)}, { ${features.join(', ')} });`,
    '',
  ].join('\n');
}

interface ToolContext {
  readonly schemas: ToolSchemas;
  readonly resolve: Resolve;
  readonly document: BaseDocument;
  readonly hidden: CredentialNames;
}

function versionFields({ version, versionHeader }: Operation): Pick<ToolData, 'headers'> {
  return versionHeader === undefined ? {} : { headers: { [versionHeader.name.toLowerCase()]: version! } };
}

type ToolDraft = Omit<ToolData, 'signature' | 'tokens'>;

function toolData(operation: Operation, { schemas, resolve, document, hidden }: ToolContext): ToolDraft {
  const { id, method, path, tool, etag, conditional, summary } = operation;
  const { schema, ...given } = toolInput(operation, resolve, hidden);
  const input = schemas.write(schema) as Schema;
  const success = operation.responses.filter(({ status }) => isSuccessStatus(status));
  const content = successOf(operation.responses)?.content[0];
  const body = outputOf(success);
  const isVersioned = etag === true || (conditional === true && method === 'PATCH');
  const paging = pagingOf(operation);
  const isWrapped = body !== undefined && (paging !== undefined || isVersioned);
  const isObject = isWrapped || (body !== undefined && isObjectSchema(body, resolve));
  const output = body && (schemas.write(isWrapped ? wrap(body, paging !== undefined, isVersioned) : body) as Schema);
  const title = summary?.replace(/\.$/, '');
  return {
    id,
    name: tool!.name,
    ...(title !== undefined && { title }),
    description: toolDescription(operation),
    method,
    path,
    ...versionFields(operation),
    ...given,
    annotations: hintsOf(operation),
    input,
    ...(output !== undefined && { output: isObject ? { type: 'object', ...output } : Object(output) }),
    ...(isObject && { isObject }),
    ...(isWrapped && { isWrapped }),
    uses: [schemas.usesOf(input), output === undefined ? [] : schemas.usesOf(output)],
    ...(paging !== undefined && { paging }),
    ...(operation.idempotent !== undefined && { key: true }),
    ...(content?.stream !== undefined && {
      stream: content.stream === 'events' ? 'events' : formatOf(content.mediaType),
    }),
    ...requiredSecurity(operation, document),
  };
}

/** The names of the query parameters that turn the pages of a list. */
function pagingOf({ paging, parameters }: Operation): string[] | undefined {
  return (
    paging &&
    parameters.flatMap(({ name, in: place }) => (place === 'query' && LINK_NAMES.includes(name) ? [name] : []))
  );
}

/** The alternatives of a tool that requires authentication. */
function requiredSecurity(operation: Operation, document: BaseDocument): Pick<ToolDraft, 'security'> {
  const security = securityOf(operation, document);
  return needsCredentials(security) ? { security } : {};
}

/** The schema of a body, with the arguments of its next page, or its version. */
function wrap(result: AnySchema, hasPages: boolean, hasVersion: boolean): Schema {
  const next = { type: 'object', description: 'The arguments that the next page changes; absent at the end.' };
  const properties = {
    result,
    ...(hasPages && { next, total: { type: 'integer' } }),
    ...(hasVersion && { etag: { type: 'string' } }),
  };
  return { type: 'object', properties, required: ['result'] };
}

function formatOf(mediaType: string): NonNullable<ToolData['stream']> {
  if (mediaType === 'text/event-stream') return 'sse';
  return mediaType === 'application/json-seq' ? 'sequence' : 'lines';
}

/** The hints of a tool. A method alone never shows that a write is harmless, and an optional key does not make a POST idempotent. */
function hintsOf({ method, tool }: Operation): ToolData['annotations'] {
  if (tool?.readOnly === true || ['GET', 'HEAD', 'QUERY', 'OPTIONS', 'TRACE'].includes(method))
    return { readOnlyHint: true };
  const isRepeatable = method === 'PUT' || method === 'DELETE';
  return { readOnlyHint: false, destructiveHint: true, ...(isRepeatable && { idempotentHint: true }) };
}

/** The description for models: that of `@tool`, or else the operation's own. */
function toolDescription(operation: Operation): string {
  const { tool, summary, description, deprecated } = operation;
  const own = [summary, description].filter((text) => text !== undefined).join('\n\n');
  const text = tool!.description ?? (own === '' ? routeOf(operation) : own);
  return deprecated === undefined
    ? text
    : `Deprecated. ${lifecycleText(operation).join(' ')}\n\n${text}`.replace('.  ', '. ');
}

/** The schema of all successes, if each of them has JSON, or the items of a stream. */
function outputOf(success: readonly Response[]): AnySchema | undefined {
  const schemas = success.map(({ content }) =>
    content.find(({ mediaType, stream }) => isJsonType(mediaType) || stream !== undefined),
  );
  if (schemas.length === 0 || schemas.some((content) => content === undefined)) return undefined;
  if (schemas.some((content) => content!.stream !== undefined)) {
    if (schemas.length > 1) return undefined;
    return {
      type: 'object',
      properties: { items: { type: 'array', items: schemas[0]!.schema }, isComplete: { type: 'boolean' } },
      required: ['items', 'isComplete'],
    };
  }
  if (success.some(({ content }) => content.some(({ mediaType }) => !isJsonType(mediaType)))) return undefined;
  return schemas.length === 1 ? schemas[0]!.schema : { anyOf: schemas.map((content) => content!.schema) };
}

function isObjectSchema(schema: AnySchema, resolve: Resolve): boolean {
  return certainParts(schema, resolve).some(({ type }) => type === 'object');
}

/** Where the API keys of the caller are. */
function credentialNames({ components }: BaseDocument): CredentialNames {
  const schemes = Object.values(components?.securitySchemes ?? {}) as readonly { in?: unknown; name?: unknown }[];
  const namesIn = (place: string): string[] =>
    schemes.flatMap((scheme) => (scheme.in === place ? String(scheme.name) : []));
  return { headers: new Set(namesIn('header').map((name) => name.toLowerCase())), query: namesIn('query') };
}
