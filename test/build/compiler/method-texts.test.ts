import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** The texts that a `_middleware` file compares with a method that no request has. */
function found(body: string, parameters = 'ctx, next'): string[] {
  const text = `const LOWER = new Set(['post']);\nexport default (${parameters}) => { ${body} return next(); };`;
  return compile({ 'one.js': '/** Some. */\nexport default () => {};', '_middleware.js': text })
    .diagnostics.filter(({ code }) => code === 'unmatched-method')
    .map((each) => `${each.severity} ${brief(each)[1]!}`);
}

describe('A comparison of a method with one in lower case', () => {
  it.each([
    ["if (ctx.method === 'get') ctx.throw(403);", "'get'"],
    ["if (ctx.request.method !== 'post') return next();", "'post'"],
    ["if (ctx.req.method === 'post') ctx.throw(403);", "'post'"],
    ["if (ctx.operation.method === 'delete') ctx.throw(403);", "'delete'"],
    ["if (['GET', 'post'].includes(ctx.method)) ctx.throw(403);", "'post'"],
    ["if (new Set(['post']).has(ctx.method)) ctx.throw(403);", "'post'"],
    ['if (LOWER.has(ctx.method)) ctx.throw(403);', "'post'"],
    ["switch (ctx.method) { case 'post': ctx.throw(403); }", "'post'"],
    ['if (/^(?:put|post)$/.test(ctx.method)) ctx.throw(403);', '/^(?:put|post)$/'],
    ["const { method } = ctx; if (method === 'post') ctx.throw(403);", "'post'"],
    ["const method = ctx.method; if (method === 'post') ctx.throw(403);", "'post'"],
  ])('Warns: %s', (body, text) => {
    expect(found(body)).toEqual([`warning ${text}`]);
  });

  it('Warns of a method that the parameters of middleware take', () => {
    expect(found("if (method === 'post') throw new Error('no');", '{ method }, next')).toEqual(["warning 'post'"]);
  });

  it.each([
    "if (ctx.method === 'GET') ctx.throw(403);",
    "if (ctx.method.toLowerCase() === 'get') ctx.throw(403);",
    "if (['get', 'GET'].includes(ctx.method)) ctx.throw(403);",
    'if (/^get$/i.test(ctx.method)) ctx.throw(403);',
    'if (/^[A-Z]+$/.test(ctx.method)) ctx.throw(403);',
    "if (payment.method === 'get') ctx.throw(403);",
    "if (ctx.input.body.method === 'post') ctx.throw(403);",
    "ctx.method = ctx.method.toLowerCase(); if (ctx.method === 'get') ctx.throw(403);",
    "if (ctx.method === 'card') ctx.throw(403);",
  ])('It has nothing to warn of: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
