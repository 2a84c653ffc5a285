import type { RolldownOptions } from 'rolldown';
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
  'client/index',
];

// The published package: `dist` has the layout of `src`, an ES module for each file, and the declarations of the entries.
const config: RolldownOptions = {
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true })],
  // With a file for each module, a bundle leaves out the modules it does not use, and their imports, such as the router.
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
};

export default config;
