import { cpSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { Kysely, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keyset } from '../../src/shared/contract/cursor-position.ts';
import type { ListRequest } from '../../src/shared/contract/list-request.ts';
import { createEmptyDatabase } from '../playground/database.ts';
import { scratch, writeTree } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';
import { DOCS, readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// The files of docs/reference/lists-in-sql.md find the same rows.

const shown = readBlocks(readPage('reference/lists-in-sql.md')).filter(({ title }) => title.startsWith('list/'));
const PRISMA = 'list/prisma.ts';
const blocks = shown.filter(({ title }) => title !== PRISMA);

/** A directory with Prisma and a client that it has generated: see .ci/prisma.sh. It's too large for a package of the docs. */
const prismaDir = process.env['PRISMA_DIR'];

const SETUP = [
  'create table authors (id integer primary key, name text not null)',
  'create table books (id integer primary key, title text not null, genre text not null, year integer not null, author_id integer not null)',
  "insert into authors values (1, 'Ada')",
  "insert into books values (1, 'Dust', 'crime', 1971, 1), (2, 'Light', 'crime', 1979, 1), (3, '50% Off', 'crime', 1979, 1), (4, 'Sea', 'poetry', 1990, 1)",
];

const LIST: ListRequest = {
  limit: 2,
  offset: 0,
  total: true,
  filters: [{ name: 'genre', op: 'eq', value: 'crime' }],
  words: [],
  searched: ['title'],
  order: [
    { name: 'year', desc: true },
    { name: 'id', desc: true },
  ],
};

type ListBooks = (db: unknown, list: ListRequest) => Promise<Keyset<{ id: number }>>;

describe.skipIf(!hasPackages)('needs `npm ci` in docs', () => {
  let root: string;
  const cleanups: (() => Promise<unknown> | void)[] = [];
  const sqlite = new Libsql(':memory:');

  beforeAll(async () => {
    for (const statement of SETUP) sqlite.exec(statement);
    root = scratch((remove) => cleanups.unshift(remove));
    await writeTree(root, { 'package.json': '{ "type": "module" }' });
    await writeTree(root, Object.fromEntries(blocks.map(({ title, text }) => [title, text])));
    linkPackages(root);
  });
  afterAll(async () => {
    for (const clean of cleanups) await clean();
  });

  /** Walks through the list of a file. */
  async function walk(file: string, db: unknown): Promise<unknown> {
    const { listBooks } = (await import(/* @vite-ignore */ join(root, `list/${file}.ts`))) as { listBooks: ListBooks };
    const first = await listBooks(db, LIST);
    const next = await listBooks(db, { ...LIST, cursor: first.after! });
    const searched = await listBooks(db, { ...LIST, words: ['50%'] });
    const ids = [first, next, searched].map(({ rows }) => rows.map(({ id }) => id));
    return [...ids, first.total];
  }

  const FOUND = [[3, 2, 1], [1], [3], 3];

  it('shows files with sound types', async () => {
    expect(blocks).toHaveLength(7);
    expect(await checkTypes(root, {}, 'server', { skipLibCheck: true })).toEqual([]);
  });

  it('shows how to list with Kysely', async () => {
    expect(await walk('kysely', new Kysely({ dialect: new SqliteDialect({ database: sqlite }) }))).toEqual(FOUND);
  });

  it('shows how to list with Drizzle', async () => {
    const db = drizzle(async (statement, values) => ({
      rows: sqlite
        .prepare(statement)
        .raw()
        .all(...values),
    }));
    expect(await walk('drizzle', db)).toEqual(FOUND);
  });

  it('shows how to list with a driver of SQLite', async () => {
    expect(await walk('sqlite', sqlite)).toEqual(FOUND);
  });

  it('shows how to list with Knex', async () => {
    const docs = createRequire(join(DOCS, 'package.json'));
    const Client = docs('knex/lib/dialects/better-sqlite3') as new () => object;
    const client = class extends Client {
      _driver(): unknown {
        return function open() {
          return sqlite;
        };
      }
    };
    const makeKnex = docs('knex') as (options: object) => unknown;
    const options = { client, useNullAsDefault: true, connection: { filename: ':memory:' } };
    expect(await walk('knex', makeKnex(options))).toEqual(FOUND);
  });

  it.skipIf(!process.env['TEST_DATABASE_URL'] || prismaDir === undefined)(
    'shows how to list with Prisma (needs TEST_DATABASE_URL and PRISMA_DIR)',
    async () => {
      const connectionString = await createEmptyDatabase((remove) => cleanups.unshift(remove));
      const pool = new Pool({ connectionString });
      for (const statement of SETUP) await pool.query(statement);
      await pool.end();
      const { text } = shown.find(({ title }) => title === PRISMA)!;
      await writeTree(root, { [PRISMA]: text });
      cpSync(join(prismaDir!, 'generated'), join(root, 'list/generated'), { recursive: true });
      symlinkSync(join(prismaDir!, 'node_modules/@prisma'), join(root, 'node_modules/@prisma'));
      const own = createRequire(join(prismaDir!, 'package.json'));
      const { PrismaPg } = own('@prisma/adapter-pg') as { PrismaPg: new (options: object) => object };
      const { PrismaClient } = (await import(/* @vite-ignore */ join(root, 'list/generated/client.ts'))) as {
        PrismaClient: new (options: object) => { $disconnect(): Promise<void> };
      };
      const db = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
      cleanups.unshift(() => db.$disconnect());
      expect(await walk('prisma', db)).toEqual(FOUND);
      const types = await checkTypes(root, {}, 'server', { skipLibCheck: true });
      expect(types.filter((line) => line.startsWith(PRISMA))).toEqual([]);
    },
  );

  it.skipIf(!process.env['TEST_DATABASE_URL'])('shows how to list with pg (needs TEST_DATABASE_URL)', async () => {
    const pool = new Pool({ connectionString: await createEmptyDatabase((remove) => cleanups.unshift(remove)) });
    cleanups.unshift(() => pool.end());
    for (const statement of SETUP) await pool.query(statement);
    expect(await walk('pg', pool)).toEqual(FOUND);
  });
});
