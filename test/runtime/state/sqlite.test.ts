import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Reservation } from '../../../src/runtime/koa/index.ts';
import { completeIn, sqlite } from '../../../src/runtime/sqlite/index.ts';
import { tableStatements } from './tables.ts';
import { scratch } from '../../support/build.ts';

const by = (owner: string, lease = 60_000): Reservation => ({ owner, client: 'c', lease, isRenewed: true });

/** Connections stay open: libsql ends the process if it collects a statement after its connection was closed. */
function openFile(file = join(scratch(), 'state.db')) {
  const connection = new Libsql(file);
  for (const text of tableStatements('sqlite')) connection.exec(text);
  return { file, connection };
}

describe('sqlite', () => {
  it('waits for a transaction on its connection, which would take the key with it', async () => {
    const { connection } = openFile();
    const { idempotency: store } = sqlite(connection);
    connection.exec('begin');
    const reserved = store.reserve('k', 'f', by('a'));
    await sleep(20);
    connection.exec('rollback');
    expect(await reserved).toBe(undefined);
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f' });
  });

  it('gives up if a transaction on its connection stays open', async () => {
    const { connection } = openFile();
    const { idempotency: store } = sqlite(connection, { timeout: 30 });
    connection.exec('begin');
    await expect(store.reserve('k', 'f', by('a'))).rejects.toThrow('longer than 30 ms');
  });

  it('waits for a transaction of Kysely', async () => {
    const { connection } = openFile();
    const db = new Kysely<object>({ dialect: new SqliteDialect({ database: connection }) });
    const { idempotency: store } = sqlite(db);
    let reserved: Promise<unknown> | undefined;
    const run = db.transaction().execute(async () => {
      reserved = Promise.resolve(store.reserve('k', 'f', by('a')));
      await sleep(20);
      throw new Error('rolled back');
    });
    await expect(run).rejects.toThrow('rolled back');
    expect(await reserved).toBe(undefined);
    expect(await store.reserve('k', 'f', by('b'))).toEqual({ fingerprint: 'f' });
  });

  it('waits for another writer without blocking the process', async () => {
    const { file, connection } = openFile();
    const { idempotency: store } = sqlite(openFile(file).connection);
    connection.exec('begin immediate');
    const reserved = store.reserve('k', 'f', by('a'));
    // This process can go on, and end the transaction.
    await sleep(20);
    connection.exec('commit');
    expect(await reserved).toBe(undefined);
  });

  it('waits without blocking even if its connection would block', async () => {
    const { file, connection } = openFile();
    const own = new Libsql(file, { timeout: 8_000 });
    const { idempotency, rateLimits } = sqlite(own);
    connection.exec('begin immediate');
    const reserved = idempotency.reserve('k', 'f', by('a'));
    const taken = rateLimits.take([{ key: 'k', cost: 1, quota: 1, window: 1000 }]);
    await sleep(20);
    connection.exec('commit');
    expect([await reserved, (await taken)[0]!.passes]).toEqual([undefined, true]);
    expect(own.prepare('pragma busy_timeout').all()).toEqual([{ timeout: 8_000 }]);
  });

  it('gives up on another writer that does not end', async () => {
    const { file, connection } = openFile();
    const { idempotency: store } = sqlite(openFile(file).connection, { timeout: 30 });
    connection.exec('begin immediate');
    await expect(store.reserve('k', 'f', by('a'))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  });

  it('leaves the connection able to commit after it has waited in vain', async () => {
    const { file, connection } = openFile();
    const own = openFile(file).connection;
    const { idempotency: store } = sqlite(own, { timeout: 30 });
    connection.exec('begin immediate');
    await expect(store.reserve('k', 'f', by('a'))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    connection.exec('commit');
    own.transaction(() => own.exec('create table other (x)'))();
    expect(await store.reserve('k', 'f', by('a'))).toBe(undefined);
  });

  it('rolls back a synchronous transaction if another attempt has the key', async () => {
    const { connection } = openFile();
    connection.exec('create table effects (name text)');
    const { idempotency: store } = sqlite(connection);
    await store.reserve('k', 'f', by('b'));
    const key = { key: 'k', owner: 'a', fingerprint: 'f', isRetry: false, encode: () => '{}' };
    const run = connection.transaction(() => {
      connection.exec("insert into effects values ('x')");
      completeIn(connection, key, 1);
    });
    expect(run).toThrow('taken over');
    expect(connection.prepare('select * from effects').all()).toEqual([]);
  });

  it('deletes expired rows again if a deletion does not end, as on Workers', async () => {
    const { connection } = openFile();
    let deletions = 0;
    const { idempotency: store } = sqlite(async (text, values) => {
      if (!text.includes('delete from')) return connection.prepare(text).all(...values) as object[];
      deletions++;
      return new Promise<object[]>(() => {});
    });
    await store.reserve('a', 'f', by('a'));
    await store.reserve('b', 'f', by('a'));
    expect(deletions).toBe(1);
    const later = performance.now() + 10 * 60_000;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(later);
    await store.reserve('c', 'f', by('a'));
    expect(deletions).toBe(2);
  });

  it('refuses a connection that does not know whether a transaction is open', () => {
    expect(() => sqlite({ prepare: () => ({ all: () => [] }), exec() {} })).toThrow('Node 22.16');
    expect(() => sqlite({} as never)).toThrow('libsql');
  });
});
