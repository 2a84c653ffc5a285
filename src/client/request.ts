import { turnTo } from './pages.ts';
import type { PageParameters } from './query-types.ts';
import { isJson } from './response.ts';
import type { ClientRequest } from './types.ts';

type Values = { readonly [name: string]: unknown };

/** A request without the options that all requests of a client share. */
export interface PreparedRequest {
  /** Path and query. */
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Exclude<Encoded[0], undefined> | null;
  /** The names of the query parameters of the first page. */
  readonly own: readonly string[];
}

/**
 * Builds the request of an operation from its input.
 *
 * @param operation The method and the decoded path template: `GET /pets/{id}`.
 * @param mediaType The media type of the body, unless the input has another one.
 * @param joined The query parameters whose items are separated by commas.
 * @param page The query parameters of a page after the first.
 * @throws {TypeError} If a path parameter is missing, or its segment would be `.` or `..`.
 * @example prepareRequest('GET /pets/{id}', undefined, { path: { id: 7 }, query: { tag: ['a', 'b'] } }).url // '/pets/7?tag=a&tag=b'
 */
export function prepareRequest(
  operation: string,
  mediaType: string = 'application/json',
  { path = {}, query = {}, header = {}, cookie = {}, body: value, type = mediaType }: ClientRequest = {},
  joined: readonly string[] = [],
  page?: PageParameters,
): PreparedRequest {
  const [method = '', template = ''] = operation.split(/ (.*)/s);
  const segments = template.split('/').map((segment) => expandSegment(segment, path as Values));
  const search = queryOf(query as Values, joined);
  const own = [...search.keys()];
  if (page !== undefined) turnTo(page, search);
  const [body, contentType] = encodeBody(value, type);
  const fields = { ...header, Cookie: cookieText(cookie as Values), 'Content-Type': contentType };
  const headers = Object.entries(fields).filter(([, field]) => field !== undefined);
  return {
    url: `${segments.join('/')}${`?${search}`.replace(/\?$/, '')}`,
    own,
    method,
    headers: Object.fromEntries(headers.map(([name, field]) => [name, simpleText(field)])),
    body: body ?? null,
  };
}

function expandSegment(segment: string, values: Values): string {
  // split() alternates between text and parameter names.
  const pieces = segment.split(/\{([^{}]*)\}/).map((piece, i) => (i % 2 === 0 ? piece : pathText(piece, values)));
  const text = pieces.join('');
  // URL parsers resolve these segments: WHATWG URL, 4.4.
  if (pieces.length > 1 && (text === '.' || text === '..'))
    throw new TypeError(`The path parameter ${segment} must not be "${text}"`);
  return encodeURIComponent(text);
}

function pathText(name: string, values: Values): string {
  const value = values[name];
  const text = value === undefined || value === null ? '' : simpleText(value);
  if (text === '') throw new TypeError(`The path parameter {${name}} is missing`);
  return text;
}

/** Serializes a list or an object as comma-separated text: OpenAPI 3.1, Parameter Object, `style: simple`. */
export function simpleText(value: unknown): string {
  // A list is already joined by commas as a string.
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return String(isObject ? Object.entries(value).flat() : value);
}

/**
 * Serializes query parameters. Lists repeat the name or are joined, objects use `name[property]`.
 *
 * OpenAPI 3.1, Parameter Object, `style: form` and `deepObject`.
 */
function queryOf(values: Values, joined: readonly string[]): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) put(name, item);
    else if (value !== undefined) query.append(name, (value ?? '') as string);
  };
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) put(name, joined.includes(name) && value.length > 0 ? simpleText(value) : value);
    else if (typeof value !== 'object' || value === null) put(name, value);
    else for (const [property, item] of Object.entries(value)) put(`${name}[${property}]`, item);
  }
  return query;
}

/** The Cookie header, or undefined without cookies. Browsers ignore it and send their own. */
function cookieText(values: Values): string | undefined {
  const cookies = Object.entries(values).filter(([, value]) => value !== undefined);
  const pairs = cookies.map(([name, value]) => `${name}=${encodeURIComponent(simpleText(value))}`);
  return pairs.join('; ') || undefined;
}

/** A serialized body and its media type, which is undefined if `fetch` sets it. */
type Encoded = readonly [body?: FormData | URLSearchParams | Blob | string, mediaType?: string];

function encodeBody(value: unknown, mediaType: string): Encoded {
  if (value === undefined) return [];
  if (value instanceof FormData || value instanceof URLSearchParams) return [value];
  if (value instanceof Blob) return mediaType.includes('*') ? [value] : [value, mediaType];
  if (isJson(mediaType)) return [JSON.stringify(value), mediaType];
  if (mediaType === 'multipart/form-data') return [fillForm(new FormData(), value as Values)];
  if (mediaType === 'application/x-www-form-urlencoded') return [fillForm(new URLSearchParams(), value as Values)];
  return [typeof value === 'string' ? value : new Blob([value as ArrayBuffer]), mediaType];
}

/** Adds the fields of a form. Lists repeat the name, objects are JSON (OpenAPI 3.1, Encoding Object). */
function fillForm<T extends FormData | URLSearchParams>(form: T, values: Values): T {
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value].flat()) {
      if (item === undefined) continue;
      const isJsonText = typeof item === 'object' && item !== null && !(item instanceof Blob);
      form.append(name, isJsonText ? JSON.stringify(item) : ((item ?? '') as string));
    }
  }
  return form;
}
