import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import { KEYWORDS, keywordsOf, SEARCH_OPTIONS } from '../../docs/.vitepress/search.ts';
import { DOCS, PAGES, readPage } from './examples.ts';

// Tasks that people look up, with the words that they search for. The site's search finds each among its first results.

const TASKS: readonly (readonly [words: string, ...targets: string[]])[] = [
  // From the list that the docs are written for.
  ['app options', 'reference/app-options.md'],
  ['upload limit', 'guides/bodies.md#size-limits-of-bodies-and-uploads', 'reference/app-options.md#forms'],
  ['body size limit', 'reference/app-options.md#bodylimit', 'guides/bodies.md#size-limits-of-bodies-and-uploads'],
  ['mount in existing app', 'reference/koa.md#in-an-app-that-you-have', 'reference/app-options.md#createrouter'],
  ['jwt', 'recipes/jwt-and-sessions.md'],
  ['sessions', 'recipes/jwt-and-sessions.md'],
  ['error mapping', 'recipes/error-mapping.md'],
  ['cors', 'recipes/cors-and-rate-limits.md'],
  ['rate limit', 'recipes/cors-and-rate-limits.md#rate-limits'],
  ['logging', 'recipes/observability.md'],
  ['query list comma separated', 'guides/parameters.md#how-text-becomes-values', 'reference/constraints.md'],
  ['int64', 'guides/parameters.md#how-text-becomes-values', 'reference/constraints.md#formats', 'reference/types.md'],
  ['date', 'guides/parameters.md#how-text-becomes-values', 'help/faq.md#how-do-i-return-a-date'],
  ['hono', 'start/comparison.md'],
  ['migrate express', 'migrate/from-express.md'],
  ['import openapi', 'migrate/openapi-description.md', 'guides/openapi.md'],
  ['router prefix', 'reference/app-options.md#prefix', 'guides/routing.md#a-prefix-for-all-paths'],
  ['maxFileSize', 'reference/app-options.md#forms', 'guides/bodies.md'],
  ['optional authentication', 'guides/authentication.md#optional-sign-in'],
  ['transactions', 'recipes/database.md'],
  ['graceful shutdown', 'recipes/shutdown-and-health.md'],
  ['health check', 'recipes/shutdown-and-health.md#health-checks'],
  ['caching etag', 'recipes/caching.md'],
  ['command options', 'reference/command.md'],
  ['prisma unique error', 'recipes/error-mapping.md#database-errors'],
  ['stack trace 500', 'guides/errors.md#unexpected-errors'],
  ['better auth', 'recipes/identity-providers.md#better-auth'],
  ['upload mime type', 'guides/bodies.md#size-limits-of-bodies-and-uploads'],
  ['knex transaction', 'recipes/orms.md#knex'],
  ['rabbitmq consumer', 'recipes/jobs.md#rabbitmq-kafka-and-sqs'],
  ['ctx.state type middleware', 'start/typescript.md#extend-the-types'],
  ['custom validation', 'guides/errors.md#custom-validation'],
  ['cross-field validation', 'guides/errors.md#custom-validation'],
  ['validate two fields', 'guides/errors.md#custom-validation'],
  ['client auth header', 'guides/client.md'],
  ['upload multipart', 'guides/bodies.md#forms-and-file-uploads'],
  ['file upload size', 'guides/bodies.md#size-limits-of-bodies-and-uploads'],
  ['query parameter default', 'guides/parameters.md#optional-parameters-and-default-values'],
  ['invalid path parameter', 'guides/parameters.md#invalid-parameters'],
  ['bearer token auth', 'recipes/jwt-and-sessions.md#json-web-tokens'],
  ['lint comments', 'reference/command.md#in-ci'],
  ['eslint', 'help/faq.md#is-there-an-eslint-rule-for-the-comments'],
  ['kv namespace', 'deploy/workers.md'],
  // Chosen besides.
  ['file download stream', 'recipes/storage.md', 'guides/responses.md'],
  ['pagination total', 'guides/pagination.md'],
  ['custom error format', 'guides/errors.md#use-your-own-format', 'recipes/own-conventions.md'],
  ['unknown-directive', 'reference/diagnostics.md#unknown-directive'],
  ['redirect', 'guides/responses.md#redirects'],
  ['html response', 'guides/responses.md#text-html-csv-and-files'],
  ['response header', 'guides/responses.md#headers', 'reference/directives.md'],
  ['catch-all wildcard', 'guides/routing.md#catch-all-routes-wildcards'],
  ['nginx', 'deploy/node.md#behind-nginx-or-another-reverse-proxy'],
  ['roles', 'guides/authentication.md#roles-and-permissions'],
  ['background work', 'help/faq.md#how-do-i-run-background-work-after-the-response'],
  ['patch null', 'guides/schemas.md#partial-updates-patch'],
  ['idempotency store', 'recipes/database.md#idempotency-keys', 'guides/safe-writes.md#the-store'],
  ['editor', 'start/typescript.md#in-your-editor'],
  ['env', 'help/faq.md#which-environment-variables-are-read'],
  ['cross-field', 'help/faq.md#how-do-i-add-a-rule-that-no-schema-can-express'],
  ['set a cookie', 'guides/responses.md#cookies-and-downloads'],
  ['download a file', 'guides/responses.md#cookies-and-downloads'],
  ['defineOperation', 'reference/context.md#defineoperation', 'start/typescript.md'],
  ['swagger ui', 'reference/docs-page.md'],
  ['docker', 'deploy/docker.md'],
  ['lambda', 'deploy/lambda.md'],
  ['kubernetes', 'deploy/scaling.md', 'recipes/shutdown-and-health.md'],
  ['unit test', 'guides/testing.md'],
  ['pattern regex', 'reference/constraints.md', 'reference/constraints.md#slow-patterns'],
  ['trailing slash', 'guides/routing.md#trailing-slashes', 'reference/plugin-options.md#strict'],
  ['middleware order', 'reference/http.md#order-of-a-request', 'guides/middleware.md'],
  ['breaking changes', 'reference/diff.md'],
  ['tsconfig', 'start/typescript.md#tsconfigjson', 'start/quick-start.md'],
  ['isErrorOf', 'reference/client-api.md#iserrorof', 'guides/client.md#client-errors'],
  ['webpack', 'guides/bundlers.md#webpack'],
  ['behind proxy', 'reference/app-options.md#options-of-koa', 'deploy/node.md'],
  ['default value', 'guides/parameters.md', 'reference/constraints.md'],
  ['graphql', 'help/faq.md#can-i-use-websockets-or-graphql', 'start/introduction.md', 'reference/koa.md'],
  [
    'undeclared properties',
    'guides/bodies.md#undeclared-properties',
    'guides/responses.md#undeclared-properties-are-removed',
  ],
];

/** Words that new users type, and the pages that help them: one of these comes first or second. */
const COMMON: readonly (readonly [words: string, ...pages: string[]])[] = [
  ['file upload', 'guides/bodies', 'recipes/storage'],
  ['auth', 'guides/authentication'],
  ['login', 'recipes/jwt-and-sessions', 'recipes/refresh-tokens'],
  ['api key', 'guides/authentication'],
  ['bearer token', 'guides/authentication', 'recipes/jwt-and-sessions'],
  ['refresh token', 'recipes/refresh-tokens'],
  ['permissions', 'guides/authentication', 'guides/middleware'],
  ['multi tenant', 'recipes/tenants'],
  ['pagination', 'guides/pagination', 'recipes/large-lists'],
  ['validation error', 'guides/errors'],
  ['error handling', 'guides/errors', 'recipes/error-mapping'],
  ['environment variables', 'help/faq'],
  ['websocket', 'help/faq', 'recipes/shutdown-and-health', 'reference/koa'],
  ['server-sent events', 'guides/streams'],
  ['llm', 'recipes/llm-streams'],
  ['mcp', 'guides/tools'],
  ['hot reload', 'guides/dev-server'],
  ['mock server', 'reference/command', 'guides/dev-server'],
  ['postgres', 'recipes/database'],
  ['prisma', 'recipes/orms'],
  ['react query', 'guides/client-package', 'guides/client'],
  ['swagger', 'reference/docs-page'],
  ['openapi json', 'guides/openapi'],
  ['generate client', 'guides/client-package', 'guides/client', 'guides/openapi'],
  ['python client', 'guides/openapi'],
  ['deploy', 'deploy/index', 'deploy/node'],
  ['cloudflare', 'deploy/workers'],
  ['rate limiting', 'recipes/cors-and-rate-limits'],
  ['opentelemetry', 'recipes/observability'],
  ['sentry', 'recipes/observability'],
  ['enum', 'reference/types', 'reference/constraints', 'guides/schemas'],
  ['nullable', 'reference/types'],
  ['optional parameter', 'guides/parameters'],
  ['array query parameter', 'guides/parameters'],
  ['time zone', 'recipes/money-and-times'],
  ['request body', 'guides/bodies'],
  ['path parameter', 'guides/routing', 'guides/parameters', 'start/tutorial'],
  ['testing', 'guides/testing'],
  ['middleware', 'guides/middleware', 'reference/koa'],
  ['nestjs', 'migrate/from-nestjs', 'start/comparison'],
  ['s3', 'recipes/storage'],
  ['versioning', 'recipes/versioning', 'help/faq'],
  ['deprecated', 'guides/lifecycle'],
  ['idempotency key', 'guides/safe-writes', 'recipes/database'],
  ['getting started', 'start/quick-start', 'start/introduction'],
  ['static files', 'help/faq'],
  ['compression', 'recipes/caching'],
  ['zod', 'help/faq'],
  ['vs code', 'guides/editors'],
  ['timeout', 'recipes/limits'],
  // Words that readers did not find at first.
  ['query parameter', 'guides/parameters'],
  ['sort', 'guides/pagination', 'guides/parameters'],
  ['filter', 'guides/pagination', 'guides/parameters'],
  ['status code', 'guides/responses', 'reference/http'],
  ['optional body', 'guides/bodies'],
  ['body limit', 'recipes/limits', 'guides/bodies', 'reference/app-options'],
  ['upload limit', 'recipes/limits', 'guides/bodies', 'reference/app-options'],
  ['i18n', 'help/faq', 'recipes/error-mapping'],
  ['v1', 'recipes/versioning', 'help/faq', 'guides/routing'],
  ['config', 'recipes/configuration'],
  ['env', 'recipes/configuration'],
  ['drizzle', 'recipes/orms'],
  ['typeorm', 'recipes/orms'],
  ['dotenv', 'recipes/configuration'],
  ['migrate nestjs', 'migrate/from-nestjs'],
  ['request timeout', 'recipes/limits', 'help/faq'],
  ['abort', 'recipes/limits', 'guides/streams', 'guides/client'],
  ['orm', 'recipes/orms'],
  ['debug', 'help/faq'],
  ['breakpoint', 'help/faq'],
  ['hide endpoint', 'help/faq', 'reference/directives'],
  ['rbac', 'guides/authentication'],
  ['oidc', 'recipes/jwt-and-sessions'],
  ['sse', 'guides/streams'],
  ['regex', 'reference/constraints'],
  ['concurrency', 'guides/safe-writes'],
  ['client script', 'guides/client', 'guides/client-package'],
  ['javascript', 'start/typescript', 'help/faq'],
  ['autocomplete', 'guides/editors'],
  ['autocompletion', 'guides/editors'],
  ['mongodb', 'recipes/orms'],
  ['monorepo', 'guides/client-package'],
  ['hide openapi', 'guides/openapi'],
  ['change port', 'guides/dev-server', 'recipes/configuration'],
  ['port', 'guides/dev-server', 'recipes/configuration'],
  ['mock in tests', 'help/faq', 'guides/testing'],
  ['dependency injection', 'guides/testing', 'guides/middleware', 'help/faq', 'migrate/from-nestjs'],
  ['custom validation', 'help/faq', 'guides/errors'],
  ['global error handler', 'guides/errors', 'recipes/error-mapping'],
  ['throw not found error', 'guides/errors'],
  ['infer response type', 'guides/client'],
  ['generate typescript client', 'guides/client'],
  ['cancel request', 'guides/client', 'recipes/limits'],
  ['spectral lint', 'help/faq'],
  ['spring boot', 'start/comparison'],
  ['response validation', 'guides/responses'],
  ['export openapi file', 'guides/openapi'],
  ['npm create options', 'reference/command', 'start/quick-start'],
  ['set status code', 'guides/responses'],
  ['nextjs', 'guides/front-end-frameworks', 'help/faq', 'start/comparison', 'deploy/vercel'],
  ['next.js', 'guides/front-end-frameworks', 'help/faq', 'start/comparison', 'deploy/vercel'],
  ['shared types', 'guides/schemas', 'guides/client-package'],
  ['common types', 'guides/schemas', 'reference/types'],
  ['unknown fields', 'guides/bodies'],
  ['workspace pnpm', 'guides/client-package'],
  ['logger', 'recipes/observability'],
  ['migrations', 'recipes/database'],
  ['database schema migration', 'recipes/database'],
  ['connection pool', 'recipes/database'],
  ['token bucket 429', 'recipes/cors-and-rate-limits'],
  ['client authorization header', 'guides/client', 'guides/authentication'],
  ['export openapi yaml', 'guides/openapi'],
  ['fail pipeline on breaking api change', 'reference/diff'],
  ['restrict mime type upload', 'guides/bodies', 'recipes/storage'],
  ['location header', 'guides/responses'],
  ['pm2', 'deploy/process-managers'],
  ['netlify', 'deploy/vercel', 'deploy/index'],
  ['axios', 'guides/client', 'help/faq'],
  ['secrets', 'recipes/configuration', 'reference/app-options'],
  ['413 payload too large', 'recipes/limits', 'guides/bodies'],
  ['hmac signature', 'guides/webhooks'],
  ['health endpoint', 'recipes/shutdown-and-health'],
  // Around the API: clients, documents, databases, jobs.
  ['client refresh token 401', 'guides/client-recipes'],
  ['client interceptor', 'guides/client-recipes'],
  ['client timeout', 'guides/client-recipes', 'guides/client'],
  ['upload progress', 'guides/client-recipes'],
  ['client download file', 'guides/client-recipes'],
  ['form errors', 'guides/client-recipes', 'guides/errors'],
  ['enum values client', 'guides/client-recipes'],
  ['useMutation', 'guides/client-package'],
  ['swr', 'guides/front-end-frameworks'],
  ['nuxt', 'guides/front-end-frameworks'],
  ['sveltekit', 'guides/front-end-frameworks'],
  ['angular', 'guides/front-end-frameworks'],
  ['react native', 'guides/front-end-frameworks'],
  ['msw', 'guides/client-recipes'],
  ['grpc', 'help/faq'],
  ['llms.txt', 'help/faq'],
  ['bullmq', 'recipes/jobs'],
  ['cron', 'recipes/jobs'],
  ['queue', 'recipes/jobs'],
  // Everyday questions that found nothing, or no code.
  ['install', 'start/quick-start'],
  ['add to existing project', 'reference/command'],
  ['folder structure', 'reference/command'],
  ['operations new', 'reference/command'],
  ['array query', 'guides/parameters'],
  ['204 no content', 'guides/responses'],
  ['multiple response types', 'guides/responses'],
  ['return 404', 'guides/errors'],
  ['custom validation message', 'guides/errors'],
  ['log requests', 'recipes/observability', 'guides/middleware'],
  ['slow requests', 'recipes/observability', 'guides/middleware'],
  ['middleware one route', 'guides/middleware'],
  ['lifecycle hooks', 'guides/middleware'],
  ['onRequest', 'guides/middleware'],
  ['catch all', 'guides/routing'],
  ['optional path parameter', 'guides/routing'],
  ['nodemon', 'guides/dev-server'],
  ['path alias', 'start/typescript'],
  ['tsconfig paths', 'start/typescript'],
  ['type is not assignable', 'start/typescript'],
  ['share types frontend', 'guides/client'],
  ['multiple openapi documents', 'recipes/versioning', 'guides/openapi-tools'],
  ['trust proxy', 'deploy/proxies', 'reference/app-options', 'help/faq'],
  ['client ip', 'deploy/proxies', 'help/faq'],
  ['template engine', 'help/faq'],
  ['several operations in one file', 'help/faq'],
  ['test handler', 'guides/testing'],
  ['openapi 3.0', 'guides/openapi-tools'],
  ['scalar', 'guides/openapi-tools'],
  ['redoc', 'guides/openapi-tools', 'guides/openapi'],
  ['postman', 'guides/openapi-tools'],
  ['spectral', 'guides/openapi-tools', 'help/faq'],
  ['openapi example', 'guides/openapi'],
  ['outgoing webhooks', 'guides/openapi-tools'],
  ['callbacks', 'guides/openapi-tools'],
  ['schemathesis', 'guides/openapi-tools'],
  ['run code at startup', 'help/faq'],
  ['comment syntax', 'reference/directives'],
  ['arrow function', 'reference/directives'],
  ['phone number', 'reference/constraints'],
  ['validate query', 'guides/parameters'],
  ['large project structure', 'help/faq'],
  ['business logic', 'help/faq'],
  ['services folder', 'help/faq'],
  ['boilerplate', 'start/quick-start'],
  ['turborepo', 'guides/client-package'],
  ['string length', 'reference/constraints'],
  ['disable validation', 'help/faq'],
  ['native module', 'guides/bundlers'],
  ['batch', 'guides/bodies'],
  ['protobuf', 'guides/bodies'],
  ['content negotiation', 'guides/responses'],
  ['dynamic keys', 'reference/types'],
  ['readonly id', 'guides/schemas'],
  ['select properties', 'help/faq'],
  ['connect database startup', 'help/faq', 'recipes/database'],
  ['transform input', 'help/faq'],
  ['array body', 'guides/bodies'],
  ['nested object body', 'guides/bodies'],
  ['multiple files upload', 'guides/bodies'],
  ['reject unknown query', 'guides/parameters'],
  ['list routes', 'guides/routing'],
  ['show endpoints', 'guides/routing'],
  ['hmr', 'guides/dev-server'],
  ['gitignore', 'reference/command'],
  ['typed ctx.state', 'start/typescript'],
  ['req.params', 'migrate/from-express'],
  ['forward request', 'help/faq'],
  ['null vs undefined', 'guides/schemas'],
  ['joi', 'help/faq'],
  ['csrf', 'recipes/security'],
  ['helmet', 'recipes/security'],
  ['security headers', 'recipes/security'],
  ['xss', 'recipes/security'],
  ['ip allowlist', 'recipes/security', 'deploy/proxies'],
  ['auth0', 'recipes/identity-providers'],
  ['keycloak', 'recipes/identity-providers'],
  ['clerk', 'recipes/identity-providers'],
  ['jwks', 'recipes/identity-providers'],
  ['google sign in', 'recipes/oauth-login'],
  ['passport', 'recipes/oauth-login', 'reference/koa'],
  ['oauth', 'recipes/oauth-login', 'recipes/identity-providers'],
  ['social login', 'recipes/oauth-login'],
  ['mtls', 'deploy/node'],
  ['https', 'deploy/node'],
  ['hash password', 'recipes/jwt-and-sessions'],
  ['logout', 'recipes/jwt-and-sessions'],
  ['systemd', 'deploy/process-managers'],
  ['fly.io', 'deploy/cloud'],
  ['heroku', 'deploy/cloud'],
  ['cloud run', 'deploy/cloud'],
  ['render', 'deploy/cloud'],
  ['azure functions', 'deploy/cloud'],
  ['serverless framework', 'deploy/lambda'],
  ['cdk', 'deploy/lambda'],
  ['x-forwarded-host', 'deploy/proxies'],
  ['502', 'recipes/limits', 'deploy/proxies'],
  ['readiness probe', 'recipes/shutdown-and-health', 'deploy/scaling'],
  ['log slow requests', 'recipes/observability'],
  ['disable logging', 'recipes/observability'],
  ['audit log', 'recipes/observability'],
  ['spa fallback', 'reference/koa'],
  ['protect docs', 'reference/docs-page'],
  ['disable docs production', 'reference/docs-page', 'guides/openapi'],
  ['license', 'help/faq'],
  ['semver', 'help/faq'],
  ['node version', 'deploy/node', 'help/faq'],
  ['vite version', 'guides/bundlers', 'help/faq'],
  ['minify', 'guides/bundlers'],
  ['maintenance mode', 'help/faq'],
  ['overload', 'help/faq'],
  ['unhandledrejection', 'help/faq'],
  ['staging', 'recipes/configuration'],
  ['public route', 'guides/authentication'],
  ['test authenticated', 'guides/testing', 'guides/authentication'],
  ['unix socket', 'deploy/process-managers'],
  ['n+1', 'recipes/database'],
  ['client retry', 'guides/client', 'guides/streams'],
  ['x-amazon-apigateway-integration', 'guides/openapi'],
  ['deprecate field', 'help/faq'],
  ['ignore breaking change', 'reference/diff'],
  ['compare with production', 'reference/diff'],
  ['x-tagGroups', 'guides/openapi'],
  ['dynamodb', 'recipes/orms'],
  ['memoize', 'recipes/caching'],
  ['client error type', 'guides/client'],
  ['client all pages', 'guides/client'],
  ['client cookies', 'guides/client'],
  ['share validation frontend', 'guides/client-recipes', 'guides/client'],
  ['mcp authentication', 'guides/tools', 'guides/authentication'],
  ['chatgpt', 'guides/tools'],
  ['mysql', 'recipes/database'],
  ['testcontainers', 'guides/testing'],
  ['load test', 'guides/testing'],
  ['kafka', 'recipes/jobs'],
  ['send email', 'recipes/jobs'],
  ['resumable upload', 'recipes/storage'],
  ['prefetch ssr', 'guides/client-package', 'guides/front-end-frameworks'],
  ['drizzle transaction', 'recipes/orms'],
  ['objectid', 'recipes/orms'],
  ['redis cache', 'recipes/caching'],
  ['openai', 'recipes/llm-streams'],
  ['coverage', 'guides/testing'],
  ['contract test', 'guides/testing', 'guides/openapi-tools'],
  ['benchmark', 'start/comparison'],
  ['webhook signature', 'guides/webhooks', 'help/faq'],
  ['docker compose', 'deploy/docker'],
  ['custom 401', 'guides/authentication'],
  ['cold start', 'deploy/node'],
  ['error code', 'guides/errors'],
  ['problem own members', 'guides/errors'],
  ['waitUntil', 'deploy/workers'],
  ['bindings env', 'deploy/workers'],
  ['rate limit login', 'recipes/cors-and-rate-limits'],
  ['rate limit one route', 'recipes/cors-and-rate-limits'],
  ['client headers', 'guides/client'],
  ['client auth header', 'guides/client'],
  ['schema type typescript', 'guides/schemas', 'reference/types', 'start/typescript'],
  ['share parameters', 'guides/parameters'],
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

describe.skipIf(!isInstalled)('the search of the site, if the packages of docs are installed', () => {
  const MiniSearch = isInstalled ? require('minisearch') : undefined;

  // The options of VitePress.
  const sections = PAGES.flatMap(sectionsOf);
  const indexAll = (): { search(words: string, options: object): { id: string }[] } => {
    const index = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });
    index.addAll(sections);
    return index;
  };

  it('has the right page first or second for common words', () => {
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

  it('has keywords for pages and sections that exist', () => {
    const names = new Set(sections.map(({ id }) => id.replace('.md', '')));
    expect(Object.keys(KEYWORDS).filter((name) => !names.has(name))).toEqual([]);
  });

  it('finds what people look up', () => {
    expect(TASKS).toHaveLength(78);
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
