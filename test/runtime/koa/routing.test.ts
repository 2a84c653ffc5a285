import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { lambdaHandler } from '../../../src/runtime/lambda/index.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';

const says = (name: string) => (ctx: OperationContext) => ({ name, params: ctx.params });

describe.each(KINDS)('routing by $name', ({ name: kind, create }) => {
  const isApp = kind.startsWith('createApp');

  it('gives a request to the operation of its method and path', async () => {
    const { ask } = await serve(
      create(
        createManifest({
          'GET /': says('root'),
          'GET /pets': says('list'),
          'POST /pets': says('add'),
          'GET /pets/{id}': says('get'),
          'POST /pets/search': says('search'),
          'GET /compare/{base}...{head}': says('compare'),
          'GET /{sha}.diff': says('diff'),
        }),
      ),
    );
    expect((await ask('GET /')).json).toEqual({ name: 'root', params: {} });
    expect((await ask('GET /pets')).json).toEqual({ name: 'list', params: {} });
    expect((await ask('POST /pets')).json).toEqual({ name: 'add', params: {} });
    expect((await ask('GET /pets/search')).json).toEqual({ name: 'get', params: { id: 'search' } });
    expect((await ask('POST /pets/search')).json).toEqual({ name: 'search', params: {} });
    expect((await ask('GET /compare/a.b...c')).json).toEqual({ name: 'compare', params: { base: 'a.b', head: 'c' } });
    expect((await ask('GET /abc.diff')).json).toEqual({ name: 'diff', params: { sha: 'abc' } });
  });

  it('decodes the path segment by segment', async () => {
    const { ask } = await serve(
      create(
        createManifest({ 'GET /größe/{id}': says('größe'), 'GET /a b/(c)': says('text'), 'GET /x/{id}/y': says('y') }),
      ),
    );
    expect((await ask('GET /gr%C3%B6%C3%9Fe/a%2Fb%20c')).json).toEqual({ name: 'größe', params: { id: 'a/b c' } });
    expect((await ask('GET /gr%C3%B6%C3%9Fe/%31')).json).toEqual({ name: 'größe', params: { id: '1' } });
    expect((await ask('GET /a%20b/(c)')).json).toEqual({ name: 'text', params: {} });
    expect((await ask('GET /x/%E2%82%AC/y?z=1')).json).toEqual({ name: 'y', params: { id: '€' } });
    expect((await ask('GET /x/..%2Fy/y')).json).toEqual({ name: 'y', params: { id: '../y' } });
  });

  it('knows a static text that is escaped without need only where it normalises the path', async () => {
    const { ask } = await serve(
      create(createManifest({ 'GET /größe/{id}': says('größe'), 'GET /{a}.txt': says('a') })),
    );
    for (const path of ['/%67r%C3%B6%C3%9Fe/1', '/gr%c3%b6%c3%9fe/1', '/a%2Etxt'])
      expect((await ask(`GET ${path}`)).status).toBe(isApp ? 200 : 404);
  });

  it.each(['/x/..', '/x/%2E%2e', '/./x', '/x/.%2E/y', '/..', '/x/%2e'])('refuses dot segments: %s', async (path) => {
    const { ask } = await serve(create(createManifest({ 'GET /{a}/{b}': says('two'), 'GET /{a}': says('one') })));
    expect(await ask(`GET ${path}`)).toMatchObject({ status: 400, json: { title: 'Bad Request' } });
  });

  it('takes names of Object.prototype for names like others', async () => {
    const { ask } = await serve(
      create(createManifest({ 'GET /{constructor}/{toString}': says('odd'), 'GET /{hasOwnProperty}': says('one') })),
    );
    expect((await ask('GET /a/b')).json).toEqual({ name: 'odd', params: { constructor: 'a', toString: 'b' } });
    expect((await ask('GET /__proto__')).json).toEqual({ name: 'one', params: { hasOwnProperty: '__proto__' } });
    expect((await ask('GET /constructor/valueOf')).json).toEqual({
      name: 'odd',
      params: { constructor: 'constructor', toString: 'valueOf' },
    });
  });

  it('accepts a trailing slash unless it is strict', async () => {
    const sketches = { 'GET /pets': says('list'), 'GET /': says('root') };
    const { ask } = await serve(create(createManifest(sketches)));
    expect((await ask('GET /pets/')).status).toBe(200);
    expect((await ask('GET /pets//')).status).toBe(404);
    expect((await ask('GET /PETS')).status).toBe(404);
    const strict = await serve(create(createManifest(sketches, { strict: true })));
    expect((await strict.ask('GET /pets/')).status).toBe(404);
    expect((await strict.ask('GET /pets')).status).toBe(200);
    expect((await strict.ask('GET /')).status).toBe(200);
  });

  it('answers HEAD by GET, without the body', async () => {
    const { ask } = await serve(
      create(createManifest({ 'GET /pets': says('list'), 'HEAD /own': (ctx) => void ctx.set('X-Own', '1') })),
    );
    const get = await ask('GET /pets');
    const head = await ask('HEAD /pets');
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await ask('HEAD /own')).headers['x-own']).toBe('1');
  });

  it('answers OPTIONS with the methods of the path, unless an operation does', async () => {
    const { ask } = await serve(
      create(
        createManifest({
          'GET /pets/{id}': says('get'),
          'DELETE /pets/{id}': says('delete'),
          'POST /pets/search': says('search'),
          'OPTIONS /own': says('own'),
        }),
      ),
    );
    const answer = await ask('OPTIONS /pets/1');
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers.allow).toBe('GET, HEAD, DELETE, OPTIONS');
    expect((await ask('OPTIONS /pets/search')).headers.allow).toBe('GET, HEAD, POST, DELETE, OPTIONS');
    expect((await ask('OPTIONS /own')).json).toEqual({ name: 'own', params: {} });
    expect((await ask('OPTIONS /unknown')).status).toBe(404);
  });

  it('refuses a method that a known path does not have with 405', async () => {
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /pets': says('list'), 'PUT /pets': says('put') })),
    );
    const answer = await ask('DELETE /pets');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, PUT, OPTIONS');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Method Not Allowed',
      status: 405,
      detail: 'Methods allowed for this path: GET, HEAD, PUT, OPTIONS.',
    });
    expect(errors).toEqual([]);
  });

  it('refuses an unknown method with 501', async () => {
    const { ask } = await serve(create(createManifest({ 'GET /pets': says('list') })));
    const answer = await ask('PROPFIND /pets');
    expect(answer.status).toBe(501);
    expect(answer.json).toMatchObject({ title: 'Not Implemented', status: 501 });
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await ask('PROPFIND /unknown')).status).toBe(isApp ? 501 : 404);
  });

  it('refuses a malformed percent-escape with 400', async () => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /pets/{id}': says('get') })));
    for (const path of ['/pets/%', '/pets/%zz', '/pets/%E0%A4%A', '/%ff/1']) {
      const answer = await ask(`GET ${path}`);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ title: 'Bad Request', status: 400, type: 'about:blank' });
    }
    expect(errors).toEqual([]);
    expect((await ask('GET /pets/1')).status).toBe(200);
  });

  it('answers 404 for an unknown path', async () => {
    const { ask, errors } = await serve(create(createManifest({ 'GET /pets': says('list') })));
    const answer = await ask('GET /unknown/path');
    expect(answer.status).toBe(404);
    expect(answer.body).toBe(isApp ? '{"type":"about:blank","title":"Not Found","status":404}' : 'Not Found');
    expect((await ask('HEAD /unknown')).body).toBe('');
    expect((await ask('GET //pets')).status).toBe(404);
    expect(errors).toEqual([]);
  });

  it('ignores the query in the path', async () => {
    const { ask } = await serve(
      create(createManifest({ 'GET /pets/{id}': (ctx) => ({ ...ctx.query, id: ctx.params.id }) })),
    );
    expect((await ask('GET /pets/1?a=/b/c&d=%zz')).json).toEqual({ id: '1', a: '/b/c', d: '%zz' });
    expect((await ask('GET /pets/1/?')).json).toEqual({ id: '1' });
  });

  it('shows the handler its operation', async () => {
    const { ask } = await serve(
      create(createManifest({ 'GET /pets/{id}': { operationId: 'getPet', handler: (ctx) => ctx.operation } })),
    );
    expect((await ask('GET /pets/1')).json).toMatchObject({ id: 'pets/{id}/@get.ts', operationId: 'getPet' });
  });
});

describe('middleware of createApp', () => {
  it('runs before the operations, in its order, for every request', async () => {
    const app = createApp(createManifest({ 'GET /pets': (ctx) => ctx.state.seen }));
    app.use((ctx, next) => ((ctx.state.seen = ['a']), next()));
    app.use(async (ctx, next) => {
      ctx.state.seen.push('b');
      await next();
      ctx.set('X-Status', String(ctx.status));
    });
    const { ask } = await serve(app);
    expect((await ask('GET /pets')).json).toEqual(['a', 'b']);
    expect((await ask('GET /unknown')).headers['x-status']).toBe('404');
    // A refusal is made when all middleware has returned.
    expect(await ask('PUT /pets')).toMatchObject({ status: 405, headers: { 'x-status': '404' } });
  });

  it('middleware can answer itself', async () => {
    const app = createApp(createManifest({ 'GET /pets': () => 'operation' }));
    app.use((ctx, next) => {
      if (ctx.path !== '/health') return next();
      ctx.body = 'well';
      return undefined;
    });
    const { ask } = await serve(app);
    expect((await ask('GET /health')).body).toBe('well');
    expect((await ask('GET /pets')).json).toBe('operation');
  });

  it('refuses several functions at once, of which Koa would run the first one only', () => {
    const app = createApp(createManifest({ 'GET /pets': () => 'operation' }));
    const pass: Koa.Middleware = (_ctx, next) => next();
    expect(() => (app.use as (...given: Koa.Middleware[]) => unknown)(pass, pass)).toThrow(
      /^app\.use takes one function/,
    );
  });

  it.each<[string, (app: Pick<Koa, 'callback' | 'listen'>) => unknown]>([
    ['callback', (app) => app.callback()],
    ['listen', (app) => app.listen(0).close()],
    ['lambdaHandler', lambdaHandler],
  ])('refuses middleware after %s, because no request would run it', (_name, start) => {
    const app = createApp(createManifest({ 'GET /pets': () => 'operation' }));
    start(app);
    expect(() => app.use(() => {})).toThrow(/^app\.use has no effect after app\.callback\(\) or app\.listen\(\)/);
  });

  it('requires a function', () => {
    expect(() => createApp(createManifest({})).use('no' as never)).toThrow('middleware must be a function');
  });
});
