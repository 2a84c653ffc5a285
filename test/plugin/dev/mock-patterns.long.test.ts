import { expect, it } from 'vitest';
import * as vite from 'vite';
import { planOf } from '../../tools/import/support.ts';
import { startDev } from './server.ts';

/** Patterns that take exponential, cubic or quadratic time on the text behind each. */
const SLOW: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$', `${'a'.repeat(50_000)}!`],
  [`^${'('.repeat(3000)}a+${')+'.repeat(3000)}$`, `${'a'.repeat(50_000)}!`],
  ['^(?:a?){40}a{40}$', 'a'.repeat(39)],
  ['^(?:b(?:a?){30}a{30}|c(?:1|2|3|4|5|6|7|8|9|a|b|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w))$', `b${'a'.repeat(29)}`],
  ['^(?=(?:a?){40}a{40})', 'a'.repeat(39)],
  ['^(?:[\\u1000-\\u1005]|[\\u1000-\\u1004])*$', `${'\u1001'.repeat(50_000)}!`],
  ['^(?:a|a)*(?!)', 'a'.repeat(50_000)],
  ['^(a+)\\1*\\1*\\1*b$', 'a'.repeat(50_000)],
  ['^(?<=(?:a?){40}a{40})x', 'a'.repeat(39)],
  ['.*a.*b', 'a'.repeat(50_000)],
  ['a+b', 'a'.repeat(100_000)],
  ['^a*a*$', `${'a'.repeat(100_000)}!`],
];

const description = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: Object.fromEntries(
    SLOW.map(([pattern], i) => [
      `/things${i}`,
      {
        post: {
          summary: `Adds ${i}`,
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern } }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/T${i}` } } },
          },
          responses: {
            201: {
              description: 'It',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/T${i}` } } },
            },
          },
        },
      },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      SLOW.map(([pattern], i) => [
        `T${i}`,
        {
          type: 'object',
          properties: {
            code: { type: 'string', pattern, maxLength: 200_000 },
            quick: { type: 'string', pattern: '^[a-z]*$' },
          },
          patternProperties: { [pattern]: { type: 'string' } },
        },
      ]),
    ),
  },
};

const filesOf = (): Record<string, string> => {
  const { operations, definitions } = planOf(description);
  const under = (
    directory: string,
    files: readonly { readonly path: string; readonly text: string }[],
  ): [string, string][] => files.map(({ path, text }) => [`app/${directory}/${path}`, text]);
  return Object.fromEntries([...under('operations', operations.files), ...under('definitions', definitions.files)]);
};

it('a mock answers the worst requests to patterns that a stranger wrote', async () => {
  const dev = await startDev(vite, filesOf(), { mock: true, dts: false });
  expect(dev.log[0]).toContain(' Patterns that can take very long to match are not checked: ');
  for (const [i, [, text]] of SLOW.entries()) {
    const post = (body: object, query = ''): Promise<{ status: number; body: string }> =>
      dev.ask(`/things${i}${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const query = `?q=${encodeURIComponent(text.slice(0, 1000))}`;
    expect([i, await post({ code: text, [text]: 'x' }, query)]).toEqual([i, expect.objectContaining({ status: 201 })]);
    expect(await post({ quick: 'A' })).toMatchObject({ status: 400 });
  }
});
