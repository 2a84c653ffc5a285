import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import type { ParsedType } from '../../../src/build/compiler/language/type.ts';
import { parseType } from '../../../src/build/compiler/language/type.ts';
import { useGeneric } from '../../../src/shared/schema/draft.ts';
import { brief, compile, textAt } from './compile.ts';

function read(type: string): { parsed: ParsedType | undefined; codes: string[] } {
  const reported: Diagnostic[] = [];
  const source = { file: 'a.ts', text: `{${type}}` };
  const parsed = parseType({ source, start: 1, text: type }, (diagnostic) => reported.push(diagnostic));
  expect(parsed?.references.map(({ at }) => textAt(at))).toEqual(parsed?.references.map(({ name }) => name));
  return { parsed, codes: reported.map(({ code }) => code) };
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const NAMES = [
  'my.pet',
  'io.k8s.api.core.v1.Pod',
  'my-pet',
  'a-b.c_d',
  '3d-model',
  '2fa',
  'v1.2',
  'a..b',
  '-pet',
  'größe.b',
];
/** Words of the grammar, of JavaScript and of TypeScript, which are names of definitions like any other. */
const WORDS =
  'import event external module is in infer asserts readonly typeof keyof extends this new NaN Infinity default class enum let static await eval private symbol unique Array.x'.split(
    ' ',
  );

describe.each([...NAMES, ...WORDS])('the name %s', (name) => {
  it.each([
    [name, ref(name)],
    [`(${name})`, ref(name)],
    [`${name}[]`, { type: 'array', items: ref(name) }],
    [`Array<${name}>`, { type: 'array', items: ref(name) }],
    [`Array.<${name}>`, { type: 'array', items: ref(name) }],
    [`Record<string, ${name}>`, { type: 'object', additionalProperties: ref(name) }],
    [`${name}|null`, { anyOf: [ref(name), { type: 'null' }] }],
    [`null | ${name} | pet`, { anyOf: [{ type: 'null' }, ref(name), ref('pet')] }],
    [`?${name}`, { anyOf: [ref(name), { type: 'null' }] }],
    [`${name}<string>`, useGeneric(name, [{ type: 'string' }])],
    [`{a: ${name}, b?: ${name}}`, { type: 'object', properties: { a: ref(name), b: ref(name) }, required: ['a'] }],
  ])('the name of a type is an identifier in {%s}', (type, schema) => {
    const { parsed, codes } = read(type);
    expect(codes).toEqual([]);
    expect(parsed!.schema).toEqual(schema);
  });
});

describe('types that look like names', () => {
  it.each([
    ['1.5', { const: 1.5 }],
    ['-1', { const: -1 }],
    ['1e3|2', { type: 'integer', enum: [1000, 2] }],
    ['404', { const: 404 }],
    ["'my.pet'", { const: 'my.pet' }],
    [
      '{event: string, is?: any, null: any, 2nd: any, typeof}',
      {
        type: 'object',
        properties: { event: { type: 'string' }, is: {}, null: {}, '2nd': {}, typeof: {} },
        required: ['event', 'null', '2nd', 'typeof'],
      },
    ],
    ["'import'|null", { type: ['string', 'null'], enum: ['import', null] }],
    ['{event?: string}', { type: 'object', properties: { event: { type: 'string' } } }],
    ['{"a.b": string}', { type: 'object', properties: { 'a.b': { type: 'string' } }, required: ['a.b'] }],
  ])('{%s}', (type, schema) => {
    expect(read(type).parsed?.schema).toEqual(schema);
  });

  it.each([
    ['undefined', 'unsupported-type'],
    ['undefined|null', 'unsupported-type'],
    ['function', 'unsupported-type'],
    ['function(string)', 'unsupported-type'],
    ['typeof x', 'invalid-type'],
    ['...string', 'unsupported-type'],
    ['Infinity1e', undefined],
    ['my.', 'invalid-type'],
    ['.pet', 'invalid-type'],
    ['my pet', 'invalid-type'],
    ['1e400', 'unsupported-type'],
  ])('{%s}: %s', (type, code) => {
    expect(read(type).codes).toEqual(code === undefined ? [] : [code]);
  });

  it('end where they do', () => {
    const { diagnostics } = compile({ 'a.ts': '/** @param {Array<integer} a - b\n */ export default () => 1;' });
    expect(diagnostics.map(({ message }) => message).join()).toContain('"Array<integer"');
    expect(diagnostics.map(({ at }) => at.span.start)).toEqual(['/** @param {Array<integer'.length]);
  });
});

describe("a definition with a name that isn't an identifier", () => {
  const definitions = [
    { path: 'io.k8s.Pod.json', text: '{"type": "object"}' },
    {
      path: 'pets.ts',
      text: '/** @typedef {string} my-pet.name */\n/** @typedef {object} Owner\n * @property {my-pet.name[]} pets */',
    },
  ];
  const comment = (lines: string): string => `/**\n * A.\n${lines} */\nexport default () => 1;\n`;

  it('a definition with such a name is used', () => {
    const text = comment(
      ' * @POST\n * @param {my-pet.name|null} [query.a] - x\n * @param {io.k8s.Pod} body - x\n * @returns {Array<io.k8s.Pod>} Pods\n * @header {Owner} X - y\n',
    );
    const { diagnostics, schemas } = compile({ 'a.ts': text }, { definitions });
    expect(diagnostics).toEqual([]);
    expect([...schemas.keys()].sort()).toEqual(['Owner', 'Problem', 'io.k8s.Pod', 'my-pet.name']);
  });

  it('suggests such a name for one that is nearly the same', () => {
    const { diagnostics } = compile({ 'a.ts': comment(' * @returns {io.k8s.Pof[]} x\n') }, { definitions });
    const unknown = diagnostics.find(({ code }) => code === 'unknown-type')!;
    expect(brief(unknown)).toEqual(['unknown-type', 'io.k8s.Pof']);
    expect(unknown.message).toContain('Did you mean "io.k8s.Pod"?');
  });
});
