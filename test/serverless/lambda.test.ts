import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../src/runtime/koa/index.ts';
import { createApp, memoryStore, page } from '../../src/runtime/koa/index.ts';
import type { LambdaMessage } from '../../src/runtime/lambda/index.ts';
import { lambdaHandler } from '../../src/runtime/lambda/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { createManifest } from '../runtime/koa/manifest.ts';
import type { App } from '../runtime/koa/serve.ts';
import { serve } from '../runtime/koa/serve.ts';
import type { Received, Sent, Source } from './aws.ts';
import { BALANCER, BALANCER_MULTI, FUNCTION_URL, HTTP_API_2, LATTICE, REST_API, SOURCES } from './aws.ts';

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]);

async function* broken(): AsyncGenerator<string> {
  yield 'the beginning';
  throw new Error('the disk is gone');
}

const readAll = async (ctx: OperationContext): Promise<Buffer> => Buffer.concat(await ctx.req.toArray());

const operations = createManifest({
  'POST /echo': async (ctx: OperationContext) => ({
    url: ctx.req.url,
    query: ctx.query,
    headers: ctx.headers,
    cookie: ctx.cookies.get('b'),
    ip: ctx.ip,
    protocol: ctx.protocol,
    body: (await readAll(ctx)).toString('base64'),
  }),
  'GET /files/{name}': (ctx: OperationContext) => ctx.params,
  'GET /rows': { paging: 'array', handler: () => page(['ä€😀'], 5) },
  'GET /nothing': () => undefined,
  'GET /bytes': (ctx: OperationContext) => ((ctx.type = 'png'), BYTES),
  'GET /gzip': (ctx: OperationContext) => (ctx.set('Content-Encoding', 'gzip'), gzipSync('text')),
  'GET /stream': () => Readable.from([BYTES, 'ä', BYTES]),
  'GET /latin': (ctx: OperationContext) => {
    ctx.respond = false;
    ctx.res.writeHead(203, 'Fine', ['Content-Type', 'text/plain; charset=latin1', 'X-A', 'b']);
    ctx.res.end('größe', 'latin1');
  },
  'GET /cookie': (ctx: OperationContext) => (ctx.cookies.set('a', '1', { secure: false }), 'set'),
  'GET /cookies': (ctx: OperationContext) => (
    ctx.cookies.set('a', '1', { secure: false }),
    ctx.cookies.set('b', '2', { secure: false }),
    'set'
  ),
  'GET /lists': (ctx: OperationContext) => (
    ctx.set('Link', ['</a>; rel=up', '</b>; rel=next']),
    ctx.vary('Accept'),
    []
  ),
  'GET /refused': (ctx: OperationContext) => ctx.throw(403, 'no', { headers: { 'X-Why': 'so' } }),
  'GET /fails': () => Promise.reject(new Error('x')),
  'GET /broken': () => Readable.from(broken()),
  'GET /lambda': async (ctx: OperationContext) => {
    const { event, context } = (ctx.req as LambdaMessage).lambda;
    await new Promise((resolve) => setImmediate(resolve));
    return { authorizer: (event.requestContext as { authorizer?: unknown }).authorizer ?? null, context };
  },
  'GET /remaining': (ctx: OperationContext) => {
    const { context } = (ctx.req as LambdaMessage).lambda;
    return [context.getRemainingTimeInMillis(), context.awsRequestId, context.functionName];
  },
});

const KINDS: readonly { readonly name: string; readonly create: () => App & Pick<Koa, 'callback'> }[] = [
  { name: 'createApp', create: () => createApp(operations) },
  { name: 'createApp with middleware', create: () => createApp(operations).use((_ctx, next) => next()) },
];

function ask(
  source: Source,
  sent: Sent,
  app: Pick<Koa, 'callback'> & { silent?: boolean } = createApp(operations),
): Promise<Received> {
  app.silent = true;
  return lambdaHandler(app)(source.event(sent)).then((result) => source.receive(JSON.parse(JSON.stringify(result))));
}

const json = ({ body }: Received): any => JSON.parse(body.toString());
const header = ({ headers }: Received, name: string): string[] =>
  headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);

describe.each(SOURCES)('a request through $name', (source) => {
  it('comes with its method, path, headers, body and client', async () => {
    const sent: Sent = { method: 'POST', target: '/echo?a=1', headers: [['X-Who', 'Ada']], body: '{"name":"Zoë"}' };
    const { url, query, headers, ip, protocol, body } = json(await ask(source, sent));
    const isBalancer = source === BALANCER || source === BALANCER_MULTI;
    expect({ url, query, ip, protocol }).toEqual({
      url: '/echo?a=1',
      query: { a: '1' },
      ip: '203.0.113.7',
      protocol: isBalancer ? 'http' : 'https',
    });
    expect(headers).toMatchObject({ 'x-who': 'Ada', 'user-agent': 'curl/8.5.0', 'content-length': '15' });
    expect(headers.host).toMatch(/\.(amazonaws\.com|on\.aws)$/);
    expect(Buffer.from(body, 'base64').toString()).toBe('{"name":"Zoë"}');
  });

  it('brings a body of any bytes, and no length where it has none', async () => {
    const binary = json(await ask(source, { method: 'POST', target: '/echo', body: BYTES }));
    expect(Buffer.from(binary.body, 'base64')).toEqual(BYTES);
    expect(binary.headers['content-length']).toBe('7');
    const chunked = {
      method: 'POST',
      target: '/echo',
      headers: [['Transfer-Encoding', 'chunked']],
      body: 'abc',
    } as const;
    expect(json(await ask(source, chunked)).headers).not.toHaveProperty('transfer-encoding');
    const empty = json(await ask(source, { method: 'POST', target: '/echo' }));
    expect([empty.body, empty.headers['content-length'] ?? '0']).toEqual(['', '0']);
  });

  it('passes header values beyond ASCII as a server reads and sends them', async () => {
    const app = createApp(
      createManifest({
        'GET /names': (ctx: OperationContext) => {
          const name = ctx.get('X-Name');
          ctx.set('X-Name', name);
          // Node sends the headers before a string as UTF-8, too.
          return Buffer.from(JSON.stringify([name, ctx.lastEventId ?? null]));
        },
      }),
    );
    const { url } = await serve(app);
    for (const name of ['Zoë', '日本', 'Ã«', 'plain']) {
      const bytes = Buffer.from(name).toString('latin1');
      const served = await fetch(`${url}/names`, { headers: { 'x-name': bytes, 'last-event-id': bytes } });
      const expected: unknown = await served.json();
      expect([served.headers.get('x-name'), expected]).toEqual([bytes, [bytes, name]]);
      // As AWS decodes it, or passes its bytes on. This text looks like bytes if it was decoded.
      for (const sent of name === 'Ã«' ? [bytes] : [name, bytes]) {
        const fields = {
          target: '/names',
          headers: [
            ['X-Name', sent],
            ['Last-Event-ID', sent],
          ],
        } as const;
        const received = await ask(source, fields, app);
        expect([sent, header(received, 'x-name'), json(received)]).toEqual([sent, [name], expected]);
      }
    }
  });

  it('passes the path that a server would have read', async () => {
    const { ask: askServer } = await serve(createApp(operations));
    for (const path of [
      'a%20b',
      'gr%C3%B6%C3%9Fe',
      '100%25',
      '%252e%2541',
      'a%3Fb%23c',
      "it's;(x)",
      '..',
      '/%C3%A4',
      '%7Bid%7D',
    ]) {
      const target = `/files/${path}?x=%20`;
      const served = await askServer(`GET ${target}`);
      const received = await ask(source, { target });
      expect([path, received.status, received.body.toString()]).toEqual([path, served.status, served.body]);
    }
  });

  it('takes no query and no fragment from the path', async () => {
    const event = source.event({ target: '/files/a' });
    const paths = ['path', 'rawPath'].filter((name) => name in event);
    const changed = (path: string): typeof event => ({
      ...event,
      ...Object.fromEntries(paths.map((name) => [name, path])),
    });
    const urlOf = async (path: string): Promise<string> => {
      const app = createApp(operations).use((ctx) => void (ctx.body = ctx.req.url));
      return source.receive(await lambdaHandler(app)(changed(path))).body.toString();
    };
    // VPC Lattice sends the query in the path.
    const asked = await urlOf('/echoes?/files');
    expect(asked).toBe(source.name === 'VPC Lattice' ? '/echoes?/files' : '/echoes%3F/files');
    expect(await urlOf('/echoes#/files')).toBe('/echoes%23/files');
    expect(await urlOf('')).toMatch(/^\//);
  });

  it('shows the handler the event and the context, also where several come at once', async () => {
    const handler = lambdaHandler(createApp(operations));
    const event = Object.freeze(source.event({ target: '/lambda' }));
    const results = await Promise.all([1, 2, 3].map((id) => handler(event, { id })));
    const { authorizer = null } = event.requestContext as { authorizer?: unknown };
    expect(results.map((result) => json(source.receive(result)))).toEqual(
      [1, 2, 3].map((id) => ({ authorizer, context: { id } })),
    );
  });
});

it('types the context of the invocation', async () => {
  const context = {
    getRemainingTimeInMillis: () => 2500,
    awsRequestId: 'a1',
    functionName: 'pets',
  };
  const { body } = await lambdaHandler(createApp(operations))(FUNCTION_URL.event({ target: '/remaining' }), context);
  expect(JSON.parse(body)).toEqual([2500, 'a1', 'pets']);
});

it.each(SOURCES.filter((source) => source !== BALANCER))(
  'every value of a query parameter and of a header comes through $name',
  async (source) => {
    const headers = [
      ['X-Tag', 'a'],
      ['X-Tag', 'b'],
      ['Cookie', 'a=1'],
      ['Cookie', 'b=2; c=3'],
    ] as const;
    const target = '/echo?tag=a%26b%20c&tag=d%2Be&empty=&%C3%A4=%E2%82%AC';
    const read = json(await ask(source, { method: 'POST', target, headers }));
    expect(read.query).toEqual({ tag: ['a&b c', 'd+e'], empty: '', ä: '€' });
    expect(read.headers['x-tag'].split(/, ?/)).toEqual(['a', 'b']);
    expect(read.headers.cookie).toBe('a=1; b=2; c=3');
    expect(read.cookie).toBe('2');
  },
);

it.each([REST_API, FUNCTION_URL, BALANCER])('a malformed path through $name is refused', async (source) => {
  expect((await ask(source, { target: '/files/%' })).status).toBe(400);
});

it('a cookie is secure where the client came by https', async () => {
  const app = new Koa().use((ctx) => void (ctx.cookies.set('a', '1'), (ctx.body = 'set')));
  expect(header(await ask(REST_API, { target: '/' }, app), 'set-cookie')).toEqual(['a=1; path=/; secure; httponly']);
  expect(header(await ask(BALANCER_MULTI, { target: '/' }, app), 'set-cookie')).toEqual(['a=1; path=/; httponly']);
});

describe('a load balancer without multi-value headers', () => {
  it('passes the last value of a parameter and of a header', async () => {
    const headers = [
      ['X-Tag', 'a'],
      ['X-Tag', 'b'],
      ['Cookie', 'b=2; c=3'],
    ] as const;
    const read = json(await ask(BALANCER, { method: 'POST', target: '/echo?tag=a&tag=b%20c', headers }));
    expect([read.query, read.headers['x-tag'], read.cookie]).toEqual([{ tag: 'b c' }, 'b', '2']);
  });

  it('takes one cookie, and of several the invocation fails', async () => {
    expect(header(await ask(BALANCER, { target: '/cookie' }), 'set-cookie')).toEqual(['a=1; path=/; httponly']);
    await expect(ask(BALANCER, { target: '/cookies' })).rejects.toThrow(/lambda\.multi_value_headers\.enabled=true/);
  });

  it('limits a response to VPC Lattice, too', async () => {
    expect(header(await ask(LATTICE, { target: '/cookie' }), 'set-cookie')).toEqual(['a=1; path=/; httponly']);
    await expect(ask(LATTICE, { target: '/cookies' })).rejects.toThrow(/VPC Lattice accepts one Set-Cookie header/);
  });

  it('appends the address it sees to what the client claims', async () => {
    const headers = [['X-Forwarded-For', '10.0.0.1, 198.51.100.9']] as const;
    expect(json(await ask(BALANCER, { method: 'POST', target: '/echo', headers })).ip).toBe('198.51.100.9');
  });
});

const PATHS =
  'rows?total=1&page_size=1 rows?page=0 nothing bytes gzip stream cookie cookies lists refused fails nowhere latin';
const REQUESTS = PATHS.split(' ').flatMap((path) => [`GET /${path}`, `HEAD /${path}`]);

describe.each(KINDS)('a response of $name', ({ create }) => {
  const others = ['OPTIONS /rows', 'DELETE /rows', 'PROPFIND /rows', 'POST /nowhere'];
  it.each([...REQUESTS, ...others])('answers %s as a server does, to any client', async (target) => {
    const [method, path] = target.split(' ') as [string, string];
    const served = await fetchRaw(create(), method, path);
    for (const source of SOURCES) {
      if ((source === BALANCER || source === LATTICE) && path === '/cookies') continue;
      const { status, headers, body } = await ask(source, { method, target: path }, create());
      expect({ source: source.name, status, headers: combine(headers), body }).toEqual({
        source: source.name,
        ...served,
      });
    }
  });
});

/** What the client of a real server gets. */
async function fetchRaw(app: App, method: string, path: string): Promise<object> {
  const { url } = await serve(app);
  const response = await fetch(`${url}${path}`, { method, headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
  );
  // fetch has taken the encoding off already.
  const encoded = response.headers.get('content-encoding') === 'gzip' && body.length > 0 ? gzipSync(body) : body;
  return { status: response.status, headers: combine(headers), body: encoded };
}

/** Headers by name; those that came more than once as one value, but for cookies: RFC 9110, 5.3. */
function combine(headers: Received['headers']): Record<string, string> {
  const combined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const separator = name === 'set-cookie' ? '\n' : ', ';
    combined[name] = name in combined ? `${combined[name]}${separator}${value}` : value;
  }
  return combined;
}

describe('a response', () => {
  it.each([REST_API, HTTP_API_2, FUNCTION_URL, BALANCER_MULTI])(
    'sends bytes to $name in Base64, and text as it is',
    async ({ event }) => {
      const handler = lambdaHandler(createApp(operations));
      const bytes = await handler(event({ target: '/bytes' }));
      expect([bytes.isBase64Encoded, bytes.body]).toEqual([true, BYTES.toString('base64')]);
      expect((await handler(event({ target: '/gzip' }))).isBase64Encoded).toBe(true);
      const text = await handler(event({ target: '/rows' }));
      expect([text.isBase64Encoded, text.body]).toEqual([false, '["ä€😀"]']);
    },
  );

  it('goes to a load balancer with its reason', async () => {
    const result = await lambdaHandler(createApp(operations))(BALANCER.event({ target: '/nowhere' }));
    expect(result.statusDescription).toBe('404 Not Found');
  });

  it('fails the invocation if a response breaks off, after the error was reported', async () => {
    for (const { create } of KINDS) {
      const app = create();
      const errors: string[] = [];
      app.on('error', (error) => errors.push(error.message));
      await expect(ask(FUNCTION_URL, { target: '/broken' }, app)).rejects.toThrow('the disk is gone');
      expect(errors).toEqual(['the disk is gone']);
    }
  });

  it('handles any Koa app', async () => {
    const app = new Koa().use((ctx) => void (ctx.body = `${ctx.method} ${ctx.path}`));
    expect((await ask(HTTP_API_2, { method: 'PUT', target: '/a/b' }, app)).body.toString()).toBe('PUT /a/b');
  });
});

it.each([
  [undefined, 'Unsupported event with no fields'],
  [{ Records: [{ eventSource: 'aws:sqs' }] }, 'Unsupported event with the fields Records'],
  [{ requestContext: { routeKey: '$connect', connectionId: 'x' } }, 'Unsupported event with the fields requestContext'],
])("an event that isn't a request is an invocation that fails: %j", async (event, says) => {
  await expect(lambdaHandler(createApp(operations))(event as never)).rejects.toThrow(says);
});

it('warns at start if @idempotent keeps keys in the memory of a function', async () => {
  const warnings: string[] = [];
  const listen = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', listen);
  process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'books';
  try {
    const files = { 'orders@post.js': '/** @idempotent\n * @returns {void} */\nexport default () => {};' };
    const idempotency = { clientOf: 'shared' } as const;
    const manifest = await compileTree(files);
    createApp(manifest, { idempotency: { ...idempotency, store: memoryStore() } });
    createApp(await compileTree({ 'orders@post.js': '/** @returns {void} */\nexport default () => {};' }));
    await new Promise((resolve) => setImmediate(resolve));
    const ours = (): string[] => warnings.filter((text) => text.includes('@idempotent'));
    expect(ours()).toEqual([]);
    createApp(manifest, { idempotency });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ours()).toEqual([
      expect.stringMatching(
        /^AWS Lambda runs several processes and stops them, and the keys of @idempotent are in the memory of one.* unplugin-operations\/dynamodb:/,
      ),
    ]);
  } finally {
    delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
    process.off('warning', listen);
  }
});
