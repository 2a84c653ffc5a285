import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookshop } from '../../playground/bookshop.ts';
import { STAFF_TOKEN } from '../../playground/client.ts';
import { createFile } from '../../playground/database.ts';
import { OPTIONS } from '../../playground/options.ts';
import { alias } from '../../support/alias.ts';
import { scratch, writeTree } from '../../support/build.ts';
import operations from '../../../src/vite.ts';

// A front end of the bookshop, typed by the playground's operations.d.ts: checked with the tests, and bundled for a browser.
const FRONT = `import { createClient, ResponseError } from 'virtual:operations/client';

export async function visit(baseUrl, token) {
  const shop = createClient({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
  const [book] = await shop.listBooks({ query: { genre: 'poetry', page_size: 1 } });
  const review = await shop.addReview({ path: { book_id: book.id }, body: { rating: 5, reviewer: 'Zoë' } });
  const reviewers = [];
  for await (const { reviewer } of shop.listReviews({ path: { book_id: book.id }, query: { page_size: 2 } })) reviewers.push(reviewer);
  const cover = await shop.drawCover({ path: { book_id: book.id } });
  await shop.removeReview({ path: { book_id: book.id, review_id: review.id } });
  const refusal = await shop.addReview({ path: { book_id: book.id }, body: { rating: 6, reviewer: '' } }).catch((error) => error);
  const total = (await shop.listAuthors({ query: { total: 1 } }).response).headers.get('X-Total-Count');
  return { book, review, reviewers, cover, refusal, isOurs: refusal instanceof ResponseError, total };
}
`;

/** Ten calls as a program makes them: lists, a walk, a write, a file, a stream and a typed error. */
const TEN = `const api = createClient({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
const [book] = await api.listBooks({ query: { genre: 'poetry', page_size: 1 } });
const titles = [];
for await (const { title } of api.listBooks({ query: { page_size: 20 } })) titles.push(title);
const details = await api.getBook({ path: { book_id: book.id } });
const review = await api.addReview({ path: { book_id: book.id }, body: { rating: 4, reviewer: 'Ten' } });
await api.removeReview({ path: { book_id: book.id, review_id: review.id } });
await api.setCover({ path: { book_id: book.id }, body: png });
const cover = await api.getCover({ path: { book_id: book.id } });
const order = await api.addOrder({ body: { customer: 'Ten', items: [{ book_id: book.id, quantity: 1 }] } });
for await (const { data } of api.followOrders({ query: { latest: 1, follow: false } })) var latest = data;
const pages = await infiniteQueryOptions(api, 'listOrders', {}).queryFn({ pageParam: {} });
const error = await api.getBook({ path: { book_id: 9_999_999 } }).catch((thrown) => thrown);
const status = isErrorOf(error, 'getBook') ? error.status : undefined;`;
const TEN_MODULE = `import { createClient, infiniteQueryOptions, isErrorOf } from 'virtual:operations/client';
export async function visit(baseUrl, token, png) {
${TEN}
return { book, titles, details, review, cover, order, latest, pages, status };
}
`;

const shop = bookshop(createFile);
const directory = scratch(afterAll);

beforeAll(async () => {
  await writeTree(directory, { 'front.js': FRONT, 'ten.js': TEN_MODULE });
  await bundleFile('front');
  await bundleFile('ten');
});

async function bundleFile(name: string): Promise<void> {
  await build({
    root: fileURLToPath(new URL('../../../playground', import.meta.url)),
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations(OPTIONS)],
    build: {
      lib: { entry: join(directory, `${name}.js`), formats: ['es'], fileName: name },
      outDir: join(directory, 'dist'),
      emptyOutDir: false,
      minify: true,
    },
  });
}

async function visitWith(name: string, ...args: readonly unknown[]): Promise<any> {
  const { visit } = (await import(/* @vite-ignore */ pathToFileURL(join(directory, `dist/${name}.js`)).href)) as {
    visit: (...args: readonly unknown[]) => Promise<any>;
  };
  return visit(shop.url(), STAFF_TOKEN, ...args);
}

describe("the bookshop's front end", () => {
  it('sends requests to a server on a port', async () => {
    const { book, review, reviewers, cover, refusal, isOurs, total } = await visitWith('front');
    expect(book).toMatchObject({ genre: 'poetry', title: expect.any(String) });
    expect(review).toMatchObject({ book_id: book.id, rating: 5, reviewer: 'Zoë', text: '' });
    expect(reviewers[0]).toBe('Zoë');
    const all = await shop.ask('GET', `/books/${book.id}/reviews?page_size=1&total=1`);
    expect(reviewers).toHaveLength(all.body.total + 1);
    expect(await cover.text()).toContain('<svg');
    expect(isOurs).toBe(true);
    expect(refusal.problem.errors).toHaveLength(2);
    expect(Number(total)).toBe((await shop.rows<{ n: number }>('select count(*) as n from authors'))[0]!.n);
  });

  it('makes ten calls in 14 lines', async () => {
    const png = new Blob([Buffer.from('89504e470d0a1a0a0000', 'hex')], { type: 'image/png' });
    const { book, titles, details, review, cover, order, latest, pages, status } = await visitWith('ten', png);
    expect(TEN.split('\n')).toHaveLength(14);
    expect(new Set(TEN.match(/\b(?:api\.|api, ')(\w+)/g)).size).toBe(9);
    expect(titles).toHaveLength((await shop.rows<{ n: number }>('select count(*) as n from books'))[0]!.n);
    expect(details).toMatchObject({ id: book.id, title: book.title });
    expect(review).toMatchObject({ book_id: book.id, reviewer: 'Ten' });
    expect(new Uint8Array(await cover.arrayBuffer())).toEqual(new Uint8Array(await png.arrayBuffer()));
    expect([latest.id, pages.body.items[0].id]).toEqual([order.id, order.id]);
    expect(status).toBe(404);
  });

  it('carries the client and the names of the operations, and nothing else', () => {
    // A budget, in bytes, with the white space that Vite keeps in libraries: 400 are the front end itself, 465 the table of operations. Of the client,
    // 1,030 are for the shop's feed (events, reconnecting, following), 460 for retries (Retry-After in all forms of dates, pauses, aborts, 110 for limits of requests), 240 for responses of another type
    // and invalid JSON, 150 for streams and bytes as bodies, 150 for refusing values without a text, 130 for links by RFC 8288, 50 for walks that repeat,
    // 85 for URLs without an origin, and 70 for raw responses. Values of a segment that the server would split elsewhere take 250, cookies 120, styles of parameters 120 and
    // JSON Lines 90: the shop has none of these.
    const bundle = readFileSync(join(directory, 'dist/front.js'), 'utf8');
    expect(gzipSync(bundle).length).toBeLessThan(6200);
    expect(bundle).not.toMatch(
      /node:|require|Money is in cents|maxLength|process|queryKey|would arrive as|json-seq|["'`]Cookie/,
    );
  });
});
