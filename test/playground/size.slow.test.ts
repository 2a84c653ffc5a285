import { cpSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { build } from 'vite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import operations from '../../src/vite.ts';
import { scratch } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import { afterSuite } from './build.ts';
import { ask } from './client.ts';
import { OPTIONS } from './options.ts';

/** The size limits of the bookshop's bundle, in bytes, gzipped: each raise has its reason. */
const BUDGET = [
  { bytes: 52_000, reason: '19 operations with their validators, Koa and what it needs, of mime-db only what is read' },
  {
    bytes: 55_500,
    reason: 'security is enforced, _middleware runs, answers go out as their media type says and may be checked',
  },
  {
    bytes: 59_500,
    reason:
      'paths are normalized, a stream of values is a JSON array, data is encoded last; violations name their keyword and params, patterns run last, problem() and formatProblem, and data is decoded strictly',
  },
  {
    bytes: 63_000,
    reason:
      'recursive unions are validated in linear time, stop() ends the server without cutting off requests, lists have envelopes, mounted apps answer in their own format, and undeclared properties are dropped',
  },
  { bytes: 63_300, reason: 'packages that Koa rarely uses are evaluated at their first use: 160 bytes' },
  { bytes: 63_100, reason: 'the server has a front end, and long titles fit their covers' },
  {
    bytes: 67_000,
    reason:
      'a text that represents several values is taken for the first valid one, and reviews are walked by a signed cursor',
  },
  { bytes: 67_500, reason: 'ctx.signal and ctx.lastEventId, and the places where a stream joins in (500 bytes)' },
  {
    bytes: 70_500,
    reason:
      'QUERY is a method, and operations have headers that every response gets (300); a repeated order has one effect, with a store in memory and one in the database (2,700)',
  },
  {
    bytes: 76_600,
    reason:
      'a key belongs to a client, a reservation is a lease, files are compared by content, and the store in memory counts per client (2,200); servers stop without losing a request, odd targets, cursors and forms are refused, and the root leads to pages (3,400)',
  },
  {
    bytes: 76_500,
    reason:
      'objects and lists are refused where the contract has none (1,700), and JSON arrays of streamed values have the rules of declared streams for pace, errors and ends (1,050)',
  },
  { bytes: 76_700, reason: 'a server of tools finds the verifiers of an app, and the start prints its address (100)' },
  { bytes: 76_900, reason: 'databases of the first version get the columns of leases (200)' },
  {
    bytes: 77_200,
    reason: 'a parameter can be JSON, an object as parameters of its own, or a list with another separator (220)',
  },
  { bytes: 77_450, reason: 'an error of a body of several kinds names the missing or unknown tag (250)' },
  { bytes: 77_850, reason: 'explanations are composed once for a schema (300)' },
  { bytes: 77_950, reason: 'rows of scalars are copied only if middleware sees them (25)' },
  {
    bytes: 78_150,
    reason:
      'how input, bodies and picks are read is decided once for an operation, and invalid input is not thrown (150)',
  },
  {
    bytes: 84_400,
    reason: 'a feed of orders is an event stream, the first in the shop (5,650), and covers can be set (350)',
  },
  { bytes: 84_500, reason: 'a handler that returns nothing sends the declared status (85)' },
  { bytes: 84_600, reason: 'packages log only with NODE_DEBUG, in workerd too (26)' },
  { bytes: 84_700, reason: 'errors quote no malformed JSON, and any Uint8Array is sent as bytes (100)' },
  {
    bytes: 90_600,
    reason:
      'keys belong to verified clients and waits for their store are bounded, bodies are held to their length, Responses of other servers and failing streams are sent correctly, verifiers that nothing calls are reported, and 100 (Continue), two hosts, promises and texts in answers, and brackets in queries (5,670 together)',
  },
  {
    bytes: 92_500,
    reason:
      'unknown and wrong options do not start the server, the GET before a conditional write is a request of its own, and a write whose client leaves gives up its turn and its key (1,850)',
  },
  {
    bytes: 92_700,
    reason:
      'explanations of invalid values are bounded by steps, a safe BigInt is a number, and problems of a status without a type are closed (105)',
  },
  {
    bytes: 93_000,
    reason: 'a mounted app gives no parameter another spelling of a literal text (about 200)',
  },
  {
    bytes: 97_900,
    reason: 'lists have filters, a search and an order (1,300), and findList writes their SQL (3,500)',
  },
  {
    bytes: 100_600,
    reason: 'the stores for PostgreSQL and SQLite are those of the library, and the shop has both (2,400)',
  },
  {
    bytes: 105_600,
    reason:
      'reviews and the token of the staff have limits: exact counters in memory, their fields and problem, a guarded store (5,000)',
  },
  { bytes: 107_600, reason: 'limits count in PostgreSQL, and each database has a table of counters (2,000)' },
  { bytes: 108_100, reason: 'genres and drawn covers are cached, and their errors are not (300)' },
  {
    bytes: 108_600,
    reason: 'a cached response with a cookie is private, and a user name counts in one spelling (400)',
  },
  {
    bytes: 120_800,
    reason:
      'orders send events: their statements for both databases, a worker, signatures and the guard (8,500), and the staff has five operations with validators for endpoints and deliveries (3,000)',
  },
  {
    bytes: 121_500,
    reason:
      'guards see the changed text of a path, results of databases are no identities, and parsed bodies have limits (600)',
  },
  {
    bytes: 121_800,
    reason: 'a refusal looks where the routes of a version would be, and versionOf without a header is an error (200)',
  },
  {
    bytes: 123_600,
    reason:
      'a first version has a book whose answer is converted: where versions are selected, the conversion, Deprecation and Sunset, and the routes and the contract of the version (1,850)',
  },
  {
    bytes: 124_000,
    reason:
      'createRouter refuses guards that leave another version open, @cache watches later cookies, and an inner app shows its middleware one spelling (300)',
  },
  {
    bytes: 125_500,
    reason:
      'empty objects and results of more databases are no identities, names made of nothing are refused (600), and calls refuse unknown options, such as a misspelled tenant (60)',
  },
  {
    bytes: 126_500,
    reason:
      'results in which no field names the caller are no identities, createApp refuses a third argument (290), verifiers without scopes and limits without an address are warnings, and forms have no content coding (590)',
  },
  {
    bytes: 127_000,
    reason:
      'ctx.input.body is an error in authorize, and settled promises and the options of services are no identities (500), ctx.URL and code in front of the app agree on the path (300)',
  },
  {
    bytes: 127_500,
    reason: 'pages of rows, denied decisions and parts of the request are no identities (250)',
  },
  { bytes: 127_750, reason: 'guards that respond by themselves let no request pass (125)' },
  {
    bytes: 128_250,
    reason:
      'middleware that has set an error lets no request pass, and failed checks and inherited properties are no identities (390)',
  },
  {
    bytes: 128_900,
    reason:
      'routers in the app whose middleware never runs are warnings (560), and responses of guarded operations are private (170)',
  },
  { bytes: 129_000, reason: 'responses of guarded operations have no header that CDNs read in its place (98)' },
];
/** The database's packages, which are no part of the API. */
const DATABASE = ['libsql', 'pg', 'kysely'];

/** Leaves out the docs page, which is mostly Swagger UI, and the front end: the budget is about the API. */
const withoutPages: Plugin = {
  name: 'without-pages',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'virtual:operations/docs' || id === 'virtual:operations/mcp' || id === './page.ts'
      ? '\0without-pages'
      : null,
  load: (id) =>
    id === '\0without-pages'
      ? 'export const docs = () => (_ctx, next) => next(); export const mcp = docs; export const servePage = () => undefined; export const serveHome = () => {};'
      : null,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const cleanup = afterSuite();
const output = scratch(cleanup);

beforeAll(async () => {
  await build({
    root: join(root, 'playground'),
    configFile: false,
    logLevel: 'silent',
    // The docs page and the server of tools have budgets of their own, in test/runtime/docs-page/build.slow.test.ts and test/runtime/mcp/size.slow.test.ts.
    plugins: [withoutPages, operations(OPTIONS)],
    build: { ssr: 'server.ts', outDir: output, minify: true },
    ssr: { external: DATABASE },
  });
});

it('the bookshop keeps within its budget', async () => {
  const { length } = gzipSync(await readFile(join(output, 'server.js')), { level: 9 });
  const { bytes } = BUDGET.at(-1)!;
  expect(length).toBeLessThan(bytes);
  // A budget that is far too large does not hold anything.
  expect(length).toBeGreaterThan(bytes - 5_000);
});

it('works as small as it is', async () => {
  const directory = scratch();
  cpSync(join(output, 'server.js'), join(directory, 'server.mjs'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const shop = await startNode('server.mjs', { cwd: directory });
  onTestFinished(async () => void (await shop.stop('SIGKILL')));
  expect((await ask(shop.url, 'GET', '/books?genre=poetry&page_size=2')).body).toHaveLength(2);
  expect((await ask(shop.url, 'GET', '/covers/1.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect((await ask(shop.url, 'GET', '/books/x')).status).toBe(400);
});
