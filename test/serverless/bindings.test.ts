import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readBlocks, readPage } from '../docs/examples.ts';
import { startDevServer } from '../exchanges/platforms.ts';
import { createProject } from '../tools/init/project.ts';
import { writeTree } from '../support/build.ts';

// The bindings of a Worker, in the dev server and the tests of a created project, as deploy/workers.md shows them.

it('deploy/workers.md: the handlers of a created project have bindings in Node', async () => {
  const project = createProject(onTestFinished);
  expect(project.operations('init', '--platform', 'workers', '--yes')).toMatchObject({ code: 0, err: '' });
  project.link();
  const files = readBlocks(readPage('deploy/workers.md')).filter(({ title }) =>
    /^(?:bindings |app\/worker-of|app\/operations\/greetings)/.test(title),
  );
  expect(files).toHaveLength(4);
  await writeTree(
    project.directory,
    Object.fromEntries(files.map(({ title, text }) => [title.replace('bindings ', ''), text])),
  );
  const access = join(project.directory, 'app/access.test.ts');
  const row = "    'POST /notes': 'anonymous',\n";
  const before = readFileSync(access, 'utf8');
  expect(before).toContain(row);
  writeFileSync(access, before.replace(row, `${row}${row.replace('notes', 'greetings')}`));
  expect(project.operations('types', '-o', 'operations.d.ts')).toMatchObject({ code: 0, err: '' });
  expect(project.run('tsc')).toMatchObject({ code: 0, out: '' });
  expect(project.run('vitest', 'run').out).toMatch(/Tests {2}5 passed/);
  const greet = async (app: string): Promise<unknown> => {
    const send = await startDevServer({ root: project.directory, app, env: {}, external: [] }, onTestFinished);
    return (await send('/greetings', { method: 'POST' })).json();
  };
  expect(await greet('app/api.ts')).toMatchObject({
    status: 500,
    detail: "Cannot read properties of undefined (reading 'ctx')",
  });
  expect(await greet('app/dev.ts')).toEqual({ text: 'Hello, developer' });
  expect(project.run('vite', 'build').code).toBe(0);
  expect(readFileSync(join(project.directory, 'dist/worker.js'), 'utf8')).not.toContain('Hello, developer');
});

it("deploy/workers.md: Node can't import the handler", () => {
  const file = join(import.meta.dirname, '../../dist/workers/index.js');
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining("Received protocol 'cloudflare:'")]);
});
