import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vite from 'vite';
import * as vite7 from 'vite-7';
import { describe, expect, it } from 'vitest';
import type { Options } from '../../src/build/project/options.ts';
import operations from '../../src/vite.ts';
import { enter, linkPackages } from './bundlers/project.ts';
import { scratch, writeTree } from '../support/build.ts';

// A build gets the defaults of a server that carries its dependencies if it has one input, and that is the API's.

const VITES: readonly (readonly [string, Pick<typeof vite, 'build' | 'createBuilder'>])[] = [
  ['Vite 8', vite],
  ['Vite 7', vite7 as unknown as typeof vite],
];

const MANIFEST = "import operations from 'virtual:operations';\n";
const KOA = "import { koa } from 'a-package';\nconsole.log(koa);\n";
const LAZY = "export const later = () => import('./later.js');\n";
const SERVER = `${MANIFEST}${KOA}${LAZY}console.log(operations);\n`;

const FILES = {
  'package.json': '{ "type": "module" }',
  'app/operations/pets.ts': '/** @returns {string} Some */\nexport default (): string => "pets";\n',
  'later.js': "export default 'later';\n",
  'node_modules/a-package/package.json':
    '{ "name": "a-package", "version": "1.0.0", "type": "module", "main": "it.js" }',
  'node_modules/a-package/it.js': "export const koa = 'the text of a package';\n",
};

interface Written {
  readonly files: readonly string[];
  /** Whether the text of the package is in the bundle. */
  readonly carries: boolean;
}

const NOT_CARRIED = { files: ['server.js'], carries: false };
const ONE_FILE = { files: ['server.js'], carries: true };

async function written(directory: string): Promise<Written> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  const files = names.map((name) => name.replace(/-[\w-]{8}\.js$/, '.js')).toSorted();
  return { files, carries: texts.some((text) => text.includes('the text of a package')) };
}

async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const root = scratch();
  await writeTree(root, { ...FILES, ...files });
  await linkPackages(root, ['koa', '@koa']);
  // Rollup's inputs are relative to it.
  await enter(root);
  return root;
}

function configOf(root: string, options: Options, build: vite.BuildEnvironmentOptions): vite.InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [operations(options)],
    build: { minify: false, ...build },
  };
}

describe.each(VITES)('a build by %s', (_name, { build, createBuilder }) => {
  const buildSsr = async (
    files: Readonly<Record<string, string>>,
    ssr: vite.BuildEnvironmentOptions = {},
    options: Options = {},
  ): Promise<Written> => {
    const root = await project(files);
    await build(configOf(root, options, { ssr: 'server.ts', ...ssr }));
    return written(join(root, 'dist'));
  };

  it('builds one file of an input that imports the operations, with all that it imports', async () => {
    expect(await buildSsr({ 'server.ts': SERVER })).toEqual(ONE_FILE);
    expect(await buildSsr({ 'server.ts': SERVER }, { ssr: true, rollupOptions: { input: './server.ts' } })).toEqual(
      ONE_FILE,
    );
    expect(
      await buildSsr({ 'server.ts': SERVER }, { ssr: true, rollupOptions: { input: { server: 'server.ts' } } }),
    ).toEqual(ONE_FILE);
    expect(await buildSsr({ 'server.ts': SERVER }, { ssr: 'server' })).toEqual(ONE_FILE);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['with an extension', { 'server.ts': `import './app.ts';\n${KOA}`, 'app.ts': MANIFEST }],
    ['without one', { 'server.ts': `import './app';\n${KOA}`, 'app.ts': MANIFEST }],
    ['by the name of its JavaScript', { 'server.ts': `import './app.js';\n${KOA}`, 'app.ts': MANIFEST }],
    [
      'as a directory',
      {
        'server.ts': `export * from './app';\n${KOA}`,
        'app/index.ts': `export { default } from 'virtual:operations';`,
      },
    ],
    ['when it runs', { 'server.ts': `await import('./app.ts');\n${KOA}`, 'app.ts': MANIFEST }],
    [
      'through another',
      { 'server.ts': `import './b.ts';\n${KOA}`, 'b.ts': "import './c.ts';", 'c.ts': `import './b.ts';\n${MANIFEST}` },
    ],
  ])('builds one file of an input that imports a module with the operations, %s', async (_how, files) => {
    expect(await buildSsr(files, { rollupOptions: { treeshake: false } })).toMatchObject({ carries: true });
  });

  it.each<[string, string]>([
    ['has nothing to do with the API', ''],
    ['imports only types of it', "import type { Manifest } from 'virtual:operations';\nexport type M = Manifest;\n"],
    ['names it in a comment and a text', "// import 'virtual:operations'\nconsole.log('virtual:operations');\n"],
    ['imports the client', "import { createClient } from 'virtual:operations/client';\nconsole.log(createClient);\n"],
  ])('leaves as it is a build whose input %s', async (_what, text) => {
    const built = await buildSsr({ 'server.ts': `${text}${KOA}${LAZY}` });
    expect(built).toEqual({ ...NOT_CARRIED, files: [expect.stringContaining('later.js'), 'server.js'] });
  });

  it('leaves two inputs as they are, and builds them', async () => {
    const input = ['server.ts', 'worker.ts'];
    const files = { 'server.ts': SERVER, 'worker.ts': SERVER };
    const built = await buildSsr(files, { ssr: true, rollupOptions: { input } });
    expect(built.carries).toBe(false);
    expect(built.files).toEqual(expect.arrayContaining(['server.js', 'worker.js']));
  });

  it('follows the option standalone', async () => {
    const other = { 'server.ts': KOA + LAZY };
    expect(await buildSsr(other, {}, { standalone: true })).toEqual(ONE_FILE);
    expect(await buildSsr({ 'server.ts': SERVER }, {}, { standalone: false })).toMatchObject({ carries: false });
    const two = { ssr: true, rollupOptions: { input: ['server.ts', 'worker.ts'] } };
    const built = await buildSsr({ 'server.ts': SERVER, 'worker.ts': KOA }, two, { standalone: true });
    expect(built.carries).toBe(true);
    expect(built.files).toEqual(expect.arrayContaining(['server.js', 'worker.js']));
  });

  it('decides for each environment', async () => {
    const root = await project({
      'index.html': '<script type="module" src="/main.js"></script>',
      'main.js': "import('./later.js').then(console.log);\n",
      'server.ts': SERVER,
      'page.ts': KOA + LAZY,
    });
    const environment = (input: string): vite.EnvironmentOptions => ({
      build: { outDir: `dist/${input}`, rollupOptions: { input: `${input}.ts` } },
    });
    const environments = { server: environment('server'), page: environment('page') };
    const builder = await createBuilder({
      ...configOf(root, {}, { outDir: 'dist/client' }),
      environments,
      builder: {},
    });
    await builder.buildApp();
    expect(await written(join(root, 'dist/server'))).toEqual(ONE_FILE);
    expect(await written(join(root, 'dist/page'))).toMatchObject({
      carries: false,
      files: [expect.any(String), 'page.js'],
    });
    expect((await written(join(root, 'dist/client'))).files).toHaveLength(2);
  });

  it('keeps the own options of an environment', async () => {
    const root = await project({ 'server.ts': SERVER });
    const server: vite.EnvironmentOptions = {
      resolve: { noExternal: ['nothing'] },
      build: { rollupOptions: { input: 'server.ts' } },
    };
    const builder = await createBuilder({ ...configOf(root, {}, {}), environments: { server }, builder: {} });
    await builder.build(builder.environments['server']!);
    expect((await written(join(root, 'dist'))).carries).toBe(false);
  });
});
