import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { lambdaHandler } from '../../src/runtime/lambda/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { scratch, writeTree } from '../support/build.ts';
import { FUNCTION_URL } from './aws.ts';
import { linkPackages } from './deployment.ts';

// The API of a created project with a front end, built for Lambda as deploy/lambda.md shows it.

const program = join(import.meta.dirname, '../../dist/command/index.js');

it('deploy/lambda.md: the API of a project with a front end becomes a function, and the front end its files', async () => {
  const project = join(scratch(onTestFinished), 'shop');
  const { status, stderr } = spawnSync(process.execPath, [program, 'init', project, '--front-end', '--yes']);
  expect([status, String(stderr)]).toEqual([0, '']);
  linkPackages(join(project, 'node_modules'));
  const blocks = readBlocks(readPage('deploy/lambda.md'));
  const textOf = (wanted: string): string => blocks.find(({ title }) => title === wanted)!.text;
  await writeTree(project, { 'app/lambda.ts': textOf('front-end app/lambda.ts') });
  execFileSync('sh', ['-euc', textOf('front-end')], { cwd: project, stdio: 'pipe' });
  // Vite copies the files of `public` into each build.
  expect(readdirSync(join(project, 'dist/lambda'))).toEqual(['icon.svg', 'lambda.mjs']);
  expect(readFileSync(join(project, 'dist/public/index.html'), 'utf8')).toContain('/assets/');
  expect(readdirSync(join(project, 'dist/public'))).not.toContain('lambda.mjs');
  const { handler } = (await import(
    /* @vite-ignore */ pathToFileURL(join(project, 'dist/lambda/lambda.mjs')).href
  )) as {
    handler: ReturnType<typeof lambdaHandler>;
  };
  const result = await handler(FUNCTION_URL.event({ target: '/api/notes' }), {} as never);
  expect(result).toMatchObject({ statusCode: 200, body: '[{"id":1,"text":"Buy milk"}]' });
});
