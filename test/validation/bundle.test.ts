import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';

/** Words of the parts of the runtime that only an app needs whose contracts have something to check. */
const WORDS = { explain: 'is required with', formats: 'an email address', fill: 'onlyBesideNull' };

/** What of the validation layer is in the bundle of an app with one operation. */
async function carried(comment: string): Promise<string[]> {
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

it('is carried only as far as contracts need it', async () => {
  expect(await carried('Nothing to take')).toEqual([]);
  expect(await carried('@param {string} [name] - Any text')).toEqual([]);
  expect(await carried('@param {integer} [size] - How many')).toEqual(['explain', 'formats']);
  expect(await carried('@POST\n@param {integer} [size=1] - How many')).toEqual(['explain', 'formats', 'fill']);
});
