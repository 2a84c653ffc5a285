import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, problem } from '../../../src/runtime/koa/index.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { Answer } from './serve.ts';
import { createGate, KINDS, serve } from './serve.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

describe.each(KINDS)('what a handler returns, by $name', ({ create }) => {
  const answerTo = async (sketch: Sketch, method = 'GET'): Promise<Answer> => {
    const { ask } = await serve(create(createManifest({ 'GET /it': sketch })));
    return ask(`${method} /it`);
  };

  it.each([
    ['an object', { a: 1 }, '{"a":1}'],
    ['an array', [1, '€'], '[1,"€"]'],
    ['a string', 'text', '"text"'],
    ['a string that looks like HTML', '<p>', '"<p>"'],
    ['an empty string', '', '""'],
    ['a number', 0, '0'],
    ['a boolean', false, 'false'],
    ['null', null, 'null'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object without a prototype', Object.assign(Object.create(null), { b: 2 }), '{"b":2}'],
    ['a value with toJSON', { toJSON: () => 5 }, '5'],
  ])('sends JSON: %s', async (_name, value, text) => {
    for (const handler of [() => value, async () => value]) {
      const answer = await answerTo(handler);
      expect(answer.status).toBe(200);
      expect(answer.message).toBe('OK');
      expect(answer.body).toBe(text);
      expect(answer.headers['content-type']).toBe(JSON_TYPE);
      expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(text)));
    }
  });

  it('takes an error for a thrown one, also as the body', async () => {
    const refusal = (): Error => problem(403, 'Not yours');
    for (const handler of [refusal, async () => refusal(), (ctx: Koa.Context) => void (ctx.body = refusal())])
      expect(await answerTo(handler)).toMatchObject({
        status: 403,
        json: { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not yours' },
      });
  });

  it('sends the first declared 2xx status', async () => {
    expect((await answerTo({ status: 201, handler: () => ({ id: 1 }) })).status).toBe(201);
    expect((await answerTo({ status: 202, handler: async () => null })).status).toBe(202);
  });

  it('answers 204 if the result is undefined', async () => {
    for (const handler of [() => undefined, async () => undefined]) {
      const answer = await answerTo({ status: 201, handler });
      expect(answer).toMatchObject({ status: 204, message: 'No Content', body: '' });
      expect(answer.headers['content-type']).toBeUndefined();
      expect(answer.headers['content-length']).toBeUndefined();
      expect(answer.headers['transfer-encoding']).toBeUndefined();
    }
  });

  it.each([204, 205, 304])('sends no body under the status %i', async (status) => {
    const answer = await answerTo({ status, handler: () => ({ a: 1 }) });
    expect(answer.status).toBe(status);
    expect(answer.body).toBe('');
    expect(answer.headers['content-type']).toBeUndefined();
  });

  it('accepts any thenable', async () => {
    // eslint-disable-next-line unicorn/no-thenable -- a query builder is such a one
    const query = { then: (resolve: (rows: number[]) => void) => resolve([1, 2]) };
    expect((await answerTo(() => query)).json).toEqual([1, 2]);
    // eslint-disable-next-line unicorn/no-thenable -- data, not a promise
    expect((await answerTo(() => ({ then: 'later' }))).json).toEqual({ then: 'later' });
  });

  it('sends a Buffer, a stream, a Blob or a web Response as it is', async () => {
    const bytes = await answerTo((ctx: OperationContext) => ((ctx.type = 'image/png'), Buffer.from('png')));
    expect(bytes.headers['content-type']).toBe('image/png');
    expect(bytes.body).toBe('png');
    const buffer = await answerTo({ status: 201, handler: () => Buffer.from('raw') });
    expect(buffer).toMatchObject({ status: 201, body: 'raw' });
    expect(buffer.headers['content-type']).toBe('application/octet-stream');
    const stream = await answerTo(() => Readable.from(['a', 'b']));
    expect(stream).toMatchObject({ status: 200, body: 'ab' });
    expect((await answerTo(async () => new Blob(['c']).stream())).body).toBe('c');
    const blob = await answerTo(() => new Blob(['<d>'], { type: 'text/xml' }));
    expect(blob).toMatchObject({ status: 200, body: '<d>' });
    expect(blob.headers['content-type']).toMatch('text/xml');
    const file = await answerTo(() => new File(['f'], 'f.txt', { type: 'text/x' }));
    expect(file).toMatchObject({ status: 200, body: 'f' });
    const response = await answerTo({
      status: 201,
      handler: () => new Response('e', { status: 203, headers: { 'X-F': 'g', 'Content-Type': 'text/h' } }),
    });
    expect(response).toMatchObject({ status: 203, body: 'e' });
    expect(response.headers).toMatchObject({ 'x-f': 'g', 'content-type': 'text/h' });
  });

  it('sends a string as it is under a media type that the handler set', async () => {
    const csv = await answerTo((ctx: OperationContext) => {
      ctx.type = 'text/csv';
      return 'a,b\n';
    });
    expect(csv.body).toBe('a,b\n');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const sameType = await answerTo((ctx: OperationContext) => ((ctx.type = 'application/vnd.api+json'), 'text'));
    expect(sameType.body).toBe('"text"');
    expect(sameType.headers['content-type']).toBe('application/vnd.api+json');
    const object = await answerTo((ctx: OperationContext) => ((ctx.type = 'text/csv'), { a: 1 }));
    expect(object.body).toBe('{"a":1}');
    expect(object.headers['content-type']).toBe(JSON_TYPE);
  });

  it('goes with the status and the headers that the handler set', async () => {
    const answer = await answerTo({
      status: 201,
      handler: (ctx: OperationContext) => {
        ctx.status = 202;
        ctx.set('X-Own', 'yes');
        ctx.cookies.set('a', 'b');
        return { ok: true };
      },
    });
    expect(answer).toMatchObject({ status: 202, message: 'Accepted', body: '{"ok":true}' });
    expect(answer.headers).toMatchObject({ 'x-own': 'yes', 'content-type': JSON_TYPE });
    expect(answer.headers['set-cookie']?.[0]).toMatch('a=b');
    const notFound = await answerTo((ctx: OperationContext) => ((ctx.status = 404), { missing: true }));
    expect(notFound).toMatchObject({ status: 404, body: '{"missing":true}' });
  });

  it('gives way to a body that the handler set', async () => {
    const text = await answerTo((ctx: OperationContext) => (ctx.body = 'text'));
    expect(text.body).toBe('text');
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    const late = await answerTo(async (ctx: OperationContext) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ctx.body = { set: true };
    });
    expect(late.json).toEqual({ set: true });
    const none = await answerTo((ctx: OperationContext) => ((ctx.body = null), { a: 1 }));
    expect(none).toMatchObject({ status: 204, body: '' });
    const other = await answerTo((ctx: OperationContext) => ((ctx.body = 'set'), 'returned'));
    expect(other.body).toBe('set');
  });

  it('accepts a status without a body', async () => {
    const accepted = await answerTo((ctx: OperationContext) => void (ctx.status = 202));
    expect(accepted).toMatchObject({ status: 202, body: 'Accepted' });
    const missing = await answerTo((ctx: OperationContext) => void (ctx.status = 404));
    expect(missing).toMatchObject({ status: 404, body: 'Not Found' });
    const moved = await answerTo((ctx: OperationContext) => void ctx.redirect('/other'));
    expect(moved.status).toBe(302);
    expect(moved.headers.location).toBe('/other');
  });

  it('leaves a handler alone that answers by itself', async () => {
    const bypassed = await answerTo((ctx: OperationContext) => {
      ctx.respond = false;
      setTimeout(() => ctx.res.writeHead(207).end('raw'), 5);
      return { ignored: true };
    });
    expect(bypassed).toMatchObject({ status: 207, body: 'raw' });
    const flushed = await answerTo((ctx: OperationContext) => {
      ctx.status = 202;
      ctx.set('Content-Type', 'application/json');
      ctx.flushHeaders();
      return { late: true };
    });
    expect(flushed).toMatchObject({ status: 202, body: '{"late":true}' });
    const ended = await answerTo((ctx: OperationContext) => void ctx.res.writeHead(208).end('raw'));
    expect(ended).toMatchObject({ status: 208, body: 'raw' });
  });

  it('answers HEAD with the headers only', async () => {
    for (const handler of [() => ({ a: '€' }), (ctx: OperationContext) => (ctx.set('X-A', 'b'), { a: '€' })]) {
      const head = await answerTo(handler, 'HEAD');
      expect(head).toMatchObject({ status: 200, body: '' });
      expect(head.headers).toMatchObject({ 'content-length': '11', 'content-type': JSON_TYPE });
    }
    expect(await answerTo(() => undefined, 'HEAD')).toMatchObject({ status: 204, body: '' });
  });

  it.each([
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('s')],
    ['a bigint', () => 2n ** 53n],
    [
      'a cycle',
      (): unknown => {
        const self: unknown[] = [];
        self.push(self);
        return self;
      },
    ],
  ])('fails where JSON cannot express the result: %s', async (_name, handler) => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /it': handler })));
    const answer = await ask('GET /it');
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(TypeError);
  });
});

describe.each(KINDS)('a handler, by $name', ({ create }) => {
  it('loads a handler once, at its first request', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return (ctx: OperationContext) => ({ load: loads, path: ctx.path });
    };
    const { ask } = await serve(create(createManifest({ 'GET /lazy': { handler: undefined, load } })));
    expect(loads).toBe(0);
    const answers = await Promise.all([ask('GET /lazy'), ask('GET /lazy'), ask('GET /lazy/')]);
    expect(answers.map(({ json }) => json)).toEqual([
      { load: 1, path: '/lazy' },
      { load: 1, path: '/lazy' },
      { load: 1, path: '/lazy/' },
    ]);
    expect((await ask('GET /lazy')).json).toEqual({ load: 1, path: '/lazy' });
  });

  it('loads a handler again after a failure', async () => {
    let loads = 0;
    const load = async () => {
      if (++loads === 1) throw new Error('secret path of a chunk');
      return () => 'loaded';
    };
    const { ask, errors } = await serve(create(createManifest({ 'GET /lazy': { handler: undefined, load } })));
    const failed = await ask('GET /lazy');
    expect(failed.status).toBe(500);
    expect(failed.body).not.toContain('secret');
    expect(errors.map(({ message }) => message)).toEqual(['secret path of a chunk']);
    expect((await ask('GET /lazy')).json).toBe('loaded');
    expect((await ask('GET /lazy')).json).toBe('loaded');
    expect(loads).toBe(2);
  });

  it('answers 500 for a handler that turns out to be no function, with an error that names the operation', async () => {
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /lazy': { handler: undefined, load: async () => 'text' as never } })),
    );
    expect((await ask('GET /lazy')).status).toBe(500);
    expect(errors[0]).toBeInstanceOf(TypeError);
    expect(errors[0]?.message).toContain('lazy/@get.ts');
  });

  it("refuses at once a handler that isn't a function, and names the operation", () => {
    for (const handler of ['text' as never, undefined, null as never]) {
      const operations = createManifest({ 'GET /ok': () => 1, 'POST /pets/{id}': { handler } });
      expect(() => create(operations)).toThrow(
        /POST \/pets\/\{id\} \(pets\/\{id\}\/@post\.ts\) must be a function, not/,
      );
    }
  });
});

describe('next of a handler', () => {
  it('goes on to the middleware after the router', async () => {
    const app = new (await import('koa')).default();
    app.use(createRouter(createManifest({ 'GET /pass': (_ctx, next) => next() })).routes());
    app.use((ctx) => void (ctx.body = 'from below'));
    const { ask } = await serve(app);
    expect((await ask('GET /pass')).body).toBe('from below');
    expect((await ask('GET /unknown')).body).toBe('from below');
    // As createApp does, whose 405 also comes after all middleware.
    expect((await ask('PUT /pass')).body).toBe('from below');
    expect((await ask('GET /%')).status).toBe(400);
  });

  it('goes nowhere in createApp', async () => {
    const { ask } = await serve(
      createApp(createManifest({ 'GET /pass': async (_ctx, next) => (await next()) ?? 'up again' })),
    );
    expect((await ask('GET /pass')).json).toBe('up again');
  });

  it('leaves a body of middleware before it alone where the handler returns nothing', async () => {
    const app = createApp(createManifest({ 'GET /none': () => undefined, 'GET /some': () => ({ a: 1 }) }));
    app.use((ctx, next) => ((ctx.body = 'default'), next()));
    const { ask } = await serve(app);
    expect((await ask('GET /none')).body).toBe('default');
    expect((await ask('GET /some')).body).toBe('{"a":1}');
  });
});

describe('the context of a request', () => {
  it('the context is the current one of an app with asyncLocalStorage, even after an await', async () => {
    const app: Koa = createApp(
      createManifest({
        'GET /now/{id}': () => app.currentContext?.['params'],
        'GET /later/{id}': async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return app.currentContext?.['params'];
        },
      }),
      { asyncLocalStorage: true },
    );
    const { ask } = await serve(app);
    expect((await ask('GET /now/1')).json).toEqual({ id: '1' });
    const answers = await Promise.all([ask('GET /later/2'), ask('GET /later/3')]);
    expect(answers.map(({ json }) => json)).toEqual([{ id: '2' }, { id: '3' }]);
  });

  it('the context is the current one for listeners to errors of the connection too', async () => {
    const began = createGate();
    const app = createApp(
      createManifest({
        'GET /slow': () => {
          began.open();
          return new Promise(() => {});
        },
      }),
      { asyncLocalStorage: true },
    );
    const seen: unknown[] = [];
    app.on('error', (error, ctx) => seen.push(error.code, ctx.path, app.currentContext === ctx));
    const { url } = await serve(app);
    const socket = connect(Number(new URL(url).port), 'localhost');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.opened;
    socket.resetAndDestroy();
    await expect.poll(() => seen).toEqual(['ECONNRESET', '/slow', true]);
  });

  it('the context has what app.context was extended by', async () => {
    const app = createApp(createManifest({ 'GET /db': (ctx) => ctx.db.name }), { proxy: true, keys: ['k'] });
    app.context['db'] = { name: 'shop' };
    const { ask } = await serve(app);
    expect((await ask('GET /db')).json).toBe('shop');
    expect(app.proxy).toBe(true);
    expect(app.keys).toEqual(['k']);
  });
});
