import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../koa/usage-error.ts';
import { causesOf } from '../state/causes.ts';
import type { RunSql } from '../state/run-sql.ts';
import { functionOf } from '../state/run-sql.ts';
import type { SqliteConnection, SqliteDatabase } from './run-in-sqlite.ts';

/** The pauses between attempts, in milliseconds. */
const FIRST_PAUSE = 2;
const LAST_PAUSE = 50;

/** SQLite's code for a database that another connection writes, in `node:sqlite`. */
const BUSY = 5;

/** A connection that knows whether a transaction is open. */
interface Connection {
  /** libsql, better-sqlite3 */
  readonly inTransaction?: unknown;
  /** `node:sqlite` */
  readonly isTransaction?: unknown;
}

/**
 * Lets statements wait for other writers without blocking the process.
 *
 * A statement also waits until the transaction ends that is open on its connection: it would be rolled back with it.
 *
 * @param timeout How long a statement waits at most, in milliseconds.
 * @throws {TypeError} If the connection does not know whether a transaction is open.
 */
export function waitForTurn(runAnywhere: RunSql, database: SqliteDatabase, timeout: number): RunSql {
  const isOpen = transactionOf(database);
  const run = isConnection(database) ? runLocked(runAnywhere, database) : runAnywhere;
  return async (text, values) => {
    const end = performance.now() + timeout;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LAST_PAUSE)) {
      const isLast = performance.now() >= end;
      try {
        if (!isOpen()) return await run(text, values);
        if (isLast) throw new Error(`A transaction is open on the connection for longer than ${timeout} ms.`);
      } catch (error) {
        if (isLast || !isBusy(error)) throw error;
      }
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await sleep(pause);
    }
  };
}

/** Whether a transaction is open on a connection. Libraries that are not a connection run one transaction at a time. */
function transactionOf(database: SqliteDatabase): () => boolean {
  if (!isConnection(database)) return () => false;
  const connection = database as Connection;
  if (typeof connection.inTransaction === 'boolean') return () => connection.inTransaction === true;
  if (typeof connection.isTransaction === 'boolean') return () => connection.isTransaction === true;
  throw usageError('sqlite needs a connection with "isTransaction" or "inTransaction": use Node 22.16 or later.');
}

function isConnection(database: SqliteDatabase): database is SqliteConnection {
  return functionOf(database, 'prepare') !== undefined && functionOf(database, 'executeQuery') === undefined;
}

/**
 * Takes the write lock first. A prepared statement that fails without it would stay open in libsql, where no transaction of the connection could be committed
 * then.
 */
function runLocked(run: RunSql, connection: SqliteConnection): RunSql {
  return (text, values) => {
    beginAtOnce(connection);
    try {
      const rows = run(text, values);
      connection.exec('commit');
      return rows;
    } catch (error) {
      // Some errors have rolled back already.
      const { inTransaction, isTransaction } = connection as Connection;
      if (inTransaction === true || isTransaction === true) connection.exec('rollback');
      throw error;
    }
  };
}

/** Begins a transaction, or fails: the connection may be one that waits, and it would block the process. */
function beginAtOnce(connection: SqliteConnection): void {
  const [row] = connection.prepare('pragma busy_timeout').all() as { readonly timeout: number }[];
  const timeout = row?.timeout ?? 0;
  if (timeout > 0) connection.exec('pragma busy_timeout = 0');
  try {
    connection.exec('begin immediate');
  } finally {
    if (timeout > 0) connection.exec(`pragma busy_timeout = ${timeout}`);
  }
}

function isBusy(error: unknown): boolean {
  for (const { code, errcode } of causesOf(error)) {
    if (String(code).startsWith('SQLITE_BUSY') || (typeof errcode === 'number' && (errcode & 255) === BUSY))
      return true;
  }
  return false;
}
