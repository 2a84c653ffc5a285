import { fileURLToPath, pathToFileURL } from 'node:url';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import inject from 'light-my-request';
import type Koa from 'koa';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import operations from '../../src/vite.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import { afterSuite } from './build.ts';
import { OPTIONS } from './options.ts';

// The bookshop in the process of its test: requests are handed to the app, its operations and its database are the real ones, and nothing listens.

const root = fileURLToPath(new URL('../../playground', import.meta.url));
const cleanup = afterSuite();
const directory = scratch(cleanup);
let callback: ReturnType<Koa['callback']>;

beforeAll(async () => {
  await writeTree(directory, {
    'package.json': '{ "type": "module" }',
    'shop.js': `import operations from 'virtual:operations';
import createShop from ${JSON.stringify(join(root, 'api.ts'))};
const shop = await createShop(operations);
export const { db } = shop.context;
export default shop;
`,
  });
  symlinkSync(join(root, '../node_modules'), join(directory, 'node_modules'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations({ ...OPTIONS, checkResponses: true, dts: false })],
    build: { ssr: join(directory, 'shop.js'), outDir: join(directory, 'dist') },
    ssr: { external: ['libsql'] },
  });
  process.env['DATABASE_FILE'] = join(directory, 'bookshop.db');
  const [file] = readdirSync(join(directory, 'dist'));
  const shop = (await import(pathToFileURL(join(directory, 'dist', file!)).href)) as {
    default: Koa;
    db: { destroy(): Promise<void> };
  };
  cleanup(() => shop.db.destroy());
  callback = shop.default.callback();
});

describe('the bookshop without a port', () => {
  it('answers a list whose rows match its contract', async () => {
    const answer = await inject(callback, { method: 'GET', url: '/books?genre=poetry&page_size=3&total=1' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toHaveLength(3);
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(3);
  });

  it('keeps what it is sent', async () => {
    const payload = { rating: 5, reviewer: 'Zoë' };
    const answer = await inject(callback, { method: 'POST', url: '/books/1/reviews', payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { ...payload, book_id: 1, text: '' }]);
    const list = await inject(callback, { method: 'GET', url: '/books/1/reviews?limit=1' });
    expect(list.json()).toMatchObject({ items: [{ reviewer: 'Zoë' }] });
  });

  it('lets nothing past its contract, nor its staff', async () => {
    const review = await inject(callback, { method: 'POST', url: '/books/1/reviews', payload: { rating: 6 } });
    expect(review.json()).toMatchObject({ status: 400, errors: [{ name: 'reviewer' }, { name: 'rating' }] });
    expect((await inject(callback, { method: 'DELETE', url: '/books/1/reviews/1' })).statusCode).toBe(401);
  });
});
