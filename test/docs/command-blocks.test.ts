import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, readBlocks, readPage } from './examples.ts';

// Every command of every page is run by a test. This names the test of each block; requests (`sh request`) are those of test/exchanges.

const root = join(import.meta.dirname, '../..');

/** A block by its page and by its title or first words, and what runs it. */
const RUN_BY: readonly (readonly [page: string, block: string, by: string])[] = [
  ['README.md', 'npm create', 'test/docs/commands.long.test.ts'],
  ['README.md', 'npm ci', '.ci/run'],
  ['index.md', 'npm create', 'test/docs/commands.long.test.ts'],
  ['start/quick-start.md', 'npm create', 'test/docs/commands.long.test.ts'],
  ['start/quick-start.md', 'curl', 'test/docs/commands.long.test.ts'],
  ['start/quick-start.md', 'npm run build', 'test/docs/commands.long.test.ts'],
  ['start/quick-start.md', 'run', 'test/docs/commands.long.test.ts'],
  ['reference/command.md', 'npm create', 'test/docs/commands.long.test.ts'],
  ['reference/command.md', 'npm install unplugin-operations', 'test/docs/commands.long.test.ts'],
  ['reference/command.md', 'npx operations new', 'test/docs/commands.long.test.ts'],
  ['reference/command.md', 'npx operations check', 'test/docs/commands.long.test.ts'],
  ['reference/diff.md', 'command', 'test/docs/diff.slow.test.ts'],
  ['guides/client.md', 'npx vite build', 'test/docs/commands.long.test.ts'],
  ['guides/front-end.md', 'build', 'test/docs/types.long.test.ts'],
  ['guides/client-package.md', 'monorepo', 'test/docs/client-package.long.test.ts'],
  ['guides/client-package.md', 'other-api', 'test/docs/client-package.long.test.ts'],
  ['guides/client-package.md', 'write', 'test/docs/client-package.long.test.ts'],
  ['guides/openapi-tools.md', 'lint', 'test/docs/served-pages.long.test.ts'],
  ['guides/openapi-tools.md', 'partner', 'test/docs/served-pages.long.test.ts'],
  ['guides/openapi-tools.md', 'old routes', 'test/docs/served-pages.long.test.ts'],
  ['guides/openapi-tools.md', 'join', 'test/docs/served-pages.long.test.ts'],
  ['guides/editors.md', 'cd packages/vscode', 'test/docs/commands.long.test.ts'],
  ['guides/tools.md', 'claude mcp add', 'test/docs/commands.long.test.ts'],
  ['reference/state.md', 'npx operations migrations', 'test/tools/migrations/command.slow.test.ts'],
  ['recipes/database.md', 'npx vite build --outDir dist/migrate', 'test/docs/recipes.long.test.ts'],
  ['recipes/jobs.md', 'npx vite build --outDir dist/worker', 'test/docs/recipes.long.test.ts'],
  ['guides/versions.md', 'npx operations openapi', 'test/docs/recipes.long.test.ts'],
  ['recipes/storage.md', 'curl', 'test/docs/commands.long.test.ts'],
  ['recipes/observability.md', 'opentelemetry', 'test/observability/page.test.ts'],
  ['recipes/observability.md', 'sentry', 'test/observability/page.test.ts'],
  ['recipes/observability.md', 'apm', 'test/observability/page.test.ts'],
  ['migrate/openapi-description.md', 'npm install', 'test/docs/commands.long.test.ts'],
  ['deploy/bun.md', 'run', 'test/serverless/platforms.test.ts'],
  ['deploy/deno.md', 'run', 'test/serverless/platforms.test.ts'],
  ['deploy/docker.md', 'Dockerfile', 'test/docs/commands.long.test.ts'],
  ['deploy/docker.md', 'FROM', 'test/docs/commands.long.test.ts'],
  ['deploy/docker.md', 'monorepo', 'test/docs/commands.long.test.ts'],
  ['deploy/docker.md', 'database', 'test/docs/commands.long.test.ts'],
  ['deploy/docker.md', 'run', 'test/docs/commands.long.test.ts'],
  ['deploy/fetch.md', 'build', 'test/serverless/deployment.ts'],
  ['deploy/fetch.md', 'deno', 'test/serverless/functions.test.ts'],
  ['deploy/fetch.md', 'bun', 'test/serverless/functions.test.ts'],
  ['deploy/google-functions.md', 'build', 'test/serverless/deployment.ts'],
  ['deploy/lambda.md', 'build', 'test/serverless/deployment.ts'],
  ['deploy/lambda.md', 'front-end', 'test/serverless/front-end.test.ts'],
  ['deploy/lambda.md', 'sqs', 'test/serverless/created.test.ts'],
  ['deploy/node.md', 'build', 'test/serverless/deployment.ts'],
  ['deploy/node.md', 'run', 'test/serverless/platforms.test.ts'],
  ['deploy/node.md', 'start', 'test/serverless/platforms.test.ts'],
  ['deploy/node.md', 'permission', 'test/serverless/platforms.test.ts'],
  ['deploy/scaling.md', 'npm run build', 'test/docs/commands.long.test.ts'],
  ['deploy/vercel.md', 'build', 'test/serverless/deployment.ts'],
  ['deploy/workers.md', 'build', 'test/serverless/deployment.ts'],
];

/** What needs an account elsewhere or another tool; the page tells its readers that it is not tested. */
const NOT_RUN: readonly (readonly [page: string, block: string, note: string])[] = [
  ['deploy/google-functions.md', 'deploy', "They don't run the `gcloud` command."],
  ['deploy/lambda.md', 'deploy', "They don't run the `aws` commands."],
  ['deploy/lambda.md', 'native', "The library's tests don't run these commands."],
  ['deploy/node.md', 'vps', "We haven't tested these commands."],
  ['deploy/node.md', 'copy', "We haven't tested these commands."],
  ['deploy/process-managers.md', 'sudo systemctl', "We haven't tested the examples for systemd."],
  ['deploy/proxies.md', 'sudo ln', "We haven't tested these commands."],
  ['deploy/vercel.md', 'deploy', "They don't run the `vercel` command."],
  ['deploy/workers.md', 'deploy', "They don't run wrangler."],
  ['reference/state.md', 'aws dynamodb', "Our tests don't run these commands."],
  ['guides/testing.md', 'npx vite build --ssr test/app.ts', "Our tests don't run Jest."],
];

/** The server of an example, which test/exchanges starts with the variables of the block. */
const STARTS_SERVER = /^(?:\w+=\S+ )*node dist\/server\.js\n$/;

interface Command {
  readonly page: string;
  readonly line: number;
  readonly title: string;
  readonly text: string;
}

const commands: readonly Command[] = ['../README.md', ...PAGES].flatMap((page) =>
  readBlocks(readPage(page))
    .filter(({ language, title }) => /^(?:sh|bash|console|dockerfile)$/.test(language) && title !== 'request')
    .map((block) => ({ ...block, page: page.replace('../', '') })),
);

const isNamed =
  ({ page, title, text }: Command) =>
  ([name, block]: readonly [string, string, string]): boolean =>
    name === page && (title === block || text.startsWith(block));
/** Installed by test/docs/commands.long.test.ts, all of them. */
const isInstall = ({ text }: Command): boolean => text.split('\n').every((line) => /^(?:npm install .*)?$/.test(line));

it('every command of every page is run by a test', () => {
  expect(commands.length).toBeGreaterThan(50);
  const unknown = commands.filter(
    (command) =>
      !isInstall(command) &&
      !(command.title === 'run' && STARTS_SERVER.test(command.text)) &&
      ![...RUN_BY, ...NOT_RUN].some(isNamed(command)),
  );
  expect(unknown.map(({ page, line, text }) => `${page}:${line} ${text.split('\n')[0]}`)).toEqual([]);
});

it('the list has no block that is gone', () => {
  const gone = [...RUN_BY, ...NOT_RUN].filter((row) => !commands.some((command) => isNamed(command)(row)));
  expect(gone).toEqual([]);
});

it.each(RUN_BY)('%s, "%s": %s names the page', (page, _block, by) => {
  // .ci/run has the commands of README.md; test/serverless gets the names of the pages from its callers.
  const names: Readonly<Record<string, string>> = { '.ci/run': 'npm test', 'test/serverless/deployment.ts': 'deploy/' };
  const shortName = by === 'test/serverless/platforms.test.ts' && /bun|deno/.test(page) ? '${name}.md' : undefined;
  expect(readFileSync(join(root, by), 'utf8')).toContain(shortName ?? names[by] ?? page.split('/').at(-1));
});

it.each(NOT_RUN)(`%s, "%s": the page states that it isn't run`, (page, _block, note) => {
  expect(readPage(page)).toContain(note);
});
