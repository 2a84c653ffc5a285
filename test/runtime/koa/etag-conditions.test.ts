import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const NOTE = 'export const note = { text: "a" }; export const reads = [];';
const get = (body: string): string => `import { note, reads } from './_note.js';
/**
 * @etag
 * @returns {object} 200 - The note
 * @throws 404
 */
export default (ctx) => { reads.push(ctx.method); ${body} };`;
const write = (body: string, ...lines: string[]): string => `import { note } from './_note.js';
/**
${lines.map((line) => ` * ${line}\n`).join('')} * @param {string} text
 * @returns {object} 200 - The note
 */
export default (ctx) => { ${body} };`;
const CHANGE = 'return { changed: Object.assign(note, ctx.input.body) };';
const FILES = {
  '_note.js': NOTE,
  'note@get.js': get('return { ...note };'),
  'note@patch.js': write(CHANGE, '@idempotent'),
  'note@put.js': write(`if (note.text === 'own') ctx.etag = 'mine'; ${CHANGE}`),
  'note@delete.js': '/** @returns {void} */\nexport default () => {};',
};
const SHARED = { idempotency: { clientOf: 'shared' } } as const;

const body = (text: string, tag: string, more: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', 'if-match': tag, ...more },
  body: JSON.stringify({ text }),
});

describe.each(KINDS)('a conditional request by $name', ({ create }) => {
  const start = async (files: Record<string, string> = {}) =>
    serve(create(await compileTree({ ...FILES, ...files }), SHARED));

  it('gets the tag of GET from PATCH, so that the next one needs no read', async () => {
    const { ask } = await start();
    const first = (await ask('GET /note')).headers.etag!;
    const patched = await ask('PATCH /note', body('b', first, { 'idempotency-key': 'k' }));
    expect(patched).toMatchObject({ status: 200, json: { changed: { text: 'b' } } });
    const { etag } = (await ask('GET /note')).headers;
    expect(patched.headers.etag).toBe(etag);
    expect((await ask('PATCH /note', body('b', first, { 'idempotency-key': 'k' }))).headers.etag).toBe(etag);
    expect((await ask('PATCH /note', body('c', etag!))).status).toBe(200);
  });

  it('reads the resource without parameters of GET that the write lacks, so that no client chooses the body', async () => {
    const read = `/**
 * @etag
 * @param {'a'|'b'} query.lang - Also of the writes
 * @param {string[]} [query.fields] - Some
 * @param {{min: integer, max: integer}} [query.range] - Of lines
 * @param {integer} [query.revision] - An older one
 * @param {integer} [header.X-Revision] - The same
 * @param {integer} [cookie.revision] - The same
 * @param {string} [cookie.theme] - Also of the writes
 * @returns {object} 200 - The note
 */
export default ({ input, query, headers }) => ({ ...input.query, ...input.header, ...input.cookie, other: query.other, agent: headers.agent });`;
    const change = `/**
 * @param {'a'|'b'} query.lang - Its language
 * @param {string} [cookie.theme] - The colors
 * @returns {object} 200 - The note
 */
export default (ctx) => ctx.current;`;
    const { ask } = await start({ 'page@get.js': read, 'page@patch.js': change });
    const query = 'lang=a&fields=x&fields[]=y&revisio%6E=1&range[min]=1&range%5Bmax%5D=2&other=o';
    const headers = { 'if-match': '*', 'x-revision': '1', cookie: 'revision=1; theme=dark', agent: 'me' };
    const { json, status } = await ask(`PATCH /page?${query}`, { headers });
    expect([status, json]).toEqual([200, { lang: 'a', theme: 'dark', other: 'o', agent: 'me' }]);
  });

  it('gets a tag from PUT only if the handler sets it, and none from DELETE', async () => {
    const { ask } = await start();
    expect((await ask('PUT /note', body('b', '*'))).headers).not.toHaveProperty('etag');
    await ask('PATCH /note', body('own', '*'));
    expect((await ask('PUT /note', body('b', '*'))).headers['etag']).toBe('"mine"');
    expect((await ask('DELETE /note', { headers: { 'if-match': '*' } })).headers).not.toHaveProperty('etag');
  });

  it('gets no tag from a PATCH that fails, that has one, or whose resource is gone', async () => {
    const { ask, errors } = await start({
      'note@get.js': get(
        "if (note.text === 'gone') ctx.throw(404); if (note.text === 'broken') throw new Error('x'); return { ...note };",
      ),
      'note@patch.js': write(
        `const { text } = ctx.input.body;
  if (text === 'bad') { ctx.status = 422; return {}; }
  if (text === 'own') ctx.etag = 'mine';
  ${CHANGE}`,
      ),
    });
    expect((await ask('PATCH /note', body('bad', '*'))).headers).not.toHaveProperty('etag');
    expect((await ask('PATCH /note', body('own', '*'))).headers['etag']).toBe('"mine"');
    const gone = await ask('PATCH /note', body('gone', '*'));
    expect([gone.status, gone.headers.etag]).toEqual([200, undefined]);
    expect(errors.map(({ message }) => message)).toEqual([]);
  });

  it('answers 412 if a request reads another version than If-Match has', async () => {
    const { ask } = await start();
    const { etag = '' } = (await ask('GET /note')).headers;
    for (const method of ['GET', 'HEAD']) {
      const to = `${method} /note`;
      expect((await ask(to, { headers: { 'if-match': '"x"' } })).status).toBe(412);
      expect((await ask(to, { headers: { 'if-match': `W/${etag}` } })).status).toBe(412);
      expect((await ask(to, { headers: { 'if-match': `"x", ${etag}` } })).status).toBe(200);
      expect((await ask(to, { headers: { 'if-match': '*' } })).status).toBe(200);
      expect((await ask(to, { headers: { 'if-match': etag, 'if-none-match': etag } })).status).toBe(304);
    }
    const refused = await ask('GET /note', { headers: { 'if-match': '"x"' } });
    expect(refused).toMatchObject({ json: { status: 412, detail: 'The resource has changed since you read it.' } });
    expect(refused.headers).not.toHaveProperty('etag');
  });

  it('counts If-Modified-Since if the handler has set Last-Modified', async () => {
    const DATE = 'Sun, 22 Nov 2026 10:00:00 GMT';
    const LATER = 'Sun, 22 Nov 2026 10:00:01 GMT';
    const EARLIER = 'Sun, 22 Nov 2026 09:59:59 GMT';
    const { ask } = await start({ 'note@get.js': get(`ctx.lastModified = new Date('${DATE}'); return { ...note };`) });
    const since = async (date: string, more = {}) =>
      (await ask('GET /note', { headers: { 'if-modified-since': date, ...more } })).status;
    expect([await since(DATE), await since(LATER), await since(EARLIER)]).toEqual([304, 304, 200]);
    // The obsolete forms, which a server must accept: RFC 9110, 5.6.7.
    expect([await since('Sunday, 22-Nov-26 10:00:00 GMT'), await since('Sunday, 22-Nov-26 09:59:59 GMT')]).toEqual([
      304, 200,
    ]);
    expect([await since('Sun Nov 22 10:00:00 2026'), await since('Sun Nov 22 09:59:59 2026')]).toEqual([304, 200]);
    expect([await since('x'), await since('2027')]).toEqual([200, 200]);
    expect(await since(LATER, { 'if-none-match': '"x"' })).toBe(200);
    const without = await start();
    expect((await without.ask('GET /note', { headers: { 'if-modified-since': LATER } })).status).toBe(200);
  });
});

/** Middleware that codes bodies, as koa-compress does. */
const gzip: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.body == null || ctx.method !== 'GET' || !ctx.acceptsEncodings('gzip')) return;
  const bytes = gzipSync(JSON.stringify(ctx.body));
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = ctx.path === '/stream' ? Readable.from([bytes]) : bytes;
};

describe.each([
  ['createApp', async () => createApp(await compileTree(FILES), SHARED).use(gzip as never)],
  ['createRouter', async () => new Koa().use(gzip).use(createRouter(await compileTree(FILES), SHARED).routes())],
] as const)('a coded body by %s', (_, create) => {
  const GZIP = { 'accept-encoding': 'gzip' };

  it('a coded body has its own tag, which If-None-Match and If-Match understand', async () => {
    const { ask } = await serve((await create()) as never);
    const plain = (await ask('GET /note')).headers.etag!;
    const coded = (await ask('GET /note', { headers: GZIP })).headers.etag!;
    expect(coded).toBe(plain.replace(/"$/, '-gzip"'));
    for (const known of [coded, `"x", W/${coded}`, plain])
      expect((await ask('GET /note', { headers: { ...GZIP, 'if-none-match': known } })).status).toBe(304);
    const again = await ask('GET /note', { headers: { ...GZIP, 'if-none-match': coded } });
    expect(again.headers['etag']).toBe(coded);
    expect((await ask('GET /note', { headers: { ...GZIP, 'if-match': coded } })).status).toBe(200);
    expect((await ask('PUT /note', body('b', coded))).status).toBe(200);
    expect((await ask('PUT /note', body('c', coded))).status).toBe(412);
  });

  it('a coded body has its own tag over HTTP/2', async () => {
    const server = createServer(((await create()) as Koa).callback());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({ ':path': '/note', ...GZIP });
    let headers: Record<string, unknown> = {};
    stream.on('response', (fields) => (headers = fields));
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(JSON.parse(String(gunzipSync(Buffer.concat(chunks))))).toEqual({ text: 'a' });
    expect(headers['etag']).toMatch(/^"[\w-]{43}-gzip"$/);
  });
});

it.each([
  ['a tag that the handler sets', "ctx.etag = 'v1';", 'gzip', '"v1-gzip"'],
  ['two codings', "ctx.etag = 'v1';", 'gzip, br', '"v1-gzip-br"'],
  ['a weak tag', 'ctx.etag = \'W/"v1"\';', 'gzip', 'W/"v1"'],
  ['no coding', "ctx.etag = 'v1';", 'identity', '"v1"'],
])('%s of a coded body', async (_, own, coding, expected) => {
  const app = createApp(await compileTree({ ...FILES, 'note@get.js': get(`${own} return { ...note };`) }), SHARED);
  app.use(async (ctx: Pick<OperationContext, 'set'>, next: Koa.Next) => {
    await next();
    ctx.set('Content-Encoding', coding);
  });
  const { ask } = await serve(app as never);
  expect((await ask('GET /note')).headers.etag).toBe(expected);
  expect((await ask('PUT /note', body('b', expected))).status).toBe(expected.startsWith('W/') ? 412 : 200);
});
