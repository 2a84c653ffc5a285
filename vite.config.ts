import { defineConfig } from 'vitest/config';
import { alias } from './test/support/alias.ts';

// These run bundlers, browsers, whole servers, TypeScript, the command, or thousands of random values.
const slow = [
  'test/attacks/**',
  'test/bundlers/**',
  'test/client/types.test.ts',
  'test/client-package/**',
  'test/cluster/**',
  'test/dev/**',
  'test/diff/hostile-baseline.test.ts',
  'test/docs-page/**',
  'test/docs/attacks/**',
  'test/docs/{client-package,diff,exactly-once,import,postgresql,projects,reference,served-pages,streams,types}.test.ts',
  'test/e2e/**',
  'test/init/**',
  'test/language-server/**',
  'test/mcp/{bundlers,hostile,search,size,stdio}.test.ts',
  'test/neovim/**',
  'test/playground/**',
  'test/plugin/{ascii,commonjs,preview,standalone,timings}.test.ts',
  'test/property/**',
  'test/restarts/**',
  'test/soak/**',
  'test/streams/{documents,leaving,types}.test.ts',
  'test/vscode/code-server.test.ts',
  'test/**/build.test.ts',
  'test/{cli,cli-*}.test.ts',
  'test/codegen/{authorize-types,globals,handler-types,idempotency-types,unknown-names}.test.ts',
  'test/compiler/limits.test.ts',
  'test/import/{again,growth,hostile,texts-growth,types}.test.ts',
  'test/validation/agreement.test.ts',
];

// These take longer than the gate allows: they belong to `.ci/full`.
const long = [
  'test/import/{build,graph-growth}.test.ts',
  // It counts connections under load, which a busy machine can lose.
  'test/cluster/stops.test.ts',
  'test/bundlers/{commonjs,docs,entries,otel,streams,watch}.test.ts',
  'test/client-package/package.test.ts',
  'test/diff/build.test.ts',
  'test/docs/{client-recipes,commands,projects,recipes,sign-in}.test.ts',
  'test/cli-help.test.ts',
  'test/dev/{app-first,disposal,request-log,tools,undeclared}.test.ts',
  'test/{docs-page,mcp}/bundlers.test.ts',
  'test/mcp/stdio.test.ts',
  'test/e2e/{docs-page,docs-page-large,docs-page-webhooks,docs-page-sending,docs-site,overlay,overview}.test.ts',
  'test/github/**',
  'test/language-server/hostile.test.ts',
  'test/language-server/imported.test.ts',
  'test/init/questions.test.ts',
  'test/{diff,openapi}/github.test.ts',
  'test/plugin/preview.test.ts',
  'test/playground/lifecycle.test.ts',
  // They restart servers of state, in a run of their own.
  'test/restarts/{faults,recipes}.test.ts',
  'test/property/walk.test.ts',
];

// The gate runs these once, with the runtimes and packages that they need.
const platforms = ['test/exchanges/**', 'test/package.test.ts', 'test/serverless/**'];

// These have packages and a configuration of their own, but for the fixtures.
const others = ['test/{fixtures,frameworks,mcp-clients,middleware,observability,tanstack-query}/**'];

// The tests run the sources; the playground's own config builds it with the package as a user gets it.
export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: 'test/support/scratch-root.ts',
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
      { extends: true, test: { name: 'slow', include: slow.map(testsOf), exclude: [...long, ...others] } },
      { extends: true, test: { name: 'long', include: long.map(testsOf) } },
      { extends: true, test: { name: 'platforms', include: platforms.map(testsOf) } },
    ],
  },
});

/** The test files that a pattern means: one that ends in a directory has all of them. */
function testsOf(pattern: string): string {
  return pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern;
}
