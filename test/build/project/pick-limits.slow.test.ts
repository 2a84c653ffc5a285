import { expect, it } from 'vitest';
import { createSession } from '../../../src/build/project/session.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { formatHead } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { scratch, writeTree } from '../../support/build.ts';

const to = (i: number): object => ({ $ref: `#/components/schemas/D${i}` });

/** Definitions that declare the same names, and one that combines half of them: a property's schema is a set of others, and there are 2^50. */
const definitions = (count: number): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `app/definitions/schemas/D${i}.json`,
      JSON.stringify({
        type: 'object',
        properties: { p: to((i * 2 + 1) % count), q: to((i * 3 + 2) % count), r: to((i * i + 5 * i + 7) % count) },
      }),
    ]),
  ),
  'app/definitions/schemas/All.json': JSON.stringify({
    allOf: Array.from({ length: count / 2 }, (_, i) => to(i * 2)),
  }),
});

const operation = (returned: string): Record<string, string> => ({
  'app/operations/a@get.ts': `/**\n * A.\n * @returns {${returned}} 200 - It\n */\nexport default () => ({});\n`,
});

async function errorsOf(files: Record<string, string>): Promise<string[]> {
  const root = scratch();
  await writeTree(root, files);
  const { diagnostics } = createSession(locateProject(resolveOptions({}), root)).compile();
  return diagnostics.filter(({ severity }) => severity === 'error').map((one) => formatHead(one));
}

it('an error names the limit if the properties of a definition combine without end', async () => {
  const [error, ...others] = await errorsOf({ ...operation('All'), ...definitions(100) });
  expect(error).toBe(
    'app/definitions/schemas/All.json:1:1 - error size-limit: The properties of "All" combine more than 400 levels deep. Properties that several of its schemas declare need the same schema.',
  );
  expect(others).toEqual([]);
});

it('an error names the limit if properties combine in too many ways, but not deep', async () => {
  // Each of 14 layers leaves one of the definitions out, or does not: 2^14 sets.
  const layers = Array.from({ length: 14 }, (_, k) => k);
  const reference = (k: number, i: number): object => ({ $ref: `#/components/schemas/L${k}i${i}` });
  const text = (k: number, i: number): string =>
    JSON.stringify({
      type: 'object',
      properties: {
        [`own${i}`]: { type: 'string' },
        ...(k < 13 && { p: i === k ? {} : reference(k + 1, i), q: reference(k + 1, i) }),
      },
    });
  const files = layers.flatMap((k) => layers.map((i) => [`app/definitions/schemas/L${k}i${i}.json`, text(k, i)]));
  const all = { allOf: layers.map((i) => reference(0, i)) };
  const [error] = await errorsOf({
    ...operation('All'),
    ...Object.fromEntries(files),
    'app/definitions/schemas/All.json': JSON.stringify(all),
  });
  expect(error).toContain('The properties of "All" combine in more than 10000 ways. ');
});

it('a project accepts definitions that combine in few ways', async () => {
  expect(await errorsOf({ ...operation('All'), ...definitions(20) })).toEqual([]);
});
