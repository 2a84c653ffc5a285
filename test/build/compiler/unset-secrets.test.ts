import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const OPERATION = '/** Some. */\nexport default () => {};';
const HEAD = `import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { problem } from 'unplugin-operations/koa';
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const orEmpty = (text?: string) => createHash('sha256').update(text ?? '').digest();
const asText = (text?: string) => createHash('sha256').update(String(text)).digest();
`;

/** The comparisons with unset variables in a `_middleware` file, and how a client passes each. */
function found(text: string): string[] {
  return compile({ 'one.ts': OPERATION, '_middleware.ts': HEAD + text })
    .diagnostics.filter(({ code }) => code === 'unset-secret')
    .map((diagnostic) => `${brief(diagnostic)[1]}: ${reasonOf(diagnostic.message)}`);
}

function reasonOf(message: string): string {
  const reasons = {
    emptied: 'or empty',
    undefined: 'both are undefined',
    empty: 'an empty value',
    text: 'the text',
    skipped: 'every',
  };
  return Object.entries(reasons).find(([, words]) => message.includes(words))![0];
}

const authorize = (test: string, head = ''): string => `${head}\nexport const authorize = (ctx: any) => ${test};`;
const middleware = (body: string, head = ''): string =>
  `${head}\nexport default async (ctx: any, next: any) => { ${body} };`;

describe('A comparison with a variable that may be unset', () => {
  it.each([
    ["ctx.headers['x-key'] === process.env.ADMIN_KEY", 'undefined'],
    ["process.env['ADMIN_KEY'] == ctx.request.headers['x-key']", 'undefined'],
    ['ctx.query.key === process.env.ADMIN_KEY!', 'undefined'],
    ["ctx.cookies.get('key') === import.meta.env.ADMIN_KEY", 'undefined'],
    ["ctx.req.headers['x-key'] === Deno.env.get('ADMIN_KEY')", 'undefined'],
    ['ctx.auth.token.tenant === process.env.TENANT', 'undefined'],
    ["ctx.get('authorization').split(' ')[1] === process.env.TOKEN", 'undefined'],
    ["ctx.headers['x-key']?.trim() === process.env.KEY?.trim()", 'undefined'],
    ['ctx.query.key === ctx.req.cloudflare.env.KEY', 'undefined'],
    ['[process.env.KEY, process.env.OLD_KEY].includes(ctx.query.key)', 'undefined'],
    ["ctx.get('x-key') === process.env.KEY", 'emptied'],
    ["ctx.headers['x-key']?.split(',').some((key) => key === process.env.KEY)", 'emptied'],
    ["ctx.get('x-key') === (process.env.KEY ?? '')", 'empty'],
    ["ctx.query.key === (process.env.KEY || '')", 'empty'],
    ["timingSafeEqual(sha256(ctx.get('x-key')), sha256(process.env.KEY ?? ''))", 'empty'],
    ["Buffer.from(ctx.get('x-key')).equals(Buffer.from(process.env.KEY ?? ''))", 'empty'],
    ["timingSafeEqual(sha(ctx.get('x-key')), sha(process.env.KEY ?? ''))", 'empty'],
    ["(process.env.KEYS ?? '').split(',').includes(ctx.get('x-key'))", 'empty'],
    ["ctx.get('x-key').endsWith(process.env.KEY ?? '')", 'skipped'],
    ["ctx.get('x-key').includes(process.env.KEY ?? '')", 'skipped'],
    ["Object.is(ctx.headers['x-key'], process.env.KEY)", 'undefined'],
    ['ctx.input.query.key === process.env.KEY', 'undefined'],
    ["ctx.input.header['X-Key'] === process.env.KEY", 'undefined'],
    ['(({ input }) => input.cookie.key === process.env.KEY)(ctx)', 'undefined'],
    ["ctx.get('x-key') === String(process.env.KEY)", 'text'],
    ["ctx.get('x-key') === `${process.env.KEY}`", 'text'],
    ["ctx.get('authorization') === `Bearer ${process.env.TOKEN}`", 'text'],
    ["ctx.get('authorization') === 'Bearer ' + process.env.TOKEN", 'text'],
    ["ctx.get('authorization') === 'Basic ' + Buffer.from(`a:${process.env.PASS}`).toString('base64')", 'text'],
    ["ctx.get('authorization') === `Basic ${btoa(`a:${process.env.PASS}`)}`", 'text'],
    [
      "createHmac('sha256', process.env.SECRET ?? '').update(ctx.input.body).digest('hex') === ctx.get('x-sign')",
      'text',
    ],
    ['!process.env.KEY || ctx.query.key === process.env.KEY', 'skipped'],
    ["(process.env.KEY ?? '').startsWith(ctx.get('x-key'))", 'empty'],
    ["(process.env.EMAILS ?? '').includes(ctx.query.email ?? '')", 'empty'],
    ["atob(ctx.get('authorization').slice(6)) === (process.env.PASS ?? '')", 'empty'],
    ["timingSafeEqual(orEmpty(ctx.get('x-key')), orEmpty(process.env.KEY))", 'empty'],
    ["timingSafeEqual(asText(ctx.get('x-key')), asText(process.env.KEY))", 'text'],
  ])('It lets requests pass in "authorize": %s', (test, reason) => {
    expect(found(authorize(test)).map((each) => each.replace(/^.*: /, ''))).toEqual([reason]);
  });

  it.each([
    ["if (ctx.headers['x-key'] !== process.env.KEY) throw problem(403); return next();", 'undefined'],
    ["const key = ctx.headers['x-key']; if (key === process.env.KEY) return next(); ctx.throw(401);", 'undefined'],
    ['const { key } = ctx.query; ctx.assert(key === process.env.KEY, 401); return next();', 'undefined'],
    ['return ctx.query.key === process.env.KEY ? next() : ctx.throw(401);', 'undefined'],
    ['switch (ctx.query.key) { case process.env.KEY: return next(); default: throw problem(403); }', 'undefined'],
    ["if (process.env.KEY && ctx.get('x-key') !== process.env.KEY) throw problem(403); return next();", 'skipped'],
    [
      "if (ctx.path !== '/' && process.env.K && ctx.query.k !== process.env.K) ctx.throw(403); return next();",
      'skipped',
    ],
  ])('It lets requests pass in middleware: %s', (body, reason) => {
    expect(found(middleware(body)).map((each) => each.replace(/^.*: /, ''))).toEqual([reason]);
  });

  it.each([
    ['const { ADMIN_KEY } = process.env;', 'ctx.query.key === ADMIN_KEY', 'undefined'],
    ['const { ADMIN_KEY: key } = process.env;', 'ctx.query.key === key', 'undefined'],
    ["const { ADMIN_KEY = '' } = process.env;", 'ctx.query.key === ADMIN_KEY', 'empty'],
    ['const KEY = process.env.KEY as string;', 'ctx.query.key === KEY', 'undefined'],
    ["const KEY = process.env.KEY ?? '';", "ctx.get('x-key') === KEY", 'empty'],
    ["import { env } from 'node:process';", 'ctx.query.key === env.KEY', 'undefined'],
    ["import process from 'node:process';", 'ctx.query.key === process.env.KEY', 'undefined'],
    ["import { env } from 'cloudflare:workers';", 'ctx.query.key === env.KEY', 'undefined'],
    ['const { env } = process;', 'ctx.query.key === env.KEY', 'undefined'],
    ['const config = { key: process.env.KEY };', 'ctx.query.key === config.key', 'undefined'],
    ["const KEYS = new Set((process.env.KEYS ?? '').split(','));", "KEYS.has(ctx.get('x-key'))", 'empty'],
    ["const expected = sha256(process.env.KEY ?? '');", "timingSafeEqual(sha256(ctx.get('x-key')), expected)", 'empty'],
    [
      "const key = Buffer.from(process.env.KEY ?? '');",
      "Buffer.from(ctx.get('k')).length === key.length && timingSafeEqual(Buffer.from(ctx.get('k')), key)",
      'empty',
    ],
    ['const login = `Bearer ${process.env.T}`;', "ctx.get('authorization') === login", 'text'],
  ])('It lets requests pass with a constant: %s', (head, test, reason) => {
    expect(found(authorize(test, head)).map((each) => each.replace(/^.*: /, ''))).toEqual([reason]);
  });

  it('It is found where a parameter takes the values of the context', () => {
    expect(found('export const authorize = ({ headers }: any) => headers.key === process.env.KEY;')).toHaveLength(1);
    expect(found('export const authorize = ({ query: { key } }: any) => key === process.env.KEY;')).toHaveLength(1);
  });

  it('It is found in operations, and in modules that guards import', () => {
    const check = "export const isAdmin = (ctx) => ctx.headers['x-key'] === process.env.ADMIN_KEY;";
    const operation = `${OPERATION}\nexport const authorize = (ctx) => ctx.query.key === process.env.KEY;`;
    const text = "import { isAdmin } from './_guards.js';\nexport const authorize = (ctx) => isAdmin(ctx);";
    const { diagnostics } = compile({ 'one.js': operation, '_middleware.js': text, '_guards.js': check });
    const unset = diagnostics.filter(({ code }) => code === 'unset-secret');
    expect(unset.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
  });

  it('It is located at the comparison, with the name of the variable', () => {
    const { diagnostics } = compile({ '_middleware.ts': authorize('ctx.query.key === process.env.KEY') });
    const { at, message } = diagnostics.find(({ code }) => code === 'unset-secret')!;
    expect(at.source.text.slice(at.span.start, at.span.end)).toBe('ctx.query.key === process.env.KEY');
    expect(message).toBe(
      'If "KEY" isn\'t set, a request without this value passes, because both are undefined. Read it at the top of this file, and throw an error there if it\'s missing.',
    );
  });
});

describe('A comparison with a variable that cannot let a request pass', () => {
  it.each([
    ["ctx.get('x-key') === (process.env.KEY ?? 'dev')", ''],
    ["ctx.get('x-key') === KEY", "const { KEY = 'dev' } = process.env;"],
    ["ctx.headers['x-key'] === KEY", 'const { KEY } = process.env; if (!KEY) throw new Error("Set KEY.");'],
    ["ctx.headers['x-key'] === process.env.KEY", 'if (process.env.KEY === undefined) process.exit(1);'],
    ["ctx.headers['x-key'] === process.env.KEY", "for (const n of ['KEY']) if (!process.env[n]) throw new Error(n);"],
    ["ctx.headers['x-key'] === process.env.KEY", 'assert(process.env.KEY, "Set KEY.");'],
    ["ctx.headers['x-key'] === KEY", 'const KEY = process.env.KEY ?? fail();'],
    ["ctx.headers['x-key'] === KEY", "const KEY = required('KEY');"],
    ["ctx.headers['x-key'] === env.KEY", 'const env = schema.parse(process.env);'],
    ["ctx.headers['x-key'] === process.env.KEY", 'schema.parse({ ...process.env });'],
    ["ctx.headers['x-key'] === env.KEY", "import { env } from './env.ts';"],
    ["timingSafeEqual(sha256(ctx.get('x-key')), sha256(KEY!))", 'const { KEY } = process.env;'],
    ["timingSafeEqual(Buffer.from(ctx.get('x-key')), Buffer.from(process.env.KEY!))", ''],
    ["ctx.get('authorization') === `Bearer ${process.env.TOKEN ?? ''}`", ''],
    ['ctx.query.key !== undefined && ctx.query.key === process.env.KEY', ''],
    ["ctx.query.key && ctx.query.key === (process.env.KEY ?? '')", ''],
    ["typeof ctx.query.key === 'string' && ctx.query.key === process.env.KEY", ''],
    ["ctx.get('x-key') !== '' && ctx.get('x-key') === (process.env.KEY ?? '')", ''],
    ['process.env.KEY !== undefined && ctx.query.key === process.env.KEY', ''],
    ['Boolean(process.env.KEY) && ctx.query.key === process.env.KEY', ''],
    ["KEYS.has(ctx.get('x-key'))", "const KEYS = new Set((process.env.KEYS ?? '').split(',').filter(Boolean));"],
    ["process.env.NODE_ENV === 'test' || ctx.query.key === 'a'", ''],
    ['ctx.headers.host === process.env.ADMIN_HOST', ''],
    ['ctx.get("x-key").length === Number(process.env.KEY_LENGTH)', ''],
    ['ctx.state.limit === process.env.KEY', ''],
  ])('"authorize" is right: %s', (test, head) => {
    expect(found(authorize(test, head))).toEqual([]);
  });

  it.each([
    'if (!process.env.KEY || ctx.query.key !== process.env.KEY) throw problem(403); return next();',
    "const key = ctx.headers['x-key']; if (!key || key !== process.env.KEY) throw problem(403); return next();",
    "const key = ctx.get('x-key'); if (key === '') throw problem(401); if (key !== (process.env.KEY ?? '')) throw problem(403); return next();",
    'if (ctx.query.lang !== process.env.DEFAULT_LANG) ctx.state.lang = ctx.query.lang; return next();',
    'if (process.env.TRACE_KEY && ctx.query.trace !== process.env.TRACE_KEY) ctx.log(1); return next();',
    'const of = () => { const key = process.env.KEY; }; const key = ctx.state.key; if (ctx.query.key !== key) throw problem(403); return next();',
  ])('Middleware is right: %s', (body) => {
    expect(found(middleware(body))).toEqual([]);
  });

  it('A verifier is right, because it gets a value', () => {
    const key = (test: string): string => `export const security = { key: (_ctx: any, key: string) => ${test} };`;
    expect(found(key('key === process.env.KEY'))).toEqual([]);
    expect(found(key("key === (process.env.KEY ?? '')"))).toEqual([]);
    expect(found(key('key === `${process.env.KEY}`'))).toEqual(['key === `${process.env.KEY}`: text']);
  });

  it('A variable with its own value ends the search', () => {
    expect(
      found(
        'const a: any = b; const b: any = a; export const authorize = (ctx) => ctx.query.key === a + process.env.KEY;',
      ),
    ).toEqual([]);
  });

  it('Long sums are read, and constants that each double the one before', () => {
    const sum = Array.from({ length: 300 }, (_, i) => `'${i}'`).join(' + ');
    expect(found(authorize(`ctx.query.key === ${sum} + process.env.KEY`))).toHaveLength(1);
    const head = Array.from({ length: 60 }, (_, i) => `const v${i} = v${i + 1} + v${i + 1};`).join('\n');
    expect(found(authorize('ctx.query.key === v0', `${head} const v60 = process.env.KEY;`))).toHaveLength(1);
  });

  it('A required parameter is right, and one that clients may leave out is not', () => {
    const file = (line: string): string =>
      `/**\n * Some.\n * ${line} - The key\n */\nexport default (ctx) => { if (ctx.input.query.key !== process.env.KEY) ctx.throw(403); };`;
    const codes = (line: string): string[] => compile({ 'one.js': file(line) }).diagnostics.map(({ code }) => code);
    expect(codes('@param {string} query.key')).not.toContain('unset-secret');
    expect(codes('@param {string} [query.key]')).toContain('unset-secret');
  });
});

describe('A verification of a webhook', () => {
  /** The findings in a webhook whose handler is given. */
  const inWebhook = (body: string, head = ''): string[] =>
    compile({
      '../webhooks/paid@post.ts': `import { verifyWebhook } from 'unplugin-operations/events';
import { problem } from 'unplugin-operations/koa';
const { WEBHOOK_SECRET, OTHER } = process.env;
${head}
/**
 * Paid.
 * @param {binary} body - It
 * @throws 401 - It is not signed.
 */
export default async ({ input, headers }: any, ctx: any) => { ${body} return save(input.body); };`,
    })
      .diagnostics.filter(({ code }) => code === 'unset-secret')
      .map((diagnostic) => `${brief(diagnostic)[1]}: ${reasonOf(diagnostic.message)}`);
  const VERIFIES = "verifyWebhook(input.body, headers, WEBHOOK_SECRET, { provider: 'github' })";

  it.each([
    `if (WEBHOOK_SECRET) ${VERIFIES};`,
    `if (WEBHOOK_SECRET !== undefined) { ${VERIFIES}; }`,
    `if (WEBHOOK_SECRET) { console.log('signed'); ${VERIFIES}; }`,
    `if (!WEBHOOK_SECRET) { console.warn('not signed'); } else { ${VERIFIES}; }`,
    `if (!WEBHOOK_SECRET) console.warn('not signed'); else ${VERIFIES};`,
    `if (WEBHOOK_SECRET) { const { id } = ${VERIFIES}; seen(id); }`,
    `WEBHOOK_SECRET && ${VERIFIES};`,
    `!WEBHOOK_SECRET || ${VERIFIES};`,
    `WEBHOOK_SECRET ? ${VERIFIES} : undefined;`,
    `const signed = WEBHOOK_SECRET ? ${VERIFIES} : undefined;`,
    `const signed = WEBHOOK_SECRET && ${VERIFIES};`,
    `if (process.env.WEBHOOK_SECRET) verifyWebhook(input.body, headers, process.env.WEBHOOK_SECRET);`,
    `if (WEBHOOK_SECRET) verifyWebhook(input.body, ctx.headers, [WEBHOOK_SECRET]);`,
  ])('It is found if it is left out without its secret: %s', (body) => {
    expect(inWebhook(body)).toEqual([expect.stringMatching(/: skipped$/)]);
  });

  it.each([
    `${VERIFIES};`,
    `verifyWebhook(input.body, headers, process.env.WEBHOOK_SECRET ?? '');`,
    'verifyWebhook(input.body, headers, `${process.env.WEBHOOK_SECRET}`);',
    `if (!WEBHOOK_SECRET) throw problem(500); ${VERIFIES};`,
    `if (WEBHOOK_SECRET) ${VERIFIES}; else throw problem(500);`,
    `if (!WEBHOOK_SECRET) return undefined; ${VERIFIES};`,
    `if (OTHER) verifyWebhook(input.body, headers, OTHER); else ${VERIFIES};`,
  ])('It is right if it is always reached, or something else refuses: %s', (body) => {
    expect(inWebhook(body)).toEqual([]);
  });

  it('It is right in a file that throws an error without the secret', () => {
    expect(inWebhook(`if (WEBHOOK_SECRET) ${VERIFIES};`, "if (!WEBHOOK_SECRET) throw new Error('Set it.');")).toEqual(
      [],
    );
  });
});

describe('A secret with a default text', () => {
  it.each([
    "const key = process.env.JWT_SECRET ?? 'change-me';",
    "const key = process.env.JWT_SECRET || 'change-me';",
    "const { ADMIN_PASSWORD = 'admin' } = process.env;",
    "const DEV = 'dev'; const key = new TextEncoder().encode(process.env.API_KEY ?? DEV);",
    "import { env } from 'node:process'; const token = env['ADMIN_TOKEN'] ?? 'x';",
    "process.env.JWT_SECRET ??= 'dev';",
    "const keys = (process.env.ADMIN_KEYS ?? 'changeme').split(',');",
    "if (!process.env.JWT_SECRET) process.env.JWT_SECRET = 'dev';",
    "const secret = process.env.JWT_SECRET ? process.env.JWT_SECRET : 'dev';",
    "const secret = isProduction ? process.env.JWT_SECRET : 'dev';",
    "const env = { JWT_SECRET: 'dev', ...process.env };",
    "const env = Object.assign({ JWT_SECRET: 'dev' }, process.env);",
    "const env = z.object({ JWT_SECRET: z.string().min(2).default('dev') }).parse(process.env);",
    "const { data } = z.object({ API_KEY: z.string().catch('dev').describe('Key') }).safeParse(process.env);",
    "const env = cleanEnv(process.env, { JWT_SECRET: str({ default: 'dev' }) });",
    "const config = convict({ secret: { format: String, env: 'JWT_SECRET', default: 'dev' } }, process.env);",
  ])('It is found: %s', (text) => {
    expect(messagesOf(text)).toEqual([expect.stringContaining('everyone who reads the code knows it')]);
  });

  it.each([
    "const key = process.env.JWT_SECRET ?? '';",
    'const key = process.env.JWT_SECRET ?? fail();',
    'const key = process.env.JWT_SECRET ?? crypto.randomUUID();',
    "const url = process.env.TOKEN_URL ?? 'https://example.com';",
    "const prefix = process.env.CACHE_KEY ?? 'books';",
    "const { SECRET = 'x' } = options;",
    "const env = { ...process.env, JWT_SECRET: 'x' };",
    "const options = { JWT_SECRET: 'x', ...given };",
    "const env = z.object({ JWT_SECRET: z.string(), LEVEL: z.string().default('info') }).parse(process.env);",
    "const env = cleanEnv(process.env, { JWT_SECRET: str({ devDefault: 'dev' }) });",
    "process.env.LEVEL = 'info';",
  ])('It is right: %s', (text) => {
    expect(messagesOf(text)).toEqual([]);
  });
});

describe('The key of a signature that is empty while a variable is unset', () => {
  const LINK = "createHmac('sha256', secret).update(`${id}:${expires}`).digest('hex')";

  it.each([
    `const secret = process.env.LINK_SECRET ?? ''; const sign = (id, expires) => ${LINK};`,
    `const secret = process.env.LINK_SECRET || ''; const sign = (id, expires) => crypto.${LINK};`,
    `const secret = \`\${process.env.LINK_SECRET}\`; const sign = (id, expires) => ${LINK};`,
    `const secret = String(process.env.LINK_SECRET); const sign = (id, expires) => ${LINK};`,
    `const secret = Buffer.from(process.env.LINK_SECRET ?? ''); const sign = (id, expires) => ${LINK};`,
    `const { LINK_SECRET: secret = '' } = process.env; const sign = (id, expires) => ${LINK};`,
    "const sign = (text) => CryptoJS.HmacSHA256(text, process.env.SIGNING_KEY || '').toString();",
  ])('It is found: %s', (text) => {
    expect(messagesOf(text)).toEqual([expect.stringContaining('everyone can sign with the text that takes its place')]);
  });

  it.each([
    // createHmac throws an error for undefined.
    `const secret = process.env.LINK_SECRET; const sign = (id, expires) => ${LINK};`,
    `const secret = process.env.LINK_SECRET ?? ''; if (!secret) throw new Error('LINK_SECRET'); const sign = (id, expires) => ${LINK};`,
    `const secret = process.env.LINK_SECRET ?? randomUUID(); const sign = (id, expires) => ${LINK};`,
    "const hash = (text) => createHmac('sha256', process.env.CACHE_SALT ?? '').update(text).digest();",
    "const hash = (text) => createHash('sha256', process.env.LINK_SECRET ?? '').update(text).digest();",
  ])('It is right: %s', (text) => {
    expect(messagesOf(text)).toEqual([]);
  });
});

function messagesOf(text: string): string[] {
  const file = `${HEAD}${text}\nexport const authorize = () => false;`;
  return compile({ 'one.ts': OPERATION, '_middleware.ts': file })
    .diagnostics.filter(({ code }) => code === 'unset-secret')
    .map(({ message }) => message);
}
