import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { readFileSync } from 'node:fs';

// The description of a sender, with webhooks alone, as payment providers publish it.

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Transfers', version: '3' },
  tags: [{ name: 'Transfers' }],
  webhooks: {
    'balancePlatform.transfer.created': {
      post: {
        operationId: 'transferCreated',
        summary: 'A transfer was created',
        tags: ['Transfers'],
        security: [{ BasicAuth: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Notification' },
              examples: {
                one: { value: { type: 'created', data: { id: 'T1', amount: { currency: 'EUR', value: 500 } } } },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The notification was received',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Received' } } },
          },
        },
      },
    },
    'report.ready': {
      post: {
        operationId: 'reportReady',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Report' } } } },
        responses: { 204: { description: 'Received' } },
      },
    },
  },
  components: {
    securitySchemes: { BasicAuth: { type: 'http', scheme: 'basic' } },
    schemas: {
      Amount: {
        type: 'object',
        required: ['currency', 'value'],
        properties: {
          currency: { type: 'string', minLength: 3, maxLength: 3 },
          value: { type: 'integer', format: 'int64' },
        },
      },
      Notification: {
        type: 'object',
        required: ['data', 'type'],
        properties: {
          type: { type: 'string', enum: ['created', 'updated'] },
          data: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, amount: { $ref: '#/components/schemas/Amount' } },
          },
        },
      },
      Received: {
        type: 'object',
        required: ['notificationResponse'],
        properties: { notificationResponse: { type: 'string' } },
      },
      Report: { type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' } } },
    },
  },
};

const SERVER = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';

export default createApp(operations, { security: { BasicAuth: (ctx, { username, password }) => username === 'sender' && password === 'secret' } });
`;

it('receives the webhooks of a description, from the import to the request', async () => {
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{}',
    'sender.json': JSON.stringify(DESCRIPTION),
    'server.ts': SERVER,
  });
  const options = resolveOptions({});
  const imported = await importIntoProject(join(root, 'sender.json'), locateProject(options, root), {
    isDryRun: false,
    isLossy: false,
    isVerbose: false,
  });
  expect(imported).toMatchObject({ isSuccess: true, left: 0 });

  // The handler is all that is left to write.
  const file = join(root, 'app/webhooks/balancePlatform.transfer.created@post.ts');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/throw problem\(501, .*\);/);
  await writeFile(file, text.replace(/throw problem\(501, .*\);/, "return { notificationResponse: '[accepted]' };"));

  const built = (await import(pathToFileURL(await viteBuild(root, join(root, 'dist'))).href)) as {
    default: { callback(): Parameters<typeof createServer>[1] };
  };
  const server = createServer(built.default.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const post = async (body: unknown, password = 'secret'): Promise<unknown[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/webhooks/balancePlatform.transfer.created`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Basic ${btoa(`sender:${password}`)}` },
      body: JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };
  const data = { id: 'T1', amount: { currency: 'EUR', value: 500 } };
  expect(await post({ type: 'created', data })).toEqual([200, { notificationResponse: '[accepted]' }]);
  const [status, refused] = await post({
    type: 'created',
    data: { ...data, amount: { currency: 'EURO', value: 1.5 } },
  });
  expect([status, refused]).toMatchObject([
    400,
    { errors: [{ pointer: '/data/amount/currency' }, { pointer: '/data/amount/value' }] },
  ]);
  expect((await post({ type: 'created', data }, 'other'))[0]).toBe(401);

  const session = createSession(locateProject(options, root));
  // What the server receives is where it is served, with the name of the webhook.
  const { paths, webhooks } = session.openApi(session.compile());
  expect(webhooks).toBeUndefined();
  const names = Object.keys(DESCRIPTION.webhooks);
  expect(Object.keys(paths!).sort()).toEqual(names.map((name) => `/webhooks/${name}`).sort());
  expect(paths).toMatchObject({
    '/webhooks/balancePlatform.transfer.created': {
      post: {
        operationId: 'transferCreated',
        'x-webhook': 'balancePlatform.transfer.created',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Notification' } } } },
      },
    },
  });
});
