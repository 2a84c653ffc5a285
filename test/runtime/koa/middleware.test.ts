// @ts-expect-error -- it has no types
import conditional from 'koa-conditional-get';
import etag from 'koa-etag';
import { Readable } from 'node:stream';
import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Middleware, MiddlewareContext, OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, page } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

type Fields = Exclude<Sketch, (...given: never[]) => unknown>;

/** Says what it does before and after what it wraps. */
const noting =
  (log: string[], name: string): Middleware =>
  async (ctx, next) => {
    log.push(`${name} in`);
    await next();
    log.push(`${name} out ${ctx.status}`);
  };

const envelop: Middleware = async (ctx, next) => {
  await next();
  ctx.body = { data: ctx.body };
};

const pass: Middleware = (_ctx, next) => next();

const fails: Middleware = () => {
  throw new Error('secret');
};

const catching: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.body = { caught: (error as Error).message };
  }
};

const twice: Middleware = async (_ctx, next) => {
  await next();
  await next();
};

/** The text of a file that notes its name. */
const file = (name: string): string =>
  `export default async (ctx, next) => { ctx.state.seen = [...(ctx.state.seen ?? []), '${name}']; await next(); };`;

/** All of an answer but when it was given. */
function comparable({ status, message, headers, body, errors }: Answer & { errors: Error[] }): object {
  const { date: _, ...others } = headers;
  return { status, message, headers: others, body, errors: errors.map((error) => error.message) };
}

describe.each(KINDS)('_middleware by $name', ({ create, name: kind }) => {
  const answerTo = async (
    middleware: readonly Middleware[] | undefined,
    fields: Fields,
    target = 'GET /it',
  ): Promise<Answer & { errors: Error[] }> => {
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /it': { ...(middleware && { middleware }), ...fields } })),
    );
    return Object.assign(await ask(target), { errors });
  };

  it('wraps an operation, the outermost first', async () => {
    const log: string[] = [];
    const handler = async (): Promise<string> => (log.push('handler'), 'ok');
    const answer = await answerTo([noting(log, 'a'), noting(log, 'b')], { status: 201, handler });
    expect(answer).toMatchObject({ status: 201, json: 'ok' });
    expect(log).toEqual(['a in', 'b in', 'handler', 'b out 201', 'a out 201']);
  });

  it('wraps none but its operation, and no refusal', async () => {
    const log: string[] = [];
    const wrapped = { middleware: [noting(log, 'a')], handler: () => 1 };
    const { ask } = await serve(
      create(createManifest({ 'GET /it': wrapped, 'POST /it': () => 2, 'GET /it/{id}': () => 3 })),
    );
    for (const target of ['POST /it', 'GET /it/3', 'PUT /it', 'OPTIONS /it', 'GET /nowhere']) await ask(target);
    expect(log).toEqual([]);
    expect((await ask('HEAD /it')).status).toBe(200);
    expect(log).toEqual(['a in', 'a out 200']);
  });

  it('gives middleware the operation and its parameters, before any authentication or reading', async () => {
    const seen: unknown[] = [];
    const look: Middleware = async (ctx, next) => {
      seen.push(ctx.operation.id, ctx.params, ctx.input, ctx.auth);
      await next();
      seen.push(ctx.input?.query, ctx.auth);
    };
    const { ask } = await serve(create(createManifest({ 'GET /pets/{id}': { middleware: [look], handler: () => 1 } })));
    expect((await ask('GET /pets/a%20b')).json).toBe(1);
    expect(seen).toEqual(['pets/{id}/@get.ts', { id: 'a b' }, undefined, undefined, {}, {}]);
  });

  it('comes before security', async () => {
    const log: string[] = [];
    const operations = {
      ...createManifest({ 'GET /it': { middleware: [noting(log, 'a')], security: [{ key: [] }], handler: () => 1 } }),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } as const },
    };
    const { ask } = await serve(create(operations, { security: { key: () => log.push('verifier') } }));
    await ask('GET /it');
    expect(log).toEqual(['a in']);
    await ask('GET /it', { headers: { 'X-Key': 'k' } });
    expect(log).toEqual(['a in', 'a in', 'verifier', 'a out 200']);
  });

  it.each<[string, unknown, string]>([
    ['an object', { a: 1 }, '{"data":{"a":1}}'],
    ['a list', [1], '{"data":[1]}'],
    ['a string', '"text"', String.raw`{"data":"\"text\""}`],
    ['a number', 5, '{"data":5}'],
    ['null, as its JSON', null, '{"data":"null"}'],
  ])('sees and may change what the handler returned: %s', async (_title, value, text) => {
    const answer = await answerTo([envelop, pass], { status: 201, handler: () => value });
    expect(answer).toMatchObject({ status: 201, body: text });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it.each<[string, Fields]>([
    ['an object', { handler: () => ({ a: '€' }) }],
    ['a string', { handler: () => 'text' }],
    ['null', { handler: async () => null }],
    ['a date', { handler: () => new Date(0) }],
    ['nothing', { status: 200, handler: () => undefined }],
    ['a stream', { handler: () => Readable.from(['a']) }],
    ['bytes', { handler: () => Buffer.from('a') }],
    ['text', { produces: 'text/csv', handler: () => 'a,b' }],
    ['another kind of JSON', { produces: 'application/vnd.api+json', handler: () => ({ data: 1 }) }],
    ['a page', { paging: 'page', handler: () => page([1], 1) }],
    ['a body of its own', { handler: (ctx: OperationContext) => (ctx.body = { own: 1 }) }],
    ['an error', { handler: (ctx: OperationContext) => ctx.throw(409, 'no') }],
    ['what JSON cannot say', { handler: () => ({ toJSON: () => undefined }) }],
    [
      'a cycle',
      {
        handler: () => {
          const list: unknown[] = [];
          list.push(list);
          return list;
        },
      },
    ],
    ['a status alone', { handler: (ctx: OperationContext) => void (ctx.status = 202) }],
    ['an answer of its own', { handler: (ctx: OperationContext) => ((ctx.respond = false), ctx.res.end('raw')) }],
  ])('changes nothing by middleware that only passes on: %s', async (_title, fields) => {
    for (const target of ['GET /it', 'HEAD /it']) {
      const [plain, wrapped] = [
        await answerTo(undefined, fields, target),
        await answerTo([pass, pass], fields, target),
      ];
      expect(comparable(wrapped)).toEqual(comparable(plain));
    }
  });

  it('lets middleware answer by itself, and then calls nothing else', async () => {
    let calls = 0;
    const handler = (): number => calls++;
    const answered = await answerTo([(ctx) => void (ctx.body = { cached: true })], { handler });
    expect(answered).toMatchObject({ status: 200, json: { cached: true } });
    const limited = await answerTo([(ctx) => ((ctx.status = 429), (ctx.body = 'slow down'))], { handler });
    expect(limited).toMatchObject({ status: 429, body: 'slow down' });
    expect(calls).toBe(0);
  });

  it('answers 404 if middleware neither answers nor calls next', async () => {
    for (const middleware of [() => {}, async () => {}]) {
      const answer = await answerTo([pass, middleware], { handler: () => 1 });
      // What a router leaves unanswered is the app's.
      const problem = '{"type":"about:blank","title":"Not Found","status":404}';
      expect(answer).toMatchObject({ status: 404, body: kind.startsWith('createApp') ? problem : 'Not Found' });
    }
    const chosen = await answerTo([(ctx) => void (ctx.status = 404)], { handler: () => 1 });
    expect(chosen).toMatchObject({ status: 404, body: 'Not Found' });
  });

  it.each<[string, Middleware]>([
    ['a status', (ctx, next) => ((ctx.status = 403), next())],
    ['the status of an unknown path', (ctx, next) => ((ctx.status = 404), next())],
    [
      'a status by a function',
      async (ctx, next) => {
        const refuse = (code: number): void => void Object.assign(ctx, { status: code, body: { error: 'no' } });
        if (ctx.get('X-Admin') === '') refuse(401);
        await next();
      },
    ],
    ['a redirect', (ctx, next) => (ctx.redirect('/login'), next())],
    ['the status of the response of Node', (ctx, next) => ((ctx.res.statusCode = 429), next())],
  ])('runs no operation after middleware that has set %s and goes on', async (_title, middleware) => {
    let ran = false;
    const answer = await answerTo([middleware], { handler: () => (ran = true) });
    expect(ran).toBe(false);
    expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
    expect(answer.errors[0]?.message).toMatch(
      /^Middleware responded by itself \(status \d+\), but let the request pass/,
    );
  });

  it('runs an operation after middleware that has set a successful status or a body', async () => {
    const passing: Middleware = (ctx, next) => ((ctx.status = 202), (ctx.body = 'nothing yet'), next());
    expect(await answerTo([passing], { handler: () => 'ok' })).toMatchObject({ status: 202, body: 'ok' });
  });

  it('sends a problem if middleware throws, and lets it catch what it wraps throws', async () => {
    for (const middleware of [fails, async () => Promise.reject(new Error('secret'))]) {
      const answer = await answerTo([middleware], { handler: () => 1 });
      expect(answer.json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
      expect(answer.errors).toMatchObject([{ message: 'secret' }]);
    }
    const after = await answerTo([async (ctx, next) => (await next(), ctx.throw(418, 'tea'))], { handler: () => 1 });
    expect(after.json).toMatchObject({ status: 418, detail: 'tea' });
    const nothing = await answerTo([() => Promise.reject()], { handler: () => 1 });
    expect(nothing.json).toMatchObject({ status: 500 });
    const caught = await answerTo([catching], { handler: () => Promise.reject(new Error('inner')) });
    expect(caught).toMatchObject({ status: 200, json: { caught: 'inner' }, errors: [] });
  });

  it('fails if middleware calls next twice', async () => {
    const answer = await answerTo([twice], { handler: () => 1 });
    expect(answer.status).toBe(500);
    expect(answer.errors).toMatchObject([{ message: 'next() called multiple times' }]);
  });

  it('runs the middleware of other packages', async () => {
    const middleware = [conditional(), etag()] as unknown as Middleware[];
    const { ask } = await serve(create(createManifest({ 'GET /it': { middleware, handler: () => ({ a: 1 }) } })));
    const first = await ask('GET /it');
    expect(first.headers.etag).toMatch(/^"/);
    const again = await ask('GET /it', { headers: { 'If-None-Match': first.headers.etag! } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it("refuses at once middleware that isn't a function, and names an operation it wraps", () => {
    for (const wrong of [undefined, {}, 'text', [[pass]], [pass, undefined], [null]])
      expect(() =>
        create(createManifest({ 'GET /it': { middleware: [pass, wrong as never], handler: () => 1 } })),
      ).toThrow(/The _middleware file around it\/@get\.ts must export a function/);
  });

  it('refuses at once an empty list, such as one without the guards of a variable', async () => {
    for (const list of ['[]', '[undefined, false].filter(Boolean)']) {
      const operations = await compileTree({
        'admin/_middleware.ts': `export default ${list};`,
        'admin/it.ts': '/** It */ export default () => 1;',
      });
      expect(() => create(operations)).toThrow(
        'The _middleware file around admin/it.ts must export a function or a list of functions, not an empty list.',
      );
    }
  });

  it('refuses at once a router of @koa/router, which runs only for its own routes', () => {
    const router = new Router();
    router.use((ctx) => ctx.throw(403));
    for (const middleware of [[router.routes()], [pass, router.middleware()]])
      expect(() =>
        create(createManifest({ 'GET /it': { middleware: middleware as never, handler: () => 1 } })),
      ).toThrow(
        'The _middleware file around it/@get.ts exports a router, which runs only for its own routes. Export its middleware.',
      );
  });

  it('runs the lists of a tree', async () => {
    const operation = (...names: string[]): string =>
      `/** ${names.map((name) => `@param {string} ${name} - It`).join('\n')} \n@GET */ export default (ctx) => ctx.state.seen;`;
    const files = {
      '_middleware.ts': file('root'),
      'pets/_middleware.ts': `${file('0').replace('export default', 'const first =')} export default [first, (ctx, next) => { ctx.state.seen.push('pets'); return next(); }];`,
      'pets/{id}/toys/_middleware.mts': file('toys'),
      'pets.ts': operation(),
      'pets/@put.ts': '/** x */ export default (ctx) => ctx.state.seen;',
      'pets/{id}/@get.ts': operation('id'),
      'pets/{id}/toys/{toy}.ts': operation('id', 'toy'),
      'petshop.ts': operation(),
      // Sorts before the file that wraps it.
      '2024/_middleware.ts': file('2024'),
      '2024/report.ts': operation(),
    };
    // pets.ts is beside the directory on purpose.
    const operations = await compileTree(files, { warnings: ['unguarded-path'] });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /pets')).json).toEqual(['root']);
    expect((await ask('GET /petshop')).json).toEqual(['root']);
    expect((await ask('GET /2024/report')).json).toEqual(['root', '2024']);
    expect((await ask('PUT /pets')).json).toEqual(['root', '0', 'pets']);
    expect((await ask('GET /pets/1')).json).toEqual(['root', '0', 'pets']);
    expect((await ask('GET /pets/1/toys/2')).json).toEqual(['root', '0', 'pets', 'toys']);
  });
});

describe('_middleware', () => {
  it("composes middleware by the app's own compose", async () => {
    const composed: number[] = [];
    const plain = new Koa() as Koa & {
      compose: (list: readonly Koa.Middleware[]) => (ctx: unknown, next?: unknown) => Promise<void>;
    };
    const compose: typeof plain.compose = (list) => (composed.push(list.length), plain.compose(list));
    const operations = createManifest({ 'GET /it': { middleware: [pass, pass, pass], handler: () => 1 } });
    const { ask } = await serve(createApp(operations, { compose } as object));
    expect((await ask('GET /it')).json).toBe(1);
    expect(composed).toEqual([1, 3]);
  });

  it('goes on to the middleware after a router where its handler does', async () => {
    const log: string[] = [];
    const operations = createManifest({
      'GET /it': { middleware: [noting(log, 'a')], handler: (_ctx, next) => next() },
    });
    const app = new Koa().use(createRouter(operations).routes());
    app.use((ctx) => void (ctx.body = 'below'));
    const { ask } = await serve(app);
    expect((await ask('GET /it')).body).toBe('below');
    expect(log).toEqual(['a in', 'a out 200']);
  });

  it('runs within the middleware of the app, which sees data, too', async () => {
    const seen: unknown[] = [];
    const look = async (ctx: MiddlewareContext | Koa.Context, next: Koa.Next): Promise<void> => (
      await next(),
      void seen.push(ctx.body)
    );
    const app = createApp(createManifest({ 'GET /it': { middleware: [look], handler: () => ({ a: 1 }) } }));
    const { ask } = await serve(app.use(look));
    expect((await ask('GET /it')).json).toEqual({ a: 1 });
    expect(seen).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe('the extensions of an operation', () => {
  it('puts extensions on ctx.operation if they are scalars or lists of them, those of the operation and of its directories', async () => {
    const manifest = await compileTree({
      '_middleware.ts': '/**\n * @x-plan free\n * @x-team shelf\n */',
      'a.ts':
        '/**\n * @x-plan pro\n * @x-flags [a, b]\n * @x-code {lang: js}\n */\nexport default (ctx) => ctx.operation.extensions;',
    });
    const { ask } = await serve(createApp(manifest));
    expect((await ask('GET /a')).json).toEqual({ 'x-plan': 'pro', 'x-team': 'shelf', 'x-flags': ['a', 'b'] });
  });

  it('cost nothing if there are none', async () => {
    const manifest = await compileTree({ 'a.ts': '/** It.\n * @x-code {lang: js} */\nexport default () => 1;' });
    expect('extensions' in manifest.operations[0]!).toBe(false);
  });
});

it('runs no operation after middleware of the app that has set an error and goes on', async () => {
  let ran = false;
  const operations = createManifest({ 'GET /it': () => (ran = true) });
  const refusing: Koa.Middleware = (ctx, next) => ((ctx.status = 403), next());
  for (const app of [
    createApp(operations).use(refusing),
    new Koa().use(refusing).use(createRouter(operations).routes()),
    new Koa().use(createRouter(operations).use(refusing).routes()),
  ]) {
    const { ask, errors } = await serve(app);
    expect((await ask('GET /it')).status).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining('(status 403)') as string }]);
  }
  expect(ran).toBe(false);
});
