import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** The warnings about texts that a `_middleware` file compares with a path: the texts, and the messages. */
function found(body: string, { head = '', parameters = 'ctx, next' } = {}): [text: string, message: string][] {
  const text = `${head}\nexport default (${parameters}) => { ${body} return next(); };`;
  return compile({ 'one.js': '/** Some. */\nexport default () => {};', '_middleware.js': text })
    .diagnostics.filter(({ code }) => code === 'unmatched-path')
    .map((each) => [brief(each)[1]!, `${each.severity}: ${each.message}`]);
}

const texts = (...given: Parameters<typeof found>): string[] => found(...given).map(([text]) => text);

describe('A comparison of a path with a text that no path contains', () => {
  it.each([
    ["if (ctx.path.startsWith('/größe/')) ctx.throw(403);", "'/größe/'"],
    ["if (ctx.path === '/größe') ctx.throw(403);", "'/größe'"],
    ["if ('/größe' == ctx.path) ctx.throw(403);", "'/größe'"],
    ["if (ctx.request.path !== '/größe') return next();", "'/größe'"],
    ["if (ctx['path']?.endsWith('/größe')) ctx.throw(403);", "'/größe'"],
    ["if (ctx.path.includes('/my files/')) ctx.throw(403);", "'/my files/'"],
    ["if (ctx.path.indexOf('/größe') === 0) ctx.throw(403);", "'/größe'"],
    ["if (ctx.path === '/users/{id}') ctx.throw(403);", "'/users/{id}'"],
    ["if (ctx.path === '/users?all=1') ctx.throw(403);", "'/users?all=1'"],
    ["if (ctx.path.startsWith('/app#admin')) ctx.throw(403);", "'/app#admin'"],
    ["if (ctx.path === '/a\"b') ctx.throw(403);", "'/a\"b'"],
    ['if (ctx.path.startsWith(`/größe/${id}`)) ctx.throw(403);', '`/größe/${id}`'],
    ["if (ctx.path.startsWith(BASE + '/größe')) ctx.throw(403);", "'/größe'"],
    ["switch (ctx.path) { case '/größe': case '/a': ctx.throw(403); }", "'/größe'"],
    ["if (['/a', '/größe'].includes(ctx.path)) ctx.throw(403);", "'/größe'"],
    ["if (new Set(['/a', '/größe']).has(ctx.path)) ctx.throw(403);", "'/größe'"],
    ['if (/^\\/größe/.test(ctx.path)) ctx.throw(403);', '/^\\/größe/'],
    ['if (ctx.path.match(/^\\/größe/)) ctx.throw(403);', '/^\\/größe/'],
    ["const { path } = ctx; if (path.startsWith('/größe')) ctx.throw(403);", "'/größe'"],
    ["const { path: own } = ctx; if (own === '/größe') ctx.throw(403);", "'/größe'"],
    ["const path = ctx.path; if (path === '/größe') ctx.throw(403);", "'/größe'"],
    ["if (ctx.path.startsWith('admin/')) ctx.throw(403);", "'admin/'"],
    ["if (ctx.path === 'admin') ctx.throw(403);", "'admin'"],
    ['if (/^admin/.test(ctx.path)) ctx.throw(403);', '/^admin/'],
    ["if (ctx.path.startsWith('/admin/*')) ctx.throw(403);", "'/admin/*'"],
    ["if (ctx.path === '/admin/:name') ctx.throw(403);", "'/admin/:name'"],
    ['if (ctx.path.startsWith(`admin/${id}`)) ctx.throw(403);', '`admin/${id}`'],
    ["if (['/a', 'admin'].includes(ctx.path)) ctx.throw(403);", "'admin'"],
    ["if (ctx.originalUrl.startsWith('/admin')) ctx.throw(403);", "'/admin'"],
    ["if (ctx.req.originalUrl === '/admin') ctx.throw(403);", "'/admin'"],
    ['if (/^\\/admin/.test(ctx.request.originalUrl)) ctx.throw(403);', '/^\\/admin/'],
    ["const url = ctx.originalUrl; if (url.startsWith('/admin')) ctx.throw(403);", "'/admin'"],
    ["const { originalUrl } = ctx; if (originalUrl.startsWith('/admin')) ctx.throw(403);", "'/admin'"],
    ["if (new URL(ctx.originalUrl, 'http://x').pathname.startsWith('/admin')) ctx.throw(403);", "'/admin'"],
    [
      "const { pathname } = new URL(ctx.originalUrl, 'http://x'); const path = new URL(ctx.originalUrl, 'http://x').pathname; if (path === '/admin') ctx.throw(403);",
      "'/admin'",
    ],
    ["if (ctx.originalUrl.split('?')[0] === '/admin') ctx.throw(403);", "'/admin'"],
  ])('Warns: %s', (body, text) => {
    expect(texts(body)).toEqual([text]);
  });

  it('Warns of a text in a constant', () => {
    const head = "const CLOSED = new Set(['/größe']); const SIZE = '/größe/'; const ROUTES = ['/größe'];";
    expect(texts('if (CLOSED.has(ctx.path)) ctx.throw(403);', { head })).toEqual(["'/größe'"]);
    expect(texts('if (ROUTES.includes(ctx.path)) ctx.throw(403);', { head })).toEqual(["'/größe'"]);
    expect(texts('if (ctx.path.startsWith(SIZE)) ctx.throw(403);', { head })).toEqual(["'/größe/'"]);
  });

  it('Warns of a path that the parameters of middleware take', () => {
    const body = "if (path.startsWith('/größe')) throw new Error('no');";
    expect(texts(body, { parameters: '{ path }, next' })).toEqual(["'/größe'"]);
  });

  it.each([
    ["ctx.path === '/größe 1'", /^warning: .*never contains "ö".* "\/gr%C3%B6%C3%9Fe%201"/],
    ["ctx.path === '/users/{id}'", /values of parameters.*never contains "\{"/],
    ["ctx.path === '/users?all=1'", /never contains "\?".*"ctx\.query"/],
    ["ctx.path === 'admin'", /never begins with "admin"\. Write the slash/],
    ["ctx.originalUrl === '/admin'", /Compare "ctx\.path"/],
  ])('The message has a remedy: %s', (condition, message) => {
    expect(found(`if (${condition}) ctx.throw(403);`).map(([, text]) => text)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it.each([
    "if (ctx.path === '/gr%C3%B6%C3%9Fe') ctx.throw(403);",
    "if (decodeURI(ctx.path) === '/größe') ctx.throw(403);",
    "if (ctx.path.startsWith('/admin/')) ctx.throw(403);",
    "if (ctx.path === '/users/7:cancel' || /^a?\\/x|^\\/b/.test(ctx.path)) ctx.throw(403);",
    "if (ctx.path.includes('/@me:x!$&()*+,;=~[|]')) ctx.throw(403);",
    "if (ctx.path.includes('\\\\') || ctx.path.startsWith('/\\\\') || ctx.path.includes(' ')) ctx.throw(400);",
    "if (ctx.path.includes('größe')) ctx.throw(403);",
    "if (ctx.query.path === '/größe' || ctx.input?.path.name === '/größe') ctx.throw(403);",
    "if (ctx.url.startsWith('/a?b=')) ctx.throw(403);",
    "if (file.path === '/größe') ctx.throw(403);",
    "ctx.path = decodeURI(ctx.path); if (ctx.path === '/größe') ctx.throw(403);",
    'if (/^\\/[^ä]+$/.test(ctx.path)) ctx.throw(403);',
    "const path = load(); if (path === '/größe') ctx.throw(403);",
    "{ const { path } = ctx; log(path); } { const path = load(); if (path === '/größe') ctx.throw(403); }",
    "const { path } = file; if (path === '/größe') ctx.throw(403);",
    "if (ctx.path === ROUTES.size['größe']) ctx.throw(403);",
    "if (ctx.path.endsWith('.json') || ctx.path.includes('admin') || ctx.path.startsWith(BASE + 'a')) ctx.throw(403);",
    "const a = a; if (a === '/admin' || ctx.path.split('/')[1] === 'admin') ctx.throw(403);",
    "if (ctx.originalUrl === '/' || ctx.originalUrl.includes('?') || ctx.path === '*') ctx.throw(403);",
    'if (ctx.path.startsWith(`${BASE}admin`) || /admin/.test(ctx.path)) ctx.throw(403);',
  ])('Reports nothing: %s', (body) => {
    expect(texts(body)).toEqual([]);
  });
});

describe('A request that a guard lets pass by a text of its URL', () => {
  const REFUSE = "if (ctx.get('X-Key') !== 'k') ctx.throw(401);";

  it.each([
    [`if (ctx.url.includes('/login')) return next(); ${REFUSE}`, "ctx.url.includes('/login')"],
    [`if (ctx.url.endsWith('/public')) return next(); ${REFUSE}`, "ctx.url.endsWith('/public')"],
    [`if (/\\.(css|js|png)$/.test(ctx.url)) return next(); ${REFUSE}`, '/\\.(css|js|png)$/.test(ctx.url)'],
    [`if (/^\\/a$|login/.test(ctx.url)) return next(); ${REFUSE}`, '/^\\/a$|login/.test(ctx.url)'],
    [`if (ctx.request.url.match(/\\/public$/)) return next(); ${REFUSE}`, 'ctx.request.url.match(/\\/public$/)'],
    [`if (ctx.req.url.endsWith('/a')) return next(); ${REFUSE}`, "ctx.req.url.endsWith('/a')"],
    [`if (ctx.href.endsWith('/health')) return next(); ${REFUSE}`, "ctx.href.endsWith('/health')"],
    [`if (ctx.originalUrl.includes('login')) return next(); ${REFUSE}`, "ctx.originalUrl.includes('login')"],
    [`if (ctx.url.indexOf('/login') !== -1) return next(); ${REFUSE}`, "ctx.url.indexOf('/login')"],
    [
      `const { url } = ctx; if (['/a', '/b'].some((each) => url.endsWith(each))) return next(); ${REFUSE}`,
      'url.endsWith(each)',
    ],
    ['const isOpen = /\\/login$/.test(ctx.url); if (!isOpen) ctx.throw(401);', '/\\/login$/.test(ctx.url)'],
    ["if (!ctx.url.includes('/login') && !ctx.get('X')) ctx.throw(401);", "ctx.url.includes('/login')"],
  ])('It is found: %s', (body, span) => {
    expect(found(body)).toEqual([[span, expect.stringContaining('has the query, so a client that adds')]]);
  });

  it.each([
    `if (ctx.path.includes('/login')) return next(); ${REFUSE}`,
    `if (ctx.url === '/one') return next(); ${REFUSE}`,
    `if (ctx.url.startsWith('/one')) return next(); ${REFUSE}`,
    `if (/^\\/one(?:\\?|$)/.test(ctx.url)) return next(); ${REFUSE}`,
    `if (/^\\/one$|^\\/two$/.test(ctx.url)) return next(); ${REFUSE}`,
    `if (ctx.url.split('?')[0].endsWith('/one')) return next(); ${REFUSE}`,
    "if (ctx.url.includes('/one')) return next(); console.log(ctx.url);",
    "if (ctx.url.includes('/one')) ctx.throw(403);",
  ])('Nothing is found: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
