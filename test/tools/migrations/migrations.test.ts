import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from 'kysely';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqlite } from '../../../src/runtime/sqlite/index.ts';
import { migrateTables } from '../../../src/tools/migrations/index.ts';
import { TABLE_MIGRATIONS } from '../../../src/tools/migrations/tables.ts';
import { nextPrefix } from '../../../src/tools/migrations/migration-names.ts';
import { scratch, writeTree } from '../../support/build.ts';

async function project(files: Record<string, string>): Promise<string> {
  const root = scratch();
  await writeTree(root, files);
  return root;
}

const API = "import { sqlite } from 'unplugin-operations/sqlite';";
const reserve = (database: Libsql.Database) =>
  sqlite(database).idempotency.reserve('k', 'f', { owner: 'o', client: 'c', lease: 1000 });

/** The names of all files, without their numbers and extensions. */
const STEPS = TABLE_MIGRATIONS.filter(({ entry }) => entry === undefined);
const NAMES = STEPS.map(({ table }) => table.replaceAll('_', '-'));
const [KEYS] = NAMES as [string, ...string[]];

/** Names of files with numbers. */
const numbered = (names: readonly string[], nameOf: (number: number, name: string) => string): string[] =>
  names.map((name, i) => nameOf(i + 1, name));

function openDatabase(): Libsql.Database {
  const database = new Libsql(':memory:');
  onTestFinished(() => void database.close());
  return database;
}

describe('operations migrations', () => {
  it('writes SQL for the entry that the project imports, once', async () => {
    const root = await project({ 'app/api.ts': API, 'dist/server.js': "import 'unplugin-operations/postgres'" });
    const { lines, isOld } = migrateTables({ root });
    const [file] = readdirSync(join(root, 'app/migrations'));
    expect(file).toBe('001-operations-idempotency-keys.sql');
    expect(lines[0]).toContain(`Wrote app/migrations/${file}: version 1 for SQLite`);
    expect(isOld).toBe(true);
    const database = openDatabase();
    const text = readFileSync(join(root, 'app/migrations', file!), 'utf8');
    for (let i = 0; i < 2; i++) database.exec(text);
    const others = readdirSync(join(root, 'app/migrations')).slice(1);
    expect(others).toEqual(numbered(NAMES, (number, name) => `00${number}-${name}.sql`).slice(1));
    for (const other of [...others, ...others])
      database.exec(readFileSync(join(root, 'app/migrations', other), 'utf8'));
    const limit = { key: 'k', cost: 1, quota: 1, window: 1000 };
    expect((await sqlite(database).rateLimits.take([limit]))[0]!.passes).toBe(true);
    expect(await reserve(database)).toBe(undefined);
    expect(migrateTables({ root })).toEqual({ lines: ['The tables in app/migrations are up to date.'], isOld: false });
  });

  it.each(['ts', 'js'])('writes modules for Kysely in .%s, which its Migrator runs', async (extension) => {
    const root = await project({
      'package.json': '{ "type": "module", "dependencies": { "kysely": "*" } }',
      ...(extension === 'ts' && { 'tsconfig.json': '{}' }),
      'app/api.ts': API,
      [`migrations/007_books.${extension}`]: '',
    });
    migrateTables({ root });
    const name = `008_${KEYS}`;
    expect(readdirSync(join(root, 'migrations')).sort()).toEqual([
      `007_books.${extension}`,
      ...numbered(NAMES, (number, table) => `${String(7 + number).padStart(3, '0')}_${table}.${extension}`),
    ]);
    const file = pathToFileURL(join(root, `migrations/${name}.${extension}`)).href;
    const module = (await import(/* @vite-ignore */ file)) as Migration;
    const database = openDatabase();
    const db = new Kysely<object>({ dialect: new SqliteDialect({ database }) });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ [name]: module }) } });
    expect((await migrator.migrateToLatest()).error).toBe(undefined);
    expect(await reserve(database)).toBe(undefined);
    expect((await migrator.migrateDown()).error).toBe(undefined);
    await expect(reserve(database)).rejects.toThrow('npx operations migrations');
  });

  it('writes SQL if the project has Kysely, but migrations in SQL, or by option', async () => {
    const kysely = { 'package.json': '{ "dependencies": { "kysely": "*" } }', 'app/api.ts': API };
    const root = await project({ ...kysely, 'db/migrations/V1__books.sql': '' });
    migrateTables({ root });
    expect(readdirSync(join(root, 'db/migrations')).sort()).toEqual([
      'V1__books.sql',
      ...numbered(NAMES, (number, name) => `V${number + 1}__${name}.sql`),
    ]);
    const other = await project(kysely);
    migrateTables({ root: other, sql: true, directory: 'changes' });
    expect(readdirSync(join(other, 'changes'))).toEqual(numbered(NAMES, (number, name) => `00${number}-${name}.sql`));
  });

  it('reports missing migrations without writing them by check', async () => {
    const root = await project({ 'app/api.ts': API });
    const { lines, isOld } = migrateTables({ root, check: true });
    expect(lines).toEqual(
      STEPS.map(({ table }, i) =>
        expect.stringContaining(`app/migrations lacks version ${i + 1} for SQLite, ${table}`),
      ),
    );
    expect(isOld).toBe(true);
    expect(readdirSync(join(root, 'app'))).toEqual(['api.ts']);
    migrateTables({ root });
    expect(migrateTables({ root, check: true }).isOld).toBe(false);
  });

  it('never changes a file with any name, and reports that it has been edited', async () => {
    const root = await project({ 'app/api.ts': API });
    migrateTables({ root });
    const [file] = readdirSync(join(root, 'app/migrations'));
    const text = readFileSync(join(root, 'app/migrations', file!), 'utf8').replace(
      'text primary key',
      'text not null primary key',
    );
    writeFileSync(join(root, 'app/migrations', file!), text);
    const { lines, isOld } = migrateTables({ root });
    expect(lines).toEqual([
      `app/migrations/${file} has been edited, and stays as it is.`,
      'The tables in app/migrations are up to date.',
    ]);
    expect(isOld).toBe(false);
    expect(readFileSync(join(root, 'app/migrations', file!), 'utf8')).toBe(text);
  });

  it('writes files for both databases if the project imports both entries', async () => {
    const root = await project({ 'app/api.ts': `${API}\nimport 'unplugin-operations/postgres';` });
    migrateTables({ root });
    const both = ['postgres', 'sqlite'].flatMap((database) => NAMES.map((name) => `${name}-${database}`));
    expect(readdirSync(join(root, 'app/migrations'))).toEqual(
      numbered(both, (number, name) => `00${number}-${name}.sql`),
    );
  });

  it('writes the tables of events if the project imports that entry, and removes all of them', async () => {
    const root = await project({
      'package.json': '{ "type": "module", "dependencies": { "kysely": "*" } }',
      'app/api.ts': `${API}\nimport 'unplugin-operations/events';`,
    });
    migrateTables({ root });
    const file = readdirSync(join(root, 'app/migrations')).at(-1);
    expect(file).toMatch(/^003-operations-events\.js$/);
    const module = (await import(
      /* @vite-ignore */ pathToFileURL(join(root, 'app/migrations', file!)).href
    )) as Migration;
    const database = openDatabase();
    const db = new Kysely<object>({ dialect: new SqliteDialect({ database }) });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ events: module }) } });
    const tables = () =>
      database.prepare("select name from sqlite_master where name like 'operations_event%' and type = 'table'").all();
    expect((await migrator.migrateToLatest()).error).toBe(undefined);
    expect(tables()).toHaveLength(3);
    expect((await migrator.migrateDown()).error).toBe(undefined);
    expect(tables()).toEqual([]);
  });

  it('writes files for D1 where Wrangler applies them, in its form, next to those of another database', async () => {
    const d1 = "import { d1 } from 'unplugin-operations/d1';";
    const packageJson = '{ "dependencies": { "kysely": "*" } }';
    const root = await project({ 'package.json': packageJson, 'app/worker.ts': d1, 'app/api.ts': API });
    const { lines } = migrateTables({ root });
    expect(readdirSync(join(root, 'migrations'))).toEqual([`0001_${KEYS}.sql`]);
    expect(readdirSync(join(root, 'app/migrations'))).toHaveLength(NAMES.length);
    expect(lines).toContainEqual(expect.stringContaining(`Wrote migrations/0001_${KEYS}.sql: version 1 for D1`));
    const database = openDatabase();
    database.exec(readFileSync(join(root, `migrations/0001_${KEYS}.sql`), 'utf8'));
    expect(await reserve(database)).toBe(undefined);
    expect(migrateTables({ root, check: true })).toEqual({
      lines: ['The tables in app/migrations are up to date.', 'The tables in migrations are up to date.'],
      isOld: false,
    });
    const other = await project({ 'migrations/0007_books.sql': '' });
    migrateTables({ root: other, for: 'd1' });
    expect(readdirSync(join(other, 'migrations'))).toEqual(['0007_books.sql', `0008_${KEYS}.sql`]);
  });

  it('needs a database', async () => {
    const root = await project({ 'app/api.ts': '' });
    expect(() => migrateTables({ root })).toThrow('npx operations migrations --for postgres');
    expect(migrateTables({ root, for: 'postgres' }).lines[0]).toContain('for PostgreSQL');
  });

  it.each([
    [[], '001-'],
    [['README.md'], '001-'],
    [['0009-a.sql', '0010-b.sql'], '0011-'],
    [['V2__a.sql', 'V10__b.sql'], 'V11__'],
    [['20240101120000_a.sql'], '20261128173005_'],
    [['20990101_a.sql'], '20990102_'],
    [['2024-01-01T12-a.ts'], '2026-11-28-17-30-05-'],
    [['2024_01_01_000000_a.ts'], '2026_11_28_17_30_05_'],
  ])('continues the names of %j with %s', (files, prefix) => {
    expect(nextPrefix(files, new Date('2026-11-28T17:30:05.123Z'))).toBe(prefix);
  });
});
