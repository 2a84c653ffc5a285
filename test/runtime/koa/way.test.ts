import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import { mount } from './mount.ts';
import { KINDS, serve } from './serve.ts';

// What a shorter way through a request could lose.

const OPERATIONS = createManifest({
  'GET /pets': () => 'pets',
  'POST /pets': { status: 201, handler: () => 'created' },
  'GET /pets/{id}': (ctx) => ctx.params.id,
  'QUERY /books': { headers: { 'Accept-Query': 'application/json' }, handler: () => 'books' },
});

describe('an override of the request', () => {
  it.each([
    ['nothing', (app: Koa) => app],
    ['middleware', (app: Koa) => app.use((_ctx, next) => next())],
  ])('decides on operation and refusal, with %s around', async (_name, wrap) => {
    const app = wrap(createApp(OPERATIONS));
    Object.defineProperties(app.request, {
      path: {
        get(this: Koa.Request) {
          return this.get('X-Path') || this.req.url;
        },
      },
      method: {
        get(this: Koa.Request) {
          return this.get('X-Method') || this.req.method;
        },
      },
    });
    const { ask } = await serve(app);
    const send = (path: string, method = ''): ReturnType<typeof ask> =>
      ask('GET /unknown', { headers: { 'X-Path': path, 'X-Method': method } });
    expect((await send('/pets/7')).json).toBe('7');
    expect(await send('/pets', 'POST')).toMatchObject({ status: 201, body: '"created"' });
    expect(await send('/pets', 'PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST, OPTIONS' } });
    expect((await send('/pets', 'PROPFIND')).status).toBe(501);
    expect((await send('')).status).toBe(404);
  });
});

describe('an unanswered request', () => {
  const TEXT = '{"type":"about:blank","title":"Not Found","status":404}';

  it.each(KINDS)('refuses the request in the standard format by $name', async ({ create }) => {
    const { ask } = await serve(create(OPERATIONS));
    const put = await ask('PUT /pets');
    expect(put).toMatchObject({ status: 405, message: 'Method Not Allowed' });
    expect(put.headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'content-type': 'application/problem+json',
      'content-length': String(put.body.length),
    });
    expect(put.json).toEqual({
      type: 'about:blank',
      title: 'Method Not Allowed',
      status: 405,
      detail: 'Methods allowed for this path: GET, HEAD, POST, OPTIONS.',
    });
    expect((await ask('GET /books')).headers).toMatchObject({ 'accept-query': 'application/json' });
    const options = await ask('OPTIONS /books');
    expect(options).toMatchObject({ status: 204, body: '', headers: { 'accept-query': 'application/json' } });
    expect(options.headers).not.toHaveProperty('content-type');
  });

  it('answers 404 with the same text each time, and without a body for HEAD', async () => {
    const { ask } = await serve(createApp(OPERATIONS));
    for (const path of ['/a', '/b', '/a']) expect((await ask(`GET ${path}`)).body).toBe(TEXT);
    expect(await ask('HEAD /a')).toMatchObject({
      status: 404,
      body: '',
      headers: { 'content-type': 'application/problem+json', 'content-length': String(TEXT.length) },
    });
  });

  it('keeps the headers of middleware, without those of another body', async () => {
    const app = createApp(OPERATIONS).use((ctx, next) => {
      ctx.set({ 'Access-Control-Allow-Origin': '*', ETag: '"v1"', 'Cache-Control': 'max-age=60, private' });
      return next();
    });
    const { ask } = await serve(app);
    for (const target of ['GET /unknown', 'PUT /pets']) {
      const { headers } = await ask(target);
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'private' });
      expect(headers).not.toHaveProperty('etag');
    }
  });

  it('answers 404 if middleware stops the request before its operation, for OPTIONS too', async () => {
    const operations = createManifest({ 'OPTIONS /own': () => 'own', 'GET /own': () => 'own' });
    const { ask } = await serve(createApp(operations).use(() => {}));
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await ask(`${method} /own`)).status).toBe(404);
    expect((await ask('PUT /own')).status).toBe(405);
  });

  it('formats each request anew in a project with its own format', async () => {
    const operations = { ...OPERATIONS, problem: { isOwn: true, mediaType: 'application/json' } as const };
    const formatProblem = ({ status }: { status: number }, ctx: Koa.ParameterizedContext) => ({ status, at: ctx.path });
    const { ask } = await serve(createApp(operations, { formatProblem }));
    for (const path of ['/a', '/b'])
      expect(await ask(`GET ${path}`)).toMatchObject({ status: 404, body: `{"status":404,"at":"${path}"}` });
  });

  it('uses the format of the app itself, mounted or not', async () => {
    const own = { ...OPERATIONS, problem: { mediaType: 'application/json', status: { 404: 410 } } };
    const app = createApp(OPERATIONS).use(mount('/own', createApp(own)));
    const { ask } = await serve(app);
    expect((await ask('PUT /own/pets')).headers['content-type']).toBe('application/json');
    expect((await ask('PUT /pets')).headers['content-type']).toBe('application/problem+json');
    const alone = await serve(createApp(own));
    expect(await alone.ask('GET /unknown')).toMatchObject({ status: 410, json: { title: 'Gone', status: 410 } });
  });
});

describe.each(KINDS)('a result served by $name', ({ create }) => {
  it("sends the handler's own status message", async () => {
    const handler = (ctx: OperationContext): object => {
      ctx.status = 202;
      ctx.message = 'Queued';
      return {};
    };
    const { ask } = await serve(create(createManifest({ 'GET /it': handler })));
    expect(await ask('GET /it')).toMatchObject({ status: 202, message: 'Queued' });
  });

  it.each([204, 205, 304])('sends no body under a status %i that the handler or middleware sets', async (status) => {
    const handler = (ctx: OperationContext): object => {
      ctx.status = status;
      return { a: 1 };
    };
    const operations = createManifest({
      'GET /handler': handler,
      'GET /status-code': (ctx) => ((ctx.res.statusCode = status), undefined),
      'GET /nothing': (ctx) => void (ctx.status = status),
    });
    const { ask } = await serve(create(operations));
    for (const path of ['/handler', '/nothing']) {
      const answer = await ask(`GET ${path}`);
      expect(answer).toMatchObject({ status, body: '' });
      expect(answer.headers).not.toHaveProperty('content-type');
      expect(answer.headers).not.toHaveProperty('content-length');
    }
  });

  it('writes a Date by its toJSON', async () => {
    class Day extends Date {
      override toJSON(): string {
        return this.toISOString().slice(0, 10);
      }
    }
    const day = new Day('2027-01-31T12:00:00Z');
    const operations = createManifest({ 'GET /day': () => day, 'GET /days': () => ({ from: day, to: [day] }) });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /day')).body).toBe('"2027-01-31"');
    expect((await ask('GET /days')).json).toEqual({ from: '2027-01-31', to: ['2027-01-31'] });
  });

  it('sends the length of the text, not one that the handler copied', async () => {
    const copy = (value: unknown) => (ctx: OperationContext) => {
      ctx.set({ 'Content-Type': 'application/json', 'Content-Length': '2' });
      return value;
    };
    const { ask } = await serve(create(createManifest({ 'GET /text': copy('long'), 'GET /data': copy({ a: 1 }) })));
    expect(await ask('GET /text')).toMatchObject({ body: '"long"', headers: { 'content-length': '6' } });
    expect(await ask('GET /data')).toMatchObject({ body: '{"a":1}', headers: { 'content-length': '7' } });
  });
});

describe('a listener of errors', () => {
  const POST = `/**
 * @POST
 * @param {Thing} body
 */`;
  const THING = JSON.stringify({
    type: 'object',
    required: ['id'],
    properties: {
      n: { type: 'integer', minimum: 1 },
      kind: { enum: ['a', 'b'] },
      email: { format: 'email' },
      who: { type: ['string', 'null'] },
    },
  });

  it.each(KINDS)('changes no later answer of $name if a listener changes a violation', async ({ create }) => {
    const app = create(await compileTree({ 'things.ts': POST }, { definitions: { 'Thing.json': THING } }));
    const listener = (error: Error): void => {
      const { errors } = error as Error & { errors: { message: string; params: Record<string, unknown> }[] };
      for (const violation of errors) {
        for (const value of Object.values(violation.params)) if (Array.isArray(value)) value.push('changed');
        for (const name of Object.keys(violation.params)) violation.params[name] = 'changed';
        violation.message = 'changed';
      }
    };
    const { ask } = await serve(app);
    const send = (): ReturnType<typeof ask> =>
      ask('POST /things', {
        headers: { 'Content-Type': 'application/json' },
        body: '{"n":0,"kind":"c","email":"nobody","who":1}',
      });
    const { status, body } = await send();
    expect([status, body]).toEqual([400, expect.stringContaining('"limit":1')]);
    (app as Koa).on('error', listener);
    expect((await send()).body).toContain('changed');
    (app as Koa).off('error', listener);
    expect((await send()).body).toBe(body);
  });
});
