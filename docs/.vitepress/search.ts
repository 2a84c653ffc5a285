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
    'gcp azure google cloud run fly.io render railway heroku netlify azure functions firebase digitalocean app runner ecs paas procfile 0.0.0.0 bind port',
  'deploy/docker': 'container image dockerfile compose alpine',
  'deploy/docker#build-and-run': 'distroless arm64 image size docker run healthcheck non root',
  'deploy/docker#development-in-docker': 'devcontainer codespaces docker compose dev dev server in docker',
  'deploy/docker#docker-in-a-monorepo-npm-pnpm-turborepo': 'docker monorepo dockerfile pnpm workspace turbo prune nx',
  'deploy/index': 'hosting production release',
  'deploy/lambda': 'serverless api gateway function url sam cdk terraform',
  'deploy/lambda#run-it-on-your-machine': 'lambda local development sam local serverless offline',
  'deploy/lambda#api-gateway-authorizers':
    'lambda authorizer api gateway authorizer jwt authorizer cognito authorizer iam request context claims',
  'deploy/lambda#api-gateway-stages-and-custom-domains':
    'api gateway rest api http api stage prefix base path mapping 404 lambda timeout cors',
  'deploy/node': 'which files to deploy compile cache cold start production start https tls http2 memory heap',
  'deploy/node#memory-limits': 'memory limit out of memory oom oomkilled 137 heap max old space size memory leak',
  'deploy/process-managers': 'vps process manager daemon service restart boot forever unix socket',
  'deploy/proxies':
    'reverse proxy load balancer zero downtime rolling restart x-forwarded-for x-forwarded-host client ip 502 bad gateway',
  'deploy/proxies#caddy-and-traefik': 'caddy caddyfile traefik envoy letsencrypt certificates',
  'deploy/scaling': 'cluster workers replicas horizontal autoscaling k8s pods',
  'deploy/scaling#on-many-machines': 'kubernetes autoscaling hpa ingress startup probe helm prestop',
  'deploy/scaling#rollouts-and-rollbacks':
    'blue green canary rolling update rollout rollback roll back deployment zero downtime deploy migrations on deploy argo',
  'deploy/vercel': 'netlify next.js hosting edge',
  'deploy/workers': 'wrangler edge d1 kv hyperdrive',
  'guides/authentication':
    'public route bearer token bearer token allow anonymous 401 unauthorized 403 forbidden guard auth scheme verifier current user scopes roles authorization header types of auth',
  'guides/bodies':
    'json body post data multipart mime type upload size extra fields unknown fields additional properties bulk batch protobuf msgpack validate body',
  'guides/bodies#undeclared-properties':
    'extra property extra fields unknown fields unknown property whitelist body strict body additional properties',
  'guides/bodies#text-bytes-and-other-media-types': 'raw body binary body text body xml body protobuf msgpack',
  'guides/bodies#polymorphic-bodies': 'discriminator mapping union of objects polymorphism oneof',
  'guides/bodies#optional-bodies': 'empty body',
  'guides/bodies#forms-and-file-uploads':
    'file upload upload file upload multipart image urlencoded form html form array in form checkbox save upload file with json',
  'guides/bodies#size-limits-of-bodies-and-uploads':
    'file upload size upload limit max body size maximum 413 upload mime type allowed file types content type of a file',
  'guides/bundlers': 'build tool configuration minify native module addon sharp external',
  'guides/bundlers#bundle-size-and-minification': 'bundle analyzer visualizer large bundle',
  'guides/bundlers#tsup-tsdown-and-others': 'tsup tsdown bun build turbopack parcel swc esbuild rollup not supported',
  'guides/bundlers#source-maps': 'source map stack trace lines sentry sourcemaps upload',
  'guides/client':
    'tree shaking bundle size ajax xhr fetch wrapper sdk api client share types frontend authorization header token axios base url infer response type infer types inferRouterOutputs nextjs generate typescript client typed client',
  'guides/client#client-headers-and-authentication': 'client auth header client request id header per request',
  'guides/client#front-end-and-api-in-one-project':
    'deploy frontend and backend together full stack fullstack spa same server',
  'guides/client#retry-failed-requests': 'client idempotency key retry backoff',
  'guides/client#cookies-and-other-origins': 'client credentials include cross origin cookies withcredentials',
  'guides/client#in-a-script': 'client without bundler plain node script',
  'guides/client#how-requests-are-sent': 'client query array raw response client serialization list parameters',
  'guides/client#client-errors': 'client error body type catch error typed errors',
  'guides/client#cancel-a-request': 'client timeout abort request client cancel',
  'guides/client#dates': 'client date dates client date-time string',
  'guides/client-package': 'monorepo workspace pnpm shared types publish npm package sdk turborepo nx lerna',
  'guides/client-package#infinite-scroll': 'infinite scroll load more useinfinitequery intersection observer',
  'guides/client-package#optimistic-updates': 'optimistic update react query rollback onmutate',
  'guides/client-package#publish-from-ci-npm-github-actions':
    'publish client npm token npm publish github actions github packages registry artifactory verdaccio trusted publishing provenance release',
  'guides/client-recipes':
    'share validation front end frontend interceptor axios interceptors 401 unauthorized refresh token silent refresh form validation messages upload progress bar download save blob msw mock proxy environment options dropdown',
  'guides/client-recipes#base-url-per-environment-and-vite-proxy':
    'environment variables in frontend vite env vite proxy cors in development',
  'guides/client-recipes#show-errors-in-one-place':
    'toast show error message client global error handler notification snackbar',
  'guides/client-recipes#mock-the-api-in-tests-and-storybook': 'storybook playwright cypress msw front end tests',
  'guides/client-recipes#form-errors': 'field errors react hook form seterror formik vee-validate',
  'guides/dev-server': 'watch mode hot reload hmr live nodemon restart localhost port vite middleware',
  'guides/dev-server#https-in-development': 'dev server https certificate mkcert secure cookies localhost',
  'guides/editors':
    'intellisense vscode webstorm jetbrains extension eslint rename operation rename type refactor rename symbol',
  'guides/editors#other-editors': 'intellij webstorm jetbrains zed helix emacs sublime',
  'guides/errors':
    'throw not found return 404 async exception http error 422 error response problem details global error handler error code',
  'guides/errors#unexpected-errors': 'stack trace leak error details internal server error message production',
  'guides/errors#custom-validation':
    'cross-field validation validate two fields compare dates past date future date business rule refine validator 422 unprocessable',
  'guides/front-end-frameworks':
    'react hook useEffect swr vue nuxt svelte sveltekit angular next.js nextjs app router server components server actions ssr react native expo mobile app solid astro remix',
  'guides/front-end-frameworks#react':
    'react hook upload file from react stream response in react polling debounce search',
  'guides/front-end-frameworks#swr': 'swr mutation useswrmutation useswrinfinite',
  'guides/front-end-frameworks#nextjs':
    'nextjs rewrites nextjs proxy api server actions useactionstate server components app router revalidate',
  'guides/front-end-frameworks#server-side-rendering-remix-react-router-astro':
    'ssr cookies loader remix react router tanstack start astro set-cookie',
  'guides/front-end-frameworks#redux-toolkit-solid-and-others': 'rtk query redux createasyncthunk solid apollo zustand',
  'guides/lifecycle': 'deprecate sunset remove endpoint old version internal',
  'guides/middleware':
    'hooks before handler after handler skip exclude path request guard interceptor plugin context state inject',
  'guides/openapi':
    'export openapi yaml json spec document download publish title servers python go java client generator',
  'guides/openapi#publish-the-reference': 'readme.io swaggerhub bump.sh stoplight static reference github pages',
  'guides/openapi#clients-in-other-languages':
    'python client go client golang java client kotlin swift dart flutter ruby php rust csharp dotnet orval kubb hey-api stainless speakeasy fern openapi generator',
  'guides/openapi-tools':
    'convert downgrade scalar redoc rapidoc stoplight collection pact schemathesis contract testing partner internal public several documents outgoing',
  'guides/openapi-tools#api-gateways-and-portals-aws-azure-kong-backstage':
    'kong apigee azure api management backstage developer portal import into api gateway',
  'guides/openapi-tools#lint-with-spectral-or-redocly': 'spectral ruleset style guide api guidelines redocly lint',
  'guides/pagination': 'page limit offset cursor list total count link header sorting filtering response headers',
  'guides/parameters':
    'query string search params boolean array query list query date headers cookies request header validate query validate headers',
  'guides/parameters#undeclared-and-repeated-parameters': 'reject unknown query unknown parameter strict query',
  'guides/pagination#return-the-rows': 'page size max page size default page size limit offset',
  'guides/pagination#filter-and-sort':
    'filter operators greater than filter by multiple values filter by date filter boolean filter enum sort descending sort direction range',
  'guides/parameters#optional-parameters-and-default-values':
    'query parameter default optional query parameter min max make field optional make field required',
  'guides/parameters#invalid-parameters': 'invalid path parameter 400 invalid query not a number',
  'guides/responses':
    'status code set status code set status content negotiation multiple response types different responses return json return object redirect',
  'guides/responses#no-content-204': 'empty response return 204 no body void',
  'guides/responses#text-html-csv-and-files':
    'content type text response binary response download file robots.txt sitemap rss',
  'guides/routing':
    'path params regex route print routes list routes show endpoints nested routes dynamic segments prefix base url file based route get post put delete endpoint new endpoint get by id',
  'guides/safe-writes': 'duplicate requests retries',
  'guides/safe-writes#versions-etag':
    'optimistic locking optimistic lock conditional request if-match 412 428 lost update',
  'guides/safe-writes#repetitions-idempotent': 'duplicate request double submit retries idempotency idempotent',
  'guides/schemas':
    'shared types shared types share types null vs undefined missing omit common types reuse schema model dto interface inheritance generics',
  'guides/schemas#different-types-for-requests-and-responses':
    'readonly writeonly readonly id readonly property write only password input type output type',
  'guides/streams': 'eventsource live updates push progress ndjson websocket alternative',
  'guides/streams#the-client': 'client streaming eventsource client stream sse auth browser reconnect',
  'guides/testing':
    'coverage contract test test authenticated signed-in user vitest jest supertest test handler tests next to code inject mock override verifier service fixture integration test database',
  'guides/testing#coverage-load-tests-and-other-tests': 'e2e tests end to end playwright k6 load test coverage',
  'guides/tools': 'mcp server mcp authentication claude desktop cursor chatgpt connector ai agent llm function calling',
  'guides/tools#your-own-program': 'langchain ai sdk mcp client test mcp resources prompts',
  'guides/tools#connect-clients': 'mcp inspector windsurf copilot gemini codex cursor vs code client configuration',
  'guides/webhooks': 'hmac signature raw body callback stripe github receive events',
  'help/faq': 'unhandledrejection uncaughtexception',
  'help/faq#how-do-i-profile-a-slow-server-cpu-flame-graph':
    'profiling cpu profile flame graph performance slow server clinic',
  'help/faq#how-do-i-forward-requests-to-another-server':
    'proxy to another service bff backend for frontend http-proxy gateway',
  'help/faq#can-i-use-javascript': 'commonjs cjs esm only require module.exports mjs',
  'help/faq#what-is-the-upgrade-policy-semver-breaking-changes-support':
    'upgrade package update version upgrade lts long term support deprecation policy',
  'help/faq#is-there-an-eslint-rule-for-the-comments':
    'husky pre-commit hook lint-staged prettier biome format comments',
  'migrate/from-express':
    'express router migration req.params req.query req.body res.json res.send res.status app.listen',
  'migrate/openapi-description':
    'swagger 2.0 swagger import import swagger contract first design first generate server from spec swagger file yaml',
  'recipes/caching':
    'cache response cache responses memoize lru cache-control cache header etag 304 not modified gzip brotli cdn',
  'recipes/configuration':
    'config validation validate env env validation staging stage secrets env variables settings dotenv process.env',
  'recipes/caching#cdn': 'cdn cache cloudfront fastly s-maxage stale while revalidate public',
  'recipes/configuration#feature-flags': 'feature flag launchdarkly unleash openfeature toggle',
  'recipes/configuration#production-and-staging': 'multiple environments staging stage per environment',
  'recipes/configuration#secrets-docker-aws-secrets-manager-vault':
    'secrets manager vault aws secrets manager parameter store docker secrets kubernetes secrets sealed doppler 1password',
  'recipes/cors-and-rate-limits': 'throttle 429 too many requests token bucket preflight origin credentials',
  'recipes/cors-and-rate-limits#cors': 'cors preflight cache access-control-max-age multiple origins wildcard origin',
  'recipes/database':
    'n+1 dataloader join relations sql sqlite postgresql kysely pg pool connection pool schema migrations migrate',
  'recipes/error-mapping': 'domain errors exception filter translate error handler middleware custom error class',
  'recipes/error-mapping#database-errors':
    'prisma error unique constraint violation duplicate key foreign key violation P2002 P2003 P2025 23505 23503 database error db error',
  'recipes/jobs':
    'kafka rabbitmq sqs queue worker bullmq pg-boss redis scheduler scheduled task cron cronjob background job async 202 accepted outbox',
  'recipes/jwt-and-sessions':
    'scopes bcrypt argon2 logout sign out sign in password login session cookie oauth oidc current user',
  'recipes/jwt-and-sessions#sessions-in-redis': 'session store redis connect-redis',
  'recipes/jwt-and-sessions#rotate-secrets': 'rotate keys rotate secret key rotation jwt secret',
  'recipes/identity-providers#better-auth': 'lucia auth.js nextauth next-auth session library',
  'recipes/identity-providers':
    'oauth oidc openid connect jwks google sign in login okta cognito entra azure ad firebase supabase passport',
  'recipes/identity-providers#sign-in-users': 'two factor 2fa mfa totp passkeys webauthn magic link saml sso',
  'recipes/identity-providers#service-to-service-client-credentials':
    'client credentials machine to machine m2m service to service auth',
  'recipes/identity-providers#roles-from-keycloak-auth0-cognito-and-entra-id':
    'keycloak roles realm roles auth0 permissions auth0 roles cognito groups entra roles azure ad groups rbac',
  'recipes/jwt-and-sessions#json-web-tokens': 'bearer token auth bearer jwt auth verify token',
  'recipes/limits': 'timeout request timeout slow request abort abort cancel body size payload too large 413',
  'recipes/limits#body-limits-upload-limits-and-others': 'max url length uri too long header size 431 414',
  'recipes/oauth-login':
    'passport passport.js passport sign in with google github login social login oauth2 authorization code pkce openid connect passport sso callback url',
  'recipes/observability':
    'logger log requests json logs request id pino winston access log audit log correlation id trace id request context slow requests redact disable logging log level metrics prometheus tracing spans apm datadog sentry',
  'recipes/observability#sentry': 'sentry user sentry release error tracking bugsnag rollbar',
  'recipes/observability#log-requests': 'log to file log to stdout log aggregation loki elk pretty logs cloudwatch',
  'recipes/observability#your-own-metrics': 'custom metrics counter gauge business metrics',
  'recipes/observability#new-relic': 'newrelic',
  'recipes/observability#datadog': 'dd-trace datadog apm',
  'recipes/observability#latency-error-rate-and-slos':
    'slo sli p95 p99 latency percentile error rate apdex alert grafana dashboard promql',
  'recipes/observability#trace-ids-in-logs-log-correlation':
    'trace id in logs correlation id across services propagate trace context traceparent',
  'recipes/observability#where-to-send-traces-and-metrics-otlp':
    'otlp headers opentelemetry collector exporter grafana tempo jaeger honeycomb sampling service name',
  'recipes/orms': 'sequelize mikro-orm prisma client',
  'recipes/own-conventions': 'envelope response format snake case style guide',
  'recipes/security':
    'secure hardening csp hsts content security policy xsrf ip allowlist whitelist redos xss sql injection ddos slowloris npm audit dependabot brute force vulnerability owasp',
  'recipes/security#captcha-turnstile-recaptcha': 'captcha turnstile recaptcha hcaptcha bot protection',
  'recipes/security#report-a-vulnerability': 'security policy cve vulnerability disclosure',
  'recipes/security#content-security-policy-csp': 'csp content security policy nonce script-src',
  'recipes/versioning':
    'versioning version v1 v2 multiple openapi documents separate document per version accept header',
  'recipes/shutdown-and-health':
    'graceful shutdown sigterm drain liveness readiness probe kubernetes healthz readyz health endpoint',
  'recipes/orms#knex': 'knex transaction mysql2 trx',
  'recipes/jobs#rabbitmq-kafka-and-sqs': 'rabbitmq consumer kafka consumer sqs amqplib message broker pubsub subscribe',
  'recipes/storage': 'file upload s3 presigned signed url image avatar blob',
  'reference/docs-page': 'swagger authorize button try it out disable docs protect docs password swagger ui hide',
  'reference/docs-page#options': 'docs page logo theme custom css branding swagger ui theme docs page oauth',
  'reference/command':
    'cli npm create options scaffold init template doctor check explain mock folder structure project structure directory layout generate operations new',
  'reference/command#add-an-operation-with-operations-new':
    'add endpoint new endpoint create endpoint new route scaffold generate operation',
  'reference/command#check-explain-and-list':
    'operations check fix operations explain operations list json single file',
  'reference/command#in-ci': 'lint comments ci check comments lint eslint comment check',
  'reference/diff': 'operations diff breaking change ci gate pipeline fail compare contract oasdiff github actions',
  'reference/diff#options': 'operations diff json markdown pull request comment output format exit code',
  'reference/diff#in-ci': 'gitlab ci github actions breaking change gate',
  'reference/http': 'head options request 405 415 406 content negotiation methods method not allowed',
  'reference/http#statuses-of-the-server': '405 method not allowed 408 417 431 501 status codes of the server',
  'reference/http#head-and-options-requests': 'head request options request allow header',
  'reference/koa': 'spa fallback index.html history compress plugins middleware list',
  'reference/koa#middleware-that-is-tested': 'express middleware koa-connect connect favicon',
  'reference/types#typescript': 'intersection tuple template literal keyof pick omit partial required type alias',
  'reference/types': 'dynamic keys map dictionary record literal const string union numeric enum free form object',
  'guides/authentication#roles-and-permissions':
    'admin only endpoint require admin role check permission rbac authorization impersonate act as casbin abac permission matrix',
  'guides/authentication#the-current-user': 'current user logged in user me endpoint user id of request',
  'guides/authentication#protect-everything': 'protect all routes require login everywhere default security',
  'guides/authentication#credentials-by-scheme': 'basic auth http basic username password',
  'guides/authentication#api-keys': 'api key header api key query',
  'guides/errors#return-a-404-or-another-error': 'not found handler unknown route',
  'guides/middleware#middleware-for-all-requests': 'add header to all responses response time header',
  'guides/middleware#share-data-with-handlers-ctxstate':
    'ctx.state share data between middleware and handler request context res.locals pass data',
  'guides/responses#headers': 'custom header response header set header location header 201 location',
  'guides/responses#cookies-and-downloads': 'set cookie read cookie attachment content-disposition',
  'guides/responses#set-the-status-code': 'return different status',
  'guides/responses#undeclared-properties-are-removed': 'hide field remove property exclude password whitelist',
  'guides/schemas#typescript': 'extend interface extends inheritance import type',
  'guides/safe-writes#the-store': 'idempotency redis store',
  'guides/testing#with-a-database-and-a-user': 'test auth mock auth test authenticated',
  'recipes/crud#read-get': 'get one by id find one get by id',
  'recipes/jobs#the-operations': 'job status job progress polling poll 202 outbox pattern long running task',
  'recipes/jobs#the-worker': 'retry job delayed job dead letter unique job job queue worker',
  'recipes/jobs#cron': 'cron cron job in server timezone schedule scheduler node-cron',
  'recipes/limits#timeouts-in-handlers':
    'abort query cancel query slow query call external api fetch timeout external service',
  'recipes/money-and-times#money': 'round rounding tax vat percentage currency decimal.js',
  'recipes/orms#mongodb-with-mongoose': 'mongoose mongodb objectid',
  'recipes/orms#typeorm': 'typeorm repository entity datasource',
  'recipes/orms#definitions-and-the-types-of-an-orm':
    'use prisma types as schema generate schema from database drizzle schema type entity dto',
  'recipes/tenants#owners': 'authorization by owner resource owner own data ownership',
  'reference/directives#metadata': 'rename operationid operation id group endpoints tags',
  'reference/definitions#sets-of-parameters-and-responses': 'share responses share errors common responses',
  'guides/lifecycle#deprecate-a-parameter-or-a-property': 'deprecate field deprecate parameter deprecate property',
  'guides/responses#rename-compute-or-format-properties':
    'computed field rename field camelcase snake case serializer mapper dto format date',
  'guides/schemas#conditional-rules-required-if-at-least-one-of':
    'required if conditional validation either or exactly one of mutually exclusive dependent required oneof anyof',
  'guides/streams#errors': 'sse error stream error',
  'guides/streams#notify-all-clients-broadcast':
    'broadcast notify all clients chat room live notifications pubsub redis push',
  'guides/testing#fixtures-and-seed-data': 'test fixtures factory test data seed',
  'guides/testing#mock-emails-dates-and-requests':
    'mock time in tests mock time fake timers mock date clock test email spy test webhook test stream',
  'guides/testing#test-uploads': 'test upload formdata multipart test file',
  'guides/webhooks#check-the-signature': 'test webhook locally stripe github signature verify tunnel ngrok',
  'guides/webhooks#send-webhooks': 'send webhook outgoing webhook webhook retry sign ssrf',
  'recipes/accounts': 'account accounts magic link registration saml ldap captcha',
  'recipes/accounts#register-a-user': 'sign up signup register user create account registration',
  'recipes/accounts#verify-the-email-address': 'email verification confirm email verify email',
  'recipes/accounts#forgot-password': 'reset change strength',
  'recipes/accounts#send-an-email': 'send email nodemailer smtp ses sendgrid resend mailgun postmark mail',
  'recipes/accounts#two-factor-authentication-totp': '2fa mfa otp two factor authenticator',
  'recipes/crud': 'crud resource rest relations foreign key update delete insert repository',
  'recipes/crud#create-post':
    'unique email unique value already exists duplicate insert create composite unique case insensitive unique',
  'recipes/crud#list-search-and-filter': 'full text search like ilike search text filter',
  'recipes/crud#status-changes-state-machine':
    'state machine status transition enum transition workflow approval draft publish',
  'recipes/crud#timestamps-and-authors-of-changes':
    'created_at updated_at timestamps created by updated by current user audit columns audit trail',
  'recipes/crud#delete-and-soft-delete': 'soft delete trash restore deleted_at archive',
  'recipes/crud#bulk-delete': 'bulk delete delete many bulk update batch update batch insert bulk insert',
  'recipes/crud#upsert-create-or-replace': 'upsert insert or update on conflict put create or replace',
  'recipes/crud#nested-resources-one-to-many': 'nested resource sub resource has many foreign key parent child',
  'recipes/crud#many-to-many-relations': 'many to many join table pivot tags',
  'recipes/crud#counts-and-statistics': 'group by count aggregate statistics sum average report',
  'recipes/crud#ids-numbers-uuids-or-short-texts':
    'uuid primary key uuid v7 generate id nanoid auto increment ulid id format cuid',
  'recipes/crud#seed-data': 'seed database seed data fake data faker sample data',
  'recipes/database#a-transaction': 'rollback commit begin',
  'recipes/database#log-sql-queries': 'log sql queries query log kysely log slow query debug sql',
  'recipes/database#postgresql':
    'postgres postgresql ssl pool size connection pool connection per request read replica',
  'recipes/database#related-rows-without-n1-queries':
    'eager loading lazy loading left join include relations embed related resource expand',
  'recipes/database#in-your-project': 'sqlite in production',
  'recipes/database#concurrent-writes-and-row-locks':
    'select for update lock race condition pessimistic locking concurrency oversell increment counter atomic increment overlap booking stock deadlock',
  'recipes/database#values-of-columns-bigint-decimal-boolean-dates':
    'bigint decimal tinyint boolean datetime timestamp mysql2 numeric jsonb column types',
  'recipes/database#mysql-and-mariadb': 'mysql mariadb mysql2 tinyint datetime bigint',
  'recipes/exports': 'export import file download spreadsheet',
  'recipes/exports#import-csv': 'csv import csv upload csv parse bulk import',
  'recipes/exports#excel-xlsx': 'excel xlsx exceljs spreadsheet sheetjs',
  'recipes/exports#pdf': 'pdf generate pdf pdfkit puppeteer invoice',
  'recipes/exports#zip': 'zip download zip archive archiver',
  'recipes/observability#request-ids-in-all-log-lines':
    'request id correlation id x-request-id pino mixin request id in logs',
  'recipes/storage#resize-images': 'image resize thumbnail sharp avatar',
  'recipes/storage#upload-to-s3-from-the-server': 'stream upload to s3 aws sdk put object',
  'recipes/storage#video-and-range-requests': 'range request video audio seek partial content 206',
  'recipes/storage#good-to-know': 'virus scan clamav base64 image resumable upload private files delete uploaded file',
  'recipes/tenants#the-tenant-in-every-query': 'row level security rls tenant id filter subdomain',
  'reference/constraints#common-rules-email-phone-url-password':
    'validation rules email validation url validation password validation phone slug iban country code percentage color positive not empty blank',
  'reference/types#recursive-types-generics-maps-and-enums':
    'recursive type tree generic type map dictionary typescript enum self reference free form metadata json field settings',
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
  'reference/app-options#host': 'virtual hosts multi domain subdomain host name',
  'help/troubleshooting#start': 'eaddrinuse address already in use err_module_not_found cannot find package',
  'help/troubleshooting#requests': 'econnrefused socket hang up 504 error',
  'help/troubleshooting#responses': 'cookie not set cookie missing',
  'help/troubleshooting#build': 'types not updating restart ts server',
  'deploy/ci':
    'ci cd pipeline github actions test workflow continuous integration gitlab run tests in ci postgres cache npm',
  'deploy/ci#release-from-ci': 'release deploy with github actions vps ssh approval environments continuous deployment',
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
