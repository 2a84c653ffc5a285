import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import type { App, Kind } from './serve.ts';
import { KINDS, serve, until } from './serve.ts';
import { exchange } from './wire.ts';

/** Those whose response createApp writes. */
const OWN: readonly Kind[] = KINDS.filter(({ name }) => name.startsWith('createApp'));

const BODIES: readonly (readonly [string, () => unknown])[] = [
  ['a text', () => 'abcde'],
  ['a Buffer', () => Buffer.from('abcde')],
  ['a stream', () => Readable.from([Buffer.from('abc'), Buffer.from('de')], { objectMode: false })],
  ['a web stream', () => new Blob(['abcde']).stream()],
  ['a Blob', () => new Blob(['abcde'])],
  ['a Response', () => new Response('abcde')],
  ['an iterable of bytes', () => Readable.from([Buffer.from('abc'), Buffer.from('de')])],
  ['an iterable of texts', () => Readable.from(['abc', 'de'])],
];

/** Serves a body with a length that is set after it, by the handler or by middleware around it. */
function serving({ create }: Kind, createBody: () => unknown, length: string): App {
  const put = (ctx: OperationContext): void => ctx.set('Content-Length', length);
  const sketch = { status: 200, produces: 'text/plain' };
  return create(
    createManifest({
      'GET /set': {
        ...sketch,
        handler: (ctx: OperationContext) => {
          ctx.body = createBody();
          put(ctx);
        },
      },
      'GET /inside': {
        ...sketch,
        handler: createBody,
        middleware: [async (ctx, next) => (await next(), put(ctx))],
      },
      'GET /next': () => ({ next: true }),
    }),
  );
}

const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const NEXT = get('/next', 'Connection: close\r\n');

/** How a client reads a response with a body of five bytes, if another one follows on its connection. */
function readAs(text: string, length: number): string {
  const [head = '', rest = ''] = text.split(/\r\n\r\n(.*)/s);
  if (head.includes(' 500 ')) return 'error';
  if (/^content-length: 5$/im.test(head)) return rest.startsWith('abcdeHTTP/1.1 200 OK') ? 'whole' : text;
  return 'abcde'.startsWith(rest) && rest.length < length ? 'cut' : text;
}

describe.each(OWN)('a Content-Length that is set by $name', (kind) => {
  describe.each(BODIES)('for %s', (_body, createBody) => {
    it.each(['2', '4', '6', '1000'])(
      'never lets bytes of a response be read as the next one: %s of 5',
      async (length) => {
        const { server, errors } = await serve(serving(kind, createBody, length));
        const { port } = server.address() as AddressInfo;
        for (const path of ['/set', '/inside']) {
          const { text } = await exchange(port, get(path) + NEXT, 30_000);
          expect(['whole', 'cut', 'error']).toContain(readAs(text, Number(length)));
        }
        for (const { message } of errors)
          expect(message).toMatch(/^The stream of the response has .* its Content-Length is/);
      },
    );

    it('sends the whole body if the length is right', async () => {
      const { server, errors } = await serve(serving(kind, createBody, '5'));
      for (const path of ['/set', '/inside']) {
        const { text } = await exchange((server.address() as AddressInfo).port, get(path) + NEXT, 30_000);
        expect(text).toMatch(/\r\n\r\nabcdeHTTP\/1\.1 200 OK[^]*\{"next":true\}$/);
        expect(text).toMatch(/content-length: 5\r\n/i);
      }
      expect(errors).toEqual([]);
    });

    it.each(['x', '-1', '5.5', '5, 5', ''])("sends the whole body if the value isn't a length: %j", async (length) => {
      const { server } = await serve(serving(kind, createBody, length));
      for (const path of ['/set', '/inside']) {
        const { text } = await exchange((server.address() as AddressInfo).port, get(path) + NEXT, 30_000);
        expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
        expect(text).not.toMatch(new RegExp(`^content-length: ${length}\r$`, 'im'));
      }
    });
  });

  it.each(BODIES.slice(2))(
    'reports the bytes that are missing or too many, and closes %s',
    async (_body, createBody) => {
      for (const [length, actual] of [
        ['9', 'only 5'],
        ['4', 'more'],
      ] as const) {
        const { ask, errors } = await serve(serving(kind, createBody, length));
        await ask('GET /set').catch(() => {});
        await until(() => errors.length > 0);
        expect(errors.map(({ message }) => message)).toEqual([
          `The stream of the response has ${actual} bytes, but its Content-Length is ${length}`,
        ]);
      }
    },
  );

  it('sends no Content-Length with a Transfer-Encoding', async () => {
    for (const [, createBody] of BODIES) {
      const coded = (): unknown => createBody();
      const app = kind.create(
        createManifest({
          'GET /set': {
            status: 200,
            produces: 'text/plain',
            handler: (ctx: OperationContext) => {
              ctx.body = coded();
              ctx.set('Transfer-Encoding', 'chunked');
              ctx.set('Content-Length', '5');
            },
          },
        }),
      );
      const { ask } = await serve(app);
      const { body, headers } = await ask('GET /set');
      expect([body, headers['content-length']]).toEqual(['abcde', undefined]);
    }
  });

  it('stays for HEAD, which has no body', async () => {
    const handler = (ctx: OperationContext): void => {
      ctx.body = '';
      ctx.length = 1000;
    };
    const app = kind.create(createManifest({ 'HEAD /it': { status: 200, produces: 'text/plain', handler } }));
    const { ask } = await serve(app);
    expect((await ask('HEAD /it')).headers['content-length']).toBe('1000');
    const large = serving(kind, BODIES[2]![1], '1000');
    expect((await (await serve(large)).ask('HEAD /set')).headers['content-length']).toBe('1000');
  });
});

it.each(['1000', 'x'])(
  'the stream of a response is closed if its client leaves, with the length %s',
  async (length) => {
    const stream = new Readable({ read() {} });
    stream.push('abc');
    const { url, errors } = await serve(serving(OWN[0]!, () => stream, length));
    const left = new AbortController();
    await fetch(`${url}/set`, { signal: left.signal });
    left.abort();
    await until(() => stream.destroyed && errors.length > 0);
    // As Koa reports it.
    expect(errors.map(({ message }) => message)).toEqual(['Premature close']);
  },
);
