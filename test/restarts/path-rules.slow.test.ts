import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { scratch } from '../support/build.ts';
import { startHaproxy, startNginx } from './proxies.ts';
import { buildProject } from '../plugin/project.ts';

// A rule of a proxy for a path must match every spelling that reaches an operation.

const rules = Object.fromEntries(
  readBlocks(readPage('deploy/proxies.md'))
    .filter(({ title }) => title === 'rule')
    .map(({ language, text }) => [language, text]),
);

const operation = (text: string): string =>
  `/** @security none\n * @returns {string} 200 text/plain - A text */\nexport default () => '${text}';\n`;

/** Requests for the operations below, as clients can write them. */
const SPELLINGS = ['metrics', 'admin', 'admin/users'].flatMap((path) => {
  const encoded = `%${path.charCodeAt(0).toString(16)}${path.slice(1)}`;
  const capital = `%${path.charCodeAt(0).toString(16).toUpperCase()}${path.slice(1)}`;
  return [
    path,
    encoded,
    capital,
    `x/../${path}`,
    `./${path}`,
    `%2e/${path}`,
    `/${path}`,
    path.replace('/', '//'),
  ].flatMap((each) => [
    `/${each}`,
    `/${each}/`,
    `/${each}//`,
    `/${each}?a=1`,
    `/${each}/?a=/../b`,
    `http://api.example/${each}`,
  ]);
});

/** The status and the body of a request whose target is sent as it is. */
function send(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('close', () => resolve(`${text.slice(9, 12)} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`));
    socket.on('error', reject);
  });
}

async function serve(): Promise<number> {
  const built = await buildProject({
    'app/operations/metrics@get.ts': operation('SECRET'),
    'app/operations/admin/@get.ts': operation('SECRET'),
    'app/operations/admin/users@get.ts': operation('SECRET'),
    'app/operations/books@get.ts': operation('books'),
    'app/operations/administrators@get.ts': operation('administrators'),
    'app/definitions/openapi.yaml': 'openapi: 3.1.0\n',
  });
  expect(built.thrown).toBeUndefined();
  const app = createApp((await built.load<{ default: Manifest }>()).default);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as { port: number }).port;
}

it.each([
  [
    'nginx',
    (edit: (text: string) => string) => (port: number) => startNginx(join(scratch(), 'p'), [port, port], edit),
    '  location / {',
  ],
  [
    'haproxy',
    (edit: (text: string) => string) => (port: number) =>
      // This app has no health check.
      startHaproxy(join(scratch(), 'p'), [port, port], (text) => edit(text.replace('option httpchk GET /readyz', ''))),
    '  default_backend api',
  ],
] as const)(
  'the rule of the docs for %s matches all spellings of its paths, and no other path',
  async (name, start, before) => {
    const port = await serve();
    // Without the rule, the spellings reach the operations, so that the test can fail.
    const open = await start((text) => text)(port);
    onTestFinished(() => open.stop());
    const reached = [];
    for (const target of SPELLINGS)
      if ((await send(Number(new URL(open.url).port), target)).includes('SECRET')) reached.push(target);
    expect(reached.length).toBeGreaterThan(20);
    const guarded = await start((text) => text.replace(before, `${rules[name]}${before}`))(port);
    onTestFinished(() => guarded.stop());
    const guardedPort = Number(new URL(guarded.url).port);
    const passed = [];
    for (const target of SPELLINGS) if ((await send(guardedPort, target)).includes('SECRET')) passed.push(target);
    expect(passed).toEqual([]);
    expect(await send(guardedPort, '/books')).toContain('books');
    expect(await send(guardedPort, '/administrators')).toContain('administrators');
    expect(await send(guardedPort, '/admin')).toMatch(/^403/);
  },
);
