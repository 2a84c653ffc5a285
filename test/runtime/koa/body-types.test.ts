import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/runtime/client/index.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { PARTS } from '../client/prepared.ts';
import { KINDS, serve } from './serve.ts';

const HANDLER = 'export default ({ input: { type, body } }) => ({ type, body, keys: body && Object.keys(body) })';

const PRICES = `/**
 * @consumes application/json
 * @param {{title: string, price: number}} body - A price
 * @consumes text/csv, text/plain
 * @param {string} body (maxLength: 10) - One line per book
 * @consumes multipart/form-data
 * @param {object} body - A form
 * @param {integer} body.price (maximum: 9)
 * @param {file} [body.table]
 * @consumes application/x-www-form-urlencoded
 * @param {object} body
 * @param {number} [body.price=1]
 * @consumes image/*
 * @param {file} body
 */
${HANDLER}`;

describe.each(KINDS)('a body with a schema for each media type, $name', ({ create }) => {
  const open = async (text: string): Promise<(type: string | undefined, body?: string) => Promise<Answer>> => {
    const { ask } = await serve(create(await compileTree({ 'prices@post.ts': text })));
    return (type, body) =>
      ask('POST /prices', {
        ...(type !== undefined && { headers: { 'Content-Type': type } }),
        ...(body !== undefined && { body }),
      });
  };
  const form = (...fields: [name: string, value: string][]): string =>
    [
      ...fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      '--x--\r\n',
    ].join('');

  it.each<[string, string, object]>([
    [
      'application/json; charset=utf-8',
      '{"title":"Dust","price":9,"other":1}',
      { type: 'application/json', body: { title: 'Dust', price: 9 } },
    ],
    ['text/csv', 'Dust,9', { type: 'text/csv', body: 'Dust,9' }],
    ['TEXT/Plain', '', { type: 'text/plain', body: '' }],
    [
      'multipart/form-data; boundary=x',
      form(['price', '7'], ['other', '1']),
      { type: 'multipart/form-data', body: { price: 7 } },
    ],
    ['application/x-www-form-urlencoded', 'title=x', { type: 'application/x-www-form-urlencoded', body: { price: 1 } }],
    ['image/png', 'abc', { type: 'image/png', body: { type: 'Buffer' } }],
  ])('takes %s', async (type, text, expected) => {
    const post = await open(PRICES);
    const { status, json } = await post(type, text);
    expect([status, json]).toMatchObject([200, expected]);
  });

  it.each<[string, string, string]>([
    ['application/json', '"Dust"', 'must be an object'],
    ['text/csv', 'Dust,9,9,9,9', 'must have at most 10 characters'],
    ['multipart/form-data; boundary=x', form(['price', '10']), 'must be at most 9'],
    ['application/x-www-form-urlencoded', 'price=x', 'must be a number'],
  ])('checks %s by its own schema', async (type, text, message) => {
    const post = await open(PRICES);
    const { status, body } = await post(type, text);
    expect([status, body]).toEqual([400, expect.stringContaining(message)]);
  });

  it('refuses every other type, and a missing body', async () => {
    const post = await open(PRICES);
    expect((await post('text/html', 'Dust')).status).toBe(415);
    expect((await post(undefined, 'Dust')).status).toBe(415);
    expect((await post(undefined)).status).toBe(400);
  });

  it('a body is optional if one of its schemas is', async () => {
    const post = await open(
      `/** @param {{price: integer}} [body]\n * @consumes text/csv\n * @param {string} body */ ${HANDLER}`,
    );
    expect((await post(undefined)).json).toEqual({});
    expect((await post('text/csv', 'a')).json).toMatchObject({ type: 'text/csv', body: 'a' });
  });

  it('gives a body no type where there is one media type', async () => {
    const post = await open(`/** @param {{price: integer}} body */ ${HANDLER}`);
    expect((await post('application/json', '{"price":1}')).json).toEqual({ body: { price: 1 }, keys: ['price'] });
  });
});

it('the type of a body is what a client sends', async () => {
  const { createApp } = await import('../../../src/runtime/koa/index.ts');
  const { url } = await serve(createApp(await compileTree({ 'prices@post.ts': PRICES })));
  const client = createClient({ 'POST /prices': { id: 'prices' } }, { ...PARTS, baseUrl: url }) as unknown as {
    prices(input: object): Promise<{ type: string; body: unknown }>;
  };
  const sent = [
    { body: { title: 'Dust', price: 9 } },
    { type: 'text/csv', body: 'Dust,9' },
    { type: 'multipart/form-data', body: { price: 3 } },
    { type: 'application/x-www-form-urlencoded', body: { price: 4 } },
    { body: new URLSearchParams({ price: '5' }) },
  ];
  const found = await Promise.all(sent.map((input) => client.prices(input)));
  expect(found.map(({ type, body }) => [type, body])).toEqual([
    ['application/json', { title: 'Dust', price: 9 }],
    ['text/csv', 'Dust,9'],
    ['multipart/form-data', { price: 3 }],
    ['application/x-www-form-urlencoded', { price: 4 }],
    ['application/x-www-form-urlencoded', { price: 5 }],
  ]);
});
