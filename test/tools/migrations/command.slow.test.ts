import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBlocks, readPage } from '../../docs/examples.ts';
import { createProject } from '../init/project.ts';

it('runs the command of the page on state, and fails with --check until it has', () => {
  const block = readBlocks(readPage('state.md')).find(({ text }) => text.startsWith('npx operations '));
  const args = block!.text.trim().split(' ').slice(2);
  const project = createProject();
  expect(project.operations(...args)).toMatchObject({ code: 1, err: expect.stringContaining('--for postgres') });
  writeFileSync(join(project.directory, 'api.ts'), "import { postgres } from 'unplugin-operations/postgres';");
  const file = 'migrations/001-operations-idempotency-keys.sql';
  expect(project.operations(...args, '--check')).toMatchObject({
    code: 1,
    err: expect.stringContaining('lacks version 1'),
  });
  expect(project.operations(...args)).toMatchObject({ code: 0, out: expect.stringContaining(`Wrote ${file}`) });
  expect(project.operations(...args, '--check')).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
  expect(project.operations(...args, '--for', 'mysql')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--for'),
  });
});
