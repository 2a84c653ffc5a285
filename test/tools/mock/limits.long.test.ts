import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../command/client-package/command.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { freePort, startProgram } from '../../support/process.ts';

const command = fileURLToPath(new URL('../../../dist/command/index.js', import.meta.url));

it.each([
  ['refuses requests above the limits of a description if it is asked to', ['--limits'], [200, 200, 429]],
  ['only counts requests above the limits of a description', [], [200, 200, 200]],
])('a mock %s', async (_name, options, expected) => {
  const root = scratch(onTestFinished);
  await writeTree(root, {
    'app/operations/pets@get.ts':
      '/**\n * Lists pets.\n *\n * @rate-limit 2 per hour per address\n * @returns {string[]} The names\n */\nexport default () => [];\n',
  });
  expect(run(root, 'openapi', '-o', 'openapi.json')).toMatchObject({ code: 0 });
  const port = String(await freePort());
  const args = [command, 'mock', 'openapi.json', '--port', port, ...options];
  const mock = await startProgram(args, /Local:/, { cwd: root });
  onTestFinished(async () => void (await mock.stop()));
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`http://localhost:${port}/pets`)).status);
  expect(statuses).toEqual(expected);
});

it('the option --limits without a description names the option of the app', () => {
  const { code, err } = run(scratch(onTestFinished), 'mock', '--limits');
  expect(code).toBe(1);
  expect(err).toContain('rateLimits: { refuseInDev: true }');
});
