/** Words that people search for and that a page or section doesn't contain, because it uses others. They are added to its start in the index. */
export const KEYWORDS: { readonly [page: string]: string } = {
  'guides/authentication':
    'public route bearer token bearer token allow anonymous 401 unauthorized 403 forbidden guard auth scheme verifier current user scopes roles authorization header types of auth',
  'guides/authentication#api-keys': 'api key header api key query rotate api keys',
  'guides/authentication#protect-everything':
    'protect all routes require login everywhere default security require login for many endpoints all endpoints protect a directory make everything private',
  'guides/bodies':
    'send json with fetch post json content type 415 body is required json body post data mime type extra fields unknown fields additional properties bulk batch protobuf msgpack validate body',
  'guides/bodies#json-body-validation-properties-and-nested-objects':
    'validate request body validate body validated body parameters validated request body validation json body parameters request body property rating from 1 to 5',
  'guides/bodies#size-limits-of-bodies-and-uploads':
    'file upload size upload limit max body size maximum 413 upload mime type allowed file types content type of a file magic bytes one operation per route smaller reject large body chunked body without content-length 411 length required',
  'guides/bodies#text-bytes-and-other-media-types': 'raw body binary body text body xml body protobuf msgpack',
  'guides/client':
    'tree shaking bundle size ajax xhr fetch wrapper sdk api client share types frontend authorization header token axios base url infer response type infer types inferRouterOutputs nextjs generate typescript client typed client',
  'guides/front-end':
    'deploy frontend and backend together full stack fullstack spa same server serve react app from api same process production',
  'guides/client-recipes#pages-for-signed-in-users': 'protected route frontend sign in form route guard redirect',
  'guides/dev-server#edits-that-create-a-new-app':
    'dispose called after edit pool closed after edit too many connections dev server new app hot reload database connection',
  'guides/errors':
    'throw not found return 404 async exception http error 422 error response problem details global error handler error code',
  'guides/errors#malformed-json': 'invalid json malformed json syntax error json parse error no errors',
  'guides/forms-and-files': 'multipart form data upload multer file upload form post checkbox',
  'guides/front-end-frameworks#nextjs':
    'nextjs rewrites nextjs proxy api server actions useactionstate server components app router revalidate cookies url env development monorepo',
  'guides/middleware':
    'group of routes prefix middleware for a group directory hooks before handler after handler skip exclude path request guard interceptor plugin context state inject',
  'guides/middleware#the-contract-of-a-directory':
    'folder shared contract group of endpoints required header for all operations tags security for a folder class level requestmapping mapgroup',
  'guides/openapi':
    'export openapi yaml json spec document download publish title servers python go java client generator',
  'guides/openapi#clients-in-other-languages':
    'python client go client golang java client kotlin swift dart flutter ruby php rust csharp dotnet orval kubb hey-api stainless speakeasy fern openapi generator operationId names of generated clients unchanged model names in generated sdk type names in generated client name of schema inline schema names component names OK_2 generated names stable names',
  'guides/parameters':
    '@param syntax param syntax query string search params boolean array query list query date headers cookies request header validate query validate query string validate query parameters validate headers',
  'guides/responses':
    'return uint8array return bytes return buffer status code set status code set status content negotiation multiple response types different responses return json return object redirect omit null omit null properties leave out null omit undefined',
  'guides/responses#headers':
    'custom header response header set header location header 201 location declare header on every response ratelimit headers hateoas links build url of an operation createdataction',
  'guides/responses#response-validation':
    'response validation validate response schema does not match contract handler returns wrong type breaks contract 500 production',
  'guides/safe-writes': 'duplicate requests sent twice retries safe writes',
  'guides/safe-writes#retries-idempotent':
    'duplicate request sent twice double submit retry payment idempotency key what happens twice',
  'guides/schemas':
    'shared types shared types share types null vs undefined missing omit common types reuse schema model dto interface inheritance generics',
  'guides/schemas#different-types-for-requests-and-responses':
    'read only field readonly writeonly readonly id readonly property write only password input type output type omit partial create dto server generated',
  'guides/testing':
    'coverage contract test test authenticated signed-in user vitest jest supertest test handler tests next to code inject mock override verifier service fixture integration test database',
  'guides/testing#access-tests':
    'public operations list unauthenticated endpoints without authentication security none audit ci check access matrix permissions roles test guards measureAccess',
  'guides/testing#test-all-operations':
    'naming conventions lint rule own rule require description tags every operation test permissions roles all endpoints snapshot openapi permission test',
  'guides/tools#a-local-client': 'mcp stdio claude desktop local client',
  'migrate/from-spring-and-aspnet':
    'spring boot java kotlin asp.net core dotnet .net c# csharp minimal api controller controllers annotations attributes migrate from spring come from java',
  'recipes/cors-and-rate-limits': 'throttle 429 too many requests token bucket preflight origin credentials',
  'recipes/crud': 'crud resource rest relations foreign key update delete insert repository',
  'recipes/database#related-rows-without-n1-queries':
    'eager loading lazy loading left join include relations embed related resource expand',
  'recipes/error-mapping':
    'domain errors exception filter translate error handler middleware custom error class neverthrow effect result type',
  'recipes/jobs':
    'queue kafka rabbitmq sqs queue worker bullmq pg-boss agenda p-queue graphile-worker inngest temporal workflow redis scheduler scheduled task cron cronjob background job async 202 accepted outbox',
  'recipes/jwt-and-sessions':
    'scopes bcrypt argon2 logout sign out sign in password login session cookie oauth oidc current user login',
  'recipes/jwt-and-sessions#json-web-tokens':
    'bearer token auth bearer jwt auth verify token issuer audience clock skew expired error revoke revocation algorithms none jsonwebtoken koa-jwt jwt login jwt sign in issue access token issue token sign jwt create token signjwt',
  'recipes/limits#timeouts-in-handlers':
    'timeout per operation slow call call external api fetch timeout external service upstream 502 504 bad gateway circuit breaker retry polly resilience4j partner api down cancellationtoken cancellation token call external api call an external api call external api call external api call external api',
  'recipes/oauth-login':
    'passport passport.js passport passport js passport passport sign in with google github login social login oauth2 authorization code pkce openid connect passport sso callback url microsoft multiple providers',
  'recipes/observability#request-ids-in-all-log-lines':
    'request id correlation id x-request-id pino mixin request id in logs error body every log line all child logger asynclocalstorage',
  'recipes/security#built-in-protections':
    'request smuggling prototype pollution injection traversal clickjacking ssrf mass assignment path overposting json depth nesting eval log values echo duplicate json keys duplicate names nesting depth json bomb deeply nested',
  'recipes/shutdown-and-health':
    'graceful shutdown sigterm in-flight requests sigterm timeout drain timeout in flight pending requests drain liveness readiness probe kubernetes healthz readyz health endpoint',
  'reference/app-options#host': 'virtual hosts multi domain subdomain host name',
  'reference/command#in-ci':
    'lint comments ci check comments lint eslint comment check stale openapi.json out of date operations.d.ts git diff',
  'reference/types#typescript':
    'import schemas type intersection tuple template literal keyof pick omit partial required type alias index signature readonly array class definition function type conditional type mapped type branded types brand nominal opaque type newtype',
  'start/quick-start':
    'install installation setup get started new project boilerplate starter template example project sample app hello world',
  'start/typescript#extend-the-types': 'ctx.state type ctx.state middleware typed state context type declare module',
  'start/typescript#strict-compiler-options':
    'strict tsconfig exact optional property types cannot be named knownrequests ts4023 declaration composite project references',
};
