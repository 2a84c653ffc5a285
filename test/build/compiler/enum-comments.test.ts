import { expect, it } from 'vitest';
import { compile } from './compile.ts';
import { documentOf } from '../../docs/examples.ts';
import { filesOf, planOf, withPaths } from '../../tools/import/support.ts';

const OPERATION = '/** @returns {Status} 200 */\nexport default () => {};\n';

/** The schema of a type in the document. */
function documented(text: string, path: string = 'a.ts'): unknown {
  const compilation = compile({ 'a.ts': OPERATION }, { definitions: [{ path, text }] });
  expect(compilation.diagnostics).toEqual([]);
  return documentOf(compilation).components?.schemas?.['Status'];
}

it.each<[string, string, object]>([
  [
    'above each member',
    `/** A status. */
export type Status =
  /** Waits for a payment. */
  | 'open'
  /** It is paid. */
  | 'paid'
  | 'lost'
  | null;`,
    {
      description: 'A status.',
      enum: ['open', 'paid', 'lost', null],
      'x-enum-descriptions': ['Waits for a payment.', 'It is paid.', '', ''],
    },
  ],
  [
    'in a line',
    `export type Status = /** One */ 1 | /** Two, as {@link Two} */ 2;`,
    { enum: [1, 2], 'x-enum-descriptions': ['One', 'Two, as {@link Two}'] },
  ],
  [
    'in a property',
    `export interface Status { /** Kind. */ kind: /** A */ 'a' | 'b' }`,
    { properties: { kind: { description: 'Kind.', enum: ['a', 'b'], 'x-enum-descriptions': ['A', ''] } } },
  ],
  [
    'in an enum',
    `export enum Status { /** One */ One, /** Two */ 'Two' = 'two', Three = 3 }`,
    { enum: [0, 'two', 3], 'x-enum-descriptions': ['One', 'Two', ''] },
  ],
  ['of no literal', `export type Status = /** Text */ string | /** None */ null;`, { type: ['string', 'null'] }],
])('reads comments on members of a union, %s', (_, text, expected) => {
  expect(documented(text)).toMatchObject(expected);
});

it.each<[string, string, object]>([
  [
    'of texts',
    `/**
 * A status.
 * @enum {string}
 * @deprecated
 */
export const Status = {
  /** Waits for a payment. */
  OPEN: 'open',
  'paid by': 'paid',
  AGAIN: 'open',
};`,
    {
      type: 'string',
      enum: ['open', 'paid'],
      'x-enum-descriptions': ['Waits for a payment.', ''],
      description: 'A status.',
      deprecated: true,
    },
  ],
  [
    'that is frozen',
    `/** @enum {number} */\nconst Status = Object.freeze({ A: 1, B: -2 });`,
    { type: 'number', enum: [1, -2] },
  ],
  [
    'with facets and a text after the type',
    `/** @enum {string} (pattern: ^o) The status */\nexport const Status = { A: 'open' };`,
    { type: 'string', pattern: '^o', enum: ['open'], description: 'The status' },
  ],
  [
    'with a text above and after it',
    `/**\n * A status.\n * @enum {number} - Its number\n */\nexport const Status = { A: +2, B: 3 };`,
    { type: 'number', enum: [2, 3], description: 'A status.' },
  ],
  [
    'of booleans',
    `/** @enum {boolean} */\nexport const Status = { YES: true, NO: false };`,
    { type: 'boolean', enum: [true, false] },
  ],
  ['without a type', `/** @enum */\nvar Status = { A: 1, B: 2 };`, { type: 'integer', enum: [1, 2] }],
])('reads the constant of an @enum %s in JavaScript', (_, text, expected) => {
  expect(documented(text, 'a.js')).toEqual(expected);
});

it.each<[string, string, string]>([
  ['a value of another type', `/** @enum {string} */\nexport const Status = { A: 1 };`, 'invalid-sample 2 A: 1'],
  ['a value that is computed', `/** @enum */\nexport const Status = { A: 1, B: f() };`, 'unsupported-type 2 B: f()'],
  ['a spread', `/** @enum */\nexport const Status = { A: 1, ...more };`, 'unsupported-type 2 ...more'],
  ['no object', `/** @enum {string} */\nexport const Status = read();`, 'unsupported-type 2 read()'],
  ['an open brace', `/** @enum {string */\nexport const Status = { A: 'a' };`, 'unclosed-bracket 1 {'],
  [
    'a facet that is unknown',
    `/** @enum {string} (patern: a) */\nexport const Status = { A: 'a' };`,
    'unknown-facet 1 patern',
  ],
  [
    'a value against its facets',
    `/** @enum {string} (pattern: ^x) */\nexport const Status = { A: 'a' };`,
    "invalid-sample 2 A: 'a'",
  ],
  ['a property of exports', `/** @enum */\nexports.Status = { A: 1 };`, 'unsupported-type 1 @enum'],
  ['a static property', `export class A {\n  /** @enum */\n  static Status = { A: 1 };\n}`, 'unsupported-type 2 @enum'],
  ['a pattern', `/** @enum */\nexport const { Status } = { A: 1 };`, 'unsupported-type 1 @enum'],
  ['a default export', `/** @enum */\nexport default { A: 1 };`, 'unsupported-type 1 @enum'],
  ['words before it', `/** A status. @enum {string} */\nexport const Status = { A: 'a' };`, 'inline-directive 1 @enum'],
  ['an unknown type', `/** @enum {strin} */\nexport const Status = { A: 'a' };`, 'unknown-type 1 strin'],
])('refuses an @enum with %s', (_, text, expected) => {
  const { diagnostics } = compile({ 'a.ts': OPERATION }, { definitions: [{ path: 'a.js', text }] });
  const found = diagnostics.filter(({ at }) => at.source.text === text);
  const shown = found.map(({ code, at: { span } }) => {
    return `${code} ${text.slice(0, span.start).split('\n').length} ${text.slice(span.start, span.end)}`;
  });
  expect(shown).toEqual([expected]);
});

it('the compiler leaves constants in TypeScript to its own types', () => {
  const text = `/** @enum {string} */\nexport const Status = { A: 'a' } as const;\nexport type Status = 'a' | 'b';`;
  expect(documented(text)).toEqual({ type: 'string', enum: ['a', 'b'] });
});

it('still joins unions to one enum', () => {
  const text = `type Some = /** A */ 'a' | 'b';\nexport type Status = Some | 'c';`;
  expect(documented(text)).toEqual({ type: 'string', enum: ['a', 'b', 'c'] });
});

it('an import writes the comments that a description has', () => {
  const status = (texts: unknown): object => ({
    ...withPaths({
      '/x': {
        get: {
          responses: {
            200: {
              description: 'It',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
            },
          },
        },
      },
    }),
    components: { schemas: { Status: { type: 'string', enum: ['a', "it's"], 'x-enum-descriptions': texts } } },
  });
  for (const [texts, line] of [
    [['First', 'Second'], "export type Status =\n  /** First */\n  | 'a'\n  /** Second */\n  | 'it\\'s';"],
    [['First', ''], "export type Status =\n  /** First */\n  | 'a'\n  | 'it\\'s';"],
    [['One', '*/ evil'], "export type Status = 'a' | 'it\\'s';"],
    [['One alone'], '@x-enum-descriptions ["One alone"]'],
    [{ a: 'First' }, '@x-enum-descriptions {a: First}'],
  ] as const) {
    const plan = planOf(status(texts));
    expect([plan.losses, plan.differences]).toEqual([[], []]);
    expect(JSON.stringify(filesOf(plan))).toContain(JSON.stringify(line).slice(1, -1));
  }
});

it.each<[string, string, object]>([
  [
    'with oneOf, as constants',
    "/** @oneOf */\nexport type Status =\n  /**\n   * Waits.\n   * @title OPEN\n   */\n  | 'open'\n  | 'paid';",
    { type: 'string', oneOf: [{ const: 'open', title: 'OPEN', description: 'Waits.' }, { const: 'paid' }] },
  ],
  [
    'beside other types',
    'export type Status = /** @title One */ 1 | { a: string };',
    {
      anyOf: [
        { const: 1, title: 'One' },
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      ],
    },
  ],
])('keeps the titles of literals, %s', (_, text, schema) => {
  expect(documented(text)).toEqual(schema);
});

it('adds null to a reference with an enum as an alternative', () => {
  const text = "/** @enum ['a'] */\ntype Own = Kind;\nexport type Kind = 'a' | 'b';\nexport type Status = Own | null;";
  expect(documented(text)).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Kind', enum: ['a'] }, { type: 'null' }],
  });
});
