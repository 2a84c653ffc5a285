import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function faultsOf({ status, json }: Answer): string[] {
  expect(status).toBe(400);
  const { errors } = json as { errors: { in: string; name: string; pointer: string; message: string }[] };
  return errors.map(({ in: place, name, pointer, message }) => `${place} ${name} ${pointer}: ${message}`);
}

/** The body that the handler was given. */
function bodyOf(answer: Answer): unknown {
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return (answer.json as { body?: unknown }).body;
}

describe.each(KINDS)('the body as input, $name', ({ create }) => {
  /** Sends bodies to an operation that answers with its input. */
  const send = async (comment: string, options: Parameters<typeof compileTree>[1] = {}) => {
    const { ask } = await serve(create(await compileTree({ 'pets/{id}@post.ts': `/** ${comment} */` }, options)));
    return (body: unknown, { path = '/pets/1', headers = JSON_BODY } = {}): Promise<Answer> =>
      ask(
        `POST ${path}`,
        body === undefined ? {} : { headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
      );
  };
  it('keeps the declared properties only, with their defaults', async () => {
    const post = await send(`@param {integer} id - x
      @param {string} name - x
      @param {string[]} [tags=["new"]] - x
      @param {object} [address] - x
      @param {string} [address.city] - x
      @param {string} [address.country=FR] - x
      @param {object} [free] - x
      @param {object[]} [toys] - x
      @param {integer} [toys[].size=1] - x`);
    const given = {
      name: 'Rex',
      extra: 1,
      address: { city: 'Lyon', extra: 2 },
      free: { extra: 3 },
      toys: [{ extra: 4 }],
    };
    expect(bodyOf(await post(given))).toEqual({
      name: 'Rex',
      tags: ['new'],
      address: { city: 'Lyon', country: 'FR' },
      free: { extra: 3 },
      toys: [{ size: 1 }],
    });
  });

  it('keeps the properties that the schema declares, where the schema has a name', async () => {
    const definitions = {
      'Pet.json': JSON.stringify({
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer', default: 0 } },
        required: ['name'],
      }),
    };
    const post = await send('@param {integer} id - x\n@param {Pet} body - The pet', { definitions });
    expect(bodyOf(await post({ name: 'Rex', extra: 1 }))).toEqual({ name: 'Rex', age: 0 });
    expect(faultsOf(await post({ name: 1 }))).toEqual(['body name /name: must be a string']);
    expect(faultsOf(await post([]))).toEqual(['body  : must be an object']);
  });

  it('lists the body with all else that is wrong', async () => {
    const post = await send(`@param {integer} id - x
      @param {integer} query.n - x
      @param {string} name (maxLength: 3) - x
      @param {string[]} [tags] - x`);
    expect(faultsOf(await post({ name: 'Rexx', tags: ['a', 1] }, { path: '/pets/x?n=' }))).toEqual([
      'path id : must be an integer',
      'query n : must be an integer',
      'body name /name: must have at most 3 characters',
      'body tags /tags/1: must be a string',
    ]);
    const { json } = await post({ tags: 'a' }, { path: '/pets/1?n=1' });
    expect(json).toMatchObject({ detail: 'body/name is required; body/tags must be an array' });
  });

  it('coerces nothing in JSON', async () => {
    const post = await send('@param {integer} id - x\n@param {integer} n - x\n@param {boolean} [b] - x');
    expect(faultsOf(await post({ n: '1', b: 1 }))).toEqual([
      'body n /n: must be an integer',
      'body b /b: must be true or false',
    ]);
  });

  it('requires a body, or not', async () => {
    const required = await send('@param {integer} id - x\n@param {string} name - x');
    expect(faultsOf(await required(undefined))).toEqual(['body  : is required']);
    const optional = await send('@param {integer} id - x\n@param {string} [name=Rex] - x\n@param {string} [kind] - x');
    expect(bodyOf(await optional(undefined))).toEqual({ name: 'Rex' });
    const whole = await send('@param {integer} id - x\n@param {object} [body] - x');
    expect(bodyOf(await whole(undefined))).toBeUndefined();
  });

  it('fills the defaults of the one branch of a union that applies', async () => {
    const definitions = {
      'pay.ts': `
        export interface Card {
          kind: 'card';
          /** @default EUR */
          currency?: string;
        }
        export interface Cash {
          kind: 'cash';
          /** @default true */
          change?: boolean;
          split?: Payment[];
        }
        export type Payment = Card | Cash;
        export interface Rent {
          of: string;
          /** @default 1 */
          months?: number;
        }
        export interface Sale { of: string; price?: number }
        /** @discriminator { propertyName: of, mapping: { rent: Rent, sale: Sale } } */
        export type Offer = Rent | Sale;
      `,
    };
    const contract = `@param {integer} id - x
      @param {Payment} [one] - x
      @param {Payment[]} [all] - x
      @param {{by?: {payment: Payment|null}}} [deep] - x
      @param {Offer} [offer] - x
      @param {{size?: integer}|{name?: string}} [either] - x`;
    const post = await send(contract, { definitions });
    const card = { kind: 'card' };
    const filled = { kind: 'card', currency: 'EUR' };
    expect(bodyOf(await post({ one: card }))).toEqual({ one: filled });
    expect(bodyOf(await post({ all: [card, { kind: 'cash', change: false }, { kind: 'cash' }] }))).toEqual({
      all: [filled, { kind: 'cash', change: false }, { kind: 'cash', change: true }],
    });
    expect(bodyOf(await post({ deep: { by: { payment: card } } }))).toEqual({ deep: { by: { payment: filled } } });
    expect(bodyOf(await post({ one: { kind: 'cash', split: [{ kind: 'cash', split: [card] }] } }))).toEqual({
      one: { kind: 'cash', change: true, split: [{ kind: 'cash', change: true, split: [filled] }] },
    });
    expect(bodyOf(await post({ offer: { of: 'rent' } }))).toEqual({ offer: { of: 'rent', months: 1 } });
    expect(bodyOf(await post({ offer: { of: 'sale' } }))).toEqual({ offer: { of: 'sale' } });
    const several = await send(`@param {integer} id - x\n@param {Either} body - x`, {
      definitions: {
        'e.ts': `export type Either = { /** @default 1 */ size?: number } | { /** @default a */ name?: string };`,
      },
    });
    expect(bodyOf(await several({}))).toEqual({});
    expect(bodyOf(await several({ size: 'x', name: 'b' }))).toEqual({ name: 'b' });
    expect(bodyOf(await several({ size: 'x' }))).toEqual({ name: 'a' });
  });

  it('fills each default anew', async () => {
    const { ask } = await serve(
      create(
        await compileTree({
          'tags@post.ts': `/** @param {string[]} [tags=["a"]] - x */
            export default ({ input }) => { input.body.tags.push('b'); return input.body.tags; };`,
        }),
      ),
    );
    for (const _ of [1, 2]) expect((await ask('POST /tags')).json).toEqual(['a', 'b']);
  });

  it('coerces a form by its types', async () => {
    const post = await send(`@consumes application/x-www-form-urlencoded
      @param {integer} id - x
      @param {integer} n - x
      @param {boolean[]} [flags] - x
      @param {{city: string}} [address] - x
      @param {string} [size=M] - x`);
    const text = `n=12&flags=true&flags=false&x=1&address=${encodeURIComponent('{"city":"Lyon","x":1}')}`;
    expect(bodyOf(await post(text, { headers: FORM }))).toEqual({
      n: 12,
      flags: [true, false],
      address: { city: 'Lyon' },
      size: 'M',
    });
    expect(faultsOf(await post('n=1&n=2&flags=x&address=Lyon', { headers: FORM }))).toEqual([
      'body n /n: must be given only once',
      'body flags /flags/0: must be true or false',
      'body address /address: must be an object',
    ]);
  });

  it('reads objects and lists from names with brackets in a form, as in the query', async () => {
    const contract = (type: string): string => `@consumes ${type}
      @param {integer} id - x
      @param {{lat: number, lon?: number, tags?: string[]}} [at] - x
      @param {string[]} [tags] - x
      @param {integer} [n] - x`;
    const urlencoded = await send(contract('application/x-www-form-urlencoded'));
    const multipart = await send(contract('multipart/form-data'));
    const post = async (...fields: readonly [string, string][]): Promise<unknown> => {
      const text = new URLSearchParams(fields as [string, string][]).toString();
      const parts = fields.map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const answers = [
        await urlencoded(text, { headers: FORM }),
        await multipart(`${parts.join('')}--x--`, { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }),
      ];
      const told = answers.map((answer) => (answer.status === 200 ? bodyOf(answer) : faultsOf(answer)));
      expect(told[1]).toEqual(told[0]);
      return told[0];
    };
    expect(await post(['at[lat]', '1.5'], ['at[lon]', '2'], ['tags[]', 'a'])).toEqual({
      at: { lat: 1.5, lon: 2 },
      tags: ['a'],
    });
    expect(await post(['tags[]', 'a'], ['tags', 'b'])).toEqual({ tags: ['a', 'b'] });
    expect(await post(['at[lat]', '1'], ['at[tags][]', 'a'], ['at[tags]', 'b'])).toEqual({
      at: { lat: 1, tags: ['a', 'b'] },
    });
    expect(await post(['at[lat]', '1'], ['at[lat]', '2'])).toEqual(['body at /at/lat: must be given only once']);
    expect(await post(['at[lat]', '1'], ['at', '{"lat":2}'])).toEqual(['body at /at: must be given only once']);
    expect(await post(['at[lat]', 'x'])).toEqual(['body at /at/lat: must be a number']);
    expect(await post(['at[lon]', '1'])).toEqual(['body at /at/lat: is required']);
    expect(await post(['n[]', '1'], ['at[lat][x]', '1'], ['at.lat', '1'], ['x[]', '1'])).toEqual({});
    const own = await send(`@consumes application/x-www-form-urlencoded
      @param {integer} id - x
      @param {{'ids[]'?: string[], ids?: integer[]}} body - x`);
    expect(bodyOf(await own('ids[]=x&ids=1', { headers: FORM }))).toEqual({ 'ids[]': ['x'], ids: [1] });
    const many = Array.from({ length: 1001 }, (): [string, string] => ['tags[]', 'a']);
    expect((await urlencoded(new URLSearchParams(many).toString(), { headers: FORM })).status).toBe(413);
  });

  it('reads properties of any name', async () => {
    const post = await send(
      '@param {integer} id - x\n@param {string} [body.__proto__] - x\n@param {string} [body.constructor] - x',
    );
    const answer = await post('{"__proto__":"a","toString":"b"}');
    expect(answer.body).toContain('"body":{"__proto__":"a"}');
    expect(faultsOf(await post('{"__proto__":{"polluted":1},"constructor":{}}'))).toEqual([
      'body __proto__ /__proto__: must be a string',
      'body constructor /constructor: must be a string',
    ]);
    const open = await send('@param {integer} id - x\n@param {Object<string, object>} body - x');
    expect((await open('{"__proto__":{"polluted":1}}')).body).toContain('"__proto__":{"polluted":1}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses a body that is nested too deep', async () => {
    const definitions = { 'Tree.json': '{"type":"array","items":{"$ref":"Tree.json"}}' };
    const post = await send('@param {integer} id - x\n@param {Tree} body - x', { definitions });
    expect(bodyOf(await post([[[]]]))).toEqual([[[]]]);
    expect(faultsOf(await post('['.repeat(100_000) + ']'.repeat(100_000)))).toEqual(['body  : is nested too deeply']);
  });
});
