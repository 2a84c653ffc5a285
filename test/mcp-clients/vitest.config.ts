import { defineConfig } from 'vitest/config';

// The library as it was built, and the packages that `npm ci` installs here. Node 22 or later.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    globalSetup: '../support/scratch-root.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
