import { expect, it } from 'vitest';
import { compile } from './compile.ts';
import { documentOf } from '../docs/examples.ts';
import { filesOf, planOf, withPaths } from '../import/support.ts';

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
    'without a type',
    `/** @enum */\nexports.x = 1;\n/** @enum */\nvar Status = { A: 1, B: 2 };`,
    { type: 'integer', enum: [1, 2] },
  ],
])('reads the constant of an @enum %s in JavaScript', (_, text, expected) => {
  expect(documented(text, 'a.js')).toEqual(expected);
});

it.each<[string, string, string]>([
  ['a value of another type', `/** @enum {string} */\nexport const Status = { A: 1 };`, 'invalid-sample 2 A: 1'],
  ['a value that is computed', `/** @enum */\nexport const Status = { A: 1, B: f() };`, 'unsupported-type 2 B: f()'],
  ['a spread', `/** @enum */\nexport const Status = { A: 1, ...more };`, 'unsupported-type 2 ...more'],
  ['no object', `/** @enum {string} */\nexport const Status = read();`, 'unsupported-type 2 read()'],
  ['an unknown type', `/** @enum {strin} */\nexport const Status = { A: 'a' };`, 'unknown-type 1 strin'],
])('refuses an @enum with %s', (_, text, expected) => {
  const { diagnostics } = compile({ 'a.ts': OPERATION }, { definitions: [{ path: 'a.js', text }] });
  const found = diagnostics.filter(({ at }) => at.source.text === text);
  const shown = found.map(({ code, at: { span } }) => {
    return `${code} ${text.slice(0, span.start).split('\n').length} ${text.slice(span.start, span.end)}`;
  });
  expect(shown).toEqual([expected]);
});

it('leaves constants in TypeScript to its own types', () => {
  const text = `/** @enum {string} */\nexport const Status = { A: 'a' } as const;\nexport type Status = 'a' | 'b';`;
  expect(documented(text)).toEqual({ type: 'string', enum: ['a', 'b'] });
});

it('still joins unions to one enum', () => {
  const text = `type Some = /** A */ 'a' | 'b';\nexport type Status = Some | 'c';`;
  expect(documented(text)).toEqual({ type: 'string', enum: ['a', 'b', 'c'] });
});

it('writes the comments that a description has', () => {
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
