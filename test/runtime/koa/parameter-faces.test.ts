import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { serve } from './serve.ts';

const BOOK = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', minimum: 1, readOnly: true },
    role: { type: 'string', readOnly: true, default: 'admin' },
    title: { type: 'string' },
    genre: { type: 'string', default: 'novel' },
  },
};
const SCHEMAS = {
  Book: BOOK,
  Shelf: {
    type: 'object',
    properties: { first: { $ref: 'Book.json' }, all: { type: 'array', items: { $ref: 'Book.json' } } },
  },
  Open: { ...BOOK, additionalProperties: true },
  Id: { type: 'string', readOnly: true },
};
const DEFINITIONS = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [`${name}.json`, JSON.stringify({ ...schema, 'x-internal': true })]),
);

async function answerTo(line: string, target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const path = target.startsWith('/it/') ? 'it/{it}@get.ts' : 'it/@get.ts';
  const text = `/**\n * ${line}\n * @returns {string} It\n */\nexport default (ctx) => JSON.stringify(ctx.input);\n`;
  const { ask } = await serve(createApp(await compileTree({ [path]: text }, { definitions: DEFINITIONS })));
  return ask(`GET ${target}`, { headers });
}

/** What a handler gets of the parameter `it`. */
async function received(...request: Parameters<typeof answerTo>): Promise<unknown> {
  const { status, json, body } = await answerTo(...request);
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const { path, query, header, cookie } = JSON.parse(json as string) as Record<string, Record<string, unknown>>;
  return { ...path, ...query, ...header, ...cookie }['it'];
}

const TAKEN = { title: 'T', genre: 'novel' };
const inJson = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

describe('readOnly in parameters', () => {
  it.each([
    ['in brackets', '@param {Book} it - It', '/it?it[title]=T&it[id]=4&it[role]=root', {}],
    ['as separate parameters', '@param {Book} it (style: form) - It', '/it?title=T&id=4&role=root', {}],
    ['as JSON', '@param {Book} it (style: json) - It', `/it?it=${inJson({ title: 'T', id: 4, role: 'root' })}`, {}],
    ['in a header', '@param {Book} header.it - It', '/it', { it: 'title,T,id,4,role,root' }],
    ['in a cookie', '@param {Book} cookie.it - It', '/it', { Cookie: 'it=title,T,id,4,role,root' }],
    ['in the path', '@param {Book} path.it - It', '/it/title,T,id,4,role,root', {}],
    [
      'in an inline type',
      '@param {{title: string, genre: string, id?: Id}} it - It',
      '/it?it[title]=T&it[genre]=novel&it[id]=4',
      {},
    ],
  ])('A property is dropped %s', async (_, line, target, headers) => {
    expect(await received(line, target, headers)).toEqual(TAKEN);
  });

  it('A property is dropped at every depth', async () => {
    const sent = inJson({ first: { title: 'T', id: 4 }, all: [{ title: 'T', id: 5, role: 'root' }] });
    expect(await received('@param {Shelf} it (style: json) - It', `/it?it=${sent}`)).toEqual({
      first: TAKEN,
      all: [TAKEN],
    });
  });

  it('A property is dropped from an open object, whose other properties stay', async () => {
    expect(await received('@param {Open} it - It', '/it?it[title]=T&it[id]=4&it[more]=1')).toEqual({
      ...TAKEN,
      more: '1',
    });
  });

  it('A property is not required, and validated if it is sent', async () => {
    expect(await received('@param {Book} it - It', '/it?it[title]=T')).toEqual(TAKEN);
    const { status, body } = await answerTo('@param {Book} it - It', '/it?it[title]=T&it[id]=0');
    expect([status, body.includes('/id')]).toEqual([400, true]);
  });
});

it('A parameter that is readOnly itself reaches the handler', async () => {
  expect(await received('@param {Id} path.it - It', '/it/4')).toBe('4');
  expect(await received('@param {Id} query.it - It', '/it?it=4')).toBe('4');
});
