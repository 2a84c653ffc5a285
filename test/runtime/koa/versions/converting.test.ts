import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '../../../../src/shared/contract/versions.ts';
import { createApp, event, page } from '../../../../src/runtime/koa/index.ts';
import { converting } from '../../../../src/runtime/koa/versions/converting.ts';
import { compileTree } from '../compiled.ts';
import { serve } from '../serve.ts';

const down = { Book: ({ title }: { title: string }) => ({ name: title }) };

/** Serves a handler as an older version inherits it. */
async function answerOf(
  contract: string,
  conversion: Omit<Conversion, 'plans'>,
  handler: (ctx: any) => unknown,
  functions: Readonly<Record<string, (value: never) => unknown>> = down,
): Promise<{ readonly status: number; readonly text: string }> {
  const manifest = await compileTree({ 'books@get.ts': contract }, { isFresh: true });
  const [entry] = manifest.operations;
  Object.assign(entry!, { handler: converting({ plans: {}, ...conversion }, functions, functions, handler) });
  const app = createApp(manifest);
  app.silent = true;
  const served = await serve(app);
  const response = await fetch(`${served.url}/books`);
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
    const { text } = await answerOf(ONE, { down: 'Book' }, () => ({ title: 'Emma' }), spread);
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
    expect((await answerOf(ONE, { down: 'Book' }, () => ({ title: 'Emma' }), late)).status).toBe(500);
  });
});
