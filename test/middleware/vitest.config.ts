import { defineConfig } from 'vitest/config';
import operations from '../../dist/vite.js';

const koa = new URL('../../dist/koa/index.js', import.meta.url).pathname;

// The library as it was built, the tree in app/, and the packages that `npm ci` installs here.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [operations({ dts: false, checkResponses: true })],
  resolve: { alias: { 'unplugin-operations/koa': koa } },
  test: { include: ['*.test.ts'], testTimeout: 30_000, server: { deps: { inline: ['graphql', 'graphql-http'] } } },
});
