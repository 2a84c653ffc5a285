import { AsyncLocalStorage } from 'node:async_hooks';
import type { Manifest } from '../../shared/contract/manifest.ts';
import { isSuccessful } from '../../shared/contract/statuses.ts';
import type { AccessOptions, Caller } from './access-options.ts';
import type { ProbeRequest, Target } from './probe-requests.ts';
import { ADDRESS_HEADERS, claiming, otherPathsOf, requestOf, spellingsOf, withOtherHeaders } from './probe-requests.ts';
import type { BareRequest } from './wrong-credentials.ts';
import { withMadeUpCredentials, withOtherCredentials, withoutCredentials } from './wrong-credentials.ts';

/** Sends a request: true if it reaches the handler, or else the status of the response. An error of a verifier that gets wrong credentials isn't logged. */
export type Send = (request: ProbeRequest, isQuiet?: boolean) => Promise<number | true>;

/** An operation or another path of the app, the path in front of it, and how requests are sent to it. */
export interface Place {
  readonly target: Target;
  readonly prefix: string;
  readonly send: Send;
}

/** The addresses that a client can claim to have. */
export interface Claims {
  readonly addresses: readonly string[];
  /** The header with addresses that the app trusts behind a proxy. */
  readonly trusted: string | undefined;
}

/** Who gets in at an operation, and the requests of those who don't. */
export interface Measured {
  readonly found: string[];
  readonly refused: { readonly name: string; readonly request: ProbeRequest; readonly status: number }[];
  /** Whether a caller without credentials gets in. */
  readonly isOpen: boolean;
}

export interface Row extends Measured, Place {}

/** Whether refused callers try no other ways. */
const BRIEF = new AsyncLocalStorage<true>();

/** Measures credentials alone, which takes a small part of the time. */
export function briefly<T>(measure: () => T): T {
  return BRIEF.run(true, measure);
}

/** How many open paths of the app each refused caller writes in its query. */
const MAX_OPEN_PATHS = 3;
/** Paths and extensions that guards leave out by habit. The last text is for those that look for one anywhere. */
const USUALLY_OPEN = [
  '/health',
  '/login',
  '/public',
  '/docs',
  '/metrics',
  '.css',
  '.js',
  '.png',
  '/static/assets/status/openapi.json/favicon.ico/.well-known/register/callback/webhooks',
];

/**
 * Adds the callers who were refused before others got in, because a guard or a cache can remember too much of them, and those who get in with an open path in their
 * query, which a guard by `ctx.url` takes for theirs.
 */
export async function sendAgain(rows: readonly Row[]): Promise<void> {
  if (BRIEF.getStore() === true) return;
  const open = rows.flatMap(({ target: { path }, prefix, isOpen }) =>
    isOpen && !path.includes('{') && path !== '/' ? [`${prefix}${path}`] : [],
  );
  const paths = [...new Set([...open.slice(0, MAX_OPEN_PATHS), ...USUALLY_OPEN])];
  for (const { found, refused, send } of rows) {
    for (const { name, request, status } of refused) {
      const outcome = await send(request, true);
      // A cache in front of the guards answers in the place of the handler.
      const isAnswered = outcome === true || (isSuccessful(outcome) && !isSuccessful(status));
      const way = isAnswered ? ' after other requests' : await withOpenPath(request, paths, send);
      if (way !== undefined) found.push(`${name}${way}`);
    }
  }
}

async function withOpenPath(request: ProbeRequest, paths: readonly string[], send: Send): Promise<string | undefined> {
  for (const path of paths) {
    const url = `${request.url}${request.url.includes('?') ? '&' : '?'}a=${path}`;
    if ((await send({ ...request, url }, true)) === true) return ` by ${request.method} ${url}`;
  }
  return undefined;
}

/** Measures who gets in at an operation or another path. */
export async function callersOf(
  { target, prefix, send }: Place,
  manifest: Manifest,
  callers: Readonly<Record<string, Caller>>,
  { parameters = {} }: AccessOptions,
  claims: Claims,
): Promise<Measured> {
  const options = { parameters, prefix };
  const found: string[] = [];
  const refused: Measured['refused'] = [];
  const admitted: Admitted[] = [];
  const stranger = requestOf(target, manifest, {}, options);
  const madeUp = withMadeUpCredentials(stranger, target, manifest);
  const unset: ProbeRequest[] = [];
  for (const [name, caller] of Object.entries(callers)) {
    const request = requestOf(target, manifest, caller, options);
    const bare = withoutCredentials(request, caller, manifest);
    unset.push(...(bare?.unset ?? []));
    const outcome = await send(request);
    if (outcome !== true) {
      const way = await wayIn(request, otherPathsOf(target, manifest, caller, options), claims, send);
      if (way === undefined) refused.push({ name, request, status: outcome });
      if (way !== undefined || !isRefusal(outcome)) found.push(`${name}${way ?? ` (${outcome})`}`);
      continue;
    }
    found.push(name);
    admitted.push({ name, bare });
    const wrong = await unverified(request, caller, send);
    if (wrong !== undefined) found.push(`${name} with a wrong ${wrong}`);
  }
  // A caller without credentials shows that others need none.
  const isOpen = admitted.some(({ bare }) => bare === undefined);
  if (madeUp.length + unset.length > 0 && (await send(stranger, true)) !== true) {
    const bare = isOpen ? [] : await withNothing(admitted, send);
    found.push(...bare);
    const others = isOpen || bare.length > 0 ? madeUp : [...madeUp, ...unset];
    if (await isReached(others, send)) found.push('made-up credentials');
  }
  return { found, refused, isOpen };
}

/** A caller that gets in, and its request without credentials; undefined if it has none. */
interface Admitted {
  readonly name: string;
  readonly bare: BareRequest | undefined;
}

/** The callers that get in without their credentials, by an address or another header. */
async function withNothing(admitted: readonly Admitted[], send: Send): Promise<string[]> {
  const found: string[] = [];
  for (const { name, bare } of admitted) {
    if (bare !== undefined && (await send(bare.request, true)) === true)
      found.push(`${name} without ${bare.names.join(' and ')}`);
  }
  return found;
}

/** The name of a header or parameter of which an operation takes wrong values for those of a caller, although it requires one. */
async function unverified(request: ProbeRequest, caller: Caller, send: Send): Promise<string | undefined> {
  for (const { name, bare, wrong } of withOtherCredentials(request, caller))
    if ((await send(bare, true)) !== true && (await isReached(wrong, send))) return name;
  return undefined;
}

/** Whether one of some requests reaches the handler. */
async function isReached(requests: readonly ProbeRequest[], send: Send): Promise<boolean> {
  for (const request of requests) if ((await send(request, true)) === true) return true;
  return false;
}

/** Whether a status surely refuses a client. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/**
 * The way in which a refused caller gets in: another spelling of its request, another address, or another header.
 *
 * @param others Its requests with other values in the path.
 */
async function wayIn(
  request: ProbeRequest,
  others: Iterable<ProbeRequest>,
  claims: Claims,
  send: Send,
): Promise<string | undefined> {
  if (BRIEF.getStore() === true) return undefined;
  for (const spelling of [...spellingsOf(request), ...others])
    if ((await send(spelling)) === true) return ` by ${spelling.method} ${spelling.url}`;
  const { remoteAddress } = request;
  const mapped = `::ffff:${remoteAddress}`;
  if (/^[\d.]+$/.test(remoteAddress) && (await send({ ...request, remoteAddress: mapped })) === true)
    return ` from ${mapped}`;
  const header = await trustedHeader(request, claims, send);
  if (header !== undefined) return ` with ${header}`;
  for (const other of withOtherHeaders(request))
    if ((await send(other.request, true)) === true) return ` with ${other.header}`;
  return undefined;
}

/** The header in which a caller gets in by a claimed address. */
async function trustedHeader(
  request: ProbeRequest,
  { addresses, trusted }: Claims,
  send: Send,
): Promise<string | undefined> {
  for (const address of addresses) {
    if ((await send(claiming(request, address, ADDRESS_HEADERS, trusted))) !== true) continue;
    for (const name of ADDRESS_HEADERS)
      if ((await send(claiming(request, address, [name], trusted))) === true) return name;
  }
  return undefined;
}
