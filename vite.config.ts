import { defineConfig } from 'vitest/config';
import { alias } from './test/support/alias.ts';

// What runs bundlers, browsers, whole servers, TypeScript, the command, or thousands of random values.
const slow = ['test/**/*.slow.test.ts'];

// What takes longer than the gate allows belongs to `.ci/full`.
const long = ['test/**/*.long.test.ts'];

// The gate runs these once, with the runtimes and packages that they need.
const platforms = ['test/exchanges/*.test.ts', 'test/package.test.ts', 'test/serverless/*.test.ts'];

// These have packages and a configuration of their own, but for the fixtures.
const others = ['test/{fixtures,frameworks,mcp-clients,middleware,observability,tanstack-query}/**'];

// The tests run the sources; the playground's own config builds it with the package as a user gets it.
export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: 'test/support/scratch-root.ts',
    setupFiles: 'test/support/check-names.ts',
    // Vitest leaves one core alone, which is half of two.
    maxWorkers: '100%',
    // For tests that hang: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...slow, ...long, ...platforms, ...others],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: slow } },
      { extends: true, test: { name: 'long', include: long } },
      { extends: true, test: { name: 'platforms', include: platforms } },
    ],
  },
});
