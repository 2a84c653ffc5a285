import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/runtime/client/index.ts';
import { PARTS, prepareRequest } from './prepared.ts';
import { normalizePath } from '../../../src/shared/contract/path-spelling.ts';
import { matchOperation, routePath } from '../../../src/shared/contract/routes.ts';
import { tablesOf } from '../../support/routes.ts';
import { ResponseError, UNKNOWN, linkOf, readResponse } from '../../../src/runtime/client/response.ts';

const DATE = new Date('2026-11-23T09:30:00Z');
const TIME = '2026-11-23T09%3A30%3A00.000Z';

describe('the address of a request', () => {
  it.each<[string, object, string]>([
    ['/pets', {}, '/pets'],
    ['/', {}, '/'],
    ['/pets/{id}', { path: { id: 7 } }, '/pets/7'],
    ['/pets/{id}', { path: { id: 'a/b?c#d%e ü' } }, '/pets/a%2Fb%3Fc%23d%25e%20%C3%BC'],
    ['/größe/100%/{a}...{b}', { path: { a: 'x', b: 'y' } }, '/gr%C3%B6%C3%9Fe/100%25/x...y'],
    ['/files/{path...}', { path: { path: 'a/b c/ü?#%' } }, '/files/a/b%20c/%C3%BC%3F%23%25'],
    // The server would drop a slash at the end, and refuses a part that is empty.
    ['/files/{path...}', { path: { path: 'a/' } }, '/files/a%2F'],
    ['/pets/{id}:archive', { path: { id: '7:a' } }, '/pets/7%3Aa:archive'],
    ['/img/{name}.{ext}', { path: { name: 'a.b', ext: 'png' } }, '/img/a.b.png'],
    ['/{user}@{host}', { path: { user: 'a', host: 'b@c' } }, '/a@b%40c'],
    ['/{a}25{b}', { path: { a: 'x', b: '%y' } }, '/x25%25y'],
    ["/a!$&'()*+,;=:@b", {}, "/a!$&'()*+,;=:@b"],
    ['/at/{ids}', { path: { ids: [1, 2] } }, '/at/1%2C2'],
    ['/at/{point}', { path: { point: { x: 1, y: 2 } } }, '/at/x%2C1%2Cy%2C2'],
    [
      '/a',
      { query: { q: 'a&b=c', n: 0, no: false, none: undefined, nil: null, empty: '' } },
      '/a?q=a%26b%3Dc&n=0&no=false&nil=&empty=',
    ],
    ['/a', { query: { tag: ['a', 'b'], no: [] } }, '/a?tag=a&tag=b'],
    ['/a', { query: { joined: ['a', 'b'], tag: ['a'] } }, '/a?joined=a%2Cb&tag=a'],
    // A list that is joined can be sent empty. The server reads it as an empty list.
    ['/a', { query: { joined: [] } }, '/a?joined='],
    ['/at/{time}', { path: { time: DATE } }, '/at/2026-11-23T09%3A30%3A00.000Z'],
    [
      '/a',
      { query: { at: DATE, all: [DATE], joined: [DATE, DATE] } },
      `/a?at=${TIME}&all=${TIME}&joined=${TIME}%2C${TIME}`,
    ],
    ['/a', { query: { of: { since: DATE, none: undefined } } }, `/a?of%5Bsince%5D=${TIME}`],
    ['/a', { query: { url: new URL('http://a/b') } }, '/a?url=http%3A%2F%2Fa%2Fb'],
    ['/a', { query: { of: { kind: 'cat', size: [1, 2] } } }, '/a?of%5Bkind%5D=cat&of%5Bsize%5D=1&of%5Bsize%5D=2'],
    ['/a', { query: { 'a[]': 1 } }, '/a?a%5B%5D=1'],
  ])('%s with %j', (path, input, url) =>
    expect(prepareRequest(`GET ${path}`, undefined, input, { joined: ',' }).url).toBe(url),
  );

  it.each<[string, unknown, string]>([
    ['/pets/{id}', undefined, 'Cannot send path.id: it is missing'],
    ['/pets/{id}', null, 'Cannot send path.id: it is missing'],
    ['/pets/{id}', '', 'Cannot send path.id: it is missing'],
    ['/pets/{id}', [], 'Cannot send path.id: it is missing'],
    // A URL would be shortened by these.
    ['/pets/{id}', '..', 'Cannot send ".." in /pets/{id}'],
    ['/pets/{id}/x', '.', 'Cannot send "." in /pets/{id}/x'],
    ['/pets/.{id}', '.', 'Cannot send ".." in /pets/.{id}'],
    ['/files/{id...}', 'a/../b', 'Cannot send ".." in /files/{id...}'],
    ['/files/{id...}', '', 'Cannot send path.id: it is missing'],
    // Without a base URL, a browser would send the headers to this host.
    ['/{id...}', '/evil.example/x', 'Cannot send "/" in /{id...}'],
  ])('%s cannot have %j', (path, id, message) => {
    const prepare = (): unknown => prepareRequest(`GET ${path}`, undefined, { path: { id } });
    expect(prepare).toThrow(TypeError);
    expect(prepare).toThrow(message);
  });
});

describe('a value without a text', () => {
  class Money {
    toJSON(): object {
      return { cents: 1 };
    }
  }

  it.each<[object, string]>([
    [{ query: { of: new Map([['a', 1]]) } }, 'Cannot send query.of: Map has no text'],
    [{ query: { of: { a: { b: 1 } } } }, 'Cannot send query.of: Object has no text'],
    [{ query: { of: [{ a: 1 }] } }, 'Cannot send query.of: Object has no text'],
    [{ query: { of: Buffer.from('a') } }, 'Cannot send query.of: Uint8Array has no text'],
    [{ query: { of: new Money() } }, 'Cannot send query.of: Object has no text'],
    [{ query: { of: () => 1 } }, 'Cannot send query.of: Function has no text'],
    [{ query: { joined: [{ a: 1 }] } }, 'Cannot send query.joined: Object has no text'],
    [{ path: { id: { a: {} } } }, 'Cannot send path.id: Object has no text'],
    [{ header: { 'X-A': [{}] } }, 'Cannot send header.X-A: Object has no text'],
    [{ header: { 'X-A': new Set([1]) } }, 'Cannot send header.X-A: Set has no text'],
    [{ cookie: { a: new Blob(['a']) } }, 'Cannot send cookie.a: Blob has no text'],
    [{ query: { of: Promise.resolve(1) } }, 'Cannot send query.of: Promise has no text'],
    [{ query: { of: new Date(Number.NaN) } }, 'Invalid time value'],
  ])('reports the place of a value without a text: %j', (input, message) => {
    const prepare = (): unknown =>
      prepareRequest('GET /{id}', undefined, { path: { id: 1 }, ...input }, { joined: ',' });
    expect(prepare).toThrow(message);
  });
});

describe('the parameters of one segment', () => {
  it.each<[string, object, string]>([
    [
      '{name}.{ext}',
      { name: 'a', ext: 'b.png' },
      'The path parameters of {name}.{ext} would arrive as "a.b" and "png"',
    ],
    ['{from}-{to}', { from: '1', to: '2-3' }, 'would arrive as "1-2" and "3"'],
    ['v{major}.{minor}', { major: 1, minor: 2.5 }, 'would arrive as "1.2" and "5"'],
    ['{a}...{b}', { a: 'x', b: '.y' }, 'would arrive as "x." and "y"'],
  ])('%s refuses %j, which the server would split elsewhere', (segment, path, message) => {
    const prepare = (): unknown => prepareRequest(`GET /${segment}`, undefined, { path });
    expect(prepare).toThrow(TypeError);
    expect(prepare).toThrow(message);
  });

  it('arrive as they were sent, or are refused by the client', () => {
    const outcomes = { sent: 0, refused: 0 };
    const wrong: string[][] = [];
    for (const template of ['/{a}.{b}', '/{a}-{b}', '/x{a}:{b}', '/{a}@{b}', '/{a}25{b}', '/{a}%{b}', '/{a}ü{b}']) {
      const contract = { method: 'GET' as const, path: template };
      const routing = { operations: [contract], routes: tablesOf([contract]) };
      // Those of the text between the parameters, and those that paths treat as special.
      const characters = [...new Set(['a', '.', '%', '/', '+', 'ü', ...template.replace(/\{\w\}/g, '').slice(1)])];
      const values = characters.flatMap((one) => characters.map((other) => one + other));
      for (const a of values) {
        for (const b of values) {
          let url: string;
          try {
            ({ url } = prepareRequest(`GET ${template}`, undefined, { path: { a, b } }));
          } catch {
            outcomes.refused++;
            continue;
          }
          outcomes.sent++;
          const found = matchOperation(routing, 'GET', routePath(normalizePath(url), false)!)?.values;
          if (found?.[0] !== a || found[1] !== b) wrong.push([template, url, a, b]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(outcomes.sent).toBeGreaterThan(10 * outcomes.refused);
    expect(outcomes.refused).toBeGreaterThan(100);
  });
});

describe('the fields of a request', () => {
  it('sends the header, the cookies and the type of the body', () => {
    const { headers, addCookies } = prepareRequest('POST /', 'application/vnd.api+json', {
      header: { 'If-Match': 'a', Ids: [1, 2], At: DATE, None: undefined },
      cookie: { a: 'x y;', b: 1, c: undefined, d: DATE },
      body: null,
    });
    expect(headers).toEqual({
      'If-Match': 'a',
      Ids: '1,2',
      At: '2026-11-23T09:30:00.000Z',
      'Content-Type': 'application/vnd.api+json',
    });
    const fields = new Headers();
    addCookies!(fields);
    expect(fields.get('Cookie')).toBe('a=x%20y%3B; b=1; d=2026-11-23T09%3A30%3A00.000Z');
  });

  it('sends no empty fields', () => {
    const { headers, addCookies } = prepareRequest('GET /', undefined, { cookie: { a: undefined } });
    const fields = new Headers(headers);
    addCookies!(fields);
    expect([...fields]).toEqual([]);
  });
});

/** What a request is sent with for a body: its type, and its text. */
function bodyOf(value: unknown, mediaType?: string): Promise<[string | null, string]> {
  const { url, ...init } = prepareRequest('POST /', mediaType, { body: value });
  const request = new Request(`http://localhost${url}`, init);
  return Promise.all([request.headers.get('Content-Type'), request.text()]);
}

describe('the body of a request', () => {
  it.each<[string, unknown, string | undefined, string | null, string]>([
    ['JSON', { a: [1, null] }, undefined, 'application/json', '{"a":[1,null]}'],
    ['a text as JSON', 'a', undefined, 'application/json', '"a"'],
    ['text', 'ä', 'text/plain', 'text/plain', 'ä'],
    ['bytes', new Uint8Array([97, 98]), 'application/octet-stream', 'application/octet-stream', 'ab'],
    ['a Buffer', Buffer.from('ab'), 'application/octet-stream', 'application/octet-stream', 'ab'],
    ['an ArrayBuffer', new Uint8Array([97, 98]).buffer, 'image/png', 'image/png', 'ab'],
    ['a Buffer, which is sent as it is, as JSON', Buffer.from('[1]'), undefined, 'application/json', '[1]'],
    ['a Date as JSON', { at: DATE }, undefined, 'application/json', '{"at":"2026-11-23T09:30:00.000Z"}'],
    ['a Blob', new Blob(['ab'], { type: 'image/png' }), 'image/*', 'image/png', 'ab'],
    [
      'a Blob as something else',
      new Blob(['ab'], { type: 'image/png' }),
      'application/octet-stream',
      'application/octet-stream',
      'ab',
    ],
    [
      'a form',
      { a: 'x y', b: [1, 2], c: { d: 1 }, e: undefined, f: null, g: DATE },
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded;charset=UTF-8',
      `a=x+y&b=1&b=2&c=%7B%22d%22%3A1%7D&f=&g=${TIME}`,
    ],
    [
      'a form of its own',
      new URLSearchParams({ a: '1' }),
      undefined,
      'application/x-www-form-urlencoded;charset=UTF-8',
      'a=1',
    ],
    ['none', undefined, undefined, null, ''],
  ])('%s', async (_, value, mediaType, type, text) => expect(await bodyOf(value, mediaType)).toEqual([type, text]));

  const STREAMS: readonly [string, () => unknown][] = [
    ['a stream of the web', () => new Blob(['ab']).stream()],
    ['a stream of Node', () => Readable.from([Buffer.from('a'), Buffer.from('b')])],
    [
      'a generator',
      async function* generate() {
        yield new TextEncoder().encode('ab');
      },
    ],
  ];

  it.each(STREAMS)('sends a body of %s once', async (_, create) => {
    const asked: { type: string | null; text: string }[] = [];
    const client = createClient(
      { 'QUERY /': { body: 'application/octet-stream' } },
      {
        ...PARTS,
        baseUrl: 'http://localhost',
        headers: { 'content-type': 'text/plain' },
        async fetch(request) {
          asked.push({ type: request.headers.get('Content-Type'), text: await request.text() });
          return new Response('', { status: 503 });
        },
      },
    );
    const { request } = client as unknown as { request(operation: string, input: object): Promise<unknown> };
    await expect(request('QUERY /', { body: create() })).rejects.toMatchObject({ status: 503 });
    expect(asked).toEqual([{ type: 'application/octet-stream', text: 'ab' }]);
  });

  it('sends no stream where the platform would send the text of the object', async () => {
    vi.stubGlobal(
      'Request',
      class extends Request {
        constructor(url: string, init: RequestInit) {
          super(url, { ...init, body: String(init.body) });
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createClient(
      {},
      { ...PARTS, baseUrl: 'http://localhost', fetch: async () => answer('1', 'application/json') },
    );
    const { request } = client as unknown as { request(operation: string, input: object): Promise<unknown> };
    await expect(request('POST /', { body: new Blob(['ab']).stream() })).rejects.toThrow(
      'Cannot send body: this browser cannot send streams, only Blobs',
    );
  });

  it.each<[string, unknown, string, string]>([
    ['a stream as a form', new Blob(['ab']).stream(), 'multipart/form-data', 'The body of a form must be an object'],
    [
      'a stream in a form',
      { a: new Blob(['ab']).stream() },
      'multipart/form-data',
      'Cannot send body.a: ReadableStream',
    ],
    ['a Map in a form', { a: new Map() }, 'multipart/form-data', 'Cannot send body.a: Map has no text'],
    [
      'a file in a form of texts',
      { a: new Blob(['ab']) },
      'application/x-www-form-urlencoded',
      'Cannot send body.a: Blob',
    ],
    ['an object as text', { a: 1 }, 'text/plain', 'Cannot send body: Object has no text'],
    [
      'bytes in JSON',
      { a: [{ b: Buffer.from('ab') }] },
      'application/json',
      'Cannot send body, "b": Uint8Array has no text',
    ],
    ['a file in JSON', [new Blob(['ab'])], 'application/json', 'Cannot send body, "0": Blob has no text'],
    [
      'a file in the JSON of a form',
      { a: [{ b: new Blob([]) }] },
      'multipart/form-data',
      'Cannot send body, "b": Blob',
    ],
    [
      'a file in an object of an object',
      { a: { b: new Blob([]), c: { d: new Blob([]) } } },
      'multipart/form-data',
      'Cannot send body, "d": Blob',
    ],
    [
      'a file in the object of another form',
      { a: { b: new Blob([]) } },
      'application/x-www-form-urlencoded',
      'Cannot send body, "b": Blob',
    ],
  ])('sends no body of %s', (_, body, type, message) => {
    expect(() => prepareRequest('POST /', type, { body })).toThrow(message);
  });

  it('sends a form with the names of an object that has files', () => {
    const [front, back] = [new File(['1'], 'a.png'), new File(['2'], 'b.png')];
    const body = { docs: { front, title: 'x', pages: [front, back], at: { x: 1 }, none: undefined }, at: { x: 1 } };
    const { body: form } = prepareRequest('POST /', 'multipart/form-data', { body });
    expect([...(form as FormData).entries()]).toEqual([
      ['docs[front]', front],
      ['docs[title]', 'x'],
      ['docs[pages]', front],
      ['docs[pages]', back],
      ['docs[at]', '{"x":1}'],
      ['at', '{"x":1}'],
    ]);
  });

  it('sends a form with files', async () => {
    const files = [new File(['1'], 'a.png'), new Blob(['2']), Buffer.from('3'), new Uint8Array([52]).buffer];
    const body = { name: 'Ada', photos: files, at: { x: 1 }, time: DATE };
    const { url, ...init } = prepareRequest('POST /', 'multipart/form-data', { body });
    const form = await new Request(`http://localhost${url}`, init).formData();
    expect(form.get('name')).toBe('Ada');
    expect(form.get('at')).toBe('{"x":1}');
    expect(form.get('time')).toBe('2026-11-23T09:30:00.000Z');
    const sent = form.getAll('photos') as File[];
    expect(sent.map(({ name }) => name)).toEqual(['a.png', 'blob', 'blob', 'blob']);
    expect(await Promise.all(sent.map((file) => file.text()))).toEqual(['1', '2', '3', '4']);
  });
});

function answer(body: string | null, type?: string, status = 200): Response {
  return new Response(body, { status, headers: type === undefined ? {} : { 'Content-Type': type } });
}

describe('a client without an origin', () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    asked.push(url);
    return answer('1', 'application/json');
  };
  const client = (baseUrl?: string): { request(operation: string): Promise<unknown> } =>
    createClient({}, { ...(baseUrl !== undefined && { baseUrl }), fetch });

  it.each([undefined, '/api', 'localhost/api'])('sends no requests outside of a browser: %s', async (baseUrl) => {
    await expect(client(baseUrl).request('GET /pets')).rejects.toThrow(
      `Set the option baseUrl: ${baseUrl ?? ''}/pets has no origin`,
    );
  });

  it('sends requests to the origin of a page', async () => {
    vi.stubGlobal('location', { href: 'https://example.com/' });
    onTestFinished(() => void vi.unstubAllGlobals());
    // Node's Request needs an absolute URL even then, as in jsdom.
    expect(await client().request('GET /pets')).toBe(1);
    expect(asked).toEqual(['https://example.com/pets']);
    expect(await client('https://example.com/api').request('GET /pets')).toBe(1);
  });
});

describe('a response', () => {
  it.each<[string, Response, unknown]>([
    ['JSON', answer('{"a":1}', 'application/json; charset=utf-8'), { a: 1 }],
    ['JSON of another name', answer('[1]', 'application/vnd.api+json'), [1]],
    ['text', answer('a', 'text/csv'), 'a'],
    ['an empty text', answer('', 'text/plain'), ''],
    ['nothing', answer(null, undefined, 204), undefined],
    ['nothing, said to be JSON', answer('', 'application/json'), undefined],
  ])('reads a response as %s', async (_, response, value) =>
    expect(await readResponse('GET /', response, UNKNOWN)).toEqual(value),
  );

  it('reads a Blob where the response is neither JSON nor text', async () => {
    const blob = (await readResponse('GET /', answer('<svg/>', 'image/svg+xml'), UNKNOWN)) as Blob;
    expect([blob.type, await blob.text()]).toEqual(['image/svg+xml', '<svg/>']);
  });

  it.each<[Response, object]>([
    [
      answer(
        '{"type":"about:blank","title":"Not Found","status":404,"detail":"No pet 7."}',
        'application/problem+json',
        404,
      ),
      { message: 'GET /pets/{id} failed with status 404: No pet 7.', status: 404, problem: { title: 'Not Found' } },
    ],
    [
      answer('{"code":7}', 'application/json', 409),
      { message: 'GET /pets/{id} failed with status 409', body: { code: 7 }, problem: undefined },
    ],
    [answer('<h1>Bad gateway</h1>', 'text/html', 502), { body: '<h1>Bad gateway</h1>', problem: undefined }],
    [answer('no JSON', 'application/problem+json', 500), { body: 'no JSON', problem: undefined }],
    [answer(null, undefined, 304), { status: 304, body: '' }],
  ])('throws for an unsuccessful response: %#', async (response, expected) => {
    const error = await readResponse('GET /pets/{id}', response, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ ...expected, response });
  });

  it('puts the URL into the message of a 404 of no operation, because the base URL can be wrong', async () => {
    const response = answer('{"title":"Not Found","status":404}', 'application/problem+json', 404);
    Object.defineProperty(response, 'url', { value: 'http://localhost/api/api/pets' });
    await expect(readResponse('GET /api/pets', response, {})).rejects.toThrow(
      'GET /api/pets failed with status 404: Not Found (http://localhost/api/api/pets)',
    );
  });

  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['</a?page=1>; rel="first", </a?page=3>; rel="next"', '/a?page=3'],
    ['</a,b>; rel=next; title="x"', '/a,b'],
    ['<a>; title="rel=next"; rel="prev"', undefined],
    ['<a>; rel="last next"', 'a'],
    ['<a>; rel="nextish"', undefined],
    ['<a>; REL=Next,<b>; rel=prev', 'a'],
    ['<a>; rel = "next"', 'a'],
    ['<a>; title="<b>; rel=next, x"; rel="prev", <c>; rel="next"', 'c'],
    ['<a>; title="say \\"x\\", <b>"; rel=next', 'a'],
    // Only the first counts.
    ['<a>; rel="prev"; rel="next"', undefined],
    ['<a>; rel=next; rel=prev', 'a'],
    ['<a>; nextrel=next', undefined],
  ])('names the page that follows: %s', (link, next) => {
    expect(linkOf(link ?? null, 'next')).toBe(next);
  });
});

describe('React Native', () => {
  it('sends a form as text with its type, because it does not take URLSearchParams', () => {
    const type = 'application/x-www-form-urlencoded';
    for (const body of [{ a: 'x y' }, new URLSearchParams({ a: 'x y' })])
      expect(prepareRequest('POST /', type, { body })).toMatchObject({
        body: 'a=x+y',
        headers: { 'Content-Type': `${type};charset=UTF-8` },
      });
  });

  it('needs no ReadableStream, which it does not have', async () => {
    // Its body is text, as fetch has it there.
    const response = {
      ok: true,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      text: () => '{"name":"Ada"}',
    };
    vi.stubGlobal('ReadableStream', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const fetch = async (): Promise<Response> => response as unknown as Response;
    const client = createClient({ 'GET /pet': {} }, { baseUrl: 'http://localhost', fetch });
    const pending = (client as unknown as { request(operation: string): Promise<unknown> }).request('GET /pet');
    expect(await pending).toEqual({ name: 'Ada' });
  });
});
