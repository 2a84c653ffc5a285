import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';

// The guards that pages show, as they are shown.

const OPERATION = '/** @returns {string} A text */\nexport default () => "SECRET";\n';

function listening(server: Server): Promise<unknown> {
  onTestFinished(() => void server.close());
  return once(server, 'listening');
}

it('faq.md: an internal port serves operations that nothing else serves', async () => {
  const { text } = readBlocks(readPage('faq.md')).find((block) => block.text.includes('operations/internal'))!;
  const [guard] = text.split('\n// server.ts') as [string];
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'app/operations/internal/_middleware.ts': `import { type Middleware, problem } from 'unplugin-operations/koa';\n${guard}`,
    'app/operations/internal/jobs.ts': OPERATION,
    'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { fetchHandler } from 'unplugin-operations/fetch';
import { lambdaHandler } from 'unplugin-operations/lambda';
export const listener = createApp(operations).callback();
export const handle = fetchHandler(createApp(operations));
export const onEvent = lambdaHandler(createApp(operations));`,
  });
  const { listener, handle, onEvent } = (await import(
    /* @vite-ignore */ pathToFileURL(await viteBuild(root, join(root, 'dist'))).href
  )) as {
    readonly listener: RequestListener;
    handle(request: Request): Promise<Response>;
    onEvent(event: object, context: object): Promise<{ readonly statusCode: number }>;
  };
  const [internal, open] = [createServer(listener).listen(0), createServer(listener).listen(0)];
  await Promise.all([internal, open].map(listening));
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const statusOf = async (server: Server): Promise<number> =>
    (await fetch(`http://localhost:${portOf(server)}/internal/jobs`)).status;
  onTestFinished(() => void delete process.env['INTERNAL_PORT']);
  process.env['INTERNAL_PORT'] = String(portOf(internal));
  expect([await statusOf(internal), await statusOf(open)]).toEqual([200, 404]);
  for (const port of [portOf(internal), '', 'none', '0']) {
    process.env['INTERNAL_PORT'] = String(port);
    expect((await handle(new Request('http://localhost/internal/jobs'))).status).toBe(404);
    const event = {
      version: '2.0',
      rawPath: '/internal/jobs',
      rawQueryString: '',
      headers: { host: 'a' },
      requestContext: { http: { method: 'GET', sourceIp: '192.0.2.1' } },
    };
    expect((await onEvent(event, {})).statusCode).toBe(404);
    expect(await statusOf(open)).toBe(404);
  }
});

it('openapi-tools.md: a guard that is asynchronous decides who sees the document, and nothing else', async () => {
  const blocks = readBlocks(readPage('openapi-tools.md'));
  const shown = Object.fromEntries(blocks.map(({ title, text }) => [title, text]));
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'app/operations/books.ts': '/** @returns {string} A text */\nexport default () => "books";\n',
    'app/reference.ts': shown['app/reference.ts']!,
    'app/guarded.ts': shown['app/guarded.ts']!,
    'server.ts': shown['server.ts']!.replace(
      'app.use(reference);',
      "app.use(guarded(async (ctx) => ctx.get('X-Team') === 'books'));",
    ).replace("{ reference } from './app/reference.ts'", "{ guarded } from './app/guarded.ts'"),
  });
  const served = await startNode(await viteBuild(root, join(root, 'dist')), {
    cwd: root,
    env: { PORT: String(await freePort()) },
  });
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  const statusOf = async (path: string, headers = {}): Promise<number> =>
    (await fetch(`${served.url}${path}`, { headers })).status;
  for (const path of ['/openapi.json', '/reference'])
    expect([await statusOf(path), await statusOf(path, { 'X-Team': 'books' })]).toEqual([404, 200]);
  expect(await statusOf('/books')).toBe(200);
});
