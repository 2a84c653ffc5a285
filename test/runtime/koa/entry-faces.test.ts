import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTools } from '../../../src/build/codegen/tools/index.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { Answers } from '../../../src/tools/mock/answers.ts';
import { inputOf } from '../mcp/serve.ts';
import { compileTree } from './compiled.ts';
import type { Answer } from './serve.ts';
import { serve } from './serve.ts';

// Values that do not travel, where they are not properties with a name: entries of maps and items of lists.

type Schemas = Readonly<Record<string, object>>;
type Mark = 'readOnly' | 'writeOnly';

/** A schema in which `mark` is the keyword of a direction. */
const marked = (schemas: Schemas, mark: Mark): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.json`,
      JSON.stringify(schema).replaceAll('"mark":', `"${mark}":`),
    ]),
  );

const treeOf = (...lines: string[]): Record<string, string> => ({
  'it/@post.ts': `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default (ctx) => HANDLED;\n`,
});

async function answerTo(
  schemas: Schemas,
  mark: Mark,
  line: string,
  handled: string,
  body?: unknown,
  checkResponses = false,
): Promise<Answer> {
  const tree = treeOf(line, mark === 'readOnly' ? '@returns {string} It' : '');
  const text = tree['it/@post.ts']!.replace('HANDLED', handled).replace(' * \n', '');
  const settings = { definitions: marked(schemas, mark), responses: true, isFresh: checkResponses };
  const app = createApp(await compileTree({ 'it/@post.ts': text }, settings), { checkResponses });
  const answer = await (
    await serve(app)
  ).ask('POST /it', {
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return answer;
}

/** What a handler gets of a request. */
async function received(schemas: Schemas, body: unknown): Promise<unknown> {
  const {
    status,
    json,
    body: text,
  } = await answerTo(schemas, 'readOnly', '@param {It} body - It', 'JSON.stringify(ctx.input.body)', body);
  return status === 200 ? JSON.parse(json as string) : `${status} ${text}`;
}

/** What a client gets of a result. */
async function sent(schemas: Schemas, value: unknown, checkResponses: boolean): Promise<unknown> {
  const { status, json, body } = await answerTo(
    schemas,
    'writeOnly',
    '@returns {It} It',
    `(${JSON.stringify(value)})`,
    undefined,
    checkResponses,
  );
  return status === 200 ? json : `${status} ${body}`;
}

const TEXT = { type: 'string' };
const SECRET = { type: 'string', mark: true };
const object = (properties: Schemas, more: object = {}): object => ({ type: 'object', properties, ...more });
const REF = { $ref: 'Secret.json' };

/** The schemas, a value, and what is left of it. */
const CASES: readonly (readonly [string, Schemas, unknown, unknown])[] = [
  [
    'the entries of a map',
    { It: object({ env: { type: 'object', additionalProperties: SECRET } }) },
    { env: { DB: 'E' } },
    { env: {} },
  ],
  [
    'the entries of a map by reference',
    { Secret: SECRET, It: object({ a: { type: 'object', additionalProperties: REF } }) },
    { a: { x: 'E' } },
    { a: {} },
  ],
  ['a body that is a map', { It: { type: 'object', additionalProperties: SECRET } }, { DB: 'E' }, {}],
  [
    'the entries of maps in a map of lists',
    {
      It: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: SECRET } },
      },
    },
    { a: [{ x: 'E' }] },
    { a: [{}] },
  ],
  [
    'additional properties beside named ones',
    { It: object({ id: TEXT }, { additionalProperties: SECRET }) },
    { id: 'a', DB: 'E' },
    { id: 'a' },
  ],
  [
    'additional properties that are required',
    { It: object({ id: TEXT }, { additionalProperties: SECRET, required: ['id', 'DB'] }) },
    { id: 'a' },
    { id: 'a' },
  ],
  [
    'properties of a pattern',
    { It: object({ id: TEXT }, { patternProperties: { '^x': SECRET } }) },
    { id: 'a', xy: 'E' },
    { id: 'a' },
  ],
  [
    'properties of a pattern beside those of another',
    { It: { type: 'object', patternProperties: { '^x': SECRET, y$: TEXT, '^z': TEXT } } },
    { xy: 'E', x: 'E', y: 'a', z: 'b' },
    { y: 'a', z: 'b' },
  ],
  [
    'properties of a pattern of a map',
    { It: { type: 'object', patternProperties: { '^x': SECRET }, additionalProperties: TEXT } },
    { x: 'E', y: 'a' },
    { y: 'a' },
  ],
  [
    'a named property that matches a pattern',
    { It: object({ role: TEXT, id: TEXT }, { patternProperties: { '^r': SECRET }, required: ['role'] }) },
    { id: 'a', role: 'E' },
    { id: 'a' },
  ],
  [
    'a named property that matches a pattern of another part',
    { It: { allOf: [object({ role: TEXT, id: TEXT }), { patternProperties: { '^r': SECRET } }], required: ['role'] } },
    { id: 'a' },
    { id: 'a' },
  ],
  [
    'a named property that matches a pattern with several repetitions',
    { It: object({ role: TEXT, id: TEXT }, { patternProperties: { '^r[a-z]*e$|^r[a-z]*$': SECRET } }) },
    { id: 'a', role: 'E' },
    { id: 'a' },
  ],
  [
    'unevaluated properties',
    { It: { allOf: [object({ id: TEXT })], unevaluatedProperties: SECRET, required: ['id', 'DB'] } },
    { id: 'a', DB: 'E' },
    { id: 'a' },
  ],
  [
    'entries of a branch',
    { It: { anyOf: [object({ id: TEXT }, { patternProperties: { '^x': SECRET } }), { type: 'array', items: TEXT }] } },
    { id: 'a', xy: 'E' },
    { id: 'a' },
  ],
  [
    'a list of such items, whose positions have a meaning',
    { Secret: SECRET, It: object({ id: TEXT, keys: { type: 'array', items: REF } }, { required: ['keys', 'id'] }) },
    { id: 'a', keys: ['K'] },
    { id: 'a' },
  ],
  [
    'a list of such lists',
    { It: object({ id: TEXT, keys: { type: 'array', items: { type: 'array', items: SECRET } } }) },
    { id: 'a', keys: [['K']] },
    { id: 'a' },
  ],
  [
    'a tuple with such an item',
    { It: object({ id: TEXT, keys: { type: 'array', prefixItems: [TEXT, SECRET] } }) },
    { id: 'a', keys: ['a', 'K'] },
    { id: 'a' },
  ],
  [
    'a list that contains such an item',
    { It: object({ id: TEXT, keys: { type: 'array', contains: SECRET, items: TEXT } }) },
    { id: 'a', keys: ['K'] },
    { id: 'a' },
  ],
  [
    'the entries of a map that are such lists',
    { It: { type: 'object', additionalProperties: { type: 'array', items: SECRET } } },
    { keys: ['K'] },
    {},
  ],
  [
    'a property whose union has such a branch',
    { It: object({ id: TEXT, key: { anyOf: [SECRET, { type: 'integer' }, { type: 'boolean' }] } }) },
    { id: 'a', key: 'K' },
    { id: 'a' },
  ],
  [
    'a property whose condition leads to it',
    { It: object({ id: TEXT, key: { if: { minLength: 3 }, then: SECRET } }) },
    { id: 'a', key: 'long' },
    { id: 'a' },
  ],
];

describe('values that do not travel and have no name', () => {
  it.each(CASES)('drops from a request: %s', async (_, schemas, value, expected) => {
    expect(await received(schemas, value)).toEqual(expected);
  });

  it.each(CASES)('drops from a response: %s', async (_, schemas, value, expected) => {
    for (const isChecked of [false, true]) expect(await sent(schemas, value, isChecked)).toEqual(expected);
  });

  it('validates the entries of a request before it drops them', async () => {
    const schemas = { It: { type: 'object', additionalProperties: SECRET } };
    expect(await received(schemas, { a: 1 })).toMatch(/^400 .*"pointer":"\/a"/);
  });

  it('never drops a discriminator by a pattern', async () => {
    const branch = (kind: string): object =>
      object({ kind: { const: kind }, role: TEXT }, { patternProperties: { '.': SECRET }, required: ['kind'] });
    const schemas = {
      Cat: branch('cat'),
      Dog: branch('dog'),
      It: { oneOf: [{ $ref: 'Cat.json' }, { $ref: 'Dog.json' }], discriminator: { propertyName: 'kind' } },
    };
    expect(await received(schemas, { kind: 'cat', role: 'a' })).toEqual({ kind: 'cat' });
    expect(await sent(schemas, { kind: 'dog', role: 'a' }, true)).toEqual({ kind: 'dog' });
  });

  it('drops the entries of the items of a stream', async () => {
    const text = `/**\n * @returns {Stream<It>} All\n */\nexport default async function* all() { yield { env: { DB: 'E' } }; }\n`;
    const definitions = marked({ It: object({ env: { type: 'object', additionalProperties: SECRET } }) }, 'writeOnly');
    const { ask } = await serve(createApp(await compileTree({ 'it/@get.ts': text }, { definitions })));
    expect((await ask('GET /it')).body.trim()).toBe('{"env":{}}');
  });

  it('reports nothing that it drops as undeclared', async () => {
    const warnings: string[] = [];
    const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
    onTestFinished(() => spy.mockRestore());
    const schemas = { It: object({ env: { type: 'object', additionalProperties: SECRET } }) };
    expect(await sent(schemas, { env: { DB: 'E' } }, true)).toEqual({ env: {} });
    expect(warnings).toEqual([]);
  });

  it('offers nothing to tools that is dropped from requests', () => {
    const definitions = marked(
      {
        It: object(
          {
            id: TEXT,
            roles: { type: 'object', additionalProperties: SECRET },
            groups: { type: 'array', items: SECRET },
          },
          { patternProperties: { '^x': SECRET } },
        ),
      },
      'readOnly',
    );
    const files = { 'it/@post.ts': '/** It.\n * @tool put\n * @param {It} body - It\n */\nexport default () => {};' };
    const { tools } = buildTools(inputOf(files, { definitions }));
    expect(JSON.parse(JSON.stringify(tools.map(({ input }) => input)))).toEqual([
      {
        type: 'object',
        properties: { id: TEXT, roles: { type: 'object', additionalProperties: false } },
        patternProperties: { '^x': false },
      },
    ]);
  });

  it('makes no entries in the mock that no response has', () => {
    const files = { 'it/@get.ts': '/** It.\n * @returns {It} It\n */\nexport default () => {};' };
    const schema = object({ id: TEXT, keys: { type: 'array', items: SECRET } }, { required: ['id', 'keys', 'DB'] });
    const definitions = marked({ It: { ...schema, additionalProperties: SECRET } }, 'writeOnly');
    const { operations, schemas } = inputOf(files, { definitions });
    const answers = new Answers(operations, schemas);
    expect(answers.valueOf(answers.of('it/@get.ts')!.content!)).not.toHaveProperty('DB');
  });
});
