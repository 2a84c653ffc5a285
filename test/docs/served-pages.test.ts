import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPackages } from '../bundlers/project.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';

const run = promisify(execFile);

const SERVER = `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const port = Number(process.env.PORT ?? 3000);
createApp(operations).listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

/** The files that a page shows, as a project. */
function projectOf(name: string): Record<string, string> {
  const files = readBlocks(readPage(name)).filter(({ title }) => title !== 'request');
  const shown = Object.fromEntries(files.map(({ title, text }) => [title, text]));
  return { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...shown };
}

/** A request as `curl` is told it: its address, and what is between quotes after each option. */
function readCurl(command: string): [path: string, init: RequestInit] {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  const after = (option: string): string[] => words.filter((_, i) => words[i - 1] === option);
  const url = words.find((word) => word.startsWith('http:'))!;
  const headers = after('-H').map((header) => header.split(/: (.*)/, 2) as [string, string]);
  return [url.replace('http://localhost:3000', ''), { method: after('-X')[0] ?? 'GET', headers }];
}

describe.each(['security.md', 'middleware.md'])('%s', (name) => {
  const root = scratch(afterAll);
  const requests = readBlocks(readPage(name)).filter(({ title }) => title === 'request');
  let served: Served;

  beforeAll(async () => {
    await writeTree(root, projectOf(name));
    const file = await viteBuild(root, join(root, 'dist'));
    served = await startNode(file, { cwd: root, env: { PORT: String(await freePort()), MACHINE_KEY: 'machine' } });
  });
  afterAll(() => served.stop('SIGKILL'));

  it('shows requests', () => {
    expect(requests.length).toBeGreaterThan(2);
  });

  it.each(requests.map(({ line, text }) => [line, text] as const))(
    'shows at line %i what is answered',
    async (_line, text) => {
      const [head = '', body] = text.trimEnd().split('\n\n');
      const [command = '', status, ...headers] = head.split('\n');
      const [path, init] = readCurl(command);
      const response = await fetch(`${served.url}${path}`, init);
      expect(`HTTP/1.1 ${response.status} ${response.statusText}`).toBe(status);
      for (const header of headers) {
        const [field = '', value] = header.split(/: (.*)/);
        expect([field, response.headers.get(field)]).toEqual([field, value]);
      }
      expect(await response.text()).toBe(body);
    },
  );
});

describe('testing.md', () => {
  it('shows tests that pass', async () => {
    const root = scratch();
    await writeTree(root, projectOf('testing.md'));
    await linkPackages(root, ['koa', '@koa', 'vite', 'vitest', 'light-my-request']);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter', 'json'], { cwd: root });
    const results = JSON.parse(stdout) as { numPassedTests: number; numTotalTests: number };
    const shown = readPage('testing.md').match(/^it\('/gm)!;
    expect(results).toMatchObject({ numPassedTests: shown.length, numTotalTests: shown.length });
    expect(existsSync(join(root, 'operations.d.ts'))).toBe(false);
  });
});

it.each(['security.md', 'middleware.md', 'testing.md'])('%s shows files with sound types', async (name) => {
  const root = scratch();
  await linkPackages(root, ['vite', 'vitest', 'light-my-request']);
  expect(await checkTypes(root, projectOf(name))).toEqual([]);
});
