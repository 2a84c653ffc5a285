import operations from 'unplugin-operations/vite';
import type { UserConfig } from 'vite';

const config: UserConfig = {
  plugins: [operations({ app: 'api.ts' })],
  build: { ssr: 'server.ts', outDir: 'dist', emptyOutDir: true },
  // The SQLite driver is a native addon, which cannot be bundled.
  ssr: { external: ['libsql'] },
};

export default config;
