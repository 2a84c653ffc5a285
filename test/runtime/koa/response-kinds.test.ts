import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { KINDS, serve } from './serve.ts';

const EVENTS = resolve('src/runtime/koa/streams/server-sent-event.ts');
const ROW = `{ id: 1, name: 'Ada', passwordHash: 'SECRET' }`;
const HIDDEN = { type: 'about:blank', title: 'Internal Server Error', status: 500 };
const DEFINITIONS = {
  'Boss.json': JSON.stringify({ type: 'object', properties: { id: { type: 'integer' } } }),
  'User.json': JSON.stringify({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      boss: { $ref: 'Boss.json' },
      age: { type: ['integer', 'null'] },
      at: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      any: {},
    },
  }),
  'Plain.json': JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  }),
  'Cat.json': JSON.stringify({ type: 'object', properties: { kind: { const: 'cat' }, name: { type: 'string' } } }),
  'Dog.json': JSON.stringify({
    type: 'object',
    properties: { kind: { const: 'dog' }, name: { type: 'object', properties: { first: { type: 'string' } } } },
  }),
  'SoldOut.json': JSON.stringify({
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { left: { type: 'integer' } },
  }),
  'Untyped.json': JSON.stringify({ properties: { id: { type: 'integer' } } }),
  'UntypedList.json': JSON.stringify({ items: { type: 'integer' } }),
};

interface Given {
  readonly definitions?: Readonly<Record<string, string>>;
  readonly options?: RuntimeOptions;
  readonly middleware?: string;
  readonly document?: string;
}

// One of createApp and one of createRouter.
describe.each(KINDS.filter((_, i) => i % 2 === 0))('the kinds of values in responses by $name', ({ create }) => {
  const answerTo = async (
    directives: string,
    handler: string,
    { definitions = {}, options, middleware }: Given = {},
  ): Promise<Answer & { readonly messages: readonly string[] }> => {
    const comment = `/**\n${directives.replace(/^/gm, ' * ')}\n */`;
    const all: Record<string, string> = { ...DEFINITIONS, ...definitions };
    const used = Object.fromEntries(
      Object.entries(all).filter(([file]) => {
        const name = file.replace('.json', '');
        return [directives, ...Object.values(all)].some((text) => new RegExp(`\\b${name}\\b`).test(text));
      }),
    );
    const operations = await compileTree(
      {
        'it/@get.ts': `import { Readable } from 'node:stream';\nimport { event } from '${EVENTS}';\n${comment}\nexport default ${handler};\n`,
        'all/@get.ts': `/** ${Object.keys(used)
          .map((file) => `\n * @returns {${file.replace('.json', '')}} 2${10 + Object.keys(used).indexOf(file)} - It`)
          .join('')} */\nexport default () => {};\n`,
        ...(middleware !== undefined && { 'it/_middleware.ts': `export default ${middleware};\n` }),
      },
      { definitions: used },
    );
    const { ask, errors } = await serve(create(operations, options));
    return Object.assign(await ask('GET /it'), { messages: errors.map(({ message }) => message) });
  };

  it.each<[string, string, string, kind: string, pointer: string]>([
    ['a list in place of a row', '@returns {User} It', `() => [${ROW}]`, 'array', ''],
    ['a result of a driver in place of rows', '@returns {User[]} All', `() => ({ rows: [${ROW}] })`, 'object', ''],
    [
      'a result of a driver in a list operation',
      '@param-include paging\n@returns {User[]} All',
      `() => ({ rows: [${ROW}] })`,
      'object',
      '',
    ],
    ['a list in place of a reference', '@returns {User} It', `() => ({ boss: [${ROW}] })`, 'array', '/boss'],
    ['an object in place of a text', '@returns {User[]} It', `() => [{}, { name: ${ROW} }]`, 'object', '/1/name'],
    ['an object in place of a nullable number', '@returns {User} It', `() => ({ age: ${ROW} })`, 'object', '/age'],
    ['an object in a list of texts', '@returns {User} It', `() => ({ tags: ['a', ${ROW}] })`, 'object', '/tags/1'],
    ['an object in place of a list', '@returns {User} It', `() => ({ tags: ${ROW} })`, 'object', '/tags'],
    ['objects in a record', '@returns {Record<string, string>} It', `() => ({ 'a/b': ${ROW} })`, 'object', '/a~1b'],
    ['lists in a record', '@returns {Record<string, User>} It', `() => ({ a: [${ROW}] })`, 'array', '/a'],
    ['an object in place of a body that is a text', '@returns {string} It', `() => (${ROW})`, 'object', ''],
    ['a list in place of any object', '@returns {object} It', `() => [${ROW}]`, 'array', ''],
    ['an object in place of any list', '@returns {any[]} It', `() => (${ROW})`, 'object', ''],
    ['a body where none is declared', '@returns {void} 201 - It', `() => (${ROW})`, 'object', ''],
    [
      'JSON in place of another type',
      '@returns {string} 200 text/html - It',
      `(ctx) => { ctx.type = 'json'; return ${ROW}; }`,
      'object',
      '',
    ],
    ['a list in place of an untyped object', '@returns {Untyped} It', `() => [${ROW}]`, 'array', ''],
    ['an object in place of an untyped list', '@returns {UntypedList} It', `() => (${ROW})`, 'object', ''],
    ['a list in place of a union', '@returns {Cat|Dog} It', `() => [${ROW}]`, 'array', ''],
    ['a list in all branches of a union', '@returns {Cat|Dog} It', `() => ({ name: [${ROW}] })`, 'array', '/name'],
    ['a list in place of a nullable row', '@returns {?User} It', `() => [${ROW}]`, 'array', ''],
    ['a row with a method "pipe"', '@returns {User[]} It', `() => ({ pipe() {}, secret: 1 })`, 'object', ''],
    [
      'a function with toJSON',
      '@returns {User} It',
      `() => Object.assign(() => {}, { toJSON: () => [${ROW}] })`,
      'array',
      '',
    ],
    [
      'a part that is a function with toJSON',
      '@returns {User} It',
      `() => ({ name: Object.assign(() => {}, { toJSON: () => (${ROW}) }) })`,
      'object',
      '/name',
    ],
    [
      'an object in a row of scalars',
      '@returns {Plain[]} All',
      `() => [{ name: 'a', tags: ['a'] }, { name: 'b', tags: ['a', ${ROW}] }]`,
      'object',
      '/1/tags/1',
    ],
    [
      'a list with a toJSON in a row of scalars',
      '@returns {Plain[]} All',
      `() => [{ name: 'a', tags: Object.assign(['a'], { toJSON: () => (${ROW}) }) }]`,
      'object',
      '/0/tags',
    ],
    ['a toJSON that returns a list', '@returns {User} It', `() => ({ toJSON: () => [${ROW}] })`, 'array', ''],
    ['a Set in place of a list', '@returns {User} It', `() => ({ tags: new Set(['a']) })`, 'object', '/tags'],
    ['bytes in place of a text', '@returns {User} It', `() => ({ name: Buffer.from('a') })`, 'object', '/name'],
    ['a list as the body that a handler sets', '@returns {User} It', `(ctx) => { ctx.body = [${ROW}]; }`, 'array', ''],
    ['a text in place of a row', '@returns {User} It', `() => JSON.stringify(${ROW})`, 'string', ''],
    ['a text in place of a nullable row', '@returns {?User} It', `async () => JSON.stringify(${ROW})`, 'string', ''],
    ['a text in place of rows', '@returns {User[]} All', `() => JSON.stringify([${ROW}])`, 'string', ''],
    ['a text in place of any object', '@returns {object} It', `() => JSON.stringify(${ROW})`, 'string', ''],
    ['a text in place of any list', '@returns {any[]} It', `() => JSON.stringify([${ROW}])`, 'string', ''],
    ['a text in place of an untyped object', '@returns {Untyped} It', `() => JSON.stringify(${ROW})`, 'string', ''],
    ['a text in place of a union', '@returns {Cat|Dog} It', `() => JSON.stringify(${ROW})`, 'string', ''],
    [
      'a boxed text in place of any object',
      '@returns {object} It',
      `() => new String(JSON.stringify(${ROW}))`,
      'string',
      '',
    ],
    [
      'a toJSON that returns a text',
      '@returns {User} It',
      `() => ({ toJSON: () => JSON.stringify(${ROW}) })`,
      'string',
      '',
    ],
    ['a text in place of a part', '@returns {User} It', `() => ({ boss: JSON.stringify(${ROW}) })`, 'string', '/boss'],
    [
      'a text in place of a list in a row',
      '@returns {Plain[]} All',
      `() => [{ tags: '["SECRET"]' }]`,
      'string',
      '/0/tags',
    ],
    [
      'a text in place of a row of a list',
      '@returns {User[]} All',
      `() => [{}, JSON.stringify(${ROW})]`,
      'string',
      '/1',
    ],
    [
      'a text in a record',
      '@returns {Record<string, User>} It',
      `() => ({ a: JSON.stringify(${ROW}) })`,
      'string',
      '/a',
    ],
    [
      'a text in place of the rows of a list operation',
      '@param-include paging\n@returns {User[]} All',
      `() => JSON.stringify([${ROW}])`,
      'string',
      '',
    ],
    [
      'a text in a stream',
      '@returns {Stream<User>} All',
      `async function* () { yield JSON.stringify(${ROW}); }`,
      'string',
      '',
    ],
    [
      'a text under the JSON type that a handler sets',
      '@returns {User} It',
      `(ctx) => { ctx.type = 'application/problem+json'; return JSON.stringify(${ROW}); }`,
      'string',
      '',
    ],
    ['a list in a stream of rows', '@returns {User[]} All', `() => Readable.from([[${ROW}]])`, 'array', '/0'],
    ['a list in a stream', '@returns {Stream<User>} All', `async function* () { yield [${ROW}]; }`, 'array', ''],
    [
      'a list as the data of an event',
      `@returns {Stream<ServerSentEvent<'added', User>>} 200 text/event-stream - All`,
      `async function* () { yield event('added', [${ROW}]); }`,
      'array',
      '/data',
    ],
  ])('sends the kinds of the contract: %s', async (_, directives, handler, kind, pointer) => {
    const { status, json, messages, body } = await answerTo(directives, handler);
    expect(body).not.toContain('SECRET');
    expect([status, json]).toEqual([500, HIDDEN]);
    const sent = directives.includes('201') ? 201 : 200;
    const location = pointer === '' ? 'as its body' : `at ${pointer}`;
    expect(messages).toEqual([
      `it/@get.ts sent status ${sent} with ${kind === 'string' ? 'a' : 'an'} ${kind} ${location}, but its contract does not declare one there: return the declared type, or declare "any"`,
    ]);
  });

  it.each<[string, string, string, unknown]>([
    ['a Date', '@returns {User} It', `() => ({ at: new Date(0) })`, { at: '1970-01-01T00:00:00.000Z' }],
    ['a decimal', '@returns {User} It', `() => ({ name: { toJSON: () => '1.50' } })`, { name: '1.50' }],
    ['a key', '@returns {User} It', `() => ({ name: { toJSON: (key) => key } })`, { name: 'name' }],
    [
      'boxed scalars',
      '@returns {User} It',
      `() => ({ id: new Number(1), name: new String('a') })`,
      { id: 1, name: 'a' },
    ],
    ['boxed scalars in a union', '@returns {Cat|Dog} It', `() => ({ kind: new String('cat') })`, { kind: 'cat' }],
    [
      'a scalar of another type',
      '@returns {User} It',
      `() => ({ id: '1', name: null, boss: 7, tags: true })`,
      { id: '1', name: null, boss: 7, tags: true },
    ],
    ['a scalar in place of the body', '@returns {User} It', `() => 7`, 7],
    ['null in place of the body', '@returns {User} It', `() => null`, null],
    ['a text beside an object', '@returns {User|string} It', `() => 'a'`, 'a'],
    ['a text beside a list of texts', '@returns {string[]|string} It', `() => 'a'`, 'a'],
    [
      'a text beside an object in a list',
      '@returns {(User|string)[]} It',
      `() => ['a', { id: 1, x: 1 }]`,
      ['a', { id: 1 }],
    ],
    ['a text beside an untyped object', '@returns {Untyped|string} It', `() => 'a'`, 'a'],
    ['a text in a union of objects', '@returns {Cat|Dog|string} It', `() => 'a'`, 'a'],
    [
      'a text in one branch',
      '@returns {Cat|Dog} It',
      `() => ({ kind: 'x', name: 'a', x: 1 })`,
      { kind: 'x', name: 'a' },
    ],
    ['a text where anything is declared', '@returns {any} It', `() => 'a'`, 'a'],
    [
      'a text under another type',
      '@returns {User} It',
      `(ctx) => { ctx.type = 'text/plain'; return '{"id":1}'; }`,
      { id: 1 },
    ],
    [
      'a text that a handler sets',
      '@returns {User} It',
      `(ctx) => { ctx.type = 'json'; ctx.body = '{"id":1,"x":2}'; }`,
      { id: 1, x: 2 },
    ],
    ['any value', '@returns {User} It', `() => ({ any: [{ a: [1] }] })`, { any: [{ a: [1] }] }],
    [
      'an object in one branch',
      '@returns {Cat|Dog} It',
      `() => ({ kind: 'x', name: { first: 'a', x: 1 } })`,
      { kind: 'x', name: { first: 'a' } },
    ],
    ['both kinds', '@returns {User|User[]} It', `() => [{ id: 1, x: 1 }]`, [{ id: 1 }]],
    ['both kinds of anything', '@returns {object|any[]} It', `() => [{ id: 1, x: 1 }]`, [{ id: 1, x: 1 }]],
    ['an open record', '@returns {Record<string, any>} It', `() => ({ a: [1] })`, { a: [1] }],
  ])('keeps the kinds: %s', async (_, directives, handler, expected) => {
    const { json, messages } = await answerTo(directives, handler);
    expect([json, messages]).toEqual([expected, []]);
  });

  it.each([
    ['a stream', `Readable.from(['[{"id":1}]'], { objectMode: false })`],
    ['a web stream', `new Blob(['[{"id":1}]']).stream()`],
    ['a Blob', `new Blob(['[{"id":1}]'])`],
    ['a File', `new File(['[{"id":1}]'], 'a.json')`],
    ['a Response', `new Response('[{"id":1}]')`],
    ['a buffer', `Buffer.from('[{"id":1}]')`],
    ['a stream of another class', `foreign(Readable.from(['[{"id":1}]'], { objectMode: false }))`],
    ['a stream of rows of another class', `foreign(Readable.from([{ id: 1, secret: 1 }]))`],
  ])('checks no bodies that Koa sends as they are: %s', async (_, value) => {
    // Like a stream of the package readable-stream, it does not inherit from Node's class.
    const foreign = `((source) => {
      const copy = {};
      for (const name of ['readable', 'readableObjectMode', 'destroyed', 'errored']) Object.defineProperty(copy, name, { get: () => source[name] });
      for (const name of ['pipe', 'read', 'on', 'once', 'off', 'removeListener', 'emit', 'listeners', 'destroy', 'unpipe', 'resume', Symbol.asyncIterator])
        copy[name] = (...given) => source[name]?.(...given);
      return copy;
    })`;
    const handler = `() => { const foreign = ${foreign}; return ${value}; }`;
    const { json, messages } = await answerTo('@returns {User[]} All', handler);
    expect([json, messages]).toEqual([[{ id: 1 }], []]);
  });

  it('refuses other kinds after a _middleware', async () => {
    const middleware = `async (ctx, next) => { await next(); ctx.body = [ctx.body]; }`;
    const { status, messages } = await answerTo('@returns {User} It', `() => (${ROW})`, { middleware });
    expect([status, messages.length]).toEqual([500, 1]);
  });

  it('checks no kinds with pickResponses: false', async () => {
    const { json } = await answerTo('@returns {User} It', `() => [${ROW}]`, { options: { pickResponses: false } });
    expect(json).toEqual([{ id: 1, name: 'Ada', passwordHash: 'SECRET' }]);
  });

  it.each<[string, string, number, string, unknown]>([
    ['a success', '@returns {User} It', 201, ROW, { id: 1, name: 'Ada' }],
    ['a success beside a default', '@returns {User} It\n@throws No', 201, ROW, { id: 1, name: 'Ada' }],
    ['an error', '@returns {User} It', 418, ROW, {}],
    ['an error with the listed properties', '@returns {User} It', 418, `{ title: 'No', id: 1 }`, { title: 'No' }],
    [
      'an error with a list',
      '@returns {User} It',
      400,
      `{ title: 'No', errors: [{ in: 'body', secret: 1, params: { secret: 1 } }] }`,
      { title: 'No', errors: [{ in: 'body', params: {} }] },
    ],
    [
      'an error beside a default',
      '@returns {User} It\n@returns {{title: string}} default - No',
      418,
      `{ title: 'No', detail: 'SECRET' }`,
      { title: 'No' },
    ],
    // `default` declares all other statuses: OpenAPI 3.1, Responses Object.
    ['an error beside a default that is a problem', '@returns {User} It\n@throws No', 418, ROW, {}],
    ['an error beside a default that is open', '@returns {User} It\n@throws {any} No', 418, `{ a: 1 }`, { a: 1 }],
    ['an open success', '@returns {any} It', 201, ROW, { id: 1, name: 'Ada', passwordHash: 'SECRET' }],
    ['a declared error that is open', '@returns {User} It\n@throws {any} 418 - No', 418, `{ a: 1 }`, { a: 1 }],
    ['a declared error without a type', '@returns {User} It\n@throws 418 - No', 418, ROW, {}],
    ['a declared error that is a problem', '@returns {User} It\n@throws {Problem} 418 - No', 418, ROW, {}],
    ['one of a range', '@returns {User} It\n@throws 4XX - No', 418, ROW, {}],
    [
      'a declared error with the listed properties',
      '@returns {User} It\n@throws 418 - No',
      418,
      `{ title: 'No', secret: 1, errors: [{ in: 'body', secret: 1, params: { secret: 1 } }] }`,
      { title: 'No', errors: [{ in: 'body', params: {} }] },
    ],
    [
      'a declared error that adds to a problem',
      '@returns {User} It\n@throws {SoldOut} 418 - No',
      418,
      `{ title: 'No', left: 0, secret: 1 }`,
      { title: 'No', left: 0 },
    ],
  ])(
    'sends the kinds of the success, or of a problem, for an undeclared status: %s',
    async (_, directives, status, value, expected) => {
      const answer = await answerTo(directives, `(ctx) => { ctx.status = ${status}; return ${value}; }`);
      expect([answer.status, answer.json, answer.messages]).toEqual([status, expected, []]);
    },
  );

  it('refuses other kinds for a text with an undeclared status', async () => {
    const handler = `(ctx) => { ctx.status = 418; return JSON.stringify(${ROW}); }`;
    const { status, body } = await answerTo('@returns {User} It', handler);
    expect([status, body.includes('SECRET')]).toEqual([500, false]);
  });

  it('refuses other kinds for a text inside of a _middleware', async () => {
    const middleware = `(ctx, next) => next()`;
    const { status, body } = await answerTo('@returns {User} It', `() => JSON.stringify(${ROW})`, { middleware });
    expect([status, body.includes('SECRET')]).toEqual([500, false]);
    const text = await answerTo('@returns {string} It', `() => 'a'`, { middleware });
    expect([text.json, text.messages]).toEqual(['a', []]);
  });

  it('refuses other kinds for an undeclared error', async () => {
    const handler = `(ctx) => { ctx.status = 418; return { title: ${ROW} }; }`;
    const { status, body, messages } = await answerTo('@returns {User} It', handler);
    expect([status, body.includes('SECRET')]).toEqual([500, false]);
    expect(messages[0]).toContain('sent status 418 with an object at /title');
  });
});
