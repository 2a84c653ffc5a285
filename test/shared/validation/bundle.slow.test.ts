import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';

/** A text of each part of the validation layer that only some contracts need. */
const WORDS = {
  explain: 'is required with',
  formats: 'an email address',
  fill: 'matchedBranch',
  prepare: 'prepareValue',
};

/** Builds an app with one operation, and lists the parts of the validation layer in its bundle. */
async function partsInBundle(comment: string): Promise<string[]> {
  const root = scratch();
  await writeTree(root, {
    'server.ts': `import operations from 'virtual:operations'; console.log(operations);`,
    'app/operations/one.ts': `/** ${comment} */ export default () => 1;`,
  });
  const outDir = join(root, 'dist');
  await viteBuild(root, outDir);
  const [file] = await readdir(outDir);
  const text = await readFile(join(outDir, file!), 'utf8');
  return Object.entries(WORDS).flatMap(([part, word]) => (text.includes(word) ? [part] : []));
}

it('the bundle has only the parts that contracts need', async () => {
  expect(await partsInBundle('Without input')).toEqual([]);
  expect(await partsInBundle('@param {string} [name] - Any text')).toEqual([]);
  expect(await partsInBundle('@param {integer} [size] - How many')).toEqual(['explain', 'formats']);
  expect(await partsInBundle('@POST\n@param {integer} [size=1] - How many')).toEqual(['explain', 'formats', 'fill']);
  expect(await partsInBundle('@POST\n@param {string} name (trim: true) - A name')).toEqual([
    'explain',
    'formats',
    'prepare',
  ]);
});
