import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = `import { createHash, timingSafeEqual } from 'node:crypto';
import { problem } from 'unplugin-operations/koa';
const { KEY, FILTER, TRACE_KEY, BASE_URL } = process.env;
const hash = (text: string) => createHash('sha256').update(text).digest();
`;

/** The comparisons in a `_middleware` file that let a client pass while a variable is unset. */
function found(text: string): string[] {
  const { diagnostics } = compile({
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': HEAD + text,
  });
  return diagnostics.filter(({ code }) => code === 'unset-secret').map((each) => brief(each)[1]!);
}

/** Where a function decides: its text around a body, the value of the client, and how it lets a request go on. */
type Place = readonly [around: string, client: string, goesOn: string];

const USER = "return { id: 'admin' };";
const VERIFIERS: readonly Place[] = [
  ['export const security = { token: (_ctx: any, key: string) => { BODY } };', 'key', USER],
  ['export const security = { async token(_: any, key: string) { BODY } };', 'key', USER],
  ['export const security = { token: (_context: any, key: string) => { BODY } };', 'key', 'return find(key);'],
  ['export const security = { token: ({ log }: any, key: string) => { BODY } };', 'key', 'return true;'],
  ['function token(_unused: any, { password }: any) { BODY }', 'password', 'const user = {}; return user;'],
];
const OTHERS: readonly Place[] = [
  ['export const authorize = (ctx: any) => { BODY };', "ctx.get('x-key')", 'return true;'],
  ['export function authorize(ctx: any) { BODY }', "ctx.get('x-key')", 'return Boolean(ctx.auth.token);'],
  ['exports.authorize = (ctx: any) => { BODY };', "ctx.get('x-key')", 'return true;'],
  ['export default async (ctx: any, next: any) => { BODY };', "ctx.get('x-key')", 'return next();'],
  ['app.use(async (ctx: any, next: any) => { BODY });', "ctx.get('x-key')", 'await next();'],
  [
    'export function setup(app: any) { app.use(async (ctx: any, next: any) => { BODY }); }',
    "ctx.get('x-key')",
    'await log(ctx); await next();',
  ],
];
const CONDITIONS: readonly ((client: string) => string)[] = [
  (client) => `KEY && ${client} !== KEY`,
  (client) => `KEY !== undefined && !timingSafeEqual(hash(${client}), hash(KEY))`,
  (client) => `!(!KEY || ${client} === KEY)`,
];
const REFUSALS = [
  'return;',
  'return undefined;',
  'return null;',
  'return false;',
  'throw problem(401);',
  "throw new Error('no');",
  'return problem(401);',
  "{ console.warn('no'); return undefined; }",
];

describe.each([...VERIFIERS, ...OTHERS])(
  'A check that is left out while a variable is unset: %s',
  (around, client, on) => {
    it.each(REFUSALS)('It is found with a refusal by "%s"', (refusal) => {
      const bodies = CONDITIONS.map((condition) => `if (${condition(client)}) ${refusal} ${on}`);
      expect(bodies.filter((body) => found(around.replace('BODY', body)).length !== 1)).toEqual([]);
    });

    it.each(REFUSALS)('A check that refuses without the variable is right: "%s"', (refusal) => {
      const body = `if (!KEY || ${client} !== KEY) ${refusal} ${on}`;
      expect(found(around.replace('BODY', body))).toEqual([]);
    });
  },
);

describe('The result of a verifier', () => {
  const verifier = (body: string): string => `export const security = { token: (_: any, key: string) => ${body} };`;

  it.each([
    'KEY && key !== KEY ? undefined : { id: 1 }',
    'KEY && key !== KEY ? null : { id: 1 }',
    '!KEY || key === KEY ? { id: 1 } : undefined',
    '(!KEY || key === KEY) && { id: 1 }',
    'KEY ? key === KEY && { id: 1 } : { id: 2 }',
    '{ if (!KEY) return { id: 1 }; return key !== KEY ? null : { id: 2 }; }',
    '{ if (!KEY || key === KEY) return { id: 1 }; return undefined; }',
    '{ if (!KEY || key === KEY) return { id: 1 }; }',
    '{ if (!KEY || key === KEY) { return { id: 1 }; } else { return null; } }',
    'timingSafeEqual(hash(key), hash(`${process.env.KEY}`)) && { id: 1 }',
    'key === String(process.env.KEY) ? { id: 1 } : undefined',
    "key.split(':')[1] === process.env.KEY && { id: 1 }",
    "{ const [id, secret] = key.split(':'); return secret === process.env.KEY && { id }; }",
    "key.slice(4) === (process.env.KEY ?? '') && { id: 1 }",
    "timingSafeEqual(hash(key.slice(4)), hash(process.env.KEY ?? '')) && { id: 1 }",
    'key.subject.CN === process.env.ADMIN && { id: 1 }',
    "key.split(':')[0] === process.env.KEY && { id: 1 }",
    "{ const [id] = key.split(':'); return id === process.env.KEY && { id: 1 }; }",
  ])('It does not depend on the credentials: %s', (body) => {
    expect(found(verifier(body))).toHaveLength(1);
  });

  // Credentials are never undefined or empty.
  it.each([
    'key === process.env.KEY && { id: 1 }',
    "key === (process.env.KEY ?? '') && { id: 1 }",
    'key === process.env.KEY ? { id: 1 } : undefined',
    "timingSafeEqual(hash(key), hash(process.env.KEY ?? '')) && { id: 1 }",
    'KEY && key === KEY ? { id: 1 } : undefined',
    '!KEY || key !== KEY ? null : { id: 1 }',
    '{ if (KEY && key === KEY) return { id: 1 }; return find(key); }',
    '{ if (!KEY || key === KEY) return undefined; return find(key); }',
    '{ if (KEY && key === KEY) return undefined; return find(key); }',
  ])('It is right: %s', (body) => {
    expect(found(verifier(body))).toEqual([]);
  });
});

describe('Middleware that does not go on', () => {
  it.each([
    "if (KEY && ctx.get('x-key') !== KEY) { ctx.body = 'no'; return; } return next();",
    "if (KEY && ctx.get('x-key') !== KEY) ctx.body = 'no'; else await next();",
  ])('It is found: %s', (body) => {
    expect(found(`app.use(async (ctx: any, next: any) => { ${body} });`)).toHaveLength(1);
  });
});

describe('Code that guards nothing', () => {
  it.each([
    'const matches = (ctx: any) => { if (!FILTER || ctx.query.by === FILTER) return true; return false; };',
    'const lang = (ctx: any) => { if (FILTER && ctx.query.by !== FILTER) return undefined; return { by: ctx.query.by }; };',
    'const trace = (ctx: any) => { if (TRACE_KEY && ctx.query.trace !== TRACE_KEY) return; console.log(ctx.path); };',
    'const trace = (ctx: any) => { if (TRACE_KEY && ctx.query.trace !== TRACE_KEY) return null; return { path: ctx.path }; };',
    'app.use(async (ctx: any, next: any) => { await next(); if (TRACE_KEY && ctx.query.trace !== TRACE_KEY) return; log(ctx); });',
    "app.use((ctx: any, next: any) => { if (!KEY) return next(); ctx.state.user = ctx.get('x-key') !== KEY ? undefined : {}; return next(); });",
    "app.use((ctx: any, next: any) => { if (KEY && ctx.get('x-key') === KEY) ctx.body = 'pong'; else return next(); });",
    "app.use((ctx: any, next: any) => { if (!KEY || ctx.get('x-key') !== KEY) ctx.body = 'no'; else return next(); });",
    "app.use((ctx: any, next: any) => { const [scheme] = ctx.get('authorization').split(' '); if (scheme !== (process.env.AUTH || 'Bearer')) ctx.throw(401); return next(); });",
    "const names = ['a'].map((_, key) => { if (KEY && key !== KEY) return undefined; return { key }; });",
    "const text = JSON.stringify({}, (_, value) => (value.includes(process.env.KEY ?? '') ? undefined : value));",
    'function link(ctx: any, url: string) { if (BASE_URL && url !== BASE_URL) return undefined; return { url }; }',
  ])('It is right: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
