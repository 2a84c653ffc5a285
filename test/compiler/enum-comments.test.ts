import { expect, it } from 'vitest';
import { compile } from './compile.ts';
import { documentOf } from '../docs/examples.ts';
import { filesOf, planOf, withPaths } from '../import/support.ts';

const OPERATION = '/** @returns {Status} 200 */\nexport default () => {};\n';

/** The schema of a type in the document. */
function documented(text: string): unknown {
  const compilation = compile({ 'a.ts': OPERATION }, { definitions: [{ path: 'a.ts', text }] });
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
