import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';
import type { Answer } from './serve.ts';

type Ask = (target: string, headers?: Record<string, string>) => Promise<Answer>;

/** What is wrong with a request, in short: `query size: must be an integer`. */
function faultsOf({ status, headers, json }: Answer): string[] {
  expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
  const { errors } = json as { errors: { in: string; name: string; pointer: string; message: string }[] };
  return errors.map(({ in: place, name, pointer, message }) => `${place} ${name}${pointer}: ${message}`);
}

describe.each(KINDS)('the input, $name', ({ create }) => {
  const ask = async (
    files: Readonly<Record<string, string>>,
    options: Parameters<typeof compileTree>[1] = {},
  ): Promise<Ask> => {
    const { ask: request } = await serve(create(await compileTree(files, options)));
    return (target, headers = {}) => request(target, { headers });
  };

  /** Asks an operation that takes one query parameter of a type. */
  const askOne = async (parameter: string): Promise<(query: string) => Promise<unknown>> => {
    const request = await ask({ 'one.ts': `/** @param ${parameter} - x */` });
    return async (query) => {
      const answer = await request(`GET /one?${query}`);
      return answer.status === 200 ? (answer.json as { query: object }).query : faultsOf(answer);
    };
  };

  it('puts each place under its name, decoded', async () => {
    const request = await ask({
      'pets/{id}@get.ts': `/**
        @param {integer} id - Which
        @param {boolean} [full] - All of it
        @param {number} [header.X-Ratio] - How much
        @param {int32} [cookie.visits] - How often
      */`,
    });
    const answer = await request('GET /pets/12?full=true', { 'x-ratio': '-0.5', cookie: 'a=1; visits=3' });
    expect(answer.json).toEqual({
      path: { id: 12 },
      query: { full: true },
      header: { 'X-Ratio': -0.5 },
      cookie: { visits: 3 },
    });
  });

  it('reports all mistakes at once', async () => {
    const request = await ask({
      'pets/{id}@get.ts': `/**
        @param {integer} id - Which
        @param {boolean} full - All of it
        @param {integer} [size=5] (minimum: 1) - How many
        @param {number} [header.X-Ratio] - How much
        @param {int32} cookie.visits - How often
      */`,
    });
    expect(faultsOf(await request('GET /pets/x?size=0', { 'X-Ratio': 'much' }))).toEqual([
      'path id: must be an integer',
      'query full: is required',
      'query size: must be at least 1',
      'header X-Ratio: must be a number',
      'cookie visits: is required',
    ]);
  });

  it.each([
    ['', 'must be an integer'],
    ['+1', 'must be an integer'],
    ['%2B1', 'must be an integer'],
    ['+12', 'must be an integer'],
    ['12+', 'must be an integer'],
    ['0x10', 'must be an integer'],
    ['1e3', 'must be an integer'],
    ['1.0', 'must be an integer'],
    ['1e400', 'must be an integer'],
    ['[0]', 'must be an integer'],
    ['012', 'must be an integer'],
    ['-0', 'must be an integer'],
    ['true', 'must be an integer'],
    ['9007199254740992', 'must be an integer from -9007199254740991 to 9007199254740991'],
    ['٣', 'must be an integer'],
  ])('refuses %s for an integer', async (text, message) => {
    const request = await askOne('{integer} n');
    expect(await request(`n=${encodeURI(text).replaceAll('%252B', '%2B')}`)).toEqual([`query n: ${message}`]);
  });

  it.each([
    ['{number} v', '-0', 0],
    ['{integer} v', '9007199254740991', 9007199254740991],
    ['{number} v', '1e-3', 0.001],
    ['{number} v', '-1.50', -1.5],
    ['{boolean} v', 'false', false],
    ['{boolean} v', 'true', true],
    ['{string} v', '12', '12'],
    ['{string} v', '', ''],
    ['{string} v', '%2B+%26', '+ &'],
    ['{any} v', '12', '12'],
    ['{integer|string} v', '12', 12],
    ['{integer|string} v', 'x', 'x'],
    ['{integer|boolean} v', '1', 1],
    ['{boolean|0|1} v', '1', 1],
    ['{integer|boolean} v', 'true', true],
    ['{?integer} v', '', null],
    ['{?string} v', '', ''],
    ["{'a'|'b'} v", 'b', 'b'],
    ['{1|2} v', '2', 2],
    ['{string[]} v', 'a', ['a']],
    ['{integer[]} v', '1&v=2', [1, 2]],
    ['{string[]} v', 'a,b', ['a,b']],
    ['{string[]} v (explode: false)', 'a,b', ['a', 'b']],
    ['{string[]} v (explode: false)', 'a%2Cb', ['a', 'b']],
    ['{integer[]|boolean} v (explode: false)', '1,2', [1, 2]],
    ['{string[]} v (explode: true)', 'a,b&v=c', ['a,b', 'c']],
    ['{string|string[]} v', 'a', 'a'],
    ['{string[]|null} v', 'a', ['a']],
    ['{string[]|null} v', '', null],
    ['{integer[]|boolean} v', '7', [7]],
    ['{integer[]|boolean} v', 'true', true],
    ['{integer|string[]} v', 'a', ['a']],
    ['{integer|string[]} v', '7', 7],
    ['{integer|string[]} v', '7&v=a', ['7', 'a']],
    ['{string|string[]} v', 'a&v=b', ['a', 'b']],
    ['{uuid} v', '123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('takes %s: %s', async (parameter, text, value) => {
    const request = await askOne(parameter);
    expect(await request(`v=${text}`)).toEqual({ v: value });
  });

  it.each([
    ['{number} v', '1e400', 'v: must be a number'],
    ['{number} v', '.5', 'v: must be a number'],
    ['{number} v', 'NaN', 'v: must be a number'],
    ['{boolean} v', 'yes', 'v: must be true or false'],
    ['{boolean} v', '1', 'v: must be true or false'],
    ['{boolean} v', '0', 'v: must be true or false'],
    ['{int32} v', '2147483648', 'v: must be an integer of 32 bits'],
    ['{int32} v', '9007199254740993', 'v: must be an integer of 32 bits'],
    ['{int64} v', '9007199254740993', 'v: must be an integer from -9007199254740991 to 9007199254740991'],
    ['{boolean} v', 'TRUE', 'v: must be true or false'],
    ['{?integer} v', 'x', 'v: must be an integer or null'],
    ['{integer[]} v', '1&v=[2]', 'v/1: must be an integer'],
    ["{'a'|'b'} v", 'c', 'v: must be one of "a", "b"'],
    ['{string} v', 'a&v=b', 'v: must be given only once'],
    ['{any} v', 'a&v=b', 'v: must be given only once'],
    ['{string[]} v (explode: false)', 'a&v=b', 'v: must be given only once'],
    ['{string} v', '%zz', 'v: has an invalid percent-encoding'],
    ['{string} v', '%ff', 'v: has an invalid percent-encoding'],
    ['{date} v', '2023-02-29', 'v: must be a date such as 2024-12-31'],
    ['{string[]} v (maxItems: 1)', 'a&v=b', 'v: must have at most 1 item'],
    ['{string} v (maxLength: 2)', 'abc', 'v: must have at most 2 characters'],
  ])('refuses for %s: %s', async (parameter, text, fault) => {
    const request = await askOne(parameter);
    expect(await request(`v=${text}`)).toEqual([`query ${fault}`]);
  });

  it('ignores undeclared parameters, malformed ones too', async () => {
    const request = await askOne('{string} [v]');
    expect(await request('x=1&x=2&%zz=1&y=%zz&=&&__proto__=1')).toEqual({});
  });

  it('fills in defaults, anew each time', async () => {
    const request = await ask({
      'one.ts': `/**
        @param {integer} [size=20] - x
        @param {string[]} [tags=["a"]] - x
        @param {string} [none] - x
        @param {?string} [header.X-Mode=null] - x
      */ export default ({ input }) => { input.query.tags.push('b'); return input; };`,
    });
    for (const _ of [1, 2]) {
      const { json } = await request('GET /one');
      expect(json).toEqual({ path: {}, query: { size: 20, tags: ['a', 'b'] }, header: { 'X-Mode': null }, cookie: {} });
    }
  });

  it('takes an object in the query, property by property', async () => {
    const request = await askOne('{{color: string, sizes?: integer[], max?: number}} [f]');
    expect(await request('f[color]=red&f%5Bsizes%5D=1&f[sizes]=2&f[max]=1.5&f[x]=y&fx[color]=b')).toEqual({
      f: { color: 'red', sizes: [1, 2], max: 1.5 },
    });
    expect(await request('f[sizes]=x&f[max]=1&f[max]=2')).toEqual([
      'query f/max: must be given only once',
      'query f/color: is required',
      'query f/sizes/0: must be an integer',
    ]);
    expect(await request('f=red')).toEqual(['query f: must be an object']);
    expect(await request('')).toEqual({});
    expect(await request('f[color]=red&f={"color":"red"}')).toEqual(['query f: must be given only once']);
    expect(await request('f[color]=%zz')).toEqual(['query f: has an invalid percent-encoding']);
  });

  it('takes a name with [] for the list of that name, unless it is declared itself', async () => {
    const tags = await askOne('{string[]} [tag]');
    expect(await tags('tag[]=a&tag[]=b')).toEqual({ tag: ['a', 'b'] });
    expect(await tags('tag[]=a')).toEqual({ tag: ['a'] });
    expect(await tags('tag%5B%5D=a&tag=b')).toEqual({ tag: ['a', 'b'] });
    expect(await tags('tag[]=%zz')).toEqual(['query tag: has an invalid percent-encoding']);
    expect(await tags('tag[][]=a&tag[x]=b&tag[=c&[]=d&other[]=e')).toEqual({});
    expect(await tags('tag[0]=a&tag[1]=b')).toEqual({ tag: ['a', 'b'] });
    const numbers = await askOne('{integer[]|null} [n]');
    expect(await numbers('n[]=1&n[]=2')).toEqual({ n: [1, 2] });
    expect(await numbers('n[]=x')).toEqual(['query n/0: must be an integer']);
    const own = await askOne('{integer[]} [ids[]]');
    expect(await own('ids[]=1&ids=2')).toEqual({ 'ids[]': [1] });
    const scalar = await askOne('{integer} [id]');
    expect(await scalar('id[]=1')).toEqual({});
    const joined = await askOne('{string[]} [id] (explode: false)');
    expect(await joined('id[]=1')).toEqual({});
    const inner = await askOne('{{tag?: string[], size?: integer}} [filter]');
    expect(await inner('filter[tag][]=a&filter[tag][]=b&filter[size]=1')).toEqual({
      filter: { tag: ['a', 'b'], size: 1 },
    });
    expect(await inner('filter[size][]=1')).toEqual({});
    const spread = await askOne('{{tag?: string[], size?: integer}} [filter] (style: form)');
    expect(await spread('tag[]=a&size=1')).toEqual({ filter: { tag: ['a'], size: 1 } });
  });

  it('takes lists and objects in a path, a header and a cookie, separated by commas', async () => {
    const request = await ask({
      'sets/{ids}@get.ts': `/**
        @param {integer[]} ids - x
        @param {string[]} [header.X-Tags] - x
        @param {Object<string, integer>} [header.X-Counts] - x
        @param {number[]} [cookie.sizes] - x
      */`,
    });
    const headers = { 'x-tags': 'a, b ,c', 'x-counts': 'a,1,b,2', cookie: 'sizes=1%2C2.5' };
    expect((await request('GET /sets/3,4', headers)).json).toEqual({
      path: { ids: [3, 4] },
      query: {},
      header: { 'X-Tags': ['a', 'b', 'c'], 'X-Counts': { a: 1, b: 2 } },
      cookie: { sizes: [1, 2.5] },
    });
    expect(faultsOf(await request('GET /sets/3,x', { 'x-counts': 'a' }))).toEqual([
      'path ids/1: must be an integer',
      'header X-Counts: must be an object',
    ]);
  });

  it('takes the first of several cookies', async () => {
    const request = await ask({
      'one.ts': `/**
        @param {string} [cookie.theme] - x
        @param {integer} [cookie.size] - x
      */`,
    });
    const { json } = await request('GET /one', { cookie: 'theme=a; size=1; theme=b; size=x; themes=c; theme' });
    expect(json).toMatchObject({ cookie: { theme: 'a', size: 1 } });
  });

  it.each([
    ['theme="', '"'],
    ['theme=a"', 'a"'],
    ['theme="a', '"a'],
    ['theme="a"', 'a'],
    ['theme=""', ''],
    ['theme=a=b', 'a=b'],
    ['other=1;theme=a%20b ;more', 'a b'],
  ])('reads the cookie of %s', async (cookie, theme) => {
    const request = await ask({ 'one.ts': `/** @param {string} [cookie.theme] - x */` });
    expect((await request('GET /one', { cookie })).json).toMatchObject({ cookie: { theme } });
  });

  it('refuses headers that are given twice and are not lists', async () => {
    const request = await ask({
      'one.ts': `/**
        @param {string} [header.X-Name] - x
        @param {string[]} [header.X-Tags] - x
      */`,
    });
    expect(faultsOf(await request('GET /one', { 'x-name': ['a', 'b'] as never }))).toEqual([
      'header X-Name: must be given only once',
    ]);
    const { json } = await request('GET /one', { 'x-tags': ['a', 'b'] as never, 'x-name': 'a, b', cookie: 'a=1; a=2' });
    expect(json).toMatchObject({ header: { 'X-Name': 'a, b', 'X-Tags': ['a', 'b'] }, cookie: {} });
  });

  it('takes parameters of any name, and only those of the request', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const lines = names.map((name) => `@param {string} [query.${name}] - x`);
    const request = await ask({
      'one.ts': `/** ${lines.join('\n')} */ export default ({ input: { query } }) => ({
        values: ${JSON.stringify(names)}.map((name) => query[name] ?? null),
        polluted: {}.polluted ?? null,
      });`,
    });
    expect((await request('GET /one?__proto__=a&constructor=b')).json).toEqual({
      values: ['a', 'b', null, null],
      polluted: null,
    });
    expect((await request('GET /one?__proto__[polluted]=a')).json).toMatchObject({ polluted: null });
  });

  it('gives a handler all places where nothing is declared', async () => {
    const request = await ask({ 'one.ts': '/** @returns {object} x */' });
    expect((await request('GET /one?a=1')).json).toEqual({ path: {}, query: {}, header: {}, cookie: {} });
  });

  it('leaves the rows of a list operation to ctx.paging, and lists what is wrong with both', async () => {
    const request = await ask({
      'pets.ts': `/**
        @param-include paging
        @param {integer} [age] - x
        @returns {object[]} All
      */ export default ({ input, paging }) => [{ query: input.query, offset: paging.offset }];`,
    });
    expect((await request('GET /pets?age=3&page=2')).json).toEqual([{ query: { age: 3 }, offset: 20 }]);
    expect(faultsOf(await request('GET /pets?age=x&page=0&total=%zz'))).toEqual([
      'query total: has an invalid percent-encoding',
      'query page: must be at least 1',
      'query age: must be an integer',
    ]);
  });

  it('leaves what Koa has as it is', async () => {
    const request = await ask({
      'pets/{id}@get.ts': `/** @param {integer} id - x
        @param {integer} n - x */ export default (ctx) => [ctx.params.id, ctx.query.n];`,
    });
    expect((await request('GET /pets/1?n=2')).json).toEqual(['1', '2']);
  });

  it('follows references to named schemas', async () => {
    const request = await ask(
      { 'one.ts': '/** @param {Size[]} sizes - x\n@param {Size} [size] - x */' },
      { definitions: { 'Size.json': '{"type":"integer","maximum":9,"default":3}' } },
    );
    expect((await request('GET /one?sizes=1')).json).toMatchObject({ query: { sizes: [1], size: 3 } });
    expect(faultsOf(await request('GET /one?sizes=10&sizes=a'))).toEqual([
      'query sizes/0: must be at most 9',
      'query sizes/1: must be an integer',
    ]);
  });

  it('decodes properties of several parts, of which one only limits the values', async () => {
    const request = await ask(
      { 'one.ts': '/** @param {Small} small - x */' },
      {
        definitions: {
          'Point.yaml': 'type: object\nproperties: { x: { type: integer }, y: {} }\nrequired: [x]',
          'Small.yaml': 'allOf: [{ $ref: Point.yaml }, { properties: { x: { maximum: 9 }, y: { maxLength: 2 } } }]',
        },
      },
    );
    const { json } = await request('GET /one?small%5Bx%5D=3&small%5By%5D=7');
    expect(json).toMatchObject({ query: { small: { x: 3, y: '7' } } });
    expect(faultsOf(await request('GET /one?small%5Bx%5D=10&small%5By%5D=abc'))).toEqual([
      'query small/x: must be at most 9',
      'query small/y: must have at most 2 characters',
    ]);
  });

  it('takes the first valid value of texts that represent several', async () => {
    const request = await ask(
      {
        'one.ts': '/**\n * @param {Choice} [choice] - x\n * @param {Code} [code] - x\n * @param {Tags} [tags] - x\n */',
      },
      {
        definitions: {
          'Code.yaml': 'anyOf: [{ type: integer, minimum: 40 }, { type: string, maxLength: 2 }]',
          'Tags.yaml': 'anyOf: [{ type: string, maxLength: 2 }, { type: array, items: { type: string } }]',
          'Choice.yaml':
            'oneOf: [{ properties: { kind: { const: a }, x: { type: integer } }, required: [kind, x], type: object }, ' +
            '{ properties: { kind: { const: b }, x: { type: string } }, required: [kind, x], type: object }]',
        },
      },
    );
    const queryOf = async (query: string) => ((await request(`GET /one?${query}`)).json as { query: object }).query;
    expect(await queryOf('code=40')).toEqual({ code: 40 });
    expect(await queryOf('code=12')).toEqual({ code: '12' });
    expect(await queryOf('tags=ab')).toEqual({ tags: 'ab' });
    expect(await queryOf('tags=abc')).toEqual({ tags: ['abc'] });
    expect(await queryOf('choice[kind]=a&choice[x]=1')).toEqual({ choice: { kind: 'a', x: 1 } });
    expect(await queryOf('choice[kind]=b&choice[x]=1')).toEqual({ choice: { kind: 'b', x: '1' } });
    expect(faultsOf(await request('GET /one?code=123456&choice[kind]=a&choice[x]=y'))).toHaveLength(1);
    expect(faultsOf(await request('GET /one?code=012'))).toHaveLength(1);
  });
});
