import { beforeAll, describe, expect, it } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { buildDeployment, readDeployment, TRACED } from './deployment.ts';
import { startWorker } from './worker.ts';

const tools = process.env['TOOLS_DIR'];

/** Operations that use of Koa and Node what a platform may not have. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'app/operations/echo@post.ts': `import { setTimeout } from 'node:timers/promises';
/** What comes. @returns {object} It */
export default async (ctx) => {
  const body = Buffer.concat(await ctx.req.toArray()).toString('base64');
  await setTimeout(10);
  ctx.cookies.set('a', '1');
  ctx.cookies.set('b', '2');
  const { env, ctx: execution } = ctx.req.cloudflare;
  const bindings = [process.env.GREETING, env.GREETING, typeof execution.waitUntil];
  return { body, url: ctx.url, query: ctx.query, ip: ctx.ip, protocol: ctx.protocol, tag: ctx.get('x-tag'), bindings };
};`,
  'app/operations/stream.ts': `import { Readable } from 'node:stream';
/** Bytes. @returns {file} Them */
export default (ctx) => {
  ctx.type = 'png';
  return Readable.from([Buffer.from([0x89, 0, 0xff]), Buffer.alloc(100_000, 'ä'), Buffer.from([1])]);
};`,
  'app/operations/web.ts': `/** A stream of the web's. @returns {file} It */
export default () => new Blob(['web ', 'stream']).stream();`,
  'app/operations/flushed.ts': `import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
/** Headers first. @returns {string} Text */
export default async (ctx) => {
  ctx.type = 'text';
  ctx.status = 202;
  ctx.flushHeaders();
  await setTimeout(10);
  return Readable.from(['late ', 'text']);
};`,
  'app/operations/eval.ts': `/** Whether code may be made of strings. @returns {object} It */
export default () => {
  try {
    return { made: new Function('return 1')() };
  } catch (error) {
    return { name: error.name };
  }
};`,
  'app/operations/note@get.ts': `/**
 * @etag
 * @returns {object} It */
export default (ctx) => ({ text: globalThis.note ?? 'a' });`,
  'app/operations/note@patch.ts': `/**
 * @idempotent
 * @param {string} text
 * @returns {object} The new note */
export default (ctx) => {
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  globalThis.note = ctx.input.body.text;
  return { text: globalThis.note, runs: globalThis.runs };
};`,
  'app/operations/card/_middleware.ts': `export default (ctx, next) => {
  ctx.cookies.get('a');
  ctx.state.client = [ctx.ip, ctx.protocol, ctx.secure, ctx.req.cloudflare.env.GREETING, ctx.req.socket.remoteAddress, ctx.req.cloudflare.ctx.constructor.name];
  return next();
};`,
  'app/operations/card/@get.ts': `/**
 * @etag
 * @returns {object} Its clients */
export default (ctx) => ({ client: ctx.state.client, runs: globalThis.cards ?? 0, type: ctx.get('content-type') });`,
  'app/operations/card/@put.ts': `/**
 * @param {string} text
 * @returns {object} What the inner GET has seen */
export default (ctx) => ({ ...ctx.current, runs: (globalThis.cards = (globalThis.cards ?? 0) + 1) });`,
  'app/operations/card/@patch.ts': `/**
 * @param {string} text
 * @returns {object} What the inner GET has seen */
export default (ctx) => ({ ...ctx.current, runs: (globalThis.cards = (globalThis.cards ?? 0) + 1) });`,
  'app/operations/card/@delete.ts': `/** @returns {void} */
export default () => { globalThis.cards = 0; };`,
  'app/operations/uploads@post.ts': `/**
 * @param {{file?: binary, name?: string}} body
 * @consumes multipart/form-data
 * @returns {{name?: string, size?: integer, text?: string}} 200 */
export default async (ctx) => {
  const { file, name } = ctx.input.body;
  return { name, size: file?.size, text: await file?.text() };
};`,
  'app/operations/fields.ts': `/**
 * @param {string} [header.X-Tag] - One
 * @param {string} [cookie.a] - One
 * @param {string} [cookie.b] - One
 * @returns {object} What came */
export default (ctx) => ({ ...ctx.input.header, ...ctx.input.cookie });`,
  'app/operations/gzipped.ts': `import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
/** Bytes that are encoded already. @param {boolean} [query.stream] @returns {file} Them */
export default (ctx) => {
  ctx.type = 'text/plain';
  ctx.set('Content-Encoding', 'gzip');
  const bytes = gzipSync('twice? '.repeat(20));
  return ctx.query.stream ? Readable.from([bytes.subarray(0, 20), bytes.subarray(20)]) : bytes;
};`,
  'app/operations/sized.ts': `import { Readable } from 'node:stream';
/** A stream whose length is known. @returns {file} It */
export default (ctx) => {
  ctx.set('Content-Length', '200000');
  return Readable.from([Buffer.alloc(100_000, 'a'), Buffer.alloc(100_000, 'b')]);
};`,
  'app/operations/names.ts': `/** Header values. @returns {object} Them */
export default (ctx) => {
  const name = ctx.get('X-Name');
  ctx.set('X-Name', name);
  ctx.append('Set-Cookie', 'a=' + name);
  ctx.append('Set-Cookie', 'b=2');
  return [name, ctx.lastEventId];
};`,
  'app/operations/renamed.ts': `/** A reason phrase by a handler. @returns {object} It */
export default (ctx) => {
  const before = ctx.message;
  ctx.status = 200;
  ctx.res.statusMessage = 'Renamed';
  return { before };
};`,
  'app/operations/warned.ts': `/** The warnings of the app. @returns {string[]} Them */
export default () => globalThis.warned;`,
  'app/operations/printed.ts': `/** The lines that the app has logged. @returns {string[]} Them */
export default () => globalThis.printed;`,
  ...TRACED,
  'app/operations/fails.ts': `/** Nothing. @returns {object} None */
export default async (ctx) => { ctx.throw(418, 'no', { headers: { 'X-Why': 'so' } }); };`,
};

describe.skipIf(!tools)('a worker in workerd (needs TOOLS_DIR, with miniflare in it)', () => {
  const cleanup = afterSuite();
  let url: string;
  beforeAll(async () => {
    const worker = readDeployment('workers.md').files['worker.ts']!;
    const app = "createApp(operations, { idempotency: { clientOf: 'shared' } })";
    const code = worker.replace('workersHandler(createApp(operations))', 'workersHandler(app)');
    const own = code.replace(
      'export default',
      `globalThis.printed = [];
console.log = (line) => globalThis.printed.push(line);
globalThis.warned = [];
console.warn = (line) => globalThis.warned.push(line);
const app = ${app};
app.use(function unused(ctx, next) { return next(); });
export default`,
    );
    const project = await buildDeployment('workers.md', cleanup, { ...OPERATIONS, 'worker.ts': own });
    const config = readDeployment('workers.md').files['wrangler.jsonc']!;
    ({ url } = await startWorker(project, config, cleanup, { GREETING: 'hello' }));
  });

  it('gives a request its body, its client and its bindings, even if several come at once', async () => {
    const bodies = [1, 2, 3, 4, 5].map((byte) => Buffer.from([byte, 0xff, 0]));
    const answers = await Promise.all(
      bodies.map(async (body, index) => {
        const headers = { 'x-tag': String(index), 'x-forwarded-proto': 'https' };
        const response = await fetch(`${url}/echo?tag=a&tag=b%20c`, { method: 'POST', body, headers });
        return { cookies: response.headers.getSetCookie(), ...((await response.json()) as object) };
      }),
    );
    expect(answers).toEqual(
      bodies.map((body, index) => ({
        cookies: ['a=1; path=/; secure; httponly', 'b=2; path=/; secure; httponly'],
        body: body.toString('base64'),
        url: '/echo?tag=a&tag=b%20c',
        query: { tag: ['a', 'b c'] },
        ip: expect.stringMatching(/^[\d.]+$/),
        protocol: 'https',
        tag: String(index),
        bindings: ['hello', 'hello', 'function'],
      })),
    );
  });

  it('streams to the end', async () => {
    const response = await fetch(`${url}/stream`);
    const expected = Buffer.concat([Buffer.from([0x89, 0, 0xff]), Buffer.alloc(100_000, 'ä'), Buffer.from([1])]);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true);
    expect(await (await fetch(`${url}/web`)).text()).toBe('web stream');
  });

  it('streams on after the headers are sent', async () => {
    const response = await fetch(`${url}/flushed`);
    expect([response.status, await response.text()]).toEqual([202, 'late text']);
  });

  it('sends bodies that are encoded already as they are', async () => {
    for (const query of ['', '?stream=true']) {
      const response = await fetch(`${url}/gzipped${query}`, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect([query, await response.text()]).toEqual([query, 'twice? '.repeat(20)]);
    }
  });

  it('sends the length of what is not a stream of unknown length, as HEAD does', async () => {
    const identity = { headers: { 'accept-encoding': 'identity' } };
    for (const path of ['/note', '/renamed', '/fails', '/nowhere', '/sized']) {
      const response = await fetch(url + path, identity);
      const length = (await response.arrayBuffer()).byteLength;
      const head = await fetch(url + path, { ...identity, method: 'HEAD' });
      const lengths = [response, head].map(({ headers }) => headers.get('content-length'));
      expect([path, ...lengths]).toEqual([path, String(length), String(length)]);
    }
    const streamed = await fetch(`${url}/stream`, identity);
    expect(streamed.headers.get('content-length')).toBeNull();
    await streamed.text();
  });

  it('passes header values beyond ASCII as Node reads and sends them', async () => {
    for (const name of ['Zoë', '日本', 'Ã«', 'plain']) {
      const bytes = Buffer.from(name).toString('latin1');
      const response = await fetch(`${url}/names`, { headers: { 'x-name': bytes, 'last-event-id': bytes } });
      expect(response.headers.get('x-name')).toBe(bytes);
      expect(response.headers.getSetCookie()).toEqual([`a=${bytes}`, 'b=2']);
      expect(await response.json()).toEqual([bytes, name]);
    }
  });

  it('answers errors with problems', async () => {
    const response = await fetch(`${url}/fails`);
    expect([response.status, response.headers.get('x-why')]).toEqual([418, 'so']);
    expect(await response.json()).toMatchObject({ status: 418, detail: 'no' });
  });

  it('sends the reason phrases of Node', async () => {
    const phrases = [
      ['GET', '/note', 200, 'OK'],
      ['POST', '/uploads', 400, 'Bad Request'],
      ['GET', '/nowhere', 404, 'Not Found'],
      ['DELETE', '/note', 405, 'Method Not Allowed'],
      ['OPTIONS', '/note', 204, 'No Content'],
      ['GET', '/fails', 418, "I'm a Teapot"],
      ['GET', '/renamed', 200, 'Renamed'],
    ] as const;
    for (const [method, path, status, phrase] of phrases) {
      const response = await fetch(`${url}${path}`, { method });
      expect([path, response.status, response.statusText]).toEqual([path, status, phrase]);
    }
    expect(await (await fetch(`${url}/renamed`)).json()).toEqual({ before: 'Not Found' });
  });

  it('logs no lines for debugging', async () => {
    expect(await (await fetch(`${url}/printed`)).json()).toEqual([]);
  });

  it('warns at start that keys of @idempotent are in memory', async () => {
    const warned = (await (await fetch(`${url}/warned`)).json()) as string[];
    expect(warned).toEqual([
      expect.stringMatching(/Cloudflare Workers runs several processes and stops them.* unplugin-operations\/d1:/),
    ]);
  });

  it('makes writes safe', async () => {
    const read = await fetch(`${url}/note`);
    const etag = read.headers.get('etag')!;
    await read.text();
    expect((await fetch(`${url}/note`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const patch = async (key: string): Promise<[number, unknown]> => {
      const response = await fetch(`${url}/note`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': etag, 'idempotency-key': key },
        body: '{"text":"b"}',
      });
      return [response.status, ((await response.json()) as { runs?: number }).runs];
    };
    expect(await patch('k1')).toEqual([200, 1]);
    expect(await patch('k1')).toEqual([200, 1]);
    expect(await patch('k2')).toEqual([412, undefined]);
  });

  it('makes writes safe for middleware that reads cookies, the address, the protocol and the bindings', async () => {
    const headers = { 'x-forwarded-proto': 'https', cookie: 'a=1' };
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const read = await fetch(`${url}/card`, { headers });
      const shown = (await read.json()) as object;
      const sent = { ...headers, 'content-type': 'application/json', 'if-match': read.headers.get('etag')! };
      const body = method === 'DELETE' ? {} : { body: '{"text":"b"}' };
      const written = await fetch(`${url}/card`, { method, headers: sent, ...body });
      const expected = method === 'DELETE' ? [204, ''] : [200, { ...shown, type: '', runs: undefined }];
      const text = await written.text();
      expect([written.status, text === '' ? '' : { ...JSON.parse(text), runs: undefined }]).toEqual(expected);
    }
  });

  it('reads small and large forms with files', async () => {
    for (const size of [0, 1, 10, 100, 1000, 70_000, 300_000]) {
      const text = Array.from({ length: size }, (_, i) => i % 7).join('');
      for (const order of ['file first', 'file last', 'file alone', 'no file']) {
        const form = new FormData();
        if (order === 'file last' || order === 'no file') form.set('name', 'n');
        if (order !== 'no file') form.set('file', new Blob([text]), 'a.txt');
        if (order === 'file first') form.set('name', 'n');
        const response = await fetch(`${url}/uploads`, { method: 'POST', body: form });
        expect([size, order, response.status, await response.json()]).toEqual([
          size,
          order,
          200,
          {
            ...(order !== 'file alone' && { name: 'n' }),
            ...(order !== 'no file' && { size, text }),
          },
        ]);
      }
    }
  });

  it('publishes requests on the tracing channel', async () => {
    expect(await (await fetch(`${url}/traced`)).json()).toEqual([]);
    await (await fetch(`${url}/fails`)).text();
    expect(await (await fetch(`${url}/traced`)).json()).toEqual(
      ['start', 'end', 'error', 'asyncEnd'].map((event) => `${event} /fails`),
    );
  });

  it('runs where no code can be made of strings', async () => {
    expect(await (await fetch(`${url}/eval`)).json()).toEqual({ name: 'EvalError' });
  });
});
