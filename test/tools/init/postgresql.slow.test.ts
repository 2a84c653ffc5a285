import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseFile, migrationFiles } from '../../../src/tools/init/database-file.ts';
import type { Choices } from '../../../src/tools/init/project-choices.ts';
import { afterSuite } from '../../playground/build.ts';
import { createEmptyDatabase } from '../../playground/database.ts';
import { scratch, writeTree } from '../../support/build.ts';
import type { Served } from '../../support/process.ts';
import { freePort, startNode } from '../../support/process.ts';
import { createProject } from './project.ts';

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
console.log((await stores.rateLimits.take([{ key: 'k', cost: 1, quota: 9, window: 1000 }]))[0].remaining);
await db.destroy();
`,
    });
    mkdirSync(join(root, 'node_modules'));
    for (const name of ['kysely', 'pg']) symlinkSync(join(PACKAGES, name), join(root, 'node_modules', name));
    symlinkSync(join(PACKAGES, '..'), join(root, 'node_modules/unplugin-operations'));
    const env = { ...process.env, DATABASE_URL: await createEmptyDatabase(onTestFinished) };
    const { stdout } = spawnSync(process.execPath, ['main.js'], { cwd: root, env, encoding: 'utf8' });
    expect(stdout).toBe(
      "terminating connection due to administrator command\n[ { id: 1, text: 'Buy milk' } ]\nundefined\n8\n",
    );
  },
);

describe.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a new project on PostgreSQL answers 400 to a value that the database refuses (needs TEST_DATABASE_URL)',
  () => {
    const cleanup = afterSuite();
    let served: Served;
    beforeAll(async () => {
      const project = createProject(cleanup);
      project.operations('init', '.', '--database', 'postgresql', '--language', 'javascript');
      project.link();
      // The contract allows larger numbers than the column, and the character is in no text of the request.
      await writeTree(project.directory, {
        'app/operations/copies@post.js': `/**
 * @param {integer} id - The ID of the note
 * @param {int32} character - The only character of its text
 * @returns {Note} 201 - The note
 */
export default function copyNote({ db, input: { body: { id, character } } }) {
  return db.insertInto('notes').values({ id, text: String.fromCodePoint(character) }).returningAll().executeTakeFirstOrThrow();
}
`,
      });
      project.run('vite', 'build');
      const url = await createEmptyDatabase(cleanup);
      const env = { PORT: `${await freePort()}`, DATABASE_URL: url, TMPDIR: project.directory };
      served = await startNode('dist/server.js', { cwd: project.directory, env });
      cleanup(async () => void (await served.stop('SIGKILL')));
    });

    const post = async (path: string, body: unknown): Promise<unknown> => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(served.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const { detail } = (await answer.json()) as { detail?: string };
      return [answer.status, detail];
    };

    it('answers 400 by SQLSTATE 22003: a number that is too large for its column', async () => {
      expect(await post('/copies', { id: 2 ** 31 - 1, character: 65 })).toEqual([201, undefined]);
      expect(await post('/copies', { id: 2 ** 31, character: 65 })).toEqual([400, 'A number is out of range']);
    });

    it('answers 400 by SQLSTATE 22021: a text with the character U+0000', async () => {
      expect(await post('/copies', { id: 100, character: 0 })).toEqual([400, 'A text contains the character U+0000']);
    });

    it('answers 400 before its handler: a request with the character U+0000', async () => {
      expect(await post('/notes', { text: 'A\0B' })).toMatchObject({ 0: 400 });
      expect(served.output()).not.toMatch(/22021|invalid byte sequence/);
    });
  },
);
