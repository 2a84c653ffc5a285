import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../src/build/compiler/diagnostics/source.ts';
import type { Files } from './compare.ts';
import { diffFiles } from './compare.ts';

const get = (...lines: string[]): Files => ({
  'pets/@get.ts': `/**\n * Pets.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
});
const post = (...lines: string[]): Files => ({
  'pets/@post.ts': `/**\n * Pets.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
});
const hook = (...lines: string[]): Files => ({
  '../webhooks/pet.sold@post.ts': `/**\n * Sold.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
});
const event = (...lines: string[]): Files => ({
  '../events/pet.sold.ts': `/**\n * Sold.\n${lines.map((line) => ` * ${line}\n`).join('')} */`,
});
const body = (schema: object, ...others: object[]): Files => ({
  ...post('@param {Pet} body - It'),
  'definitions/Pet.json': JSON.stringify(Object.assign({}, schema, ...others)),
});
const pet = (properties: object, others: object = {}): Files => body({ type: 'object', properties, ...others });
const answer = (schema: object): Files => ({
  ...get('@returns {Pet} It'),
  'definitions/Pet.json': JSON.stringify(schema),
});

describe('differences', () => {
  it.each<[string, Files, Files, string[]]>([
    ['nothing', get('@param {integer} [a]'), get('@param {integer} [a] - Described'), []],
    [
      'another order of members',
      answer({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      answer({ anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      [],
    ],
    [
      'null in two spellings',
      answer({ type: ['string', 'null'] }),
      answer({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      [],
    ],
    [
      'another known value of an open list',
      answer({ anyOf: [{ enum: ['a'] }, { type: 'string' }] }),
      answer({ anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }),
      [],
    ],
    [
      'another known constant of an open list',
      answer({ anyOf: [{ const: 'a' }, { type: 'string' }] }),
      answer({ anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'string' }] }),
      [],
    ],
    [
      'another value beside an alternative of another type',
      answer({ anyOf: [{ enum: ['a'] }, { type: 'integer' }] }),
      answer({ anyOf: [{ enum: ['a', 'b'] }, { type: 'integer' }] }),
      ['warning response-body-enum-value-added'],
    ],
    ['a list of one value and a constant', answer({ enum: ['a'] }), answer({ const: 'a' }), []],
    [
      'properties in an allOf',
      answer({ type: 'object', properties: { a: { type: 'string' } } }),
      answer({ allOf: [{ type: 'object' }, { properties: { a: { type: 'string' } } }] }),
      [],
    ],
    [
      'a renamed path parameter',
      { 'pets/{id}/@get.ts': '/** @param {integer} id */' },
      { 'pets/{petId}/@get.ts': '/** @param {integer} petId */' },
      [],
    ],
    ['a new operation', {}, get(), ['info endpoint-added']],
    ['a removed operation', get(), {}, ['error api-path-removed-without-deprecation']],
    ['a removed method', { ...get(), ...post() }, post(), ['error api-removed-without-deprecation']],
    ['a removed deprecated operation', get('@deprecated'), {}, ['info api-path-removed-with-deprecation']],
    [
      'removal before its date',
      get('@deprecated', '@x-sunset 2030-01-01'),
      {},
      ['error api-path-removed-before-sunset'],
    ],
    [
      'removal after its date',
      get('@deprecated', '@x-sunset 2020-01-01'),
      {},
      ['info api-path-removed-with-deprecation'],
    ],
    [
      'removal before its sunset',
      get('@deprecated', '@sunset 2030-01-01'),
      {},
      ['error api-path-removed-before-sunset'],
    ],
    [
      'removal after its sunset',
      get('@deprecated 2019-01-01', '@sunset 2020-01-01'),
      {},
      ['info api-path-removed-with-deprecation'],
    ],
    ['a removed webhook', hook(), {}, ['error webhook-removed']],
    ['a removed deprecated webhook', hook('@deprecated'), {}, ['info webhook-removed-with-deprecation']],
    [
      'removal of a webhook before its sunset',
      hook('@deprecated', '@sunset 2030-01-01'),
      {},
      ['error webhook-removed-before-sunset'],
    ],
    [
      'an @etag, which makes writes conditional',
      { ...get(), 'pets@patch.ts': '/** @returns {string} 200 - x */' },
      { ...get('@etag'), 'pets@patch.ts': '/** @returns {string} 200 - x */' },
      // If-Match of the GET is optional, and that of the PATCH is required.
      [
        'info new-optional-request-parameter',
        'info new-optional-request-parameter',
        'error new-required-request-parameter',
      ],
    ],
    ['a removed internal operation', get('@internal'), {}, []],
    ['deprecation', get(), get('@deprecated'), ['info endpoint-deprecated']],
    ['a new required parameter', get(), get('@param {string} a'), ['error new-required-request-parameter']],
    ['a new parameter with a default', get(), get('@param {string} [a=b]'), ['info new-optional-request-parameter']],
    ['a removed parameter', get('@param {string} [a]'), get(), ['warning request-parameter-removed']],
    [
      'a removed deprecated parameter',
      get('@param {string} [a] (deprecated: true)'),
      get(),
      ['info request-parameter-removed-with-deprecation'],
    ],
    [
      'a stricter bound',
      get('@param {integer} [a] (maximum: 9)'),
      get('@param {integer} [a] (maximum: 5)'),
      ['error request-parameter-max-decreased'],
    ],
    [
      'a new bound',
      get('@param {integer} [a]'),
      get('@param {integer} [a] (maximum: 5)'),
      ['error request-parameter-max-set'],
    ],
    [
      'a wider bound',
      get('@param {integer} [a] (maximum: 5)'),
      get('@param {integer} [a] (maximum: 9)'),
      ['info request-parameter-max-increased'],
    ],
    [
      'another default',
      get('@param {integer} [a=1]'),
      get('@param {integer} [a=2]'),
      ['error request-parameter-default-value-changed'],
    ],
    [
      'text that becomes a number',
      get('@param {string} [a]'),
      get('@param {integer} [a]'),
      ['error request-parameter-type-changed'],
    ],
    [
      'a number that becomes text',
      get('@param {integer} [a]'),
      get('@param {string} [a]'),
      ['info request-parameter-type-generalized'],
    ],
    [
      'items by commas',
      get('@param {string[]} [a]'),
      get('@param {string[]} [a] (explode: false)'),
      ['error request-parameter-explode-changed'],
    ],
    ['an optional body property', pet({}), pet({ a: { type: 'string' } }), ['info new-optional-request-property']],
    [
      'a required body property',
      pet({ a: { type: 'string' } }),
      pet({ a: { type: 'string' } }, { required: ['a'] }),
      ['error request-property-became-required'],
    ],
    [
      'a removed body property',
      pet({ a: { type: 'string' }, b: {} }),
      pet({ b: {} }),
      ['warning request-property-removed'],
    ],
    [
      'the last removed body property',
      pet({ a: { type: 'string' } }),
      pet({}),
      ['info request-body-additional-properties-allowed', 'warning request-property-removed'],
    ],
    [
      'a removed property of a closed body',
      pet({ a: { type: 'string' } }, { additionalProperties: false }),
      pet({}, { additionalProperties: false }),
      ['error request-property-removed'],
    ],
    [
      'a closed body',
      pet({}),
      pet({}, { additionalProperties: false }),
      ['error request-body-additional-properties-disallowed'],
    ],
    [
      'a narrower union',
      pet({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
      pet({ a: { type: 'string' } }),
      ['error request-property-any-of-removed'],
    ],
    [
      'a wider union',
      pet({ a: { type: 'string' } }),
      pet({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
      ['info request-property-any-of-added'],
    ],
    [
      'a union whose members overlap',
      pet({ a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }),
      pet({ a: { oneOf: [{ type: 'string' }, { type: 'integer' }, { const: 'a' }] } }),
      ['info request-property-one-of-added', 'error request-property-value-refused'],
    ],
    [
      'a required response property that becomes optional',
      answer({ type: 'object', properties: { a: {} }, required: ['a'] }),
      answer({ type: 'object', properties: { a: {} } }),
      ['error response-property-became-optional'],
    ],
    [
      'a removed response property',
      answer({ type: 'object', properties: { a: {}, b: {} } }),
      answer({ type: 'object', properties: { b: {} } }),
      ['warning response-optional-property-removed'],
    ],
    [
      'one more listed value in a response',
      answer({ enum: ['a', 'b'] }),
      answer({ enum: ['a', 'b', 'c'] }),
      ['warning response-body-enum-value-added'],
    ],
    [
      'a response that can be null',
      answer({ type: 'string' }),
      answer({ type: ['string', 'null'] }),
      ['error response-body-became-nullable'],
    ],
    [
      'a response with alternatives that can be null',
      answer({ type: 'string', anyOf: [{ pattern: 'a' }, { minLength: 3 }] }),
      answer({ type: ['string', 'null'], anyOf: [{ pattern: 'a' }, { minLength: 3 }] }),
      ['error response-body-became-nullable'],
    ],
    [
      'alternatives of which none can be null, whatever the types beside them',
      answer({ type: 'string', anyOf: [{ enum: ['a'] }, { type: 'string', minLength: 3 }] }),
      answer({ type: ['string', 'null'], anyOf: [{ enum: ['a'] }, { type: 'string', minLength: 3 }] }),
      [],
    ],
    [
      'a removed status',
      get('@returns {string} 200 - It', '@returns {string} 201 - It'),
      get('@returns {string} 200 - It'),
      ['error response-success-status-removed'],
    ],
    [
      'a removed header',
      get('@returns {string} It', '@header {string} X-A - It'),
      get('@returns {string} It'),
      ['error required-response-header-removed'],
    ],
    [
      'recursion',
      answer({ type: 'object', properties: { a: { $ref: '#' } } }),
      answer({ type: 'object', properties: { a: { $ref: '#' }, b: {} } }),
      ['info response-optional-property-added'],
    ],
    [
      'an earlier removal date',
      get('@deprecated', '@sunset 2027-05-01'),
      get('@deprecated', '@sunset 2027-04-30'),
      ['error api-sunset-date-changed-too-small'],
    ],
    ['a later removal date', get('@deprecated', '@sunset 2027-05-01'), get('@deprecated', '@sunset 2027-06-01'), []],
    ['a deleted removal date', get('@deprecated', '@sunset 2027-05-01'), get('@deprecated'), ['error sunset-deleted']],
    ['a removal that was given up', get('@deprecated', '@sunset 2027-05-01'), get(), ['info endpoint-reactivated']],
    [
      'a format that every integer has',
      pet({ a: { type: 'integer' } }),
      pet({ a: { type: 'integer', format: 'int64' } }),
      ['info request-property-type-generalized'],
    ],
    [
      'a format that some numbers do not have',
      pet({ a: { type: 'number' } }),
      pet({ a: { type: 'number', format: 'int64' } }),
      ['error request-property-type-changed'],
    ],
    [
      'a format that is not checked',
      get('@param {string} [a]'),
      get('@param {string} [a] (format: password)'),
      ['info request-parameter-type-generalized'],
    ],
    [
      'a format that is checked',
      get('@param {string} [a]'),
      get('@param {string} [a] (format: date)'),
      ['error request-parameter-type-changed'],
    ],
    [
      'a format that all listed values have',
      pet({ a: { type: 'string', enum: ['2024-01-01', '2024-02-29'] } }),
      pet({ a: { type: 'string', enum: ['2024-01-01', '2024-02-29'], format: 'date' } }),
      ['info request-property-type-generalized'],
    ],
    [
      'a format that some listed values do not have',
      pet({ a: { type: 'string', enum: ['2024-01-01', 'today'] } }),
      pet({ a: { type: 'string', enum: ['2024-01-01', 'today'], format: 'date' } }),
      ['error request-property-type-changed'],
    ],
    [
      'a file instead of a text',
      pet({ a: { type: 'string' } }),
      pet({ a: { type: 'string', format: 'binary' } }),
      ['error request-property-type-changed'],
    ],
  ])('finds differences of %s', (_name, before, after, expected) => {
    const findings = diffFiles(before, after, { today: new Date('2026-01-01') });
    expect(findings.map(({ severity, id }) => `${severity} ${id}`).sort()).toEqual([...expected].sort());
  });

  it('finds differences in a definition once, at its line', () => {
    const type = (kind: string): Files => ({
      ...get('@returns {Pet[]} All'),
      ...post('@param {Pet} body - It', '@returns {Pet} It'),
      'definitions/Pet.ts': `export interface Pet {\n  name: string;\n  kind: ${kind};\n}`,
    });
    const findings = diffFiles(type("'cat' | 'dog'"), type("'cat' | 'dog' | 'bird'"));
    expect(findings).toMatchObject([
      { id: 'response-property-enum-value-added', operations: ['GET /pets', 'POST /pets'] },
      { id: 'request-property-enum-value-added', operations: ['POST /pets'] },
    ]);
    const accepted = new Map([['response-property-enum-value-added', new Map([['GET /pets', 'none' as const]])]]);
    expect(diffFiles(type("'cat' | 'dog'"), type("'cat' | 'dog' | 'bird'"), { severities: accepted })).toMatchObject([
      { id: 'response-property-enum-value-added', operations: ['POST /pets'] },
      { id: 'request-property-enum-value-added', operations: ['POST /pets'] },
    ]);
    const [raised] = diffFiles(type("'cat' | 'dog'"), type("'cat' | 'dog' | 'bird'"), {
      severities: new Map([['response-property-enum-value-added', new Map([['POST /pets', 'error' as const]])]]),
    });
    expect(raised).toMatchObject({ severity: 'error', operations: ['GET /pets', 'POST /pets'] });
    expect(findings.map(({ after }) => positionOf(after!).line)).toEqual([3, 3]);
  });

  it('finds one difference for a property with another name, in responses and in requests', () => {
    const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
    const [text, other] = [{ type: 'string', maxLength: 9 }, { type: 'integer' }];
    const messages = (before: Files, after: Files): string[] =>
      diffFiles(before, after).map(({ severity, id, message }) => `${severity} ${id} ${message}`);
    expect(
      messages(
        answer(object({ a: other, name: text }, ['name'])),
        answer(object({ a: other, title: text }, ['title'])),
      ),
    ).toEqual([expect.stringMatching(/^error response-required-property-removed .*name.* was renamed to "title"$/)]);
    expect(
      messages(pet({ name: text }, { required: ['name'] }), pet({ title: text }, { required: ['title'] })),
    ).toEqual([expect.stringMatching(/^error new-required-request-property .*name.* was renamed to "title"$/)]);
    expect(messages(pet({ name: text }), pet({ title: text }))).toEqual([
      expect.stringMatching(/^warning request-property-removed .*name.* was renamed to "title"$/),
    ]);
    // Two of a kind, another need or another type could be anything.
    const answers = (one: object, two: object): number => messages(answer(one), answer(two)).length;
    expect(answers(object({ a: text, b: text }), object({ c: text }))).toBe(3);
    expect(answers(object({ a: text }, ['a']), object({ c: text }))).toBe(2);
    expect(answers(object({ a: text }), object({ c: other }))).toBe(2);
  });

  it('finds differences of hundreds of operations', () => {
    const tree = (type: string): Files =>
      Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`pets${i}@get.ts`, `/** @param {${type}} [a] */`]));
    expect(diffFiles(tree('string'), tree('integer'))).toHaveLength(200);
  });

  it('writes witnesses of odd names for a shell', () => {
    const tree = (type: string): Files => get(`@param {${type}} it's&b - Odd`);
    const [finding] = diffFiles(tree('string'), tree('integer'));
    expect(finding!.witness!.curl).toBe("curl 'http://localhost:3000/pets?it'\\''s%26b=a'");
  });
});

describe('security', () => {
  const document = {
    'definitions/openapi.yaml':
      'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } } }',
  };
  const secured = (...lines: string[]): Files => ({ ...get(...lines.map((line) => `@security ${line}`)), ...document });
  it.each<[string, Files, Files, string[]]>([
    ['no authentication before', secured('none'), secured('key'), ['error api-security-added']],
    ['no authentication any more', secured('key'), secured('none'), ['error api-security-removed']],
    ['one more scheme', secured('key'), secured('key', 'token'), ['error api-security-added']],
    ['one scheme less', secured('key', 'token'), secured('key'), ['error api-security-removed']],
    [
      'another header for the key',
      secured('key'),
      {
        ...secured('key'),
        'definitions/openapi.yaml': document['definitions/openapi.yaml'].replace('X-Key', 'X-Other'),
      },
      ['error api-security-component-type-changed'],
    ],
    ['the same in another order', secured('key', 'token'), secured('token', 'key'), []],
  ])('%s', (_name, before, after, expected) => {
    const findings = diffFiles(before, after);
    expect(findings.map(({ severity, id }) => `${severity} ${id}`)).toEqual(expected);
  });
});

describe('a parameter that operations share', () => {
  const tree = (maximum: number): Files => ({
    'definitions/parameters.js': `/**\n * @param-define Size\n * @param {integer} [size] (maximum: ${maximum})\n */\n`,
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`${name}@get.ts`, '/** @param-include Size\n * @returns {string} 200 - It */']),
    ),
    'own@get.ts': `/** @param {integer} [size] (maximum: ${maximum})\n * @returns {string} 200 - It */`,
  });

  it('reports a shared parameter once, with its operations', () => {
    const findings = diffFiles(tree(50), tree(20));
    expect(findings.map(({ id, operations }) => [id, operations])).toEqual([
      ['request-parameter-max-decreased', ['GET /a', 'GET /b', 'GET /c']],
      ['request-parameter-max-decreased', ['GET /own']],
    ]);
    expect(findings.map(({ witness }) => witness?.curl)).toEqual([
      "curl 'http://localhost:3000/a?size=50'",
      "curl 'http://localhost:3000/own?size=50'",
    ]);
  });
});

it.each<[string, Files, Files, string[]]>([
  [
    'a lost property',
    event('@payload {{a: string, b: string}}'),
    event('@payload {{a: string}}'),
    ['error response-required-property-removed'],
  ],
  [
    'a lost optional property',
    event('@payload {{a?: string, b: string}}'),
    event('@payload {{b: string}}'),
    ['error response-optional-property-removed'],
  ],
  [
    'a property that can be absent now',
    event('@payload {{a: string}}'),
    event('@payload {{a?: string}}'),
    ['error response-property-became-optional'],
  ],
  [
    'a new property',
    event('@payload {{a: string}}'),
    event('@payload {{a: string, b: string}}'),
    ['info response-required-property-added'],
  ],
  ['another type', event('@payload {string}'), event('@payload {integer}'), ['error response-body-type-changed']],
  ['a new event', {}, event('@payload {string}'), ['info webhook-added']],
  ['a removed event', event('@payload {string}'), {}, ['error webhook-removed']],
  [
    'a removed deprecated event',
    event('@payload {string}', '@deprecated'),
    {},
    ['info webhook-removed-with-deprecation'],
  ],
  [
    'a removed event before its sunset',
    event('@payload {string}', '@deprecated', '@sunset 2999-01-01'),
    {},
    ['error webhook-removed-before-sunset'],
  ],
  ['an undocumented event', event('@payload {string}', '@internal'), {}, []],
])('reports what breaks the receivers of an event: %s', (_, before, after, expected) => {
  const findings = diffFiles(before, after);
  expect(findings.map(({ severity, id }) => `${severity} ${id}`)).toEqual(expected);
  for (const { message, operations } of findings) {
    expect(message).toMatch(/the (?:event|payload)/);
    expect(operations).toEqual(['event pet.sold']);
  }
});

it.each<[string, string[], string[]]>([
  ['deprecated', [], ['@deprecated']],
  ['no longer deprecated', ['@deprecated'], []],
  ['without its removal date', ['@deprecated', '@sunset 2030-01-01'], ['@deprecated']],
  ['with a tag', ['@tags a'], ['@tags b']],
  ['under another name', ['@operationId a'], ['@operationId b']],
])('calls a webhook by its name: %s', (_, before, after) => {
  const messages = diffFiles(hook(...before), hook(...after)).map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/^the webhook /);
});
