import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '../../../../src/shared/contract/versions.ts';
import { createApp, event, page } from '../../../../src/runtime/koa/index.ts';
import { converting } from '../../../../src/runtime/koa/versions/converting.ts';
import { compileTree } from '../compiled.ts';
import { serve } from '../serve.ts';

const down = { Book: ({ title }: { title: string }) => ({ name: title }) };

interface Request {
  readonly newer?: string;
  readonly functions?: Readonly<Record<string, (value: never) => unknown>>;
  /** The JSON body of a POST. */
  readonly body?: unknown;
}

/** Serves a handler as an older version inherits it. */
async function answerOf(
  contract: string,
  conversion: Omit<Conversion, 'plans'>,
  handler: (ctx: any) => unknown,
  { newer = contract.replaceAll('name: ', 'title: '), functions = down, body }: Request = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const file = body === undefined ? 'books@get.ts' : 'books@post.ts';
  const manifest = await compileTree({ [file]: contract }, { isFresh: true });
  const [entry] = manifest.operations;
  const next = (await compileTree({ [file]: newer }, { isFresh: true })).operations[0]!;
  Object.assign(entry!, {
    handler: converting({ plans: {}, ...conversion }, functions, functions, handler, () => next),
  });
  const app = createApp(manifest);
  app.silent = true;
  const served = await serve(app);
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${served.url}/books`, body === undefined ? {} : init);
  return { status: response.status, text: await response.text() };
}

const ONE = '/** @returns {{name: string}} It */';
const ROWS = '/**\n * @param-include paging\n * @returns {{name: string}[]} They\n */';

describe('a handler of a newer version', () => {
  it('sends the value that the function returns, also of a promise and of ctx.body', async () => {
    const expected = { status: 200, text: '{"name":"Emma"}' };
    const convert = { down: 'Book' };
    expect(await answerOf(ONE, convert, () => ({ title: 'Emma' }))).toEqual(expected);
    expect(await answerOf(ONE, convert, async () => ({ title: 'Emma' }))).toEqual(expected);
    expect(await answerOf(ONE, convert, (ctx) => void (ctx.body = { title: 'Emma' }))).toEqual(expected);
    expect(await answerOf(ONE, convert, () => ({ toJSON: () => ({ title: 'Emma' }) }))).toEqual(expected);
  });

  it('drops properties that only the newer version has, if the function leaves them', async () => {
    const spread = { Book: (book: { title: string }) => ({ ...book, name: book.title }) };
    const { text } = await answerOf(ONE, { down: 'Book' }, () => ({ title: 'Emma' }), { functions: spread });
    expect(text).toBe('{"name":"Emma"}');
  });

  it('converts the rows of a page, and keeps its total', async () => {
    const convert = { down: { items: 'Book' } };
    expect((await answerOf(ROWS, convert, () => [{ title: 'Emma' }])).text).toBe('[{"name":"Emma"}]');
    expect((await answerOf(ROWS, convert, () => page([{ title: 'Emma' }], 1))).text).toBe('[{"name":"Emma"}]');
  });

  it('converts the data of events, and keeps their names', async () => {
    const stream = "/** @returns {Stream<ServerSentEvent<'added', {name: string}>>} 200 text/event-stream - All */";
    async function* send(): AsyncGenerator {
      yield event('added', { title: 'Emma' }, { id: 7 });
    }
    const { text } = await answerOf(stream, { down: { props: { data: 'Book' } }, stream: true }, send);
    expect(text).toBe('event: added\nid: 7\ndata: {"name":"Emma"}\n\n');
  });

  it.each([
    ['a Response', () => new Response('{"title":"Emma"}')],
    ['a text', () => '{"title":"Emma"}'],
    ['bytes', () => Buffer.from('{"title":"Emma"}')],
    ['a stream', () => Readable.from(['{"title":"Emma"}'])],
  ])('answers 500 if it returns %s, which nothing can convert', async (_name, handler) => {
    const { status, text } = await answerOf(ONE, { down: 'Book' }, handler);
    expect([status, text.includes('Emma')]).toEqual([500, false]);
  });

  it('answers 500 if the function is asynchronous', async () => {
    const late = { Book: async ({ title }: { title: string }) => ({ name: title }) };
    expect((await answerOf(ONE, { down: 'Book' }, () => ({ title: 'Emma' }), { functions: late })).status).toBe(500);
  });

  it('keeps the body of an error, whose status it has set', async () => {
    const { status, text } = await answerOf(ONE, { down: 'Book' }, (ctx) => {
      ctx.status = 409;
      return { title: 'Sold' };
    });
    expect([status, JSON.parse(text)]).toEqual([409, expect.objectContaining({ title: 'Sold' })]);
  });

  const row = { title: 'Emma', password: 'secret', hash: 'secret' };
  const keepsAll = { Book: (book: object) => ({ all: JSON.stringify(book) }) };

  it.each([
    ['a value', (type: string) => `/** @returns {${type}} It */`, { down: 'Book' }, () => row],
    [
      'ctx.body',
      (type: string) => `/** @returns {${type}} It */`,
      { down: 'Book' },
      (ctx: any) => void (ctx.body = row),
    ],
    ['rows', (type: string) => `/** @returns {(${type})[]} They */`, { down: { items: 'Book' } }, () => [row]],
    [
      'a page',
      (type: string) => `/**\n * @param-include paging\n * @returns {(${type})[]} They\n */`,
      { down: { items: 'Book' } },
      () => page([row], 1),
    ],
    [
      'the items of a stream',
      (type: string) => `/** @returns {Stream<${type}>} They */`,
      { down: 'Book', stream: true as const },
      async function* () {
        yield row;
      },
    ],
    [
      'the data of events',
      (type: string) => `/** @returns {Stream<ServerSentEvent<'added', ${type}>>} 200 text/event-stream - All */`,
      { down: { props: { data: 'Book' } }, stream: true as const },
      async function* () {
        yield event('added', row);
      },
    ],
  ])(
    'gives the function only what the newer contract declares, of %s',
    async (_name, contract, conversion, handler) => {
      const { status, text } = await answerOf(contract('{all: string}'), conversion, handler, {
        functions: keepsAll,
        newer: contract('{title: string}'),
      });
      expect([status, text]).toEqual([200, expect.stringContaining('{\\"title\\":\\"Emma\\"}')]);
      expect(text).not.toContain('secret');
    },
  );

  const TAKES = '/**\n * @param {{name: string}} body - It\n * @returns {object} It\n */';
  const TAKES_NEWER = `/**
 * @param {object} body - It
 * @param {string} body.title (maxLength: 5) - The title
 * @param {integer} [body.year=1815] - The year
 * @returns {object} It
 */`;
  const up = { Book: (book: { name: string }) => ({ title: book.name, isAdmin: true, at: new Date(0) }) };

  it('gets a converted body with the declared properties of the newer contract, and its defaults', async () => {
    const options = { functions: up, newer: TAKES_NEWER, body: { name: 'Emma' } };
    const { status, text } = await answerOf(TAKES, { up: 'Book' }, (ctx) => ({ got: ctx.input.body }), options);
    expect([status, JSON.parse(text)]).toEqual([200, { got: { title: 'Emma', year: 1815 } }]);
  });

  it('refuses a converted body that violates the newer contract, without running the handler', async () => {
    const options = { functions: up, newer: TAKES_NEWER, body: { name: 'Persuasion' } };
    let runs = 0;
    const { status, text } = await answerOf(TAKES, { up: 'Book' }, () => ({ runs: ++runs }), options);
    expect([status, runs]).toEqual([400, 0]);
    expect(JSON.parse(text).errors).toMatchObject([{ in: 'body', pointer: '/title' }]);
  });
});
