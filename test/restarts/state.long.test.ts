import { spawnSync } from 'node:child_process';
import { statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase } from '../playground/database.ts';
import { tableStatements } from '../runtime/state/tables.ts';
import { scratch } from '../support/build.ts';
import { buildProject } from './recipes.ts';
import { Fleet, effectsIn } from './state.ts';
import type { Counts } from './writes.ts';
import {
  canRestart,
  printCounts,
  repeatConfirmed,
  repeatFault,
  restartPostgresql,
  rowsOf,
  writeDuring,
} from './writes.ts';

// The entries for databases while all that they stand on fails: 1,000 keys have 1,000 effects.

const KEYS = 1_000;
const TIMEOUT = 900_000;

/** Fills a disk for a while. The file system is a small one. */
async function fillDisk(directory: string): Promise<void> {
  const file = join(directory, 'filler');
  const { bavail, bsize } = statfsSync(directory);
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${bsize}`, `count=${bavail + 10}`]);
  await sleep(3_000);
  truncateSync(file, 0);
}

/** Compares the effects with the writes that were confirmed. */
async function checkEffects(
  name: string,
  counts: Counts,
  fleet: Fleet,
  effects: () => Promise<readonly string[]>,
): Promise<object> {
  const before = await effects();
  await repeatConfirmed(counts, (text) => fleet.send(text));
  const keys = await effects();
  const known = new Set(keys);
  const result = {
    lost: counts.confirmed.filter((text) => !known.has(text)),
    doubled: keys.length - known.size,
    repeated: keys.length - before.length,
    dead: await fleet.dead(),
    failed: counts.failed,
    unconfirmed: counts.unconfirmed,
  };
  const { killed, stopped } = fleet;
  printCounts(name, counts, { keys: known.size, effects: keys.length, killed, stopped, dead: result.dead.length });
  expect(counts.confirmed.length).toBeGreaterThanOrEqual(KEYS);
  expect(known.size).toBe(counts.confirmed.length);
  return result;
}

const ONCE = { lost: [], doubled: 0, repeated: 0, dead: [], failed: [], unconfirmed: [] };

describe.skipIf(!canRestart)('state (needs FAULTS and TEST_DATABASE_RESTART)', () => {
  it('gives each key one effect in PostgreSQL', { timeout: TIMEOUT }, async () => {
    const root = await buildProject(effectsIn('postgres'), onTestFinished);
    const url = await createEmptyDatabase(onTestFinished);
    for (const text of [...tableStatements('postgres'), 'create table effects (key text not null)'])
      await rowsOf(url, text);
    const fleet = await Fleet.start(root, { DATABASE_URL: url }, 3, onTestFinished);
    const disk = process.env['TEST_DATABASE_DISK'];
    const faults: ((i: number) => Promise<void>)[] = [
      () => restartPostgresql('fast'),
      (i) => fleet.kill(i % 3),
      () => restartPostgresql('immediate'),
      (i) => fleet.freeze(i % 3),
      ...(disk === undefined
        ? []
        : [
            async () => {
              await fillDisk(disk);
              // Without room for its log, the server may have ended.
              await restartPostgresql('fast');
            },
          ]),
    ];
    const fail = () =>
      repeatFault(async (count) => {
        for (const fault of faults) {
          await fault(count);
          await sleep(500);
        }
      });
    const counts = await writeDuring((text) => fleet.send(text), fail, KEYS);
    expect(
      await checkEffects('Keys in PostgreSQL', counts, fleet, async () =>
        (await rowsOf<{ key: string }>(url, 'select key from effects')).map(({ key }) => key),
      ),
    ).toEqual(ONCE);
  });

  it('gives each key one effect in SQLite', { timeout: TIMEOUT }, async () => {
    const root = await buildProject(effectsIn('sqlite'), onTestFinished);
    const directory = scratch();
    // A small disk, which can be full.
    const isSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', directory]).status === 0;
    if (isSmall) onTestFinished(() => void spawnSync('umount', ['-l', directory]));
    writeFileSync(join(directory, 'filler'), '');
    const file = join(directory, 'state.db');
    const database = new Libsql(file, { timeout: 5_000 });
    onTestFinished(() => void database.close());
    database.pragma('journal_mode = WAL');
    for (const text of [...tableStatements('sqlite'), 'create table effects (key text not null)']) database.exec(text);
    const fleet = await Fleet.start(root, { DATABASE_FILE: file }, 3, onTestFinished);
    const fail = () =>
      repeatFault(async (count) => {
        await fleet.kill(count % 3);
        await sleep(500);
        await fleet.freeze((count + 1) % 3);
        await sleep(500);
        if (isSmall) await fillDisk(directory);
      });
    const counts = await writeDuring((text) => fleet.send(text), fail, KEYS);
    expect(
      await checkEffects('Keys in SQLite', counts, fleet, async () =>
        (database.prepare('select key from effects').all() as { key: string }[]).map(({ key }) => key),
      ),
    ).toEqual(ONCE);
  });
});
