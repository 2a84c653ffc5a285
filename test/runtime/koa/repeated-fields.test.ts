import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import Koa from 'koa';

import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { lambdaHandler } from '../../../src/runtime/lambda/index.ts';
import type { HttpEvent } from '../../../src/runtime/lambda/index.ts';
import { compileTree } from './compiled.ts';
import { mount } from './mount.ts';
import { serve } from './serve.ts';
import { exchange } from './wire.ts';

const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
};
const secured = (scheme: string): string =>
  `/**\n * @security ${scheme}\n * @returns {object} It\n */\nexport default ({ auth }) => auth;\n`;
const FILES = {
  'open.js': '/** @returns {string} It */\nexport default (ctx) => ctx.host;\n',
  ...Object.fromEntries(Object.keys(SCHEMES).map((name) => [`${name}.js`, secured(name)])),
};

const appOf = async () => {
  const document = JSON.stringify({ components: { securitySchemes: SCHEMES } });
  const operations = await compileTree(FILES, { definitions: { 'openapi.json': document } });
  const verify = (_ctx: unknown, credentials: unknown) => ({ credentials });
  const security = Object.fromEntries(Object.keys(SCHEMES).map((name) => [name, verify]));
  return createApp(operations, { security }).on('error', () => {});
};

describe('a request to Lambda', () => {
  const ask = async (path: string, headers: Record<string, string[]>, query: Record<string, string[]> = {}) => {
    const event: HttpEvent = {
      httpMethod: 'GET',
      path,
      multiValueHeaders: { Host: ['shop.example'], ...headers },
      multiValueQueryStringParameters: query,
      requestContext: { identity: { sourceIp: '203.0.113.9' } },
    };
    const { statusCode, body } = await lambdaHandler(await appOf())(event, {} as never);
    return statusCode === 200 ? (JSON.parse(String(body)) as unknown) : statusCode;
  };

  it('gets a 400 with two hosts', async () => {
    expect(await ask('/open', {})).toBe('shop.example');
    expect(await ask('/open', { Host: ['shop.example', 'evil.example'] })).toBe(400);
  });

  it('gets a 401 with two different credentials', async () => {
    expect(await ask('/token', { Authorization: ['Bearer a', 'Bearer b'] })).toBe(401);
    expect(await ask('/key', { 'X-Key': ['a', 'b'] })).toBe(401);
    expect(await ask('/session', { Cookie: ['session=a', 'session=b'] })).toBe(401);
    expect(await ask('/session', { Cookie: ['session=a; session=b'] })).toBe(401);
    expect(await ask('/query', {}, { key: ['a', 'b'] })).toBe(401);
  });

  it('reads all values of names that only differ in case', async () => {
    expect(await ask('/key', { 'X-Key': ['a'], 'x-key': ['b'] })).toBe(401);
    expect(await ask('/key', { 'X-KEY': ['a'], 'x-key': ['a'] })).toEqual({ key: { credentials: 'a' } });
    expect(await ask('/token', { Authorization: ['Bearer a'], authorization: ['Bearer b'] })).toBe(401);
    expect(await ask('/session', { Cookie: ['session=a'], cookie: ['session=b'] })).toBe(401);
    expect(await ask('/open', { host: ['evil.example'] })).toBe(400);
    const single = { httpMethod: 'GET', path: '/key', headers: { Host: 'x', 'X-Key': 'a', 'x-key': 'b' } };
    const event: HttpEvent = { ...single, requestContext: { identity: { sourceIp: '203.0.113.9' } } };
    expect((await lambdaHandler(await appOf())(event, {} as never)).statusCode).toBe(401);
  });

  it('reads one credential if it is sent twice', async () => {
    expect(await ask('/token', { Authorization: ['Bearer a', 'Bearer a'] })).toEqual({ token: { credentials: 'a' } });
    expect(await ask('/key', { 'X-Key': ['a', 'a'] })).toEqual({ key: { credentials: 'a' } });
    expect(await ask('/session', { Cookie: ['session=a', 'session=a'] })).toEqual({ session: { credentials: 'a' } });
  });
});

describe('a request over HTTP/2', () => {
  const start = async () => {
    const server = createServer((await appOf()).callback());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    return async (path: string, headers: Record<string, string | string[]>): Promise<unknown> => {
      const stream = client.request({ ':path': path, ...headers });
      const [answered] = (await once(stream, 'response')) as [Record<string, unknown>];
      await text(stream);
      return answered[':status'];
    };
  };

  it('gets a 400 if its host differs from its authority', async () => {
    const ask = await start();
    expect(await ask('/open', { ':authority': 'shop.example', host: 'shop.example' })).toBe(200);
    expect(await ask('/open', { ':authority': 'shop.example' })).toBe(200);
    expect(await ask('/open', { ':authority': 'shop.example', host: 'evil.example' })).toBe(400);
  });

  it('gets a 401 with two different credentials', async () => {
    const ask = await start();
    expect(await ask('/key', { 'x-key': ['a', 'b'] })).toBe(401);
    expect(await ask('/session', { cookie: ['session=a', 'session=b'] })).toBe(401);
    expect(await ask('/session', { cookie: ['session=a', 'other=b'] })).toBe(200);
  });
});

describe('a request to an app that is mounted in another one', () => {
  it('gets a 400 with two hosts', async () => {
    const { url } = await serve(new Koa().use(mount('/api', await appOf())));
    const port = Number(new URL(url).port);
    const ask = async (...hosts: string[]): Promise<number> => {
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
      return (await exchange(port, `GET /api/open HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).status;
    };
    expect([await ask('x'), await ask('x', 'y')]).toEqual([200, 400]);
  });
});
