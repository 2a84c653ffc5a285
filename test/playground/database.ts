import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { Client } from 'pg';
import { describe } from 'vitest';
import { scratch } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import type { Served } from '../support/process.ts';
import type { Cleanup } from './build.ts';
import { STAFF_TOKEN } from './client.ts';

/** An empty database, and a directory with nothing in it but the playground's bundle and what it may need. */
export interface TestDatabase {
  /** Starts the bookshop on this database; `args` are node's own. */
  start(args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Served>;
  /** A time in the past, as the tables of the stores have it. */
  readonly longAgo: string;
  /** Asks the database itself, past the bookshop. */
  rows<Row>(sql: string): Promise<Row[]>;
}

/** Makes a database that goes, with its connections, when `cleanup`'s moment comes. */
export type CreateDatabase = (bundle: string, cleanup: Cleanup) => Promise<TestDatabase>;

/** Encrypts the secrets of endpoints in tests: 32 bytes. */
const EVENTS_KEY = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

const serverUrl = process.env['TEST_DATABASE_URL'];

/** Runs a suite on each of the databases that the playground knows. */
export function describeOnEachDatabase(title: string, suite: (create: CreateDatabase) => void): void {
  describe(`${title} on libsql`, () => {
    suite(createFile);
  });
  describe.skipIf(!serverUrl)(`${title} on PostgreSQL (needs TEST_DATABASE_URL)`, () => {
    suite(createOnServer);
  });
}

/** An SQLite file; the bundle finds the one package that is not in it. */
export const createFile: CreateDatabase = async (bundle, cleanup) => {
  const directory = scratch(cleanup);
  await mkdir(join(directory, 'node_modules'));
  const driver = fileURLToPath(new URL('../../node_modules/libsql', import.meta.url));
  await symlink(driver, join(directory, 'node_modules/libsql'));
  const file = join(directory, 'bookshop.db');
  return {
    start: await starter(bundle, directory, {}),
    longAgo: '0',
    rows: async <Row>(sql: string) => {
      const connection = new Libsql(file, { timeout: 10_000 });
      try {
        return connection.prepare(sql).all([]) as Row[];
      } finally {
        connection.close();
      }
    },
  };
};

async function askServer<Row>(address: string, sql: string): Promise<Row[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Creates an empty database on the PostgreSQL server, for where TEST_DATABASE_URL is set; returns its address. */
export async function createEmptyDatabase(cleanup: Cleanup): Promise<string> {
  const name = `bookshop_${process.pid}_${Date.now()}`;
  const url = new URL(serverUrl!);
  url.pathname = `/${name}`;
  await askServer(serverUrl!, `create database ${name}`);
  cleanup(async () => {
    await askServer(serverUrl!, `drop database ${name} with (force)`);
  });
  return url.href;
}

/** A database of its own on the PostgreSQL server; the bundle is all there is. */
export const createOnServer: CreateDatabase = async (bundle, cleanup) => {
  const url = await createEmptyDatabase(cleanup);
  return {
    start: await starter(bundle, scratch(cleanup), { DATABASE_URL: url, EVENTS_KEY }),
    longAgo: 'to_timestamp(0)',
    rows: <Row>(sql: string) => askServer<Row>(url, sql),
  };
};

async function starter(bundle: string, directory: string, env: Record<string, string>): Promise<TestDatabase['start']> {
  const file = join(directory, 'server.js');
  await copyFile(bundle, file);
  return (args = [], more = {}) => startNode(file, { cwd: directory, env: { STAFF_TOKEN, ...env, ...more }, args });
}
