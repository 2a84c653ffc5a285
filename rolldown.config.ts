import { readFileSync } from 'node:fs';
import type { Plugin, RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** The modules below `src` that something outside of it imports. */
const ENTRIES = [
  // The public names.
  'index',
  'types',
  'vite',
  'rollup',
  'rolldown',
  'esbuild',
  'webpack',
  'rspack',
  'koa/index',
  'lambda/index',
  'workers/index',
  'otel/index',
  // The command.
  'command/index',
  // The modules that generated code imports: src/project/helper-modules.ts.
  'validation/index',
  'koa/request/body/multipart',
  'koa/response/conformance',
  'koa/streams/index',
  'koa/response/cursors',
  'koa/safe-writes/preconditions',
  'koa/safe-writes/idempotency',
  'client/index',
  'client/iterate',
  'docs-page/index',
];

/** The files below `src` that are read as they are, and not compiled. */
const ASSETS = ['docs-page/browser/streams.js', 'docs-page/browser/page.js', 'docs-page/browser/page.css'];

const copyAssets: Plugin = {
  name: 'copy-assets',
  generateBundle() {
    for (const fileName of ASSETS) this.emitFile({ type: 'asset', fileName, source: readFileSync(`src/${fileName}`) });
  },
};

// The published package: `dist` has the layout of `src`, an ES module for each file, and the declarations of the entries.
const library: RolldownOptions = {
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true }), copyAssets],
  // With a file for each module, a bundle leaves out the modules it does not use, and their imports, such as the router.
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
};

// The client that `operations client` writes into packages: one small file.
const clients = ['client/standalone', 'client/standalone-streams'].map((name): RolldownOptions => ({
  input: { [name]: `src/${name}.ts` },
  plugins: [dts({ oxc: true })],
  output: { dir: 'dist', minify: true },
}));

const config: RolldownOptions[] = [library, ...clients];

export default config;
