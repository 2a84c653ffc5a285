import { defineConfig } from 'vitest/config';

// The sources of the compiler, and the packages that `npm ci` installs here.
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['test/*.test.ts'], testTimeout: 30_000 },
});
