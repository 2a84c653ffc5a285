import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildProject, replace, startServer } from '../restarts/recipes.ts';
import { scratch } from '../support/build.ts';
import { startProgram } from '../support/process.ts';
import { filesOf, send } from './attacks/server.ts';
import { hasPackages } from './packages.ts';

/** A job that fails on a signal, long after another worker has taken it. */
const LATE = `report: async () => {
    console.log('began');
    if (process.env.LATE === undefined) return;
    const running = setInterval(() => {}, 1000);
    await new Promise((resolve) => process.once('SIGUSR2', resolve));
    clearInterval(running);
    throw new Error('too late');
  },`;

it.skipIf(!hasPackages)('jobs.md keeps the result of a job that a late worker has lost to another', async () => {
  const files = filesOf('jobs.md');
  // As if the 10 minutes were over.
  const taken = replace(files['app/worker.ts']!, 'after(600)', 'after(0)');
  const changed = { ...files, 'app/worker.ts': replace(taken, /report: async .*/, LATE) };
  const root = await buildProject(changed, onTestFinished, ['server.ts', 'app/worker.ts']);
  const env = { DATABASE_FILE: join(scratch(), 'jobs.db') };
  const { url } = await startServer(root, env, onTestFinished);
  const stateOf = async (): Promise<string> => (await send(`${url}/reports/1`)).body.state;
  const work = async (more = {}) => {
    const args = ['dist/app/worker.ts/worker.js'];
    const worker = await startProgram(args, /began/, { cwd: root, env: { ...env, ...more } });
    onTestFinished(async () => void (await worker.stop('SIGKILL')));
    return worker;
  };
  expect((await send(`${url}/reports`, 'POST', { year: 2026 })).status).toBe(202);
  const late = await work({ LATE: 'true' });
  const other = await work();
  await expect.poll(stateOf).toBe('done');
  process.kill(late.pid, 'SIGUSR2');
  await expect.poll(() => late.output()).toContain('too late');
  // It stores its result before it ends.
  await late.stop('SIGTERM');
  await other.stop('SIGTERM');
  expect(await stateOf()).toBe('done');
});
