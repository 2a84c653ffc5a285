import operations from 'unplugin-operations/vite';
import type { UserConfig } from 'vite';

const config: UserConfig = {
  plugins: [
    operations({
      app: 'api.ts',
      versions: [
        { name: 'v1', deprecated: '2026-11-01', sunset: '2027-05-01' },
        { name: 'v2', prefix: false },
      ],
    }),
  ],
  build: { ssr: 'server.ts', outDir: 'dist', emptyOutDir: true },
  // The SQLite driver is a native addon, which cannot be bundled.
  ssr: { external: ['libsql'] },
};

export default config;
