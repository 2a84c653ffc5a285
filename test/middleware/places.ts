/** Where middleware can run: around every request, around `createRouter` in a Koa app, or in a `_middleware` file. */
export const PLACES = ['createApp', 'createRouter', '_middleware'] as const;

export type Place = (typeof PLACES)[number];

const EVERYWHERE = PLACES;
const AROUND_ALL = ['createApp', 'createRouter'] as const;

/** The places in which the tests run each middleware. The table of docs/reference/koa.md has the same rows. */
export const MIDDLEWARE = {
  '@koa/bodyparser': EVERYWHERE,
  '@koa/cors': AROUND_ALL,
  '@koa/multer': EVERYWHERE,
  '@koa/router': AROUND_ALL,
  '@ladjs/koa-views': EVERYWHERE,
  'graphql-http': AROUND_ALL,
  'koa-basic-auth': EVERYWHERE,
  'koa-body': EVERYWHERE,
  'koa-bodyparser': EVERYWHERE,
  'koa-cache-control': EVERYWHERE,
  'koa-compress': AROUND_ALL,
  'koa-conditional-get': EVERYWHERE,
  'koa-connect': EVERYWHERE,
  'koa-csrf': EVERYWHERE,
  'koa-easy-ws': AROUND_ALL,
  'koa-etag': EVERYWHERE,
  'koa-favicon': AROUND_ALL,
  'koa-helmet': EVERYWHERE,
  'koa-ip': EVERYWHERE,
  'koa-json': EVERYWHERE,
  'koa-jwt': EVERYWHERE,
  'koa-logger': EVERYWHERE,
  'koa-morgan': EVERYWHERE,
  'koa-mount': AROUND_ALL,
  'koa-onerror': AROUND_ALL,
  'koa-override': AROUND_ALL,
  'koa-passport': EVERYWHERE,
  'koa-pino-logger': EVERYWHERE,
  'koa-proxies': AROUND_ALL,
  'koa-qs': AROUND_ALL,
  'koa-range': AROUND_ALL,
  'koa-ratelimit': EVERYWHERE,
  'koa-requestid': EVERYWHERE,
  'koa-response-time': EVERYWHERE,
  'koa-rewrite': AROUND_ALL,
  'koa-route': AROUND_ALL,
  'koa-send': EVERYWHERE,
  'koa-session': EVERYWHERE,
  'koa-sslify': AROUND_ALL,
  'koa-static': AROUND_ALL,
  ws: AROUND_ALL,
} satisfies Readonly<Record<string, readonly Place[]>>;
