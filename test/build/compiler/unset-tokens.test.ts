import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = `import { problem } from 'unplugin-operations/koa';
const { KEY } = process.env;
const BEARER = /^Bearer (.+)$/;
const EMPTY = process.env.EMPTY_KEY ?? '';
`;

/** The comparisons in a `_middleware` file that let a client pass while a variable is unset. */
function found(body: string, head = ''): string[] {
  const { diagnostics } = compile({
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': `${HEAD}${head}\nexport default async (ctx: any, next: any) => { ${body}\nreturn next(); };`,
  });
  return diagnostics.filter(({ code }) => code === 'unset-secret').map((each) => brief(each)[1]!);
}

const REFUSE = 'if (key !== KEY) throw problem(401);';
const AUTH = "ctx.get('Authorization')";

describe('A token that code takes out of a header', () => {
  it.each([
    `const key = /^Bearer (.+)$/.exec(${AUTH})?.[1];`,
    `const key = BEARER.exec(${AUTH})?.[1];`,
    `const match = BEARER.exec(${AUTH}); const key = match?.[1];`,
    `const match = ${AUTH}.match(BEARER); const key = match?.[1];`,
    `const key = ${AUTH}.match(/[^ ]+$/)?.[0];`,
    `const key = /^Bearer (?<token>.+)$/.exec(${AUTH})?.groups?.token;`,
    `const key = /^Bearer (?<token>.+)$/.exec(${AUTH})?.groups.token;`,
    `const [, key] = /^Bearer (.+)$/.exec(${AUTH}) ?? [];`,
    `const [, key] = ${AUTH}.match(BEARER) || [];`,
    `const key = (BEARER.exec(${AUTH}) ?? [])[1];`,
    `const key = BEARER.exec(ctx.headers.authorization ?? '')?.[1];`,
  ])('It is undefined if a pattern does not match: %s', (read) => {
    expect(found(`${read} ${REFUSE}`)).toEqual(['key !== KEY']);
    expect(found(`${read} if (!key) throw problem(401); ${REFUSE}`)).toEqual([]);
    expect(found(`${read} ctx.assert(key && key === KEY, 401);`)).toEqual([]);
    expect(found(`${read} if (key !== EMPTY) throw problem(401);`)).toEqual([]);
  });

  it.each([
    `const key = ${AUTH}.startsWith('Bearer ') ? ${AUTH}.slice(7) : undefined;`,
    `const key = ${AUTH} ? ${AUTH} : undefined;`,
    `const key = !${AUTH} ? undefined : ${AUTH};`,
    `const header = ctx.headers.authorization; const key = header ? header.slice(7) : void 0;`,
    "const header = ctx.headers['x-key']; const key = Array.isArray(header) ? header[0] : header;",
    'let key; if (ctx.headers.authorization) key = ctx.headers.authorization.slice(7);',
    'let key: any; if (ctx.headers.authorization) { key = ctx.headers.authorization.slice(7); }',
    `let key = undefined; if (${AUTH} !== '') key = ${AUTH};`,
    `let key; if (ctx.query.key) key = ctx.query.key; else if (${AUTH}) key = ${AUTH};`,
  ])('It is undefined without the header: %s', (read) => {
    expect(found(`${read} ${REFUSE}`)).toEqual(['key !== KEY']);
    expect(found(`${read} if (!key) throw problem(401); ${REFUSE}`)).toEqual([]);
    expect(found(`${read} ctx.assert(key && key === KEY, 401);`)).toEqual([]);
  });

  it.each([
    "(text: string) => (text.startsWith('Bearer ') ? text.slice(7) : undefined)",
    "(text: string) => { return text.startsWith('Bearer ') ? text.slice(7) : undefined; }",
    '(text: string) => BEARER.exec(text)?.[1]',
  ])('It is undefined by a function of the file: %s', (head) => {
    const bearer = `const bearerOf = ${head};`;
    expect(found(`if (bearerOf(${AUTH}) !== KEY) throw problem(401);`, bearer)).toHaveLength(1);
    expect(found(`const key = bearerOf(${AUTH}); ${REFUSE}`, bearer)).toHaveLength(1);
    expect(found(`const key = bearerOf(${AUTH}); if (!key || key !== KEY) throw problem(401);`, bearer)).toEqual([]);
  });

  it.each([
    `const key = /^Bearer (.*)$/.exec(${AUTH})?.[1];`,
    `const key = ${AUTH}.startsWith('Bearer ') ? ${AUTH}.slice(7) : '';`,
    `let key = ''; if (${AUTH}) key = ${AUTH}.slice(7);`,
  ])('It can be empty: %s', (read) => {
    expect(found(`${read} if (key !== EMPTY) throw problem(401);`)).toEqual(['key !== EMPTY']);
    expect(found(`${read} if (!key || key !== EMPTY) throw problem(401);`)).toEqual([]);
  });

  it.each([
    // Without a match, it throws an error.
    `const key = BEARER.exec(${AUTH})[1];`,
    `const [, key] = BEARER.exec(${AUTH})!;`,
    `const match = BEARER.exec(${AUTH}); if (!match) throw problem(401); const key = match[1];`,
    `const match = ${AUTH}.match(BEARER); if (match === null) throw problem(401); const key = match[1];`,
    `const match = BEARER.exec(${AUTH}); if (!match) throw problem(401); const key = match?.[1];`,
    `const [, key] = BEARER.exec(${AUTH}) ?? ['', 'none'];`,
    'const key = ctx.state.db.exec(ctx.query.text)?.[1];',
    `const key = ${AUTH} ? ${AUTH} : null;`,
    'const header = ctx.headers.authorization; const key = header ? header : null;',
    `const key = ${AUTH}.startsWith('Bearer ') ? ${AUTH}.slice(7) : 'none';`,
    `const key = ${AUTH}.startsWith('Bearer ') ? ${AUTH}.slice(7) : ctx.throw(401);`,
    'const header = ctx.headers.key; const key = Array.isArray(header) ? header[0] : header; if (!header) ctx.throw(401);',
    `let key; if (${AUTH}) key = ${AUTH}; else key = randomUUID();`,
    `let key; if (${AUTH}) key = ${AUTH}; else throw problem(401);`,
    `let key; key = ${AUTH}; if (ctx.query.key) key = find(ctx);`,
    `let key; if (${AUTH}) key = ${AUTH}; key ??= randomUUID();`,
    `let key = randomUUID(); if (${AUTH}) key = ${AUTH};`,
  ])('It is right: %s', (read) => {
    expect(found(`${read} ${REFUSE}`)).toEqual([]);
  });

  it('A name that a condition sets is not the same as its value', () => {
    const { diagnostics } = compile({
      '_middleware.ts':
        "export default (ctx: any, next: any) => { let key; if (ctx.query.a) key = ctx.get('x-key'); if (key === undefined) ctx.throw(401); return next(); };",
    });
    expect(diagnostics.map(({ code }) => code)).not.toContain('unset-header');
  });
});

describe('A list of keys whose items are trimmed', () => {
  const LISTS = [
    "(process.env.KEYS ?? '').split(',').map((key) => key.trim())",
    "(process.env.KEYS || '').split(',').map((key: string) => { return key.trim().toLowerCase(); })",
    "new Set((process.env.KEYS ?? '').split(',').map((key) => key.trim()))",
    "(process.env.KEYS?.split(',') ?? ['']).map(function (key) { return key.trim(); })",
  ];

  it.each(LISTS)('It has an empty key: %s', (list) => {
    const test = `keys.${list.startsWith('new') ? 'has' : 'includes'}(ctx.get('X-Key'))`;
    expect(found(`if (!${test}) throw problem(401);`, `const keys = ${list};`)).toEqual([test]);
    expect(found(`if (!ctx.get('X-Key') || !${test}) throw problem(401);`, `const keys = ${list};`)).toEqual([]);
  });

  it.each([
    "(process.env.KEYS ?? '').split(',').map((key) => key.trim()).filter(Boolean)",
    "(process.env.KEYS ?? '').split(',').filter(Boolean).map((key) => key.trim())",
    "(process.env.KEYS ?? '').split(',').map((key) => key.trim()).filter((key) => key !== '')",
    "process.env.KEYS?.split(',').map((key) => key.trim()) ?? []",
    "(process.env.KEYS?.split(',') ?? []).map((key) => key.trim())",
    "(process.env.KEYS ?? '').split(',').map((key) => find(key))",
    "(process.env.KEYS ?? '').split(',').map((key) => key || 'none')",
    "process.env.KEYS!.split(',').map((key) => key.trim())",
  ])('It is right: %s', (list) => {
    expect(found("if (!keys.includes(ctx.get('X-Key'))) throw problem(401);", `const keys = ${list};`)).toEqual([]);
    expect(found('if (!keys.includes(ctx.query.key)) throw problem(401);', `const keys = ${list};`)).toEqual([]);
  });
});
