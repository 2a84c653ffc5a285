/** Keywords of recipes, by page and by section. */
export const RECIPES: { readonly [page: string]: string } = {
  'recipes/accounts': 'account accounts magic link registration saml ldap captcha',
  'recipes/accounts#forgot-password': 'reset change strength',
  'recipes/accounts#register-a-user': 'sign up signup register user create account registration',
  'recipes/accounts#send-an-email':
    'send email nodemailer smtp ses sendgrid resend mailgun postmark mail mjml twilio sms push notification onesignal',
  'recipes/accounts#two-factor-authentication-totp': '2fa mfa otp two factor authenticator',
  'recipes/accounts#verify-the-email-address': 'email verification confirm email verify email',
  'recipes/caching':
    'cache response cache responses memoize lru cache-control cache header etag 304 not modified gzip brotli cdn',
  'recipes/caching#good-to-know': 'no-store forbid caching memoize per request request cache',
  'recipes/caching#compression':
    'brotli gzip threshold breach crime attack disable compression for one response skip compression',
  'recipes/caching#redis': 'cache invalidation cache stampede cache per user redis connection error',
  'recipes/caching#cdn':
    'cdn cache cloudfront fastly s-maxage stale while revalidate public errors cached by cdn cache 404 cache errors no-store on errors',
  'recipes/configuration':
    'config validation validate env env validation staging stage secrets env variables settings dotenv process.env',
  'recipes/configuration#feature-flags': 'feature flag launchdarkly unleash openfeature toggle',
  'recipes/configuration#node_env': 'node_env lambda node_env workers node_env undefined node_env production app.env',
  'recipes/configuration#production-and-staging': 'multiple environments staging stage per environment',
  'recipes/configuration#secrets-docker-aws-secrets-manager-vault':
    'secrets manager vault aws secrets manager parameter store docker secrets kubernetes secrets sealed doppler 1password',
  'recipes/cors-and-rate-limits': 'throttle 429 too many requests token bucket preflight origin credentials',
  'recipes/cors-and-rate-limits#cors': 'cors preflight cache access-control-max-age multiple origins wildcard origin',
  'recipes/cors-and-rate-limits#brute-force-attempts-per-account':
    'rate limit per account per email brute force attempts lockout login account lockout password guessing credential stuffing',
  'recipes/cors-and-rate-limits#limits-per-user-api-key-or-plan': 'quota per plan rate limit etag counted twice',
  'recipes/cors-and-rate-limits#monthly-quotas-usage-limits':
    'monthly quota usage limit usage limit per month quota in database usage quota credits metered plan',
  'recipes/cors-and-rate-limits#rate-limits-in-redis': 'rate limit redis namespace two limiters distributed rate limit',
  'recipes/cors-and-rate-limits#rate-limits': 'x-ratelimit-reset ratelimit headers',
  'recipes/crud': 'crud resource rest relations foreign key update delete insert repository',
  'recipes/crud#bulk-delete': 'bulk delete delete many bulk update batch update batch insert bulk insert',
  'recipes/crud#counts-and-statistics': 'group by count aggregate statistics sum average report',
  'recipes/crud#create-post':
    'unique email unique value already exists duplicate insert create composite unique case insensitive unique',
  'recipes/crud#delete-and-soft-delete': 'soft delete trash restore deleted_at archive',
  'recipes/crud#ids-numbers-uuids-or-short-texts':
    'uuid primary key uuid v7 generate id nanoid auto increment ulid id format cuid',
  'recipes/crud#list-search-and-filter': 'full text search like ilike search text filter',
  'recipes/crud#many-to-many-relations': 'many to many join table pivot tags',
  'recipes/crud#nested-resources-one-to-many': 'nested resource sub resource has many foreign key parent child',
  'recipes/crud#read-get': 'get one by id find one get by id',
  'recipes/crud#seed-data': 'seed database seed data fake data faker sample data',
  'recipes/crud#status-changes-state-machine':
    'state machine status transition enum transition workflow approval draft publish',
  'recipes/crud#timestamps-and-authors-of-changes':
    'created_at updated_at timestamps created by updated by current user audit columns audit trail audit log who changed audit log failed changes audit trail failed requests',
  'recipes/crud#upsert-create-or-replace': 'upsert insert or update on conflict put create or replace',
  'recipes/database':
    'n+1 dataloader join relations sql sqlite postgresql kysely pg pool connection pool schema migrations migrate',
  'recipes/database#a-transaction':
    'rollback commit begin transaction propagation unit of work pass transaction to services',
  'recipes/database#concurrent-writes-and-row-locks':
    'select for update select for update select for update select for update select for update select for update lock race condition pessimistic locking concurrency oversell increment counter atomic increment overlap booking stock deadlock advisory lock distributed lock mutex',
  'recipes/database#in-your-project': 'sqlite in production',
  'recipes/database#log-sql-queries': 'log sql queries query log kysely log slow query debug sql',
  'recipes/database#migrations':
    'flyway liquibase schema migration run migrations at deployment run migrations on deploy migrate script migration command in production release command pre-deploy',
  'recipes/database#mysql-and-mariadb': 'mysql mariadb mysql2 tinyint datetime bigint',
  'recipes/database#postgresql':
    'postgres postgresql ssl pool size connection pool connection per request read replica statement timeout stored procedure raw sql function',
  'recipes/database#related-rows-without-n1-queries':
    'eager loading lazy loading left join include relations embed related resource expand',
  'recipes/database#values-of-columns-bigint-decimal-boolean-dates':
    'bigint decimal tinyint boolean datetime timestamp mysql2 numeric jsonb column types bigdecimal localdate',
  'recipes/error-mapping':
    'domain errors exception filter translate error handler middleware custom error class neverthrow effect result type',
  'recipes/error-mapping#database-errors':
    'prisma error unique constraint violation duplicate key foreign key violation P2002 P2003 P2025 23505 23503 database error db error',
  'recipes/exports': 'export import file download spreadsheet',
  'recipes/exports#excel-xlsx': 'excel xlsx exceljs spreadsheet sheetjs',
  'recipes/exports#import-csv':
    'csv import csv upload csv parse papaparse bulk import csv parse error malformed csv invalid csv',
  'recipes/exports#pdf': 'pdf generate pdf pdfkit puppeteer invoice pdf fails after build standard-fonts',
  'recipes/exports#zip': 'zip download zip archive archiver',
  'recipes/identity-providers':
    'oauth oidc openid connect jwks google sign in login okta cognito entra azure ad firebase supabase passport',
  'recipes/identity-providers#values-by-provider': 'opaque token introspection several issuers multi issuer b2c',
  'recipes/identity-providers#better-auth': 'lucia auth.js nextauth next-auth session library',
  'recipes/identity-providers#scopes-and-roles-from-keycloak-auth0-cognito-entra-id-and-okta':
    'keycloak roles realm roles auth0 permissions auth0 roles cognito groups entra roles azure ad groups rbac scp claim okta scopes okta groups sts.windows.net requestedaccesstokenversion v1 tokens issuer mismatch',
  'recipes/identity-providers#service-to-service-client-credentials':
    'client credentials machine to machine m2m service to service auth',
  'recipes/identity-providers#sign-in-users': 'two factor 2fa mfa totp passkeys webauthn magic link saml sso',
  'recipes/jobs':
    'queue kafka rabbitmq sqs queue worker bullmq pg-boss agenda p-queue graphile-worker inngest temporal workflow redis scheduler scheduled task cron cronjob background job async 202 accepted outbox',
  'recipes/jobs#background-tasks-after-the-response':
    'backgroundtasks background task after response fire and forget wait for promises on shutdown unawaited',
  'recipes/jobs#background-services-timers-and-loops-in-the-server':
    'background service hosted service ihostedservice backgroundservice setinterval timer interval loop periodic task polling loop',
  'recipes/jobs#build-and-start-the-worker':
    'build a worker second entry several entries several inputs multiple inputs multiple entry points start the worker in production rolldownoptions input',
  'recipes/jobs#cron':
    'cron cron job in server timezone schedule scheduler node-cron eventbridge cron in the same process run cron in server one process setinterval hot reload cron runs twice pm2',
  'recipes/jobs#rabbitmq-kafka-and-sqs':
    'rabbitmq consumer kafka consumer sqs amqplib nats mqtt message broker pubsub subscribe publish message rabbitmq publisher confirms',
  'recipes/jobs#the-operations': 'job status job progress polling poll 202 outbox pattern long running task',
  'recipes/jobs#the-worker': 'retry job delayed job dead letter unique job job queue worker',
  'recipes/jwt-and-sessions':
    'scopes bcrypt argon2 logout sign out sign in password login session cookie oauth oidc current user login',
  'recipes/jwt-and-sessions#both-in-one-app':
    'session expiry sliding session remember me maxage rolling stay signed in session ends when browser closes',
  'recipes/jwt-and-sessions#json-web-tokens':
    'bearer token auth bearer jwt auth verify token issuer audience clock skew expired error revoke revocation algorithms none jsonwebtoken koa-jwt jwt login jwt sign in issue access token issue token sign jwt create token signjwt',
  'recipes/jwt-and-sessions#rotate-secrets': 'rotate keys rotate secret key rotation jwt secret',
  'recipes/jwt-and-sessions#sessions-in-redis': 'session store redis connect-redis',
  'recipes/limits': 'timeout request timeout slow request abort abort cancel body size payload too large 413',
  'recipes/limits#timeouts-of-the-server':
    'google load balancer 502 keepalive 620 slowloris keep alive keepalive timeout idle connection 408 headers timeout',
  'recipes/limits#body-limits-upload-limits-and-others': 'max url length uri too long header size 431 414',
  'recipes/limits#timeouts-in-handlers':
    'timeout per operation slow call call external api fetch timeout external service upstream 502 504 bad gateway circuit breaker retry polly resilience4j partner api down cancellationtoken cancellation token call external api call an external api call external api call external api call external api',
  'recipes/limits#database-query-timeouts':
    'query timeout cancel query abort query pg cancel 57014 statement timeout driver signal promise.race',
  'recipes/money-and-times#money': 'round rounding tax vat percentage currency decimal.js dinero bigdecimal',
  'recipes/oauth-login':
    'passport passport.js passport passport js passport passport sign in with google github login social login oauth2 authorization code pkce openid connect passport sso callback url microsoft multiple providers',
  'recipes/observability':
    'logger log requests json logs request id pino winston access log audit log correlation id trace id request context slow requests redact disable logging log level metrics prometheus tracing spans apm datadog sentry',
  'recipes/observability#on-lambda-and-workers':
    'xray x-ray adot lambda opentelemetry lambda tracing lambda logs sentry lambda sentry cloudflare pino workers cloudwatch wraphandler withsentry',
  'recipes/observability#prometheus': 'metrics endpoint protect metrics prometheus cardinality prom-client',
  'recipes/observability#datadog': 'dd-trace datadog apm dd-trace trace ids in logs bundle size external',
  'recipes/observability#latency-error-rate-and-slos':
    'slo sli p95 p99 latency percentile error rate apdex alert grafana dashboard promql',
  'recipes/observability#log-requests':
    '499 client closed request disconnect log to file log to stdout log aggregation loki elk pretty logs cloudwatch',
  'recipes/observability#other-apm-agents': 'dynatrace oneagent appdynamics instana elastic apm',
  'recipes/observability#new-relic': 'newrelic',
  'recipes/observability#request-ids-in-all-log-lines':
    'request id correlation id x-request-id pino mixin request id in logs error body every log line all child logger asynclocalstorage',
  'recipes/observability#sentry': 'sentry user sentry release error tracking bugsnag rollbar',
  'recipes/observability#trace-ids-in-logs-log-correlation':
    'trace id in logs correlation id across services propagate trace context traceparent',
  'recipes/observability#where-to-send-traces-and-metrics-otlp':
    'otlp headers opentelemetry collector exporter grafana tempo jaeger honeycomb sampling service name',
  'recipes/observability#your-own-metrics': 'custom metrics counter gauge business metrics',
  'recipes/orms': 'sequelize mikro-orm prisma client',
  'recipes/orms#definitions-and-the-types-of-an-orm':
    'use prisma types as schema generate schema from database drizzle schema type entity dto',
  'recipes/orms#knex': 'knex transaction mysql2 trx',
  'recipes/orms#mongodb-with-mongoose':
    'mongoose mongodb objectid overwritemodelerror cannot overwrite model once compiled mongoose hot reload mongoose connection register model tojson virtuals lean objectid pattern',
  'recipes/orms#typeorm':
    'typeorm repository entity datasource typeorm decorators metadata columntypeundefinederror emitdecoratormetadata experimentaldecorators oracle oracledb',
  'recipes/own-conventions': 'envelope response format snake case style guide',
  'recipes/security':
    'secure hardening csp hsts content security policy xsrf ip allowlist whitelist redos xss sql injection ddos slowloris npm audit dependabot brute force vulnerability owasp',
  'recipes/security#built-in-protections':
    'request smuggling prototype pollution injection traversal clickjacking ssrf mass assignment path overposting json depth nesting eval log values echo duplicate json keys duplicate names nesting depth json bomb deeply nested',
  'recipes/security#before-you-go-live': 'sbom supply chain runtime dependencies go live production checklist',
  'recipes/security#captcha-turnstile-recaptcha': 'captcha turnstile recaptcha hcaptcha bot protection',
  'recipes/security#content-security-policy-csp': 'csp content security policy nonce script-src',
  'recipes/security#report-a-vulnerability': 'security policy cve vulnerability disclosure',
  'recipes/shutdown-and-health':
    'graceful shutdown sigterm in-flight requests sigterm timeout drain timeout in flight pending requests drain liveness readiness probe kubernetes healthz readyz health endpoint',
  'recipes/shutdown-and-health#close-redis-and-the-database-on-shutdown':
    "process does not exit process doesn't exit node process exit process hangs server keeps running after sigterm connect prisma redis close on shutdown close connections disconnect open handles",
  'recipes/storage': 'file upload s3 presigned signed url image avatar blob',
  'recipes/storage#return-several-image-types': 'png or jpeg several content types response image formats webp',
  'recipes/storage#serve-uploaded-files':
    'serve uploads uploaded images static files with prefix public folder koa-mount koa-static nosniff persistent disk volume upload directory',
  'recipes/storage#good-to-know':
    'virus scan clamav base64 image resumable upload private files delete uploaded file gcs google cloud storage azure blob cloudinary ffmpeg',
  'recipes/storage#resize-images': 'image resize thumbnail sharp avatar',
  'recipes/storage#upload-to-s3-from-the-server':
    'stream upload to s3 aws sdk put object stream multipart upload to storage',
  'recipes/storage#video-and-range-requests':
    'range request video audio seek partial content 206 video range 416 range not satisfiable koa-range',
  'recipes/tenants#owners': 'authorization by owner resource owner own data ownership',
  'recipes/tenants#the-tenant-in-every-query': 'row level security rls tenant id filter subdomain',
  'recipes/versioning':
    'versioning version v1 v2 multiple openapi documents separate document per version accept header',
  'recipes/versioning#versions-that-clients-send':
    'api version header unknown version unsupported version date version query parameter api-version media type version accept header',
  'recipes/orms#other-libraries':
    'sql server mssql tedious oracle oracledb sequelize mikro-orm objection postgres.js pg-promise slonik better-sqlite3 node:sqlite neon supabase planetscale turso elasticsearch typesense memcached clickhouse duckdb',
  'recipes/money-and-times#times':
    'naive datetime offset required convert to utc aware dayjs luxon date-fns moment temporal time zone localdate localdatetime',
  'recipes/exports#export-csv':
    'export csv csv export stream csv download large postgres cursor rows database cursor readable generator memory',
  'recipes/jobs#the-worker-in-development':
    'run worker in development worker npm run dev concurrently watch worker tsx',
  'recipes/orms#dates-decimals-and-bigint':
    'database date column return date row bigint string numeric decimal timestamp type parser pg prisma date',
  'recipes/security#csrf': 'csrf token origin check cross origin front end samesite subdomain',
  'recipes/crud#update-patch': 'patch sql only given fields set columns empty object empty body',
  'recipes/tenants#members-of-a-tenant':
    'team membership check membership for all operations below a folder current team of the user team of a user current tenant current organization user and team in context typed',
};
