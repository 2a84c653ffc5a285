import type { RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

// The published package: an ES module and its declarations for each public name.
const config: RolldownOptions = {
  input: {
    index: 'src/index.ts',
    vite: 'src/vite.ts',
    koa: 'src/koa.ts',
    cli: 'src/cli.ts',
    types: 'src/types.ts',
    client: 'src/client/index.ts',
    validation: 'src/validation/index.ts',
  },
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ oxc: true })],
  output: { dir: 'dist', cleanDir: true, chunkFileNames: 'shared/[name]-[hash].js' },
};

export default config;
