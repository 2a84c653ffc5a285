import type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
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

/** The request of a caller for an operation. */
export function requestOf(
  { method, path, names, input, version }: OperationEntry,
  { versions }: Manifest,
  { headers = {}, query: own = {}, address = '192.0.2.1' }: Caller,
  { parameters = {}, prefix = '' }: AccessOptions,
): ProbeRequest {
  const given = (input?.parameters ?? []).filter(({ name }) => Object.hasOwn(parameters, name));
  const valuesIn = (place: string): Record<string, unknown> =>
    Object.fromEntries(given.filter((parameter) => parameter.in === place).map(({ name }) => [name, parameters[name]]));
  const values = Object.fromEntries(names.map((name) => [name, parameters[name] ?? '1']));
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

/** Other spellings of a request, which mean the same to a router: a guard that compares texts can miss one. */
export function* spellingsOf(request: ProbeRequest): Iterable<ProbeRequest> {
  const [path = '', query] = request.url.split('?');
  const end = query === undefined ? '' : `?${query}`;
  if (path !== '/') yield { ...request, url: `${path.endsWith('/') ? path.slice(0, -1) : `${path}/`}${end}` };
  const encoded = path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (encoded !== path) yield { ...request, url: `${encoded}${end}` };
  if (query === undefined) yield { ...request, url: `${path}?a=b` };
  if (request.method === 'GET') yield { ...request, method: 'HEAD' };
}

/** A request whose client claims another address. Up to three proxies have added the right one. */
export function forwardedFor(request: ProbeRequest, address: string): ProbeRequest {
  const { headers, remoteAddress } = request;
  const value = [address, remoteAddress, remoteAddress, remoteAddress].join(', ');
  return { ...request, headers: { ...headers, 'x-forwarded-for': value } };
}
