import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

const INDEX = `${import.meta.dirname}/../../../src/runtime/koa/index.ts`;

describe('the dev server', () => {
  it('warns once of a query parameter that is nearly declared', async () => {
    const manifest = await compileTree(
      {
        'pets.js':
          '/**\n * Pets.\n * @param-include paging\n * @param {string} [kind]\n * @param {string[]} [colors]\n * @returns {object[]} All\n */\nexport default () => [];',
      },
      { isDev: true, isFresh: true },
    );
    const { ask } = await serve(createApp(manifest));
    const warnings: string[] = [];
    const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(String(warning)));
    onTestFinished(() => spy.mockRestore());
    for (const query of [
      'kinf=a',
      'kinf=b',
      'pagesize=2',
      'color=a',
      'utm_source=x',
      'kind=a',
      'colors[]=a',
      'limitt[]=1',
      '%zz=1',
    ])
      expect((await ask(`GET /pets?${query}`)).status).toBe(200);
    expect(warnings).toEqual([
      'pets.js: the query parameter "kinf" is unknown and ignored. Did you mean "kind"?',
      'pets.js: the query parameter "pagesize" is unknown and ignored. Did you mean "page_size"?',
      'pets.js: the query parameter "color" is unknown and ignored. Did you mean "colors"?',
      'pets.js: the query parameter "limitt" is unknown and ignored. Did you mean "limit"?',
    ]);
  });

  const rows = (include: string, result: string): string => `import { keyset, page } from '${INDEX}';
/**
 * Rows.
 * @param-include ${include}
 * @returns {{id: integer, at: string}[]} All
 */
export default async (ctx) => ${result};
`;
  const equal = `[{ id: 1, at: 'a' }, { id: 2, at: 'b' }, { id: 1, at: 'a' }]`;
  const unequal = `[{ id: 1, at: 'a' }, { id: 2, at: 'a' }]`;

  it.each([
    ['cursor (at, id)', `keyset(${equal})`, `keyset(${unequal})`],
    ['sort (at, id), cursor', `keyset(${equal})`, `keyset(${unequal})`],
    ['paging, sort (id)', `page(${equal}, 3)`, `page(${unequal}, 2)`],
    ['paging, sort (id)', equal, unequal],
  ])('answers 500 if two rows of a page have equal keys: %s', async (include, wrong, right) => {
    const tree = { 'wrong.js': rows(include, wrong), 'right.js': rows(include, right) };
    const { ask, errors } = await serve(createApp(await compileTree(tree, { isDev: true })));
    expect((await ask('GET /right')).status).toBe(200);
    expect((await ask('GET /wrong')).status).toBe(500);
    const keys = include.includes('at') ? 'at, id' : 'id';
    expect(errors.map(({ message }) => message)).toEqual([
      `wrong.js returned two rows with equal keys (${keys}): /0 and /2. Pages could lose one of them. End the keys with a unique property.`,
    ]);
    // A built server does not compare rows.
    const built = await serve(createApp(await compileTree(tree)));
    expect((await built.ask('GET /wrong')).status).toBe(200);
  });
});
