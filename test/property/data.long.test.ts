import * as fc from 'fast-check';
import { describe, it, expect } from 'vitest';
import { KEYWORD_NAMES } from '../../src/shared/schema/keywords.ts';
import { generate } from '../shared/schema/generate.ts';
import { holds } from './holds.ts';

// No data is ever read as a schema, and no name that a user chose as a keyword.

const word = fc.constantFrom(
  ...KEYWORD_NAMES,
  'x-a',
  '__proto__',
  'constructor',
  'generic',
  'arguments',
  'utility',
  'of',
  'keys',
);
const text = fc.constantFrom('#', '#/nope', '#a', 'Nowhere.json', 'https://x.example/', 'no uri %', 'string', '^(', '');
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc.constantFrom<unknown>(null, true, -1, 1.5),
    fc.array(tie('data'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(word, tie('data')), { selector: ([key]) => key, maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

const body = '/** @POST\n * @param {A} body */ export default () => 1;';

/** The codes of a definition's diagnostics, and the generated text of its validator. */
function outcome(schema: unknown, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const { diagnostics } = generate({ 'it.ts': body }, { 'A.json': JSON.stringify(schema), ...others });
  return diagnostics.map(({ code }) => code);
}

describe('a schema', () => {
  it('never has data read as a schema', () => {
    const keyword = fc.constantFrom('const', 'enum', 'default', 'example', 'examples', 'x-data');
    holds(
      fc.property(keyword, data, fc.boolean(), (name, value, isNested) => {
        const holder = { [name]: name === 'enum' || name === 'examples' ? [value, value] : value };
        expect(outcome(isNested ? { properties: { a: holder, b: holder } } : holder)).toEqual([]);
      }),
      300,
    );
  });

  it('never has a name read as a keyword', () => {
    const keyword = fc.constantFrom('properties', 'patternProperties', '$defs', 'dependentSchemas');
    holds(
      fc.property(keyword, word, word, (container, name, other) => {
        const named = (schema: object): unknown => Object.fromEntries([[name, schema]]);
        const schema = { type: 'object', [container]: { ...(named({ $ref: 'B.json' }) as object) } };
        expect(outcome(schema, { 'B.json': '{"type":"string"}' })).toEqual([]);
        expect(outcome({ [container]: named({ $ref: 'Nowhere.json' }) })).toEqual(['unknown-type']);
        expect(outcome({ [container]: named({ type: 'string', [`?${other}`]: 1 }) })).toEqual(['unknown-keyword']);
      }),
      300,
    );
  });

  it('gives the same verdict whatever the properties of a schema are called', () => {
    holds(
      fc.property(word, fc.constantFrom<unknown>(1, 'a', null, [], {}), (name, value) => {
        const named = (schema: unknown): unknown => Object.fromEntries([[name, schema]]);
        const schema = {
          properties: named({ $ref: '#/$defs/it' }),
          required: [name],
          $defs: { it: { type: 'string' } },
        };
        const { validate } = generate({ 'it.ts': body }, { 'A.json': JSON.stringify(schema) });
        expect(validate('A', JSON.parse(JSON.stringify(named(value))))).toBe(value === 'a');
        expect(validate('A', {})).toBe(false);
      }),
      200,
    );
  });
});
