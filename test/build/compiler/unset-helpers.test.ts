import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = `import { createHash, timingSafeEqual } from 'node:crypto';
import { problem } from 'unplugin-operations/koa';
const KEY = process.env.ADMIN_KEY ?? '';
const hash = (text: string) => createHash('sha256').update(text).digest();
`;

/** The comparisons in a `_middleware` file that let a client pass while a variable is unset. */
function found(head: string, body: string): string[] {
  const { diagnostics } = compile({
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': `${HEAD}${head}\nexport default async (ctx: any, next: any) => { ${body}\nreturn next(); };`,
  });
  return diagnostics.filter(({ code }) => code === 'unset-secret').map((each) => brief(each)[1]!);
}

const BYTES = 'timingSafeEqual(Buffer.from(a), Buffer.from(b))';
const refuseUnless = (test: string): string => `if (!${test}) throw problem(401);`;
const refuse = (head: string, args: string): string[] => found(head, refuseUnless(`eq(${args})`));

describe('A function of the file that compares its parameters', () => {
  it.each([
    `const eq = (a: string, b: string) => a.length === b.length && ${BYTES};`,
    `function eq(a: string, b: string) { return a.length === b.length && ${BYTES}; }`,
    `function eq(a: string, b: string) { if (a.length !== b.length) return false; return ${BYTES}; }`,
    'const eq = (a: string, b: string) => { const x = Buffer.from(a); const y = Buffer.from(b); return x.length === y.length && timingSafeEqual(x, y); };',
    'const eq = (a: string, b: string) => timingSafeEqual(hash(a), hash(b));',
    'const eq = (a: string, b: string) => hash(a).equals(hash(b));',
    'const eq = function (a: string, b: string) { return a === b; };',
    "const eq = (a: string, b: string) => timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());",
    `const same = (a: string, b: string) => ${BYTES}; const eq = (one: string, other: string) => same(one, other);`,
    "const eq = (a: string | undefined, b: string | undefined) => (a ?? '') === (b ?? '');",
  ])('It is a comparison of the arguments: %s', (head) => {
    const key = "ctx.get('X-Key')";
    expect(refuse(head, `${key}, process.env.ADMIN_KEY ?? ''`)).toEqual([`eq(${key}, process.env.ADMIN_KEY ?? '')`]);
    expect(refuse(head, `KEY, ${key}`)).toHaveLength(1);
    expect(found(head, `const key = ${key}; if (!eq(key, KEY)) ctx.throw(401);`)).toHaveLength(1);
    expect(found(head, `${refuseUnless(key)} ${refuseUnless(`eq(${key}, KEY)`)}`)).toEqual([]);
    expect(found(head, `const key = ${key}; if (!key || !eq(key, KEY)) throw problem(401);`)).toEqual([]);
    expect(refuse(`${head} if (!KEY) throw new Error('Set it.');`, `${key}, KEY`)).toEqual([]);
  });

  it.each(['check', 'compareHash', 'safeEqual', 'requireSame', 'ok'])('It may have any name: %s', (name) => {
    const body = refuseUnless(`${name}(ctx.get('X-Key'), KEY)`);
    expect(found(`const ${name} = (a: string, b: string) => a.length === b.length && ${BYTES};`, body)).toHaveLength(1);
    expect(found(`const ${name} = (a: string, b: string) => a !== '' && ${BYTES};`, body)).toEqual([]);
  });

  it.each([
    [`const eq = (a: string, b = '') => ${BYTES};`, "eq(ctx.get('X-Key'), process.env.ADMIN_KEY)"],
    [
      `const eq = (a: string, b: any) => timingSafeEqual(hash(a), hash(b ?? ''));`,
      "eq(ctx.get('X-Key'), process.env.K)",
    ],
    ['const eq = (a: any, b: any) => a === String(b);', "eq(ctx.get('X-Key'), process.env.K)"],
    ['const eq = (a: any, b: any) => a === b;', 'eq(ctx.query.key, process.env.K)'],
    ['const eq = (a: any, b: any) => a === b;', "eq(ctx.get('X-Key'), process.env.ADMIN_KEY)"],
    ['const isKey = (key: any) => key === KEY;', "isKey(ctx.get('X-Key'))"],
    ['const hasKey = (ctx: any, key: any) => key === KEY;', "hasKey(ctx, ctx.get('X-Key'))"],
    ["const sends = (ctx: any, key: any) => ctx.get('X-Key') === key;", 'sends(ctx, KEY)'],
    ["const sent = (ctx: any) => ctx.get('X-Key');", '(sent(ctx) === KEY)'],
    ['const eq = (a: any, b: any) => !b || a === b;', "eq(ctx.get('X-Key'), process.env.K)"],
  ])('It lets requests pass: %s %s', (head, test) => {
    expect(found(head, refuseUnless(test))).toHaveLength(1);
  });

  it('It may refuse by itself', () => {
    const head = "function check(ctx: any, key: any) { if (ctx.get('X-Key') !== key) throw problem(401); }";
    expect(found(head, "check(ctx, process.env.FLAG ?? '');")).toHaveLength(1);
    expect(found(head, "check(ctx, 'a');")).toEqual([]);
  });

  it.each([
    [`const eq = (a: string, b: string) => ${BYTES};`, "ctx.get('X-Key'), process.env.ADMIN_KEY!"],
    ["const eq = (a: any, b = 'dev') => a === b;", "ctx.get('X-Key'), process.env.ADMIN_KEY"],
    [`const eq = (a: string, b: string) => a !== '' && ${BYTES};`, "ctx.get('X-Key'), KEY"],
    [`const eq = (a: string, b: string) => a.length > 0 && ${BYTES};`, "ctx.get('X-Key'), KEY"],
    [`const eq = (a: string, b: string) => b !== '' && ${BYTES};`, "ctx.get('X-Key'), KEY"],
    [`function eq(a: string, b: string) { if (!a) return false; return ${BYTES}; }`, "ctx.get('X-Key'), KEY"],
    [`function eq(a: string, b: string) { if (!b) return false; return ${BYTES}; }`, "ctx.get('X-Key'), KEY"],
    [`function eq(a: string, b: string) { if (!b) throw new Error('Set it.'); return ${BYTES}; }`, 'ctx.query.k, KEY'],
    ["function eq(a: any, b: any) { b = b || 'dev'; return a === b; }", "ctx.get('X-Key'), KEY"],
    ['const eq = (a: any, b: any) => a === b;', "ctx.get('X-Key'), find(KEY)"],
    ['const eq = (a: any, b: any) => a.length === b.length;', "ctx.get('X-Key'), KEY"],
    ['const eq = (a: any, b: any): any => eq(b, a);', "ctx.get('X-Key'), KEY"],
    ['const eq = (a: any, b: any): any => eq(b, a) || a === b; const x: any = find(x);', 'find(x), KEY'],
    ['const eq = (...all: any[]) => all[0] === all[1];', "...[ctx.get('X-Key'), KEY]"],
  ])('It is right: %s eq(%s)', (head, args) => {
    expect(refuse(head, args)).toEqual([]);
  });

  it('A comparison of a value that decides nothing is right', () => {
    const head = 'const same = (a: any, b: any) => a === b;';
    expect(found(head, "ctx.state.home = same(ctx.query.lang, process.env.LANG ?? '');")).toEqual([]);
  });
});

describe('A function of the file that reads a variable', () => {
  const HELPERS = [
    "const getEnv = (name: string, fallback = '') => process.env[name] ?? fallback;",
    "function getEnv(name: string) { return process.env[name] || ''; }",
    "const read = (name: string, other: string) => process.env[name] ?? other; const getEnv = (name: string) => read(name, '');",
    "const EMPTY = ''; const getEnv = (name: string) => process.env[name] ?? EMPTY;",
    "const getEnv = (name = 'ADMIN_KEY') => `${process.env[name] ?? ''}`;",
  ];

  it.each(HELPERS)('Its result can be empty: %s', (head) => {
    const body = "if (ctx.get('X-Key') !== key) throw problem(401);";
    expect(found(`${head} const key = getEnv('ADMIN_KEY');`, body)).toHaveLength(1);
    expect(found(head, "if (ctx.get('X-Key') !== getEnv('ADMIN_KEY')) throw problem(401);")).toHaveLength(1);
    expect(found(`${head} const key = getEnv('ADMIN_KEY'); if (!key) throw new Error('Set it.');`, body)).toEqual([]);
  });

  it.each([
    'function requireEnv(name: string) { const value = process.env[name]; if (!value) throw new Error(name); return value; }',
    'const requireEnv = (name: string) => process.env[name] ?? fail(name);',
    "const requireEnv = (name: string, other = 'dev') => process.env[name] ?? other;",
    "const requireEnv = (name: string) => { if (!process.env[name]) throw new Error(name); return process.env[name] ?? ''; };",
  ])('Its result is never empty: %s', (head) => {
    const body = "if (ctx.get('X-Key') !== key) throw problem(401);";
    expect(found(`${head} const key = requireEnv('ADMIN_KEY');`, body)).toEqual([]);
  });

  it('Functions that each call the next one twice are read', () => {
    const head = Array.from({ length: 40 }, (_, i) => `const f${i} = (a) => f${i + 1}(a) + f${i + 1}(a);`).join('\n');
    expect(found(head, 'if (ctx.query.key !== f0(process.env.KEY)) throw problem(401);')).toEqual([]);
  });
});

describe('A list of the values of a variable', () => {
  it.each([
    ["process.env.KEYS?.split(',') ?? ['']", "list.includes(ctx.get('X-Key'))"],
    ["process.env.KEYS?.split(',') || ['', 'a']", "list.includes(ctx.get('X-Key'))"],
    ["new Set(process.env.KEYS?.split(',') ?? [''])", "list.has(ctx.get('X-Key'))"],
    ["(process.env.IPS ?? '').split(',')", 'list.some((ip: string) => ctx.ip.startsWith(ip))'],
    ["(process.env.IPS ?? '').split(',')", 'list.find((ip: string) => ctx.ip.startsWith(ip))'],
    ["(process.env.IPS || '').split(',')", 'list.some((part: string) => { return ctx.ip.includes(part); })'],
    ["(process.env.KEYS ?? '').split(',')", "list.some((key: string) => key === ctx.get('X-Key'))"],
  ])('It lets requests pass: %s, %s', (list, test) => {
    expect(found(`const list: any = ${list};`, refuseUnless(test))).toHaveLength(1);
    expect(found(`const list: any = ${list};`, `if (${test}) return next(); ctx.throw(403);`)).toHaveLength(1);
  });

  it.each([
    'if (list.every((ip: string) => !ctx.ip.startsWith(ip))) throw problem(403);',
    'if (list.find((ip: string) => ctx.ip.startsWith(ip)) === undefined) throw problem(403);',
    'if (list.findIndex((ip: string) => ctx.ip.startsWith(ip)) < 0) throw problem(403);',
    'if (list.some((ip: string) => ctx.ip.startsWith(ip)) === false) throw problem(403);',
  ])('It is searched in other ways: %s', (body) => {
    expect(found("const list = (process.env.IPS ?? '').split(',');", body)).toHaveLength(1);
  });

  it.each([
    ["process.env.KEYS?.split(',') ?? []", "if (!list.includes(ctx.get('X-Key'))) throw problem(401);"],
    ["process.env.KEYS?.split(',') ?? ['dev']", "if (!list.includes(ctx.get('X-Key'))) throw problem(401);"],
    ["(process.env.IPS ?? '').split(',')", 'if (list.some((ip: string) => ctx.ip.startsWith(ip))) throw problem(403);'],
    [
      "(process.env.IPS ?? '').split(',')",
      'if (!list.some((ip: string) => ip && ctx.ip.startsWith(ip))) ctx.throw(403);',
    ],
    [
      "(process.env.IPS ?? '').split(',').filter(Boolean)",
      'if (!list.some((ip: string) => ctx.ip.startsWith(ip))) ctx.throw(403);',
    ],
    ["(process.env.IPS ?? '').split(',')", 'if (!list.some((ip: string) => ctx.ip === ip)) ctx.throw(403);'],
  ])('It is right: %s, %s', (list, body) => {
    expect(found(`const list: any = ${list};`, body)).toEqual([]);
  });
});
