import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { exchange } from '../runtime/koa/wire.ts';
import { freePort, startNode } from '../support/process.ts';
import { buildDeployment, readDeployment } from './deployment.ts';
import { startProgram } from './program.ts';
import { startWorker } from './worker.ts';

// Requests as clients can write them, which `fetch` would change. A proxy in front may have read another path or host.

const tools = process.env['TOOLS_DIR'];

const FILES = {
  'app/operations/admin/users@get.ts': '/** @returns {string} 200 x */\nexport default (ctx) => ctx.host;\n',
};

/** A request target, and the values of `Host`. */
type Sent = readonly [target: string, ...hosts: readonly string[]];

/** Dot segments and backslashes, which the parser of URLs in browsers resolves. */
const RESOLVED: readonly Sent[] = [
  ['/x/../admin/users', 'a.example'],
  ['/x/%2e%2E/admin/users', 'a.example'],
  ['/./admin/users', 'a.example'],
  ['/admin\\users', 'a.example'],
  ['/x/..\\admin\\users', 'a.example'],
];

const VALID: readonly Sent[] = [
  ['/%61dmin/users', 'a.example'],
  ...['A.example', 'a.example:80', 'a.example:3000', '127.0.0.1', '[::1]:3000', 'xn--bcher-kva.example', 'a_b'].map(
    (host): Sent => ['/admin/users', host],
  ),
];

const INVALID: readonly Sent[] = [
  ['//admin/users', 'a.example'],
  ['/admin%5Cusers', 'a.example'],
  ['/nope', 'a.example/admin/users?'],
  ['/nope', 'a.example/admin/users#'],
  ['/nope', 'a.example\\admin\\users?'],
  ['/admin/users', 'b@a.example'],
  ['/admin/users', 'a.example/x?'],
  ['/admin/users', 'a.example, b.example'],
  ['/admin/users', 'bücher.example'],
  ['/admin/users', 'a.example', 'b.example'],
  ['/admin/users', 'a.example', 'a.example'],
];

/** The requests that reach the operation, each with the host that it sees. */
async function reaching(url: string, requests: readonly Sent[]): Promise<readonly string[]> {
  const reached = [];
  for (const [target, ...hosts] of requests) {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    const { status, body } = await exchange(
      Number(new URL(url).port),
      `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`,
    );
    if (status === 200) reached.push(`${target} ${hosts.join(' ')}: ${/"(.*)"/.exec(body)?.[1]}`);
  }
  return reached;
}

/** Expects that a server passes valid requests alone to the operation. */
async function expectOnlyValid(url: string): Promise<void> {
  expect(await reaching(url, INVALID)).toEqual([]);
  expect(await reaching(url, VALID)).toEqual(withHosts(VALID));
}

const withHosts = (requests: readonly Sent[]): string[] =>
  requests.map(([target, host]) => `${target} ${host}: ${host}`);

describe('requests as they are written', () => {
  it('reach operations in Node if their path and host are valid', async () => {
    const directory = await buildDeployment('node.md', onTestFinished, FILES);
    const env = { PORT: String(await freePort()) };
    const { url, stop } = await startNode(join(directory, 'dist/server.js'), { cwd: directory, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    await expectOnlyValid(url);
    expect(await reaching(url, RESOLVED)).toEqual([]);
  });
});

describe.skipIf(!tools)('requests as they are written (need TOOLS_DIR)', () => {
  const cleanup = afterSuite();
  let directory: string;
  beforeAll(async () => {
    directory = join(await buildDeployment('fetch.md', cleanup, FILES), 'dist');
  });
  const start = async (name: string): Promise<string> => {
    const port = await freePort();
    const command = readDeployment('fetch.md').commands[name]!.replace('3000', String(port));
    return startProgram(command, {
      directory,
      programs: join(resolve(tools!), 'node_modules/.bin'),
      port,
      cleanup: onTestFinished,
    });
  };

  it('reach operations by fetchHandler in Deno as in Node', async () => {
    const url = await start('deno');
    await expectOnlyValid(url);
    expect(await reaching(url, RESOLVED)).toEqual([]);
    const absolute = (target: string): Promise<readonly string[]> => reaching(url, [[target, 'a.example']]);
    expect(await absolute('http://a.example/admin/users')).toHaveLength(1);
    expect(await absolute('http://b.example/admin/users')).toEqual([]);
    expect(await absolute('https://b.example/admin/users')).toEqual([]);
  });

  it('reach operations by fetchHandler in Bun as in Node, after Bun has resolved their path', async () => {
    const url = await start('bun');
    await expectOnlyValid(url);
    expect(await reaching(url, RESOLVED)).toEqual(withHosts(RESOLVED));
  });

  it('reach operations in workerd as in Node, after workerd has resolved their path', async () => {
    const project = await buildDeployment('workers.md', onTestFinished, FILES);
    const { url } = await startWorker(project, readDeployment('workers.md').files['wrangler.jsonc']!, onTestFinished);
    // For a malformed host, it prints a trace.
    expect(await reaching(url, [...INVALID.slice(0, 2), ...VALID, ...RESOLVED])).toEqual(
      withHosts([...VALID, ...RESOLVED]),
    );
  });
});
