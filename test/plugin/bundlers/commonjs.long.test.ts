import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLED_CASES, CASES, HELPERS } from '../../support/commonjs.ts';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, PRINTER, printed } from './project.ts';

const ALL = [...CASES, ...BUNDLED_CASES];

describe.each(BUNDLERS)('CommonJS in a bundle of $name', (bundler) => {
  it('answers as it does in Node', async () => {
    const files = ALL.map(({ text, extension = 'cjs' }, i) => {
      // No two operations of one tree may have the same name.
      return [`app/operations/case${i}.${extension}`, text.replaceAll(/\blist\b/g, `list${i}`)] as const;
    });
    const project = await enterProject({ ...HELPERS, ...Object.fromEntries(files), 'server.ts': PRINTER });
    const { isBuilt, said, file } = await bundler.build({ out: join(project, 'dist') });
    expect([isBuilt, isBuilt ? '' : said]).toEqual([true, '']);
    const answers = await printed(file);
    const found = ALL.map(({ title }, i) => [title, answers[`GET /case${i}`]?.[2]]);
    expect(found).toEqual(ALL.map(({ title, result }) => [title, result]));
  });
});
