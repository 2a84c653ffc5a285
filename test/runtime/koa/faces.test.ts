import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

type Definitions = Readonly<Record<string, unknown>>;

const MARKED = {
  type: 'object',
  required: ['id', 'name', 'password'],
  properties: {
    id: { type: 'integer', minimum: 1, readOnly: true },
    name: { type: 'string' },
    password: { type: 'string', minLength: 3, maxLength: 8, writeOnly: true },
  },
};
const USER = { 'User.json': MARKED };
const TEAM = {
  ...USER,
  // A property with a face of its own, in place and by reference.
  'Team.json': { type: 'object', properties: { lead: MARKED, deputy: { $ref: 'User.json' } } },
};
const ROW = { id: 7, name: 'Ada', password: 'a hash that is too long' };

const filesOf = (definitions: Definitions): Record<string, string> =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, JSON.stringify(schema)]));

// One of createApp and one of createRouter.
describe.each(KINDS.filter((_, i) => i % 2 === 0))('the two faces of a schema by $name', ({ create }) => {
  /** Sends a body as JSON to a handler that answers with what it got. */
  const send = async (
    definitions: Definitions,
    body: unknown,
    { directive = '@param {User} body - It', type = 'application/json', method = 'POST' } = {},
  ): Promise<Answer> => {
    const file = `it/@${method.toLowerCase()}.ts`;
    const lines = `${directive}\n@returns {string} It`.replace(/^/gm, ' * ');
    const text = `/**\n${lines}\n */\nexport default (ctx) => JSON.stringify(ctx.input.body);\n`;
    const { ask } = await serve(create(await compileTree({ [file]: text }, { definitions: filesOf(definitions) })));
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return ask(`${method} /it`, { headers: { 'Content-Type': type }, body: sent });
  };

  /** What a handler gets. */
  const received = async (...given: Parameters<typeof send>): Promise<unknown> => {
    const { status, json, body } = await send(...given);
    if (status !== 200) throw new Error(`${status}: ${body}`);
    return JSON.parse(json as string);
  };

  /** The answer to a request, whose handler returns a value. */
  const answer = async (
    definitions: Definitions,
    value: unknown,
    { directive = '@returns {User} It', options = {} as RuntimeOptions } = {},
  ): Promise<Answer> => {
    const text = `/**\n * ${directive}\n */\nexport default () => (${JSON.stringify(value)});\n`;
    const settings = { definitions: filesOf(definitions), responses: true, isFresh: options.checkResponses === true };
    const tree = await compileTree({ 'it/@get.ts': text }, settings);
    const { ask } = await serve(create(tree, options));
    return ask('GET /it');
  };

  it.each(['POST', 'PUT', 'PATCH'])('requires no readOnly property of a %s', async (method) => {
    const body = { name: 'Ada', password: 'secret' };
    expect(await received(USER, body, { method })).toEqual(body);
  });

  it('still requires what a request has', async () => {
    const { status, body } = await send(USER, { name: 'Ada' });
    expect(status).toBe(400);
    expect(body).toContain('password');
    expect(body).not.toContain('"id"');
  });

  it('validates a readOnly property that is sent, and drops it', async () => {
    expect(await received(USER, { ...ROW, password: 'secret' })).toEqual({ name: 'Ada', password: 'secret' });
    const { status, body } = await send(USER, { id: 0, name: 'Ada', password: 'secret' });
    expect([status, body.includes('/id')]).toEqual([400, true]);
  });

  const closed = { 'User.json': { ...MARKED, additionalProperties: false } };
  const open = { 'User.json': { ...MARKED, additionalProperties: true } };
  const sent = { id: 1, name: 'Ada', password: 'secret' };

  it.each<[string, Definitions, unknown, unknown]>([
    ['a closed object', closed, sent, { name: 'Ada', password: 'secret' }],
    ['an open object', open, { ...sent, more: 1 }, { name: 'Ada', password: 'secret', more: 1 }],
    [
      'a property that matches a pattern too',
      { 'User.json': { properties: { x_id: { readOnly: true } }, patternProperties: { '^x_': { type: 'integer' } } } },
      { x_id: 1, x_a: 2 },
      { x_a: 2 },
    ],
    [
      'a list of references',
      {
        ...USER,
        'Team.json': { type: 'object', properties: { members: { type: 'array', items: { $ref: 'User.json' } } } },
      },
      { members: [sent] },
      { members: [{ name: 'Ada', password: 'secret' }] },
    ],
    [
      'a schema that contains itself',
      {
        'Node.json': {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer', readOnly: true }, next: { $ref: 'Node.json' }, v: { type: 'integer' } },
        },
      },
      { v: 1, next: { id: 3, v: 2, next: {} } },
      { v: 1, next: { v: 2, next: {} } },
    ],
    [
      'required in another part of allOf',
      {
        'Base.json': { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
        'More.json': { type: 'object', required: ['id'], properties: { name: { type: 'string' } } },
        'User.json': { allOf: [{ $ref: 'Base.json' }, { $ref: 'More.json' }], required: ['id', 'name'] },
      },
      { name: 'Ada' },
      { name: 'Ada' },
    ],
    [
      'declared again in another part of allOf',
      {
        'Base.json': { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
        'More.json': { type: 'object', properties: { id: { minimum: 1 }, name: { type: 'string' } } },
        'User.json': { allOf: [{ $ref: 'Base.json' }, { $ref: 'More.json' }] },
      },
      { id: 1, name: 'Ada' },
      { name: 'Ada' },
    ],
    [
      'a mark in the referenced schema',
      {
        'Id.json': { type: 'integer', readOnly: true, default: 5 },
        'User.json': {
          type: 'object',
          required: ['id'],
          properties: { id: { $ref: 'Id.json' }, name: { default: 'x' } },
        },
      },
      { id: 1 },
      { name: 'x' },
    ],
    [
      'a default',
      { 'User.json': { type: 'object', properties: { id: { type: 'integer', readOnly: true, default: 5 } } } },
      {},
      {},
    ],
    [
      'dependentRequired',
      {
        'User.json': {
          type: 'object',
          dependentRequired: { name: ['id'] },
          properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        },
      },
      { name: 'Ada' },
      { name: 'Ada' },
    ],
    [
      'an empty rest',
      { 'User.json': { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } } },
      { id: 1 },
      {},
    ],
    ...['#/components/schemas/Team/properties/lead', 'Team.json#/properties/lead'].map(
      (reference): [string, Definitions, unknown, unknown] => [
        `a pointer into a definition with faces: ${reference}`,
        { ...TEAM, 'Club.json': { type: 'object', properties: { head: { $ref: reference } } } },
        { head: sent },
        { head: { name: 'Ada', password: 'secret' } },
      ],
    ),
    [
      'a pointer to a readOnly property',
      {
        ...USER,
        'Club.json': {
          type: 'object',
          required: ['head'],
          properties: { head: { $ref: 'User.json#/properties/id' }, name: { type: 'string' } },
        },
      },
      { head: 1, name: 'Ada' },
      { name: 'Ada' },
    ],
    [
      'a branch that declares nothing beside one that does',
      {
        'User.json': {
          anyOf: [{ type: 'object', properties: { id: { type: 'integer', readOnly: true } } }, { type: 'object' }],
        },
      },
      { id: 1, name: 'Ada' },
      { name: 'Ada' },
    ],
  ])('drops a readOnly property of a request: %s', async (_, definitions, body, expected) => {
    const name = Object.keys(definitions).at(-1)!.replace('.json', '');
    expect(await received(definitions, body, { directive: `@param {${name}} body - It` })).toEqual(expected);
  });

  it('leaves required inside not and if alone', async () => {
    const definitions = {
      'User.json': {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        not: { required: ['id'] },
        if: { required: ['name'] },
        then: { required: ['id', 'more'] },
      },
    };
    expect((await send(definitions, { id: 1 })).status).toBe(400);
    expect(await received(definitions, {})).toEqual({});
    expect((await send(definitions, { name: 'Ada' })).status).toBe(400);
  });

  const PETS = {
    'Cat.json': {
      type: 'object',
      required: ['kind', 'id', 'lives'],
      properties: {
        kind: { const: 'cat', readOnly: true },
        id: { type: 'integer', readOnly: true },
        lives: { type: 'integer' },
      },
    },
    'Dog.json': {
      type: 'object',
      required: ['kind', 'id', 'key'],
      properties: {
        kind: { const: 'dog', writeOnly: true },
        id: { type: 'integer' },
        key: { type: 'string', writeOnly: true },
      },
    },
    'Pet.json': {
      oneOf: [{ $ref: 'Cat.json' }, { $ref: 'Dog.json' }],
      discriminator: { propertyName: 'kind' },
    },
  };

  it('never drops a discriminator', async () => {
    const directive = '@param {Pet} body - It';
    expect(await received(PETS, { kind: 'cat', id: 1, lives: 9 }, { directive })).toEqual({ kind: 'cat', lives: 9 });
    expect(await received(PETS, { kind: 'dog', id: 1, key: 'k' }, { directive })).toEqual({
      kind: 'dog',
      id: 1,
      key: 'k',
    });
    expect((await send(PETS, { lives: 9 }, { directive })).status).toBe(400);
    const returns = '@returns {Pet} It';
    expect((await answer(PETS, { kind: 'dog', id: 1, key: 'k' }, { directive: returns })).json).toEqual({
      kind: 'dog',
      id: 1,
    });
  });

  const either = (word: string): Definitions => {
    const text = { type: 'string' };
    const secret = { type: 'string', [word]: true };
    const typed = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
    return {
      'Guarded.json': typed({ id: { type: 'integer' }, key: secret }, { required: ['id'] }),
      'Shown.json': typed({ id: { type: 'integer' }, key: text, note: text }, { required: ['id'] }),
      'Outer.json': {
        'x-internal': true,
        anyOf: [
          typed({ part: { $ref: 'Guarded.json' }, parts: { type: 'array', items: { $ref: 'Guarded.json' } } }),
          typed({ part: { $ref: 'Shown.json' }, parts: { type: 'array', items: { $ref: 'Shown.json' } } }),
        ],
      },
    };
  };
  const row = { id: 1, key: 'k', note: 'n' };
  const shown = { id: 1, note: 'n' };

  it.each<[string, unknown, unknown]>([
    ['{Guarded|Shown}', row, shown],
    ['{Shown|Guarded}', row, shown],
    ['{(Shown|Guarded)[]}', [row, row], [shown, shown]],
    ['{Shown|Guarded|{id: integer, key: string}}', row, shown],
    ['{Outer}', { part: row, parts: [row] }, { part: shown, parts: [shown] }],
  ])('hides a property that one of the types of a union hides: %s', async (type, value, expected) => {
    const directive = `@param ${type} body - It`;
    expect(await received(either('readOnly'), value, { directive })).toEqual(expected);
    const returns = `@returns ${type} It`;
    expect((await answer(either('writeOnly'), value, { directive: returns })).json).toEqual(expected);
  });

  it('hides it if a value that is sent fits none of the types', async () => {
    const returns = '@returns {Guarded|Shown} It';
    const { json } = await answer(
      either('writeOnly'),
      { ...row, id: '1' },
      { directive: returns, options: { checkResponses: false } },
    );
    expect(json).toEqual({ ...shown, id: '1' });
  });

  it('sends it if only the type that shows it fits', async () => {
    const strict = { ...either('writeOnly') };
    strict['Guarded.json'] = { ...(strict['Guarded.json'] as object), required: ['id', 'name'] };
    const returns = '@returns {Guarded|Shown} It';
    expect((await answer(strict, row, { directive: returns })).json).toEqual(row);
  });

  it('drops by a body declared property by property, and by forms', async () => {
    const directive = '@param {integer} body.id (readOnly: true) - Its ID\n@param {string} [body.name=Ada] - Its name';
    expect(await received({}, { id: 4 }, { directive })).toEqual({ name: 'Ada' });
    const form = {
      type: 'application/x-www-form-urlencoded',
      directive: '@consumes application/x-www-form-urlencoded\n@param {User} body - It',
    };
    expect(await received(USER, 'id=4&name=Ada&password=secret', form)).toEqual({ name: 'Ada', password: 'secret' });
    expect((await send(USER, 'id=x&name=Ada&password=secret', form)).status).toBe(400);
  });

  it.each<[string, Definitions, unknown, string, unknown]>([
    ['an object', USER, ROW, 'User', { id: 7, name: 'Ada' }],
    ['a list', USER, [ROW], 'User[]', [{ id: 7, name: 'Ada' }]],
    ['a closed object', closed, ROW, 'User', { id: 7, name: 'Ada' }],
    ['an open object', open, { ...ROW, more: 1 }, 'User', { id: 7, name: 'Ada', more: 1 }],
    ['a map', USER, { a: ROW }, 'Record<string, User>', { a: { id: 7, name: 'Ada' } }],
    [
      'a pointer into a definition with faces',
      { ...TEAM, 'Club.json': { type: 'object', properties: { head: { $ref: 'Team.json#/properties/lead' } } } },
      { head: ROW },
      'Club',
      { head: { id: 7, name: 'Ada' } },
    ],
    [
      'a pointer to a writeOnly property',
      { ...USER, 'Club.json': { type: 'object', properties: { head: { $ref: 'User.json#/properties/password' } } } },
      { head: 'a hash that is too long' },
      'Club',
      {},
    ],
    ['a reference beside null', USER, { user: ROW }, '{ user: User | null }', { user: { id: 7, name: 'Ada' } }],
    [
      'a branch that declares nothing beside one that does',
      {
        ...USER,
        'Any.json': { type: 'object', additionalProperties: true },
        'Both.json': { anyOf: [{ $ref: 'User.json' }, { $ref: 'Any.json' }] },
      },
      ROW,
      'Both',
      { id: 7, name: 'Ada' },
    ],
  ])('never sends a writeOnly property: %s', async (_, definitions, value, type, expected) => {
    const used = type === 'Both' ? definitions : Object.fromEntries(Object.entries(definitions));
    for (const checkResponses of [false, true]) {
      const { status, json } = await answer(used, value, {
        directive: `@returns {${type}} It`,
        options: { checkResponses },
      });
      expect([status, json]).toEqual([200, expected]);
    }
  });

  it('requires no writeOnly property of an answer', async () => {
    const { status, json } = await answer(USER, { id: 7, name: 'Ada' }, { options: { checkResponses: true } });
    expect([status, json]).toEqual([200, { id: 7, name: 'Ada' }]);
    expect((await answer(USER, { name: 'Ada' }, { options: { checkResponses: true } })).status).toBe(500);
  });

  it('never sends a writeOnly property in a stream', async () => {
    const text = `/**\n * @returns {Stream<User>} All\n */\nexport default async function* all() { yield ${JSON.stringify(ROW)}; }\n`;
    const tree = await compileTree({ 'it/@get.ts': text }, { definitions: filesOf(USER) });
    const { ask } = await serve(create(tree));
    const { body } = await ask('GET /it');
    expect(body).toContain('Ada');
    expect(body).not.toContain('hash');
  });

  it('keeps both faces of one definition in one operation', async () => {
    const text =
      '/**\n * @param {User} body - It\n * @returns {User} It\n */\nexport default (ctx) => ({ ...ctx.input.body, id: 9 });\n';
    const tree = await compileTree({ 'it/@post.ts': text }, { definitions: filesOf(USER) });
    const { ask } = await serve(create(tree));
    const headers = { 'Content-Type': 'application/json' };
    const { json } = await ask('POST /it', { headers, body: JSON.stringify({ ...ROW, password: 'secret' }) });
    expect(json).toEqual({ id: 9, name: 'Ada' });
  });

  it('warns of what the contract does not declare, not of what does not travel', async () => {
    const warnings: string[] = [];
    const listener = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', listener);
    await answer(USER, { ...ROW, more: 1 }, { options: { checkResponses: true } });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('warning', listener);
    expect(warnings.join()).toContain('declare it: /more');
    expect(warnings.join()).not.toContain('password');
  });

  it('drops a readOnly field of a multipart form, and does not require it', async () => {
    const directive = '@param {User} body - It\n@consumes multipart/form-data';
    const type = 'multipart/form-data; boundary=b';
    const form = (fields: object): string =>
      Object.entries(fields)
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)
        .join('') + '--b--\r\n';
    const fields = { name: 'Ada', password: 'secret' };
    expect(await received(USER, form(fields), { directive, type })).toEqual(fields);
    expect(await received(USER, form({ id: 7, ...fields }), { directive, type })).toEqual(fields);
    const { status, json } = await send(USER, form({ id: 0, ...fields }), { directive, type });
    expect([status, (json as { errors: { name: string }[] }).errors.map(({ name }) => name)]).toEqual([400, ['id']]);
  });
});
