import { URLENCODED } from '../../../shared/contract/form-types.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { parsePathTemplate } from '../../../shared/contract/path-template.ts';
import { encodePath } from '../../../build/openapi/write/path.ts';
import type { Contract } from '../../openapi/compare/contract.ts';
import { curlCommand } from '../../openapi/curl-command.ts';
import type { Input } from './wire.ts';
import { formFields } from './wire.ts';

/** The server of printed requests: Node's examples listen here. */
const SERVER = 'http://localhost:3000';

/** The longest body that is printed. */
const MAX_BODY = 2000;

/** Writes a request as a curl command for a POSIX shell; undefined if it would be too long to read, or has a file. */
export function toCurl(operation: Operation, input: Input, contract: Contract): string | undefined {
  const { method } = operation;
  const query: [string, string][] = [];
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  const url = inputPath(operation, input);
  for (const [key, texts] of input.parameters) {
    const [place = '', ...rest] = key.split(' ');
    const name = rest.join(' ');
    if (place === 'path') continue;
    if (place === 'header') headers.push([name, String(texts)]);
    else if (place === 'cookie') cookies.push(`${name}=${encodeURIComponent(String(texts))}`);
    else if (typeof texts === 'string') query.push([name, texts]);
    else if (Array.isArray(texts)) query.push(...(texts as string[]).map((text): [string, string] => [name, text]));
    else query.push(...Object.entries(texts).map(([item, text]): [string, string] => [`${name}[${item}]`, text]));
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const key = queryKey(operation, contract);
  if (key !== undefined) query.push([key, 'API_KEY']);
  const search = query.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');
  const body = input.body && bodyText(input.body);
  if (input.body !== undefined && body === undefined) return undefined;
  if (body !== undefined) headers.push(['Content-Type', input.body!.mediaType]);
  const command = curlCommand({
    method,
    url: `${SERVER}${url}${search === '' ? '' : `?${search}`}`,
    options: credentials(operation, contract),
    headers,
    ...(body !== undefined && { data: { text: body } }),
  });
  return command.length > MAX_BODY ? undefined : command;
}

/** The path of a request, percent-encoded. */
export function inputPath({ path }: Operation, { parameters }: Input): string {
  const { names } = parsePathTemplate(path).template;
  return names.reduce(
    (url, name, i) => url.replace(`{${name}}`, () => encodeURIComponent(String(parameters.get(`path ${i}`)))),
    encodePath(path),
  );
}

/** The text of a body; undefined if the command line cannot hold it, such as a file. */
function bodyText({ mediaType, value }: NonNullable<Input['body']>): string | undefined {
  if (mediaType === URLENCODED) return new URLSearchParams(formFields(value)).toString();
  if (isJsonType(mediaType)) return JSON.stringify(value);
  return typeof value === 'string' && mediaType.startsWith('text/') ? value : undefined;
}

/** The query parameter that holds an API key. */
function queryKey({ security }: Operation, { security: shared, securitySchemes }: Contract): string | undefined {
  const [first] = security ?? shared;
  const schemes = Object.keys(first ?? {}).map((name) => securitySchemes[name] as Record<string, string> | undefined);
  return schemes.find((scheme) => scheme?.['type'] === 'apiKey' && scheme['in'] === 'query')?.['name'];
}

/** Options with placeholders for the credentials that the baseline requires. */
function credentials({ security }: Operation, { security: shared, securitySchemes }: Contract): string[] {
  const [first] = security ?? shared;
  return Object.keys(first ?? {}).flatMap((name) => {
    const scheme = securitySchemes[name] as Record<string, string> | undefined;
    if (scheme?.['type'] === 'apiKey' && scheme['in'] === 'header') return ['-H', `"${scheme['name']}: $API_KEY"`];
    if (scheme?.['type'] === 'apiKey' && scheme['in'] === 'cookie') return ['-b', `"${scheme['name']}=$API_KEY"`];
    // It is part of the URL.
    if (scheme?.['type'] === 'apiKey') return [];
    if (scheme?.['scheme']?.toLowerCase() === 'basic') return ['-u', '"$USER:$PASSWORD"'];
    return ['-H', '"Authorization: Bearer $TOKEN"'];
  });
}
