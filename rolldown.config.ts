import type { RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const ENTRIES = [
  'index',
  'vite',
  'rollup',
  'rolldown',
  'esbuild',
  'webpack',
  'rspack',
  'koa',
  'lambda',
  'workers',
  'types',
  'cli',
];

// The published package: an ES module and its declarations for each public name.
const config: RolldownOptions = {
  input: {
    ...Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
    // What generated code imports.
    validation: 'src/validation/index.ts',
    client: 'src/client/client.ts',
    multipart: 'src/koa/body/multipart.ts',
  },
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true })],
  // A file for each module: a bundle leaves out those that it does not use, and what they import, such as the router.
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
};

export default config;
