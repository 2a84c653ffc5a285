import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ResponseCheck } from '../../../src/shared/contract/enforcement.ts';
import type { OperationContext, RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { createManifest } from './manifest.ts';
import type { Answer } from './serve.ts';
import { createGate, KINDS, serve } from './serve.ts';

const BOOK = '{{title: string, price: integer}}';
const HIDDEN = { type: 'about:blank', title: 'Internal Server Error', status: 500 };

const PICTURE: ResponseCheck = {
  status: '200',
  content: [{ mediaType: 'image/png', check: () => true, explain: () => [] }],
  headers: [],
};

const WHOLE: ResponseCheck = {
  status: '200',
  content: [{ mediaType: 'application/json', check: Number.isInteger, explain: () => [] }],
  headers: [],
};

describe.each(KINDS)('checkResponses by $name', ({ create }) => {
  /** What an operation with some directives answers with some expression, and what the app was told. */
  const answerTo = async (
    directives: string,
    handler: string,
    { target = 'GET /books', options = {} }: { target?: string; options?: RuntimeOptions } = {},
  ): Promise<Answer & { told: string[] }> => {
    const module = "import { Readable } from 'node:stream';\n";
    const text = `${module}/**\n * Books.\n${directives.replace(/^/gm, ' * ')}\n */\nexport default ${handler};\n`;
    const operations = await compileTree({ 'books/@get.ts': text }, { responses: true });
    const { ask, errors } = await serve(create(operations, options));
    const answer = await ask(target);
    return Object.assign(answer, { told: errors.map(({ message }) => message) });
  };

  it('checks no response that no client receives', async () => {
    const began = createGate();
    const finished = createGate();
    const ended = createGate();
    const operations = await compileTree(
      { 'books/@get.ts': `/** @returns ${BOOK} It */\nexport default () => ({ title: 'a', price: 3 });\n` },
      { responses: true },
    );
    Object.assign(operations.operations[0]!, {
      handler: async () => {
        began.open();
        await finished.opened;
        setTimeout(ended.open, 20);
        return { title: 'a', price: 3 };
      },
    });
    const { url, errors } = await serve(create(operations));
    const socket = connect(Number(new URL(url).port), 'localhost');
    socket.write('GET /books HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.opened;
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    finished.open();
    await ended.opened;
    expect(errors).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['data', `@returns ${BOOK} It`, `() => ({ title: 'a', price: 3, more: 1 })`],
    ['data later', `@returns ${BOOK} It`, `async () => ({ title: 'a', price: 3 })`],
    ['what JSON makes of it', '@returns {dateTime} It', '() => new Date(0)'],
    ['a property that JSON leaves out', '@returns {{a?: string}} It', '() => ({ a: undefined })'],
    ['a string', '@returns {string} It', `() => 'text'`],
    ['a null', '@returns {?string} It', '() => null'],
    ['nothing', '@returns 204 - Done', '() => undefined'],
    [
      'another status',
      `@returns ${BOOK} It\n@returns {string} 202 - Later`,
      `(ctx) => { ctx.status = 202; return 'soon'; }`,
    ],
    ['a range of statuses', '@returns {string} 2XX - It', `(ctx) => { ctx.status = 206; return 'part'; }`],
    ['the status before its range', '@returns {integer} 2XX - A\n@returns {string} 200 - B', `() => 'b'`],
    ['the default', '@returns {string} default - It', `(ctx) => { ctx.status = 404; return 'none'; }`],
    ['a body that the handler set', `@returns ${BOOK} It`, `(ctx) => { ctx.body = { title: 'a', price: 3 }; }`],
    ['text', '@returns {string} 200 text/csv - It', `() => 'a,b'`],
    ['text of a pattern', `@returns {'a,b'} 200 text/csv - It`, `() => 'a,b'`],
    [
      'another media type',
      `@produces application/json, text/html\n@returns {string} It`,
      `(ctx) => { ctx.type = 'html'; return '<p>'; }`,
    ],
    [
      'JSON by another name',
      `@produces application/vnd.api+json\n@returns ${BOOK} It`,
      `() => ({ title: 'a', price: 3 })`,
    ],
    ['bytes', '@returns {binary} 200 image/png - It', `() => Buffer.from('x')`],
    [
      'a stream of JSON, which is not read',
      `@returns ${BOOK} It`,
      `(ctx) => { ctx.type = 'json'; return Readable.from(['{'], { objectMode: false }); }`,
    ],
    [
      'headers',
      '@returns {string} It\n@header {integer} X-Count - N\n@header {string[]} [X-Tags] - T\n@header {boolean} X-Is - I',
      `(ctx) => { ctx.set({ 'X-Count': '3', 'X-Tags': 'a, b', 'X-Is': 'true' }); return 'a'; }`,
    ],
    ['an optional header', '@returns {string} It\n@header {integer} [X-Count] - N', `() => 'a'`],
    ['a list', '@param-include paging\n@returns {integer[]} All', '() => [1, 2]'],
    ['a page', '@param-include paging\n@returns {Page<integer>} All', '() => [1, 2]'],
    ['a schema of its own kind', '@returns {{a: {b: integer}[]}|string} It', '() => ({ a: [{ b: 1 }] })'],
    ['anything where nothing is declared', '@tags a', '() => ({ a: 1 })'],
    ['a 304', `@returns ${BOOK} It`, '(ctx) => { ctx.status = 304; }'],
    [
      'a redirect, whose text Koa adds',
      '@returns {void} 302 - It moved\n@header {string} Location - Its URL',
      `(ctx) => ctx.redirect('/shop')`,
    ],
    [
      'a redirect with another status',
      '@returns {void} 308 - It moved\n@header {string} Location - Its URL',
      `(ctx) => { ctx.status = 308; ctx.redirect('/shop'); }`,
    ],
    ['an answer that goes past Koa', `@returns ${BOOK} It`, `(ctx) => { ctx.respond = false; ctx.res.end('"raw"'); }`],
  ])('accepts a response that matches the contract: %s', async (_title, directives, handler) => {
    const [checked, unchecked] = [
      await answerTo(directives, handler),
      await answerTo(directives, handler, { options: { checkResponses: false } }),
    ];
    expect(checked.told).toEqual([]);
    for (const answer of [checked, unchecked]) delete answer.headers.date;
    expect([checked.status, checked.headers, checked.body]).toEqual([
      unchecked.status,
      unchecked.headers,
      unchecked.body,
    ]);
    expect(checked.status).not.toBe(500);
  });

  it.each<[string, string, string, string]>([
    [
      'a property',
      `@returns {${BOOK.slice(1, -1)}[]} All`,
      `() => [{ title: 'a', price: 'x' }]`,
      '200 with a body that violates its contract: /0/price must be an integer',
    ],
    [
      'all that is wrong',
      `@returns ${BOOK} It`,
      `async () => ({ title: 1 })`,
      '200 with a body that violates its contract: /price is required; /title must be a string',
    ],
    [
      'a body as a whole',
      '@returns {string[]} All',
      `() => 7`,
      '200 with a body that violates its contract: the body must be an array',
    ],
    [
      'a body that the handler set',
      '@returns {integer} It',
      `(ctx) => { ctx.body = 1.5; }`,
      '200 with a body that violates its contract: the body must be an integer',
    ],
    [
      'text that is no JSON',
      '@returns {string} It',
      `(ctx) => { ctx.type = 'json'; ctx.body = '{'; }`,
      '200 with a body that is not valid JSON',
    ],
    [
      'text',
      `@returns {'a'} 200 text/csv - It`,
      `() => 'b'`,
      '200 with a body that violates its contract: the body must be "a"',
    ],
    [
      'a status',
      `@returns {string} It\n@returns 404 - None`,
      `(ctx) => { ctx.status = 418; return 7; }`,
      '418, but its contract declares 200, 404',
    ],
    ['a status alone', '@returns {string} It', `(ctx) => { ctx.status = 403; }`, '403, but its contract declares 200'],
    [
      'nothing where something is declared',
      '@returns {string} It',
      '() => undefined',
      '204, but its contract declares 200. Return a value, or declare "@returns {void} 204 - ..."',
    ],
    [
      'a status without its body',
      '@returns {string} It',
      '(ctx) => { ctx.status = 200; }',
      '200 without a body, but its contract declares one',
    ],
    [
      'a body where none is declared',
      '@returns 201 - Done',
      `() => 'a'`,
      '201 with a body, but its contract declares none',
    ],
    [
      'a media type',
      '@returns {string} It',
      `(ctx) => { ctx.type = 'html'; return '<p>'; }`,
      '200 as text/html, but its contract declares application/json',
    ],
    [
      'bytes of a media type',
      '@returns {binary} 200 image/png - It',
      `(ctx) => { ctx.type = 'image/gif'; return Buffer.from('x'); }`,
      '200 as image/gif, but its contract declares image/png',
    ],
    [
      'a header that is not there',
      '@returns {string} It\n@header {string} Location - Where',
      `() => 'a'`,
      '200 without the header Location, but its contract requires it',
    ],
    [
      'a header',
      '@returns {string} It\n@header {integer} X-Count - N',
      `(ctx) => { ctx.set('X-Count', 'x'); return 'a'; }`,
      '200 with a header that violates its contract: X-Count must be an integer',
    ],
    [
      'a page',
      '@param-include paging\n@returns {Page<integer>} All',
      `() => ['a']`,
      '200 with a body that violates its contract: /items/0 must be an integer',
    ],
  ])('makes an error that no client reads of %s', async (_title, directives, handler, said) => {
    const answer = await answerTo(directives, handler);
    expect(answer.told).toEqual([`books/@get.ts sent status ${said}`]);
    expect(answer.json).toEqual(HIDDEN);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const head = await answerTo(directives, handler, { target: 'HEAD /books' });
    expect(head).toMatchObject({ status: 500, told: answer.told });
    const unchecked = await answerTo(directives, handler, { options: { checkResponses: false } });
    expect(unchecked.told).toEqual([]);
  });

  it('shows ten of what is wrong', async () => {
    const answer = await answerTo('@returns {integer[]} All', `() => Array.from({ length: 13 }, String)`);
    expect(answer.told[0]).toMatch(/\/9 must be an integer; and 3 more$/);
  });

  it('leaves errors, refusals and bad input to be what they are', async () => {
    const contract = `@param {integer} [n] - N\n@returns ${BOOK} It`;
    const thrown = await answerTo(`${contract}\n@throws 409 - No`, `(ctx) => ctx.throw(409, 'no')`);
    expect(thrown).toMatchObject({ status: 409, json: { detail: 'no' }, told: ['no'] });
    expect((await answerTo(contract, '() => 1', { target: 'GET /books?n=x' })).status).toBe(400);
    expect((await answerTo(contract, '() => 1', { target: 'PUT /books' })).status).toBe(405);
  });

  it('closes a stream that breaks the contract', async () => {
    const streams: Readable[] = [];
    const handler = (ctx: OperationContext): Readable => {
      ctx.type = 'text/plain';
      streams.push(new Readable({ read() {} }));
      return streams[0]!;
    };
    const { ask } = await serve(create(createManifest({ 'GET /it': { handler, responses: () => [PICTURE] } })));
    expect((await ask('GET /it')).status).toBe(500);
    await expect.poll(() => streams[0]!.destroyed).toBe(true);
  });

  it('checks a response after the _middleware around an operation', async () => {
    const middleware = [
      async (ctx: OperationContext, next: () => Promise<void>) => (await next(), (ctx.body = { data: ctx.body })),
    ];
    const { ask, errors } = await serve(
      create(createManifest({ 'GET /it': { handler: () => 1, responses: () => [WHOLE], middleware } })),
    );
    expect(await ask('GET /it')).toMatchObject({ status: 500, json: HIDDEN });
    expect(errors.map(({ message }) => message)).toEqual([
      'it/@get.ts sent status 200 with a body that violates its contract: ',
    ]);
  });

  it('fails at start-up if the bundle lacks the responses of operations', () => {
    const operations = createManifest({ 'GET /it': () => 1 });
    expect(() => create(operations, { checkResponses: true })).toThrow(
      /bundle .* it\/@get\.ts\. .*the plugin's option checkResponses/,
    );
    expect(() => create(createManifest({}), { checkResponses: true })).not.toThrow();
  });
});
