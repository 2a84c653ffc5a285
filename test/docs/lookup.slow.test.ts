import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import { KEYWORDS } from '../../docs/.vitepress/keywords.ts';
import { keywordsOf, SEARCH_OPTIONS } from '../../docs/.vitepress/search.ts';
import { DOCS, PAGES, readPage } from './examples.ts';

// Tasks that people look up, with the words that they search for. The site's search finds each among its first results.

const TASKS: readonly (readonly [words: string, ...targets: string[]])[] = [
  ['etag post action approve', 'guides/safe-writes.md#etags-for-a-post-or-an-action'],
  ['SIGTERM in-flight requests timeout', 'recipes/shutdown-and-health.md'],
  ['jwt login', 'recipes/jwt-and-sessions.md#json-web-tokens'],
  ['sign jwt', 'recipes/jwt-and-sessions.md#json-web-tokens'],
  ['railway volume', 'deploy/cloud.md#railway'],
  ['invalid json', 'guides/errors.md#malformed-json'],
  ['run migrations on deploy', 'recipes/database.md#migrations'],
  ['dev server too many connections', 'guides/dev-server.md#edits-that-create-a-new-app'],
  ['return png or jpeg', 'recipes/storage.md#return-several-image-types'],
  ['certbot', 'deploy/proxies.md#nginx'],
  ['dotenv production', 'recipes/configuration.md#env-files'],
  ['reject large body before reading', 'guides/bodies.md#size-limits-of-bodies-and-uploads'],
  ['spoof X-Forwarded-For', 'deploy/proxies.md#trust-proxy-and-the-clients-ip'],
  ['empty body', 'guides/bodies.md#optional-and-empty-bodies'],
  ['duplicate keys in json body', 'recipes/security.md#built-in-protections'],
  ['quota in database', 'recipes/cors-and-rate-limits.md#monthly-quotas-usage-limits'],
  ['add member to every error', 'guides/errors.md#use-your-own-format'],
  ['csv parse error', 'recipes/exports.md#import-csv'],
  ['cannot be named KnownRequests', 'start/typescript.md#strict-compiler-options'],
  ['index signature', 'guides/bodies.md#undeclared-properties', 'reference/types.md#typescript'],
  ['etag', 'guides/safe-writes.md#versions-etag', 'recipes/caching.md'],
  ['cloudflare rate limit', 'recipes/cors-and-rate-limits.md#rate-limits-on-cloudflare-workers'],
  ['dispose lambda', 'deploy/lambda.md#a-database-on-lambda'],
  ['hide docs in production', 'reference/docs-page.md#protect-or-hide-the-page'],
  ['node cluster', 'deploy/scaling.md#on-one-machine'],
  ['controller', 'migrate/from-spring-and-aspnet.md'],
  ['cancellationtoken', 'recipes/limits.md#timeouts-in-handlers'],
  ['security for all operations in a folder', 'guides/middleware.md#the-contract-of-a-directory'],
  ['advisory lock', 'recipes/database.md#concurrent-writes-and-row-locks'],
  ['outbox pattern', 'recipes/jobs.md'],
  ['case insensitive property names', 'guides/bodies.md#json-body-validation-properties-and-nested-objects'],
  ['bulk 207 per item', 'guides/bodies.md#array-bodies-and-bulk-requests'],
  [
    'declare oauth client credentials',
    'reference/directives.md#security',
    'guides/authentication.md#credentials-by-scheme',
  ],
  ['dependency_overrides', 'migrate/from-fastapi-and-django.md', 'guides/testing.md#with-a-database-and-a-user'],
  ['fire and forget', 'recipes/jobs.md#background-tasks-after-the-response'],
  ['request id in error response body', 'recipes/observability.md#request-ids-in-all-log-lines'],
  ['app options', 'reference/app-options.md'],
  ['query list comma separated', 'guides/parameters.md#how-text-becomes-values', 'reference/constraints.md'],
  ['graceful shutdown', 'recipes/shutdown-and-health.md'],
  ['ctx.state type middleware', 'start/typescript.md#extend-the-types'],
  ['bearer token auth', 'recipes/jwt-and-sessions.md#json-web-tokens'],
  ['lint comments', 'reference/command.md#in-ci'],
  ['pg bigint string', 'recipes/orms.md#dates-decimals-and-bigint'],
  ['nextjs cookies', 'guides/front-end-frameworks.md#nextjs'],
  ['endpoints without authentication', 'guides/testing.md#access-tests', 'guides/authentication.md#public-routes'],
  ['upload tmpdir', 'guides/forms-and-files.md#temporary-files'],
  ['merge openapi documents old routes', 'guides/openapi-tools.md#a-document-with-your-old-routes'],
  ['add enum value open enum', 'reference/types.md#nullable-values-enums-and-unions'],
  ['add react', 'guides/front-end-frameworks.md#react'],
  ['read only field', 'guides/schemas.md#different-types-for-requests-and-responses'],
  ['response does not match contract production', 'guides/responses.md#response-validation'],
  ['handler returns wrong type 500', 'guides/responses.md#response-validation'],
  ['field only for admins', 'guides/authentication.md#roles-and-permissions'],
  ['refresh token httponly cookie', 'recipes/refresh-tokens.md#browsers-and-mobile-apps'],
  ['sentry cloudflare', 'recipes/observability.md#on-lambda-and-workers'],
  ['custom error format', 'guides/errors.md#use-your-own-format', 'recipes/own-conventions.md'],
  ['idempotency store', 'recipes/database.md#idempotency-keys', 'guides/safe-writes.md#the-store'],
  ['kubernetes', 'deploy/scaling.md', 'recipes/shutdown-and-health.md'],
  ['default value', 'guides/parameters.md', 'reference/constraints.md'],
  ['express passport middleware req res next', 'migrate/from-express.md#use-express-middleware'],
  ['codemod convert routes automatically', 'migrate/from-express.md'],
  ['serve react app from api', 'guides/front-end.md'],
  ['require login for many endpoints', 'guides/authentication.md#protect-everything'],
  ['share verifiers between apis', 'guides/client-package.md#shared-authentication'],
  ['undeclared file', 'guides/forms-and-files.md#undeclared-or-repeated-files-must-not-be-a-file'],
  ['typed map undeclared properties', 'guides/responses.md#undeclared-properties-are-removed'],
  ['model names in generated sdk', 'guides/openapi.md#clients-in-other-languages'],
  ['x-query', 'reference/plugin-options.md#openapi', 'guides/query.md'],
  ['return Uint8Array', 'guides/responses.md', 'guides/responses.md#text-html-csv-and-files'],
  ['publish to rabbitmq', 'recipes/jobs.md#rabbitmq-kafka-and-sqs'],
  ['validate request body', 'guides/bodies.md#json-body-validation-properties-and-nested-objects'],
];

/** Words that new users type, and the pages that help them: one of these comes first or second. */
const COMMON: readonly (readonly [words: string, ...pages: string[]])[] = [
  ['login', 'recipes/jwt-and-sessions', 'recipes/refresh-tokens'],
  ['api key', 'guides/authentication'],
  ['bearer token', 'guides/authentication', 'recipes/jwt-and-sessions'],
  ['websocket', 'help/faq', 'recipes/shutdown-and-health', 'reference/koa'],
  ['openapi json', 'guides/openapi'],
  ['optional parameter', 'guides/parameters'],
  ['deprecated', 'guides/lifecycle'],
  ['filter', 'guides/pagination', 'guides/parameters'],
  ['typeorm', 'recipes/orms'],
  ['rbac', 'guides/authentication'],
  ['monorepo', 'guides/client-package'],
  ['throw not found error', 'guides/errors'],
  ['generate typescript client', 'guides/client'],
  ['export openapi file', 'guides/openapi'],
  ['shared types', 'guides/schemas', 'guides/client-package'],
  ['unknown fields', 'guides/bodies'],
  ['token bucket 429', 'recipes/cors-and-rate-limits'],
  ['export openapi yaml', 'guides/openapi'],
  ['health endpoint', 'recipes/shutdown-and-health'],
  ['nuxt', 'guides/front-end-frameworks'],
  ['queue', 'recipes/jobs'],
  ['install', 'start/quick-start'],
  ['slow requests', 'recipes/observability', 'guides/middleware'],
  ['share types frontend', 'guides/client'],
  ['postman', 'guides/openapi-tools'],
  ['validate query', 'guides/parameters'],
  ['protobuf', 'guides/bodies'],
  ['reject unknown query', 'guides/parameters'],
  ['null vs undefined', 'guides/schemas'],
  ['csrf', 'recipes/security'],
  ['passport', 'recipes/oauth-login', 'reference/koa'],
  ['cloud run', 'deploy/cloud'],
  ['audit log', 'recipes/observability'],
  ['overload', 'help/faq'],
  ['ignore breaking change', 'reference/diff'],
  ['chatgpt', 'guides/tools'],
  ['redis cache', 'recipes/caching'],
  ['problem own members', 'guides/errors'],
  ['turbo prune', 'deploy/docker'],
  ['blue green', 'deploy/scaling'],
  ['keycloak roles', 'recipes/identity-providers'],
  ['otlp', 'recipes/observability'],
  ['storybook', 'guides/client-recipes'],
  ['flame graph', 'help/faq'],
  ['virtual hosts', 'reference/app-options'],
  ['protected route frontend', 'guides/client-recipes'],
  ['cloudfront', 'deploy/lambda', 'recipes/caching'],
  ['mcp stdio', 'guides/tools'],
  ['full text search', 'recipes/crud'],
  ['left join', 'recipes/database'],
  ['foreign key violation', 'recipes/crud', 'recipes/error-mapping'],
  ['pdf', 'recipes/exports'],
  ['protect all routes', 'guides/authentication'],
  ['custom header', 'guides/responses', 'guides/middleware'],
  ['idempotency redis', 'guides/safe-writes', 'reference/app-options'],
  ['google cloud storage', 'recipes/storage', 'deploy/cloud'],
];

interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** The sections of a page, as the site's search indexes them. */
function sectionsOf(page: string): Section[] {
  const parents: string[] = [];
  const text = readPage(page).replace(/^(`{3,})[\s\S]*?^\1$/gm, (block) => block.replace(/^#/gm, ''));
  return text.split(/^(?=#{1,4} )/m).map((part) => {
    const [, marks = '#', heading = ''] = /^(#+) (.+)/.exec(part)!;
    const title = heading.replaceAll('`', '');
    parents.length = marks.length - 1;
    const titles = [...parents];
    parents.push(title);
    const anchor = marks.length === 1 ? '' : `#${anchorOf(heading)}`;
    // The site indexes text as readers see it, without Markdown.
    const shown = `${keywordsOf(page, anchor)}\n${part.replaceAll('`', '').replaceAll(/\]\([^)]*\)/g, '')}`;
    return { id: `${page}${anchor}`, title, titles, text: shown };
  });
}

const require = createRequire(join(DOCS, 'package.json'));
const isInstalled = existsSync(join(DOCS, 'node_modules/minisearch'));

/** Questions in sentences, as people ask them. */
const QUESTIONS: readonly (readonly [question: string, ...targets: string[]])[] = [
  ['how do I add authentication to an endpoint', 'guides/authentication.md'],
  ['how can I limit how many requests a user can make', 'reference/rate-limits.md', 'recipes/cors-and-rate-limits.md'],
  ['how do I upload a file', 'guides/forms-and-files.md', 'recipes/storage.md'],
  ['what happens if a request is sent twice', 'guides/safe-writes.md'],
  ['how do I return a list in pages', 'guides/pagination.md'],
  ['how do I connect to my PostgreSQL database', 'recipes/database.md'],
  ['how do I deploy this to AWS Lambda', 'deploy/lambda.md'],
  ['can I use it with an existing Express app', 'migrate/from-express.md'],
  ['how do I write a test for an endpoint', 'guides/testing.md'],
  ['how do I send an error with my own status', 'guides/errors.md', 'recipes/error-mapping.md'],
  ['how do I stream the output of an LLM to the browser', 'recipes/llm-streams.md', 'guides/streams.md'],
  ['how do I generate a client for my front end', 'guides/client.md', 'guides/client-package.md'],
  ['where do I put my environment variables', 'recipes/configuration.md'],
  ['how do I find breaking changes before I merge', 'reference/diff.md'],
  ['how do I deprecate an endpoint', 'guides/lifecycle.md'],
  ['how do I cache responses', 'recipes/caching.md', 'reference/directives.md'],
  ['which middleware runs before the handler', 'guides/middleware.md', 'reference/koa.md'],
  ['how do I shut down without losing requests', 'recipes/shutdown-and-health.md'],
];

describe.skipIf(!isInstalled)('the search of the site, if the packages of docs are installed', () => {
  const MiniSearch = isInstalled ? require('minisearch') : undefined;

  // The options of VitePress.
  const sections = PAGES.flatMap(sectionsOf);
  const indexAll = (): { search(words: string, options: object): { id: string }[] } => {
    const index = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });
    index.addAll(sections);
    return index;
  };

  it('finds the right page first or second for common words', () => {
    expect(new Set(COMMON.map(([words]) => words)).size).toBe(COMMON.length);
    const index = indexAll();
    const missed = COMMON.flatMap(([words, ...pages]) => {
      for (const page of pages) expect(PAGES).toContain(`${page}.md`);
      const found = index
        .search(words, SEARCH_OPTIONS)
        .slice(0, 2)
        .map(({ id }) => id);
      return found.some((id) => pages.some((page) => id.startsWith(`${page}.md`)))
        ? []
        : [`${words}: ${found.join(' ')}`];
    });
    expect(missed).toEqual([]);
  });

  it('finds the answers to questions in sentences among the first three', () => {
    const index = indexAll();
    const missed = QUESTIONS.flatMap(([question, ...targets]) => {
      const found = index
        .search(question, SEARCH_OPTIONS)
        .slice(0, 3)
        .map(({ id }) => id);
      return found.some((id) => targets.some((target) => id.startsWith(target)))
        ? []
        : [`${question}: ${found.join(' ')}`];
    });
    expect(missed).toEqual([]);
  });

  it('finds only keywords for pages and sections that exist', () => {
    const names = new Set(sections.map(({ id }) => id.replace('.md', '')));
    expect(Object.keys(KEYWORDS).filter((name) => !names.has(name))).toEqual([]);
  });

  it('finds what people look up', () => {
    expect(TASKS.length).toBeGreaterThanOrEqual(60);
    const index = indexAll();
    const ids = sections.map(({ id }) => id);
    const missed = TASKS.flatMap(([words, ...targets]) => {
      for (const target of targets) expect(ids).toContain(target);
      const found: string[] = index
        .search(words, SEARCH_OPTIONS)
        .slice(0, 5)
        .map(({ id }) => id);
      const isAboutMessages = targets.some((target) => target.includes('diagnostics'));
      if (!isAboutMessages && found[0]!.includes('diagnostics')) return [`${words}: a diagnostic comes first`];
      const isFound = targets.some((target) =>
        found.some((id) => id === target || (!target.includes('#') && id.startsWith(`${target}#`))),
      );
      return isFound ? [] : [`${words}: ${found.join(' ')}`];
    });
    expect(missed).toEqual([]);
  });
});
