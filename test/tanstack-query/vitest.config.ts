import { defineConfig } from 'vitest/config';

// The package of the client, with TanStack Query, which `npm ci` installs here.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    globalSetup: '../support/scratch-root.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
