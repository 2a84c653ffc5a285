/** How the site's search ranks results. test/docs/lookup.test.ts searches with the same options. */
export const SEARCH_OPTIONS: {
  readonly fuzzy: number;
  readonly prefix: boolean;
  readonly boost: { readonly title: number; readonly text: number; readonly titles: number };
  boostDocument(id: string): number;
} = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 6, text: 2, titles: 1.5 },
  // Diagnostics repeat the words of every feature, so a page about the feature comes first.
  boostDocument: (id) => (id.includes('reference/diagnostics') ? 0.35 : 1),
};

/** Words that people search for and that a page or section doesn't contain, because it uses others. They are added to its start in the index. */
export const KEYWORDS: { readonly [page: string]: string } = {
  'deploy/cloud':
    'google cloud run fly.io render railway heroku netlify azure functions firebase digitalocean app runner ecs paas procfile 0.0.0.0 bind port',
  'deploy/docker': 'container image dockerfile compose alpine',
  'deploy/index': 'hosting production release ci cd',
  'deploy/lambda': 'serverless api gateway function url sam cdk terraform',
  'deploy/node': 'which files to deploy compile cache cold start production start https tls http2 memory heap',
  'deploy/process-managers': 'process manager daemon service restart boot forever unix socket',
  'deploy/proxies':
    'reverse proxy load balancer zero downtime rolling restart x-forwarded-for x-forwarded-host client ip 502 bad gateway',
  'deploy/scaling': 'cluster workers replicas horizontal autoscaling k8s pods',
  'deploy/vercel': 'netlify next.js hosting edge',
  'deploy/workers': 'wrangler edge d1 kv hyperdrive',
  'guides/authentication':
    'public route bearer token bearer token allow anonymous 401 unauthorized 403 forbidden guard auth scheme verifier current user scopes roles authorization header types of auth',
  'guides/bodies':
    'json body post data multipart mime type upload size extra fields unknown fields additional properties raw body bulk batch protobuf msgpack validate body',
  'guides/bodies#forms-and-file-uploads': 'file upload upload file upload multipart image',
  'guides/bodies#size-limits-of-bodies-and-uploads':
    'file upload size upload limit max body size maximum 413 upload mime type allowed file types content type of a file',
  'guides/bundlers': 'build tool configuration minify native module addon sharp external',
  'guides/client':
    'tree shaking bundle size ajax xhr fetch wrapper sdk api client share types frontend authorization header token axios base url infer response type infer types inferRouterOutputs nextjs generate typescript client typed client',
  'guides/client-package': 'monorepo workspace pnpm shared types publish npm package sdk turborepo nx lerna',
  'guides/client-recipes':
    'share validation front end frontend interceptor axios interceptors 401 unauthorized refresh token silent refresh form validation messages upload progress bar download save blob msw mock proxy environment options dropdown',
  'guides/dev-server': 'watch mode hot reload hmr live nodemon restart localhost port vite middleware',
  'guides/editors': 'intellisense vscode webstorm jetbrains extension eslint',
  'guides/errors':
    'throw not found return 404 async exception http error 422 error response problem details global error handler error code',
  'guides/errors#unexpected-errors': 'stack trace leak error details internal server error message production',
  'guides/errors#custom-validation':
    'cross-field validation validate two fields compare dates business rule refine validator',
  'guides/front-end-frameworks':
    'react hook useEffect swr vue nuxt svelte sveltekit angular next.js nextjs app router server components server actions ssr react native expo mobile app solid astro remix',
  'guides/lifecycle': 'deprecate sunset remove endpoint old version internal',
  'guides/middleware':
    'hooks before handler after handler skip exclude path request guard interceptor plugin context state inject',
  'guides/openapi':
    'export openapi yaml json spec document download publish title servers python go java client generator',
  'guides/openapi-tools':
    'convert downgrade scalar redoc rapidoc stoplight collection pact schemathesis contract testing partner internal public several documents outgoing',
  'guides/pagination': 'page limit offset cursor list total count link header sorting filtering response headers',
  'guides/parameters':
    'query string search params boolean array query list query date headers cookies request header validate query validate headers',
  'guides/parameters#optional-parameters-and-default-values':
    'query parameter default optional query parameter min max',
  'guides/parameters#invalid-parameters': 'invalid path parameter 400 invalid query not a number',
  'guides/responses':
    'status code set status code set status content negotiation accept header hide field multiple response types different responses location header content type return 201 204 redirect download empty response',
  'guides/routing':
    'path params regex route print routes list routes show endpoints nested routes dynamic segments prefix base url file based route get post put delete endpoint new endpoint get by id',
  'guides/safe-writes': 'optimistic locking conditional request if-match 412 428 duplicate requests retries',
  'guides/schemas':
    'readonly writeonly shared types shared types share types null vs undefined missing readonly id write only password omit common types reuse schema model dto interface inheritance generics',
  'guides/streams': 'eventsource live updates push progress ndjson websocket alternative',
  'guides/testing':
    'coverage contract test test authenticated signed-in user vitest jest supertest test handler tests next to code inject mock override verifier service fixture integration test database',
  'guides/tools': 'mcp server mcp authentication claude desktop cursor chatgpt connector ai agent llm function calling',
  'guides/webhooks': 'hmac signature raw body callback stripe github receive events',
  'help/faq': 'unhandledrejection uncaughtexception',
  'migrate/from-express':
    'express router migration req.params req.query req.body res.json res.send res.status app.listen',
  'migrate/openapi-description': 'swagger 2.0 contract first design first generate server from spec swagger file yaml',
  'recipes/caching': 'memoize lru cache-control cache header etag 304 not modified gzip brotli cdn',
  'recipes/configuration': 'staging stage feature flags secrets env variables settings dotenv process.env',
  'recipes/cors-and-rate-limits': 'throttle 429 too many requests token bucket preflight origin credentials',
  'recipes/database':
    'n+1 dataloader join relations sql sqlite postgresql kysely pg pool connection pool schema migrations migrate',
  'recipes/error-mapping': 'domain errors exception filter translate',
  'recipes/error-mapping#database-errors':
    'prisma error unique constraint violation duplicate key P2002 P2025 23505 database error',
  'recipes/jobs':
    'email send mail kafka rabbitmq sqs queue worker bullmq pg-boss redis scheduler scheduled task cron cronjob background job async 202 accepted outbox',
  'recipes/jwt-and-sessions':
    'scopes bcrypt argon2 logout sign out sign in password login session cookie oauth oidc current user',
  'recipes/identity-providers#better-auth': 'lucia auth.js nextauth next-auth session library',
  'recipes/identity-providers':
    'oauth oidc openid connect jwks google sign in login okta cognito entra azure ad firebase supabase passport',
  'recipes/jwt-and-sessions#json-web-tokens': 'bearer token auth bearer jwt auth verify token',
  'recipes/limits': 'timeout request timeout slow request abort abort cancel body size payload too large 413',
  'recipes/oauth-login':
    'sign in with google github login social login oauth2 authorization code pkce openid connect passport sso callback url',
  'recipes/observability':
    'logger log requests json logs request id pino winston access log audit log correlation id trace id request context slow requests redact disable logging log level metrics prometheus tracing spans apm datadog sentry',
  'recipes/orms': 'mongoose mongo objectid sequelize knex mikro-orm prisma client',
  'recipes/own-conventions': 'envelope response format snake case style guide',
  'recipes/security':
    'secure hardening csp hsts content security policy xsrf ip allowlist whitelist redos xss sql injection ddos slowloris npm audit dependabot brute force vulnerability owasp',
  'recipes/versioning':
    'versioning version v1 v2 multiple openapi documents separate document per version accept header',
  'recipes/shutdown-and-health':
    'graceful shutdown sigterm drain liveness readiness probe kubernetes healthz readyz health endpoint',
  'recipes/orms#knex': 'knex transaction mysql2 trx',
  'recipes/jobs#rabbitmq-kafka-and-sqs': 'rabbitmq consumer kafka consumer sqs amqplib message broker pubsub subscribe',
  'recipes/storage': 'file upload s3 presigned signed url image avatar blob',
  'reference/docs-page': 'swagger authorize button try it out disable docs protect docs password swagger ui hide',
  'reference/command':
    'cli npm create options scaffold init template doctor check explain mock folder structure project structure directory layout generate operations new',
  'reference/command#in-ci': 'lint comments ci check comments lint eslint comment check',
  'reference/diff': 'breaking change ci gate pipeline fail compare contract oasdiff github actions',
  'reference/http': 'head options request 405 415 406 content negotiation methods method not allowed',
  'reference/koa': 'spa fallback index.html history compress plugins middleware list',
  'reference/types': 'dynamic keys map dictionary record literal const string union numeric enum free form object',
  'reference/directives':
    'operation id rename operation comment syntax comment syntax jsdoc multi line description markdown arrow function named export default export',
  'start/typescript#extend-the-types': 'ctx.state type ctx.state middleware typed state context type declare module',
  'start/introduction': 'node version requirements',
  'start/quick-start':
    'install installation setup get started new project boilerplate starter template example project sample app hello world',
  'reference/constraints':
    'string length number limits array limits regex pattern unique items min max number range positive integer phone number validate email',
  'start/comparison':
    'requests per second throughput express koa benchmark performance spring boot java python alternatives vs next.js nextjs nitro tsoa trpc fastify nestjs',
};

/**
 * The keywords of a page or section for the index, several times, because words in the text count less than those in titles.
 *
 * @param anchor The anchor of a section with its `#`. An empty one means the start of the page.
 */
export function keywordsOf(page: string, anchor = ''): string {
  const words = KEYWORDS[page.replace(/\.md$/, '') + anchor];
  return words === undefined ? '' : Array.from({ length: 4 }, () => words).join(' ');
}

/** Adds the keywords of a page and its sections to its rendered HTML, for the index alone. */
export function withKeywords(html: string, page: string): string {
  return html.replace(/<h([1-4]) id="([^"]*)".*?<\/h\1>/gs, (heading, level: string, id: string) => {
    const words = keywordsOf(page, level === '1' ? '' : `#${id}`);
    return words === '' ? heading : `${heading}\n<p>${words}</p>\n`;
  });
}
