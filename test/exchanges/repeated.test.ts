import { expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { Difference, Request } from './compare.ts';
import { explanationOf } from './compare.ts';
import { writeProject } from './project.ts';
import { PLACES, exchangeAll, expectAlike, runEverywhere } from './run.ts';

const FILES = {
  'app/operations/fields.ts': `/**
 * What comes.
 *
 * @param {string} [header.X-Tag] - One
 * @param {string} [cookie.a] - One
 * @param {string} [cookie.b] - One
 * @returns {object} It
 */
export default ({ input }) => ({ ...input.header, ...input.cookie });
`,
};

/** Headers, and what the built file answers. */
const REPEATED: readonly { readonly headers: [string, string][]; readonly answer: unknown }[] = [
  { headers: [['X-Tag', 'a']], answer: '{"X-Tag":"a"}' },
  {
    headers: [
      ['X-Tag', 'a'],
      ['X-Tag', 'b'],
    ],
    answer: 400,
  },
  { headers: [['Cookie', 'a=1; b=2']], answer: '{"a":"1","b":"2"}' },
  {
    headers: [
      ['Cookie', 'a=1'],
      ['Cookie', 'b=2'],
    ],
    answer: '{"a":"1","b":"2"}',
  },
  {
    headers: [
      ['Cookie', 'a=1'],
      ['Cookie', 'a=2'],
    ],
    answer: '{"a":"1"}',
  },
];

it('headers and cookies that are sent twice are read alike everywhere', async () => {
  const project = await writeProject(FILES, onTestFinished);
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  const requests: readonly Request[] = REPEATED.map(({ headers }) => ({ path: '/fields', init: { headers } }));
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests));
  expect(built.map(({ status, body }) => (status === 200 ? body : status))).toEqual(
    REPEATED.map(({ answer }) => answer),
  );
  const seen: Difference[] = expectAlike(requests, built, others);
  const rows = new Set(seen.map((difference) => explanationOf(difference)));
  const expected = [
    'Lambda | a repeated header is one value, not a 400',
    'Workers | a repeated header is one value, not a 400',
    'Workers | bodies are compressed',
    'Workers | several `Cookie` headers are joined by commas',
    'dev server | `Vary` lists `Origin`',
  ];
  expect([...rows].sort()).toEqual(expected.filter((row) => PLACES.some((place) => row.startsWith(`${place} | `))));
});
