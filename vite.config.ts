import { defineConfig } from 'vitest/config';
import { alias } from './test/support/alias.ts';

// The tests run the sources; the playground's own config builds it with the package as a user gets it.
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    // All but the fixtures have packages and a configuration of their own.
    exclude: [
      'test/fixtures/**',
      'test/frameworks/**',
      'test/middleware/**',
      'test/mcp-clients/**',
      'test/observability/**',
      'test/tanstack-query/**',
    ],
    globalSetup: 'test/support/scratch-root.ts',
    // For tests that hang: a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text'] },
  },
});
