/** Keywords of the other pages: start, deploy, migrate, reference and help, by page and by section. */
export const OTHERS: { readonly [page: string]: string } = {
  'deploy/ci':
    'ci cd pipeline github actions test workflow continuous integration gitlab run tests in ci postgres cache npm stale out of date generated files',
  'deploy/ci#release-from-ci': 'release deploy with github actions vps ssh approval environments continuous deployment',
  'deploy/cloud':
    'gcp azure google cloud run fly.io render railway heroku netlify azure functions firebase digitalocean app runner ecs paas procfile 0.0.0.0 bind port',
  'deploy/cloud#flyio': 'fly.toml fly.io deploy',
  'deploy/cloud#google-cloud-run': 'cloud run gcloud gcp google cloud deploy to gcp',
  'deploy/cloud#railway':
    'railway railway.json railway.toml deploy to railway railway volume railway migrations railway health check predeploycommand',
  'deploy/cloud#render':
    'render.yaml render blueprint render environment variables render health check path render persistent disk',
  'deploy/docker': 'container image dockerfile compose alpine',
  'deploy/docker#build-and-run': 'distroless arm64 image size docker run healthcheck non root',
  'deploy/docker#development-in-docker': 'devcontainer codespaces docker compose dev dev server in docker',
  'deploy/docker#docker-in-a-monorepo-npm-pnpm-turborepo': 'docker monorepo dockerfile pnpm workspace turbo prune nx',
  'deploy/index': 'hosting production release',
  'deploy/lambda': 'serverless api gateway function url sam cdk terraform',
  'deploy/lambda#good-to-know':
    'lambda cold start lambda source maps lambda environment variables node_env lambda vpc rds proxy cloudfront lambda arm64 base64 image lambda image response provisioned concurrency limits payload size 6 mb api gateway 10 mb stage rest api http api streaming response upload size',
  'deploy/lambda#a-database-on-lambda':
    'lambda database lambda postgres connection pool lambda dispose top-level await once per instance rds proxy',
  'deploy/lambda#packages-outside-of-the-file-such-as-sharp':
    'sharp on lambda libsql on lambda native addon lambda bcrypt argon2 linux arm64 cross-platform install zip node_modules cannot find package lambda layer',
  'deploy/lambda#sqs-and-schedules-of-eventbridge':
    'lambda sqs consumer lambda cron lambda schedule scheduled lambda lambda queue eventbridge sns s3 event batchitemfailures second function unsupported event with the fields records',
  'deploy/lambda#api-gateway-authorizers':
    'lambda authorizer api gateway authorizer jwt authorizer cognito authorizer iam request context claims',
  'deploy/lambda#cors-on-lambda':
    'lambda cors preflight options authorizer 401 no access-control-allow-origin function url cors cors_configuration',
  'deploy/lambda#api-gateway-stages-and-custom-domains':
    'api gateway rest api http api stage prefix base path mapping 404 lambda timeout link header location header',
  'deploy/lambda#run-it-on-your-machine': 'lambda local development sam local serverless offline',
  'deploy/node#a-vps-from-start-to-finish':
    'vps ubuntu debian hetzner digitalocean droplet linode ovh ec2 own server rsync scp deploy to a server',
  'deploy/node':
    'node_env production which files to deploy compile cache cold start production start https tls http2 memory heap',
  'deploy/node#permission-model':
    'node permission model sandbox restrict file access allow-fs-read allow-fs-write allow-net',
  'deploy/node#memory-limits': 'memory limit out of memory oom oomkilled 137 heap max old space size memory leak',
  'deploy/process-managers#two-processes-without-downtime':
    'restart without downtime zero downtime systemd template unit',
  'deploy/process-managers':
    'vps process manager daemon service restart boot forever unix socket windows service iis nssm',
  'deploy/proxies':
    'reverse proxy load balancer zero downtime rolling restart x-forwarded-for x-forwarded-host client ip 502 bad gateway',
  'deploy/proxies#nginx':
    'nginx config nginx configuration nginx https certbot nginx rate limit nginx gzip nginx tls letsencrypt nginx websocket',
  'deploy/proxies#two-processes-without-downtime': 'nginx upstream two processes restart without downtime',
  'deploy/proxies#caddy-and-traefik': 'caddy caddyfile traefik envoy letsencrypt certificates',
  'deploy/scaling': 'cluster workers replicas horizontal autoscaling k8s pods',
  'deploy/scaling#on-one-machine': 'node cluster all cores cluster module several processes one machine multi core',
  'deploy/scaling#on-many-machines':
    'kubernetes autoscaling hpa ingress startup probe helm prestop scale horizontally scale out replicas',
  'deploy/scaling#rollouts-and-rollbacks':
    'blue green canary rolling update rollout rollback roll back deployment zero downtime deploy migrations on deploy argo',
  'deploy/vercel': 'netlify next.js hosting edge',
  'deploy/workers': 'wrangler edge d1 kv hyperdrive',
  'deploy/vercel#good-to-know':
    'vercel waituntil vercel body limit 4.5 mb vercel environment variables vercel cron vercel proxy',
  'deploy/workers#good-to-know':
    'node_env workers environment variables worker bundle size limit gzip free plan workers upload limit temporary files save file to r2 128 mb memory',
  'deploy/workers#run-it-on-your-machine': 'wrangler dev local development workerd npm start missing script .dev.vars',
  'deploy/workers#bindings-in-development-and-in-tests':
    'mock bindings fake bindings local d1 local kv getplatformproxy unit test worker vitest cloudflare protocol',
  'deploy/workers#cron-triggers-queues-and-staging':
    'workers cron trigger scheduled workers queue consumer wrangler staging workers secrets workers static assets workers custom domain d1 migrations',
  'help/faq': 'unhandledrejection uncaughtexception',
  'help/faq#can-i-split-an-api-into-several-functions-or-services':
    'split api several functions several lambda functions one function per route microservices monolith',
  'help/faq#how-does-it-scale-to-a-large-api-with-hundreds-of-routes':
    'scale number of endpoints hundreds of operations build time start time memory bundle size large api tsc slow type check time operations.d.ts size',
  'help/faq#how-do-i-return-a-date':
    'date in handler and response date object return date date in response toisostring',
  'help/faq#how-do-i-hide-an-endpoint-from-the-document':
    'hide operations openapi internal admin endpoints exclude internal operations from openapi',
  'help/faq#how-do-i-do-cpu-heavy-work-worker-threads':
    'worker threads piscina cpu bound blocking event loop image resize',
  'help/faq#how-do-i-validate-data-that-isnt-a-request-such-as-a-message':
    'validate object against definition programmatically queue kafka json file ajv',
  'help/faq#how-do-i-serve-internal-operations-on-another-port':
    'admin api on two ports second port management port internal port',
  'help/faq#can-i-turn-off-a-warning': 'suppress warning ignore warning disable warning diagnostic one line',
  'help/faq#can-i-use-websockets-or-graphql':
    'websocket dev server vite proxy ws websocket hangs upgrade socket.io graphql',
  'help/faq#can-i-use-javascript': 'commonjs cjs esm only require module.exports mjs',
  'help/faq#how-do-i-forward-requests-to-another-server':
    'proxy to another service bff backend for frontend http-proxy gateway',
  'help/faq#how-do-i-profile-a-slow-server-cpu-flame-graph':
    'profiling cpu profile flame graph performance slow server clinic',
  'help/faq#is-there-an-eslint-rule-for-the-comments':
    'husky pre-commit hook lint-staged prettier biome format comments eslint-plugin-jsdoc unknown tag',
  'help/faq#is-there-vendor-lock-in-how-do-i-stop-using-it': 'exit path leave eject abandoned migrate away',
  'help/faq#what-is-the-upgrade-policy-semver-breaking-changes-support':
    'upgrade package update version upgrade lts long term support deprecation policy changelog where is the changelog does an update change my api before and after update',
  'help/troubleshooting#build': 'types not updating restart ts server ts2307',
  'help/troubleshooting#requests':
    'econnrefused socket hang up 504 error body is required request body is not valid json',
  'help/troubleshooting#responses': 'cookie not set cookie missing',
  'help/troubleshooting#start': 'eaddrinuse address already in use err_module_not_found cannot find package',
  'migrate/from-express':
    'express router migration req.params req.query req.body res.json res.send res.status app.listen codemod convert routes automatically express codemod',
  'migrate/from-fastapi-and-django':
    'python pydantic fastapi django rest framework drf flask starlette uvicorn migrate from fastapi migrate from django come from python',
  'migrate/from-fastapi-and-django#dependencies-depends-with-yield':
    'depends dependency injection yield dependency_overrides request scope session per request unit of work',
  'migrate/from-fastapi-and-django#translate':
    'apirouter view set viewset serializer response_model exception_handler orderingfilter permission_classes atomic_requests lifespan uploadfile streamingresponse alembic pytest testclient throttling',
  'migrate/from-spring-and-aspnet':
    'spring boot java kotlin asp.net core dotnet .net c# csharp minimal api controller controllers annotations attributes migrate from spring come from java',
  'migrate/from-spring-and-aspnet#services-and-dependency-injection':
    'autowired @autowired constructor injection ioc container service class singleton scoped addsingleton addscoped bean service layer',
  'migrate/from-spring-and-aspnet#translate':
    'restcontroller controlleradvice preauthorize transactional actuator mockmvc webapplicationfactory entity framework ef core hibernate jpa appsettings application.yml fluentvalidation modelstate bean validation iformfile multipartfile backgroundservice hangfire quartz polly resilience4j feign refit resttemplate webclient httpclient automapper mapstruct lombok mediatr domain events signalr stomp ldap active directory windows authentication kerberos aop aspect flyway liquibase swashbuckle springdoc',
  'migrate/openapi-description':
    'swagger 2.0 swagger import import swagger contract first design first generate server from spec swagger file yaml',
  'reference/app-options#host': 'virtual hosts multi domain subdomain host name',
  'reference/command':
    'cli npm create options scaffold init template doctor check explain mock folder structure project structure directory layout generate operations new',
  'reference/command#start-a-project':
    'create flags non-interactive without a terminal skip questions in ci template typescript javascript choose options of npm create',
  'reference/command#add-an-operation-with-operations-new':
    'add endpoint new endpoint create endpoint new route scaffold generate operation',
  'reference/command#check-explain-and-list':
    'operations check fix operations explain operations list json single file table of endpoints with required roles security matrix',
  'reference/http#responses': 'server header fingerprint x-powered-by version disclosure banner',
  'reference/http#paths': 'double slash repeated slashes merge slashes duplicate slashes',
  'reference/http#requests': 'gzip bomb decompression bomb zip bomb',
  'reference/command#in-ci':
    'lint comments ci check comments lint eslint comment check stale openapi.json out of date operations.d.ts git diff',
  'reference/constraints':
    'string length number limits array limits regex pattern unique items min max number range positive integer phone number validate email',
  'reference/constraints#common-rules-email-phone-url-password':
    'validation rules email validation url validation password validation phone slug iban country code percentage color positive not empty blank',
  'reference/definitions#sets-of-parameters-and-responses': 'share responses share errors common responses',
  'reference/diff': 'operations diff breaking change ci gate pipeline fail compare contract oasdiff github actions',
  'reference/diff#in-ci': 'gitlab ci github actions breaking change gate monorepo working-directory subdirectory',
  'reference/diff#options':
    'operations diff json markdown pull request comment output format exit code changelog for clients api changelog release notes',
  'reference/directives':
    'operation id rename operation comment syntax comment syntax jsdoc comment not picked up comment not found several comments multi line description markdown arrow function named export default export anonymous function no operationid operationid default name',
  'reference/directives#security':
    'oauth flow oauth2 flows client credentials flow authorization code flow authorizationurl tokenurl security schemes declare oauth scopes openidconnect',
  'reference/directives#summary-operationid-tags-and-examples':
    'metadata rename operationid operation id group endpoints',
  'reference/docs-page': 'swagger authorize button try it out disable docs protect docs password swagger ui hide',
  'reference/docs-page#content':
    'swagger ui oauth client credentials client_secret pkce redirect uri oauth2-redirect token url cors swagger typeerror failed to fetch authorize try it out paste token',
  'reference/docs-page#protect-or-hide-the-page':
    'docs page public docs public on lambda docs public on workers node_env production disable swagger hide docs in production basic auth docs password',
  'reference/docs-page#options':
    'docs path with base docs page base docs page logo theme custom css branding swagger ui theme docs page oauth',
  'reference/http': 'head options request 405 415 406 content negotiation methods method not allowed',
  'reference/http#head-and-options-requests': 'head request options request allow header',
  'reference/http#statuses-of-the-server': '405 method not allowed 408 417 431 501 status codes of the server',
  'reference/koa': 'spa fallback index.html history compress plugins middleware list',
  'reference/koa#tested-middleware': 'express middleware koa-connect connect favicon',
  'reference/types': 'dynamic keys map dictionary record literal const string union numeric enum free form object',
  'reference/types#typescript-syntax-that-needs-a-definition':
    'partial omit pick tuple in comment jsdoc default type argument',
  'reference/types#nullable-values-enums-and-unions':
    'open enum extensible enum unknown enum value add enum value later enum values at run time share enum with code as const',
  'reference/types#recursive-types-generics-maps-and-enums':
    'recursive type tree generic type map dictionary typescript enum self reference circular definition free form metadata json field settings',
  'reference/types#typescript':
    'import schemas type intersection tuple template literal keyof pick omit partial required type alias index signature readonly array class definition function type conditional type mapped type branded types brand nominal opaque type newtype',
  'start/comparison':
    'requests per second throughput express koa benchmark performance java python alternatives vs next.js nextjs nitro tsoa trpc fastify nestjs',
  'start/introduction': 'node version requirements',
  'start/quick-start':
    'install installation setup get started new project boilerplate starter template example project sample app hello world',
  'start/typescript#extend-the-types': 'ctx.state type ctx.state middleware typed state context type declare module',
  'help/faq#can-i-define-schemas-with-zod-joi-or-typebox': 'valibot arktype yup ajv zod schema',
  'reference/constraints#formats':
    'naive datetime offset required time zone custom format own format format not checked iban checksum vat number custom validator function email format accepts uuid version nil uuid v4 v7 uri scheme which values are valid',
  'deploy/bun': 'bun compile binary executable',
  'deploy/deno': 'deno deploy compile binary executable',
  'deploy/node#behind-nginx-or-another-reverse-proxy': 'ingress path prefix strip prefix sub-path rewrite-target',
  'deploy/proxies#trust-proxy-and-the-clients-ip':
    'x-forwarded-host alb aws load balancer ingress-nginx traefik host spoof x-forwarded-for forged client ip trusted proxy addresses subnet list loopback',
  'migrate/from-express#with-operations': 'side by side incremental strangler 405 method not allowed express fallback',
  'reference/command#mock-server': 'mock whole api mock server all operations fake data example responses prism',
  'help/faq#which-environment-variables-are-read': 'env environment variables env',
  'migrate/from-express#with-express-in-front': 'mount in express app existing express server app.use',
  'migrate/from-express#use-express-middleware':
    'req.user req res next koa-connect connect express middleware express-session req.session share session express-rate-limit request.ip undefined res.status is not a function',
  'migrate/from-express#from-tsoa': 'tsoa expressAuthentication controllers migrate from tsoa',
  'migrate/from-nestjs#migrate-step-by-step': 'nest provider services dependency injection existing container',
  'start/typescript#strict-compiler-options':
    'strict tsconfig exact optional property types cannot be named knownrequests ts4023 declaration composite project references',
  'help/faq#how-do-i-send-64-bit-ids-or-bigint':
    'snowflake id int64 bigint large integer precision loss rounded numbers json 2^53',
  'start/typescript#operationsdts': 'commit generated files merge conflict gitignore',
  'help/faq#how-do-i-structure-a-large-project-services-modules-features':
    'feature folders operations next to features vertical slices clean architecture hexagonal architecture ddd domain driven repository pattern layers',
  'help/faq#which-generated-files-do-i-commit':
    'which generated files do i commit generated files git commit openapi.json',
  'help/faq#can-i-have-two-trees-in-one-server':
    'two apis in one server several apis one process koa-mount base combine apps mount two builds',
  'reference/diff#compare-with-a-document':
    'update of the library move operations directory move definitions diff after upgrade diff against a file',
  'start/typescript#tsconfigjson':
    'tsconfig.app.json project references vite template ts2307 cannot find module virtual:operations/client include',
  'reference/context#status-and-input-after-an-error':
    'ctx.status in catch ctx.status 404 after next status in middleware after error ctx.input undefined',
  'reference/command#files-of-a-new-project': 'gitignore',
  'reference/plugin-options#openapi': 'openapi version x-query query in openapi 3.1 force openapi 3.1',
  'reference/plugin-options#patches':
    'turn off patches patched packages koa in the bundle modified dependencies mime-db mime-types size debuglog workers',
};
