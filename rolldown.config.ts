import { CLIENT_VARIANTS, clientCode } from './src/build/codegen/client.ts';
import { FEATURES } from './src/build/codegen/manifest/feature-table.ts';
import { TOOL_FEATURES } from './src/build/codegen/tools/tool-features.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin, RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** The modules below `src` that run while an app is built. */
const BUILD_ENTRIES = ['index', 'vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'command/index'];

/** The public names of the runtime. */
const RUNTIME_ENTRIES = [
  'koa',
  'lambda',
  'fetch',
  'workers',
  'otel',
  'redis',
  'postgres',
  'sqlite',
  'd1',
  'dynamodb',
  'events',
  'list',
  'kysely',
  'drizzle',
  'testing',
].map((name) => `runtime/${name}/index`);

/** The modules below `src` that apps are built from. */
const APP_ENTRIES = [
  'types',
  'directive',
  ...RUNTIME_ENTRIES,
  // The modules that generated code imports.
  'shared/validation/index',
  ...Object.values(FEATURES).map(({ module }) => module),
  'runtime/koa/versions/converting',
  'runtime/koa/versions/select-version',
  'runtime/client/index',
  'runtime/docs-page/index',
  'runtime/mcp/index',
  ...Object.values(TOOL_FEATURES).map(({ module }) => module),
];

/** The files below `src` that are read as they are, and not compiled. */
const ASSETS = [
  'client-call.js',
  'shown-document.js',
  'filter.js',
  'sent-call.js',
  'streams.js',
  'versions.js',
  'page.js',
  'page.css',
  'versions.css',
].map((name) => `runtime/docs-page/browser/${name}`);

const copyAssets: Plugin = {
  name: 'copy-assets',
  generateBundle() {
    for (const fileName of ASSETS) this.emitFile({ type: 'asset', fileName, source: readFileSync(`src/${fileName}`) });
  },
};

/** The licence of the packages that the language server is bundled with. */
const copyLicence: Plugin = {
  name: 'copy-licence',
  generateBundle() {
    const source = readFileSync('node_modules/vscode-languageserver/License.txt');
    this.emitFile({ type: 'asset', fileName: 'build/vscode-languageserver.LICENSE.txt', source });
  },
};

// `dist` has the layout of `src`, an ES module for each file, and the declarations of the entries.
const app: RolldownOptions = {
  input: inputOf(APP_ENTRIES),
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true }), copyAssets],
  // With a file for each module, a bundle leaves out the modules it does not use, and their imports, such as the router.
  output: {
    dir: 'dist',
    cleanDir: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
    // The public names keep their place, wherever their sources are.
    entryFileNames: ({ name }) => `${isPublic(name) ? name.replace('runtime/', '') : name}.js`,
  },
};

// Few files, because Node takes longer to find and load 200 small modules than to evaluate them.
const build: RolldownOptions = {
  input: inputOf(BUILD_ENTRIES),
  platform: 'node',
  // The library of the language server is bundled, so that nobody installs it who has no editor.
  external: (id) => /^[^./]/.test(id) && !id.startsWith('vscode-'),
  // The command has no declarations.
  plugins: [dts({ oxc: true, entry: 'src/*.ts' }), copyLicence],
  // As deep as `build/project`, whose modules find others by their place.
  output: {
    dir: 'dist',
    chunkFileNames: 'build/project/[name].js',
    codeSplitting: {
      groups: [{ name: 'project', test: /src\/(?:shared|directives|build|tools\/openapi\/fetch)\/.*(?<!\.d)\.ts$/ }],
    },
  },
};

/** Whether a module, or its declarations, has a public name. */
function isPublic(name: string): boolean {
  return RUNTIME_ENTRIES.includes(name.replace(/\.d$/, ''));
}

function inputOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
}

// The clients that `operations client` writes into packages: one small file each, with the parts that the operations need.
const clients = [...CLIENT_VARIANTS].map(([name, parts]): RolldownOptions => {
  const code = `import { operations } from './operations.js';\n${clientCode('./index.ts', parts)}`;
  const id = resolve('src/runtime/client', `${name}.js`);
  const entry: Plugin = {
    name: 'client-entry',
    resolveId: (source) => (source === name ? id : null),
    load: (loaded) => (loaded === id ? code : null),
  };
  return {
    input: { [name]: name },
    external: './operations.js',
    plugins: [entry],
    output: { dir: 'dist/client', minify: true },
  };
});

// Their declarations are the same for all.
const clientTypes: RolldownOptions = {
  input: { 'client/standalone': 'src/runtime/client/standalone.ts' },
  plugins: [dts({ oxc: true, emitDtsOnly: true })],
  output: { dir: 'dist' },
};

// The page of the operations in the dev server, with its library for views.
const overview: RolldownOptions = {
  input: { page: 'src/tools/overview/browser/page.jsx' },
  platform: 'browser',
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      name: 'copy-style',
      generateBundle() {
        const source = readFileSync('src/tools/overview/browser/page.css');
        this.emitFile({ type: 'asset', fileName: 'page.css', source });
      },
    },
  ],
  output: { dir: 'dist/overview', minify: true },
};

const config: RolldownOptions[] = [app, build, ...clients, clientTypes, overview];

export default config;
