import { describe, expect, it } from 'vitest';
import { serveTools } from './serve.ts';

const BOOKS: Readonly<Record<string, string>> = {
  'books@get.ts': `/** Lists the books.
 * @tool list_books
 * @param {string} [query.title] - A part of the title
 * @param-include paging
 * @returns {Book[]} The books
 */
export default (ctx) => Array.from({ length: ctx.paging.limit + 1 }, (_, i) => ({ id: i, title: 'a' })).slice(0, ctx.paging.limit);`,
  'books/{id}@get.ts': `/** Returns a book.
 * @tool
 * @param {integer} id - The book
 * @returns {Book} The book
 */
export default (ctx) => ({ id: ctx.input.path.id, title: 'T', secret: 'x' });`,
  'books/{id}@delete.ts': `/** Deletes a book.
 * @tool delete_book
 * @param {integer} id - The book
 */
export default () => {};`,
  'books/special@get.ts': `/** Not a tool.
 * @returns {Book} The book
 */
export default () => ({ id: 0, title: 'special' });`,
  'books@post.ts': `/** Adds a book.
 * @tool add_book
 * @param {integer} query.id - Its number
 * @param {string} title (minLength: 2) - Its title
 * @param {integer} id - Its other number
 * @param {string} [header.X-Tag] - A tag
 * @returns {Book} 201 - The book
 */
export default (ctx) => { ctx.set('Location', '/books/1'); return { id: ctx.input.body.id, title: ctx.input.body.title + ctx.get('x-tag') + ctx.input.query.id }; };`,
  'hello@get.ts': `/** Greets.
 * @tool
 * @returns {string} The greeting
 */
export default () => 'Hello';`,
};
const tree = {
  definitions: {
    'Book.json': JSON.stringify({
      type: 'object',
      properties: { id: { type: 'integer' }, title: { type: 'string' } },
      required: ['id', 'title'],
    }),
  },
};

describe('the server of tools', () => {
  it('discovers, lists and calls', async () => {
    const { send, call } = await serveTools(BOOKS, { tree });
    const { status, json } = await send('server/discover');
    expect([status, json]).toMatchObject([
      200,
      { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', capabilities: { tools: {} }, cacheScope: 'public' } },
    ]);
    const { json: list } = await send('tools/list');
    const { tools } = (list as { result: { tools: { name: string }[] } }).result;
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'add_book',
      'delete_book',
      'get_books_id',
      'get_hello',
      'list_books',
    ]);
    expect(tools.find(({ name }) => name === 'add_book')).toEqual({
      name: 'add_book',
      title: 'Adds a book',
      description: 'Adds a book.',
      inputSchema: {
        type: 'object',
        properties: {
          query_id: { type: 'integer', description: 'Its number' },
          'X-Tag': { type: 'string', description: 'A tag' },
          title: { type: 'string', minLength: 2, description: 'Its title' },
          body_id: { type: 'integer', description: 'Its other number' },
        },
        required: ['query_id', 'title', 'body_id'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        $ref: '#/$defs/Book',
        $defs: expect.objectContaining({ Book: expect.anything() }),
      },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    expect(await call('get_books_id', { id: 7 })).toMatchObject({
      content: [{ type: 'text', text: '{"id":7,"title":"T"}' }],
      structuredContent: { id: 7, title: 'T' },
    });
    expect(await call('add_book', { query_id: 1, title: 'ab', body_id: 2, 'X-Tag': 'x' })).toMatchObject({
      content: [
        { type: 'text', text: '{"id":2,"title":"abx1"}' },
        { type: 'text', text: '201 Created\nlocation: /books/1' },
      ],
      structuredContent: { id: 2, title: 'abx1' },
    });
    expect(await call('get_hello')).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      structuredContent: 'Hello',
    });
    expect(await call('delete_book', { id: 1 })).toMatchObject({ content: [{ text: '204 No Content' }] });
  });

  it('turns pages with the arguments of the next one', async () => {
    const { call } = await serveTools(BOOKS, { tree });
    const { structuredContent } = await call('list_books', { page_size: 2 });
    expect(structuredContent).toMatchObject({ result: [{ id: 0 }, { id: 1 }], next: { page: 2 } });
  });

  it('reports problems so that a model can correct its call', async () => {
    const { call } = await serveTools(BOOKS, { tree });
    const { isError, content } = await call('add_book', { query_id: 'x', title: 'a', body_id: 'y' });
    expect(isError).toBe(true);
    expect(content[0]!.text).toBe(
      [
        '400 Bad Request',
        '- query_id: must be an integer',
        '- title: must have at least 2 characters',
        '- body_id: must be an integer',
        'Correct the arguments and call the tool again.',
      ].join('\n'),
    );
    expect((await call('get_books_id', { id: 'special' })).content[0]!.text).toMatch(/^No GET/);
    expect((await call('get_books_id', { id: '' })).content[0]!.text).toMatch(/missing/);
    expect((await call('get_books_id', { id: '..' })).content[0]!.text).toMatch(
      /Cannot send "\.\." in \/books\/\{id\}/,
    );
    expect((await call('get_books_id', { nope: 1 })).content[0]!.text).toMatch(
      /Unknown argument "nope". The tool takes id/,
    );
  });

  it('speaks 2025-11-25 without a session', async () => {
    const { sendLegacy } = await serveTools(BOOKS, { tree });
    const { json, headers } = await sendLegacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: {},
    });
    expect(json).toMatchObject({ result: { protocolVersion: '2025-11-25', serverInfo: { name: 'shop' } } });
    expect(headers['mcp-session-id']).toBeUndefined();
    const { json: called } = await sendLegacy('tools/call', { name: 'get_hello', arguments: {} });
    expect(called).toMatchObject({ result: { content: [{ text: 'Hello' }], structuredContent: { result: 'Hello' } } });
  });

  it('sends the version that was read with a write', async () => {
    const { call, send } = await serveTools({
      'note@get.ts': `/** Reads the note.
 * @tool read_note
 * @etag
 * @returns {{text: string}} The note
 */
export default () => ({ text: globalThis.noteText ?? 'a' });`,
      'note@put.ts': `/** Writes the note.
 * @tool write_note
 * @param {string} text - The new text
 * @returns {{text: string}} The note
 */
export default (ctx) => ({ text: (globalThis.noteText = ctx.input.body.text) });`,
    });
    const { json } = await send('tools/list');
    const { tools } = (json as { result: { tools: { name: string; inputSchema: { properties: object } }[] } }).result;
    const write = tools.find(({ name }) => name === 'write_note')!;
    expect(Object.keys(write.inputSchema.properties)).toEqual(expect.arrayContaining(['if_match', 'text']));
    const { etag } = (await call('read_note')).structuredContent as { etag: string };
    expect(etag).toMatch(/^"/);
    expect((await call('write_note', { text: 'b', if_match: '"old"' })).content[0]!.text).toMatch(
      /^412 .*Read it again, and send its etag as if_match\.$/s,
    );
    expect(await call('write_note', { text: 'b', if_match: etag })).toMatchObject({ structuredContent: { text: 'b' } });
    expect((await call('write_note', { text: 'c' })).content[0]!.text).toMatch(/^(?:412|428) /);
  });
});
