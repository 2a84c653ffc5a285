import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';
import { startDev, VITES } from '../dev/server.ts';
import { buildProject, CONTRACT } from './project.ts';

const PETS = { 'app/operations/pets.ts': `${CONTRACT}export default function listPets() { return 'pets'; }\n` };
const TOYS = { 'app/operations/toys.ts': `${CONTRACT}export default function listToys() { return 'toys'; }\n` };
const WRONG = { 'app/operations/toys.ts': '/** @returns {Toy} None */\nexport default function listToys() {}\n' };

/** The operations that a file has the types of. */
function idsIn(file: string): string[] {
  const ids = /interface OperationIds \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))![1]!;
  return [...ids.matchAll(/(\w+): /g)].map((match) => match[1]!);
}

describe('a build', () => {
  it('writes operations.d.ts into the root', async () => {
    const { root, warnings } = await buildProject({ ...PETS, ...TOYS });
    expect(idsIn(join(root, 'operations.d.ts'))).toEqual(['listPets', 'listToys']);
    expect(warnings).toEqual([]);
  });

  it('writes it where the option says', async () => {
    const { root } = await buildProject(PETS, { dts: 'types/api.d.ts' });
    expect(idsIn(join(root, 'types/api.d.ts'))).toEqual(['listPets']);
    expect(await readdir(root)).not.toContain('operations.d.ts');
  });

  it('writes none where the option says so', async () => {
    const { root } = await buildProject(PETS, { dts: false });
    expect((await readdir(root)).filter((name) => name.endsWith('.d.ts'))).toEqual([]);
  });

  it('writes only what is another text than before, whatever its line ends', async () => {
    const { root } = await buildProject(PETS);
    const file = join(root, 'operations.d.ts');
    const crlf = readFileSync(file, 'utf8').replaceAll('\n', '\r\n');
    writeFileSync(file, crlf);
    utimesSync(file, 1, 1);
    await buildProject(PETS, {}, {}, root);
    expect(readFileSync(file, 'utf8')).toBe(crlf);
    expect(statSync(file).mtimeMs).toBe(1000);
    await buildProject(TOYS, {}, {}, root);
    expect(idsIn(file)).toEqual(['listPets', 'listToys']);
    expect(readFileSync(file, 'utf8')).not.toContain('\r');
  });

  it('leaves the last one where it fails', async () => {
    const { root } = await buildProject(PETS);
    const failed = await buildProject(WRONG, {}, {}, root);
    expect(failed.thrown?.message).toContain('Unknown type "Toy"');
    expect(idsIn(join(root, 'operations.d.ts'))).toEqual(['listPets']);
  });

  it('does not write over a file of someone else', async () => {
    const own = 'declare const mine: string;\n';
    const { root, warnings, thrown } = await buildProject({ ...PETS, 'operations.d.ts': own });
    expect(thrown).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringContaining('operations.d.ts is there already and was not written by unplugin-operations'),
    ]);
    expect(readFileSync(join(root, 'operations.d.ts'), 'utf8')).toBe(own);
  });

  it('goes on with a warning where it cannot be written', async () => {
    const root = scratch();
    mkdirSync(join(root, 'operations.d.ts'));
    const { warnings, thrown } = await buildProject(PETS, {}, {}, root);
    expect(thrown).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('operations.d.ts cannot be written, so the types')]);
  });
});

describe.each(VITES)('the dev server of %s', (_name, vite) => {
  it('writes operations.d.ts at its start, at each change, and not while there is a mistake', async () => {
    const dev = await startDev(vite, PETS);
    const file = join(dev.root, 'operations.d.ts');
    await expect.poll(() => idsIn(file)).toEqual(['listPets']);
    await writeTree(dev.root, TOYS);
    await expect.poll(() => idsIn(file)).toEqual(['listPets', 'listToys']);
    await writeTree(dev.root, {
      ...WRONG,
      'app/operations/hats.ts': PETS['app/operations/pets.ts'].replaceAll('Pets', 'Hats'),
    });
    await expect.poll(() => dev.log.join('\n')).toContain('Unknown type "Toy"');
    expect(idsIn(file)).toEqual(['listPets', 'listToys']);
    await writeTree(dev.root, TOYS);
    await expect.poll(() => idsIn(file)).toEqual(['listHats', 'listPets', 'listToys']);
  });
});
