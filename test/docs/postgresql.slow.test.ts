import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../playground/database.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// The blocks "postgresql" of the recipes, in the handlers of one project.

/** The texts of a page's blocks with a title. */
const shown = (page: string, title = 'postgresql'): string[] =>
  readBlocks(readPage(page)).flatMap((block) => (block.title === title ? [block.text] : []));

const [lock = '', retry = '', pool = ''] = shown('database.md');
const [patch = ''] = shown('crud.md');
const [cursor = ''] = shown('exports.md');
const [asTenant = ''] = shown('tenants.md');
const [quota = ''] = shown('cors-and-rate-limits.md');
const [refresh = ''] = shown('refresh-tokens.md');

/** A user who doesn't own the tables, to whom policies apply. */
const ROLE = `shop_${process.pid}`;

const SETUP = `
create table books (id serial primary key, title text not null, isbn text, stock integer not null, day date, updated_at timestamptz);
insert into books (title, isbn, stock, day) values ('Dust', '1', 20, '2026-03-29'), ('Light', '2', 0, '2026-03-29');
create table long_books as select id, repeat('x', 1000) as title from generate_series(1, 30000) id;
create table notes (id serial primary key, org integer not null, text text not null);
insert into notes (org, text) values (1, 'Paint the boat'), (2, 'Grind the grain');
${[...`${asTenant}${quota}${refresh}`.matchAll(/^\/\/ (.+;)$/gm)].map(([, line]) => line).join('\n')}
grant select on notes to ${ROLE};
`;

const FILES = {
  'package.json': '{ "type": "module" }',
  'database.ts': `import type { Generated } from 'kysely';
export interface Tables {
  books: { id: Generated<number>; title: string; isbn: string | null; stock: number; day: string; updated_at: Date | null };
  notes: { id: Generated<number>; org: number; text: string };
}
${pool}`,
  'server.ts': `/// <reference types="unplugin-operations/client" />
import type { Kysely } from 'kysely';
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import type { Pool } from 'pg';
import { openDatabase, openPool, type Tables } from './database.ts';
declare module 'koa' { interface DefaultContext { db: Kysely<Tables>; pool: Pool } }
const pool = openPool();
await pool.query(${JSON.stringify(SETUP)});
const app = createApp(operations);
app.context.db = openDatabase();
app.context.pool = pool;
const port = Number(process.env['PORT']);
app.listen(port, () => console.log('http://localhost:' + port));
`,
  'app/books.ts': cursor.replace('from books', 'from long_books'),
  'app/database-errors.ts': shown('error-mapping.md', 'app/database-errors.ts').join(''),
  'app/operations/books.csv.ts': shown('exports.md', 'app/operations/books.csv.ts')
    .join('')
    .replace('readBooks()', 'readBooks(ctx.pool)'),
  'app/operations/books/{id}@get.ts': `import { defineOperation } from 'unplugin-operations/koa';
/**
 * Gets a book.
 * @param {integer} id - The book
 * @returns {{stock: integer, day: date, is_changed: boolean}} The book
 */
export default defineOperation<'getBook'>(async function getBook({ db, input }) {
  const book = await db.selectFrom('books').selectAll().where('id', '=', input.path.id).executeTakeFirstOrThrow();
  return { ...book, is_changed: book.updated_at !== null };
});
`,
  'app/operations/books/{id}@patch.ts': `import { defineOperation, problem } from 'unplugin-operations/koa';
/**
 * Changes a book.
 * @param {integer} id - The book
 * @param {string} [title] - The title
 * @param {string|null} [isbn] - The ISBN
 * @returns {{title: string, isbn: string|null}} The book
 * @throws 404 - Unknown book
 */
export default defineOperation<'changeBook'>(async function changeBook({ input, pool }) {
${patch}});
`,
  'app/operations/sales@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
/** @returns {void} 204 - Sold */
export default defineOperation<'sell'>(async function sell(ctx) {
  const id = 1;
${lock}});
`,
  'app/operations/orders@post.ts': `import type { Transaction } from 'kysely';
import { defineOperation } from 'unplugin-operations/koa';
import type { Tables } from '../../database.ts';
/** @returns {void} 204 - Placed */
export default defineOperation<'order'>(async function order(ctx) {
  const placeOrder = async (transaction: Transaction<Tables>) => {
    const { stock } = await transaction.selectFrom('books').select('stock').where('id', '=', 2).executeTakeFirstOrThrow();
    await transaction.updateTable('books').set({ stock: stock + 1 }).where('id', '=', 2).execute();
  };
${retry}});
`,
  'app/operations/slow.ts': `import { Pool } from 'pg';
import { defineOperation } from 'unplugin-operations/koa';
import { toProblem } from '../database-errors.ts';
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], statement_timeout: 200, application_name: 'other' }).on('error', () => {});
/** @returns {void} 204 - Done */
export default defineOperation<'sleep'>(async function sleep() {
  await pool.query('select pg_sleep(3600)').catch((error: unknown) => { throw toProblem(error); });
});
`,
  'app/quota.ts': quota,
  'app/operations/scans@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
import { countPages } from '../quota.ts';
/**
 * Scans pages.
 * @param {string} key - Whose
 * @param {integer} pages - How many
 * @returns {void} 204 - Scanned
 * @throws 429 - The quota is exceeded
 */
export default defineOperation<'scan'>(function scan({ input, pool }) {
  return countPages(pool, input.body.key, input.body.pages, 100);
});
`,
  'app/refresh.ts': refresh,
  'app/operations/families/@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
import { addToken } from '../../refresh.ts';
/**
 * Signs in.
 * @param {uuid} family - The sign-in
 * @param {string} token - Its first token
 * @returns {boolean} 201 - Whether it is added
 */
export default defineOperation<'addFamily'>(async function addFamily({ input, pool }) {
  await pool.query("insert into families values ($1, 'ada')", [input.body.family]);
  return addToken(pool, input.body.token, input.body.family);
});
`,
  'app/operations/families/exchange@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
import { addToken, useToken } from '../../refresh.ts';
/**
 * Exchanges a token.
 * @param {string} token - The token
 * @param {string} next - The next one
 * @returns {boolean} 201 - Whether it is exchanged
 */
export default defineOperation<'exchange'>(async function exchange({ input, pool }) {
  const row = await useToken(pool, input.body.token);
  return row !== undefined && addToken(pool, input.body.next, row.family);
});
`,
  'app/operations/families/revoke@post.ts': `import { defineOperation } from 'unplugin-operations/koa';
import { revokeTokens } from '../../refresh.ts';
/**
 * Signs out.
 * @param {string} token - A token
 * @returns {void} 204 - Signed out
 */
export default defineOperation<'revoke'>(function revoke({ input, pool }) {
  return revokeTokens(pool, input.body.token);
});
`,
  'app/operations/orgs/{id}/notes.ts': `import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { defineOperation } from 'unplugin-operations/koa';
import type { Tables } from '../../../../database.ts';
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], options: '-c role=${ROLE}', application_name: 'other' }).on('error', () => {});
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
${asTenant}
/**
 * Lists the notes of a tenant.
 * @param {integer} id - The tenant
 * @returns {string[]} The texts
 */
export default defineOperation<'listNotes'>(async function listNotes({ input }) {
  const notes = await asTenant(input.path.id, (transaction) => transaction.selectFrom('notes').select('text').execute());
  return notes.map(({ text }) => text);
});
`,
};

const query = (sql: string): Promise<unknown[]> => queryOf(process.env['TEST_DATABASE_URL']!, sql);

async function queryOf(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe.skipIf(!process.env['TEST_DATABASE_URL'] || !hasPackages)('needs TEST_DATABASE_URL', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  let root: string;
  let address: string;
  let database: string;
  let served: Served;
  beforeAll(async () => {
    await query(`create role ${ROLE}`);
    cleanups.unshift(() => query(`drop role ${ROLE}`));
    address = await createEmptyDatabase((remove) => cleanups.unshift(remove));
    database = new URL(address).pathname.slice(1);
    root = scratch((remove) => cleanups.unshift(remove));
    await writeTree(root, FILES);
    linkPackages(root);
    const file = await viteBuild(root, join(root, 'dist'), {}, ['pg', 'pg-query-stream']);
    served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()), DATABASE_URL: address } });
    cleanups.unshift(() => served.stop('SIGKILL'));
  });
  afterAll(async () => {
    for (const clean of cleanups) await clean();
  });

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${served.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? response.status : JSON.parse(text);
  };
  const tenTimes = <T>(run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, run));

  it('the files of the page have sound types', async () => {
    expect(await checkTypes(root, {}, 'server', { skipLibCheck: true })).toEqual([]);
  });

  it('crud.md: a PATCH in plain SQL changes the given columns only', async () => {
    const book = { title: 'Dust', isbn: '1' };
    expect(await send('GET', '/books/1')).toMatchObject({ is_changed: false });
    expect(await send('PATCH', '/books/1', {})).toEqual(book);
    expect(await send('GET', '/books/1')).toMatchObject({ is_changed: true });
    expect(await send('PATCH', '/books/1', { isbn: null })).toEqual({ ...book, isbn: null });
    expect(await send('PATCH', '/books/1', { title: 'North', stock: 7 })).toEqual({ title: 'North', isbn: null });
    expect(await send('PATCH', '/books/9', { title: 'North' })).toMatchObject({ status: 404, detail: 'Unknown book' });
  });

  it('database.md: days are text, and locks and retries lose no write', async () => {
    expect(await send('GET', '/books/1')).toMatchObject({ stock: 20, day: '2026-03-29' });
    expect(await tenTimes(() => send('POST', '/sales'))).toEqual(Array(10).fill(204));
    expect(await send('GET', '/books/1')).toMatchObject({ stock: 10 });
    expect(await Promise.all([send('POST', '/orders'), send('POST', '/orders')])).toEqual([204, 204]);
    expect(await send('GET', '/books/2')).toMatchObject({ stock: 2 });
  });

  it('error-mapping.md: a statement timeout is a 504', async () => {
    expect(await send('GET', '/slow')).toMatchObject({ status: 504 });
  });

  it('exports.md: a cursor streams all rows, and gives its connection back if the client leaves', async () => {
    // The pool has 10 connections.
    for (let i = 0; i < 11; i++) {
      const { body } = await fetch(`${served.url}/books.csv`);
      const reader = body!.getReader();
      await reader.read();
      await reader.cancel();
    }
    const lines = (await (await fetch(`${served.url}/books.csv`)).text()).trimEnd().split('\n');
    expect(lines).toHaveLength(30_001);
    expect(lines.at(-1)).toMatch(/^30000,x{1000}$/);
  });

  it('cors-and-rate-limits.md: a quota is never exceeded, not even by parallel requests', async () => {
    const refused = { status: 429, detail: 'Your plan has 100 pages per month' };
    expect(await send('POST', '/scans', { key: 'a', pages: 101 })).toMatchObject(refused);
    const results = await tenTimes(() => send('POST', '/scans', { key: 'a', pages: 30 }));
    expect(results.filter((result) => result === 204)).toHaveLength(3);
    expect(await send('POST', '/scans', { key: 'a', pages: 11 })).toMatchObject(refused);
    expect(await send('POST', '/scans', { key: 'a', pages: 10 })).toBe(204);
    expect(await send('POST', '/scans', { key: 'b', pages: 100 })).toBe(204);
  });

  it('refresh-tokens.md: of parallel exchanges, one gets the next token, and none outlives the sign-out', async () => {
    const exchange = (token: string, next: string) => send('POST', '/families/exchange', { token, next });
    const signIn = (token: string) => send('POST', '/families', { family: randomUUID(), token });
    expect(await signIn('first')).toBe(true);
    let count = 0;
    const won = await tenTimes(() => exchange('first', `next ${(count += 1)}`));
    expect(won.filter((isWon) => isWon === true)).toHaveLength(1);
    expect(won.filter((isWon) => isWon === false)).toHaveLength(9);
    for (let round = 0; round < 20; round++) {
      expect(await signIn(`own ${round}`)).toBe(true);
      const ended = send('POST', '/families/revoke', { token: `own ${round}` });
      await Promise.all([exchange(`own ${round}`, `kept ${round}`), ended]);
      expect(await exchange(`kept ${round}`, `last ${round}`)).toBe(false);
    }
    expect(await signIn('old')).toBe(true);
    await queryOf(address, "update refresh_tokens set expires = now() - interval '1 second' where hash = 'old'");
    expect(await exchange('old', 'new')).toBe(false);
  });

  it('tenants.md: row-level security shows a tenant its own rows', async () => {
    expect(await send('GET', '/orgs/1/notes')).toEqual(['Paint the boat']);
    expect(await send('GET', '/orgs/2/notes')).toEqual(['Grind the grain']);
  });

  it('database.md: the server goes on after its idle connections are lost', async () => {
    const { length } = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle' and application_name <> 'other' and datname = '${database}'`,
    );
    expect(length).toBeGreaterThan(0);
    await expect.poll(() => served.output().match(/^error: terminating connection/gm)).toHaveLength(length);
    expect(await send('GET', '/books/2')).toMatchObject({ stock: 2 });
  });
});
