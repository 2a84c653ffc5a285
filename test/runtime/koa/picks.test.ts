import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { TreeOptions } from './compiled.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const USER = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const DEFINITIONS = {
  'User.json': JSON.stringify(USER),
  'Cat.json': JSON.stringify({
    type: 'object',
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' }, born: { type: 'string', format: 'date-time' } },
    required: ['kind'],
  }),
  'Forbidding.json': JSON.stringify({ type: 'object', properties: { id: { type: 'integer' }, hash: false } }),
  'Never.json': JSON.stringify({ type: 'object', properties: { id: { type: 'integer' }, hash: { not: {} } } }),
  'Narrowed.json': JSON.stringify({
    allOf: [{ $ref: '#/components/schemas/User' }, { type: 'object', properties: { name: false } }],
  }),
  'Open.json': JSON.stringify({ type: 'object', properties: { hash: false }, additionalProperties: true }),
  'Either.json': JSON.stringify({
    anyOf: [
      { type: 'object', properties: { a: { type: 'string' }, b: false }, required: ['a'] },
      { type: 'object', properties: { a: false, b: { type: 'string' } }, required: ['b'] },
    ],
  }),
  'Dog.json': JSON.stringify({
    type: 'object',
    properties: { kind: { const: 'dog' }, tricks: { type: 'array', items: { type: 'string' } } },
    required: ['kind'],
  }),
};
const ROW = `{ id: 1, name: 'Ada', passwordHash: 'x' }`;
const HIDDEN = { type: 'about:blank', title: 'Internal Server Error', status: 500 };

interface Given extends TreeOptions {
  readonly options?: RuntimeOptions;
  readonly target?: string;
  readonly middleware?: string;
  readonly before?: string;
}

/** The definitions that a text refers to, directly or through others. */
function usedIn(text: string, definitions: Readonly<Record<string, string>>): Record<string, string> {
  const used = new Map<string, string>();
  const add = (refers: string): void => {
    for (const [file, schema] of Object.entries(definitions)) {
      if (used.has(file) || !new RegExp(`\\b${file.replace('.json', '')}\\b`).test(refers)) continue;
      used.set(file, schema);
      add(schema);
    }
  };
  add(text);
  return Object.fromEntries(used);
}

/** Collects the warnings of Node during a test. */
function collectWarnings(): string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

describe.each(KINDS)('the properties of responses by $name', ({ create }) => {
  const answerTo = async (
    directives: string,
    handler: string,
    { options, target = 'GET /it', middleware, before = '', definitions = {}, ...others }: Given = {},
  ): Promise<Answer & { readonly errors: readonly Error[] }> => {
    const comment = `/**\n${directives.replace(/^/gm, ' * ')}\n */`;
    const files = {
      'it/@get.ts': `import { Readable } from 'node:stream';\n${before}\n${comment}\nexport default ${handler};\n`,
      ...(middleware !== undefined && { 'it/_middleware.ts': `export default ${middleware};\n` }),
    };
    const used = usedIn(directives, { ...DEFINITIONS, ...definitions });
    const operations = await compileTree(files, { definitions: used, ...others });
    const served = await serve(create(operations, options));
    const answer = await served.ask(target);
    return Object.assign(answer, { errors: served.errors });
  };

  it.each<[string, string, string, unknown]>([
    ['a row', '@returns {User} It', `() => (${ROW})`, { id: 1, name: 'Ada' }],
    ['a row later', '@returns {User} It', `async () => (${ROW})`, { id: 1, name: 'Ada' }],
    ['an absent property', '@returns {User} It', `() => ({ id: 1, secret: 2 })`, { id: 1 }],
    ['null', '@returns {?User} It', `() => null`, null],
    ['a forbidden property', '@returns {Forbidding} It', `() => ({ id: 1, hash: 'x' })`, { id: 1 }],
    ['a property of type never', '@returns {Never} It', `() => ({ id: 1, hash: 'x' })`, { id: 1 }],
    ['a property that another part forbids', '@returns {Narrowed} It', `() => (${ROW})`, { id: 1 }],
    ['a property that one branch forbids', '@returns {Either} It', `() => ({ b: 'x' })`, { b: 'x' }],
    ['a forbidden property of an open object', '@returns {Open} It', `() => ({ id: 1, hash: 'x' })`, { id: 1 }],
    [
      'rows',
      '@returns {User[]} All',
      `() => [${ROW}, null, ${ROW}]`,
      [{ id: 1, name: 'Ada' }, null, { id: 1, name: 'Ada' }],
    ],
    ['holes of a list', '@returns {User[]} All', `() => [, ${ROW}]`, [null, { id: 1, name: 'Ada' }]],
    ['rows in a record', '@returns {Record<string, User>} All', `() => ({ a: ${ROW} })`, { a: { id: 1, name: 'Ada' } }],
    [
      'objects in objects in lists',
      '@returns {{users: {owner: User}[]}} All',
      `() => ({ users: [{ owner: ${ROW}, x: 1 }], x: 1 })`,
      { users: [{ owner: { id: 1, name: 'Ada' } }] },
    ],
    ['an open object', '@returns {object} It', `() => (${ROW})`, { id: 1, name: 'Ada', passwordHash: 'x' }],
    ['any value', '@returns {any} It', `() => (${ROW})`, { id: 1, name: 'Ada', passwordHash: 'x' }],
    [
      'an open record',
      '@returns {Record<string, any>} It',
      `() => ({ a: ${ROW} })`,
      { a: { id: 1, name: 'Ada', passwordHash: 'x' } },
    ],
    [
      'a problem, which is open in the document alone',
      '@returns {Problem} It',
      `() => ({ type: 'about:blank', title: 'x', status: 200, errors: [{ in: 'body', code: 7 }], balance: 30 })`,
      { type: 'about:blank', title: 'x', status: 200, errors: [{ in: 'body' }] },
    ],
    [
      'the branch that fits',
      '@returns {Cat|Dog} It',
      `() => ({ kind: 'dog', lives: 9, tricks: ['sit'] })`,
      { kind: 'dog', tricks: ['sit'] },
    ],
    [
      'the branch that fits as JSON',
      '@returns {Cat|Dog} It',
      `() => ({ kind: 'cat', lives: 9, born: new Date(0), tricks: [] })`,
      { kind: 'cat', lives: 9, born: '1970-01-01T00:00:00.000Z' },
    ],
    [
      'all branches if none fits',
      '@returns {Cat|Dog} It',
      `() => ({ kind: 'cow', lives: 9, tricks: [], x: 1 })`,
      { kind: 'cow', lives: 9, tricks: [] },
    ],
    ['an object or a list of them', '@returns {User|User[]} It', `() => [${ROW}]`, [{ id: 1, name: 'Ada' }]],
    ['toJSON', '@returns {User} It', `() => ({ id: 2, toJSON: () => (${ROW}) })`, { id: 1, name: 'Ada' }],
    ['toJSON of a list', '@returns {User[]} It', `() => ({ toJSON: () => [${ROW}] })`, [{ id: 1, name: 'Ada' }]],
    [
      'toJSON with its key',
      '@returns {{a: User}} It',
      `() => ({ a: { toJSON: (name) => ({ name }) } })`,
      { a: { name: 'a' } },
    ],
    [
      'the own properties of an instance',
      '@returns {User} It',
      `() => new (class { id = 1; secret = 2; get name() { return 'x'; } })()`,
      { id: 1 },
    ],
    [
      'enumerable properties',
      '@returns {User} It',
      `() => Object.defineProperty({ id: 1 }, 'name', { value: 'x' })`,
      { id: 1 },
    ],
    [
      'getters',
      '@returns {User} It',
      `() => ({ id: 1, get name() { return 'x'; }, get secret() { throw new Error('read'); } })`,
      { id: 1, name: 'x' },
    ],
    [
      'an object without a prototype',
      '@returns {User} It',
      `() => Object.assign(Object.create(null), ${ROW})`,
      { id: 1, name: 'Ada' },
    ],
    ['a Map', '@returns {User} It', `() => new Map([['id', 1]])`, {}],
    ['a Date in place of an object', '@returns {User|dateTime} It', `() => new Date(0)`, '1970-01-01T00:00:00.000Z'],
    ['a Date', '@returns {{at: dateTime}} It', `() => ({ at: new Date(0), x: 1 })`, { at: '1970-01-01T00:00:00.000Z' }],
    ['symbols', '@returns {User} It', `() => ({ id: 1, [Symbol('name')]: 'x' })`, { id: 1 }],
    ['a body that the handler sets', '@returns {User} It', `(ctx) => { ctx.body = ${ROW}; }`, { id: 1, name: 'Ada' }],
    [
      'a stream of rows',
      '@returns {User[]} All',
      `() => Readable.from([${ROW}, ${ROW}])`,
      [
        { id: 1, name: 'Ada' },
        { id: 1, name: 'Ada' },
      ],
    ],
    [
      'the status that the handler sets',
      '@returns {User} It\n@returns {{error: string}} 409 - No',
      `(ctx) => { ctx.status = 409; return { error: 'x', id: 1 }; }`,
      { error: 'x' },
    ],
    [
      'a range of statuses',
      '@returns {any} It\n@returns {User} 2XX - It',
      `(ctx) => { ctx.status = 202; return ${ROW}; }`,
      { id: 1, name: 'Ada' },
    ],
    [
      'a status before its range',
      '@returns {any} 200 - It\n@returns {User} 2XX - It',
      `() => (${ROW})`,
      { id: 1, name: 'Ada', passwordHash: 'x' },
    ],
    [
      'a default',
      '@returns {any} It\n@returns {User} default - It',
      `(ctx) => { ctx.status = 418; return ${ROW}; }`,
      { id: 1, name: 'Ada' },
    ],
    [
      'a page',
      '@param-include paging\n@returns {Page<User>} All',
      `() => [${ROW}]`,
      { items: [{ id: 1, name: 'Ada' }], limit: 20, offset: 0 },
    ],
    ['rows of a page', '@param-include paging\n@returns {User[]} All', `() => [${ROW}]`, [{ id: 1, name: 'Ada' }]],
    [
      'another JSON type',
      '@produces application/vnd.api+json\n@returns {User} It',
      `() => (${ROW})`,
      { id: 1, name: 'Ada' },
    ],
    [
      'the schema of its JSON type',
      '@returns {User} 200 application/json - It\n@returns {{name: string}} 200 application/hal+json - It',
      `(ctx) => { ctx.type = 'application/hal+json'; return ${ROW}; }`,
      { name: 'Ada' },
    ],
    [
      'an open schema beside one of another JSON type',
      '@returns {any} 200 application/json - It\n@returns {{name: string}} 200 application/hal+json - It',
      `() => (${ROW})`,
      { id: 1, name: 'Ada', passwordHash: 'x' },
    ],
    ['a string', '@returns {User|string} It', `() => '{"secret":1}'`, '{"secret":1}'],
  ])('sends the properties of the contract: %s', async (_, directives, handler, expected) => {
    const answer = await answerTo(directives, handler);
    expect([answer.json, answer.errors]).toEqual([expected, []]);
    expect(answer.headers['content-length'] ?? Buffer.byteLength(answer.body).toString()).toBe(
      Buffer.byteLength(answer.body).toString(),
    );
  });

  it.each<[string, object, string, unknown]>([
    [
      'allOf and $ref',
      { allOf: [{ $ref: 'User.json' }, { properties: { a: {} } }] },
      `{ id: 1, a: 1, b: 1 }`,
      { id: 1, a: 1 },
    ],
    [
      'patternProperties',
      { properties: { a: {} }, patternProperties: { '^x-': {} } },
      `{ a: 1, 'x-b': 1, b: 1 }`,
      { a: 1, 'x-b': 1 },
    ],
    [
      'additionalProperties with a schema',
      { properties: { a: {} }, additionalProperties: { $ref: 'User.json' } },
      `{ a: 1, b: ${ROW} }`,
      { a: 1, b: { id: 1, name: 'Ada' } },
    ],
    [
      'additionalProperties: true',
      { properties: { a: {} }, additionalProperties: true },
      `{ a: 1, b: 1 }`,
      { a: 1, b: 1 },
    ],
    ['additionalProperties: false', { properties: { a: {} }, additionalProperties: false }, `{ a: 1, b: 1 }`, { a: 1 }],
    [
      'then',
      {
        properties: { a: {} },
        if: { required: ['a'] },
        ['then']: { properties: { b: {} } },
        else: { properties: { c: {} } },
      },
      `{ a: 1, b: 1, c: 1 }`,
      { a: 1, b: 1 },
    ],
    [
      'else',
      {
        properties: { a: {} },
        if: { required: ['a'] },
        ['then']: { properties: { b: {} } },
        else: { properties: { c: {} } },
      },
      `{ b: 1, c: 1 }`,
      { c: 1 },
    ],
    ['required names', { properties: { a: {} }, required: ['b'] }, `{ a: 1, b: 1, c: 1 }`, { a: 1, b: 1 }],
    [
      'a discriminator',
      {
        oneOf: [{ $ref: 'User.json' }, { properties: { b: {} }, required: ['b'] }],
        discriminator: { propertyName: 't' },
      },
      `{ t: 1, id: 1, x: 1 }`,
      { t: 1, id: 1 },
    ],
    [
      'branches of requirements',
      { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      `{ a: 1, x: 1 }`,
      { a: 1 },
    ],
    [
      'several branches',
      { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      `{ a: 1, b: 1, x: 1 }`,
      { a: 1, b: 1 },
    ],
    [
      'dependentSchemas',
      { properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } },
      `{ a: 1, b: 1, x: 1 }`,
      { a: 1, b: 1 },
    ],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ $ref: 'User.json' }], items: {} },
      `[${ROW}, ${ROW}]`,
      [
        { id: 1, name: 'Ada' },
        { id: 1, name: 'Ada', passwordHash: 'x' },
      ],
    ],
    [
      'a tuple without further items',
      { type: 'array', prefixItems: [{ $ref: 'User.json' }, { type: 'string' }], items: false },
      `[${ROW}, 'a', ${ROW}, 'b']`,
      [{ id: 1, name: 'Ada' }, 'a'],
    ],
    [
      'a tuple with as many items as it lists',
      { type: 'array', prefixItems: [{ type: 'string' }], maxItems: 1 },
      `['a', ${ROW}]`,
      ['a'],
    ],
    [
      'unevaluated items that are forbidden',
      { type: 'array', prefixItems: [{}], unevaluatedItems: false },
      `[1, ${ROW}]`,
      [1],
    ],
    [
      'the longer one of two tuples, of which none fits',
      {
        anyOf: [
          { type: 'array', prefixItems: [{ type: 'string' }], items: false },
          { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
        ],
      },
      `[1, 2, 3]`,
      [1, 2],
    ],
    [
      'a list beside an object, whose keywords of objects have no effect',
      {
        anyOf: [
          { type: 'array', items: { $ref: 'User.json' }, additionalProperties: true },
          { type: 'object', properties: { a: {} } },
        ],
      },
      `{ a: 1, b: 1 }`,
      { a: 1 },
    ],
    [
      'a constant object',
      { const: { ok: true, in: { a: [1] } } },
      `{ ok: true, in: { a: [1], x: 1 }, x: 1 }`,
      { ok: true, in: { a: [1] } },
    ],
    [
      'constant objects',
      { enum: [{ a: 1 }, { b: { c: 1 } }] },
      `{ a: 1, b: { c: 1, x: 1 }, x: 1 }`,
      { a: 1, b: { c: 1 } },
    ],
    ['a constant object without properties', { properties: { a: { const: {} } } }, `{ a: { x: 1 } }`, { a: {} }],
    ['an empty constant list', { properties: { a: { const: [] } } }, `{ a: [{ x: 1 }] }`, { a: [] }],
    [
      'a property __proto__',
      { properties: { ['__proto__']: { properties: { a: {} } } } },
      `JSON.parse('{"__proto__":{"a":1,"b":1},"c":1}')`,
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
    [
      'inherited names',
      { properties: { constructor: {}, toString: {} } },
      `{ constructor: 1, x: 1 }`,
      { constructor: 1 },
    ],
  ])('count by %s', async (_, schema, value, expected) => {
    const definitions = { 'It.json': JSON.stringify(schema) };
    const given: Given = { definitions, warnings: ['facet-type'] };
    expect((await answerTo('@returns {It} It', `() => (${value})`, given)).json).toEqual(expected);
  });

  it.each([`{ name: 'Ada', id: 1 }`, `{ name: 'Ada', x: 1, id: 1 }`, `{ id: 1, name: 'Ada' }`])(
    'sends properties in the order of the contract: %s',
    async (row) => {
      const answer = await answerTo('@returns {User[]} All', `() => [${row}]`);
      expect(answer.body.toString()).toBe('[{"id":1,"name":"Ada"}]');
    },
  );

  it('leave the getters of absent properties alone', async () => {
    const before = `class Row { id = 1; get name() { throw new Error('not loaded'); } }`;
    const answer = await answerTo('@returns {User[]} All', `() => [new Row()]`, { before });
    expect([answer.status, answer.json]).toEqual([200, [{ id: 1 }]]);
  });

  it.each([
    ['an undeclared property', `{ id: 2, name: 'Bo', x: 1 }`, { id: 2, name: 'Bo' }],
    ['a missing property', `{ id: 2 }`, { id: 2 }],
    ['an inherited property', `Object.create({ name: 'Bo' }, { id: { value: 2, enumerable: true } })`, { id: 2 }],
    [
      'a method toJSON',
      `Object.create({ toJSON: () => ({ id: 2, x: 1 }) }, { id: { value: 1, enumerable: true } })`,
      { id: 2 },
    ],
  ])('leaves out properties of a row with %s behind a row of declared ones', async (_, row, expected) => {
    const answer = await answerTo('@returns {User[]} All', `() => [${`{ id: 1, name: 'Ada' }, `.repeat(2)}${row}]`);
    expect((answer.json as unknown[])[2]).toEqual(expected);
  });

  it('copies properties if middleware sees them', async () => {
    const middleware = `async (ctx, next) => { await next(); ctx.body = [{ name: String(ctx.body[0] === globalThis.pickedRow) }]; }`;
    const handler = `() => [(globalThis.pickedRow = { id: 1, name: 'Ada' })]`;
    const answer = await answerTo('@returns {User[]} All', handler, { middleware });
    expect(answer.json).toEqual([{ name: 'false' }]);
  });

  it('sends all properties with pickResponses: false', async () => {
    const answer = await answerTo('@returns {User} It', `() => (${ROW})`, { options: { pickResponses: false } });
    expect(answer.json).toHaveProperty('passwordHash');
  });

  it.each<[string, string, object, string | undefined]>([
    [
      'what it leaves',
      `async (ctx, next) => { await next(); ctx.set('X-Seen', Object.keys(ctx.body).join()); }`,
      { id: 1, name: 'Ada' },
      'id,name',
    ],
    [
      'what it puts in its place',
      `async (ctx, next) => { await next(); ctx.body = { ...ctx.body, secret: 1 }; }`,
      { id: 1, name: 'Ada' },
      undefined,
    ],
    ['what it adds', `async (ctx, next) => { await next(); ctx.body.secret = 1; }`, { id: 1, name: 'Ada' }, undefined],
    [
      'the status that it sets',
      `async (ctx, next) => { await next(); ctx.status = 409; ctx.body = { error: 'x', secret: 1 }; }`,
      { error: 'x' },
      undefined,
    ],
    ['what it answers itself', `(ctx) => { ctx.body = ${ROW}; }`, { id: 1, name: 'Ada' }, undefined],
  ])('sends the properties of the contract after a _middleware: %s', async (_, middleware, expected, seen) => {
    const answer = await answerTo('@returns {User} It\n@returns {{error: string}} 409 - No', `() => (${ROW})`, {
      middleware,
    });
    expect([answer.json, answer.headers['x-seen']]).toEqual([expected, seen]);
  });

  it.each<[string, string]>([
    ['getter', `{ get name() { throw new Error('getter'); } }`],
    ['toJSON', `{ toJSON() { throw new Error('getter'); } }`],
    ['null', `{ toJSON() { throw null; } }`],
  ])('answers 500 if properties fail: %s', async (_, value) => {
    const answer = await answerTo('@returns {User} It', `() => (${value})`);
    expect([answer.status, answer.json]).toEqual([500, HIDDEN]);
  });

  it('answers 500 if the value contains itself', async () => {
    const definitions = { 'Node.json': JSON.stringify({ properties: { next: { $ref: 'Node.json' } } }) };
    const before = 'const node = { secret: 1 }; node.next = node;';
    const answer = await answerTo('@returns {Node} It', `() => node`, { definitions, before });
    expect([answer.json, answer.errors.map(({ message }) => message)]).toEqual([
      HIDDEN,
      ['it/@get.ts returned a value that is nested too deeply, or contains itself'],
    ]);
  });

  it.each<[string, string, string]>([
    ['{User[]} All', `() => [${ROW}, { id: 2n ** 53n }]`, '/1/id'],
    ['{any} It', `() => ({ 'a/b': [1n, -(2n ** 53n)] })`, '/a~1b/1'],
    ['{User[]} All', `() => Readable.from([{ id: 2n ** 64n }])`, '/0/id'],
  ])('name a BigInt that no number represents by its pointer: %s', async (type, handler, pointer) => {
    const message = `it/@get.ts returned a BigInt at ${pointer}, which a number cannot represent exactly: declare and return a string`;
    for (const responses of [false, true]) {
      const answer = await answerTo(`@returns ${type}`, handler, { responses });
      expect([answer.json, answer.errors.map((error) => error.message)]).toEqual([HIDDEN, [message]]);
    }
  });

  it.each<[string, string, unknown]>([
    ['{User[]} All', `() => [{ id: 2n }, { id: 2n ** 53n - 1n }]`, [{ id: 2 }, { id: 9007199254740991 }]],
    [
      '{{id: integer, at: date-time}} It',
      `() => ({ id: -7n, at: new Date(0) })`,
      { id: -7, at: '1970-01-01T00:00:00.000Z' },
    ],
    ['{integer} It', `() => 5n`, 5],
    ['{any} It', `() => ({ 'a/b': [1n] })`, { 'a/b': [1] }],
    ['{User[]} All', `() => Readable.from([{ id: 2n }])`, [{ id: 2 }]],
  ])('write a BigInt as the number that it is: %s', async (type, handler, expected) => {
    for (const responses of [false, true]) {
      const answer = await answerTo(`@returns ${type}`, handler, { responses });
      expect([answer.json, answer.errors]).toEqual([expected, []]);
    }
  });

  it('names dropped properties once in a warning, if responses are checked', async () => {
    const warnings = collectWarnings();
    const row = `{ id: 1, secret: { a: 1 }, none: undefined, owner: { id: 1, x: 1 } }`;
    const operations = await compileTree(
      { 'it/@get.ts': `/** @returns {{id: integer, owner: User}[]} All */ export default () => [${row}, ${row}];` },
      { definitions: usedIn('User', DEFINITIONS), responses: true, isFresh: true },
    );
    const { ask, errors } = await serve(create(operations));
    for (let i = 0; i < 2; i++) expect((await ask('GET /it')).status).toBe(200);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      'it/@get.ts: left out of the response, because the contract does not declare it: /0/secret, /0/owner/x',
    ]);
  });

  it('names no dropped properties if responses are not checked', async () => {
    const warnings = collectWarnings();
    await answerTo('@returns {User} It', `() => (${ROW})`);
    expect(warnings).toEqual([]);
  });

  it('leaves the properties of streams, bytes and problems untouched', async () => {
    expect(
      (await answerTo('@returns {User} It', `() => Readable.from(['{"a":', '1}'], { objectMode: false })`)).json,
    ).toEqual({ a: 1 });
    expect((await answerTo('@returns {User} It', `() => Buffer.from('{"a":1}')`)).body).toBe('{"a":1}');
    const thrown = await answerTo('@returns {User} It\n@throws 409 - No', `(ctx) => ctx.throw(409, 'no')`);
    expect(thrown.json).toMatchObject({ status: 409, detail: 'no' });
  });
});

describe.each(KINDS)('the properties of request bodies by $name', ({ create }) => {
  const ORDER = { ...USER, properties: { ...USER.properties, lines: { type: 'array', items: USER } } };
  const definitions = {
    ...DEFINITIONS,
    'Order.json': JSON.stringify(ORDER),
    'Sized.json': JSON.stringify({
      ...USER,
      properties: { ...USER.properties, size: { type: 'integer', default: 1 } },
    }),
    'Pair.json': JSON.stringify({ type: 'array', prefixItems: [{ $ref: 'Sized.json' }], items: USER }),
    'Named.json': JSON.stringify({ type: 'object', patternProperties: { '^x': { $ref: 'Sized.json' } } }),
    'Strict.json': JSON.stringify({ ...USER, additionalProperties: false }),
  };

  it.each<[string, unknown, unknown]>([
    ['{Pair} body - It', [{ id: 1, x: 1 }, { id: 2 }], [{ id: 1, size: 1 }, { id: 2 }]],
    ['{Named} body - It', { x: { id: 1, x: 1 }, y: 2 }, { x: { id: 1, size: 1 } }],
    ['{User} body - It', { id: 1, isAdmin: true }, { id: 1 }],
    ['{User[]} body - All', [{ id: 1, isAdmin: true }], [{ id: 1 }]],
    ['{Order} body - It', { lines: [{ id: 1, x: 1 }], x: 1 }, { lines: [{ id: 1 }] }],
    ['{Order} body.order - It', { order: { lines: [{ id: 1, x: 1 }] }, x: 1 }, { order: { lines: [{ id: 1 }] } }],
    ['{Sized} body - It', { id: 1, x: 1 }, { id: 1, size: 1 }],
    ['{Cat|Dog} body - It', { kind: 'dog', lives: 9, tricks: [] }, { kind: 'dog', tricks: [] }],
    ['{object} body - It', { id: 1, isAdmin: true }, { id: 1, isAdmin: true }],
    ['{Record<string, User>} body - It', { a: { id: 1, isAdmin: true } }, { a: { id: 1 } }],
    ['{User} body - It', JSON.parse('{"id":1,"__proto__":{"isAdmin":true}}'), { id: 1 }],
  ])('gives the handler the properties of the contract: %s', async (param, body, expected) => {
    const operations = await compileTree(
      {
        'it/@post.ts': `/** @param ${param}\n * @returns {any} It */ export default (ctx) => [ctx.input.body, Object.keys(ctx.input.body)];`,
      },
      { definitions: usedIn(param, definitions) },
    );
    const { ask } = await serve(create(operations));
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask('POST /it', { headers, body: JSON.stringify(body) });
    // Absent properties do not even exist.
    expect(answer.json).toEqual([expected, Object.keys(expected as object)]);
  });

  it('validates properties before it drops any', async () => {
    const operations = await compileTree(
      { 'it/@post.ts': `/** @param {Strict} body - It */` },
      { definitions: usedIn('Strict', definitions) },
    );
    const { ask } = await serve(create(operations));
    const headers = { 'Content-Type': 'application/json' };
    expect((await ask('POST /it', { headers, body: '{"id":1,"x":1}' })).status).toBe(400);
  });

  it('names properties in a warning of a JSON text that a handler sets, in the dev server alone', async () => {
    const warnings = collectWarnings();
    const set = (text: string): string =>
      `/** @returns {User} It */\nexport default (ctx) => { ctx.type = 'json'; ctx.body = ${JSON.stringify(text)}; };`;
    const operations = await compileTree(
      { 'fine.ts': set('{"name":"a","id":1}'), 'other.ts': set('{"id":1,"x":1}') },
      { definitions: usedIn('User', definitions), responses: true, isFresh: true },
    );
    for (const manifest of [operations, { ...operations, isDev: true as const }]) {
      const { ask } = await serve(create(manifest));
      for (const path of ['/fine', '/other', '/other']) await ask(`GET ${path}`);
    }
    expect(warnings).toEqual([expect.stringMatching(/^other\.ts: set "ctx\.body" to JSON text that has more than/)]);
  });

  it('names properties in a warning of a Response with JSON, in the dev server alone', async () => {
    const warnings = collectWarnings();
    const give = (value: string): string => `/** @returns {User} It */\nexport default () => ${value};`;
    const operations = await compileTree(
      {
        'fine.ts': give("Response.json({ name: 'a', id: 1 })"),
        'other.ts': give('Response.json({ id: 1, x: 1 }, { headers: { A: "1" } })'),
        'text.ts': give('new Response(\'{"x":1}\')'),
        'broken.ts': give("new Response('{', { headers: { 'Content-Type': 'application/json' } })"),
      },
      { definitions: usedIn('User', definitions), responses: true, isFresh: true },
    );
    for (const manifest of [operations, { ...operations, isDev: true as const }]) {
      const { ask } = await serve(create(manifest));
      for (const path of ['/fine', '/text', '/broken', '/other']) await ask(`GET ${path}`);
      expect((await ask('GET /other')).body).toBe('{"id":1,"x":1}');
    }
    await expect.poll(() => warnings).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^other\.ts: returned a Response with JSON that has more than/)]);
  });

  it('names properties once in a warning, in the dev server alone', async () => {
    const warnings = collectWarnings();
    const operations = await compileTree(
      { 'it/@post.ts': `/**\n * @param {User} body - It\n * @returns {any} It\n */` },
      { definitions: usedIn('User', definitions), responses: true, isFresh: true },
    );
    const headers = { 'Content-Type': 'application/json' };
    for (const manifest of [operations, { ...operations, isDev: true as const }]) {
      const { ask } = await serve(create(manifest));
      for (let i = 0; i < 2; i++) await ask('POST /it', { headers, body: '{"id":1,"x":{"y":1}}' });
    }
    expect(warnings).toEqual(['it/@post.ts: left out of the request, because the contract does not declare it: /x']);
  });
});

describe.each(KINDS)('the properties of parameters by $name', ({ create }) => {
  const LINE = { ...USER, properties: { ...USER.properties, size: { type: 'integer', default: 1 } } };
  const definitions = {
    ...DEFINITIONS,
    'Line.json': JSON.stringify(LINE),
    'Order.json': JSON.stringify({
      type: 'object',
      properties: { owner: USER, lines: { type: 'array', items: LINE } },
    }),
    'Strict.json': JSON.stringify({ ...USER, additionalProperties: false }),
    'Open.json': JSON.stringify({ ...USER, additionalProperties: true }),
  };

  it.each<[string, string, unknown]>([
    ['{User} [it]', 'it[id]=1&it[isAdmin]=1&it[__proto__]=1', { id: 1 }],
    ['{User} [it]', 'it[isAdmin]=1', {}],
    ['{User} [it]', `it={"id":1,"isAdmin":true}`, { id: 1 }],
    ['{User} [it] (style: json)', `it={"id":1,"isAdmin":true,"__proto__":{"a":1}}`, { id: 1 }],
    [
      '{Order} [it] (style: json)',
      `it={"lines":[{"id":1,"x":1}],"owner":{"x":1}}`,
      { owner: {}, lines: [{ id: 1, size: 1 }] },
    ],
    ['{Order[]} [it] (style: json)', `it=[{"lines":[{"id":1,"x":1}],"x":1}]`, [{ lines: [{ id: 1, size: 1 }] }]],
    ['{Line} [it]', 'it[x]=1', { size: 1 }],
    ['{object} [it]', 'it[id]=1', { id: '1' }],
    ['{Open} [it]', 'it[id]=1&it[x]=1', { id: 1, x: '1' }],
    ['{Cat|Dog} [it] (style: json)', `it={"kind":"dog","lives":9,"tricks":[]}`, { kind: 'dog', tricks: [] }],
  ])('gives the handler the properties of the contract: %s of ?%s', async (param, query, expected) => {
    const handler = `export default (ctx) => [ctx.input.query.it, Object.keys(ctx.input.query.it)];`;
    const contract = `/**\n * @param ${param}\n * @returns {any} It\n */`;
    // Two operations share a parameter.
    const operations = await compileTree(
      { 'a.ts': `${contract} ${handler}`, 'b.ts': `${contract} ${handler}` },
      { definitions: usedIn(param, definitions) },
    );
    const { ask } = await serve(create(operations));
    for (const path of ['/a', '/b'])
      expect((await ask(`GET ${path}?${encodeURI(query)}`)).json).toEqual([expected, Object.keys(expected as object)]);
  });

  it('validates properties before it drops any', async () => {
    const operations = await compileTree(
      { 'it.ts': `/** @param {Strict} [it] */` },
      { definitions: usedIn('Strict', definitions) },
    );
    const { ask } = await serve(create(operations));
    expect((await ask('GET /it?it[id]=1&it[x]=1')).status).toBe(400);
  });

  it('drops properties of headers and cookies too', async () => {
    const operations = await compileTree(
      { 'it.ts': `/**\n * @param {User} [header.it]\n * @param {User} [cookie.it]\n */` },
      { definitions: usedIn('User', definitions) },
    );
    const { ask } = await serve(create(operations));
    const headers = { It: 'id,1,x,2', Cookie: 'it=id,1,x,2' };
    expect((await ask('GET /it', { headers })).json).toMatchObject({
      header: { it: { id: 1 } },
      cookie: { it: { id: 1 } },
    });
  });
});
