import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyClient } from '../../runtime/client/client.ts';
import { bookshop } from '../../playground/bookshop.ts';
import { createFile } from '../../playground/database.ts';
import { scratch, writeTree } from '../../support/build.ts';
import type { Side } from '../../support/types.ts';
import { checkTypes } from '../../support/types.ts';
import { filesIn, writePackage } from './command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface PackageExports {
  createClient(options?: { readonly baseUrl?: string }): AnyClient;
  isErrorOf(error: unknown, name: string): boolean;
  readonly ResponseError: new () => Error;
}

/** Type-checks files of a project that has only the package. */
async function checkConsumer(packages: string, files: Record<string, string>, side: Side): Promise<string[]> {
  const consumer = scratch();
  mkdirSync(join(consumer, 'node_modules/@bookshop'), { recursive: true });
  symlinkSync(packages, join(consumer, 'node_modules/@bookshop/api'));
  return checkTypes(consumer, { 'package.json': '{ "type": "module" }', ...files }, side);
}

const USES = `import type { ErrorOf, QueryPage, Schemas } from '@bookshop/api';
import { createClient, infiniteQueryOptions, isErrorOf, queryOptions, ResponseError } from '@bookshop/api';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

export async function use(): Promise<void> {
  const shop = createClient({ baseUrl: 'http://localhost' });
  const book = await shop.getBook({ path: { book_id: 1 } });
  same<typeof book, Schemas['BookDetails']>(true);
  same<typeof book.rating, number | null>(true);
  for await (const row of shop.listBooks({ query: { genre: 'poetry' } })) same<typeof row, Schemas['Book']>(true);
  const cover = await shop.drawCover({ path: { book_id: 1 } });
  same<typeof cover, Blob>(true);
  // @ts-expect-error -- the input is missing
  await shop.getBook();
  // @ts-expect-error -- the status is unknown
  await shop.listOrders({ query: { status: 'lost' } });
  // @ts-expect-error -- the operation is unknown
  await shop.getBooks();
  // @ts-expect-error -- server-side types stay on the server
  type Hidden = import('@bookshop/api').Operations['GET /books']['input'];

  const one = queryOptions(shop, 'getBook', { path: { book_id: 1 } });
  same<typeof one.queryKey, readonly [operation: 'getBook', input: { path: { book_id: number } }]>(true);
  same<Awaited<ReturnType<typeof one.queryFn>>, Schemas['BookDetails']>(true);
  const removed = queryOptions(shop, 'DELETE /books/{book_id}/reviews/{review_id}', { path: { book_id: 1, review_id: 1 } });
  same<Awaited<ReturnType<typeof removed.queryFn>>, null>(true);
  const pages = infiniteQueryOptions(shop, 'listOrders', { query: { status: 'open' } });
  type Orders = Awaited<ReturnType<typeof pages.queryFn>>;
  same<Orders['body']['items'], Schemas['Order'][]>(true);
  const titles = (page: QueryPage<Schemas['Book'][]>): string[] => page.body.map(({ title }) => title);
  titles(await infiniteQueryOptions(shop, 'listBooks').queryFn({ pageParam: {} }));
  // @ts-expect-error -- the input is missing
  queryOptions(shop, 'getBook');
  // @ts-expect-error -- the operation is unknown
  queryOptions(shop, 'getBooks');
  // @ts-expect-error -- one book is not a list
  infiniteQueryOptions(shop, 'getBook', { path: { book_id: 1 } });

  try {
    await shop.addOrder({ body: { customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] } });
  } catch (error) {
    if (!isErrorOf(error, 'addOrder')) throw error;
    if (error.status === 409) same<typeof error.problem, Schemas['Problem']>(true);
    else if (error instanceof ResponseError) error.response.headers.get('Retry-After');
  }
}
export const detailOf = (error: ErrorOf<'getBook'>): string => (error.status === 404 ? error.problem.title : error.message);
`;

describe("the bookshop's package", () => {
  const directory = scratch(afterAll);
  const packages = join(directory, 'api');
  const shop = bookshop(createFile);
  let exports: PackageExports;

  beforeAll(async () => {
    writePackage(directory, '--root', join(root, 'playground'), '-o', packages, '--name', '@bookshop/api');
    exports = (await import(/* @vite-ignore */ pathToFileURL(join(packages, 'index.js')).href)) as PackageExports;
  });

  /** The bytes of names that an app imports from the package, as a bundler joins and minifies them, gzipped. */
  const bundle = async (names: string): Promise<{ code: string; bytes: number }> => {
    const entry = join(directory, 'entry.js');
    await writeTree(directory, { 'entry.js': `export ${names} from '${packages}/index.js';\n` });
    const { output } = await build({ input: entry, write: false, output: { minify: true } });
    const { code } = output[0];
    return { code, bytes: gzipSync(code, { level: 9 }).length };
  };

  it('adds at most 5.71 kB of JavaScript to an app that uses all of it, gzipped', async () => {
    // Of these, 1,030 bytes are for the stream of the shop's feed, 395 for TanStack Query's helpers, of which 205 are for pages, 45 of them for links that lead back, 455 for retries, of which 105 are for limits of requests, 470 for the table of operations, of which 75 are for those of endpoints and deliveries,
    // 240 for the responses that are not as declared, 150 for uploads of bytes and streams, 130 for links by RFC 8288, 150 for refusing values without a text, 110 for hooks,
    // 85 for URLs without an origin and 80 for keys of idempotency. Cookies, styles of parameters and segments with several parameters take 550: the shop has none.
    expect((await bundle('*')).bytes).toBeLessThan(5710);
    // The files also have headers and white space.
    const texts = Object.entries(filesIn(packages)).filter(([name]) => name.endsWith('.js'));
    expect(texts).toHaveLength(2);
    expect(gzipSync(texts.map(([, text]) => text).join(''), { level: 9 }).length).toBeLessThan(5840);
  });

  it('leaves what an app does not use out of its bundle', async () => {
    const { code, bytes } = await bundle('{ createClient }');
    expect(code).toContain('/books/{book_id}');
    // TanStack Query's helpers, hooks, forms, segments with several parameters, JSON Lines, and cookies.
    for (const name of [
      'queryKey',
      'mutationKey',
      'initialPageParam',
      'failed:',
      'multipart',
      'would arrive as',
      'json-seq',
      '`Cookie`',
    ])
      expect(code).not.toContain(name);
    expect(bytes).toBeLessThan(5150);
  });

  it('passes publint and attw', () => {
    const options = { cwd: packages, encoding: 'utf8', stdio: 'pipe' } as const;
    const bin = (name: string): string => join(root, 'node_modules/.bin', name);
    expect(execFileSync(bin('publint'), ['--strict'], options)).toContain('All good!');
    expect(execFileSync(bin('attw'), ['--pack', '.', '--profile', 'esm-only'], options)).toContain('@bookshop/api');
  });

  it('contains neither the server nor this library', () => {
    for (const text of Object.values(filesIn(packages)))
      expect(text).not.toMatch(/unplugin-operations\/|\bkoa\b|node:|\bBuffer\b/i);
  });

  it.each(['browser', 'server'] as const)('exports the types of the contract, in a %s', async (side) => {
    expect(await checkConsumer(packages, { 'use.ts': USES }, side)).toEqual([]);
  });

  it('calls a server', async () => {
    const { createClient, isErrorOf, ResponseError } = exports;
    const client = createClient({ baseUrl: shop.url() });
    const [book] = await client['listBooks']!({ query: { genre: 'poetry', page_size: 1 } });
    const ids: number[] = [];
    for await (const { id } of client['listBooks']!({ query: { genre: 'poetry', page_size: 7 } })) ids.push(id);
    expect(ids[0]).toBe(book.id);
    expect(new Set(ids).size).toBe(
      Number((await shop.ask('GET', '/books?genre=poetry&total=1')).headers.get('x-total-count')),
    );
    const error = await client['getBook']!({ path: { book_id: 999_999 } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseError);
    expect([isErrorOf(error, 'getBook'), isErrorOf(error, 'listBooks')]).toEqual([true, false]);
  });
});

describe('the package of another tree', () => {
  async function packageOf(files: Readonly<Record<string, string>>): Promise<string> {
    const directory = scratch();
    await writeTree(directory, files);
    writePackage(directory, '-o', 'api', '--name', '@bookshop/api');
    return join(directory, 'api');
  }

  it('leaves out internal operations, and the schemas that only they use', async () => {
    const packages = await packageOf({
      'app/definitions/all.ts':
        'export interface Pet { name: string }\nexport interface Secret { code: string }\nexport interface Upload { text: string }\n',
      'app/operations/pets.js': '/** @returns {Pet[]} x */ export default function listPets() {}\n',
      'app/operations/secrets.js': '/** @internal\n * @returns {Secret} x */ export default function getSecret() {}\n',
      'app/operations/file@put.js':
        '/** @consumes multipart/form-data\n * @param {file} photo\n * @param {Upload} meta\n * @returns {void} 204 */ export default function putFile() {}\n',
    });
    for (const text of Object.values(filesIn(packages))) expect(text).not.toMatch(/secret/i);
    const use = `import type { Schemas } from '@bookshop/api';
import { createClient } from '@bookshop/api';
const pets: Promise<Schemas['Pet'][]> = createClient().listPets();
export const sent = createClient().putFile({ body: { photo: new Blob(), meta: { text: 'x' } } });
export default pets;
// @ts-expect-error -- only an internal operation uses it
export type Hidden = Schemas['Secret'];
`;
    expect(await checkConsumer(packages, { 'use.ts': use }, 'browser')).toEqual([]);
  });

  it('builds a client of odd names', async () => {
    const packages = await packageOf({
      'app/operations/a.js':
        "/** x\n * @operationId it's `odd` | <b>\n * @returns {string} x */ export default () => 1;\n",
      'app/operations/b.js': '/** @operationId __proto__\n * @returns {string} x */ export default () => 1;\n',
      'app/operations/c.js': '/** @operationId request\n * @returns {string} x */ export default () => 1;\n',
      'app/operations/d.js': '/** @returns {string} x */ export default () => 1;\n',
    });
    const { createClient } = (await import(/* @vite-ignore */ join(packages, 'index.js'))) as PackageExports;
    expect(Object.keys(createClient()).sort()).toEqual(['__proto__', "it's `odd` | <b>", 'request']);
    const readme = readFileSync(join(packages, 'README.md'), 'utf8');
    expect(readme).toContain('``client["it\'s `odd` \\| <b>"]``');
    const use = `import { createClient, queryOptions } from '@bookshop/api';
const client = createClient();
export const results: Promise<string>[] = [
  client["it's \`odd\` | <b>"](),
  client.request('GET /c'),
  client.request('GET /d'),
  queryOptions(client, 'GET /c').queryFn({}),
];
// @ts-expect-error -- the client itself has this name
queryOptions(client, 'request');
`;
    expect(await checkConsumer(packages, { 'use.ts': use }, 'browser')).toEqual([]);
  });

  it('builds an empty client', async () => {
    const packages = await packageOf({ 'app/operations/_none.js': '' });
    const { createClient } = (await import(/* @vite-ignore */ join(packages, 'index.js'))) as PackageExports;
    expect(Object.keys(createClient())).toEqual(['request']);
    const use = "import { createClient } from '@bookshop/api';\nexport default createClient().request('GET /');\n";
    expect(await checkConsumer(packages, { 'use.ts': use }, 'browser')).toEqual([]);
  });

  it('builds a client of streams', async () => {
    const operation =
      '/** @returns {Stream<{n: integer}>} x */\nexport default function* count() { yield { n: 1 }; }\n';
    const packages = await packageOf({ 'app/operations/count.js': operation });
    const { createClient } = (await import(/* @vite-ignore */ join(packages, 'index.js'))) as PackageExports;
    const answer = async (): Promise<Response> =>
      new Response('{"n":1}\n{"n":2}\n', { headers: { 'Content-Type': 'application/jsonl' } });
    const found: unknown[] = [];
    const client = createClient({ baseUrl: 'http://localhost', fetch: answer } as never);
    for await (const { n } of client['count']!() as AsyncIterable<{ n: number }>) found.push(n);
    expect(found).toEqual([1, 2]);
    const use = `import { createClient } from '@bookshop/api';
export const all = async (): Promise<void> => {
  for await (const { n } of createClient().count()) n satisfies number;
};
`;
    expect(await checkConsumer(packages, { 'use.ts': use }, 'browser')).toEqual([]);
  });

  it('builds a client of a thousand operations', async () => {
    const file = (i: number): string =>
      `/** @param {integer} id\n * @returns {{name: string, n: ${i}}} x */ export default function get${i}() {}\n`;
    const files = Array.from({ length: 1000 }, (_, i) => [`app/operations/a${i}/{id}.js`, file(i)] as const);
    const packages = await packageOf(Object.fromEntries(files));
    const use = `import { createClient, queryOptions } from '@bookshop/api';
const client = createClient();
export const n: Promise<999> = client.get999({ path: { id: 1 } }).then(({ n }) => n);
export const same = queryOptions(client, 'get7', { path: { id: 1 } }).queryFn({}).then(({ n }): 7 => n);
`;
    expect(await checkConsumer(packages, { 'use.ts': use }, 'browser')).toEqual([]);
  });
});
