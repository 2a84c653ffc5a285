import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
import type { InputError } from '../../shared/contract/problem.ts';
import { checkValue } from '../../shared/validation/check-value.ts';
import { decodeSimple } from '../../shared/validation/decode.ts';
import { composeDecoding } from '../../shared/validation/readings.ts';
import { queryOf, writePath } from '../client/address.ts';
import { sentText } from '../client/sent-values.ts';
import type { AccessOptions, Caller } from './access-options.ts';

/** A request without a body. */
export interface ProbeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
}

/** An operation, or another path of the app. */
export type Target = Pick<OperationEntry, 'method' | 'path' | 'names'> &
  Partial<Pick<OperationEntry, 'input' | 'version' | 'security'>>;

/** Values of path parameters, of which the first is sent that the contract takes. */
const USUAL_VALUES = [
  '1',
  '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  'a',
  'abcdefgh',
  '12345678',
  'A1',
];

/** The request of a caller for an operation. */
export function requestOf(
  target: Target,
  { versions }: Manifest,
  { headers = {}, query: own = {}, address = '192.0.2.1' }: Caller,
  { parameters = {}, prefix = '' }: AccessOptions,
): ProbeRequest {
  const { method, path, names, input, version } = target;
  const given = (input?.parameters ?? []).filter(({ name }) => Object.hasOwn(parameters, name));
  const valuesIn = (place: string): Record<string, unknown> =>
    Object.fromEntries(given.filter((parameter) => parameter.in === place).map(({ name }) => [name, parameters[name]]));
  const values = Object.fromEntries(names.map((name) => [name, parameters[name] ?? usualValue(target, name)]));
  const query = queryOf({ ...valuesIn('query'), ...own }).toString();
  const fields = Object.entries(valuesIn('header')).map(([name, value]) => [name, sentText(value, `header.${name}`)]);
  return {
    method,
    url: `${prefix}${writePath(path, values)}${query && `?${query}`}`,
    headers: {
      host: 'localhost',
      ...Object.fromEntries(fields),
      ...(versions !== undefined && version !== undefined && { [versions.header]: version }),
      ...headers,
    },
    remoteAddress: address,
  };
}

function usualValue(target: Target, name: string): string {
  return USUAL_VALUES.find((value) => takes(target, name, value)) ?? '1';
}

/** Other spellings of a request, which mean the same to a router: a guard that compares texts can miss one. */
export function* spellingsOf(request: ProbeRequest): Iterable<ProbeRequest> {
  const [path = '', query] = request.url.split('?');
  const end = query === undefined ? '' : `?${query}`;
  if (path !== '/') yield { ...request, url: `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${end}` };
  const encoded = path.replace(/(?<=\/)[a-z]/gi, percentEncode);
  if (encoded !== path) yield { ...request, url: `${encoded}${end}` };
  // A router can know only the plain letters of a path, and each spelling of a value.
  const values = path.replace(/(?<=\/)\d/g, percentEncode);
  if (values !== path) yield { ...request, url: `${values}${end}` };
  if (query === undefined) yield { ...request, url: `${path}?a=b` };
  if (request.method === 'GET') yield { ...request, method: 'HEAD' };
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/**
 * Values of path parameters with characters that the pattern of a guard can lack, as in `/^\/files\/[a-z]+$/`, with the words and extensions that guards leave
 * out by habit, and a name that every plain object inherits.
 */
const OTHER_VALUES = [
  'a.b',
  'a b',
  '-1',
  '0',
  'a.png',
  'a.js',
  'my-health',
  'my-login',
  'A',
  'ä',
  'a/b',
  'constructor',
];

/** The request of a caller with other values in its path, as far as the contract takes them. */
export function* otherPathsOf(
  entry: Target,
  manifest: Manifest,
  caller: Caller,
  options: AccessOptions,
): Iterable<ProbeRequest> {
  for (const value of OTHER_VALUES) {
    const names = entry.names.filter((name) => takes(entry, name, value));
    if (names.length === 0) continue;
    const changed = Object.fromEntries(names.map((name) => [name, value]));
    const parameters = { ...options.parameters, ...changed };
    let request: ProbeRequest;
    try {
      request = requestOf(entry, manifest, caller, { ...options, parameters });
    } catch {
      // In `{name}.{ext}`, the value would arrive as two others.
      continue;
    }
    yield request;
  }
}

function takes({ input }: Target, name: string, text: string): boolean {
  const declared = input?.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
  const errors: InputError[] = [];
  if (declared !== undefined)
    checkValue(declared, declared, composeDecoding(declared.decoding, decodeSimple, declared)(text), errors);
  return errors.length === 0;
}

/** Headers by which a guard can take a request for one that needs no credentials, or refuse only others. */
const OTHER_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Accept', 'application/json'],
  ['Accept', 'image/png'],
  ['Access-Control-Request-Method', 'GET'],
  ['Authorization', 'Other x'],
  ['User-Agent', 'kube-probe/1.30'],
  ['X-Requested-With', 'XMLHttpRequest'],
];

/** A request with a header that its caller doesn't send, for each of them. */
export function* withOtherHeaders(
  request: ProbeRequest,
): Iterable<{ readonly header: string; readonly request: ProbeRequest }> {
  const own = Object.keys(request.headers).map((name) => name.toLowerCase());
  for (const [name, value] of OTHER_HEADERS) {
    if (own.includes(name.toLowerCase())) continue;
    const headers = { ...request.headers, [name.toLowerCase()]: value };
    yield { header: `${name}: ${value}`, request: { ...request, headers } };
  }
}

/** Headers in which proxies write the address of a client. */
export const ADDRESS_HEADERS: readonly string[] = [
  'X-Forwarded-For',
  'X-Real-IP',
  'X-Client-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'Fly-Client-IP',
  'Fastly-Client-IP',
  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'X-Vercel-Forwarded-For',
  'Forwarded',
];

/**
 * A request whose client claims another address.
 *
 * @param trusted The header that the app trusts: up to three proxies have added the right address to it, and to X-Forwarded-For.
 */
export function claiming(
  request: ProbeRequest,
  address: string,
  names: readonly string[],
  trusted: string | undefined,
): ProbeRequest {
  const { headers, remoteAddress } = request;
  const isList = (name: string): boolean => [trusted, 'X-Forwarded-For'].includes(name);
  const claims = names.map((name) => [
    name.toLowerCase(),
    isList(name)
      ? [address, remoteAddress, remoteAddress, remoteAddress].join(', ')
      : `${name === 'Forwarded' ? 'for=' : ''}${address}`,
  ]);
  return { ...request, headers: { ...headers, ...Object.fromEntries(claims) } };
}
