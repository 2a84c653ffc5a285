import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = `import { createHash, timingSafeEqual } from 'node:crypto';
import { problem } from 'unplugin-operations/koa';
const { KEY } = process.env;
const sha256 = (text: string) => createHash('sha256').update(text).digest();
`;

/** The comparisons in a `_middleware` file that let a client pass while a variable is unset. */
function found(text: string): string[] {
  const { diagnostics } = compile({
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': HEAD + text,
  });
  return diagnostics.filter(({ code }) => code === 'unset-secret').map((each) => brief(each)[1]!);
}

const authorize = (body: string): string => `export const authorize = (ctx: any) => ${body};`;
const middleware = (body: string): string => `export default async (ctx: any, next: any) => { ${body} };`;
const verifier = (test: string): string => `export const security = { key: (_ctx: any, key: string) => ${test} };`;

describe('A guard that is off while a variable is unset', () => {
  it.each([
    "if (!KEY) return next(); if (ctx.get('x-key') !== KEY) throw problem(403); return next();",
    "if (!KEY) { console.warn('off'); await next(); return; } if (ctx.get('x-key') !== KEY) ctx.throw(403); await next();",
    "if (!KEY || ctx.path === '/health') return next(); if (ctx.get('x-key') !== KEY) ctx.throw(403); return next();",
    "if (KEY === undefined) return next(); if (ctx.get('x-key') === KEY) return next(); ctx.status = 401;",
    "if (!KEY) return next(); if (timingSafeEqual(sha256(ctx.get('x-key')), sha256(KEY))) await next(); else ctx.throw(401);",
    "if (!KEY) return next(); if (timingSafeEqual(sha256(ctx.get('x-key')), sha256(KEY)) === false) throw problem(401); await next();",
    "if (KEY) { const key = ctx.get('x-key'); if (key !== KEY) throw problem(403); } return next();",
    "if (KEY) { if (ctx.get('x-key') === KEY) return next(); throw problem(403); } return next();",
    "if (KEY) ctx.assert(ctx.get('x-key') === KEY, 403); return next();",
    "if (!KEY) console.warn('off'); else if (ctx.get('x-key') !== KEY) throw problem(403); return next();",
    "return !KEY ? next() : ctx.get('x-key') === KEY ? next() : ctx.throw(403);",
    "if (KEY && !timingSafeEqual(sha256(ctx.get('x-key')), sha256(KEY))) throw problem(403); return next();",
  ])('It is found in middleware: %s', (body) => {
    expect(found(middleware(body))).toHaveLength(1);
  });

  it.each([
    "{ if (!KEY) return true; return ctx.get('x-key') === KEY; }",
    "{ if (!KEY) return true; if (ctx.get('x-key') !== KEY) return false; return true; }",
    "KEY ? ctx.get('x-key') === KEY : true",
    "KEY == null ? true : ctx.get('x-key') === KEY",
  ])('It is found in "authorize": %s', (body) => {
    expect(found(authorize(body))).toHaveLength(1);
  });

  it.each(['if (KEY) check(ctx);', 'if (KEY) { await check(ctx); }', 'KEY && check(ctx);', '!KEY || check(ctx);'])(
    'It is found where it calls a function of the file: %s',
    (call) => {
      const check = "(ctx: any) { if (ctx.get('x-key') !== KEY) throw problem(403); }";
      expect(found(`function check${check}\n${middleware(`${call} return next();`)}`)).toHaveLength(1);
      const arrow = `const check = ${check.replace(') {', ') => {')};`;
      expect(found(`${arrow}\n${middleware(`${call} return next();`)}`)).toHaveLength(1);
    },
  );

  it('It is found in a function that ends early', () => {
    const check = "function check(ctx: any) { if (!KEY) return; if (ctx.get('x-key') !== KEY) throw problem(403); }";
    expect(found(`${check}\n${middleware('check(ctx); return next();')}`)).toEqual(["ctx.get('x-key') !== KEY"]);
  });

  it.each([
    '!KEY || key === KEY',
    "{ if (!KEY) return { id: 'dev' }; return key === KEY ? { id: 'admin' } : undefined; }",
    '{ if (!KEY) return true; return timingSafeEqual(sha256(key), sha256(KEY)); }',
  ])('It is found in a verifier: %s', (test) => {
    expect(found(verifier(test))).toHaveLength(1);
  });

  it('A test that only writes to a log does not count', () => {
    const compare = middleware("if (ctx.headers['x-key'] !== KEY) throw problem(403); return next();");
    expect(found(`if (!KEY) console.warn('Set KEY.');\n${compare}`)).toHaveLength(1);
    expect(found(`console.assert(KEY);\n${compare}`)).toHaveLength(1);
    expect(found(`if (!KEY) { console.error('Set KEY.'); process.exit(1); }\n${compare}`)).toEqual([]);
  });

  it('Another test that refuses without the variable is enough', () => {
    const open = middleware(
      "if (!KEY) return next(); if (ctx.get('x-key') !== KEY) throw problem(403); return next();",
    );
    expect(found(`if (!KEY && process.env.NODE_ENV === 'production') throw new Error('Set KEY.');\n${open}`)).toEqual(
      [],
    );
  });
});

describe('A guard that refuses while a variable is unset, and code that guards nothing', () => {
  it.each([
    "{ if (!KEY) return false; return ctx.headers['x-key'] === KEY; }",
    "KEY ? ctx.headers['x-key'] === KEY : false",
    "{ if (KEY) { if (ctx.headers['x-key'] === KEY) return true; } return false; }",
    "{ if (!KEY) return { status: 'off' }; if (ctx.get('x-key') !== KEY) ctx.throw(401); return true; }",
    "{ if (!KEY) return true; return ctx.get('user-agent') !== KEY; }",
    "KEY ? ctx.get('user-agent') !== KEY : true",
  ])('"authorize" is right: %s', (body) => {
    expect(found(authorize(body))).toEqual([]);
  });

  it.each([
    "if (!KEY) ctx.throw(503); if (ctx.headers['x-key'] !== KEY) throw problem(403); return next();",
    "if (KEY ? ctx.get('x-key') !== KEY : true) throw problem(403); return next();",
    "if (KEY) { if (ctx.get('x-key') === KEY) return next(); } ctx.throw(403);",
    "if (KEY) { if (ctx.get('x-key') !== KEY) ctx.throw(403); return next(); } throw problem(503);",
    "if (KEY) { if (ctx.get('x-key') !== KEY) ctx.throw(403); } else { throw problem(503); } return next();",
    "if (KEY) { if (ctx.get('x-key') === KEY) return next(); } if (!ctx.auth.token) throw problem(401); return next();",
    "if (!KEY) { requireUser(ctx); return next(); } if (ctx.get('x-key') !== KEY) ctx.throw(403); return next();",
    "if (!KEY || timingSafeEqual(sha256(ctx.get('x-key')), sha256(KEY)) === false) ctx.throw(403); return next();",
    "if (!KEY || !(await equal(ctx.get('x-key'), KEY))) ctx.throw(403); return next();",
    "if (!KEY) return next(); if (ctx.get('user-agent') === KEY) throw problem(403); return next();",
    "if (!KEY) return next(); if (ctx.get('origin') === KEY) ctx.set('Vary', 'Origin'); return next();",
    "if (!KEY) return next(); if (ctx.get('origin') !== KEY) return next(); ctx.set('Vary', 'Origin'); return next();",
    "if (!KEY) return next(); if (ctx.get('origin') === KEY) { ctx.set('Vary', 'Origin'); return next(); } return next();",
    "if (!KEY) return next(); ctx.state.isAdmin = ctx.get('x-key') === KEY; return next();",
    'if (!KEY) return next(); const isTraced = ctx.query.trace === KEY; if (isTraced) ctx.log(1); return next();',
    "if (!process.env.SENTRY_DSN) return next(); track(ctx.get('x-key') === (KEY || 'none')); return next();",
    'await next(); if (!KEY) return; if (ctx.query.trace !== KEY) return; await send(ctx.body);',
    "if (!KEY) return; if (ctx.get('x-sign') !== KEY) throw problem(403); await save(ctx.input.body);",
  ])('Middleware is right: %s', (body) => {
    expect(found(middleware(body))).toEqual([]);
  });

  it('A variable that the file sets is right', () => {
    const compare = authorize("ctx.headers['x-key'] === process.env.KEY");
    expect(found(`if (!process.env.KEY) process.env.KEY = crypto.randomUUID();\n${compare}`)).toEqual([]);
  });
});

describe('A variable in a list, a pattern or a helper', () => {
  it.each([
    "[process.env.KEY_A, process.env.KEY_B].some((key) => key === ctx.headers['x-key'])",
    "(process.env.KEYS ?? '').split(',').some((key) => key === ctx.get('x-key'))",
    "(process.env.ALLOWED_IPS ?? '').split(',').some((ip) => ctx.ip.startsWith(ip))",
    "{ for (const key of [process.env.A, process.env.B]) if (key === ctx.headers['x-key']) return true; return false; }",
    "new Map([[process.env.KEY_A, 'ada']]).has(ctx.headers['x-key'])",
    "new Map([[process.env.KEY_A, 'ada']]).get(ctx.headers['x-key']) !== undefined",
    "new RegExp('^' + (process.env.ADMIN_KEY ?? '')).test(ctx.get('x-key'))",
    "new RegExp(process.env.ADMIN_IPS ?? '').test(ctx.ip)",
    'new RegExp(process.env.ADMIN_IPS as string).test(ctx.ip)',
  ])('It is found in a list or a pattern: %s', (body) => {
    expect(found(authorize(body))).toHaveLength(1);
  });

  it.each([
    ['const CONFIG = Object.freeze({ key: process.env.ADMIN_KEY });', "ctx.headers['x-key'] === CONFIG.key"],
    ['const key = () => process.env.ADMIN_KEY;', "ctx.headers['x-key'] === key()"],
    ['function key() { return process.env.ADMIN_KEY; }', "ctx.headers['x-key'] === key()"],
    [
      "const safe = (text: string) => createHash('sha256').update(text).digest(); const A = safe(process.env.A ?? '');",
      "timingSafeEqual(safe(ctx.get('x-key')), A)",
    ],
  ])('It is found behind a helper: %s', (head, body) => {
    expect(found(`${head}\n${authorize(body)}`)).toHaveLength(1);
  });

  it.each(["password === process.env.PASSWORD + ''", 'password === String(process.env.PASSWORD)'])(
    'It is found as a text: %s',
    (test) => {
      expect(found(`export const security = { basic: (_ctx: any, { password }: any) => ${test} };`)).toHaveLength(1);
    },
  );

  it.each([
    "[process.env.KEY_A, process.env.KEY_B].some((key) => key && key === ctx.headers['x-key'])",
    "(process.env.KEYS ?? '').split(',').filter(Boolean).some((key) => key === ctx.get('x-key'))",
    "(process.env.ALLOWED_IPS ?? '').split(',').includes(ctx.ip)",
    'ctx.ip === `${process.env.ADMIN_IP}`',
    "new RegExp(process.env.KEY ?? 'x').test(ctx.get('x-key'))",
    "{ if (new RegExp(process.env.BLOCKED ?? '').test(ctx.get('user-agent'))) throw problem(403); return true; }",
  ])('It is right: %s', (body) => {
    expect(found(authorize(body))).toEqual([]);
  });

  it('A helper that throws without the variable is right', () => {
    const key = "const key = () => { if (!process.env.K) throw new Error('Set K.'); return process.env.K; };";
    expect(found(`${key}\n${authorize("ctx.headers['x-key'] === key()")}`)).toEqual([]);
  });
});

describe('A list of keys that is empty while a variable is unset', () => {
  const LISTS = [
    "process.env.KEYS?.split(',') ?? []",
    "process.env.KEYS?.split(',').map((key) => key.trim()) ?? []",
    "process.env.KEYS?.split(',').filter(Boolean) ?? []",
    "(process.env.KEYS ?? '').split(',').filter(Boolean)",
    "(process.env.KEYS ?? '').split(',').map((key) => key.trim()).filter((key) => key !== '')",
  ];
  const CHECK = "keys.includes(ctx.get('x-key'))";
  const list = (value: string, body: string): string =>
    `const keys = ${value};\n${middleware(`${body} return next();`)}`;

  it.each(LISTS)('It turns a guard off: %s', (value) => {
    const bodies = [
      `if (keys.length && !${CHECK}) throw problem(401);`,
      `if (keys.length > 0 && !${CHECK}) throw problem(401);`,
      `if (keys.length !== 0) { if (!${CHECK}) throw problem(401); }`,
      `ctx.assert(keys.length === 0 || ${CHECK}, 401);`,
      `ctx.assert(!keys.length || ${CHECK}, 401);`,
      `if (keys.length === 0) return next(); if (!${CHECK}) throw problem(401);`,
      `if (keys.length < 1) return next(); if (!${CHECK}) throw problem(401);`,
    ];
    expect(bodies.filter((body) => found(list(value, body)).length !== 1)).toEqual([]);
  });

  it.each(LISTS)('It is right if it refuses without keys: %s', (value) => {
    const bodies = [
      `if (!${CHECK}) throw problem(401);`,
      `if (keys.length === 0 || !${CHECK}) throw problem(401);`,
      `if (keys.length === 0) throw problem(503); if (!${CHECK}) throw problem(401);`,
      `if (keys.length > 5) ctx.log(1); if (!${CHECK}) throw problem(401);`,
      `if (keys.length && ctx.query.key === 'a') ctx.log(1); if (!${CHECK}) throw problem(401);`,
      // A list is always true.
      `if (keys && !${CHECK}) throw problem(401);`,
    ];
    expect(bodies.filter((body) => found(list(value, body)).length > 0)).toEqual([]);
    const head = "if (keys.length === 0) throw new Error('Set KEYS.');";
    expect(found(`const keys = ${value}; ${head} ${middleware(`if (!${CHECK}) throw problem(401);`)}`)).toEqual([]);
  });

  it.each([
    ["new Set(process.env.KEYS?.split(','))", "if (keys.size > 0 && !keys.has(ctx.get('x-key'))) throw problem(401);"],
    [
      "new Set(process.env.KEYS?.split(',') ?? [])",
      "if (keys.size && !keys.has(ctx.get('x-key'))) throw problem(401);",
    ],
    ["process.env.IPS?.split(',') ?? []", 'if (keys.length > 0 && !keys.includes(ctx.ip)) throw problem(403);'],
    ['process.env.KEY', "if (keys?.length && ctx.get('x-key') !== keys) throw problem(401);"],
    ['process.env.KEY', "if (keys?.length > 0 && ctx.get('x-key') !== keys) throw problem(401);"],
    ["process.env.KEY ?? ''", "if (keys.length > 0 && ctx.get('x-key') !== keys) throw problem(401);"],
  ])('It is found: %s, %s', (value, body) => {
    expect(found(list(value, body))).toHaveLength(1);
  });

  it.each([
    ["new Set(process.env.KEYS?.split(','))", "if (!keys.has(ctx.get('x-key'))) throw problem(401);"],
    ["new Set(process.env.KEYS?.split(','))", 'if (keys.size === 0 || !keys.has(ctx.query.key)) throw problem(401);'],
    ['process.env.KEY', 'if (!keys?.length || ctx.query.key !== keys) throw problem(401);'],
    ["process.env.KEYS?.split(',') ?? ['a']", `if (keys.length && !${CHECK}) throw problem(401);`],
    ["process.env.WORDS?.split(',') ?? []", 'if (keys.length && keys.includes(ctx.query.q)) throw problem(403);'],
    [
      "process.env.ORIGINS?.split(',') ?? []",
      "if (keys.length && keys.includes(ctx.get('origin'))) ctx.set('Vary', 'Origin');",
    ],
  ])('It is right: %s, %s', (value, body) => {
    expect(found(list(value, body))).toEqual([]);
  });
});
