import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import views from '@ladjs/koa-views';
import connect from 'koa-connect';
import favicon from 'koa-favicon';
import mount from 'koa-mount';
import proxy from 'koa-proxies';
import range from 'koa-range';
import rewrite from 'koa-rewrite';
import send from 'koa-send';
import serveStatic from 'koa-static';
import Koa from 'koa';
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorTypeIn, inEachPlace, listen, readDocs } from './serve.ts';

const root = join(import.meta.dirname, 'public');
const PROBLEM = { 'content-type': 'application/problem+json' };

inEachPlace('koa-static', (serveWith, place) => {
  for (const defer of [false, true]) {
    it(`serves files ${defer ? 'behind' : 'in front of'} the operations`, async () => {
      const { ask } = await serveWith(serveStatic(root, { defer }));
      expect(await ask('GET /logo.svg')).toMatchObject({ status: 200, body: '<svg/>' });
      expect((await ask('HEAD /logo.svg')).headers['content-length']).toBe('6');
      expect(await ask('GET /')).toMatchObject({ status: 200, body: '<h1>front end</h1>\n' });
      expect((await ask('GET /pets/1')).json).toEqual({ id: 1, name: 'Ada' });
      expect((await ask('PUT /pets')).status).toBe(405);
      const unknown = await ask('GET /unknown.svg');
      expect(unknown).toMatchObject({ status: 404, headers: { 'content-type': errorTypeIn(place) } });
    });
  }
});

it('koa-mount with a guard and koa-static inside protects files, however their paths are written', async () => {
  const guard: Koa.Middleware = (ctx, next) => (ctx.get('X-Key') === 'k' ? next() : ctx.throw(401));
  const app = createApp(operations);
  app.use(mount('/private', new Koa().use(guard).use(serveStatic(join(root, 'views')))));
  app.use(serveStatic(join(root, 'icons')));
  const { ask } = await listen(app);
  expect((await ask('GET /private/pet.ejs', { headers: { 'X-Key': 'k' } })).status).toBe(200);
  for (const path of ['/private/pet.ejs', '/%70rivate/pet.ejs', '/private//pet.ejs'])
    expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 401]);
  for (const path of ['/private%2Fpet.ejs', '/x%2f..%2fprivate/pet.ejs', '/.%2fprivate/pet.ejs'])
    expect([path, (await ask(`GET ${path}`)).status >= 400]).toEqual([path, true]);
});

inEachPlace('koa-send', (serveWith, place) => {
  it('sends a file from a handler, and from middleware', async () => {
    const { ask } = await serveWith(async (ctx, next) => {
      if (ctx.get('X-Page') === '') return next();
      await send(ctx, 'index.html', { root });
    });
    expect(await ask('GET /logo')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/svg+xml' },
      body: '<svg/>',
    });
    if (place === '_middleware') return;
    expect((await ask('GET /pets', { headers: { 'X-Page': '1' } })).body).toBe('<h1>front end</h1>\n');
  });

  it('sends the files of a directory from a handler of `{path...}` that returns nothing', async () => {
    const { ask } = await serveWith((_ctx, next) => next());
    expect(await ask('GET /files/logo.svg')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'content-length': '6' },
      body: '<svg/>',
    });
    expect((await ask('GET /files/views/pet.ejs')).status).toBe(200);
    expect((await ask('GET /files/views%2Fpet.ejs')).status).toBe(200);
    expect((await ask('HEAD /files/logo.svg')).headers['content-length']).toBe('6');
    for (const path of ['unknown.svg', 'views', '.hidden', 'views/.hidden'])
      expect([path, (await ask(`GET /files/${path}`)).status]).toEqual([path, 404]);
    expect((await ask('HEAD /files/views')).status).toBe(404);
    const shown = 'if (!(await send(ctx, encodeURIComponent(input.path.path), { root }))) throw problem(404);';
    expect(readDocs('reference/koa.md')).toContain(shown);
    // A path is decoded once, so these are names with a percent sign.
    for (const path of ['%256cogo.svg', 'x%252f..%252flogo.svg', '%252e%252e%252fpackage.json'])
      expect([path, (await ask(`GET /files/${path}`)).status]).toEqual([path, 404]);
    for (const path of ['..%2Fpackage.json', '%2e%2e/package.json', 'views/..%5C..%5Cpackage.json', 'logo.svg%00'])
      expect([path, (await ask(`GET /files/${path}`)).status]).toEqual([path, 400]);
  });
});

inEachPlace('koa-range', (serveWith) => {
  it('sends a part of a file that koa-send has set', async () => {
    const { ask } = await serveWith(range);
    const part = await ask('GET /files/logo.svg', { headers: { Range: 'bytes=1-3' } });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 1-3/6' }, body: 'svg' });
    expect((await ask('GET /files/logo.svg')).body).toBe('<svg/>');
  });
});

inEachPlace('koa-favicon', (serveWith) => {
  it('serves the icon', async () => {
    const { ask } = await serveWith(favicon(join(root, 'favicon.ico')));
    expect(await ask('GET /favicon.ico')).toMatchObject({ status: 200, headers: { 'content-type': 'image/x-icon' } });
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});

inEachPlace('@ladjs/koa-views', (serveWith) => {
  it('adds ctx.render for handlers', async () => {
    const { ask } = await serveWith(views(join(root, 'views'), { extension: 'ejs' }) as never);
    expect(await ask('GET /page')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<p>Ada</p>\n',
    });
  });
});

inEachPlace('koa-connect', (serveWith) => {
  it('runs middleware of Connect and Express', async () => {
    const { ask } = await serveWith(connect((_req, res, next) => (res.setHeader('X-Connect', '1'), next())));
    expect(await ask('GET /pets/1')).toMatchObject({ status: 200, headers: { 'x-connect': '1' } });
  });
});

inEachPlace('koa-rewrite', (serveWith) => {
  it('changes the path before the operation is found', async () => {
    const { ask } = await serveWith(rewrite(/^\/animals\/(\w+)/, '/pets/$1'));
    expect((await ask('GET /animals/7')).json).toEqual({ id: 7, name: 'Ada' });
  });
});

inEachPlace('koa-proxies', (serveWith) => {
  it('passes paths on to another server', async () => {
    const other = createServer((req, res) => void res.end(`other ${req.url}`)).listen(0, 'localhost');
    await new Promise((resolve) => other.once('listening', resolve));
    onTestFinished(() => void other.close());
    const target = `http://localhost:${(other.address() as AddressInfo).port}`;
    const { ask } = await serveWith(proxy('/other', { target, changeOrigin: true }));
    expect(await ask('GET /other/1')).toMatchObject({ status: 200, body: 'other /other/1' });
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});

inEachPlace('koa-mount', (serveWith) => {
  it('mounts another app next to the operations', async () => {
    const { ask } = await serveWith(
      mount(
        '/other',
        new Koa().use((ctx) => void (ctx.body = `other ${ctx.path}`)),
      ),
    );
    expect((await ask('GET /other/1')).body).toBe('other /1');
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});

describe('koa-mount around createApp', () => {
  it('serves the operations below a prefix, problems included', async () => {
    const inner = createApp(operations).use((ctx, next) => (ctx.path === '/locked' ? ctx.throw(401) : next()));
    const { ask } = await listen(new Koa().use(mount('/v1', inner)).use((ctx) => ctx.throw(404, 'outside')));
    expect((await ask('GET /v1/pets/1')).json).toEqual({ id: 1, name: 'Ada' });
    expect(await ask('GET /v1/failure')).toMatchObject({ status: 409, headers: PROBLEM });
    expect(await ask('PUT /v1/pets')).toMatchObject({ status: 405, headers: PROBLEM });
    expect(await ask('GET /v1/locked')).toMatchObject({ status: 401, headers: PROBLEM });
    for (const path of ['/v1/unknown', '/pets']) {
      expect(await ask(`GET ${path}`)).toMatchObject({ status: 404, body: 'outside' });
    }
  });
});
