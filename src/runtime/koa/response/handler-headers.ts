import type Koa from 'koa';

type Headers = ReturnType<Koa.Context['res']['getHeaders']>;

const BEFORE: unique symbol = Symbol('headers before the handler');

interface Remembered {
  [BEFORE]?: Headers | undefined;
}

/** Headers that describe a body, which a problem replaces: RFC 9110, 15.1. */
const OF_BODY: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-range',
  'content-disposition',
  'content-location',
  'content-digest',
  'repr-digest',
  'etag',
  'last-modified',
  'accept-ranges',
  'location',
  'link',
  'transfer-encoding',
  'trailer',
  'expires',
]);

/** Remembers the headers that middleware has set before the handler runs. */
export function rememberHeaders(ctx: Koa.ParameterizedContext): void {
  (ctx as Remembered)[BEFORE] = ctx.res.getHeaderNames().length === 0 ? NO_HEADERS : copyHeaders(ctx.res);
}

/** Sets a header of the response that stays if the request fails, as one of middleware does. */
export function setLastingHeader(ctx: Koa.ParameterizedContext, name: string, value: string): void {
  ctx.set(name, value);
  const before = (ctx as Remembered)[BEFORE];
  if (before !== undefined)
    (ctx as Remembered)[BEFORE] = Object.assign(Object.create(null), before, {
      [name.toLowerCase()]: value,
    }) as Headers;
}

const NO_HEADERS: Headers = Object.freeze(Object.create(null) as Headers);

function copyHeaders(res: Koa.ParameterizedContext['res']): Headers {
  // A copy, but later cookies are added to the same list.
  const headers = res.getHeaders();
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = [...value];
  }
  return headers;
}

/** Removes the headers that the handler has set, and those of the body that a problem replaces. */
export function restoreHeaders(ctx: Koa.ParameterizedContext): void {
  const { res } = ctx;
  const before = (ctx as Remembered)[BEFORE];
  if (before === NO_HEADERS && res.getHeaderNames().length === 0) return;
  if (before !== undefined) {
    for (const name of res.getHeaderNames()) if (!(name in before)) res.removeHeader(name);
    for (const [name, value] of Object.entries(before)) if (value !== undefined) res.setHeader(name, value);
  }
  removeBodyHeaders(ctx);
}

/** Removes the headers that describe a body. Of `Cache-Control`, only the values that forbid storing a problem stay. */
export function removeBodyHeaders({ res }: Koa.ParameterizedContext): void {
  for (const name of res.getHeaderNames()) if (OF_BODY.has(name)) res.removeHeader(name);
  const control = res.getHeader('Cache-Control');
  if (control === undefined) return;
  const directives = String(control).match(/(?<![\w-])(?:no-store|no-cache|private)(?![\w=-])/gi);
  if (directives === null) res.removeHeader('Cache-Control');
  else res.setHeader('Cache-Control', directives.join(', '));
}
