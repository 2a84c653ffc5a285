import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, PRINTER } from './project.ts';

const MISTAKES = {
  'server.ts': PRINTER,
  'app/operations/pets/@get.ts':
    '/**\n * The pets.\n *\n * @param {intger} limit - How many\n * @returns {string} Some\n */\nexport default (): string => "pets";\n',
  'app/operations/toys.js': '/**\n * @prama {string} name\n * @param-include pagin\n */\nexport default () => 1;\n',
  'app/operations/report@fetch.cjs': 'module.exports = () => 1;\n',
  'app/definitions/Pet.json': '{ "type": "objct" }',
};

/** What a bundler says without the bar that Rspack draws before each line. */
function undecorated(said: string): string {
  return said.replaceAll(/^ *│ ?/gm, '');
}

describe.each(BUNDLERS)('$name', (bundler) => {
  it('stops at mistakes, and reports all of them at once, each with its place and frame', async () => {
    const project = await enterProject(MISTAKES);
    const { isBuilt, said } = await bundler.build({ out: join(project, 'dist') });
    expect(isBuilt).toBe(false);
    const places = [...said.matchAll(/(app\/\S+:\d+:\d+) - (error|warning) (\S+):/g)];
    expect(places.map(([, ...found]) => found.join(' ')).toSorted()).toEqual([
      'app/definitions/Pet.json:1:11 error invalid-schema',
      'app/operations/pets/@get.ts:4:12 error unknown-type',
      'app/operations/report@fetch.cjs:1:1 error unknown-method',
      'app/operations/report@fetch.cjs:1:1 warning missing-contract',
      'app/operations/toys.js:2:4 warning unknown-directive',
      'app/operations/toys.js:3:19 error unknown-include',
    ]);
    expect(said.match(/4 errors in the operations/g)).toHaveLength(1);
    expect(undecorated(said)).toMatch(/ 4 \| +\* @param \{intger\} limit - How many\n +\| +\^{6}\n/);
    expect(said).toContain('Did you mean "integer"?');
    // No stack, and no word of where in the plugin it was noticed.
    expect(said).not.toMatch(/^\W*at .+:\d+:\d+\)?$/m);
    expect(said).not.toContain('src/plugin');
    expect(await readdir(project)).not.toContain('dist');
  });

  it('explains what to do if there is no tree', async () => {
    const project = await enterProject({ 'server.ts': PRINTER });
    const { isBuilt, said } = await bundler.build({ out: join(project, 'dist') });
    expect(isBuilt).toBe(false);
    expect(undecorated(said).replaceAll(/\s+/g, ' ')).toContain(
      `the directory app/operations does not exist in ${project}. Create it, or set the option "operations".`,
    );
    expect(said).not.toMatch(/^\W*at .+:\d+:\d+\)?$/m);
  });

  it("reports a file that it can't import by its name", async () => {
    const operation = '/** @returns {string} One */\nexport default () => "one";\n';
    const project = await enterProject({ 'server.ts': PRINTER, 'app/operations/it/wow!.js': operation });
    const { isBuilt, said } = await bundler.build({ out: join(project, 'dist') });
    const separatesLoaders = bundler.name === 'webpack' || bundler.name === 'Rspack';
    expect([isBuilt, said.includes('files with "!" in their names: app/operations/it/wow!.js. Rename')]).toEqual([
      !separatesLoaders,
      separatesLoaders,
    ]);
  });

  it('leaves unimported code out of the bundle', async () => {
    const files = {
      'app/operations/pets.ts':
        '/**\n * Some words about pets.\n *\n * @returns {Pet} What a pet is\n */\nexport default (): object => ({ name: "Rex" });\n',
      'app/definitions/Pet.json': '{ "type": "object", "description": "Some words about a pet" }',
    };
    const build = async (server: string): Promise<string> => {
      const project = await enterProject({ ...files, 'server.ts': server });
      const { isBuilt, file } = await bundler.build({ out: join(project, 'dist') });
      expect(isBuilt).toBe(true);
      return readFile(file, 'utf8');
    };
    const lean = await build("import operations from 'virtual:operations';\nconsole.log(operations);\n");
    expect(lean).toContain('Rex');
    expect(lean).not.toMatch(/Some words|What a pet is/);
    const full = await build(
      "import operations from 'virtual:operations';\nimport document from 'virtual:operations/openapi';\nconsole.log(operations, document);\n",
    );
    for (const words of ['Some words about pets', 'Some words about a pet', 'What a pet is'])
      expect(full).toContain(words);
  });
});
