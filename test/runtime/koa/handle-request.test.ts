import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { serve } from './serve.ts';

type Handle = (ctx: Koa.Context, run: (ctx: Koa.Context) => Promise<void>) => Promise<void>;

/** An app whose requests code handles in place of Koa, as it does with an app of Koa. */
function appOf(wrap: (own: Handle) => Handle): Koa & AsyncDisposable {
  const app = createApp(
    createManifest({ 'GET /admin/users': () => 'secret', 'GET /text': () => Buffer.from('text'), 'GET /fail': fail }),
  );
  const own = (app as unknown as { handleRequest: Handle }).handleRequest;
  return Object.assign(app, { handleRequest: wrap(own) });
}

function fail(): never {
  throw Object.assign(new Error('no'), { status: 409, expose: true });
}

const guard = (own: Handle): Handle =>
  function handleRequest(this: Koa, ctx, run) {
    if (!ctx.req.url!.startsWith('/admin')) return own.call(this, ctx, run);
    ctx.status = 401;
    ctx.res.end();
    return Promise.resolve();
  };

describe('An app of createApp whose handleRequest is replaced', () => {
  it('runs it for every spelling of a path', async () => {
    const { ask } = await serve(appOf(guard));
    expect((await ask('GET /admin/users')).status).toBe(401);
    expect((await ask('GET /%61dmin/users')).status).toBe(401);
    expect(await ask('GET /text')).toMatchObject({ status: 200, body: 'text' });
  });

  it('answers other requests once, as without it', async () => {
    const seen: string[] = [];
    const { ask } = await serve(
      appOf(
        (own) =>
          function handleRequest(this: Koa, ctx, run) {
            seen.push(ctx.path);
            return own.call(this, ctx, run);
          },
      ),
    );
    expect(await ask('GET /text')).toMatchObject({ status: 200, body: 'text' });
    expect(await ask('GET /fail')).toMatchObject({ status: 409, json: { detail: 'no' } });
    expect(await ask('GET /unknown')).toMatchObject({ status: 404, json: { title: 'Not Found' } });
    expect(await ask('PUT /text')).toMatchObject({ status: 405 });
    expect((await ask('GET /admin/../text')).status).toBe(400);
    expect(seen).toEqual(['/text', '/fail', '/unknown', '/text']);
  });

  it('runs it if it is replaced after the callback is made, as Koa does', async () => {
    const app = createApp(createManifest({ 'GET /admin/users': () => 'secret' }));
    const { ask } = await serve(app);
    expect((await ask('GET /admin/users')).status).toBe(200);
    Object.assign(app, { handleRequest: guard(() => Promise.resolve()) });
    expect((await ask('GET /admin/users')).status).toBe(401);
  });
});
