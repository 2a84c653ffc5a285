import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addPlugin, isCommonJs } from '../../../src/tools/init/edit-vite-config.ts';
import { addToPackage } from '../../../src/tools/init/package-json.ts';
import type { Choices } from '../../../src/tools/init/project-choices.ts';
import { withDefaults } from '../../../src/tools/init/project-choices.ts';
import { planProject } from '../../../src/tools/init/project-plan.ts';
import { addDeclarations, changeTsconfig } from '../../../src/tools/init/tsconfig.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { freePort, startNode } from '../../support/process.ts';
import { createProject } from './project.ts';

const OPTIONS = "{ app: 'app/api.ts' }";
const CALL = `operations(${OPTIONS})`;
const IMPORT = "import operations from 'unplugin-operations/vite';\n";

describe('the plugin is added to vite.config', () => {
  it.each([
    [
      "import react from '@vitejs/plugin-react';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({\n  plugins: [react()],\n});\n",
      `import react from '@vitejs/plugin-react';\nimport { defineConfig } from 'vite';\n${IMPORT}\nexport default defineConfig({\n  plugins: [${CALL}, react()],\n});\n`,
    ],
    [
      'import vue from "vue"\nexport default {\n  plugins: [\n    vue(),\n  ]\n}\n',
      `import vue from "vue"\nimport operations from "unplugin-operations/vite"\nexport default {\n  plugins: [\n    ${CALL},\n    vue(),\n  ]\n}\n`,
    ],
    ['export default {};\n', `${IMPORT}\nexport default { plugins: [${CALL}], };\n`],
    [
      'export default ({ mode }) => {\n  const base = mode;\n  return {\n    base,\n  };\n};\n',
      `${IMPORT}\nexport default ({ mode }) => {\n  const base = mode;\n  return {\n    plugins: [${CALL}],\n    base,\n  };\n};\n`,
    ],
    [
      "import type { UserConfig } from 'vite';\nconst config = { plugins: [] } satisfies UserConfig;\nexport default config;\n",
      `import type { UserConfig } from 'vite';\n${IMPORT}const config = { plugins: [${CALL}] } satisfies UserConfig;\nexport default config;\n`,
    ],
    [
      'const operations = 1;\nexport default { plugins: [] };\n',
      `import unpluginOperations from 'unplugin-operations/vite';\n\nconst operations = 1;\nexport default { plugins: [unpluginOperations(${OPTIONS})] };\n`,
    ],
    [
      "const { defineConfig } = require('vite');\nmodule.exports = defineConfig({ plugins: [] });\n",
      `const { defineConfig } = require('vite');\nconst operations = require('unplugin-operations/vite').default;\nmodule.exports = defineConfig({ plugins: [${CALL}] });\n`,
    ],
    [
      'module.exports = { root: __dirname }\n',
      `const operations = require('unplugin-operations/vite').default;\n\nmodule.exports = { plugins: [${CALL}], root: __dirname }\n`,
    ],
    [
      '// Not module.exports: this is a module.\nexport default { plugins: [] };\n',
      `${IMPORT}\n// Not module.exports: this is a module.\nexport default { plugins: [${CALL}] };\n`,
    ],
    [
      "'use strict';\n\nmodule.exports = { plugins: [] };\nconst later = require('later');\n",
      `'use strict';\n\nconst operations = require('unplugin-operations/vite').default;\n\nmodule.exports = { plugins: [${CALL}] };\nconst later = require('later');\n`,
    ],
    [
      "const vue = require('vue'); module.exports = { plugins: [vue()] };\n",
      `const vue = require('vue');\nconst operations = require('unplugin-operations/vite').default;\n module.exports = { plugins: [${CALL}, vue()] };\n`,
    ],
    ['export default { "plugins": [] };\n', `${IMPORT}\nexport default { "plugins": [${CALL}] };\n`],
    [
      'import vue from "vue"\r\nexport default {\r\n  plugins: [\r\n    vue(),\r\n  ]\r\n}\r\n',
      `import vue from "vue"\r\nimport operations from "unplugin-operations/vite"\r\nexport default {\r\n  plugins: [\r\n    ${CALL},\r\n    vue(),\r\n  ]\r\n}\r\n`,
    ],
  ])('%j', (text, expected) => {
    expect(addPlugin('vite.config.ts', text, OPTIONS)).toBe(expected);
  });

  it.each([
    'module.exports = load();',
    'exports.plugins = {};',
    'export default make();',
    'export default { plugins };',
    'export default await load();',
    'const a = b; const b = a; export default a;',
    'export default {',
    '',
  ])('leaves a file alone that it cannot read: %j', (text) => {
    expect(addPlugin('vite.config.ts', text, OPTIONS)).toBeUndefined();
  });
});

it.each([
  ['exports.default = { plugins: [] };', true],
  ['module.exports = load();', true],
  ['export default load(); // module.exports = load();', false],
  ['', false],
])('%j is CommonJS: %j', (text, expected) => {
  expect(isCommonJs('vite.config.js', text)).toBe(expected);
});

describe('tsconfig.json', () => {
  const app = expect.stringContaining('allowImportingTsExtensions') as unknown;

  it.each([
    ['{\n\t// strict\n\t"compilerOptions": { "noEmit": true }\n}', '"allowImportingTsExtensions": true', undefined],
    ['{ "compilerOptions": { "outDir": "dist" } }', '"exclude"', app],
    ['{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }', '"./app"', app],
    ['', '"exclude"', app],
    ['// Nothing yet\n', '"exclude"', app],
  ])('%j is extended', (text, part, own) => {
    const changes = changeTsconfig(text);
    expect(changes.root).toContain(part);
    expect(changes.root?.includes('// strict')).toBe(text.includes('// strict'));
    expect(changes.app).toEqual(own);
  });

  it.each([
    ['{ "compilerOptions": { "noEmit": true, "allowImportingTsExtensions": true } }', undefined],
    ['{ "include": ["src"] }', app],
  ])('%j stays', (text, own) => {
    expect(changeTsconfig(text)).toEqual({ root: undefined, app: own });
  });
});

describe('the types of the client', () => {
  it.each<[Record<string, string>, Record<string, string[]>]>([
    [{ 'tsconfig.json': '{ "include": ["src"] }' }, { 'tsconfig.json': ['src', 'operations.d.ts'] }],
    [
      {
        'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "packages/a" }] }',
        'tsconfig.app.json': '{ "include": ["src/**/*.ts", "src/**/*.vue"] }',
      },
      { 'tsconfig.app.json': ['src/**/*.ts', 'src/**/*.vue', 'operations.d.ts'] },
    ],
    [
      {
        'tsconfig.json': '{ "references": [{ "path": "tsconfig.node.json" }, { "path": "./gone.json" }] }',
        'tsconfig.node.json': '{ "include": ["vite.config.ts"] }',
      },
      {},
    ],
    [{ 'tsconfig.json': '{ "include": ["src", "operations.d.ts"] }' }, {}],
    [{ 'tsconfig.json': '{ "include": ["src", "*.ts"] }' }, {}],
    [{ 'tsconfig.json': '{}' }, {}],
    [{ 'tsconfig.json': '' }, {}],
  ])('adds the types to the configuration of the front end: %j', (files, expected) => {
    const changed = Object.entries(addDeclarations((path) => files[path]));
    expect(Object.fromEntries(changed.map(([file, text]) => [file, JSON.parse(text).include as unknown]))).toEqual(
      expected,
    );
  });
});

describe('tsconfig.json with comments', () => {
  it('keeps them, and its lists', () => {
    const solution =
      '{\n  "files": [],\n  "references": [\n    { "path": "./tsconfig.app.json" }, // app\n    { "path": "./tsconfig.node.json" }\n  ]\n}\n';
    expect(changeTsconfig(solution).root).toMatch(
      /\{ "path": ".\/tsconfig.app.json" \}, \/\/ app\n[^]*"path": "\.\/app"/,
    );
    const built = '{\n  "compilerOptions": { "outDir": "dist" },\n  "exclude": ["dist" /* built */]\n}\n';
    expect(changeTsconfig(built).root).toMatch(/"dist",\s*"app" \/\* built \*\//);
  });
});

describe('package.json', () => {
  it('keeps its versions, its scripts and its layout', () => {
    const text =
      '{\n    "name": "shop",\n    "scripts": { "dev": "astro dev", "test": "jest" },\n    "dependencies": { "koa": "3.0.0" }\n}\n';
    const added = addToPackage(text, withDefaults({}, '/shop'), true);
    const content = JSON.parse(added) as Record<string, Record<string, string>>;
    expect(content['scripts']).toEqual({
      dev: 'astro dev',
      test: 'jest',
      'api:dev': 'vite',
      'api:build': 'vite build --outDir dist-api --ssr app/server.ts',
      'api:start': 'node app/start.mjs',
      'api:test': 'vitest run app',
      'api:types': 'operations types -o operations.d.ts && tsc -p app',
    });
    expect(content['dependencies']).toMatchObject({ koa: '3.0.0', '@koa/router': expect.any(String) as unknown });
    expect(added).toContain('\n    "name": "shop",\n');
    expect(addToPackage(added, withDefaults({}, '/shop'), true)).toBe(added);
  });
});

it.each([
  ['{}', 'javascript', 'vite.config.mjs'],
  ['{}', 'typescript', 'vite.config.mts'],
  ['{ "type": "module" }', 'javascript', 'vite.config.js'],
])('a package with %s gets the configuration in %s as %s', async (text, language, file) => {
  const project = createProject();
  await writeTree(project.directory, { 'package.json': text });
  const { out } = project.operations('init', '--yes', '--language', language);
  expect(out).toContain(`\n  ${file}\n`);
  project.link();
  const built = project.run('vite', 'build');
  expect(built.err).not.toContain('CommonJS');
  expect(built.code).toBe(0);
});

it.each([{}, { 'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "strict": true } }' }])(
  'a CommonJS package in TypeScript has valid types with a database: %j',
  async (files) => {
    const project = createProject();
    await writeTree(project.directory, { 'package.json': '{ "type": "commonjs" }', ...files });
    const options = ['--language', 'typescript', '--database', 'sqlite'];
    expect(project.operations('init', '--yes', ...options)).toMatchObject({ code: 0, err: '' });
    project.link();
    const config = 'tsconfig.json' in files ? ['-p', 'app'] : [];
    expect(project.run('tsc', ...config)).toMatchObject({ code: 0, out: '' });
  },
);

it('the build of a package in TypeScript leaves the new files out', async () => {
  const project = createProject();
  const compilerOptions = { rootDir: 'src', outDir: 'dist', declaration: true, types: [], skipLibCheck: true };
  await writeTree(project.directory, {
    'package.json': '{ "type": "commonjs" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'src/index.ts': 'export const one = 1;\n',
  });
  expect(project.operations('init', '--yes')).toMatchObject({ code: 0, err: '' });
  project.link();
  for (const run of [1, 2]) expect([run, project.run('tsc')]).toMatchObject([run, { code: 0, out: '' }]);
  expect(project.run('tsc', '-p', 'app')).toMatchObject({ code: 0, out: '' });
});

it('a dev script of another program stays, and the report names the new one', async () => {
  const project = createProject();
  await writeTree(project.directory, { 'package.json': '{ "scripts": { "dev": "nodemon index.js" } }' });
  const { out } = project.operations('init', '--yes');
  expect(out).toContain('  npm install\n  npm run api:dev\n');
  expect(readFileSync(join(project.directory, 'package.json'), 'utf8')).toContain('"api:dev": "vite"');
});

it.each(['vite', 'vite dev --open', 'concurrently "npx vite"'])('the dev script "%s" is used', (dev) => {
  const text = JSON.stringify({ scripts: { dev } });
  const { scripts } = JSON.parse(addToPackage(text, withDefaults({}, '/shop'), true)) as { scripts: object };
  expect(scripts).toMatchObject({ dev });
  expect(scripts).not.toHaveProperty('api:dev');
});

it.each(['vite-node src/index.ts', 'electron-vite dev', 'vitest'])(
  'the dev script "%s" starts another program',
  (dev) => {
    const text = JSON.stringify({ scripts: { dev } });
    const { scripts } = JSON.parse(addToPackage(text, withDefaults({}, '/shop'), true)) as { scripts: object };
    expect(scripts).toMatchObject({ dev, 'api:dev': 'vite' });
  },
);

it('an empty package.json gets the same entries', () => {
  const choices = withDefaults({}, '/shop');
  expect(JSON.parse(addToPackage('', choices, true))).toEqual(JSON.parse(addToPackage('{}', choices, true)));
});

/** The text of a file. */
function read(directory: string, path: string): string {
  return readFileSync(join(directory, path), 'utf8');
}

function scriptsIn(directory: string): Record<string, string> {
  return (JSON.parse(read(directory, 'package.json')) as { scripts: Record<string, string> }).scripts;
}

it.each([
  ['{ "type": "module" }', 'worker.js'],
  ['{}', 'worker.mjs'],
])('a package with %s deploys to Workers the file that its build writes', async (text, file) => {
  const project = createProject();
  await writeTree(project.directory, { 'package.json': text });
  expect(project.operations('init', '--yes', '--platform', 'workers')).toMatchObject({ code: 0, err: '' });
  project.link();
  const [, ...args] = scriptsIn(project.directory)['api:build']!.split(' ');
  expect(project.run('vite', ...args)).toMatchObject({ code: 0 });
  expect(JSON.parse(read(project.directory, 'wrangler.jsonc'))).toMatchObject({ main: `dist-api/${file}` });
  expect(readdirSync(join(project.directory, 'dist-api'))).toEqual([file]);
});

describe('an existing .gitignore', () => {
  const PACKAGE = { 'package.json': '{}' };

  it.each<[string, Record<string, string>, Partial<Choices>, string | undefined]>([
    ['dist\n', PACKAGE, {}, 'dist\nnode_modules\ndist-api\n.env\n'],
    ['node_modules\ndist', PACKAGE, { database: 'sqlite' }, 'node_modules\ndist\ndist-api\n.env\ndata.db*\n'],
    ['node_modules/\r\n', PACKAGE, { platform: 'lambda' }, 'node_modules/\r\ndist-api\r\n.env\r\nfunction.zip\r\n'],
    ['node_modules\n/dist-api/\n.env\n', PACKAGE, {}, undefined],
    ['node_modules\ndist-*\n.env*\n', PACKAGE, {}, undefined],
    ['*.log\n', {}, {}, '*.log\nnode_modules\ndist\n.env\n'],
    ['/node_modules/\ndist/\n/.env\n', {}, {}, undefined],
  ])('%j next to %j gets the outputs that it lacks: %j', async (text, files, options, expected) => {
    const directory = scratch();
    await writeTree(directory, { '.gitignore': text, ...files });
    const { added, changed } = planProject(directory, withDefaults(options, directory));
    expect(added).not.toHaveProperty('.gitignore');
    expect(changed['.gitignore']).toBe(expected);
  });
});

it('TypeScript does not check the built server of a project that checks JavaScript', () => {
  const { root } = changeTsconfig('{ "compilerOptions": { "noEmit": true, "allowJs": true }, "exclude": ["old"] }');
  expect(JSON.parse(root!)).toMatchObject({ exclude: ['old', 'dist-api'] });
  expect(
    JSON.parse(changeTsconfig('{ "compilerOptions": { "outDir": "dist", "checkJs": true } }').root!),
  ).toMatchObject({
    exclude: ['dist', 'app', 'dist-api'],
  });
});

describe('operations init', () => {
  const PAGE = { 'index.html': '<script type="module" src="/main.ts"></script>\n', 'main.ts': 'export {};\n' };

  it('requests confirmation before it adds to files, and keeps them', async () => {
    const project = createProject();
    await writeTree(project.directory, { 'app/api.ts': '// mine\n' });
    expect(project.operations('init')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has files. Add --yes') as unknown,
    });
    const { out } = project.operations('init', '--yes', '--language', 'typescript');
    expect(out).toContain('Tests: npm test.');
    expect(out).toMatch(/Kept, because these files exist:\n {2}app\/api\.ts\n/);
    expect(readFileSync(join(project.directory, 'app/api.ts'), 'utf8')).toBe('// mine\n');
    expect(project.operations('init', '--yes').err).toMatch(/has app\/operations already/);
  });

  it('adds an API to a front end, whose own build still works', async () => {
    const project = createProject();
    await writeTree(project.directory, {
      ...PAGE,
      '.gitignore': 'node_modules\n/dist/',
      'package.json': '{ "name": "shop", "scripts": { "build": "vite build" } }',
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json':
        '{ "compilerOptions": { "noEmit": true, "strict": true, "types": [], "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, "lib": ["es2023", "dom"] }, "include": ["src"] }',
      'src/notes.ts':
        "import { createClient } from 'virtual:operations/client';\nexport const notes = createClient().listNotes();\n",
      'vite.config.ts': "import { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [] });\n",
    });
    const made = project.operations('init', '--yes');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('Run the build on your machine: npm run api:build && npm run api:start.');
    expect(made.out).toContain('Tests: npm run api:test.');
    expect(read(project.directory, '.gitignore')).toBe('node_modules\n/dist/\ndist-api\n.env\n');
    expect(made.out).not.toContain('empties dist');
    project.link();
    expect(project.run('tsc', '-b')).toMatchObject({ code: 0, out: '' });
    expect(project.run('tsc', '-p', 'app')).toMatchObject({ code: 0, out: '' });
    expect(project.operations('list').out).toMatch(/GET {3}\/api\/notes/);
    const [, ...args] = scriptsIn(project.directory)['api:build']!.split(' ');
    expect(project.run('vite', ...args)).toMatchObject({ code: 0 });
    // It empties its own directory.
    expect(project.run('vite', 'build').code).toBe(0);
    expect(read(project.directory, 'dist/index.html')).toContain('<script');
    expect(read(project.directory, 'dist-api/server.mjs')).toContain('/api/notes');
    const env = { PORT: `${await freePort()}` };
    const server = await startNode('app/start.mjs', { cwd: project.directory, env });
    expect((await fetch(`${server.url}/api/notes`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(project.run('vitest', 'run', 'app').out).toMatch(/Tests {2}4 passed/);
  });
});
