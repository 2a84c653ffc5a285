import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** The reads of headers in a `_middleware` file that find nothing. */
function found(body: string): string[] {
  const text = `export default (ctx, next) => { ${body} return next(); };`;
  return compile({ 'one.js': '/** Some. */\nexport default () => {};', '_middleware.js': text })
    .diagnostics.filter(({ code }) => code === 'unset-header')
    .map((each) => `${each.severity} ${brief(each)[1]!}`);
}

describe('A header by a name in upper case', () => {
  it.each([
    ["if (ctx.headers['X-Blocked']) ctx.throw(403);", "'X-Blocked'"],
    ["if (ctx.header['Authorization'] === 'no') ctx.throw(403);", "'Authorization'"],
    ["if (ctx.request.headers['X-Role'] === 'guest') ctx.throw(403);", "'X-Role'"],
    ["if (ctx.req.headers?.['X-Role'] === 'guest') ctx.throw(403);", "'X-Role'"],
    ["const { headers } = ctx; if (headers['X-Role'] === 'guest') ctx.throw(403);", "'X-Role'"],
    ["const { headers } = ctx.request; if (headers['X-Role'] === 'guest') ctx.throw(403);", "'X-Role'"],
    ["const headers = ctx.req.headers; if (headers['X-Role'] === 'guest') ctx.throw(403);", "'X-Role'"],
  ])('Warns: %s', (body, text) => {
    expect(found(body)).toEqual([`warning ${text}`]);
  });

  it.each([
    "if (ctx.headers['x-blocked']) ctx.throw(403);",
    "if (ctx.get('X-Blocked') !== '') ctx.throw(403);",
    "ctx.headers['X-User'] = 'me';",
    "if (ctx.response.headers['X-Blocked']) ctx.throw(403);",
    "if (event.headers['X-Blocked']) ctx.throw(403);",
    "if (ctx.input.header['X-Blocked']) ctx.throw(403);",
    'if (ctx.headers[NAME]) ctx.throw(403);',
    "const parse = ({ headers }) => headers['X-Role']; parse(event);",
    "const headers = { 'X-Role': 'a' }; if (headers['X-Role']) ctx.throw(403);",
  ])('Accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('A comparison of a missing value', () => {
  it.each([
    ["if (ctx.get('x-key') == null) ctx.throw(401);", "ctx.get('x-key')"],
    ["if (ctx.get('x-key') === undefined) ctx.throw(401);", "ctx.get('x-key')"],
    ["if (ctx.request.get('x-key') !== null) return next();", "ctx.request.get('x-key')"],
    ["const user = ctx.get('x-user') ?? null; if (user === null) ctx.throw(401);", 'user'],
    ["const user = ctx.get('x-user'), copy = user; if (copy === undefined) ctx.throw(401);", 'copy'],
    ["if (ctx.cookies.get('sid') === null) ctx.throw(401);", "ctx.cookies.get('sid')"],
    ["if (ctx.headers['x-key'] === null) ctx.throw(401);", "ctx.headers['x-key']"],
    ['const { headers } = ctx; if (headers.authorization === null) ctx.throw(401);', 'headers.authorization'],
  ])('Warns: %s', (body, text) => {
    expect(found(body)).toEqual([`warning ${text}`]);
  });

  it.each([
    "if (ctx.get('x-key') === '') ctx.throw(401);",
    "if (!ctx.get('x-key')) ctx.throw(401);",
    "if (ctx.cookies.get('sid') === undefined) ctx.throw(401);",
    "if (ctx.cookies.get('sid') == null) ctx.throw(401);",
    "if (ctx.headers['x-key'] === undefined) ctx.throw(401);",
    "const key = ctx.headers['x-key'] ?? null; if (key === null) ctx.throw(401);",
    "if (ctx.get('x-key').match(/a/) === null) ctx.throw(401);",
    "if (store.get('x-key') === undefined) ctx.throw(401);",
    "let key = ctx.get('x-key'); key = undefined; if (key === undefined) ctx.throw(401);",
    "const key = ctx.get('x-key') || undefined; if (key === undefined) ctx.throw(401);",
    "const [key] = ctx.get('x-key').split(' '); if (key === undefined) ctx.throw(401);",
    "if (ctx.state.get('x') === undefined) ctx.throw(401);",
  ])('Accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
