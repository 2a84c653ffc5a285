import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Kind } from './serve.ts';
import { KINDS, serve } from './serve.ts';

/** Handlers throw statuses that their short contracts do not declare. */
const compileNoted: typeof compileTree = (files, options) =>
  compileTree(files, { ...options, warnings: ['undeclared-status'] });

/** A collection of notes in memory; `slow` makes its writers wait between reading and writing. */
const FILES = {
  '_notes.js': `export const notes = new Map();
export const calls = [];
export const wait = () => new Promise((resolve) => setTimeout(resolve, 5));`,
  'notes/{id}/@get.js': `import { notes, calls } from '../../_notes.js';
/**
 * @etag
 * @param {string} id
 * @param {string} [query.lang]
 * @returns {object} 200 - The note
 */
export default (ctx) => {
  calls.push('get');
  const note = notes.get(ctx.input.path.id);
  if (note === undefined) ctx.throw(404, 'No such note');
  return note;
};`,
  'notes/{id}/@put.js': `import { notes, wait } from '../../_notes.js';
/**
 * @param {string} path.id
 * @param {string} [query.lang]
 * @param {string} text (minLength: 1)
 * @returns {object} 200 - The note
 */
export default async (ctx) => {
  const { id } = ctx.input.path;
  await wait();
  const note = { text: ctx.input.body.text, version: (ctx.current?.version ?? 0) + 1 };
  notes.set(id, note);
  return note;
};`,
  'notes/{id}/@patch.js': `import { notes } from '../../_notes.js';
/**
 * @param {string} id
 * @param {string} text
 * @returns {object} 200 - The note
 */
export default (ctx) => {
  const note = { ...ctx.current, text: ctx.input.body.text };
  notes.set(ctx.input.path.id, note);
  return note;
};`,
  'notes/{id}/@delete.js': `import { notes } from '../../_notes.js';
/**
 * @param {string} id
 * @returns {void}
 */
export default (ctx) => { notes.delete(ctx.input.path.id); };`,
  'notes/{id}/seen@post.js': '/** @param {string} id\n * @returns {string} 200 - x */\nexport default () => "seen";',
};

const JSON_BODY = { 'content-type': 'application/json' };
const put = (text: string, headers: Record<string, string> = {}) => ({
  headers: { ...JSON_BODY, ...headers },
  body: JSON.stringify({ text }),
});

async function serveNotes({ create }: Kind, files: Record<string, string> = {}) {
  const served = await serve(create(await compileNoted({ ...FILES, ...files })));
  const created = await served.ask('PUT /notes/1', put('a', { 'if-none-match': '*' }));
  expect(created).toMatchObject({ status: 200, json: { text: 'a', version: 1 } });
  const { etag = '' } = (await served.ask('GET /notes/1')).headers;
  return { ...served, etag };
}

describe.each(KINDS)('@etag by $name', (kind) => {
  it('sends a strong tag that depends on the body', async () => {
    const { ask, etag } = await serveNotes(kind);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect((await ask('HEAD /notes/1')).headers.etag).toBe(etag);
    await ask('PUT /notes/1', put('b', { 'if-match': etag }));
    expect((await ask('GET /notes/1')).headers.etag).not.toBe(etag);
    expect((await ask('GET /notes/2')).headers).not.toHaveProperty('etag');
  });

  it('gives a write the body as a client receives it, without a Date or a BigInt', async () => {
    const { ask } = await serveNotes(kind, {
      'row/@get.js':
        '/**\n * @etag\n * @returns {{id: integer, at: date-time}} The row */\nexport default () => ({ id: 7n, at: new Date(0) });',
      'row/@patch.js':
        '/** @returns {any} It */\nexport default (ctx) => [ctx.current, typeof ctx.current.id, typeof ctx.current.at];',
    });
    const { headers, json } = await ask('GET /row');
    expect(json).toEqual({ id: 7, at: '1970-01-01T00:00:00.000Z' });
    const answer = await ask('PATCH /row', { headers: { 'if-match': headers['etag'] ?? '' } });
    expect(answer.json).toEqual([json, 'number', 'string']);
  });

  it('answers 304 to a client that has the body', async () => {
    const { ask, etag } = await serveNotes(kind);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await ask('GET /notes/1', { headers: { 'if-none-match': known } });
      expect(answer).toMatchObject({ status: 304, body: '', headers: { etag } });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
    expect((await ask('HEAD /notes/1', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await ask('GET /notes/1', { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    expect((await ask('GET /notes/2', { headers: { 'if-none-match': '*' } })).status).toBe(404);
  });

  it('requires a condition of PUT, PATCH and DELETE, and of nothing else', async () => {
    const { ask } = await serveNotes(kind);
    for (const method of ['PUT', 'PATCH'])
      expect(await ask(`${method} /notes/1`, put('b'))).toMatchObject({
        status: 428,
        json: { title: 'Precondition Required', status: 428 },
      });
    expect((await ask('DELETE /notes/1')).status).toBe(428);
    expect((await ask('POST /notes/1/seen')).status).toBe(200);
  });

  it('ignores a version that the client lacks as a condition', async () => {
    const { ask, etag } = await serveNotes(kind);
    for (const known of ['"x"', 'W/"x"', '"x", "y"', etag]) {
      const headers = { 'if-none-match': known };
      for (const method of ['PUT', 'PATCH'])
        expect((await ask(`${method} /notes/1`, put('b', headers))).status).toBe(428);
      expect((await ask('DELETE /notes/1', { headers })).status).toBe(428);
    }
    expect((await ask('PATCH /notes/1', put('b', { 'if-none-match': '*' }))).status).toBe(428);
    expect((await ask('DELETE /notes/1', { headers: { 'if-none-match': '*' } })).status).toBe(428);
    expect((await ask('PUT /notes/1', put('b', { 'if-none-match': '*' }))).status).toBe(412);
    expect((await ask('PUT /notes/1', put('b', { 'if-none-match': '"x"', 'if-match': etag }))).status).toBe(200);
  });

  it('refuses a write of an old version', async () => {
    const { ask, etag } = await serveNotes(kind);
    expect((await ask('PUT /notes/1', put('b', { 'if-match': etag }))).json).toEqual({ text: 'b', version: 2 });
    const old = { 'if-match': etag };
    const detail = 'The resource has changed since you read it. Get it again, then retry.';
    const failed = { status: 412, json: { title: 'Precondition Failed', status: 412, detail } };
    for (const method of ['PUT', 'PATCH']) expect(await ask(`${method} /notes/1`, put('c', old))).toMatchObject(failed);
    expect(await ask('DELETE /notes/1', { headers: old })).toMatchObject(failed);
    expect((await ask('GET /notes/1')).json).toEqual({ text: 'b', version: 2 });
  });

  it('takes any version with *, and one of several tags', async () => {
    const { ask, etag } = await serveNotes(kind);
    expect((await ask('PATCH /notes/1', put('b', { 'if-match': `"x", ${etag}` }))).status).toBe(200);
    expect((await ask('PUT /notes/1', put('c', { 'if-match': '*' }))).status).toBe(200);
    expect((await ask('DELETE /notes/1', { headers: { 'if-match': '*' } })).status).toBe(204);
  });

  it('compares strongly, and refuses an invalid tag', async () => {
    const { ask, etag } = await serveNotes(kind);
    expect((await ask('PUT /notes/1', put('b', { 'if-match': `W/${etag}` }))).status).toBe(412);
    for (const wrong of [etag.slice(1, -1), '', `${etag} ${etag}`, `*, ${etag}`])
      expect(await ask('PUT /notes/1', put('b', { 'if-match': wrong }))).toMatchObject({
        status: 400,
        json: { errors: [{ in: 'header', name: 'If-Match' }] },
      });
  });

  it('knows what is not there', async () => {
    const { ask, etag } = await serveNotes(kind);
    const failed = (detail: string): object => ({ status: 412, json: { detail } });
    for (const tag of [etag, '*'])
      expect(await ask('PUT /notes/2', put('b', { 'if-match': tag }))).toMatchObject(
        failed('The resource does not exist.'),
      );
    expect(await ask('PATCH /notes/2', put('b', { 'if-match': '*' }))).toMatchObject({
      status: 404,
      json: { detail: 'No such note' },
    });
    expect((await ask('DELETE /notes/2', { headers: { 'if-match': '*' } })).status).toBe(404);
    expect(await ask('PUT /notes/1', put('b', { 'if-none-match': '*' }))).toMatchObject(
      failed('The resource exists already.'),
    );
  });

  it('validates before it compares', async () => {
    const { ask } = await serveNotes(kind);
    expect((await ask('PUT /notes/1', put(''))).status).toBe(400);
    expect((await ask('PUT /notes/1', put('', { 'if-match': '"x"' }))).status).toBe(400);
  });

  it('lets one of many simultaneous writes of a version pass', async () => {
    const { ask, etag } = await serveNotes(kind);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask('PUT /notes/1', put(`t${i}`, { 'if-match': etag }))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    expect((await ask('GET /notes/1')).json).toMatchObject({ version: 2 });
  });

  it('lets one of them pass in any spelling of the path', async () => {
    const { ask, etag } = await serveNotes(kind);
    const paths = ['/notes/1', '/notes/1/', '/notes/1?x=1', '/notes/%31', '/notes/1/?x=2'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(`PUT ${paths[i % 5]}`, put(`t${i}`, { 'if-match': etag }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('lets one of them pass if their parameters have other types, or the letter case of a UUID differs', async () => {
    const read = (type: string, text: string): string => `/**
 * @param {${type}} id
 * @param {{version: integer}} body
 * @returns {{version: integer}}
 */
export default (ctx) => ${text};`;
    const write =
      'new Promise((resolve) => setTimeout(() => resolve((globalThis.ofTypes = { version: ctx.current.version + 1 })), 20))';
    const { ask } = await serveNotes(kind, {
      'same/{id}/@get.js': read('string', '(globalThis.ofTypes ??= { version: 1 })')
        .replace('@param {{version: integer}} body\n * ', '')
        .replace('/**', '/**\n * @etag'),
      'same/{id}/@put.js': read('integer', write),
      'same/{id}/@patch.js': read('string', write),
      'ids/{id}/@get.js': read('uuid', '(globalThis.ofTypes ??= { version: 1 })')
        .replace('@param {{version: integer}} body\n * ', '')
        .replace('/**', '/**\n * @etag'),
      'ids/{id}/@put.js': read('uuid', write),
    });
    const id = '123e4567-e89b-42d3-a456-426614174000';
    for (const [one, other] of [
      ['PUT /same/1', 'PATCH /same/1'],
      [`PUT /ids/${id}`, `PUT /ids/${id.toUpperCase()}`],
    ] as const) {
      const { etag } = (await ask(one.replace(/^\w+/, 'GET'))).headers;
      const given = { headers: { 'if-match': etag!, 'content-type': 'application/json' }, body: '{"version":0}' };
      const answers = await Promise.all([ask(one, given), ask(other, given)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    }
  });

  it('creates once of many simultaneous creations', async () => {
    const { ask } = await serveNotes(kind);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ask('PUT /notes/2', put(`t${i}`, { 'if-none-match': '*' }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('lets the next write pass after one has failed', async () => {
    const failing = `/**
 * @param {string} id
 * @returns {void}
 */
export default async () => { throw new Error('broken'); };`;
    const { ask } = await serveNotes(kind, { 'notes/{id}/@delete.js': failing });
    const headers = { 'if-match': '*' };
    const answers = await Promise.all([
      ask('DELETE /notes/1', { headers }),
      ask('DELETE /notes/1', { headers }),
      ask('PUT /notes/1', put('b', headers)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 200]);
  });

  it('compares with what _middleware makes of the body, and with the query of the request', async () => {
    const files = {
      'notes/_middleware.js': `export default async (ctx, next) => {
  await next();
  if (ctx.method === 'GET') ctx.body = { ...ctx.body, lang: ctx.query.lang ?? 'en' };
};`,
    };
    const { ask, etag } = await serveNotes(kind, files);
    expect((await ask('GET /notes/1')).json).toEqual({ text: 'a', version: 1, lang: 'en' });
    const german = (await ask('GET /notes/1?lang=de')).headers.etag!;
    expect(german).not.toBe(etag);
    expect((await ask('PUT /notes/1', put('b', { 'if-match': german }))).status).toBe(412);
    expect((await ask('PUT /notes/1?lang=de', put('b', { 'if-match': german }))).status).toBe(200);
  });

  it('takes the tag that a handler sets, also of a stream', async () => {
    const get = (own: string) => `import { Readable } from 'node:stream';
/**
 * @etag
 * @param {string} id
 * @returns {string} 200 text/plain - The note
 */
export default (ctx) => { ${own} return Readable.from(['note']); };`;
    const own = await serve(
      kind.create(await compileNoted({ ...FILES, 'notes/{id}/@get.js': get("ctx.etag = 'v1';") })),
    );
    expect(await own.ask('GET /notes/1')).toMatchObject({ status: 200, headers: { etag: '"v1"' }, body: 'note' });
    expect((await own.ask('GET /notes/1', { headers: { 'if-none-match': '"v1"' } })).status).toBe(304);
    expect((await own.ask('DELETE /notes/1', { headers: { 'if-match': '"v1"' } })).status).toBe(204);
    expect((await own.ask('DELETE /notes/1', { headers: { 'if-match': '"v2"' } })).status).toBe(412);
    const none = await serve(kind.create(await compileNoted({ ...FILES, 'notes/{id}/@get.js': get('') })));
    expect((await none.ask('GET /notes/1')).status).toBe(500);
    expect(none.errors.map(({ message }) => message)).toEqual([expect.stringContaining('ctx.etag')]);
  });

  it('reads as the client of the write, and refuses what may not be read', async () => {
    const files = {
      'notes/{id}/@get.js': `/**
 * @etag
 * @security key
 * @param {string} id
 * @returns {object} 200 - x
 */
export default (ctx) => ({ owner: ctx.auth.key, state: ctx.state.seen ?? false });`,
    };
    const definitions = {
      'openapi.yaml': 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }',
    };
    const app = kind.create(await compileNoted({ ...FILES, ...files }, { definitions }), {
      security: { key: (_ctx: OperationContext, key: unknown) => key !== 'wrong' && key },
    });
    const { ask } = await serve(app);
    const { etag = '' } = (await ask('GET /notes/1', { headers: { 'x-key': 'ada' } })).headers;
    const headers = { 'if-match': etag };
    expect((await ask('DELETE /notes/1', { headers })).status).toBe(401);
    expect((await ask('DELETE /notes/1', { headers: { ...headers, 'x-key': 'bo' } })).status).toBe(412);
    expect((await ask('DELETE /notes/1', { headers: { ...headers, 'x-key': 'ada' } })).status).toBe(204);
  });

  it('sends nothing that the inner GET sets', async () => {
    const files = {
      'notes/_middleware.js': `export default (ctx, next) => { ctx.cookies.get('a'); return next(); };`,
      'notes/{id}/@get.js': `/**
 * @etag
 * @param {string} id
 * @returns {object} 200 - x
 */
export default (ctx) => { ctx.cookies.set('seen', '1'); ctx.set('X-Get', '1'); return {}; };`,
    };
    const { ask } = await serve(kind.create(await compileNoted({ ...FILES, ...files })));
    expect((await ask('GET /notes/1')).headers).toMatchObject({
      'x-get': '1',
      'set-cookie': [expect.stringMatching(/^seen=1/)],
    });
    const { status, headers } = await ask('DELETE /notes/1', { headers: { 'if-match': '*' } });
    expect(status).toBe(204);
    for (const name of ['x-get', 'set-cookie', 'etag', 'content-type']) expect(headers).not.toHaveProperty(name);
  });

  it('leaves operations without it alone', async () => {
    const { ask } = await serve(kind.create(await compileNoted({ 'pets.js': '/** @returns {string} 200 - x */' })));
    expect((await ask('GET /pets')).headers).not.toHaveProperty('etag');
  });
});
