import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase } from '../playground/database.ts';
import { tableStatements } from '../runtime/state/tables.ts';
import { scratch } from '../support/build.ts';
import { askDuring, exceeded, limitsIn, QUOTA } from './limits.ts';
import { buildProject } from './recipes.ts';
import { Fleet } from './state.ts';
import { canRestart, repeatFault, restartPostgresql, rowsOf } from './writes.ts';

// Limits in databases while all that they stand on fails: no window has more than the quota and its refill.

const TIMEOUT = 900_000;
/** How long a client waits for a response at most, in milliseconds. */
const PATIENCE = 10_000;

/** Holds all counters for a while, as a process does that stops in the middle of a transaction. */
async function holdCounters(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query('begin; update operations_rate_limits set level = level');
  await sleep(3_000);
  await client.query('rollback');
  await client.end();
}

/** What happened to the requests. */
function judge(name: string, all: Awaited<ReturnType<typeof askDuring>>) {
  const statuses: Record<string, number> = {};
  for (const { path, status } of all) statuses[`${path} ${status}`] = (statuses[`${path} ${status}`] ?? 0) + 1;
  const slowest = Math.round(Math.max(...all.map(({ sent, known }) => known - sent)));
  console.log(`${name}: ${all.length} requests, slowest ${slowest} ms, ${JSON.stringify(statuses)}`);
  const others = all.filter(
    ({ path, status }) => ![200, 429, 502, 504, ...(path === '/closed' ? [503] : [])].includes(status),
  );
  const uncounted = all.filter(({ path, status, isCounted }) => path === '/closed' && status === 200 && !isCounted);
  return {
    exceeded: [...exceeded(all, '/open'), ...exceeded(all, '/closed')],
    others: others.map(({ path, status }) => `${path} ${status}`),
    uncounted: uncounted.length,
    late: all.filter(({ sent, known }) => known - sent > PATIENCE).length,
  };
}

const NONE = { exceeded: [], others: [], uncounted: 0, late: 0 };

/** Both operations count again. */
async function expectRecovery(fleet: Fleet): Promise<void> {
  const ask = async (path: string) =>
    (await fleet.pass((url, signal) => fetch(url + path, { signal }))).headers.has('RateLimit');
  await expect.poll(async () => [await ask('/open'), await ask('/closed')], { timeout: 20_000 }).toEqual([true, true]);
}

describe.skipIf(!canRestart)('limits (need FAULTS and TEST_DATABASE_RESTART)', () => {
  const openPostgres = async (): Promise<{ readonly url: string; readonly fleet: Fleet }> => {
    const root = await buildProject(limitsIn('postgres'), onTestFinished);
    const url = await createEmptyDatabase(onTestFinished);
    for (const text of tableStatements('postgres')) await rowsOf(url, text);
    return { url, fleet: await Fleet.start(root, { DATABASE_URL: url }, 3, onTestFinished) };
  };

  it('never exceeds a limit in PostgreSQL', { timeout: TIMEOUT }, async () => {
    const { url, fleet } = await openPostgres();
    const all = await askDuring(fleet, () =>
      repeatFault(async (count) => {
        await restartPostgresql('fast');
        await sleep(1_000);
        await fleet.kill(count % 3);
        await sleep(1_000);
        await fleet.freeze(count % 3);
        await sleep(1_000);
        await holdCounters(url);
      }),
    );
    expect(judge('Limits in PostgreSQL', all)).toEqual(NONE);
    expect(all.some(({ status }) => status === 503)).toBe(true);
    await expectRecovery(fleet);
    expect(await fleet.dead()).toEqual([]);
  });

  it('remember what was taken before a crash of PostgreSQL', { timeout: TIMEOUT }, async () => {
    const { url, fleet } = await openPostgres();
    await askDuring(fleet, () => sleep(2_000));
    // So slow that nothing is refilled.
    await rowsOf(url, `update operations_rate_limits set at = at + 1e9, expires_at = expires_at + interval '1 day'`);
    await restartPostgresql('immediate');
    await expectRecovery(fleet);
    const all = await askDuring(fleet, () => sleep(3_000));
    expect(all.filter(({ status, isCounted }) => status === 200 && isCounted).length).toBeLessThan(QUOTA / 2);
    expect(await fleet.dead()).toEqual([]);
  });

  it('never exceeds a limit in SQLite', { timeout: TIMEOUT }, async () => {
    const root = await buildProject(limitsIn('sqlite'), onTestFinished);
    const file = join(scratch(), 'limits.db');
    const database = new Libsql(file, { timeout: 5_000 });
    onTestFinished(() => void database.close());
    database.pragma('journal_mode = WAL');
    for (const text of tableStatements('sqlite')) database.exec(text);
    const fleet = await Fleet.start(root, { DATABASE_FILE: file }, 3, onTestFinished);
    const all = await askDuring(fleet, () =>
      repeatFault(async (count) => {
        await fleet.kill(count % 3);
        await sleep(1_000);
        await fleet.freeze((count + 1) % 3);
        await sleep(1_000);
        // As a process does that stops in the middle of a transaction.
        database.exec('begin immediate');
        await sleep(3_000);
        database.exec('rollback');
      }),
    );
    expect(judge('Limits in SQLite', all)).toEqual(NONE);
    await expectRecovery(fleet);
    expect(await fleet.dead()).toEqual([]);
  });
});
