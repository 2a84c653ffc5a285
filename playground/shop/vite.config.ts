import { fileURLToPath } from 'node:url';
import operations from 'unplugin-operations/vite';
import type { UserConfig } from 'vite';

// The front end, at /shop/. The dev server of the playground has it at the same path.
const config: UserConfig = {
  base: '/shop/',
  plugins: [operations({ root: fileURLToPath(new URL('..', import.meta.url)), dts: false })],
  build: { outDir: '../dist/shop', emptyOutDir: true },
};

export default config;
