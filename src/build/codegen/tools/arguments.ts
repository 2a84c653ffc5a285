import { isBinary } from '../../compiler/operations/body-groups.ts';
import { styleOf } from '../client.ts';
import { MULTIPART, isFormType } from '../../../shared/contract/form-types.ts';
import type { ToolArgument, ToolData } from '../../../shared/contract/mcp.ts';
import type { Body, Content, Operation, Parameter, Schema } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { chosenParameters } from '../../openapi/server/sent-parameters.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import { asSchema, isKeywords } from '../../../shared/schema/json-types.ts';
import { droppedOf } from '../../../shared/schema/faces.ts';

/** The arguments of a tool and the schema of all of them, whose references are not yet written. */
export interface ToolInput {
  readonly arguments: { readonly [name: string]: ToolArgument };
  readonly schema: Schema;
  readonly mediaType?: string;
  readonly body?: NonNullable<ToolData['body']>;
  readonly isOpen?: true;
}

/** One argument, before its name is known to be free. */
interface ArgumentDraft extends ToolArgument {
  readonly wanted: string;
  readonly schema: AnySchema;
  readonly isRequired: boolean;
}

/** A body as arguments: its properties, or itself. */
interface BodyDraft {
  readonly drafts: readonly ArgumentDraft[];
  readonly mediaType: string;
  /** The keywords of the body besides its properties. */
  readonly keywords?: Schema;
}

/** Where requests carry credentials. */
export interface CredentialNames {
  /** The names of headers, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** The names in the query, whose letter case counts. */
  readonly query: readonly string[];
}

/** Headers that belong to the caller or to the connection: models do not choose them. */
const NOT_FOR_MODELS =
  /^(?:authorization|proxy-.*|cookie|host|origin|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cf-.*|fly-.*|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|if-none-match|accept.*|user-agent|referer|via|mcp-.*)$/i;

/** Keywords of a body that stay true if parameters join its properties. */
const JOINABLE = new Set(['type', 'properties', 'required', 'additionalProperties', 'description', 'title', 'default']);

/**
 * Makes one flat object of path, query, declared headers and body. Names that clash get their location as a prefix.
 *
 * @param hidden They are never arguments: a model would choose who calls.
 */
export function toolInput(operation: Operation, resolve: Resolve, hidden: CredentialNames): ToolInput {
  const parameters = chosenParameters(operation)
    .filter((parameter) => isForModels(parameter, operation, hidden) && !takesKey(parameter, resolve, hidden.query))
    .map(parameterDraft);
  const body = operation.body && bodyDraft(operation.body, resolve, parameters);
  const drafts = [...parameters, ...(body?.drafts ?? [])];
  const names = freeNames(drafts);
  const entries = drafts.map(({ wanted: _wanted, schema: _schema, isRequired: _required, ...argument }, i) => [
    names[i]!,
    argument,
  ]);
  const properties = Object.fromEntries(drafts.map(({ schema }, i) => [names[i]!, schema]));
  const required = names.filter((_, i) => drafts[i]!.isRequired);
  const additional = body?.keywords?.['additionalProperties'];
  const isClosed = body?.keywords === undefined || Object.keys(body.keywords).every((keyword) => JOINABLE.has(keyword));
  return {
    arguments: Object.fromEntries(entries) as ToolInput['arguments'],
    ...(body !== undefined && { mediaType: body.mediaType, body: bodyArguments(body, operation.body!) }),
    ...(body?.keywords !== undefined && (additional ?? !isClosed) !== false && { isOpen: true }),
    schema: {
      ...body?.keywords,
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...(additional === undefined && isClosed && { additionalProperties: false }),
    },
  };
}

function bodyArguments({ keywords }: BodyDraft, { required }: Body): NonNullable<ToolData['body']> {
  if (keywords === undefined) return 'whole';
  return required ? 'parts' : 'optional';
}

function isForModels({ in: place, name }: Parameter, { method }: Operation, { headers }: CredentialNames): boolean {
  if (place === 'cookie') return false;
  if (place !== 'header') return true;
  const lower = name.toLowerCase();
  return !NOT_FOR_MODELS.test(name) && !headers.has(lower) && !(method === 'GET' && lower === 'if-match');
}

/** Whether a value of a query parameter can be sent under the name of a key: its own name, or that of a property. True if that is uncertain. */
function takesKey(parameter: Parameter, resolve: Resolve, keys: readonly string[]): boolean {
  const { in: place, name, schema, style } = parameter;
  if (place !== 'query' || keys.length === 0) return false;
  if (style !== 'form') return keys.some((key) => key === name || key.startsWith(`${name}[`));
  const { properties = {}, additionalProperties } = objectOf(schema, resolve) ?? {};
  return additionalProperties !== false || keys.some((key) => Object.hasOwn(properties as object, key));
}

function parameterDraft(parameter: Parameter): ArgumentDraft {
  const { name, in: place, required, schema, description, deprecated } = parameter;
  const style = styleOf(parameter);
  const isSafety = /^(?:idempotency-key|if-match)$/i.test(name);
  const note = deprecated === true ? `Deprecated. ${description ?? ''}`.trim() : description;
  return {
    in: place as 'path' | 'query' | 'header',
    name,
    wanted: isSafety ? name.toLowerCase().replace('-', '_') : name,
    // The patterns of keys and tags cost a model more than they help.
    schema: { ...(isSafety ? { type: 'string' } : schema), ...(note !== undefined && { description: note }) },
    // Without a key, a random one is sent.
    isRequired: required && !/^idempotency-key$/i.test(name),
    ...(style !== undefined && { style }),
  };
}

function bodyDraft(body: Body, resolve: Resolve, parameters: readonly ArgumentDraft[]): BodyDraft {
  const content = chooseContent(body.content);
  const { mediaType, schema } = content;
  const isObjectType = isJsonType(mediaType) || isFormType(mediaType);
  const keywords = isObjectType ? objectOf(schema, resolve) : undefined;
  const type = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  if (keywords === undefined || !canJoin(keywords, parameters))
    return { mediaType: type, drafts: [wholeBody(body, schema, isObjectType || mediaType.startsWith('text/'))] };
  const {
    properties,
    required = [],
    description: _description,
    ...rest
  } = keywords as {
    readonly properties: { readonly [name: string]: AnySchema };
    readonly required?: readonly string[];
    readonly description?: string;
  };
  const dropped = droppedOf(keywords);
  const drafts = Object.entries(properties)
    .filter(([name]) => !dropped.includes(name))
    .map(([name, property]): ArgumentDraft => ({
      in: 'body',
      name,
      wanted: name,
      ...fileOrSchema(property, mediaType),
      isRequired: body.required && required.includes(name),
    }));
  return { mediaType: type, drafts, keywords: rest };
}

function wholeBody(body: Body, schema: AnySchema, isText: boolean): ArgumentDraft {
  const own = isText ? schema : FILE;
  const described =
    body.description === undefined || typeof own === 'boolean' ? own : { ...own, description: body.description };
  return { in: 'body', wanted: 'body', schema: described, isRequired: body.required, ...(!isText && { isFile: true }) };
}

/** JSON first, then forms, then text. */
function chooseContent(content: readonly Content[]): Content {
  const isAny = (...types: RegExp[]): Content | undefined =>
    types.map((type) => content.find(({ mediaType }) => type.test(mediaType))).find((found) => found !== undefined);
  return isAny(/[/+]json$/i, /urlencoded$/, /^multipart\//, /^text\//) ?? content[0]!;
}

/** The keywords of a schema that is an object with properties; undefined for others. */
function objectOf(schema: AnySchema, resolve: Resolve): Schema | undefined {
  let current: AnySchema | undefined = schema;
  for (let depth = 0; depth < 10 && isKeywords(current) && Object.keys(current).join() === '$ref'; depth++)
    current = resolve((current as { $ref: string }).$ref);
  return isKeywords(current) && current['type'] === 'object' && isKeywords(current['properties'])
    ? (current as Schema)
    : undefined;
}

/** Whether the properties of a body can be arguments with the parameters. */
function canJoin(keywords: Schema, parameters: readonly ArgumentDraft[]): boolean {
  const names = Object.keys(keywords['properties'] as object);
  const isSimple = Object.keys(keywords).every((keyword) => JOINABLE.has(keyword));
  const clashes = parameters.some(({ wanted }) => names.includes(wanted));
  return isSimple || (parameters.length === 0 && !clashes && names.every((name) => argumentName(name) === name));
}

const FILE: Schema = { type: 'string', contentEncoding: 'base64' };

/** A property of a form that is a file, or a list of files, is Base64. */
function fileOrSchema(schema: AnySchema, mediaType: string): Pick<ArgumentDraft, 'schema' | 'isFile'> {
  if (mediaType !== MULTIPART || typeof schema === 'boolean') return { schema };
  if (isBinary(asSchema(schema))) return { schema: { ...FILE, ...descriptionOf(schema) }, isFile: true };
  const { items } = schema as { readonly items?: AnySchema };
  if (items === undefined || !isBinary(asSchema(items))) return { schema };
  return { schema: { ...schema, items: FILE }, isFile: true };
}

function descriptionOf({ description }: Schema): { readonly description?: string } {
  return typeof description === 'string' ? { description } : {};
}

/** A name that every client accepts for an argument. */
function argumentName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_').slice(0, 64) || '_';
}

/** Names for all arguments: those that clash have their location as a prefix, and if that is not enough, a number. */
function freeNames(drafts: readonly ArgumentDraft[]): string[] {
  const wanted = drafts.map(({ wanted: name }) => argumentName(name));
  const counts = new Map<string, number>();
  for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return wanted.map((name, i) => {
    const base = counts.get(name)! > 1 ? `${drafts[i]!.in}_${name}`.slice(0, 60) : name;
    let free = base;
    for (let n = 2; taken.has(free); n++) free = `${base}_${n}`;
    taken.add(free);
    return free;
  });
}
