import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { scratch } from '../../support/build.ts';

const program = join(import.meta.dirname, '../../../dist/command/index.js');
const [DOWN, ENTER] = ['\u001B[B', '\r'];
/** Longer than the time after which a command shows that it is working. */
const PATIENCE = 1500;

it.skipIf(process.platform !== 'linux')('prompts on a terminal, and takes answers by arrows', async () => {
  const cwd = scratch();
  const env = { ...process.env, CI: undefined, NO_COLOR: undefined, TERM: 'xterm' };
  // A terminal: both streams of the command are one.
  const child = spawn(
    'script',
    ['-qec', `stty cols 100 rows 40; "${process.execPath}" "${program}" init`, '/dev/null'],
    { cwd, env },
  );
  onTestFinished(() => void child.kill());
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const answer = async (question: string, ...keys: string[]): Promise<void> => {
    await expect.poll(() => shown, { timeout: 60_000 }).toContain(question);
    for (const key of keys) child.stdin.write(key);
  };
  await answer('Directory', 'shop', ENTER);
  await answer('Language');
  await sleep(PATIENCE);
  await answer('Language', DOWN, ENTER);
  await answer('Where will the API run?', DOWN, DOWN, ENTER);
  await answer('a front end is deployed on its own');
  await answer('A page at /docs to read and try the API?', ENTER);
  await answer('An OpenAPI description to start from', 'y', ENTER);
  await answer('The file y does not exist.', '\u007F', ENTER);
  await answer('Install the packages now (npm install)?', 'n');
  expect(await exited).toBe(0);
  expect(shown).not.toContain('Compiling');
  expect(shown).not.toContain('global types');
  expect(readFileSync(join(cwd, 'shop/app/worker.js'), 'utf8')).toContain('workersHandler(createApi(operations))');
});
