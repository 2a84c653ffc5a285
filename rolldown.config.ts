import type { RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** The entry of a public name is a file, or the `index.ts` of a folder. */
const FILES = ['index', 'vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'types'];
const FOLDERS = ['koa', 'lambda', 'workers'];

// The published package: an ES module and its declarations for each public name.
const config: RolldownOptions = {
  input: {
    ...Object.fromEntries(FILES.map((name) => [name, `src/${name}.ts`])),
    ...Object.fromEntries(FOLDERS.map((name) => [name, `src/${name}/index.ts`])),
    cli: 'src/command/index.ts',
    // Modules that generated code imports.
    validation: 'src/validation/index.ts',
    client: 'src/client/index.ts',
    multipart: 'src/koa/request/body/multipart.ts',
  },
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true })],
  // A file for each module: a bundle leaves out those that it does not use, and what they import, such as the router.
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
};

export default config;
