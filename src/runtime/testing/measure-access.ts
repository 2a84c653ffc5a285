import type Koa from 'koa';
import type { Manifest, MiddlewareExport, OperationEntry } from '../../shared/contract/manifest.ts';
import { isSuccessful } from '../../shared/contract/statuses.ts';
import { ask } from '../in-process/index.ts';
import type { AccessOptions, Caller } from './access-options.ts';
import type { ProbeRequest, Target } from './probe-requests.ts';
import { ADDRESS_HEADERS, claiming, otherPathsOf, requestOf, spellingsOf } from './probe-requests.ts';
import type { BareRequest } from './wrong-credentials.ts';
import { withMadeUpCredentials, withOtherCredentials, withoutCredentials } from './wrong-credentials.ts';
import { withoutHandlers } from './without-handlers.ts';

/** The callers that get in, by method and path; `none` if all are refused. */
export type Access = Record<string, string>;

/** The parts of an app of Koa that are used. */
interface App {
  callback(): ReturnType<Koa['callback']>;
  /** Whether it logs no errors. */
  silent?: boolean;
  readonly proxyIpHeader?: string;
  [Symbol.asyncDispose]?(): PromiseLike<void>;
}

/**
 * Sends requests of several callers to each operation, and lists the callers that reach its handler. No handler runs, and no body is sent. Your middleware,
 * verifiers and `authorize` run, as in the server.
 *
 * A caller that gets in also tries wrong credentials: its own with another signature, secret or password, parts of them, and names that objects inherit. If they
 * pass, `admin with a wrong Authorization` is listed too. So is `admin without Authorization`, if all that its requests need is an address or another header. If a client can make up the credentials of a scheme, `made-up credentials` is listed.
 *
 * A caller that is refused also tries other spellings of the request: with another slash at the end, percent-encoded characters, a query, HEAD for GET, and other values in the path.
 * If one gets in, it is listed: `anonymous by HEAD /books`. The same goes for an address that it claims to have: `anonymous with X-Forwarded-For`, or with another header. A response that is neither a 401 nor a 403 isn't surely a refusal, so its status is listed:
 * `admin (404)`.
 *
 * @param operations The default export of `virtual:operations`.
 * @param create Creates the app with the operations that it gets, as your server does. The app is closed at the end.
 * @param callers By name.
 * @returns The callers by method and path, such as `{ 'GET /books': 'anonymous, admin', 'DELETE /books/{id}': 'admin' }`.
 * @throws {TypeError} If `create` makes no app of the operations that it gets, whose handlers would run otherwise, or no request finds one of them.
 * @example expect(await measureAccess(operations, createApi, { anonymous: {} })).toEqual({ 'GET /books': 'anonymous' });
 */
export async function measureAccess(
  operations: Manifest,
  create: (operations: Manifest) => App | PromiseLike<App>,
  callers: Readonly<Record<string, Caller>>,
  options: AccessOptions = {},
): Promise<Access> {
  let hasReached = false;
  // A refusal in front of an operation isn't a 404, as a rule.
  let isKnown = operations.operations.length === 0;
  const entered: MiddlewareExport = (_ctx, next) => ((isKnown = true), next());
  const measured = withoutHandlers(operations, () => void (hasReached = true), entered);
  let isRead = false;
  const given = Object.defineProperty({ ...measured }, 'operations', {
    get: () => ((isRead = true), measured.operations),
    enumerable: true,
  });
  const app = await create(given);
  try {
    if (!isRead) throw new TypeError(OTHER_OPERATIONS);
    if (typeof app?.callback !== 'function') throw new TypeError(NO_APP);
    const listener = app.callback();
    const { silent = false } = app;
    const sendUntil =
      (hasPassed: (status: number) => boolean): Send =>
      async (request, isQuiet = false) => {
        hasReached = false;
        app.silent = isQuiet || silent;
        const { statusCode } = await ask(listener, { ...BARE, ...request }, false);
        return hasPassed(statusCode) || statusCode;
      };
    const rest = { addresses: addressesOf(callers), trusted: app.proxyIpHeader };
    const send = sendUntil((status) => ((isKnown ||= status !== 404), hasReached));
    const access: Access = {};
    for (const entry of operations.operations)
      access[titleOf(entry, operations, options)] = await callersOf(entry, operations, callers, options, {
        ...rest,
        send,
      });
    const { paths = [], ...others } = { ...options, prefix: '' };
    for (const path of paths)
      access[`GET ${path}`] = await callersOf({ method: 'GET', path, names: [] }, operations, callers, others, {
        ...rest,
        send: sendUntil(isSuccessful),
      });
    if (!isKnown && Object.keys(callers).length > 0) throw new TypeError(OTHER_PATHS);
    return access;
  } finally {
    await app?.[Symbol.asyncDispose]?.();
  }
}

const OTHER_OPERATIONS =
  'The function "create" of measureAccess must create the app with the operations that it gets: (measured) => createApi(measured).';
const NO_APP = 'The function "create" of measureAccess must return the app, which has the method callback().';
const OTHER_PATHS =
  'Every request of measureAccess got a 404: no operation has such a path. Pass the path in front of your operations as the option "prefix", and the host of a router as the header "host" of each caller.';

const BARE = { body: undefined, socket: {}, fields: {} };

/** Sends a request: true if it reaches the handler, or else the status of the response. An error of a verifier that gets wrong credentials isn't logged. */
type Send = (request: ProbeRequest, isQuiet?: boolean) => Promise<number | true>;

/** How requests are sent, and the addresses that a client can claim to have. */
interface Prober {
  readonly send: Send;
  readonly addresses: readonly string[];
  /** The header with addresses that the app trusts behind a proxy. */
  readonly trusted: string | undefined;
}

/** The method and path of an operation, and its version if a header names it. */
function titleOf(
  { method, path, version }: OperationEntry,
  { versions }: Manifest,
  { prefix = '' }: AccessOptions,
): string {
  return `${method} ${prefix}${path}${versions !== undefined && version !== undefined ? ` (${version})` : ''}`;
}

async function callersOf(
  entry: Target,
  manifest: Manifest,
  callers: Readonly<Record<string, Caller>>,
  options: AccessOptions,
  prober: Prober,
): Promise<string> {
  const { send } = prober;
  const found: string[] = [];
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
    if (outcome !== '') continue;
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
  return found.join(', ') || 'none';
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

/** The addresses that a client can claim to have. */
function addressesOf(callers: Readonly<Record<string, Caller>>): string[] {
  return ['127.0.0.1', ...Object.values(callers).flatMap(({ address = [] }) => address)];
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
  const { send } = prober;
  const first = await send(request);
  if (first === true) return '';
  for (const spelling of [...spellingsOf(request), ...others])
    if ((await send(spelling)) === true) return ` by ${spelling.method} ${spelling.url}`;
  const header = await trustedHeader(request, prober);
  if (header !== undefined) return ` with ${header}`;
  return first === 401 || first === 403 ? undefined : ` (${first})`;
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
