import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';

const DEFINITIONS = `/** A book. */
export interface Book { id: string; title: string; pages?: number }
export interface Envelope<T> { item: T }
/**
 * @param-define tenant
 * @param {string} header.X-Tenant - The tenant
 *
 * @returns-define missing
 * @throws 404 - Not there
 */
`;
const OPENAPI = `tags: [{ name: books }]
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://e.com/t', scopes: { 'read:books': a, 'write:books': b } } } }
    key: { type: apiKey, in: header, name: X-Key }
`;

const handler = 'export default function run() {}\n';
/** A file with these lines of a contract. */
const contract = (...lines: string[]): string => `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n${handler}`;

const root = scratch(afterAll);
let client: LanguageClient;
beforeAll(async () => {
  await writeTree(root, {
    'package.json': '{}',
    'app/definitions/all.ts': DEFINITIONS,
    'app/definitions/openapi.yaml': OPENAPI,
    'app/operations/books/@get.ts': contract(
      'Lists.',
      '@tags shop',
      '@param-include tenant',
      '@returns {Envelope<Book>} x',
    ),
    'app/operations/books/{id}@put.ts': contract('Puts.'),
    'app/operations/_middleware.ts': '/** @returns-include missing */\n',
    'app/operations/staff/_middleware.ts': '/** @security oauth read:books write:books */\n',
    'app/operations/staff/a@get.ts': contract('A.', '@security none'),
    'app/operations/staff/b@get.ts': contract('B.', '@security none'),
    'app/operations/staff/c@get.ts': contract('C.'),
  });
  client = await LanguageClient.start(root);
});
afterAll(() => client.stop());

const GET = 'app/operations/books/@get.ts';
const PUT = 'app/operations/books/{id}@put.ts';
const labels = async (path: string, ...lines: string[]): Promise<string[]> =>
  (await client.complete(path, contract(...lines))).map(({ label }) => label);

describe('completion', () => {
  it('offers the directives that may come, with a snippet of their line', async () => {
    const items = await client.complete(PUT, contract('Puts.', '@p|'));
    expect(items.map(({ label }) => label).slice(0, 2)).toEqual(['@param', '@param-include']);
    expect(items[0]).toMatchObject({
      insertTextFormat: 2,
      textEdit: {
        newText: '@param {${1:string}} ${2:id} - ${3:description}',
        range: { start: { line: 2, character: 3 } },
      },
    });
    const all = await labels(PUT, 'Puts.', '@summary x', '@|');
    expect(all).toContain('@returns');
    expect(all).not.toContain('@summary');
    // The file name has the method; etag belongs to GET, and a repeated PUT has the effect of one.
    for (const absent of ['@GET', '@etag', '@idempotent', '@example', '@typedef']) expect(all).not.toContain(absent);
    expect(await labels(GET, 'Lists.', '@e|')).toContain('@etag');
  });

  it('offers paging before there are rows, as comments are written', async () => {
    expect(await labels(GET, 'Lists.', '@param-include p|')).toContain('paging');
    // With rows that are no list, it is an error.
    expect(await labels(GET, 'Lists.', '@param-include p|', '@returns {Book} x')).not.toContain('paging');
  });

  it('offers the frame of a contract above a function', async () => {
    const frame =
      '\n * ${1:Replaces it.}\n *\n * @param {string\\} id - ${3:The id}\n * @returns {object\\} ${4:The result}\n ';
    const [item] = await client.complete(PUT, `/**| */\n${handler}`);
    expect([item!.label, item!.textEdit!.newText]).toEqual(['contract', frame]);
    const [open] = await client.complete(PUT, `/**|\n${handler}`);
    expect(open!.textEdit!.newText).toBe(`${frame}*/`);
    // A comment with text is not replaced, and other comments are not contracts.
    expect(await client.complete(PUT, `/** Puts.| */\n${handler}`)).toEqual([]);
    expect(await client.complete(PUT, `/*| */\n${handler}`)).toEqual([]);
  });

  it('offers the words of a limit, one after the other', async () => {
    const [item] = await client.complete(PUT, contract('Puts.', '@rate-l|'));
    expect(item!.textEdit!.newText).toBe('@rate-limit ${1:100} per ${2:minute} per ${3:address}');
    expect(await labels(PUT, '@rate-limit 5 p|')).toEqual(['per']);
    expect(await labels(PUT, '@rate-limit 5 per |')).toEqual(['second', 'minute', 'hour', 'day']);
    expect(await labels(PUT, '@rate-limit 5 per 15 m|')).toEqual(['minutes']);
    expect(await labels(PUT, '@rate-limit 5 per minute per |')).toEqual(['address', 'user', 'all']);
    expect(await labels(PUT, '@rate-limit 5 per minute (|')).toEqual(['name', 'onStoreError']);
    expect(await labels(PUT, '@rate-limit 5 per minute (onStoreError: |')).toEqual(['open', 'closed']);
    expect((await labels('app/operations/_middleware.ts', '@rate|'))[0]).toBe('@rate-limit');
  });

  it('offers the directives of Cache-Control that a line does not have yet', async () => {
    const [item] = await client.complete(GET, contract('Gets.', '@cac|'));
    expect(item!.textEdit!.newText).toBe('@cache ${1:private, max-age=60}');
    expect((await labels(GET, '@cache pu|'))[0]).toBe('public');
    expect((await labels(GET, '@cache public, ma|'))[0]).toBe('max-age=60');
    expect(await labels(GET, '@cache public, pub|')).toEqual([]);
    expect(await labels(GET, '@cache public, max-age=60 |')).toEqual(['(same for everyone)']);
  });

  it('offers types: definitions, generics with their arguments, built-in ones', async () => {
    expect((await labels(GET, '@returns {B|}'))[0]).toBe('Book');
    expect((await labels(GET, '@returns {Envelope<B|>} x'))[0]).toBe('Book');
    expect((await labels(GET, '@param {in|} limit - x')).slice(0, 3).sort()).toEqual(['int32', 'int64', 'integer']);
    const [envelope] = await client.complete(GET, contract('@returns {En|}'));
    expect(envelope).toMatchObject({ label: 'Envelope', textEdit: { newText: 'Envelope<${1:string}>' } });
    expect(await labels(GET, '@returns {v|}')).toContain('void');
    expect(await labels(GET, '@param {v|} a - x')).not.toContain('void');
    expect(await labels(GET, '@returns {Stre|}')).toContain('Stream');
    expect(await labels(GET, '@param {Stre|} a - x')).not.toContain('Stream');
    expect(await labels(GET, '@param {{a|: string}} filter - x')).toEqual([]);
    expect((await labels(GET, '@param {{a: Bo|}} filter - x'))[0]).toBe('Book');
  });

  it('offers the names of includes, and a cursor with a key of the rows', async () => {
    expect(await labels(GET, '@param-include |', '@returns {Book[]} x')).toEqual(['paging', 'tenant', 'cursor']);
    expect(await labels(GET, '@param-include ten|')).toEqual(['tenant']);
    // Without a list there is nothing to page.
    expect(await labels(GET, '@param-include |', '@returns {Book} x')).toEqual(['tenant']);
    expect(await labels(GET, '@param-include cursor (|)', '@returns {Book[]} x')).toEqual(['id', 'title']);
    expect(await labels(GET, '@param-include cursor (title |)', '@returns {Book[]} x')).toEqual(['asc', 'desc']);
    expect(await labels(GET, '@returns-include |')).toEqual(['missing']);
  });

  it('offers the built-in sets of lists, properties of the rows and the words that fit them', async () => {
    const rows = '@returns {Book[]} x';
    expect(await labels(GET, '@param-include paging, |', rows)).toEqual([
      'tenant',
      'cursor',
      'sort',
      'filter',
      'search',
    ]);
    expect(await labels(GET, '@param-include paging, filter (title, |)', rows)).toEqual(['id', 'pages']);
    expect(await labels(GET, '@param-include paging, filter (pages |)', rows)).toEqual([
      'eq',
      'ne',
      'in',
      'gt',
      'gte',
      'lt',
      'lte',
      'null',
    ]);
    expect(await labels(GET, '@param-include paging, filter (least = title st|)', rows)).toEqual(['starts']);
    expect(await labels(GET, '@param-include paging, search (|)', rows)).toEqual(['id', 'title']);
    expect(await labels(GET, '@param-include paging, sort (pages d|)', rows)).toEqual([]);
    expect(await labels(GET, '@param-include paging, sort (title d|)', rows)).toEqual(['desc']);
  });

  it('offers statuses with their phrases, and no status that the line cannot have', async () => {
    const items = await client.complete(GET, contract('@returns {Book} 20|'));
    expect(items[0]).toMatchObject({ label: '200', detail: 'OK' });
    expect(items.map(({ label }) => label)).not.toContain('204');
    const thrown = await labels(GET, '@returns {Book} x', '@throws 4|');
    expect(thrown).toContain('404');
    expect(thrown.filter((label) => !/4/.test(label))).toEqual([]);
    expect(await labels(GET, '@throws 404 - x', '@throws |')).not.toContain('404');
    expect(await labels(GET, '@returns {Book} 200 app|')).toContain('application/json');
  });

  it('offers facets of the type with their values, and formats', async () => {
    const integer = await labels(GET, '@param {integer} a (|) - x');
    expect(integer).toContain('minimum');
    expect(integer).not.toContain('minLength');
    expect(await labels(GET, '@param {string} a (minL|) - x')).toEqual(['minLength']);
    const more = await labels(GET, '@param {string} a (minLength: 1, |) - x');
    expect(more).toContain('maxLength');
    expect(more).not.toContain('minLength');
    expect((await labels(GET, '@param {string} a (format: da|) - x')).slice(0, 2)).toEqual(['date', 'date-time']);
    expect(await labels(GET, '@param {string[]} a (uniqueItems: |) - x')).toEqual(['true', 'false']);
  });

  it('offers locations, and path parameters that have no line yet', async () => {
    expect(await labels(PUT, '@param {string} |')).toEqual(['id', 'header.', 'query.', 'cookie.', 'body', 'body.']);
    expect(await labels(PUT, '@param {string} id - x', '@param {string} i|')).not.toContain('id');
    expect(await labels(PUT, '@param {string} q|')).toEqual(['query.']);
    expect(await labels(GET, '@param {string} [que|]')).toEqual(['query.']);
  });

  it('offers security schemes, scopes and tags', async () => {
    expect(await labels(GET, '@security |')).toEqual(['oauth', 'key', 'none']);
    expect(await labels(GET, '@security oauth re|')).toEqual(['read:books', 'write:books']);
    expect(await labels(GET, '@security oauth read:books |')).toEqual(['write:books']);
    expect(await labels(GET, '@security oauth (we|')).toEqual(['(weaker)']);
    expect(await labels(GET, '@tags b|')).toEqual(['books']);
    expect(await labels(PUT, '@tags |')).toContain('books');
  });

  it('offers the line of the directory first, and "none" last', async () => {
    const path = 'app/operations/staff/c@get.ts';
    expect(await labels(path, 'C.', '@security |')).toEqual(['oauth read:books write:books', 'oauth', 'key', 'none']);
    const [item] = await client.complete(path, contract('C.', '@sec|'));
    expect(item).toMatchObject({ textEdit: { newText: '@security ${1:oauth read:books write:books}' } });
  });

  it('offers what definitions and directories can have', async () => {
    const path = 'app/definitions/more.js';
    const at = async (text: string): Promise<string[]> => (await client.complete(path, text)).map(({ label }) => label);
    expect(await at('/** @typed| */')).toEqual(['@typedef']);
    expect(await at('/**\n * @typedef {object} A\n * @prop|\n */')).toEqual(['@property']);
    expect((await at('/**\n * @typedef {object} A\n * @property {Bo|} b - x\n */'))[0]).toBe('Book');
    expect((await at('/**\n * @typedef {object} A\n * @template Item\n * @property {It|} b - x\n */'))[0]).toBe('Item');
    expect(await at('/**\n * @param-define a\n * @|\n */')).not.toContain('@returns');
    const directory = await client.complete(
      'app/operations/_middleware.ts',
      '/**\n * @|\n * @returns-include missing\n */\n',
    );
    expect(directory.map(({ label }) => label)).toContain('@security');
    expect(directory.map(({ label }) => label)).not.toContain('@summary');
  });

  it('offers the text of a new file', async () => {
    const [operation] = await client.complete('app/operations/books/{id}/notes@post.ts', '|');
    const { newText } = operation!.textEdit as { newText: string };
    expect(newText).toContain('@param {string} id - The id');
    await client.setText('app/operations/books/{id}/notes@post.ts', newText);
    await expect
      .poll(() => client.codes('app/operations/books/{id}/notes@post.ts'), { timeout: 20_000, interval: 20 })
      .toEqual([]);
    expect((await client.complete('app/operations/books/_middleware.ts', '|'))[0]).toMatchObject({
      label: 'middleware',
    });
    expect(await client.complete('app/operations/books/_helper.ts', '|')).toEqual([]);
  });

  it('offers nothing outside of contracts', async () => {
    const silent = async (path: string, text: string): Promise<void> =>
      expect(await client.complete(path, text)).toEqual([]);
    await silent(GET, `${contract('Lists.')}// @p|`);
    await silent(GET, `${contract('Lists.')}const a = { b: 'B|' };`);
    await silent(GET, `${contract('Lists.', '@returns {Book} x')}/** @p| */\nfunction helper() {}`);
    await silent('app/operations/books/_helper.ts', '/** @p| */ export const a = 1;');
    await silent('src/other.ts', '/** @p| */ export default () => {}');
    await silent(GET, contract('Lists books by mail@p|'));
    await silent(GET, contract('@returns {Book} 200 - The B|'));
  });
});
