/** Keywords of guides, by page and by section. Those of the client are in clients.ts. */
export const GUIDES: { readonly [page: string]: string } = {
  'guides/authentication':
    'public route bearer token bearer token allow anonymous 401 unauthorized 403 forbidden guard auth scheme verifier current user scopes roles authorization header types of auth',
  'guides/authentication#api-keys': 'api key header api key query rotate api keys constant time compare timing attack',
  'guides/authentication#credentials-by-scheme': 'basic auth http basic username password',
  'guides/authentication#protect-everything':
    'protect all routes require login everywhere default security require login for many endpoints all endpoints protect a directory make everything private',
  'guides/authentication#roles-and-permissions':
    'protect admin routes role guard guard admin routes admin only endpoint require admin role check permission rbac authorization impersonate act as casbin abac permission matrix field only admins can change hide field from non admins property by role scopes ignored verifier third argument scope not checked',
  'guides/authentication#the-current-user': 'current user logged in user me endpoint user id of request',
  'guides/bodies':
    'send json with fetch post json content type 415 body is required json body post data multipart mime type upload size extra fields unknown fields additional properties bulk batch protobuf msgpack validate body',
  'guides/bodies#json-body-validation-properties-and-nested-objects':
    'validate request body validate body validated body parameters validated request body validation json body parameters request body property rating from 1 to 5',
  'guides/bodies#forms-and-file-uploads':
    'file upload upload file upload multipart image urlencoded form html form array in form checkbox save upload file with json',
  'guides/bodies#optional-and-empty-bodies': 'empty body missing body no body sent empty request body',
  'guides/bodies#polymorphic-bodies': 'discriminator mapping union of objects polymorphism oneof',
  'guides/bodies#size-limits-of-bodies-and-uploads':
    'file upload size upload limit max body size maximum 413 upload mime type allowed file types content type of a file magic bytes one operation per route smaller reject large body chunked body without content-length 411 length required',
  'guides/bodies#text-bytes-and-other-media-types': 'raw body binary body text body xml body protobuf msgpack',
  'guides/bodies#undeclared-properties':
    'extra property extra fields unknown fields unknown property whitelist body strict body additional properties',
  'guides/bundlers': 'build tool configuration minify native module addon sharp external',
  'guides/bundlers#bundle-size-and-minification': 'bundle analyzer visualizer large bundle',
  'guides/bundlers#source-maps': 'source map stack trace lines sentry sourcemaps upload',
  'guides/bundlers#tsup-tsdown-and-others':
    'tsup tsdown bun build turbopack parcel swc esbuild rollup not supported tsc ts-node nest build without bundler no bundler',
  'guides/bundlers#vite': 'vite plugin order transform plugin enforce generate operations virtual operation',
  'guides/dev-server':
    'watch mode hot reload hmr live nodemon restart localhost port vite middleware dev server request log',
  'guides/dev-server#edits-that-create-a-new-app':
    'dispose called after edit pool closed after edit too many connections dev server new app hot reload database connection',
  'guides/dev-server#which-server-responds': 'dev server proxy server.proxy dev server 404',
  'guides/dev-server#https-in-development': 'dev server https certificate mkcert secure cookies localhost',
  'guides/editors':
    'intellisense vscode webstorm jetbrains extension eslint rename operation rename type refactor rename symbol',
  'guides/editors#no-completion-or-diagnostics':
    'editor no completion hover not working language server logs crash language server monorepo',
  'guides/editors#other-editors': 'intellij webstorm jetbrains zed helix emacs sublime',
  'guides/errors':
    'throw not found return 404 async exception http error 422 error response problem details global error handler error code',
  'guides/errors#custom-validation':
    'cross-field validation validate two fields compare dates past date future date business rule refine validator 422 unprocessable at least one query filter conditional query parameters',
  'guides/errors#error-codes-and-your-own-members':
    'error code in all errors code on every problem machine readable code typed problem thrown problem not checked throws type checked satisfies',
  'guides/errors#malformed-json': 'invalid json malformed json syntax error json parse error no errors',
  'guides/errors#return-a-404-or-another-error':
    'not found handler unknown route http client error statuscode upstream',
  'guides/errors#send-422-instead-of-400':
    '422 unprocessable entity validation status change status of validation errors',
  'guides/errors#unexpected-errors':
    'stack trace leak error details internal server error message production unexpected 500 response log validation errors log 400 where are errors logged 500 error in the log internal server error no message stack trace',
  'guides/front-end-frameworks':
    'react hook useEffect swr vue nuxt svelte sveltekit angular next.js nextjs app router server components server actions ssr react native expo mobile app solid astro remix',
  'guides/front-end-frameworks#phones-emulators-and-the-dev-server':
    'phone lan physical device real device wifi android emulator ios simulator 10.0.2.2 adb reverse localhost from phone',
  'guides/front-end-frameworks#timeouts-and-lost-connections':
    'react native timeout abortsignal network request failed offline domexception',
  'guides/front-end-frameworks#vue-and-nuxt': 'nuxt ssr nuxt server route vue composable pinia',
  'guides/front-end-frameworks#svelte-and-sveltekit': 'sveltekit form actions load error',
  'guides/front-end-frameworks#electron-capacitor-and-browser-extensions':
    'electron capacitor ionic tauri chrome extension cordova desktop app',
  'guides/front-end-frameworks#nextjs':
    'nextjs rewrites nextjs proxy api server actions useactionstate server components app router revalidate cookies url env development monorepo',
  'guides/front-end-frameworks#react':
    'react setup jsx add react install react vite plugin react tsx react-jsx react hook upload file from react stream response in react polling debounce search abort on unmount',
  'guides/front-end-frameworks#redux-toolkit-solid-and-others': 'rtk query redux createasyncthunk solid apollo zustand',
  'guides/front-end-frameworks#server-side-rendering-remix-react-router-astro':
    'ssr cookies ssr cookie forwarding loader remix react router tanstack start astro set-cookie',
  'guides/front-end-frameworks#swr': 'swr mutation useswrmutation useswrinfinite',
  'guides/lifecycle': 'deprecate sunset remove endpoint old version internal',
  'guides/lifecycle#deprecate-a-parameter-or-a-property': 'deprecate field deprecate parameter deprecate property',
  'guides/middleware':
    'group of routes prefix middleware for a group directory hooks before handler after handler skip exclude path request guard interceptor plugin context state inject',
  'guides/middleware#the-contract-of-a-directory':
    'folder shared contract group of endpoints required header for all operations tags security for a folder class level requestmapping mapgroup',
  'guides/middleware#authorize-a-client': 'paid plan folder guard subscription feature access',
  'guides/middleware#middleware-for-all-requests': 'add header to all responses response time header',
  'guides/middleware#share-data-with-handlers-ctxstate':
    'ctx.state share data between middleware and handler request context res.locals pass data user and team in context typed typed context typed state user in context team in context',
  'guides/openapi':
    'export openapi yaml json spec document download publish title servers python go java client generator',
  'guides/openapi#clients-in-other-languages':
    'python client go client golang java client kotlin swift dart flutter ruby php rust csharp dotnet orval kubb hey-api stainless speakeasy fern openapi generator operationId names of generated clients unchanged model names in generated sdk type names in generated client name of schema inline schema names component names OK_2 generated names stable names',
  'guides/openapi#publish-the-reference': 'readme.io swaggerhub bump.sh stoplight static reference github pages',
  'guides/openapi#extensions-x-': 'x-codeSamples extension on a schema vendor extension on a property',
  'guides/openapi#openapi-examples': 'named examples multiple examples several examples names of examples',
  'guides/openapi#title-servers-and-tags': 'order of operations order of endpoints sort tags document order',
  'guides/openapi-tools':
    'convert downgrade scalar redoc rapidoc stoplight collection pact schemathesis contract testing partner internal public several documents outgoing',
  'guides/openapi-tools#api-gateways-and-portals-aws-azure-kong-backstage':
    'kong apigee azure api management backstage developer portal import into api gateway',
  'guides/openapi-tools#lint-with-spectral-or-redocly':
    'spectral ruleset style guide api guidelines redocly lint oas rules warnings',
  'guides/pagination': 'page limit offset cursor list total count link header sorting filtering response headers',
  'guides/pagination#filter-and-sort':
    'filter operators greater than filter by multiple values filter by date filter boolean filter enum sort descending sort direction range',
  'guides/pagination#the-next-cursor-in-the-body':
    'next_cursor next url in body cursor in response body cursor envelope',
  'guides/pagination#return-the-rows': 'page size max page size default page size limit offset',
  'guides/parameters':
    '@param syntax param syntax query string search params boolean array query list query date headers cookies request header validate query validate query string validate query parameters validate headers',
  'guides/parameters#invalid-parameters': 'invalid path parameter 400 invalid query not a number',
  'guides/parameters#optional-parameters-and-default-values':
    'query parameter default optional query parameter min max make field optional make field required',
  'guides/parameters#empty-values-and-empty-lists': 'empty list parameter empty query list empty array empty value',
  'guides/parameters#undeclared-and-repeated-parameters':
    'reject unknown query unknown parameter strict query undeclared property of object parameter unknown filter operator nested query parameter ignored mass assignment query additionalproperties query case sensitive names case-sensitive query parameter names case insensitive query header names cookie names',
  'guides/responses':
    'return uint8array return bytes return buffer status code set status code set status content negotiation multiple response types different responses return json return object redirect omit null omit null properties leave out null omit undefined',
  'guides/bodies#array-bodies-and-bulk-requests':
    '207 multi-status partial success errors per item batch create many bulk 207 per item validate items individually invalid items',
  'guides/responses#content-negotiation':
    'accept header pdf or json xml or json 406 not acceptable vary accept formats of one endpoint',
  'guides/responses#cookies-and-downloads':
    'set a cookie add a cookie cookie attributes setcookie response cookie read cookie attachment content-disposition umlaut in file name non-ascii filename utf-8 download name a download file clear cookie delete cookie remove cookie logout delete cookie expire cookie',
  'guides/responses#headers':
    'custom header response header set header location header 201 location declare header on every response ratelimit headers hateoas links build url of an operation createdataction',
  'guides/responses#no-content-204': 'empty response return 204 no body void',
  'guides/responses#rename-compute-or-format-properties':
    'computed field rename field camelcase snake case serializer mapper dto format date',
  'guides/responses#set-the-status-code': 'return different status',
  'guides/responses#text-html-csv-and-files':
    'content type text response binary response download file robots.txt sitemap rss',
  'guides/responses#response-validation':
    'response validation validate response schema does not match contract handler returns wrong type breaks contract 500 production',
  'guides/responses#undeclared-properties-are-removed':
    'hide field remove property exclude password whitelist record map typed map dictionary record of objects values of a map undeclared properties of map values',
  'guides/routing':
    'path params regex route print routes list routes show endpoints nested routes dynamic segments prefix base url file based route get post put delete endpoint new endpoint get by id',
  'guides/safe-writes#etags-in-the-client':
    'etag client if-match client 412 in a form edit form conflict lost update front end',
  'guides/safe-writes': 'duplicate requests retries safe writes etag idempotency key',
  'guides/safe-writes#limits-of-keys':
    'idempotent error not stored idempotent retry runs handler again error mapping mapped errors',
  'guides/safe-writes#retries-idempotent':
    'duplicate request double submit repeated request repetition retries idempotency idempotent',
  'guides/safe-writes#the-store': 'idempotency redis store redis idempotency store ioredis lua',
  'guides/safe-writes#etags-for-a-post-or-an-action':
    'etag post action approve if-match post if-match other path etag subresource ctx.etag version row',
  'guides/safe-writes#versions-etag':
    'optimistic locking optimistic lock conditional request if-match 412 428 lost update',
  'guides/schemas':
    'shared types shared types share types null vs undefined missing omit common types reuse schema model dto interface inheritance generics',
  'guides/schemas#conditional-rules-required-if-at-least-one-of':
    'required if conditional validation either or exactly one of mutually exclusive dependent required oneof anyof must match one of 2 alternatives anyof error message oneof validation error',
  'guides/schemas#different-types-for-requests-and-responses':
    'read only field readonly writeonly readonly id readonly property write only password input type output type omit partial create dto server generated',
  'guides/schemas#typescript':
    'extend interface extend definition extends inheritance import type interface in other file existing typescript interface class-validator dto classes existing types import type from own code orm type',
  'guides/streams':
    'eventsource live updates push progress ndjson websocket alternative backpressure slow client slow consumer',
  'guides/streams#errors': 'sse error stream error',
  'guides/streams#notify-all-clients-broadcast':
    'broadcast notify all clients chat room live notifications pubsub redis push',
  'guides/streams#the-client': 'client streaming eventsource client stream sse auth browser reconnect',
  'guides/streams#stream-a-large-json-array':
    'stream json array return readable large response memory async generator array',
  'guides/testing':
    'coverage contract test test authenticated signed-in user vitest jest supertest test handler tests next to code inject mock override verifier service fixture integration test database',
  'guides/testing#coverage-load-tests-and-other-tests':
    'e2e tests end to end playwright k6 artillery load test coverage mocha ava smoke test built bundle session in tests vitest watch jsdom happy-dom projects call handler directly unit test one operation without server vitest does not exit open handles hanging',
  'guides/testing#fixtures-and-seed-data':
    'test fixtures factory test data seed fishery generate sample data from schema json-schema-faker',
  'guides/testing#mock-emails-dates-and-requests':
    'mock time in tests mock time fake timers mock date clock test email spy test webhook test stream nock',
  'guides/testing#test-with-jest':
    'test with jest ts-jest babel-jest experimental-vm-modules jest esm must use import to load es module',
  'guides/testing#test-uploads': 'test upload formdata multipart test file',
  'guides/testing#with-postgresql': 'testcontainers postgres tests test database parallel tests truncate',
  'guides/testing#with-a-database-and-a-user':
    'test auth mock auth test authenticated test signed in user session cookie in tests koa.sess test with session fake user',
  'guides/tools': 'mcp server mcp authentication claude desktop cursor chatgpt connector ai agent llm function calling',
  'guides/tools#a-call-is-a-request':
    'mcp tool errors mcp streaming mcp file mcp pagination mcp auth token pass through mcp rate limit mcp logging',
  'guides/tools#a-local-client': 'mcp stdio claude desktop local client',
  'guides/tools#connect-clients': 'mcp inspector windsurf copilot gemini codex cursor vs code client configuration',
  'guides/tools#your-own-program': 'langchain ai sdk mcp client test mcp resources prompts',
  'guides/webhooks': 'hmac signature raw body callback stripe github receive events',
  'guides/webhooks#in-the-document': 'hide webhook from document internal webhook direction of webhooks',
  'guides/webhooks#check-the-signature': 'test webhook locally stripe github signature verify tunnel ngrok',
  'guides/webhooks#send-webhooks': 'send webhook outgoing webhook webhook retry sign ssrf',
  'guides/webhooks#payments-with-stripe': 'payment checkout stripe paypal subscription billing',
  'guides/responses#declare-responses':
    '@returns syntax returns syntax throws syntax multiple returns response type default status status omitted without status post 200 or 201',
  'guides/responses#media-type-of-errors':
    'custom error body throws media type default media type of errors content type of throws error type json',
  'guides/responses#an-error-body-that-isnt-a-problem':
    'error body that is not a problem error body not problem json own error body plain json error return error typed error body ctx.status 409 return own error body',
  'guides/bodies#temporary-files':
    'temp files tmp tmpdir temporary directory uploads emptydir disk crash cleanup read-only file system upload mode 600 permissions of uploaded files',
  'guides/bodies#stream-a-request-body-without-buffering':
    'stream request body stream upload without buffering ctx.req pipe request raw stream',
  'guides/errors#validation-errors':
    'field errors pointer missing field json pointer path of error detail joined semicolon detail of several errors',
  'guides/lifecycle#log-who-still-calls-it':
    'who still calls a deprecated endpoint deprecated callers count deprecated usage log deprecation',
  'guides/lifecycle#rename-or-move-an-operation': 'rename endpoint rename operation change path move route',
  'guides/routing#list-all-routes': 'show endpoints show all endpoints print routes',
  'guides/routing#file-names':
    'helper file in operations directory underscore sitemap.xml robots.txt dot in path curly braces in file names braces at sign windows powershell quote git add escape file or directory same route',
  'guides/routing#a-prefix-for-all-paths': 'ingress path prefix strip prefix sub-path base path rewrite-target',
  'guides/schemas#partial-updates-patch':
    'patch partial update dto optional fields merge null vs omitted undefined nested defaults deep partial deep merge patch',
  'guides/errors#your-own-validation-messages':
    'custom error message custom validation message pattern message translate messages',
  'guides/responses#redirects':
    'redirect old url moved path 301 308 permanent redirect redirect to another page redirect after login redirect with fetch client follows redirect 303 location.href',
  'guides/testing#test-all-operations':
    'naming conventions lint rule own rule require description tags every operation test permissions roles all endpoints snapshot openapi permission test',
  'guides/testing#with-a-port': 'test with the typed client',
  'guides/testing#list-public-operations':
    'public operations list unauthenticated endpoints without authentication security none audit ci check',
  'guides/openapi-tools#a-document-for-partners':
    'openapi exclude internal operations hide internal operations public openapi internal document partner client with only some operations subset of operations partner sdk filtered document hide internal operations from public openapi public api only docs ui public and internal documents two openapi documents',
  'guides/parameters#how-text-becomes-values': 'coerce strings to numbers number as string in json body',
  'guides/bodies#undeclared-or-repeated-files-must-not-be-a-file':
    'undeclared file unexpected file must not be a file must be one file two files where one is declared extra file same field twice empty file no file selected text instead of file unknown file field',
  'guides/bodies#missing-or-wrong-content-type':
    'missing content type no content-type header wrong content type json body 415 unsupported media type charset utf-8 content type must be application/json vnd.api+json without content type header',
  'guides/openapi#summary-and-description-markdown':
    'markdown description long description multi-line description multiline description wrapped summary description with list table description of a parameter markdown in comments line breaks in description paragraphs',
  'guides/routing#custom-methods-actions-with-a-colon':
    'custom action colon path custom method colon in path custom verb google api design aip :archive action endpoint',
  'guides/openapi#change-the-document-with-your-own-code':
    'transform openapi document postprocess openapi modify openapi document post-process document hook openapi change generated openapi overlay decorator x-logo x-codeSamples rename examples document',
  'guides/parameters#booleans-as-1-and-0':
    'boolean flag without value bare flag flag parameter boolean query empty value presence boolean 1 400 must be true or false',
};
