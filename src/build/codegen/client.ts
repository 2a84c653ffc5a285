import type { Operation, Parameter, Response, QueryStyle, QueryStyles } from '../../shared/contract/operation.ts';
import { hasClients, isJsonType, routeOf } from '../../shared/contract/operation.ts';
import { EVENT_STREAM } from '../../shared/contract/streams.ts';
import type { StreamKind } from '../../shared/contract/streams.ts';
import { hasRest } from '../../shared/contract/path-template.ts';
import { hasNoBody, successesOf, successOf } from '../../shared/contract/statuses.ts';
import { literal } from './literal.ts';
import { isFormType } from '../../shared/contract/form-types.ts';
import { essenceOf } from '../../shared/contract/media-essence.ts';

/**
 * Generates the module `virtual:operations/client`: `createClient` and `isErrorOf`, with a table of the documented operations.
 *
 * @param module The absolute path of the client's implementation.
 */
export function generateClient(operations: readonly Operation[], module: string): string {
  const documented = operations.filter(hasClients);
  const names = clientParts(documented).map(({ name }) => name);
  const code = `${clientCode(module, names)}\nconst operations = ${operationTable(documented)};\n`;
  const chosen = documented.find(({ versionHeader }) => versionHeader !== undefined);
  if (chosen === undefined) return code;
  return `${code.replace('export const createClient', 'const createOwn')}\n${versionedClient(chosen, 'createOwn')}`;
}

/**
 * The code of a client that names the version of the API in a header.
 *
 * @param operation An operation of the version.
 * @param create The name of the function that creates a client without the header.
 */
export function versionedClient({ version, versionHeader }: Operation, create: string): string {
  return `export const createClient = (options = {}) =>
  ${create}({
    ...options,
    headers: async () => {
      const given = (typeof options.headers === 'function' ? await options.headers() : options.headers) ?? {};
      const fields = Symbol.iterator in given ? [...given] : Object.entries(given);
      return [...fields.filter(([name]) => name.toLowerCase() !== ${literal(versionHeader!.name.toLowerCase())}), ${literal([versionHeader!.name, version])}];
    },
  });
`;
}

/**
 * The code of a client, without its table `operations`.
 *
 * @param names The functions that are its parts.
 */
export function clientCode(module: string, names: readonly string[]): string {
  const given = PARTS.flatMap(({ option, name }) => {
    if (!names.includes(name)) return [];
    return [option === name ? name : `${option}: ${name}`];
  });
  const imported = ['createClient as create', 'isErrorOf as isError', ...names];
  return [
    `import { ${imported.join(', ')} } from ${literal(module)};`,
    `export { ResponseError, infiniteQueryOptions, mutationOptions, queryOptions, withHooks } from ${literal(module)};`,
    '',
    `export const createClient = (options) => create(operations, ${given.length === 0 ? 'options' : `{ ...options, ${given.join(', ')} }`});`,
    'export const isErrorOf = (error, name) => isError(operations, error, name);',
    '',
  ].join('\n');
}

/** The table of documented operations, as a client reads it. */
export function operationTable(documented: readonly Operation[]): string {
  const entries = documented.map((operation) => `  ${literal(routeOf(operation))}: ${literal(rowOf(operation))},`);
  return `{\n${entries.join('\n')}\n}`;
}

/** The row of an operation in the table of a client: `OperationTable` of the client. */
export interface ClientRow {
  readonly id: string | undefined;
  readonly body: string | undefined;
  readonly styles: QueryStyles | undefined;
  readonly items: string | undefined;
  readonly stream: StreamKind | undefined;
  readonly types: readonly string[] | undefined;
  readonly idempotent: true | undefined;
}

/** The facts of an operation that a client has. */
export function rowOf(operation: Operation): ClientRow {
  const { operationId, body, parameters, paging, idempotent } = operation;
  const mediaType = body?.content[0]?.mediaType;
  const items = paging?.envelope?.items;
  // JSON is the client's default, and so are rows in "items".
  return {
    id: operationId,
    body: mediaType === 'application/json' ? undefined : mediaType,
    styles: stylesOf(parameters),
    items: items === 'items' ? undefined : items,
    stream: streamOf(operation),
    types: typesOf(operation),
    idempotent: idempotent && true,
  };
}

/** A part of the client that only some operations need: a bundle has no others. */
interface ClientPart {
  /** The option that it is. */
  readonly option: string;
  /** The function of the client's module. */
  readonly name: string;
}

function clientParts(operations: readonly Operation[]): ClientPart[] {
  const hasPaths = operations.some(({ path }) => hasRest(path) || /\{[^/]*\}[^/]*\{/.test(path));
  const hasStyles = operations.some(({ parameters }) => stylesOf(parameters) !== undefined);
  const hasCookies = operations.some(({ parameters }) => parameters.some((one) => one.in === 'cookie'));
  const streams = operations.filter((operation) => streamOf(operation) !== undefined);
  // A stream without types is one of events.
  const hasRecords = streams.some((operation) => typesOf(operation) !== undefined);
  return [
    ...encoderOf(operations),
    ...(hasPaths ? [PATHS] : []),
    ...(hasStyles ? [STYLED] : []),
    ...(hasCookies ? [COOKIES] : []),
    ...(streams.length > 0 ? [STREAMS] : []),
    ...(hasRecords ? [RECORDS] : []),
  ];
}

const BYTES: ClientPart = { option: 'encodeBody', name: 'encodeBytes' };
const FORMS: ClientPart = { option: 'encodeBody', name: 'encodeForm' };
const PATHS: ClientPart = { option: 'path', name: 'writePath' };
const STYLED: ClientPart = { option: 'styled', name: 'styled' };
const COOKIES: ClientPart = { option: 'writeCookies', name: 'writeCookies' };
const STREAMS: ClientPart = { option: 'iterate', name: 'iterate' };
const RECORDS: ClientPart = { option: 'iterateRecords', name: 'iterateRecords' };
const PARTS: readonly ClientPart[] = [BYTES, FORMS, PATHS, STYLED, COOKIES, STREAMS, RECORDS];

/** Clients are built for packages with all of these parts, or none, because few need one. */
const RARE: readonly ClientPart[] = [PATHS, STYLED, COOKIES, RECORDS];

/** The clients that are built for packages, with their parts by name. */
export const CLIENT_VARIANTS: ReadonlyMap<string, readonly string[]> = new Map(
  [[], [STREAMS]].flatMap((streams) =>
    [[], [BYTES], [FORMS]].flatMap((bodies) =>
      [[], RARE].map((rare) => {
        const parts = [...bodies, ...streams, ...rare];
        return [variantName(parts), parts.map(({ name }) => name)] as const;
      }),
    ),
  ),
);

/** The name of the client for a package with operations. */
export function variantOf(operations: readonly Operation[]): string {
  return variantName(clientParts(operations));
}

function variantName(parts: readonly ClientPart[]): string {
  const isRare = parts.some((part) => RARE.includes(part));
  return [
    'client',
    ...parts.filter((part) => !RARE.includes(part)).map(({ name }) => name),
    ...(isRare ? ['rare'] : []),
  ].join('-');
}

/** The part that serializes the bodies of operations; none if all are JSON. */
function encoderOf(operations: readonly Operation[]): ClientPart[] {
  const types = operations.flatMap(({ body }) => body?.content ?? []).map(({ mediaType }) => mediaType);
  if (types.some((type) => isFormType(essenceOf(type)))) return [FORMS];
  return types.every(isJsonType) ? [] : [BYTES];
}

/** The styles of query parameters, as the client and tools for models write them. */
function stylesOf(parameters: Operation['parameters']): QueryStyles | undefined {
  const styles = parameters.flatMap((parameter): [string, QueryStyle][] => {
    const style = styleOf(parameter);
    return style === undefined ? [] : [[parameter.name, style]];
  });
  return styles.length === 0 ? undefined : Object.fromEntries(styles);
}

/** The style of a query parameter, as clients write it; undefined for the usual one. */
export function styleOf({ style, explode }: Parameter): QueryStyle | undefined {
  if (style !== undefined) return CODES[style];
  return explode === false ? ',' : undefined;
}

const CODES = { json: 'json', form: 'form', pipeDelimited: '|', spaceDelimited: ' ' } as const;

/** The media types of an operation's successes, and an empty one if they can have no body; undefined for the client's default. */
function typesOf(operation: Operation): string[] | undefined {
  const { method, responses } = operation;
  const successes = successesOf(responses);
  const contents = successes.flatMap(({ content }) => content);
  const types = contents.map(({ mediaType }) => (isJsonType(mediaType) ? JSON_TYPE : essenceOf(mediaType)));
  const isEmpty = method === 'HEAD' || successes.length === 0 || successes.some(mayBeEmpty);
  const all = [...new Set([...(types.length === 0 ? [JSON_TYPE] : types), ...(isEmpty ? [''] : [])])];
  const usual = streamOf(operation) === undefined ? JSON_TYPE : EVENT_STREAM;
  return all.length === 1 && all[0] === usual ? undefined : all;
}

const JSON_TYPE = 'application/json';

/** Whether a response has no body, although its status would allow for one. */
function mayBeEmpty({ status, content }: Response): boolean {
  return content.length === 0 && !hasNoBody(Number(status));
}

/** The stream of an operation's success. */
function streamOf({ responses }: Operation): StreamKind | undefined {
  return successOf(responses)?.content[0]?.stream;
}
