import { describe, expect, it } from 'vitest';
import { withHooks } from '../../../src/runtime/client/hooks.ts';
import { createClient } from '../../../src/runtime/client/index.ts';
import type { ClientOptions, ClientRequest, PendingPage, RequestOptions } from '../../../src/runtime/client/types.ts';
import { listen } from '../koa/serve.ts';
import { PARTS } from './prepared.ts';

const OPERATIONS = {
  'GET /pets': { id: 'listPets' },
  'POST /pets': { body: 'application/json' },
  'POST /orders': { idempotent: true },
  'GET /file': { types: ['*/*'] },
} as const;

type Call = (operation: string, input?: ClientRequest, init?: RequestOptions) => PendingPage<any, any>;

const clientOf = (options: ClientOptions): { readonly request: Call } =>
  createClient(OPERATIONS, { ...PARTS, baseUrl: 'http://localhost', ...options }) as unknown as { request: Call };

describe('the hooks of a client', () => {
  it('run before and after each attempt, with the operation', async () => {
    const log: unknown[] = [];
    const answers = [new Response('', { status: 503 }), Response.json([1])];
    const { request } = clientOf({
      fetch: withHooks({
        before(sent) {
          sent.headers.set('X-Trace', String(log.length));
          log.push([sent.operation, sent.url]);
        },
        after: (response, { operation }) => void log.push([operation, response.status]),
        fetch: async (sent) => {
          log.push(sent.headers.get('X-Trace'));
          return answers.shift()!;
        },
      }),
    });
    expect(await request('GET /pets')).toEqual([1]);
    const sent = ['GET /pets', 'http://localhost/pets'];
    expect(log).toEqual([sent, '0', ['GET /pets', 503], sent, '3', ['GET /pets', 200]]);
  });

  it('replaces the request and the response by hooks', async () => {
    const { request } = clientOf({
      fetch: withHooks({
        before: async (sent) => new Request(`${sent.url}?a=1`, sent),
        after: async (_, sent) => Response.json([sent.operation, sent.url]),
        fetch: async () => Response.json(0),
      }),
    });
    expect(await request('GET /pets')).toEqual(['GET /pets', 'http://localhost/pets?a=1']);
  });

  it('see failures, which are thrown nevertheless', async () => {
    const failures: unknown[] = [];
    const failed = (error: unknown, { operation }: { operation: string }): void =>
      void failures.push([operation, error]);
    const error = new Error('offline');
    const { request } = clientOf({ fetch: withHooks({ failed, fetch: () => Promise.reject(error) }) });
    await expect(request('GET /pets')).rejects.toBe(error);
    expect(failures).toEqual([['GET /pets', error]]);
  });

  it.each([
    ['another request', (sent: Request) => new Request(sent.url, { method: 'POST' })],
    ['the same request', (sent: Request) => sent.headers.delete('Idempotency-Key')],
  ])('sends a write once if the hooks remove its key: %s', async (_, before) => {
    let count = 0;
    const fetch = async (): Promise<Response> => new Response(String(++count), { status: 503 });
    const { request } = clientOf({ fetch: withHooks({ before, fetch }) });
    await expect(request('POST /orders')).rejects.toMatchObject({ status: 503 });
    expect(count).toBe(1);
  });
});

describe('the raw response of a call', () => {
  it('the raw response has a body that is read as it arrives', async () => {
    const chunk = Buffer.alloc(2 ** 16, 'x');
    let sent = 0;
    const { url } = await listen((_, response) => {
      const send = (): void => {
        while (sent < 2000) {
          sent++;
          if (!response.write(chunk)) return void response.once('drain', send);
        }
        response.end();
      };
      response.on('close', () => (sent = Infinity));
      send();
    });
    const response = await clientOf({ baseUrl: url }).request('GET /file').raw;
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    expect(value!.length).toBeGreaterThan(0);
    // The server waits for the reader: most of the 128 MB are not sent.
    expect(sent).toBeLessThan(1000);
    await reader.cancel();
  });

  it('checks the raw response as every response', async () => {
    const failing = clientOf({ fetch: async () => Response.json({ a: 1 }, { status: 404 }) });
    await expect(failing.request('GET /file').raw).rejects.toMatchObject({ status: 404, body: { a: 1 } });
    const page = clientOf({ fetch: async () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }) });
    await expect(page.request('GET /pets').raw).rejects.toThrow('but got text/html: <p>');
  });

  it('leaves no body for the call itself', async () => {
    const call = clientOf({ fetch: async () => Response.json([1]) }).request('GET /pets');
    expect(await (await call.raw).json()).toEqual([1]);
    await expect(call).rejects.toThrow('GET /pets: read the body from the response of "raw"');
  });
});

describe('the walk of a list', () => {
  it.each([
    ['itself', () => 2],
    ['an earlier page', (page: number) => (page === 3 ? 2 : page + 1)],
  ])('ends with an error if a page leads back to %s', async (_, next) => {
    let count = 0;
    const { request } = clientOf({
      fetch: async ({ url }) => {
        count++;
        const page = Number(new URL(url).searchParams.get('page') ?? 1);
        return Response.json([page], { headers: { Link: `</pets?page=${next(page)}>; rel="next"` } });
      },
    });
    const rows: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const row of request('GET /pets')) rows.push(row);
    };
    await expect(read()).rejects.toThrow('GET /pets: the links of its pages lead back to page=2');
    expect(rows).toHaveLength(count);
    expect(count).toBeLessThan(4);
  });
});

describe('the headers of a request', () => {
  const asked = async (
    init: RequestOptions,
    input: ClientRequest,
    headers: Record<string, string>,
  ): Promise<Headers> => {
    let found: Headers | undefined;
    const fetch = async (request: Request): Promise<Response> => {
      found = request.headers;
      return Response.json(1);
    };
    await clientOf({ headers, fetch }).request('POST /pets', input, init);
    return found!;
  };

  it('sends the type of the contract, whatever headers the client sends', async () => {
    const type = { 'content-type': 'text/plain' };
    const form = new FormData();
    form.append('a', '1');
    const sent = await asked({ headers: type }, { body: form }, type);
    expect(sent.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/);
    expect((await asked({}, { body: { a: 1 } }, type)).get('Content-Type')).toBe('application/json');
    expect((await asked({}, {}, type)).get('Content-Type')).toBeNull();
  });

  it('sends the cookies of the input and those that are forwarded', async () => {
    const sent = await asked({}, { cookie: { a: 1 } }, { cookie: 'b=2; c=3' });
    expect(sent.get('Cookie')).toBe('a=1; b=2; c=3');
    expect((await asked({}, {}, { Cookie: 'b=2' })).get('Cookie')).toBe('b=2');
    expect((await asked({}, { cookie: { a: 1 } }, {})).get('Cookie')).toBe('a=1');
  });
});
