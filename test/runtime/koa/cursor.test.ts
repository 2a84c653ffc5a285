import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { holdsAsync } from '../../property/holds.ts';
import { scratch } from '../../support/build.ts';
import { compileTree } from './compiled.ts';
import type { Answer, Kind } from './serve.ts';
import { KINDS, serve } from './serve.ts';

interface Row {
  readonly id: number;
  readonly at: string;
  readonly kind: string;
}

/** The rows that the handlers below read. */
const shared = globalThis as { rows?: Row[]; given?: unknown };

const IMPORTS = `import { keyset, page } from '${import.meta.dirname}/../../../src/runtime/koa/index.ts';
const compare = (a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id - b.id);
const find = ({ cursor, input: { query } }) => globalThis.rows
  .filter((row) => query.kind === undefined || row.kind === query.kind)
  .sort(compare)
  .filter((row) => cursor.after === undefined || compare(row, cursor.after) > 0)
  .slice(0, cursor.limit + 1);
`;

const list = (includes: string, returns: string, result: string): string => `${IMPORTS}
/**
 * A list.
 * @param {string} [kind] - Only of this kind
${includes.replace(/^/gm, ' * ')}
 * @returns {${returns}} The rows
 */
export default (ctx) => ${result};
`;

const CURSOR = '@param-include cursor (at desc, id)';
const TREE = {
  'rows.js': list(CURSOR, 'Row[]', 'keyset(find(ctx))'),
  'of/{owner}.js': list(`@param {string} owner - Its owner\n${CURSOR}`, 'Row[]', 'keyset(find(ctx))'),
  'envelope.js': list(CURSOR, 'Rows', 'keyset(find(ctx))'),
  'counted.js': list(CURSOR, 'Counted', 'keyset(find(ctx), globalThis.rows.length)'),
  'whole.js': list(CURSOR, 'Rows', '({ rows: find(ctx), size: 7 })'),
  'both.js': list(
    `@param-include paging\n${CURSOR}`,
    'Row[]',
    'ctx.cursor === undefined ? page(globalThis.rows.slice(ctx.paging.offset, ctx.paging.offset + ctx.paging.limit), globalThis.rows.length) : keyset(find(ctx), globalThis.rows.length)',
  ),
  'both/pages.js': list(`@param-include paging\n${CURSOR}`, 'Row[]', 'globalThis.rows.slice(0, 3)'),
  'both/wrong.js': list(`@param-include paging\n${CURSOR}`, 'Row[]', 'keyset([])'),
  'given.js': list(CURSOR, 'Row[]', 'globalThis.given'),
  'wrapped.js': list(CURSOR, 'Row[]', 'keyset(globalThis.given)'),
};
const DEFINITIONS = {
  'rows.ts': `export interface Row { id: number; at: string; kind: string }
export interface Rows {
  /** @items */
  rows: Row[];
  /** @limit */
  size: number;
}
export interface Counted extends Rows {
  /** @total */
  count: number;
}
`,
};

const time = (i: number): string => `2026-01-01T00:00:00.${String(i).padStart(6, '0')}Z`;
const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: i, at: time(Math.floor(i / 3)), kind: i % 2 === 0 ? 'a' : 'b' }));

/** The messages of errors that are not the client's. */
const failuresOf = (errors: readonly Error[]): string[] =>
  errors.filter(({ name }) => name !== 'InvalidInput').map(({ message }) => message);

const nextOf = ({ headers }: Answer): string | undefined =>
  /<([^>]*)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
const cursorOf = (answer: Answer): string => new URL(nextOf(answer)!, 'http://x').searchParams.get('cursor')!;

const root = scratch(afterAll);
let operations: Manifest;

beforeAll(async () => {
  operations = await compileTree(TREE, { definitions: DEFINITIONS, root });
});

describe.each(KINDS)('lists with a cursor by $name', ({ create }: Kind) => {
  const start = async (options: Parameters<Kind['create']>[1] = {}, rows = makeRows(10)) => {
    shared.rows = rows;
    return serve(create(operations, options));
  };

  /** Follows the links `next`, and lists the numbers of all rows. */
  const walk = async (
    { ask }: Awaited<ReturnType<typeof start>>,
    first: string,
    between: (page: number) => void = () => {},
  ): Promise<number[]> => {
    const seen: number[] = [];
    let target: string | undefined = first;
    for (let page = 0; target !== undefined; page++) {
      const answer: Answer = await ask(`GET ${target}`);
      expect(answer.status).toBe(200);
      seen.push(...(answer.json as Row[]).map(({ id }) => id));
      target = nextOf(answer);
      between(page);
    }
    return seen;
  };

  it('walks lists in the order of their keys', async () => {
    const served = await start();
    const answer = await served.ask('GET /rows?page_size=4&kind=a&other=%20x');
    expect((answer.json as Row[]).map(({ id }) => id)).toEqual([6, 8, 4, 0]);
    expect(nextOf(answer)).toMatch(/^\/rows\?page_size=4&kind=a&other=%20x&cursor=[\w-]+$/);
    expect(await walk(served, '/rows?page_size=3')).toEqual([9, 6, 7, 8, 3, 4, 5, 0, 1, 2]);
    expect(await walk(served, '/rows')).toHaveLength(10);
    expect((await served.ask('GET /rows?page_size=10')).headers).not.toHaveProperty('link');
    expect((await served.ask('HEAD /rows?page_size=3')).headers['link']).toContain('rel="next"');
    expect(served.errors).toEqual([]);
  });

  it('lose no row and repeat none while others come and go', async () => {
    await holdsAsync(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 60 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (changes, size) => {
          const staying = makeRows(40).filter(({ id }) => id % 4 !== 3);
          const served = await start({}, makeRows(40));
          const queue = [...changes];
          const seen = await walk(served, `/rows?page_size=${size}`, () => {
            const change = queue.pop();
            if (change === undefined) return;
            if (change % 2 === 0) shared.rows!.push({ id: 1000 + queue.length, at: time(change % 15), kind: 'a' });
            else shared.rows = shared.rows!.filter(({ id }) => id % 4 !== 3 || id !== change);
          });
          const ids = new Set(staying.map(({ id }) => id));
          expect(seen.filter((id) => ids.has(id))).toEqual(
            staying.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id - b.id)).map(({ id }) => id),
          );
          expect(new Set(seen).size).toBe(seen.length);
        },
      ),
      10,
    );
  });

  it('refuse a cursor that is damaged or of another list', async () => {
    const { ask, errors } = await start();
    const answer = await ask('GET /rows?page_size=4&kind=a');
    const cursor = cursorOf(answer);
    const refusal = {
      status: 400,
      errors: [{ in: 'query', name: 'cursor', message: 'is not a cursor of this list', keyword: 'cursor' }],
    };
    // Another character, none, or one that base64url does not have, in turn.
    const damaged = [...cursor].map((char, i) => {
      const other = [char === 'A' ? 'B' : 'A', '', '!'][i % 3]!;
      return cursor.slice(0, i) + other + cursor.slice(i + 1);
    });
    const texts = [...damaged, `${cursor}A`, `${cursor}=`, `${cursor}%00`, '', 'x', 'bnVsbA', 'W10'];
    for (const text of texts) expect((await ask(`GET /rows?kind=a&cursor=${text}`)).json).toMatchObject(refusal);
    expect((await ask(`GET /rows?cursor=${cursor}`)).json).toMatchObject(refusal);
    // A digest of as many characters, but more bytes.
    const [version, digest, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string];
    const longer = Buffer.from(JSON.stringify([version, `ä${digest.slice(1)}`, ...values])).toString('base64url');
    expect((await ask(`GET /rows?kind=a&cursor=${longer}`)).json).toMatchObject(refusal);
    expect((await ask(`GET /rows?kind=b&cursor=${cursor}`)).json).toMatchObject(refusal);
    expect((await ask(`GET /envelope?kind=a&cursor=${cursor}`)).json).toMatchObject(refusal);
    const ofAda = cursorOf(await ask('GET /of/ada?page_size=4'));
    expect((await ask(`GET /of/ada?cursor=${ofAda}`)).status).toBe(200);
    expect((await ask(`GET /of/bob?cursor=${ofAda}`)).json).toMatchObject(refusal);
    expect((await ask(`GET /rows?cursor=${cursor}&kind=a&page_size=2&unknown=1`)).status).toBe(200);
    expect((await ask(`GET /rows?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400);
    expect((await ask(`GET /rows?kind=a&cursor=${cursor}&page_size=0`)).status).toBe(400);
    expect(failuresOf(errors)).toEqual([]);
  });

  it('refuse a forged cursor if the app has a secret', async () => {
    const forged = (position: readonly unknown[]): string => {
      const scope = JSON.stringify([
        'GET',
        '/rows',
        [
          ['at', true],
          ['id', false],
        ],
        {},
        {},
      ]);
      const digest = createHash('sha256')
        .update(JSON.stringify([1, `${scope.slice(0, -1)},null]`, position]))
        .digest();
      const sealed = JSON.stringify([1, digest.subarray(0, 16).toString('base64url'), ...position]);
      return Buffer.from(sealed).toString('base64url');
    };
    const values = [time(2), 7];
    // Without a secret, anyone can make a cursor.
    expect((await (await start()).ask(`GET /rows?cursor=${forged(values)}`)).status).toBe(200);
    const { ask } = await start({ cursorSecret: 'new' });
    expect((await ask(`GET /rows?cursor=${forged(values)}`)).status).toBe(400);
    const cursor = cursorOf(await ask('GET /rows?page_size=4'));
    expect((await ask(`GET /rows?cursor=${cursor}`)).status).toBe(200);
    const rotated = await start({ cursorSecret: ['newest', 'new'] });
    expect((await rotated.ask(`GET /rows?cursor=${cursor}`)).status).toBe(200);
    const other = await start({ cursorSecret: 'other' });
    expect((await other.ask(`GET /rows?cursor=${cursor}`)).status).toBe(400);
    for (const cursorSecret of ['', [''], [1 as never], 7 as never])
      await expect(start({ cursorSecret })).rejects.toThrow(/^The option cursorSecret of create\w+ must be a string/);
  });

  it('combines a cursor with pages', async () => {
    const { ask, errors } = await start();
    const first = await ask('GET /both?page_size=4&total=1');
    expect([nextOf(first), first.headers['x-total-count']]).toEqual([expect.stringContaining('cursor='), '10']);
    const cursor = cursorOf(first);
    const paged = await ask('GET /both?page=2&page_size=4');
    expect(nextOf(paged)).toBe('/both?page_size=4&page=3');
    expect((await ask(`GET /both?cursor=${cursor}&page=1&limit=20&offset=0&page_size=20&total=false`)).status).toBe(
      200,
    );
    for (const [form, names] of [
      ['page=2', 'page'],
      ['offset=4', 'offset'],
      ['limit=4', 'limit'],
      ['limit=4&offset=4', 'limit and offset'],
    ] as const)
      expect((await ask(`GET /both?cursor=${cursor}&${form}`)).json).toMatchObject({
        status: 400,
        errors: [{ name: 'cursor', message: `cannot be combined with ${names}`, keyword: 'combined' }],
      });
    expect(nextOf(await ask('GET /both/pages?page_size=3'))).toBe('/both/pages?page_size=3&page=2');
    expect(failuresOf(errors)).toEqual([]);
    expect((await ask('GET /both/wrong?page=2')).status).toBe(500);
    expect(failuresOf(errors)).toEqual([
      'both/wrong.js returned keyset(rows), but ctx.cursor is undefined: return page(rows) for this request',
    ]);
  });

  it('walks lists in an envelope', async () => {
    const { ask, errors } = await start();
    expect((await ask('GET /envelope?page_size=2')).json).toMatchObject({ rows: [{ id: 9 }, { id: 6 }], size: 2 });
    const counted = await ask('GET /counted?page_size=2');
    expect(counted.json).toMatchObject({ rows: [{ id: 9 }, { id: 6 }], size: 2, count: 10 });
    expect([counted.headers['x-total-count'], nextOf(counted)]).toEqual(['10', expect.stringContaining('cursor=')]);
    const whole = await ask('GET /whole?page_size=2');
    expect(whole.json).toEqual({ rows: [expect.anything(), expect.anything()], size: 7 });
    expect((await ask(`GET ${nextOf(whole)!}`)).json).toMatchObject({ rows: [{ id: 7 }, { id: 8 }] });
    expect(errors).toEqual([]);
  });

  it.each<[string, string, unknown, string]>([
    [
      'plain rows',
      '/given',
      [],
      'given.js must return keyset(rows), so that the server knows whether there is a next page',
    ],
    [
      'too many rows',
      '/wrapped?page_size=1',
      makeRows(3),
      'wrapped.js returned 3 rows, but the most for ctx.cursor.limit is 2',
    ],
    [
      'a key that is null',
      '/wrapped?page_size=1',
      [{ id: 1, at: null, kind: '' }, { id: 2 }],
      'wrapped.js returned a row whose key "at" must be of type string, not object',
    ],
    [
      'a key of another type',
      '/wrapped?page_size=1',
      [{ id: '1', at: '', kind: '' }, { id: 2 }],
      'wrapped.js returned a row whose key "id" must be of type number, not string',
    ],
    [
      'no object',
      '/wrapped?page_size=1',
      [null, null],
      'wrapped.js returned a row whose key "at" must be of type string, not undefined',
    ],
    [
      'a key that is too long',
      '/wrapped?page_size=1',
      [{ id: 1, at: 'x'.repeat(9000), kind: '' }, { id: 2 }],
      'wrapped.js returned a row whose keys are too long for a cursor',
    ],
    ['no list', '/wrapped', 7, 'keyset(rows): rows must be an array'],
  ])('report %s', async (_what, target, given, message) => {
    const { ask, errors } = await start();
    shared.given = given;
    expect((await ask(`GET ${target}`)).status).toBe(500);
    expect(errors.map((error) => error.message)).toEqual([message]);
  });

  it('writes a BigInt as the number that it is', async () => {
    const { ask, errors } = await start();
    const rows = [2n, 3n].map((id) => ({ id, at: 'a', kind: '' }));
    const links: (string | undefined)[] = [];
    for (const given of [rows, rows.map((row) => ({ ...row, id: Number(row.id) }))]) {
      shared.given = given;
      const { headers, json } = await ask('GET /wrapped?page_size=1');
      links.push(String(headers['link']));
      expect(json).toMatchObject([{ id: 2 }]);
    }
    expect(links[0]).toContain('rel="next"');
    expect(links[1]).toBe(links[0]);
    expect(errors).toEqual([]);
  });

  it('refuse a Date, because it may have lost microseconds', async () => {
    shared.given = [{ id: 1, at: new Date(0), kind: '' }, { id: 2 }];
    const withChecks = await compileTree(TREE, { definitions: DEFINITIONS, responses: true, root });
    const checked = await serve(create(withChecks));
    expect((await checked.ask('GET /wrapped?page_size=1')).status).toBe(500);
    expect(checked.errors.map((error) => error.message)).toEqual([
      'wrapped.js returned a row whose key "at" is a Date, which may have lost microseconds. Select it as text, and order by the column with its table, such as "events.at".',
    ]);
    const { ask, errors } = await serve(create(withChecks, { checkResponses: false }));
    expect((await ask('GET /wrapped?page_size=1')).status).toBe(500);
    expect(errors).toHaveLength(1);
  });
});
