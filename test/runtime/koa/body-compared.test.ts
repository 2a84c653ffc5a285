import { describe, expect, it } from 'vitest';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const COUPON =
  'type: object\nrequired: [code]\nproperties: { code: { type: string }, kind: { type: string, default: a } }\n';
const SEVERAL = '{ type: array, items: { $ref: Coupon.yaml }';
const DEFINITIONS = {
  'Coupon.yaml': COUPON,
  'Coupons.yaml': `${SEVERAL}, uniqueItems: true }`,
  'Order.yaml': 'type: object\nproperties: { coupons: { $ref: Coupons.yaml } }\n',
  'Other.yaml': 'type: object\nproperties: { role: { type: string } }\nnot: { const: { role: root } }\n',
  'Few.yaml': `${SEVERAL}, contains: { const: { code: x, kind: b } }, minContains: 0, maxContains: 1 }`,
};
const files = Object.fromEntries(
  ['Coupons', 'Order', 'Other', 'Few'].map((name) => [
    `${name.toLowerCase()}@post.ts`,
    `/**\n * @param {${name}} body - It\n * @returns {any} It\n */\nexport default ({ input }) => input.body;\n`,
  ]),
);

// Handlers get values without undeclared properties, and with defaults.
describe.each(KINDS)('a body that handlers get has to match its schema too, by $name', ({ create }) => {
  const post = async (path: string, body: unknown): Promise<unknown[]> => {
    const { url } = await serve(create(await compileTree(files, { definitions: DEFINITIONS })));
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { readonly errors?: readonly { readonly pointer: string }[] };
    return [response.status, answer.errors?.map(({ pointer }) => pointer) ?? answer];
  };

  it.each([
    ['coupons', [{ code: 'x' }, { code: 'x', n: 1 }], '/1'],
    ['coupons', [{ code: 'x' }, { code: 'x', kind: 'a' }], '/1'],
    [
      'order',
      {
        coupons: [
          { code: 'x', n: 1 },
          { code: 'x', n: 2 },
        ],
      },
      '/coupons/1',
    ],
    ['other', { role: 'root', n: 1 }, ''],
    [
      'few',
      [
        { code: 'x', kind: 'b' },
        { code: 'x', kind: 'b', n: 1 },
      ],
      '',
    ],
  ])('A 400 for %s: %j', async (path, body, pointer) => {
    expect(await post(path, body)).toEqual([400, [pointer]]);
  });

  it.each([
    [
      'coupons',
      [{ code: 'x' }, { code: 'y', n: 1 }],
      [
        { code: 'x', kind: 'a' },
        { code: 'y', kind: 'a' },
      ],
    ],
    ['order', { coupons: [{ code: 'x', kind: 'b' }], n: 1 }, { coupons: [{ code: 'x', kind: 'b' }] }],
    ['other', { role: 'user', n: 1 }, { role: 'user' }],
    ['few', [{ code: 'x', kind: 'b', n: 1 }], [{ code: 'x', kind: 'b' }]],
  ])('A 200 for %s: %j', async (path, body, answer) => {
    expect(await post(path, body)).toEqual([200, answer]);
  });
});
