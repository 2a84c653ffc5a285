import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { databaseFile, migrationFiles } from '../../../src/tools/init/database-file.ts';
import type { Choices } from '../../../src/tools/init/project-choices.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { scratch, writeTree } from '../../support/build.ts';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');

it.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a new project on PostgreSQL goes on after its idle connections are lost (needs TEST_DATABASE_URL)',
  async () => {
    const root = scratch();
    const choices = { language: 'javascript', database: 'postgresql' } as Choices;
    await writeTree(root, {
      'package.json': '{ "type": "module" }',
      'app/database.js': databaseFile(choices),
      ...migrationFiles(choices),
      'main.js': `import pg from 'pg';
import { openDatabase } from './app/database.js';
const { db, stores } = await openDatabase();
const lost = new Promise((resolve) => {
  console.error = resolve;
});
const other = new pg.Client(process.env.DATABASE_URL);
await other.connect();
await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
await other.end();
console.log((await lost).message);
await db.insertInto('notes').values({ text: 'Buy milk' }).execute();
console.log(await db.selectFrom('notes').selectAll().execute());
console.log(await stores.idempotency.reserve('k', 'f', { owner: 'o', client: 'c', lease: 1000 }));
await db.destroy();
`,
    });
    mkdirSync(join(root, 'node_modules'));
    for (const name of ['kysely', 'pg']) symlinkSync(join(PACKAGES, name), join(root, 'node_modules', name));
    symlinkSync(join(PACKAGES, '..'), join(root, 'node_modules/unplugin-operations'));
    const env = { ...process.env, DATABASE_URL: await createEmptyDatabase(onTestFinished) };
    const { stdout } = spawnSync(process.execPath, ['main.js'], { cwd: root, env, encoding: 'utf8' });
    expect(stdout).toBe(
      "terminating connection due to administrator command\n[ { id: 1, text: 'Buy milk' } ]\nundefined\n",
    );
  },
);
