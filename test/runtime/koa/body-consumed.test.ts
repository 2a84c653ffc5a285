import { once } from 'node:events';
import { json, text } from 'node:stream/consumers';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { createRouter } from '../../../src/runtime/koa/index.ts';
import { anything, takeBody } from './bodies.ts';
import { serve } from './serve.ts';

const CONTENT = [
  anything('application/json'),
  anything('text/plain'),
  anything('application/x-www-form-urlencoded', { decoding: { types: [] } }),
];

/** Sends a body to an app in which something reads it before the operation does. */
async function send(body: string, type: string, read: (ctx: Koa.Context) => unknown) {
  const app = new Koa();
  app.use(async (ctx, next) => {
    await read(ctx);
    await next();
  });
  const served = await serve(app.use(createRouter(takeBody(CONTENT)).routes()));
  const answer = await served.ask('POST /', { headers: { 'Content-Type': type }, body });
  return { ...answer, errors: served.errors };
}

const keepAs = (name: string) => async (ctx: Koa.Context) =>
  Object.assign(ctx.req, { [name]: Buffer.from(await text(ctx.req)) });

it('a body that a parser has read is taken from ctx.request.body', async () => {
  const object = await send('{"a":1}', 'application/json', async (ctx) =>
    Object.assign(ctx.request, { body: await json(ctx.req) }),
  );
  expect(object.json).toEqual({ type: 'object', body: { a: 1 } });
  const form = await send('a=1&a=2&b=3', 'application/x-www-form-urlencoded', async (ctx) => {
    await text(ctx.req);
    Object.assign(ctx.request, { body: { a: ['1', '2'], b: '3' } });
  });
  expect(form.json).toEqual({ type: 'object', body: { a: ['1', '2'], b: '3' } });
});

it('a form whose brackets a parser has read is decoded as a form', async () => {
  const decoding = {
    types: [],
    properties: {
      at: { types: [], properties: { lat: { types: ['number' as const] } } },
      x: { types: ['string' as const] },
    },
  };
  const app = new Koa();
  app.use(async (ctx, next) => {
    await text(ctx.req);
    Object.assign(ctx.request, { body: { at: { lat: '1.5' }, x: 'a', other: { deep: '1' } } });
    await next();
  });
  const operations = takeBody([anything('application/x-www-form-urlencoded', { decoding })]);
  const { ask } = await serve(app.use(createRouter(operations).routes()));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { json: told } = await ask('POST /', { headers, body: 'at[lat]=1.5' });
  expect(told).toEqual({ type: 'object', body: { at: { lat: 1.5 }, x: 'a', other: { deep: '1' } } });
});

it('a body that the platform has read is taken from what it keeps of it', async () => {
  const whole = await send('{"a":1}', 'application/json', keepAs('rawBody'));
  expect(whole.json).toMatchObject({ body: { a: 1 } });
  expect((await send('{"a":', 'application/json', keepAs('body'))).json).toMatchObject({ status: 400 });
  expect(await send('x'.repeat(2 ** 21), 'text/plain', keepAs('rawBody'))).toMatchObject({ status: 413 });
});

it.each<[string, object, (ctx: Koa.Context, body: string) => object]>([
  ['its Content-Length', {}, () => ({})],
  ['the text that the parser keeps', { 'Transfer-Encoding': 'chunked' }, (_ctx, body) => ({ rawBody: body })],
  ['its value', { 'Transfer-Encoding': 'chunked' }, () => ({})],
])('a body that a parser has read is refused above the limits, by %s', async (_how, headers, kept) => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    const body = await text(ctx.req);
    Object.assign(ctx.request, { body: ctx.is('json') ? JSON.parse(body) : { a: body } }, kept(ctx, body));
    await next();
  });
  const content = [anything('application/json', { maxBytes: 40 }), CONTENT[2]!];
  const router = createRouter(takeBody(content), { bodyLimit: 1000 });
  const { ask } = await serve(app.use(router.routes()));
  const sized = async (type: string, body: string): Promise<number> =>
    (await ask('POST /', { headers: { ...headers, 'Content-Type': type }, body })).status;
  expect(await sized('application/json', JSON.stringify({ a: 'x'.repeat(20) }))).toBe(200);
  expect(await sized('application/json', JSON.stringify({ a: 'x'.repeat(60) }))).toBe(413);
  expect(await sized('application/x-www-form-urlencoded', 'x'.repeat(900))).toBe(200);
  expect(await sized('application/x-www-form-urlencoded', 'x'.repeat(1100))).toBe(413);
});

it('a compressed body that a parser has read is measured by its content', async () => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    await text(ctx.req);
    Object.assign(ctx.request, { body: { a: 'x'.repeat(2000) } });
    await next();
  });
  const { ask } = await serve(app.use(createRouter(takeBody(CONTENT), { bodyLimit: 1000 }).routes()));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  expect((await ask('POST /', { headers, body: 'small' })).status).toBe(413);
});

it('a form that a parser has read has at most as many fields as the app allows', async () => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    Object.assign(ctx.request, { body: Object.fromEntries(new URLSearchParams(await text(ctx.req))) });
    await next();
  });
  const { ask } = await serve(app.use(createRouter(takeBody(CONTENT), { forms: { maxFields: 2 } }).routes()));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await ask('POST /', { headers, body: 'a=1&b=2' })).status).toBe(200);
  expect((await ask('POST /', { headers, body: 'a=1&b=2&c=3' })).status).toBe(413);
});

it('a body that other code has already read is an error with the reason', async () => {
  const answer = await send('{"a":1}', 'application/json', (ctx) => text(ctx.req));
  expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  expect(answer.errors[0]?.message).toMatch(
    /^The request body of POST \/ \(.+\) was read before the operation could read it/,
  );
});

it('half a body is an error, too', async () => {
  const answer = await send('x'.repeat(2 ** 19), 'text/plain', async ({ req }) => {
    await once(req, 'data');
    req.pause();
  });
  expect(answer.status).toBe(500);
});
