import type { Operation } from '../../../shared/contract/operation.ts';
import { nameText } from '../identifier.ts';
import type { OpenApiDocument } from '../../openapi/write/index.ts';

/** Operation IDs that are not methods of a client. */
const RESERVED = ['request', 'then'];

/**
 * Writes the README of a package: how to call the API, and a table of its operations.
 *
 * @param operations The documented operations.
 */
export function packageReadme(name: string, operations: readonly Operation[], openApi: OpenApiDocument): string {
  const { title, version, summary } = openApi.info;
  const simple = operations.filter(needsNoInput);
  const list = simple.find(({ paging }) => paging !== undefined);
  const example = list ?? simple[0] ?? operations[0];
  const sections = [
    `# ${name}`,
    `The client of ${[`${title}, version ${version}.`, summary].filter(Boolean).join(' ')}`,
    'It is typed by the contract of the API. It needs `fetch`, and no other package.',
    fenced('sh', `npm install ${name}`),
    ...(example === undefined ? [] : [useSection(name, example, baseUrlOf(openApi))]),
    ...(list === undefined ? [] : [pagesSection(list)]),
    ...(example === undefined ? [] : [errorsSection(name, example), queriesSection(name, example)]),
    operationsSection(operations),
  ];
  return `${sections.join('\n\n')}\n`;
}

function useSection(name: string, example: Operation, baseUrl: string): string {
  const code = `import { createClient } from '${name}';

const client = createClient({ baseUrl: '${baseUrl}' });
const result = await ${callOf(example)};`;
  return `## Use

${fenced('js', code)}

Pass the input by location: \`{ path, query, header, cookie, body }\`. The result is the body of the response. The promise also has a property
\`response\`, a promise with the status and the headers.

Options of \`createClient\`: \`baseUrl\`, \`headers\` (an object, or a function that runs before each request), \`fetch\`, and \`retries\`.
While the server is unavailable, a request is repeated \`retries\` times, by default 3, if that is safe.`;
}

function pagesSection(list: Operation): string {
  return `## Pages

A list can be iterated. The client requests the next page when it is needed:

${fenced('js', `for await (const row of ${callOf(list)}) console.log(row);`)}`;
}

function errorsSection(name: string, example: Operation): string {
  const code = `import { isErrorOf } from '${name}';

try {
  await ${callOf(example)};
} catch (error) {
  if (!isErrorOf(error, ${operationName(example)})) throw error;
  console.log(error.status, error.body);
}`;
  return `## Errors

If the status is not 2xx, the promise is rejected. The status decides the type of the body:

${fenced('js', code)}`;
}

function queriesSection(name: string, example: Operation): string {
  const isList = example.paging !== undefined && needsNoInput(example);
  const functions = isList ? 'infiniteQueryOptions, queryOptions' : 'queryOptions';
  const lines = [
    `import { ${functions} } from '${name}';`,
    '',
    `useQuery(queryOptions(client, ${operationName(example)}${inputOf(example)}));`,
  ];
  if (isList) lines.push(`useInfiniteQuery(infiniteQueryOptions(client, ${operationName(example)}));`);
  return `## TanStack Query\n\n${fenced('js', lines.join('\n'))}`;
}

function operationsSection(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { method, path, summary, description = '', deprecated } = operation;
    const note = deprecated === undefined ? '' : `Deprecated${deprecated === true ? '' : `: ${deprecated}`}. `;
    const call = callNameOf(operation);
    return `| ${span(call ?? 'client.request')} | ${span(`${method} ${path}`)} | ${note}${plain(summary ?? description)} |`;
  });
  return ['## Operations', '', '| method | request | |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Whether an operation can be called without input. */
function needsNoInput({ method, parameters, body }: Operation): boolean {
  return method === 'GET' && body?.required !== true && parameters.every(({ required }) => !required);
}

/** A call of an operation, as code. */
function callOf(operation: Operation): string {
  const method = callNameOf(operation);
  if (method === undefined) return `client.request(${operationName(operation)}${inputOf(operation)})`;
  return `${method}(${needsNoInput(operation) ? '' : '{ /* ... */ }'})`;
}

function inputOf(operation: Operation): string {
  return needsNoInput(operation) ? '' : ', { /* ... */ }';
}

/** The method of an operation, as code; undefined if it has none. */
function callNameOf({ operationId }: Operation): string | undefined {
  if (operationId === undefined || RESERVED.includes(operationId)) return undefined;
  const property = nameText(operationId);
  return property === operationId ? `client.${property}` : `client[${property}]`;
}

/** The name of an operation, as code: its operationId, or its method and path. */
function operationName({ operationId, method, path }: Operation): string {
  const name = operationId === undefined || RESERVED.includes(operationId) ? `${method} ${path}` : operationId;
  return /['\\\n]/.test(name) ? JSON.stringify(name) : `'${name}'`;
}

/** The first absolute URL of a server without variables. */
function baseUrlOf({ servers }: OpenApiDocument): string {
  const urls = (servers as readonly { readonly url?: unknown }[]).map(({ url }) => String(url));
  return urls.find((url) => /^https:\/\/[^\s'\\{}]+$/.test(url)) ?? 'https://api.example.com';
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A code span in a table: CommonMark 6.1. A pipe would end the cell. */
function span(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('|', String.raw`\|`)}${fence}`;
}

/** The first line of a text, as Markdown in a table. */
function plain(text: string): string {
  return text
    .trim()
    .split('\n')[0]!
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;');
}
