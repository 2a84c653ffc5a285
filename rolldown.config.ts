import type { RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

// The published package: an ES module and its declarations for each public name.
const config: RolldownOptions = {
  input: {
    index: 'src/index.ts',
    vite: 'src/vite.ts',
    koa: 'src/koa.ts',
    lambda: 'src/lambda.ts',
    workers: 'src/workers.ts',
    cli: 'src/cli.ts',
  },
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true })],
  // A file for each module: a bundle leaves out those that it does not use, and what they import, such as the router.
  output: { dir: 'dist', cleanDir: true, preserveModules: true, preserveModulesRoot: 'src' },
};

export default config;
