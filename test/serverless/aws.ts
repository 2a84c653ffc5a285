import { readFileSync } from 'node:fs';
import type { HttpEvent, HttpResult } from '../../src/runtime/lambda/index.ts';

/** A request as a client sends it to AWS. */
export interface Sent {
  readonly method?: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** In their order; a name may come again. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

/** A response as a client of AWS gets it. */
export interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What stands between a client and a Lambda function: how it says a request, and how it reads what the function returns. */
export interface Source {
  readonly name: string;
  /** The event for a request; its other fields are those of a recorded one. */
  event(sent: Sent): HttpEvent;
  receive(result: HttpResult): Received;
}

type Pairs = readonly (readonly [string, string])[];
type Lists = Record<string, string[]>;

function recorded(name: string): HttpEvent & Record<string, any> {
  return JSON.parse(readFileSync(new URL(`events/${name}.json`, import.meta.url), 'utf8')) as HttpEvent;
}

function group(pairs: Pairs): Lists {
  const lists: Lists = {};
  for (const [name, value] of pairs) (lists[name] ??= []).push(value);
  return lists;
}

function last(lists: Lists): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1)!]));
}

function join(lists: Lists): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.join(',')]));
}

/** Text goes as it is, all else in Base64. */
function bodyFields(body: string | Buffer | undefined): Pick<HttpEvent, 'body' | 'isBase64Encoded'> {
  if (body === undefined) return {};
  return typeof body === 'string'
    ? { body, isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
}

function split(target: string): { path: string; query: string } {
  const [path, query = ''] = target.split(/\?(.*)/s) as [string, string?];
  return { path, query };
}

function rawPairs(query: string): Pairs {
  return query === ''
    ? []
    : query.split('&').map((pair) => pair.split(/=(.*)/s).slice(0, 2).concat('').slice(0, 2) as [string, string]);
}

function nullIfEmpty<T extends object>(value: T): T | null {
  return Object.keys(value).length === 0 ? null : value;
}

function readBody({ body, isBase64Encoded }: HttpResult): Buffer {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

function toPairs(fields: Record<string, string | string[]> | undefined): Pairs {
  return Object.entries(fields ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
}

/** Both fields, merged; a header that both have is the one with several values. */
function receiveFormat1(result: HttpResult): Received {
  const { statusCode: status, headers, multiValueHeaders = {} } = result;
  const single = toPairs(headers).filter(([name]) => !(name in multiValueHeaders));
  return { status, headers: [...single, ...toPairs(multiValueHeaders)], body: readBody(result) };
}

/** Cookies are a field of their own, and `multiValueHeaders` is not read. */
function receiveFormat2(result: HttpResult): Received {
  const { statusCode: status, headers, cookies = [] } = result;
  const set = cookies.map((cookie) => ['set-cookie', cookie] as const);
  return { status, headers: [...toPairs(headers), ...set], body: readBody(result) };
}

const isCookie = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'cookie';

function format1(name: string, file: string, decodesPath: boolean): Source {
  const base = recorded(file);
  return {
    name,
    event({ method = 'GET', target, headers = [], body }) {
      const { path, query } = split(target);
      const given = group(headers);
      const parameters = group([...new URLSearchParams(query)]);
      return {
        ...base,
        ...bodyFields(body),
        httpMethod: method,
        path: decodesPath ? decodeURIComponent(path) : path,
        headers: { ...base.headers, ...last(given) },
        multiValueHeaders: { ...base.multiValueHeaders, ...given },
        queryStringParameters: nullIfEmpty(last(parameters)),
        multiValueQueryStringParameters: nullIfEmpty(parameters),
      };
    },
    receive: receiveFormat1,
  };
}

function format2(name: string, file: string, decodesPath: boolean): Source {
  const base = recorded(file);
  return {
    name,
    event({ method = 'GET', target, headers = [], body }) {
      const { path, query } = split(target);
      const cookies = headers.filter(isCookie).flatMap(([, value]) => value.split(/; */));
      const lower = headers
        .filter((pair) => !isCookie(pair))
        .map(([field, value]) => [field.toLowerCase(), value] as const);
      return {
        ...base,
        ...bodyFields(body),
        rawPath: decodesPath ? decodeURIComponent(path) : path,
        rawQueryString: query,
        ...(cookies.length > 0 && { cookies }),
        headers: { ...base.headers, ...join(group(lower)) },
        ...(query !== '' && { queryStringParameters: join(group([...new URLSearchParams(query)])) }),
        requestContext: { ...base.requestContext, http: { ...base.requestContext.http!, method } },
      };
    },
    receive: receiveFormat2,
  };
}

/** Names are in lower case, a query is handed over undecoded, and a client's own X-Forwarded-For stays, with the balancer's at its end. */
function balancer(name: string, file: string): Source {
  const base = recorded(file);
  const isMulti = base.multiValueHeaders !== undefined;
  return {
    name,
    event({ method = 'GET', target, headers = [], body }) {
      const { path, query } = split(target);
      const given = group(headers.map(([field, value]) => [field.toLowerCase(), value] as const));
      const parameters = group(rawPairs(query));
      return {
        ...base,
        ...bodyFields(body),
        httpMethod: method,
        path,
        ...(isMulti
          ? { multiValueHeaders: { ...base.multiValueHeaders, ...given }, multiValueQueryStringParameters: parameters }
          : { headers: { ...base.headers, ...last(given) }, queryStringParameters: last(parameters) }),
      };
    },
    receive(result) {
      const { statusCode: status, headers, multiValueHeaders } = result;
      return { status, headers: toPairs(isMulti ? multiValueHeaders : headers), body: readBody(result) };
    },
  };
}

/** Headers are lists, the path has the query, and a result has one value for each header. */
function lattice(name: string, file: string): Source {
  const base = recorded(file);
  return {
    name,
    event({ method = 'GET', target, headers = [], body }) {
      const { query } = split(target);
      const given = group(headers.map(([field, value]) => [field.toLowerCase(), value] as const));
      return {
        ...base,
        ...bodyFields(body),
        method,
        path: target,
        headers: { ...base.headers, ...given },
        ...(query !== '' && { queryStringParameters: group([...new URLSearchParams(query)]) }),
      };
    },
    receive: ({ statusCode: status, headers, ...result }) => ({
      status,
      headers: toPairs(headers),
      body: readBody({ statusCode: status, ...result }),
    }),
  };
}

export const LATTICE: Source = lattice('VPC Lattice', 'lattice');
export const REST_API: Source = format1('a REST API', 'rest-api', false);
export const HTTP_API_1: Source = format1('an HTTP API with format 1.0', 'http-api-1.0', true);
export const HTTP_API_2: Source = format2('an HTTP API with format 2.0', 'http-api-2.0', true);
export const FUNCTION_URL: Source = format2('a function URL', 'function-url', false);
export const BALANCER: Source = balancer('a load balancer', 'load-balancer');
export const BALANCER_MULTI: Source = balancer('a load balancer with multi-value headers', 'load-balancer-multi-value');

/** All of them, and whether they tell a function all values of a header or a parameter that comes more than once. */
export const SOURCES: readonly Source[] = [
  REST_API,
  HTTP_API_1,
  HTTP_API_2,
  FUNCTION_URL,
  BALANCER,
  BALANCER_MULTI,
  LATTICE,
];
