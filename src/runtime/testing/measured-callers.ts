import { AsyncLocalStorage } from 'node:async_hooks';
import type { Manifest } from '../../shared/contract/manifest.ts';
import type { AccessOptions, Caller } from './access-options.ts';
import type { ProbeRequest, Target } from './probe-requests.ts';
import { ADDRESS_HEADERS, claiming, otherPathsOf, requestOf, spellingsOf, withOtherHeaders } from './probe-requests.ts';
import type { BareRequest } from './wrong-credentials.ts';
import { withMadeUpCredentials, withOtherCredentials, withoutCredentials } from './wrong-credentials.ts';

/** Sends a request: true if it reaches the handler, or else the status of the response. An error of a verifier that gets wrong credentials isn't logged. */
export type Send = (request: ProbeRequest, isQuiet?: boolean) => Promise<number | true>;

/** How requests are sent, and the addresses that a client can claim to have. */
export interface Prober {
  readonly send: Send;
  readonly addresses: readonly string[];
  /** The header with addresses that the app trusts behind a proxy. */
  readonly trusted: string | undefined;
}

/** Who gets in at an operation, and the requests of those who don't. */
export interface Measured {
  readonly found: string[];
  readonly refused: { readonly name: string; readonly request: ProbeRequest }[];
  /** Whether a caller without credentials gets in. */
  readonly isOpen: boolean;
}

export interface Row extends Measured {
  readonly title: string;
  /** The path template, with the prefix. */
  readonly path: string;
  readonly send: Send;
}

/** Whether refused callers try no other ways. */
const BRIEF = new AsyncLocalStorage<true>();

/** Measures credentials alone, which takes a small part of the time. */
export function briefly<T>(measure: () => T): T {
  return BRIEF.run(true, measure);
}

/** How many open paths of the app each refused caller writes in its query. */
const MAX_OPEN_PATHS = 3;
/** Paths that guards leave out by habit. */
const USUALLY_OPEN = ['/health', '/login'];

/**
 * Adds the callers who were refused before others got in elsewhere, because a guard can remember too much of them, and those who get in with an open path in their
 * query, which a guard by `ctx.url` takes for theirs.
 */
export async function sendAgain(rows: readonly Row[]): Promise<void> {
  if (BRIEF.getStore() === true) return;
  const open = rows.flatMap(({ path, isOpen }) => (isOpen && !path.includes('{') && path !== '/' ? [path] : []));
  const paths = [...new Set([...open.slice(0, MAX_OPEN_PATHS), ...USUALLY_OPEN])];
  for (const { found, refused, send } of rows) {
    for (const { name, request } of refused) {
      const again =
        (await send(request, true)) === true ? ' after other requests' : await withOpenPath(request, paths, send);
      if (again !== undefined) found.push(`${name}${again}`);
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
  entry: Target,
  manifest: Manifest,
  callers: Readonly<Record<string, Caller>>,
  options: AccessOptions,
  prober: Prober,
): Promise<Measured> {
  const { send } = prober;
  const found: string[] = [];
  const refused: Measured['refused'] = [];
  const admitted: Admitted[] = [];
  const stranger = requestOf(entry, manifest, {}, options);
  const madeUp = withMadeUpCredentials(stranger, entry, manifest);
  const unset: ProbeRequest[] = [];
  for (const [name, caller] of Object.entries(callers)) {
    const request = requestOf(entry, manifest, caller, options);
    const others = otherPathsOf(entry, manifest, caller, options);
    const outcome = await outcomeOf(request, others, prober);
    if (outcome !== undefined) found.push(`${name}${outcome}`);
    const bare = withoutCredentials(request, caller, manifest);
    unset.push(...(bare?.unset ?? []));
    if (outcome !== '') {
      if (outcome === undefined || outcome.startsWith(' (')) refused.push({ name, request });
      continue;
    }
    admitted.push({ name, bare });
    const wrong = await unverified(request, caller, send);
    if (wrong !== undefined) found.push(`${name} with a wrong ${wrong}`);
  }
  if (madeUp.length + unset.length > 0 && (await send(stranger, true)) !== true) {
    // A caller without credentials shows that others need none.
    const isOpen = admitted.some(({ bare }) => bare === undefined);
    const bare = isOpen ? [] : await withNothing(admitted, send);
    found.push(...bare);
    const others = isOpen || bare.length > 0 ? madeUp : [...madeUp, ...unset];
    if (await isReached(others, send)) found.push('made-up credentials');
  }
  return { found, refused, isOpen: admitted.some(({ bare }) => bare === undefined) };
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

/**
 * The text behind the name of a caller that isn't surely refused; undefined if it is.
 *
 * @param others Its requests with other values in the path.
 */
async function outcomeOf(
  request: ProbeRequest,
  others: Iterable<ProbeRequest>,
  prober: Prober,
): Promise<string | undefined> {
  const first = await prober.send(request);
  if (first === true) return '';
  const way = BRIEF.getStore() === true ? undefined : await wayIn(request, others, prober);
  return way ?? (first === 401 || first === 403 ? undefined : ` (${first})`);
}

/** The way in which a refused caller gets in: another spelling of its request, another address, or another header. */
async function wayIn(
  request: ProbeRequest,
  others: Iterable<ProbeRequest>,
  prober: Prober,
): Promise<string | undefined> {
  const { send } = prober;
  for (const spelling of [...spellingsOf(request), ...others])
    if ((await send(spelling)) === true) return ` by ${spelling.method} ${spelling.url}`;
  const { remoteAddress } = request;
  const mapped = `::ffff:${remoteAddress}`;
  if (/^[\d.]+$/.test(remoteAddress) && (await send({ ...request, remoteAddress: mapped })) === true)
    return ` from ${mapped}`;
  const header = await trustedHeader(request, prober);
  if (header !== undefined) return ` with ${header}`;
  for (const other of withOtherHeaders(request))
    if ((await send(other.request, true)) === true) return ` with ${other.header}`;
  return undefined;
}

/** The header in which a caller gets in by a claimed address. */
async function trustedHeader(request: ProbeRequest, { send, addresses, trusted }: Prober): Promise<string | undefined> {
  for (const address of addresses) {
    if ((await send(claiming(request, address, ADDRESS_HEADERS, trusted))) !== true) continue;
    for (const name of ADDRESS_HEADERS)
      if ((await send(claiming(request, address, [name], trusted))) === true) return name;
  }
  return undefined;
}
