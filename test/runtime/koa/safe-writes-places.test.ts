import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { lambdaHandler } from '../../../src/runtime/lambda/index.ts';
import { compileTree } from './compiled.ts';
import { mount } from './mount.ts';
import type { App } from './serve.ts';
import { serve } from './serve.ts';

const FILES = {
  '_note.js': 'export const note = { text: "a", runs: 0 };',
  'note/@get.js': `import { note } from '../_note.js';
/**
 * @etag
 * @returns {object} 200 - The note
 */
export default (ctx) => ({ ...note, mark: ctx.state.mark ?? '' });`,
  'note/@patch.js': `import { note } from '../_note.js';
/**
 * @idempotent required
 * @param {string} text
 * @returns {object} 200 - The note
 */
export default (ctx) => Object.assign(note, ctx.input.body, { runs: note.runs + 1 });`,
};

/** The note has no clients. */
const SHARED = { idempotency: { clientOf: 'shared' } } as const;

/** Reads, writes, repeats and writes again, and returns the statuses and the state of the note. */
async function exercise(app: App, path: string): Promise<unknown[]> {
  const { ask, errors } = await serve(app);
  const read = await ask(`GET ${path}`);
  const { etag = '' } = read.headers;
  const patch = (key: string, tag: string) => ({
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'if-match': tag },
    body: '{"text":"b"}',
  });
  const first = await ask(`PATCH ${path}`, patch('k1', etag));
  const again = await ask(`PATCH ${path}`, patch('k1', etag));
  const late = await ask(`PATCH ${path}`, patch('k2', etag));
  expect(again.body).toBe(first.body);
  expect(errors.filter(({ name }) => name !== 'RefusedWrite')).toEqual([]);
  const { runs } = (await ask(`GET ${path}`)).json as { runs: number };
  return [read.status, first.status, again.status, late.status, runs];
}

const EXPECTED = [200, 200, 200, 412, 1];

it('writes are safe in a mounted app, below the state of the outer one', async () => {
  const inner = createApp(await compileTree(FILES), SHARED);
  const app = new Koa().use((ctx, next) => {
    ctx.state['mark'] = 'outer';
    return next();
  });
  app.use(mount('/v1', inner));
  expect(await exercise(app, '/v1/note')).toEqual(EXPECTED);
});

it('writes are safe below the prefix of a router', async () => {
  const app = new Koa().use(createRouter(await compileTree(FILES), { prefix: '/v1', ...SHARED }).routes());
  expect(await exercise(app, '/v1/note')).toEqual(EXPECTED);
});

it('writes are safe with handlers that are loaded late, and with checked responses', async () => {
  const app = createApp(await compileTree(FILES, { lazy: true, responses: true }), { checkResponses: true, ...SHARED });
  expect(await exercise(app as App, '/note')).toEqual(EXPECTED);
});

it('writes are safe over HTTP/2', async () => {
  const app = createApp(await compileTree(FILES), SHARED);
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const ask = async (headers: Record<string, string>, body?: string): Promise<Record<string, unknown>> => {
    const stream = client.request({ ':path': '/note', ...headers });
    let received: Record<string, unknown> = {};
    stream.on('response', (fields) => (received = { ...fields }));
    stream.end(body);
    for await (const chunk of stream) received['body'] = String(chunk);
    return received;
  };
  const { etag } = await ask({});
  expect((await ask({ 'if-none-match': String(etag) }))[':status']).toBe(304);
  const patch = { ':method': 'PATCH', 'content-type': 'application/json', 'idempotency-key': 'k' };
  expect((await ask(patch, '{"text":"b"}'))[':status']).toBe(428);
  expect((await ask({ ...patch, 'if-match': String(etag) }, '{"text":"b"}'))[':status']).toBe(200);
  const late = { ...patch, 'idempotency-key': 'k2', 'if-match': String(etag) };
  expect((await ask(late, '{"text":"c"}'))[':status']).toBe(412);
});

it('writes are safe on Lambda', async () => {
  const handler = lambdaHandler(createApp(await compileTree(FILES), SHARED));
  const ask = async (method: string, headers: Record<string, string>, body?: string) => {
    const requestContext = { http: { method, sourceIp: '127.0.0.1' } };
    const event = { version: '2.0', rawPath: '/note', rawQueryString: '', headers, requestContext, body };
    return (await handler(event as never, {} as never)) as { statusCode: number; headers: Record<string, string> };
  };
  const { headers } = await ask('GET', {});
  const patch = { 'content-type': 'application/json', 'idempotency-key': 'k', 'if-match': headers['etag']! };
  expect((await ask('PATCH', patch, '{"text":"b"}')).statusCode).toBe(200);
  expect((await ask('PATCH', patch, '{"text":"b"}')).statusCode).toBe(200);
  expect((await ask('PATCH', { ...patch, 'idempotency-key': 'k2' }, '{"text":"b"}')).statusCode).toBe(412);
});

const SEEN = {
  '_seen.js': 'export const seen = [];',
  '_middleware.js': `import { seen } from './_seen.js';
export default (ctx, next) => {
  ctx.cookies.get('a');
  const { socket, rawHeaders, user, httpVersion } = ctx.req;
  seen.push({
    own: [ctx.method, ctx.req.method, ctx.get('If-Match'), ctx.get('Content-Type'), rawHeaders.includes('if-match')],
    client: [ctx.ip, ctx.protocol, ctx.secure, ctx.host, ctx.href, ctx.originalUrl, ctx.get('X-Tag')],
    added: [user, ctx.user, ctx.req[Symbol.for('added')], httpVersion, ctx.req.lambda?.event.rawPath],
    socket,
  });
  return next();
};`,
  'card/{id}/@get.js': `/**
 * @etag
 * @param {string} id
 * @returns {object} 200 - x */
export default async (ctx) => ({ body: (await ctx.req.toArray()).length });`,
  'card/{id}/@put.js': `import { seen } from '../../_seen.js';
/**
 * @param {string} id
 * @param {string} text
 * @returns {any} 200 - x */
export default (ctx) => {
  const [outer, inner] = seen.splice(0).map(({ socket, ...others }) => ({ socket, others }));
  return { outer: outer.others, inner: inner.others, current: ctx.current, isSame: outer.socket === inner.socket };
};`,
};

const SENT = { 'content-type': 'application/json', 'if-match': '*', 'x-tag': 'a', cookie: 'a=1', 'user-agent': 'test' };

const createSeeing = async () => {
  const app = createApp(await compileTree(SEEN));
  app.use((ctx, next) => {
    Object.assign(ctx.req, { user: 'ada', [Symbol.for('added')]: 1 });
    ctx['user'] = 'bo';
    ctx.request.ip = '192.0.2.7';
    return next();
  });
  return app;
};

interface Seen {
  readonly outer: Record<'own' | 'client' | 'added', unknown[]>;
  readonly inner: Record<'own' | 'client' | 'added', unknown[]>;
  readonly current: unknown;
  readonly isSame: boolean;
}

/** What the two requests have in common, and what they have not. */
const EXPECTED_SEEN = {
  outer: ['PUT', 'PUT', '*', 'application/json'],
  inner: ['GET', 'GET', '', '', false],
  added: ['192.0.2.7', 'ada', 'bo', 1],
  isSameClient: true,
  current: { body: 0 },
};

function summarize({ outer, inner, current, isSame }: Seen): typeof EXPECTED_SEEN {
  const clientOf = ({ client, added }: Seen['outer']): string => JSON.stringify([client, added]);
  return {
    outer: outer.own.slice(0, 4) as string[],
    inner: inner.own as string[],
    added: [outer.client[0], ...outer.added.slice(0, 3)] as string[],
    isSameClient: isSame && clientOf(outer) === clientOf(inner),
    current: current as { body: number },
  };
}

it('the GET of a write has a separate request, by the same client, with the additions of middleware', async () => {
  const { ask } = await serve((await createSeeing()) as App);
  const { json } = await ask('PUT /%63ard/1', { headers: SENT, body: '{"text":"b"}' });
  expect(summarize(json as Seen)).toEqual(EXPECTED_SEEN);
});

it('the GET of a write has a separate request over HTTP/2', async () => {
  const server = createServer((await createSeeing()).callback());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const stream = client.request({ ':path': '/card/1', ':method': 'PUT', ...SENT });
  stream.end('{"text":"b"}');
  expect(summarize(JSON.parse(Buffer.concat(await stream.toArray()).toString()) as Seen)).toEqual(EXPECTED_SEEN);
});

it('the GET of a write has a separate request on Lambda', async () => {
  const requestContext = { http: { method: 'PUT', sourceIp: '192.0.2.1' } };
  const event = { version: '2.0', rawPath: '/card/1', rawQueryString: '', headers: SENT, requestContext };
  const handler = lambdaHandler(await createSeeing());
  const { body } = await handler({ ...event, body: '{"text":"b"}' } as never, {} as never);
  expect(summarize(JSON.parse(body) as Seen)).toEqual(EXPECTED_SEEN);
});
