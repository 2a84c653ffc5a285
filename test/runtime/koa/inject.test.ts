import { Readable } from 'node:stream';
import inject from 'light-my-request';
import { afterAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { page } from '../../../src/runtime/koa/index.ts';
import { scratch } from '../../support/build.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';

async function* broken(): AsyncGenerator<string> {
  yield 'the beginning';
  throw new Error('the disk is gone');
}

const OPERATIONS: Manifest = {
  ...createManifest({
    'GET /now/{id}': (ctx: OperationContext) => ({ id: ctx.params['id'], query: ctx.query, ip: typeof ctx.ip }),
    'GET /later': async () => (await Promise.resolve(), [1]),
    'GET /nothing': () => undefined,
    'GET /stream': () => Readable.from(['a', 'b']),
    'GET /broken': () => Readable.from(broken()),
    'GET /bytes': { produces: 'image/png', handler: () => Buffer.from('png') },
    'GET /cookie': (ctx: OperationContext) => void ctx.cookies.set('a', 'b'),
    'GET /error': () => Promise.reject(new Error('secret')),
    'GET /rows': { paging: 'page', handler: () => page([1, 2], 9) },
    'GET /wrapped': { middleware: [async (ctx, next) => (await next(), (ctx.body = [ctx.body]))], handler: () => 1 },
    'GET /own': (ctx: OperationContext) => ((ctx.respond = false), ctx.res.writeHead(209, { 'X-Own': '1' }).end('raw')),
    'GET /secret': { security: [{ session: [] }], handler: (ctx: OperationContext) => ctx.auth },
  }),
  securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
};

const security = { session: (_ctx: unknown, key: unknown) => key };

const REQUESTS: readonly [target: string, headers?: Record<string, string>][] = [
  ['GET /now/1?a=b'],
  ['HEAD /now/1'],
  ['GET /later'],
  ['GET /nothing'],
  ['GET /stream'],
  ['HEAD /stream'],
  ['GET /bytes'],
  ['GET /cookie'],
  ['GET /error'],
  ['GET /rows?page_size=2&total=1'],
  ['GET /wrapped'],
  ['GET /own'],
  ['GET /secret'],
  ['GET /secret', { Cookie: 'session=s1' }],
  ['GET /unknown'],
  ['GET /%'],
  ['PUT /later'],
  ['OPTIONS /later'],
];

describe.each(KINDS)('a request without a connection, to $name', ({ create }) => {
  it.each(REQUESTS)('answers a request as one over a connection: %s %j', async (target, headers = {}) => {
    const app = create(OPERATIONS, { security });
    const { ask, errors } = await serve(app);
    const expected = await ask(target, { headers });
    const told = errors.splice(0).map(({ message }) => message);
    const [method, url] = target.split(' ') as ['GET', string];
    const answer = await inject(app.callback(), { method, url, headers });
    expect([answer.statusCode, answer.statusMessage, answer.payload]).toEqual([
      expected.status,
      expected.message,
      expected.body,
    ]);
    // How a connection is kept, and when, is its own affair.
    const { date: _, connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...shown } = expected.headers;
    expect(answer.headers).toMatchObject(shown);
    expect(errors.map(({ message }) => message)).toEqual(told);
  });

  it('fails with the error of a stream that breaks off', async () => {
    const app = create(OPERATIONS, { security });
    const errors: string[] = [];
    app.on('error', (error) => errors.push(error.message));
    await expect(inject(app.callback(), { url: '/broken' })).rejects.toThrow('the disk is gone');
    expect(errors).toEqual(['the disk is gone']);
  });

  it('reads the body of a request without a connection', async () => {
    const root = scratch(afterAll);
    const operations = await compileTree(
      { 'pets@post.ts': '/** @param {integer} age - In years\n@returns {object} 201 - It */' },
      { root },
    );
    const callback = create(operations).callback();
    const added = await inject(callback, { method: 'POST', url: '/pets', payload: { age: 3 } });
    expect([added.statusCode, added.json<{ body: unknown }>().body]).toEqual([201, { age: 3 }]);
    const wrong = await inject(callback, { method: 'POST', url: '/pets', payload: { age: 'x' } });
    expect(wrong.json()).toMatchObject({ status: 400, errors: [{ in: 'body', pointer: '/age' }] });
    const large = await inject(callback, {
      method: 'POST',
      url: '/pets',
      headers: { 'content-type': 'application/json' },
      payload: ' '.repeat(2 ** 21),
    });
    expect(large.statusCode).toBe(413);
    const several = await Promise.all(
      Array.from({ length: 20 }, () => inject(callback, { method: 'POST', url: '/pets', payload: { age: 3 } })),
    );
    expect(several.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201));
  });
});
