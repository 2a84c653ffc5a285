import type { Operation, Response, ParameterStyle, QueryStyle, QueryStyles } from '../../shared/contract/operation.ts';
import { hasClients, isJsonType } from '../../shared/contract/operation.ts';
import { EVENT_STREAM } from '../../shared/contract/streams.ts';
import type { StreamKind } from '../../shared/contract/streams.ts';
import { hasNoBody, successesOf, successOf } from '../../shared/contract/statuses.ts';
import { literal } from './literal.ts';

/**
 * Generates the module `virtual:operations/client`: `createClient` and `isErrorOf`, with a table of the documented operations.
 *
 * @param module The absolute path of the client's implementation.
 */
export function generateClient(operations: readonly Operation[], module: string): string {
  const documented = operations.filter(hasClients);
  const entries = documented.map((operation) => {
    const { method, path, operationId, body, parameters, paging, idempotent } = operation;
    const mediaType = body?.content[0]?.mediaType;
    const joined = parameters.filter(({ explode }) => explode === false).map(({ name }) => name);
    const items = paging?.envelope?.items;
    // JSON is the client's default, and so are rows in "items".
    const entry = {
      id: operationId,
      body: mediaType === 'application/json' ? undefined : mediaType,
      joined: joined.length === 0 ? undefined : joined,
      styles: stylesOf(parameters),
      items: items === 'items' ? undefined : items,
      stream: streamOf(operation),
      types: typesOf(operation),
      idempotent: idempotent && true,
    };
    return `  ${literal(`${method} ${path}`)}: ${literal(entry)},`;
  });
  const parts = partsOf(documented);
  const given = parts.length === 0 ? 'options' : `{ ...options, ${parts.map(givenOf).join(', ')} }`;
  const imported = ['createClient as create', 'isErrorOf as isError', ...parts.map(({ name }) => name)];
  return [
    `import { ${imported.join(', ')} } from ${literal(module)};`,
    `export { ResponseError, infiniteQueryOptions, mutationOptions, queryOptions, withHooks } from ${literal(module)};`,
    '',
    `const operations = {`,
    ...entries,
    '};',
    '',
    `export const createClient = (options) => create(operations, ${given});`,
    'export const isErrorOf = (error, name) => isError(operations, error, name);',
    '',
  ].join('\n');
}

/** The property that gives a client a part. */
function givenOf({ option, name }: Part): string {
  return option === name ? name : `${option}: ${name}`;
}

/** A part of the client that only some operations need: a bundle has no others. */
interface Part {
  /** The option that it is. */
  readonly option: string;
  /** The function of the client's module. */
  readonly name: string;
}

function partsOf(operations: readonly Operation[]): Part[] {
  const encoder = encoderOf(operations);
  const hasSplits = operations.some(({ path }) => /\{[^/]*\}[^/]*\{/.test(path));
  const hasStyles = operations.some(({ parameters }) => stylesOf(parameters) !== undefined);
  const streams = operations.filter((operation) => streamOf(operation) !== undefined);
  // A stream without types is one of events.
  const hasRecords = streams.some((operation) => typesOf(operation) !== undefined);
  return [
    ...(encoder === undefined ? [] : [{ option: 'encodeBody', name: encoder }]),
    ...(hasSplits ? [SPLIT] : []),
    ...(hasStyles ? [STYLED] : []),
    ...(streams.length > 0 ? [STREAMS] : []),
    ...(hasRecords ? [RECORDS] : []),
  ];
}

const SPLIT: Part = { option: 'checkSplit', name: 'checkSplit' };
const STYLED: Part = { option: 'styled', name: 'styled' };
const STREAMS: Part = { option: 'iterate', name: 'iterate' };
const RECORDS: Part = { option: 'iterateRecords', name: 'iterateRecords' };

/** The parts that clients of a package without them are not written with, because few need one. */
const RARE: readonly Part[] = [SPLIT, STYLED, RECORDS];

/** The client that operations need. */
export function variantOf(operations: readonly Operation[]): ClientVariant {
  const parts = partsOf(operations);
  const bodies = { encodeBytes: '-bytes', encodeForm: '-forms', none: '' } as const;
  const streams = parts.includes(STREAMS) ? '-streams' : '';
  const rare = parts.some((part) => RARE.includes(part)) ? '-rare' : '';
  return `${streams}${bodies[encoderOf(operations) ?? 'none']}${rare}`;
}

/** What a client has beside its core: streams, bodies of bytes or forms, and the parts that few need. */
export type ClientVariant = `${'' | '-streams'}${'' | '-bytes' | '-forms'}${'' | '-rare'}`;

/** The function that serializes the bodies of operations; undefined if all are JSON. */
function encoderOf(operations: readonly Operation[]): 'encodeForm' | 'encodeBytes' | undefined {
  const types = operations.flatMap(({ body }) => body?.content ?? []).map(({ mediaType }) => mediaType);
  if (types.some((type) => /^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(type)))
    return 'encodeForm';
  return types.every(isJsonType) ? undefined : 'encodeBytes';
}

/** The styles of query parameters, as the client and tools for models write them. */
function stylesOf(parameters: Operation['parameters']): QueryStyles | undefined {
  const styles = parameters.flatMap(({ name, style }) => (style === undefined ? [] : [[name, codeOf(style)] as const]));
  return styles.length === 0 ? undefined : Object.fromEntries(styles);
}

/** The style of a query parameter, as clients write it. */
export function codeOf(style: ParameterStyle): QueryStyle {
  return CODES[style];
}

const CODES = { json: 'json', form: 'form', pipeDelimited: '|', spaceDelimited: ' ' } as const;

/** The media types of an operation's successes, and an empty one if they can have no body; undefined for the client's default. */
function typesOf(operation: Operation): string[] | undefined {
  const { method, responses } = operation;
  const successes = successesOf(responses);
  const contents = successes.flatMap(({ content }) => content);
  const types = contents.map(({ mediaType }) =>
    isJsonType(mediaType) ? JSON_TYPE : mediaType.split(';')[0]!.trim().toLowerCase(),
  );
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
