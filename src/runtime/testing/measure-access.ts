import type Koa from 'koa';
import type { Manifest, MiddlewareExport } from '../../shared/contract/manifest.ts';
import { isSuccessful } from '../../shared/contract/statuses.ts';
import { ask } from '../in-process/index.ts';
import type { AccessOptions, Caller } from './access-options.ts';
import type { Place, Row, Send } from './measured-callers.ts';
import { callersOf, sendAgain } from './measured-callers.ts';
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
 * If one gets in, it is listed: `anonymous by HEAD /books`. The same goes for an address that it claims to have: `anonymous with X-Forwarded-For`, or with another header, and for `::ffff:192.0.2.1`, as a server that
 * listens on IPv6 names an IPv4 address. A caller that was refused first, and gets in or gets a response of a cache once others have sent their requests, is listed as `reader after other requests`. A response that is neither a 401 nor a 403 isn't surely a refusal, so its status is listed:
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
  const measured = withoutHandlers(operations, () => ((hasReached = true), {}), entered);
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
    const claims = { addresses: addressesOf(callers), trusted: app.proxyIpHeader };
    const send = sendUntil((status) => ((isKnown ||= status !== 404), hasReached));
    const { prefix = '', paths = [] } = options;
    const places: Place[] = [
      ...operations.operations.map((target) => ({ target, prefix, send })),
      ...paths.map((path): Place => {
        return { target: { method: 'GET', path, names: [] }, prefix: '', send: sendUntil(isSuccessful) };
      }),
    ];
    const rows: Row[] = [];
    for (const place of places)
      rows.push({ ...place, ...(await callersOf(place, operations, callers, options, claims)) });
    await sendAgain(rows);
    if (!isKnown && Object.keys(callers).length > 0) throw new TypeError(OTHER_PATHS);
    return Object.fromEntries(rows.map((row) => [titleOf(row, operations), row.found.join(', ') || 'none']));
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

/** The method and path of an operation, and its version if a header names it. */
function titleOf({ target: { method, path, version }, prefix }: Place, { versions }: Manifest): string {
  return `${method} ${prefix}${path}${versions !== undefined && version !== undefined ? ` (${version})` : ''}`;
}

/** Addresses that a guard may take for those of its own network: RFC 1918 and RFC 4193. */
const INSIDE = ['127.0.0.1', '::1', '10.0.0.7', '172.16.0.7', '192.168.0.7', 'fd00::7'];

/** The addresses that a client can claim to have. */
function addressesOf(callers: Readonly<Record<string, Caller>>): string[] {
  return [...INSIDE, ...Object.values(callers).flatMap(({ address = [] }) => address)];
}
