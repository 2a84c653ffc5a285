import { bodyParser } from '@koa/bodyparser';
import multer from '@koa/multer';
import { koaBody } from 'koa-body';
import bodyParserOfKoa from 'koa-bodyparser';
import type Koa from 'koa';
import override from 'koa-override';
import qs from 'koa-qs';
import { expect, it } from 'vitest';
import type { Served } from './serve.ts';
import { create, errorTypeIn, inEachPlace, listen, serve } from './serve.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A body that a parser in front has read is held to the contract, as one that the operation reads itself. */
async function checkBodies({ ask }: Served, errorType: string): Promise<void> {
  const created = await ask('POST /pets', { headers: JSON_TYPE, body: '{"name":"Ada","secret":1}' });
  expect(created).toMatchObject({ status: 201, json: { name: 'Ada', age: 1 } });
  const invalid = await ask('POST /pets', { headers: JSON_TYPE, body: '{"age":"x"}' });
  expect(invalid.status).toBe(400);
  expect(invalid.json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual(['/age', '/name']);
  const form = await ask('POST /form', { headers: FORM_TYPE, body: 'name=Ada&age=3' });
  expect(form).toMatchObject({ status: 200, json: { name: 'Ada', age: 3 } });
  const broken = await ask('POST /pets', { headers: JSON_TYPE, body: '{' });
  expect(broken).toMatchObject({ status: 400, headers: { 'content-type': errorType } });
}

inEachPlace('@koa/bodyparser', (serveWith, place) => {
  it('reads bodies in front of operations', async () => {
    await expect(checkBodies(await serveWith(bodyParser()), errorTypeIn(place))).resolves.toBeUndefined();
  });
});

inEachPlace('koa-bodyparser', (serveWith, place) => {
  it('reads bodies in front of operations', async () => {
    await expect(checkBodies(await serveWith(bodyParserOfKoa()), errorTypeIn(place))).resolves.toBeUndefined();
  });
});

inEachPlace('koa-body', (serveWith, place) => {
  it('reads bodies in front of operations', async () => {
    await expect(checkBodies(await serveWith(koaBody()), errorTypeIn(place))).resolves.toBeUndefined();
  });
});

/** A form with a title and a file. */
function photoForm(): FormData {
  const form = new FormData();
  form.set('title', 'Ada');
  form.set('photo', new Blob(['four']), 'ada.png');
  return form;
}

inEachPlace('@koa/multer', (serveWith) => {
  it('reads the forms of your routes, and leaves those of operations', async () => {
    const upload = multer().single('photo');
    const { ask } = await serveWith((ctx, next) => (ctx.path === '/upload' ? next() : upload(ctx, next)));
    expect((await ask('POST /upload', { body: photoForm() })).json).toEqual({ title: 'Ada', size: 4 });
  });
});

it.each([
  ['@koa/multer', multer().single('photo')],
  ['koa-body', koaBody({ multipart: true })],
] as const)('%s in front of an operation with files is an error that names it', async (_name, middleware) => {
  const { ask, errors } = await serve('createApp', middleware as Koa.Middleware);
  expect((await ask('POST /upload', { body: photoForm() })).status).toBe(500);
  expect(errors[0]).toMatch(/^The request body of POST \/upload .+ was read before .+ has no files\. Remove/);
});

inEachPlace('koa-override', (serveWith) => {
  it('changes the method before the operation is found', async () => {
    const { ask } = await serveWith(override());
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expect((await ask('POST /pets/1', { headers })).status).toBe(204);
    expect((await ask('POST /pets/1')).status).toBe(405);
  });
});

inEachPlace('koa-qs', (_serveWith, place) => {
  it('parses ctx.query its own way, and leaves ctx.input', async () => {
    const app = create(place, (koa) => {
      qs(koa as never);
      koa.use((ctx, next) => (ctx.path === '/query' ? void (ctx.body = ctx.query) : next()));
    });
    const { ask } = await listen(app);
    expect((await ask('GET /query?a[b]=1')).json).toEqual({ a: { b: '1' } });
    expect((await ask('GET /pets/1?a[b]=1')).json).toEqual({ id: 1, name: 'Ada' });
  });
});
