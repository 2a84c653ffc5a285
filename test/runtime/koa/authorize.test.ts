import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Authorize, OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, problem } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import { mount } from './mount.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const JSON_BODY = { headers: { 'Content-Type': 'application/json' }, body: '{"name":"a"}' };

const note = (name: string, result = 'true'): string =>
  `export const authorize = (ctx) => { (ctx.state.seen ??= []).push('${name}'); return ${result}; };`;

describe.each(KINDS)('authorize by $name', ({ create }) => {
  const answerTo = async (...authorize: unknown[]): Promise<Answer & { ran: boolean; errors: Error[] }> => {
    let ran = false;
    const handler = (): string => ((ran = true), 'ok');
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /it': { authorize: authorize as Authorize[], handler } })),
    );
    const answer = await ask('GET /it');
    return { ...answer, ran, errors };
  };

  it.each<[string, unknown]>([
    ['true', true],
    ['a promise of true', Promise.resolve(true)],
  ])('lets a request pass by %s', async (_title, value) => {
    expect(await answerTo(() => value)).toMatchObject({ status: 200, json: 'ok', ran: true });
  });

  it.each<[string, unknown]>([
    ['false', false],
    ['nothing', undefined],
    ['null', null],
    ['1', 1],
    ['a text', 'true'],
    ['an object', { id: 1 }],
    ['a boxed true', new Boolean(true)],
    ['a promise of nothing', Promise.resolve()],
    ['a promise of an object', Promise.resolve({})],
    ['a function', () => true],
    ['a problem', problem(404)],
    ['a Response', Response.json(true)],
  ])('refuses a request by %s', async (_title, value) => {
    const answer = await answerTo(() => value);
    expect(answer).toMatchObject({ status: 403, ran: false });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: 'You are not allowed to do this.',
    });
  });

  it.each<[string, (ctx: OperationContext) => unknown, number]>([
    ['a status', (ctx) => (ctx.status = 403), 500],
    ['the status 404', (ctx) => (ctx.status = 404), 500],
    ['a status of Node.js', (ctx) => (ctx.res.statusCode = 403), 500],
    ['a redirect', (ctx) => ctx.redirect('/login'), 500],
    ['a body', (ctx) => (ctx.body = { error: 'no' }), 500],
    ['a status and a body', (ctx) => Object.assign(ctx, { status: 401, body: 'no' }), 500],
    ['a response of Node.js', (ctx) => ctx.res.writeHead(403).end('"no"'), 403],
  ])('refuses a request that it has answered with %s, although it returns true', async (_title, respond, status) => {
    const answer = await answerTo(async (ctx: OperationContext) => {
      await Promise.resolve();
      respond(ctx);
      return true;
    });
    expect(answer).toMatchObject({ status, ran: false });
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^"authorize" responded by itself \(status \d+\), but let the request pass, so the request was refused\. To refuse/,
      ),
    ]);
  });

  it('takes no status that a request passes with for a refusal', async () => {
    const authorize = (ctx: OperationContext): boolean => ((ctx.status = 403), (ctx.status = 201), true);
    expect(await answerTo(authorize)).toMatchObject({ status: 201, ran: true });
  });

  it('calls each authorize in order, and refuses where one refuses', async () => {
    const asked: number[] = [];
    const guard = (number: number, result: boolean) => () => (asked.push(number), result);
    expect((await answerTo(guard(1, true), guard(2, false), guard(3, true))).status).toBe(403);
    expect(asked).toEqual([1, 2]);
  });

  it.each<[string, (ctx: OperationContext) => unknown, number]>([
    [
      'a problem',
      () => {
        throw problem(404, 'No such organization');
      },
      404,
    ],
    ['an error of Koa', (ctx) => ctx.throw(409, 'no'), 409],
    [
      'any error',
      () => {
        throw new Error('secret');
      },
      500,
    ],
    ['a rejection', () => Promise.reject(new Error('secret')), 500],
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    ['a rejection without an error', () => Promise.reject(true), 500],
  ])('answers %s of an authorize without its message', async (_title, authorize, status) => {
    const answer = await answerTo(authorize);
    expect(answer).toMatchObject({ status, ran: false });
    expect(answer.body).not.toContain('secret');
  });

  it('runs after authentication and the validation of parameters, and before the body is read', async () => {
    const operations = {
      ...(await compileTree(
        {
          '_middleware.ts': '/** @security key */\nexport default (ctx, next) => next();',
          'orgs/{org_id}/_middleware.ts': `export const authorize = (ctx) => {
          ctx.state.asked = [ctx.auth.key, ctx.input.path.org_id, ctx.input.query.n, JSON.parse(JSON.stringify(ctx.input)).body ?? 'no body', ctx.req.complete];
          return ctx.input.path.org_id === 7;
        };`,
          'orgs/{org_id}/pets@post.ts':
            '/** @param {integer} path.org_id\n * @param {integer} query.n\n * @param {string} name\n * @returns {any} It */\nexport default (ctx) => [...ctx.state.asked, ctx.input];',
        },
        {
          definitions: {
            'openapi.yaml': 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }',
          },
        },
      )),
    };
    const { ask } = await serve(create(operations, { security: { key: () => 'me' } }));
    const headers = { 'X-Key': 'k', ...JSON_BODY.headers };
    expect((await ask('POST /orgs/7/pets?n=1', JSON_BODY)).status).toBe(401);
    expect((await ask('POST /orgs/8/pets?n=x', { ...JSON_BODY, headers })).json).toMatchObject({
      status: 400,
      errors: [{ in: 'query', name: 'n' }],
    });
    expect((await ask('POST /orgs/8/pets?n=1', { headers, body: 'no JSON' })).status).toBe(403);
    expect((await ask('POST /orgs/7/pets?n=1', { headers, body: 'no JSON' })).status).toBe(400);
    expect((await ask('POST /orgs/7/pets?n=1', { headers, body: '{}' })).json).toMatchObject({
      status: 400,
      errors: [{ in: 'body', name: 'name' }],
    });
    const { json } = await ask('POST /orgs/7/pets?n=1', { ...JSON_BODY, headers });
    expect(json).toMatchObject([
      'me',
      7,
      1,
      'no body',
      expect.anything(),
      { path: { org_id: 7 }, body: { name: 'a' } },
    ]);
  });

  it('fails if a function reads the body, which is read later, and logs can read the input after it', async () => {
    const code = `
      const isLarge = (input) => input.body?.amount > 100;
      export const authorize = (ctx) => !isLarge(ctx.input);
      /** @param {number} amount\n * @returns 204 - Done */
      export default () => {};`;
    const log = "export default (ctx, next) => next().finally(() => ctx.app.emit('seen', ctx.input.body));";
    const app = create(await compileTree({ 'pay@post.ts': code, '_middleware.ts': log }));
    const seen: unknown[] = [];
    app.on('seen' as 'error', (body: unknown) => seen.push(body));
    const { ask, errors } = await serve(app);
    const headers = JSON_BODY.headers;
    expect((await ask('POST /pay', { headers, body: '{"amount":1000}' })).status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual([
      '"authorize" reads ctx.input.body, which is read after it. Check the body in the handler.',
    ]);
    expect(seen).toEqual([undefined]);
  });

  it('fails if a function reads the media type of the body, which is found later', async () => {
    const code = `
      const isXml = (input) => input.type === 'application/xml';
      export const authorize = (ctx) => !isXml(ctx.input);
      /**\n * @consumes text/csv\n * @param {string} body\n * @consumes application/xml\n * @param {string} body\n * @returns {string} The type */
      export default (ctx) => ctx.input.type;`;
    const { ask, errors } = await serve(create(await compileTree({ 'pay@post.ts': code })));
    const send = { headers: { 'Content-Type': 'application/xml' }, body: '<a/>' };
    expect((await ask('POST /pay', send)).status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual([
      '"authorize" reads ctx.input.type, which is read after it. Check the type in the handler.',
    ]);
  });

  it('gives a list its page, and leaves paging to the handler', async () => {
    const operations = await compileTree({
      '_middleware.ts': 'export const authorize = (ctx) => ctx.paging.limit === 2;',
      'pets.ts': '/** @param-include paging\n * @returns {integer[]} All */\nexport default () => [1, 2];',
    });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /pets?limit=2')).json).toEqual([1, 2]);
    expect((await ask('GET /pets?limit=3')).status).toBe(403);
  });

  it('calls the authorize of the directory and those around it, alone or with middleware', async () => {
    const operations = await compileTree({
      '_middleware.ts': note('all'),
      'a/_middleware.ts': `${note('a')}\nexport default async (ctx, next) => { ctx.state.seen = ['middleware']; await next(); };`,
      'a/b/_middleware.ts': 'export default [(ctx, next) => next()];',
      'a/b/c.ts': '/** @returns {string[]} All */\nexport default (ctx) => ctx.state.seen;',
      'd.ts': '/** @returns {string[]} All */\nexport default (ctx) => ctx.state.seen;',
    });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /a/b/c')).json).toEqual(['middleware', 'all', 'a']);
    expect((await ask('GET /d')).json).toEqual(['all']);
  });

  it('runs the one of the operation last, and only for it', async () => {
    const operations = await compileTree({
      '_middleware.ts': note('all'),
      'a/_middleware.ts': note('a'),
      'a/b@get.ts': `${note('own')}\n/** @returns {string[]} All */\nexport default (ctx) => ctx.state.seen;`,
      'a/b@post.ts': `${note('own', 'false')}\n/** @returns {string[]} All */\nexport default (ctx) => ctx.state.seen;`,
      'a/c.ts': '/** @returns {string[]} All */\nexport default (ctx) => ctx.state.seen;',
    });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /a/b')).json).toEqual(['all', 'a', 'own']);
    expect((await ask('POST /a/b')).status).toBe(403);
    expect((await ask('GET /a/c')).json).toEqual(['all', 'a']);
  });

  it('skips the authorize of the operation if a directory refuses', async () => {
    const operations = await compileTree({
      '_middleware.ts': 'export const authorize = () => false;',
      'a.ts': 'export const authorize = () => (globalThis.askedOwn = true);\n/** It */\nexport default () => {};',
    });
    const { ask } = await serve(create(operations));
    expect((await ask('GET /a')).status).toBe(403);
    expect((globalThis as { askedOwn?: true }).askedOwn).toBeUndefined();
  });

  it.each([false, true])('runs the one of an operation without directories, if lazy is %s', async (lazy) => {
    const tree = {
      'a.ts':
        'export function authorize(ctx) { return ctx.input.query.n === 1; }\n/** @param {integer} n\n * @returns {string} It */\nexport default () => "ok";',
    };
    const { ask } = await serve(create(await compileTree(tree, { lazy })));
    expect((await ask('GET /a?n=1')).json).toBe('ok');
    expect((await ask('GET /a?n=2')).status).toBe(403);
    expect((await ask('GET /a?n=x')).status).toBe(400);
    expect((await ask('HEAD /a?n=2')).status).toBe(403);
  });

  it('runs the one of a webhook, and not those of the tree', async () => {
    const operations = await compileTree({
      '_middleware.ts': 'export const authorize = () => false;',
      'home.ts': '/** Nothing. */',
      '../webhooks/paid@post.ts':
        'export const authorize = (ctx) => ctx.get("X-From") === "bank";\n/** @returns {string} It */\nexport default () => "ok";',
    });
    const { ask } = await serve(create(operations));
    expect((await ask('POST /webhooks/paid')).status).toBe(403);
    expect((await ask('POST /webhooks/paid', { headers: { 'X-From': 'bank' } })).json).toBe('ok');
  });

  it('runs the one of the operation for a repetition, and for ctx.current', async () => {
    const guard = 'export const authorize = (ctx) => ctx.get("X-Member").includes(ctx.operation.method);\n';
    const operations = await compileTree({
      'pets@post.ts': `let count = 0;\n${guard}/** @idempotent\n * @returns {integer} The count */\nexport default () => ++count;`,
      'pet@get.ts': `${guard}/** @etag\n * @returns {object} It */\nexport default () => ({ id: 1 });`,
      'pet@put.ts': '/** @returns {object} It */\nexport default (ctx) => ctx.current;',
    });
    const { ask } = await serve(create(operations, { idempotency: { clientOf: 'shared' } }));
    const by = (member: string, headers = {}): { headers: Record<string, string> } => ({
      headers: { 'X-Member': member, ...headers },
    });
    expect((await ask('POST /pets', by('POST', { 'Idempotency-Key': 'k1' }))).json).toBe(1);
    expect((await ask('POST /pets', by('GET', { 'Idempotency-Key': 'k1' }))).status).toBe(403);
    expect((await ask('PUT /pet', by('PUT', { 'If-Match': '*' }))).status).toBe(403);
    expect((await ask('PUT /pet', by('GET', { 'If-Match': '*' }))).json).toEqual({ id: 1 });
  });

  it('runs for HEAD, and for no OPTIONS, 404 or 405', async () => {
    let count = 0;
    const authorize = [() => (count++, false)];
    const { ask } = await serve(create(createManifest({ 'GET /it': { authorize, handler: () => 'ok' } })));
    expect((await ask('HEAD /it')).status).toBe(403);
    expect(count).toBe(1);
    expect((await ask('OPTIONS /it')).status).toBe(204);
    expect((await ask('DELETE /it')).status).toBe(405);
    expect((await ask('GET /other')).status).toBe(404);
    expect(count).toBe(1);
  });

  it('runs for a repetition with an idempotency key, which keeps no refusal', async () => {
    const operations = await compileTree({
      '_middleware.ts': 'export const authorize = (ctx) => ctx.get("X-Member") === "yes";',
      'pets@post.ts':
        'let count = 0;\n/** @idempotent\n * @returns {integer} The count */\nexport default () => ++count;',
    });
    const { ask } = await serve(create(operations, { idempotency: { clientOf: 'shared' } }));
    const post = (member: string): Promise<Answer> =>
      ask('POST /pets', { headers: { 'Idempotency-Key': 'k1', 'X-Member': member } });
    expect((await post('no')).status).toBe(403);
    expect((await post('yes')).json).toBe(1);
    expect((await post('no')).status).toBe(403);
    expect((await post('yes')).json).toBe(1);
  });

  it('runs before preconditions, and for ctx.current', async () => {
    const operations = await compileTree({
      '_middleware.ts':
        'export const authorize = (ctx) => { (globalThis.asked ??= []).push(ctx.operation.method); return ctx.get("X-Member").includes(ctx.operation.method); };',
      'pet@get.ts': '/** @etag\n * @returns {object} It */\nexport default () => ({ id: 1 });',
      'pet@put.ts': '/** @returns {object} It */\nexport default (ctx) => ctx.current;',
    });
    const { ask } = await serve(create(operations));
    const asked: string[] = ((globalThis as { asked?: string[] }).asked = []);
    const put = (member: string, headers = {}): Promise<Answer> =>
      ask('PUT /pet', { headers: { 'X-Member': member, ...headers } });
    expect((await put('no')).status).toBe(403);
    expect((await put('PUT')).status).toBe(428);
    expect(asked.splice(0)).toEqual(['PUT', 'PUT']);
    expect((await put('PUT', { 'If-Match': '*' })).status).toBe(403);
    expect((await put('PUT,GET', { 'If-Match': '*' })).json).toEqual({ id: 1 });
    expect(asked).toEqual(['PUT', 'GET', 'PUT', 'GET']);
  });

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['no function', [() => true, 'authorize']],
    ['undefined, such as of a condition', [() => true, undefined]],
  ])('refuses at once a manifest with %s', (_title, authorize) => {
    expect(() => create(createManifest({ 'GET /it': { authorize: authorize as never, handler: () => 'ok' } }))).toThrow(
      /Each export "authorize" of it\/@get\.ts and the _middleware files around it must be a function/,
    );
  });

  it.each<[string, object]>([
    ['handler', { handler: Object.assign(() => 'ok', { authorize: () => false }) }],
    ['middleware', { middleware: [Object.assign(() => {}, { authorize: () => false })], handler: () => 'ok' }],
    ['middleware', { middleware: [[Object.assign(() => {}, { authorize: 1 })]], handler: () => 'ok' }],
  ])('refuses at once an authorize that is a property of a function, which would not run: the %s', (what, entry) => {
    expect(() => create(createManifest({ 'GET /it': entry as never }))).toThrow(
      new RegExp(`The ${what} of it/@get\\.ts has a property "authorize", which would not run`),
    );
  });

  it.each<[string, boolean, string, string, number]>([
    ['its own', false, '', 'export const authorize = guard;', 200],
    ['its own', true, '', 'export const authorize = guard;', 200],
    ['that of a directory', true, 'export const authorize = () => true;', '', 500],
    ['another one', true, 'export const authorize = () => true;', 'export const authorize = () => true;', 500],
  ])('compares a property of the handler with %s, if lazy is %s', async (_title, lazy, outer, own, status) => {
    const operations = await compileTree(
      {
        ...(outer !== '' && { '_middleware.ts': outer }),
        'it.ts': `const guard = () => true;\n${own}\n/** @returns {string} It */\nexport default Object.assign(() => "ok", { ["auth" + "orize"]: guard });`,
      },
      { lazy },
    );
    const { ask } = await serve(create(operations));
    expect((await ask('GET /it')).status).toBe(status);
  });

  it('refuses all requests if the manifest has none', async () => {
    const operations = createManifest({ 'GET /it': { features: ['authorization'], handler: () => 'ok' } });
    const { ask, errors } = await serve(create(operations));
    expect((await ask('GET /it')).status).toBe(500);
    expect(errors[0]?.message).toContain('must be a function');
  });

  it('calls authorize for lazy handlers before they are loaded', async () => {
    const tree = {
      '_middleware.ts': 'export const authorize = () => false;',
      'it.ts': 'globalThis.loaded = true;\n/** @returns {string} It */\nexport default () => "ok";',
    };
    const { ask } = await serve(create(await compileTree(tree, { lazy: true })));
    expect((await ask('GET /it')).status).toBe(403);
    expect((globalThis as { loaded?: true }).loaded).toBeUndefined();
  });
});

it('authorize runs in a router that is mounted, with its prefix', async () => {
  const operations = await compileTree({
    'orgs/{id}/_middleware.ts': 'export const authorize = (ctx) => ctx.input.path.id === 1;',
    'orgs/{id}/pets.ts': '/** @param {integer} id\n * @returns {string} It */\nexport default () => "ok";',
  });
  const inner = new Koa();
  inner.use(createRouter(operations).routes());
  const { ask } = await serve(new Koa().use(mount('/api', inner)));
  expect((await ask('GET /api/orgs/1/pets')).json).toBe('ok');
  expect((await ask('GET /api/orgs/2/pets')).status).toBe(403);
});

describe('an operation that passes on another one', () => {
  const FILES = {
    'books/{id}/@put.ts': `/** @param {integer} id - x
 * @param {string} title - x
 */
export default function putBook(ctx) { return [ctx.operation.operationId, ctx.input.path.id, ctx.input.body.title]; }
export const authorize = (ctx) => ctx.get('X-Key') === 'k';`,
    'books/{id}/@patch.ts': "/** @operationId patchBook */\nexport { default } from './@put.ts';",
  };
  const headers = { 'Content-Type': 'application/json' };

  it.each([false, true])(
    'checks its input and runs its authorize, also if its code is loaded late: %s',
    async (lazy) => {
      const { ask } = await serve(
        createApp(await compileTree(FILES, { lazy, warnings: ['undeclared-path-parameter'] })),
      );
      const send = (body: string, own: object = {}) => ask('PATCH /books/7', { headers: { ...headers, ...own }, body });
      expect((await send('{"title":"Dust"}')).status).toBe(403);
      expect((await send('{"title":"Dust"}', { 'X-Key': 'k' })).json).toEqual(['patchBook', 7, 'Dust']);
      expect((await send('{}', { 'X-Key': 'k' })).status).toBe(400);
    },
  );
});

it('takes no status and body that middleware has set before for those of an authorize', async () => {
  const app = createApp(createManifest({ 'GET /it': { authorize: [() => true], handler: () => 'ok' } }));
  app.use((ctx, next) => {
    Object.assign(ctx, { status: 202, body: 'nothing yet' });
    return next();
  });
  const { ask } = await serve(app);
  expect(await ask('GET /it')).toMatchObject({ status: 202, body: 'ok' });
});
