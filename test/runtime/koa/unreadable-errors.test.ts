import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { problem } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';
import { exchange } from './wire.ts';

const HIDDEN = { type: 'about:blank', title: 'Internal Server Error', status: 500 };

const fail = (): never => {
  throw new Error('of an accessor');
};

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const withGetter = (name: string): Error => Object.defineProperty(new Error('thrown'), name, { get: fail });
const withFields = (fields: object): Error => Object.assign(new Error('thrown'), fields);

/** Collects what would end the process during a test. */
function collectUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const add = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', add);
  onTestFinished(() => void process.off('unhandledRejection', add));
  return unhandled;
}

describe.each(KINDS)('thrown values that cannot be read, by $name', ({ create }) => {
  it.each<[string, unknown]>([
    ['a revoked proxy', revoked()],
    [
      'an object whose tag throws',
      {
        get [Symbol.toStringTag]() {
          return fail();
        },
      },
    ],
    ['a status that throws', withGetter('status')],
    ['headers that throw', withGetter('headers')],
    ['expose that throws', withGetter('expose')],
    ['a message that throws', withGetter('message')],
    ['a stack that throws', withGetter('stack')],
    ['a stack that is not text', withFields({ stack: 42 })],
    ['a status that is a symbol', withFields({ status: Symbol('400') })],
    ['a status that cannot be converted', withFields({ status: Object.create(null) })],
    ['a proxy whose every read throws', new Proxy(new Error('thrown'), { get: fail })],
    ['a proxy whose writes throw', new Proxy(new Error('thrown'), { set: fail, defineProperty: fail })],
    [
      'a status that cannot be set',
      Object.defineProperty(new Error('thrown'), 'status', { get: () => 500, set: fail }),
    ],
  ])('answers 500 for values that cannot be read, and keeps the process alive: %s', async (_name, thrown) => {
    const unhandled = collectUnhandled();
    const app = create(
      createManifest({
        'GET /now': () => {
          throw thrown;
        },
        'GET /later': async () => {
          throw thrown;
        },
      }),
    );
    const { ask, errors } = await serve(app);
    for (const path of ['/now', '/later']) {
      expect((await ask(`GET ${path}`)).json).toEqual(HIDDEN);
      expect((await ask(`HEAD ${path}`)).status).toBe(500);
    }
    expect(errors).toHaveLength(4);
    expect(errors.every(({ stack }) => typeof stack === 'string')).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it.each<[string, () => Error]>([
    ['a BigInt', () => problem(409, { left: 5n })],
    ['toJSON that returns nothing', () => problem(409, { toJSON: () => undefined })],
    ['toJSON that throws', () => problem(409, { toJSON: fail })],
    ['a message that JSON cannot represent', () => withFields({ status: 400, expose: true, message: 5n })],
  ])('sends a problem if its members cannot be serialized: %s', async (_name, createThrown) => {
    const app = create(
      createManifest({
        'GET /': () => {
          throw createThrown();
        },
      }),
    );
    const { ask, errors } = await serve(app);
    const answer = await ask('GET /');
    expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
    expect(answer.json).toEqual(HIDDEN);
    expect(errors).toHaveLength(2);
  });

  it('keep the framing and the coding of the response, whatever their headers are', async () => {
    const headers = {
      'Transfer-Encoding': 'chunked',
      'Content-Length': '3',
      'Content-Encoding': 'gzip',
      'Retry-After': '5',
    };
    const app = create(
      createManifest({
        'GET /': () => {
          throw problem(503, {}, { headers });
        },
      }),
    );
    const { ask } = await serve(app);
    const answer = await ask('GET /');
    expect(answer.json).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 });
    expect(answer.headers).toMatchObject({ 'content-length': String(answer.body.length), 'retry-after': '5' });
    expect(answer.headers).not.toHaveProperty('transfer-encoding');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it.each<[string, (ctx: OperationContext) => void]>([
    ['headers', ({ res }) => void res.writeHead(200)],
    ['a part of the body', ({ res }) => void res.write('begun')],
  ])('end the connection if %s were written by hand', async (_name, write) => {
    const app = create(
      createManifest({
        'GET /': async (ctx) => {
          write(ctx);
          throw new Error('after the headers');
        },
      }),
    );
    const { url, errors } = await serve(app);
    expect(await exchange(Number(new URL(url).port), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatchObject({
      closed: true,
    });
    expect(errors).toMatchObject([{ message: 'after the headers', headerSent: true }]);
  });
});
