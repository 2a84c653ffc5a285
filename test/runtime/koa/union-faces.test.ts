import { describe, expect, it } from 'vitest';
import { createApp, event } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

// Properties that one type of a union hides, and another one shows.

type Schemas = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' };
const SECRET = { type: 'string', writeOnly: true };
const object = (properties: Schemas, others: object = {}): object => ({ type: 'object', properties, ...others });

/** The schemas of a union, a value, and its properties that clients get. */
type Case = readonly [name: string, schemas: readonly object[], value: object, expected: object];

/** What a client gets of the value of a handler. */
async function sent(union: object, value: object, definitions: Schemas = {}): Promise<unknown> {
  const text = `/**\n * @returns {It} It\n */\nexport default () => (${JSON.stringify(value)});\n`;
  const files = Object.entries({ ...definitions, It: union }).map(([name, schema]) => [
    `${name}.json`,
    JSON.stringify(schema),
  ]);
  const tree = await compileTree(
    { 'it/@get.ts': text },
    { definitions: Object.fromEntries(files) as Record<string, string>, responses: true },
  );
  const { ask } = await serve(createApp(tree, { checkResponses: false }));
  const { status, json, body } = await ask('GET /it');
  return status === 200 ? json : `${status} ${body}`;
}

/** The same for a request: the properties that reach the handler. */
async function received(union: object, value: object): Promise<unknown> {
  const text = `/**\n * @param {It} body - It\n * @returns {string} It\n */\nexport default (ctx) => JSON.stringify(ctx.input.body);\n`;
  const definitions = { 'It.json': JSON.stringify(union).replaceAll('writeOnly', 'readOnly') };
  const { ask } = await serve(createApp(await compileTree({ 'it/@post.ts': text }, { definitions })));
  const headers = { 'Content-Type': 'application/json' };
  const { status, json, body } = await ask('POST /it', { headers, body: JSON.stringify(value) });
  return status === 200 ? JSON.parse(json as string) : `${status} ${body}`;
}

describe('entries that one type of a union hides', () => {
  const map = { type: 'object', additionalProperties: SECRET };
  const CASES: readonly Case[] = [
    ['the entries of a map', [map, object({ note: TEXT })], { note: 'n', DB: 'E' }, {}],
    ['the entries of a map after the type that shows them', [object({ note: TEXT }), map], { note: 'n', DB: 'E' }, {}],
    [
      'the entries of a map with a named property',
      [object({ id: TEXT }, { additionalProperties: SECRET }), object({ id: TEXT, note: TEXT })],
      { id: 'a', note: 'n' },
      { id: 'a' },
    ],
    [
      'the entries of a map with shown entries of a pattern',
      [{ ...map, patternProperties: { '^x': TEXT } }, object({ xa: TEXT, note: TEXT })],
      { xa: 'a', note: 'n' },
      { xa: 'a' },
    ],
    [
      'the entries of a pattern',
      [object({ id: TEXT }, { patternProperties: { '^s': SECRET } }), object({ id: TEXT, sa: TEXT, note: TEXT })],
      { id: 'a', sa: 'E', note: 'n' },
      { id: 'a', note: 'n' },
    ],
    ['the entries of a map beside an open type', [map, { type: 'object', additionalProperties: true }], { a: 'E' }, {}],
    [
      'unevaluated properties',
      [{ allOf: [object({ id: TEXT })], unevaluatedProperties: SECRET }, object({ id: TEXT, note: TEXT })],
      { id: 'a', note: 'n' },
      { id: 'a' },
    ],
    [
      'the entries of a map in a property',
      [object({ env: map }), object({ env: object({ note: TEXT }) })],
      { env: { note: 'n' } },
      { env: {} },
    ],
    [
      'the entries of a map in a list',
      [object({ all: { type: 'array', items: map } }), object({ all: { type: 'array', items: object({ a: TEXT }) } })],
      { all: [{ a: 'n' }] },
      { all: [{}] },
    ],
  ];

  it.each(CASES)('hides in responses: %s', async (_, anyOf, value, expected) => {
    expect(await sent({ anyOf }, value)).toEqual(expected);
  });

  it.each(CASES)('drops from requests: %s', async (_, anyOf, value, expected) => {
    expect(await received({ anyOf }, value)).toEqual(expected);
  });

  it('shows them if only the type that shows them fits', async () => {
    const anyOf = [object({ kind: { const: 'env' } }, { ...map, required: ['kind'] }), object({ note: TEXT })];
    expect(await sent({ anyOf }, { note: 'n', DB: 'E' })).toEqual({ note: 'n' });
  });

  it('keeps the property that a discriminator reads', async () => {
    const definitions = {
      Env: object({}, { ...map, required: ['kind'] }),
      Note: object({ kind: TEXT, note: TEXT }, { required: ['kind'] }),
    };
    const discriminator = { propertyName: 'kind' };
    const oneOf = Object.keys(definitions).map((name) => ({ $ref: `${name}.json` }));
    const value = { note: 'n', DB: 'E' };
    expect(await sent({ oneOf, discriminator }, { kind: 'Env', ...value }, definitions)).toEqual({ kind: 'Env' });
    expect(await sent({ oneOf, discriminator }, { kind: 'x', ...value }, definitions)).toEqual({ kind: 'x' });
  });
});

describe('a value that fits no type of a union', () => {
  const definitions = {
    Cat: object({ kind: TEXT, lives: { type: 'integer' }, key: SECRET, owner: object({ key: SECRET }) }),
    Dog: object({ kind: TEXT, key: TEXT, note: TEXT, owner: object({ key: TEXT, name: TEXT }) }),
    Bird: object({ kind: { const: 'bird' }, wings: { type: 'integer' } }),
  };
  const oneOf = Object.keys(definitions).map((name) => ({ $ref: `${name}.json` }));
  const value = { lives: 'x', key: 'E', note: 1, wings: 'w', owner: { key: 'E', name: 'Ada' } };

  it.each([
    ['by the mapping', 'cat', { lives: 'x', owner: {} }],
    ['by the name of the schema', 'Dog', { key: 'E', note: 1, owner: { key: 'E', name: 'Ada' } }],
    ['by a literal', 'bird', { wings: 'w' }],
  ])('sends the properties of the type that is selected %s', async (_, kind, expected) => {
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat.json' } };
    const union = { oneOf, discriminator };
    expect(await sent(union, { kind, ...value }, definitions)).toEqual({ kind, ...expected });
    const list = object({ all: { type: 'array', items: union } });
    expect(await sent(list, { all: [{ kind, ...value }] }, definitions)).toEqual({ all: [{ kind, ...expected }] });
  });

  it('sends the properties of the type whose literal it has, without a discriminator', async () => {
    const anyOf = [
      object({ version: { const: 1 }, kind: { const: 'cat' }, lives: { type: 'integer' }, key: SECRET }),
      object({ version: { const: 1 }, kind: { enum: ['dog', 'wolf'] }, key: TEXT, note: TEXT }),
      { type: 'null' },
    ];
    const sentOf = (kind: string): Promise<unknown> => sent({ anyOf }, { version: 1, kind, ...value });
    expect(await sentOf('cat')).toEqual({ version: 1, kind: 'cat', lives: 'x' });
    expect(await sentOf('wolf')).toEqual({ version: 1, kind: 'wolf', key: 'E', note: 1 });
    expect(await sentOf('fish')).toEqual({ version: 1, kind: 'fish', lives: 'x', note: 1 });
  });

  it('sends the properties of a named event', async () => {
    Object.assign(globalThis, { makeEvent: event });
    const type = "Stream<ServerSentEvent<'tick', {n: integer}>|ServerSentEvent<'end', {key: string}>>";
    const handler = "async function* _() { yield globalThis.makeEvent('tick', { n: 'x', key: 'E' }); }";
    const text = `/**\n * @returns {${type}} 200 text/event-stream\n */\nexport default ${handler}\n`;
    const { ask } = await serve(
      createApp(await compileTree({ 'it/@get.ts': text }, { responses: true }), { checkResponses: false }),
    );
    expect((await ask('GET /it')).body).toBe('event: tick\ndata: {"n":"x"}\n\n');
  });

  it('sends everything that no type hides if the discriminator selects none', async () => {
    const union = { oneOf, discriminator: { propertyName: 'kind' } };
    const expected = { lives: 'x', note: 1, wings: 'w', owner: { name: 'Ada' } };
    expect(await sent(union, { kind: 'fish', ...value }, definitions)).toEqual({ kind: 'fish', ...expected });
    expect(await sent(union, value, definitions)).toEqual({ ...expected });
  });
});
