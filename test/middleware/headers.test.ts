import conditional from 'koa-conditional-get';
import cacheControl from 'koa-cache-control';
import compress from 'koa-compress';
import cors from '@koa/cors';
import etag from 'koa-etag';
import helmet from 'koa-helmet';
import json from 'koa-json';
import range from 'koa-range';
import requestId from 'koa-requestid';
import responseTime from 'koa-response-time';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Serve } from './serve.ts';
import { inEachPlace, serve } from './serve.ts';

const PROBLEM = 'application/problem+json';
const PETS = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, name: `Pet ${i + 1}` }));

inEachPlace('@koa/cors', (serveWith) => {
  it('answers preflights, and sets its headers on answers and errors', async () => {
    const { ask } = await serveWith(cors({ origin: 'https://shop.example' }));
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
    const preflight = await ask('OPTIONS /pets', { headers });
    expect(preflight).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': 'https://shop.example' },
    });
    expect(preflight.headers['access-control-allow-methods']).toContain('GET');
    for (const [target, status] of [
      ['GET /pets', 200],
      ['GET /failure', 409],
      ['GET /pets/x', 400],
    ] as const) {
      const answer = await ask(target, { headers });
      expect(answer).toMatchObject({ status, headers: { 'access-control-allow-origin': 'https://shop.example' } });
    }
  });
});

it('@koa/cors in a _middleware file gets no preflights', async () => {
  const { ask } = await serve('_middleware', cors());
  const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
  expect((await ask('OPTIONS /pets', { headers })).headers['access-control-allow-origin']).toBeUndefined();
});

inEachPlace('koa-helmet', (serveWith) => {
  it('sets its headers', async () => {
    const { ask } = await serveWith(helmet());
    const { status, headers } = await ask('GET /pets');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect((await ask('GET /failure')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });
});

it('a _middleware file exports middleware of other packages', async () => {
  const { ask } = await serve('createApp');
  expect(await ask('GET /typed/pets')).toMatchObject({
    status: 200,
    headers: {
      'x-content-type-options': 'nosniff',
      'cache-control': 'max-age=60',
      'x-response-time': expect.stringMatching(/ms$/),
    },
  });
  expect((await ask('GET /pets/1')).headers['x-response-time']).toBeUndefined();
});

inEachPlace('koa-cache-control', (serveWith) => {
  it('sets its header', async () => {
    const { ask } = await serveWith(cacheControl({ maxAge: 60 }));
    expect((await ask('GET /pets')).headers['cache-control']).toBe('max-age=60');
  });
});

inEachPlace('koa-response-time', (serveWith) => {
  it('sets its header', async () => {
    const { ask } = await serveWith(responseTime());
    expect((await ask('GET /pets')).headers['x-response-time']).toMatch(/^\d+ms$/);
  });
});

inEachPlace('koa-requestid', (serveWith) => {
  it('keeps the id of a request, or creates one', async () => {
    const { ask } = await serveWith(requestId());
    expect((await ask('GET /pets', { headers: { 'Request-Id': 'abc' } })).headers['request-id']).toBe('abc');
    expect((await ask('GET /pets')).headers['request-id']).toMatch(/^[\w-]{36}$/);
  });
});

inEachPlace('koa-requestid', (serveWith) => {
  it('sends the header that docs/help/faq.md declares', async () => {
    const faq = readFileSync(join(import.meta.dirname, '../../docs/help/faq.md'), 'utf8');
    const [, header, expose] = /requestId\(\{ header: '(.+?)', expose: '(.+?)', query: false \}\)/.exec(faq)!;
    const [, declared] = /`@header \{string\} (\S+)`/.exec(faq)!;
    const { ask } = await serveWith(requestId({ header: header!, expose: expose!, query: false }));
    const name = declared!.toLowerCase();
    expect((await ask('GET /pets', { headers: { [declared!]: 'abc' } })).headers[name]).toBe('abc');
    expect((await ask('GET /pets?requestId=chosen')).headers[name]).toMatch(/^[\w-]{36}$/);
    expect((await ask('GET /failure')).headers[name]).toMatch(/^[\w-]{36}$/);
  });
});

inEachPlace('koa-compress', (serveWith) => {
  it('compresses data and strings', async () => {
    const { ask } = await serveWith(compress({ threshold: 0 }));
    const headers = { 'Accept-Encoding': 'gzip' };
    for (const [path, value] of [
      ['/pets', PETS],
      ['/greeting', 'hello'],
    ] as const) {
      const { status, headers: got, bytes } = await ask(`GET ${path}`, { headers });
      expect({ status, ...got }).toMatchObject({ status: 200, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(value);
    }
    expect((await ask('GET /pets')).json).toEqual(PETS);
    expect((await ask('HEAD /pets', { headers })).status).toBe(200);
    expect(await ask('GET /unknown', { headers })).toMatchObject({ status: 404 });
    expect((await ask('GET /failure', { headers })).headers['content-type']).toBe(PROBLEM);
  });
});

it('koa-compress in a _middleware file sends a string as it is, not as JSON', async () => {
  const { ask } = await serve('_middleware', compress({ threshold: 0 }));
  const { bytes } = await ask('GET /greeting', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(gunzipSync(bytes).toString()).toBe('hello');
});

const answersNotModified = (serveWith: Serve): void => {
  it('answers 304 to what a client has', async () => {
    const { ask } = await serveWith(conditional(), etag());
    for (const path of ['/pets', '/greeting']) {
      const { headers, status } = await ask(`GET ${path}`);
      expect(status).toBe(200);
      const again = await ask(`GET ${path}`, { headers: { 'If-None-Match': headers.etag! } });
      expect(again).toMatchObject({ status: 304, body: '' });
    }
  });
};

inEachPlace('koa-etag', answersNotModified);
inEachPlace('koa-conditional-get', answersNotModified);

inEachPlace('koa-json', (serveWith) => {
  it('indents data', async () => {
    const { ask } = await serveWith(json());
    expect((await ask('GET /pets/1')).body).toBe('{\n  "id": 1,\n  "name": "Ada"\n}');
    expect((await ask('GET /greeting')).json).toBe('hello');
  });
});

inEachPlace('koa-range', (serveWith) => {
  it('sends a part', async () => {
    const { ask } = await serveWith(range);
    const whole = JSON.stringify(PETS);
    const part = await ask('GET /pets', { headers: { Range: 'bytes=0-9' } });
    expect(part).toMatchObject({ status: 206, body: whole.slice(0, 10) });
    expect(part.headers['content-range']).toBe(`bytes 0-9/${whole.length}`);
    expect((await ask('GET /pets')).json).toEqual(PETS);
  });
});
