import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DATA, FORM, INPUT, RETURNED, SENT_FORM } from '../../../src/build/codegen/declarations/mode.ts';
import type { Mode } from '../../../src/build/codegen/declarations/mode.ts';
import { nameTypes } from '../../../src/build/codegen/declarations/names.ts';
import type { AnySchema } from '../../../src/shared/schema/json-types.ts';
import { typeOf } from '../../../src/build/codegen/declarations/schema-type.ts';
import type { DeclarationsCache } from '../../../src/build/codegen/declarations/index.ts';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import type { Operation } from '../../../src/shared/contract/operation.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { OPTIONS } from '../../playground/options.ts';
import { declarationsOf, operation } from './declarations.ts';

const SCHEMAS = new Map<string, AnySchema>([
  ['Pet', { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } }, required: ['name'] }],
  ['Sized', { type: 'object', properties: { size: { type: 'integer', default: 20 } } }],
  ['Litter', { type: 'array', items: { $ref: '#/components/schemas/Sized' } }],
  ['Photo', { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }],
]);
const ref = (name: string): AnySchema => ({ $ref: `#/components/schemas/${name}` });

/** A schema's type, on one line and without its comments. */
function print(schema: AnySchema, mode: Mode = DATA): string {
  const { text } = typeOf(schema, nameTypes(SCHEMAS).scope(mode, []));
  return text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/\s*\n\s*/g, ' ');
}

describe('a schema as a type', () => {
  it.each<[string, AnySchema, string]>([
    ['anything', {}, 'unknown'],
    ['true', true, 'unknown'],
    ['false', false, 'never'],
    ['a text', { type: 'string', minLength: 1, pattern: '^a' }, 'string'],
    ['a moment', { type: 'string', format: 'date-time' }, 'string'],
    ['an integer', { type: 'integer', format: 'int64' }, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['a flag', { type: 'boolean' }, 'boolean'],
    ['null', { type: 'null' }, 'null'],
    ['a nullable type', { type: ['string', 'null'] }, 'string | null'],
    ['several types', { type: ['integer', 'number', 'boolean'] }, 'number | boolean'],
    ['a constant', { const: 'a"\u2028' }, String.raw`"a\"\u2028"`],
    ['an enum', { type: 'string', enum: ['a', 'b', null] }, '"a" | "b" | null'],
    ['an enum of things', { enum: [1, true, [1, 'a'], { 'x-y': {} }] }, '1 | true | [1, "a"] | { "x-y": {  } }'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
    ['a list of a union', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    ['a list of anything', { type: 'array' }, 'unknown[]'],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, {}], minItems: 2, items: false },
      '[string, unknown]',
    ],
    ['a tuple that ends early', { type: 'array', prefixItems: [{ type: 'string' }], maxItems: 1 }, '[string?]'],
    [
      'a tuple that goes on',
      { prefixItems: [{ type: 'null' }], minItems: 1, items: { type: 'string' } },
      '[null, ...string[]]',
    ],
    ['any object', { type: 'object' }, '{ [name: string]: any }'],
    ['an object', { type: 'object', properties: { a: {}, b: {} }, required: ['b'] }, '{ a?: unknown; b: unknown; }'],
    ['an object without its type', { properties: { a: { type: 'string' } } }, '{ a?: string; }'],
    [
      'odd names',
      { properties: { 'a-b': true, __proto__x: true, '1': true, größe: true } },
      '{ "1"?: unknown; "a-b"?: unknown; __proto__x?: unknown; "größe"?: unknown; }',
    ],
    [
      'a required property that is not declared',
      { properties: { login: { type: 'string' } }, required: ['id'] },
      '{ login?: string; id: unknown; }',
    ],
    [
      'an object with nothing but required properties',
      { type: 'object', required: ['id'] },
      '{ id: unknown; [name: string]: any; }',
    ],
    [
      'a required property of a record',
      { type: 'object', required: ['id'], additionalProperties: { type: 'string' } },
      '{ id: string; [name: string]: string; }',
    ],
    [
      'a required property that cannot be there',
      { type: 'object', properties: { a: {} }, required: ['id'], additionalProperties: false },
      '{ a?: unknown; id: never; }',
    ],
    [
      'a property that another part requires',
      { allOf: [{ properties: { id: { type: 'string' } } }, { required: ['id'] }] },
      '{ id: string; }',
    ],
    [
      'a property that a part of a part requires',
      { properties: { id: {} }, allOf: [{ allOf: [{ required: ['id'] }] }] },
      '{ id: unknown; }',
    ],
    [
      'a property of a named schema that is required here',
      { allOf: [ref('Pet'), { required: ['size'] }] },
      'Schemas.Pet & { size: {} | null; }',
    ],
    [
      'a property that its named schema requires already',
      { allOf: [ref('Pet'), { type: 'object', required: ['name'] }] },
      'Schemas.Pet',
    ],
    [
      'a property that every branch declares',
      {
        type: 'object',
        required: ['a'],
        oneOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }],
      },
      '({ a?: 1; } | { a?: 2; }) & { a: {} | null; }',
    ],
    ['a required property of something else', { required: ['id'] }, 'unknown'],
    [
      'required properties inside of others',
      { allOf: [{ properties: { a: { properties: { b: {} } } } }, { required: ['a', 'b'] }] },
      '{ a: { b?: unknown; }; } & { b: unknown; }',
    ],
    ['a record', { type: 'object', additionalProperties: { type: 'integer' } }, '{ [name: string]: number }'],
    [
      'a record by pattern',
      { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
      '{ [name: string]: string }',
    ],
    [
      'a record with known names',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'integer' } },
      '{ a?: string; [name: string]: number | string | undefined; }',
    ],
    [
      'an open object',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: true },
      '{ a: string; [name: string]: unknown; }',
    ],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'string' }] }, 'string | number'],
    ['literals and any text', { anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, '"a" | "b" | (string & {})'],
    ['one of several', { oneOf: [ref('Pet'), { type: 'null' }] }, 'Schemas.Pet | null'],
    [
      'an intersection',
      { allOf: [ref('Pet'), { type: 'object', properties: { age: { type: 'integer' } } }] },
      'Schemas.Pet & { age?: number; }',
    ],
    [
      'a union in an intersection',
      { allOf: [ref('Pet'), { anyOf: [ref('Sized'), ref('Photo')] }] },
      'Schemas.Pet & (Schemas.Sized | Schemas.Photo)',
    ],
    [
      'an object that has one of some',
      { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ [name: string]: any }',
    ],
    ['an object beside a part', { type: 'object', allOf: [ref('Pet')] }, 'Schemas.Pet'],
    ['a reference', ref('Pet'), 'Schemas.Pet'],
    ['a reference with a description', { $ref: '#/components/schemas/Pet', description: 'It' }, 'Schemas.Pet'],
    ['a reference to nothing', ref('Nobody'), 'unknown'],
    ['a reference to a part', { $ref: '#/components/schemas/Pet/properties/size' }, 'number'],
    ['a reference to a part that is not there', { $ref: '#/components/schemas/Pet/properties/x/y' }, 'unknown'],
    ['what TypeScript cannot say', { type: 'string', not: { const: 'a' }, if: {}, else: false }, 'string'],
  ])('%s', (_, schema, type) => expect(print(schema)).toBe(type));

  it("writes comments for facts that a type can't express", () => {
    const { text } = typeOf(
      {
        properties: {
          size: { type: 'integer', description: 'Rows,\nor */ none.', default: 20 },
          old: { type: 'string', deprecated: true },
        },
      },
      nameTypes(SCHEMAS).scope(DATA, []),
    );
    expect(text).toBe(`{
  /**
   * Rows,
   * or *\\/ none.
   * @default 20
   */
  size?: number;
  /** @deprecated */
  old?: string;
}`);
  });

  it('lets a handler return a Date for a date-time, and a bigint for an integer', () => {
    const at = { type: ['string', 'null'], format: 'date-time' };
    const size = { type: 'integer' };
    expect(print({ type: 'array', items: at }, RETURNED)).toBe('(string | Date | null)[]');
    expect(print({ properties: { size } }, RETURNED)).toBe('{ size?: number | bigint; }');
    expect([print(at), print(size), print(at, INPUT), print(size, INPUT)]).toEqual([
      'string | null',
      'number',
      'string | null',
      'number',
    ]);
    expect(print({ type: 'string', format: 'date' }, RETURNED)).toBe('string');
    expect(print({ type: 'number' }, RETURNED)).toBe('number');
    expect(print({ type: 'integer', enum: [1, 2] }, RETURNED)).toBe('1 | 2');
  });

  it('writes a default into what a handler gets, where the runtime fills it in', () => {
    const size = { type: 'integer', default: 1 };
    expect(print({ properties: { size } })).toBe('{ size?: number; }');
    expect(print({ properties: { size } }, INPUT)).toBe('{ size: number; }');
    expect(print({ anyOf: [{ properties: { size } }, { type: 'null' }] }, INPUT)).toBe('{ size: number; } | null');
    expect(print({ anyOf: [{ properties: { size } }, { type: 'string' }] }, INPUT)).toBe('{ size: number; } | string');
    const tagged = (kind: string, required: string[] = ['kind']) => ({
      properties: { kind: { const: kind }, size },
      required,
    });
    expect(print({ anyOf: [tagged('a'), tagged('b')] }, INPUT)).toBe(
      '{ kind: "a"; size: number; } | { kind: "b"; size: number; }',
    );
    expect(print({ anyOf: [tagged('a', []), tagged('b', [])] }, INPUT)).toBe(
      '{ kind?: "a"; size?: number; } | { kind?: "b"; size?: number; }',
    );
    const untagged = [{ properties: { size } }, { properties: { name: { type: 'string' } } }];
    expect(print({ anyOf: untagged }, INPUT)).toBe('{ size?: number; } | { name?: string; }');
    expect(print({ oneOf: untagged }, INPUT)).toBe('{ size: number; } | { name?: string; }');
    expect(print({ oneOf: untagged })).toBe('{ size?: number; } | { name?: string; }');
    const tuple = { prefixItems: [{ properties: { size } }], items: false, minItems: 1 };
    expect(print(tuple, INPUT)).toBe('[{ size: number; }]');
    expect(print(tuple)).toBe('[{ size?: number; }]');
    const patterns = { type: 'object', patternProperties: { '^x-': { properties: { size } } } };
    expect(print(patterns, INPUT)).toBe('{ [name: string]: { size: number; } }');
    expect(print(patterns)).toBe('{ [name: string]: { size?: number; } }');
  });

  it('goes by another name only where it is another type', () => {
    expect(print({ allOf: [ref('Pet'), ref('Litter'), ref('Photo')] }, INPUT)).toBe(
      'Schemas.Pet & Input.Litter & Schemas.Photo',
    );
    expect(print({ properties: { of: ref('Sized'), photo: ref('Photo') } }, FORM)).toBe(
      '{ of?: Form.Sized; photo?: Form.Photo; }',
    );
    expect(print({ properties: { of: ref('Sized'), photo: ref('Photo') } }, SENT_FORM)).toBe(
      '{ of?: SentForm.Sized | undefined; photo?: SentForm.Photo | undefined; }',
    );
    expect(print({ anyOf: [ref('Sized'), ref('Photo')] }, FORM)).toBe('Schemas.Sized | UnfilledForm.Photo');
  });
});

const TREE = {
  'app/operations/pets/{id}@put.ts': `/**
 * Changes a pet.
 *
 * All of it.
 *
 * @param {integer} id - Its number
 * @param {'short'|'long'} [query.form=short]
 * @param {string[]} query.tag
 * @param {string} [header.If-Match]
 * @param {NewPet} body - The pet
 * @returns {Pet} 200 - As it is now
 * @returns {void} 204 - It was so already
 * @throws 404 - No such pet
 */
export default function putPet() {}
`,
  'app/operations/pets@get.ts': operation(
    '@param-include paging',
    '@param {string} [kind]',
    '@returns {Page<Pet>} The pets',
  ),
  'app/definitions/pets.ts': `/** A pet. */
export interface NewPet {
  name: string;
  /** @default cat */
  kind?: string;
}
export interface Pet extends NewPet { id: number }
`,
};

/** An operation that takes a named schema. */
function take(schema: string): Operation {
  return {
    id: `${schema}.ts`,
    method: 'POST',
    path: `/${schema}`,
    parameters: [],
    body: { required: true, content: [{ mediaType: 'application/json', schema: ref(schema) as {} }] },
    responses: [],
  };
}

function write(operations: readonly Operation[], cache?: DeclarationsCache): string {
  const input = { operations, schemas: SCHEMAS as ReadonlyMap<string, {}>, document: {} };
  return generateDeclarations({ ...input, ...(cache && { cache }) });
}

describe('operations.d.ts', () => {
  it('declares all that an operation is to its handler and to a client', () => {
    expect(declarationsOf(TREE)).toMatchSnapshot();
  });

  it('writes the same declarations whatever the order of the files, and whatever was written before', () => {
    const backwards = Object.fromEntries(Object.entries(TREE).toReversed());
    expect(declarationsOf(backwards)).toBe(declarationsOf(TREE));
  });

  it('forgets with an operation what only that referred to', () => {
    const [sized, pet] = [take('Sized'), take('Pet')];
    const cache: DeclarationsCache = { last: undefined };
    expect(write([sized, pet], cache)).toContain('declare namespace Input');
    expect(write([pet], cache)).not.toContain('declare namespace Input');
    expect(write([pet, sized], cache)).toBe(write([pet, sized]));
  });

  it('leaves out of the client what is in no document', () => {
    const text = declarationsOf({ 'app/operations/health.ts': operation('@internal', '@returns {string} ok') });
    expect(text).toContain('result: string;');
    expect(text).not.toMatch(/\b(?:request|response): /);
  });

  it('types the caller of an operation with authentication', () => {
    const schemes = ['bearer', 'key'].map((name) => `    ${name}: { type: http, scheme: bearer }\n`).join('');
    const text = declarationsOf({
      'app/definitions/openapi.yaml': `security:\n  - bearer: []\ncomponents:\n  securitySchemes:\n${schemes}`,
      'app/operations/a.ts': operation('@returns {string} By default'),
      'app/operations/b.ts': operation('@security none', '@returns {string} No one'),
      'app/operations/c.ts': operation('@security bearer', '@security key', '@returns {string} Either'),
    });
    const auths = [...text.matchAll(/auth: (\{[^}]*\})/g)].map((match) => match[1]!.replaceAll(/\s+/g, ' '));
    expect(auths).toEqual([
      '{ bearer: AuthOf<"bearer">; }',
      '{}',
      '{ bearer?: AuthOf<"bearer">; key?: AuthOf<"key">; }',
    ]);
  });

  it('declares the operations of the playground', () => {
    const root = fileURLToPath(new URL('../../../playground', import.meta.url));
    const session = createSession(locateProject(resolveOptions(OPTIONS), root));
    expect(session.declarations(session.compile())).toBe(readFileSync(`${root}/operations.d.ts`, 'utf8'));
  });
});

describe('the end of an operation', () => {
  it('tags the types of an operation and its operationId, as clients know them', () => {
    const text = declarationsOf({
      'app/operations/pets.ts': `/**
 * @deprecated 2026-11-01 - Use dogs
 * @sunset 2027-05-01
 */
export default function listPets() {}`,
    });
    const tag = '/** @deprecated As of 2026-11-01. Use dogs. It may be removed on 2027-05-01 or later. */';
    expect(text).toContain(`${tag}\n    "GET /pets": {`);
    expect(text).toContain(`${tag}\n    listPets: "GET /pets";`);
  });
});

describe('a conditional write', () => {
  const text = declarationsOf({
    'app/operations/pets/@get.ts': operation('@etag', '@returns {string} 200'),
    'app/operations/pets/@put.ts': operation('@returns {void}'),
    'app/operations/pets/@patch.ts': operation('@returns {void}'),
  });
  const entryOf = (key: string): string => text.slice(text.indexOf(`"${key}": {`)).split(/^    \};$/m)[0]!;
  const body = '(Operations["GET /pets"] extends { response: infer Body } ? Body : unknown)';

  it('a conditional write has the body of its GET', () => {
    expect(entryOf('PATCH /pets')).toContain(`current: ${body};`);
    expect(entryOf('PUT /pets')).toContain(`current: ${body} | undefined;`);
    expect(entryOf('GET /pets')).not.toContain('current');
  });

  it('requires If-Match of clients, unless it can create', () => {
    expect(entryOf('PATCH /pets')).toMatch(/header: \{[^}]*"If-Match": string;/);
    expect(entryOf('PUT /pets')).toMatch(/header\?: \{[^}]*"If-Match"\?: string \| undefined;/);
  });
});

it('lists the values of extensions that middleware can read', () => {
  const text = declarationsOf({
    'app/operations/a.ts': operation('@x-plan pro', '@x-cost 3', '@x-flags [a, b]', '@x-code {lang: js}'),
    'app/operations/b.ts': operation('@x-plan free', '@x-cost 3', '@x-slow'),
  });
  expect(text).toContain(
    'interface Extensions {\n    "x-plan": "pro" | "free";\n    "x-cost": 3;\n    "x-flags": readonly ("a" | "b")[];\n    "x-slow": true;\n  }',
  );
  expect(declarationsOf({ 'app/operations/a.ts': operation('@x-code {lang: js}') })).not.toContain('Extensions');
});
