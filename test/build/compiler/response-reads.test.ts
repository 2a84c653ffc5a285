import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HANDLER = '/** Some.\n * @param {integer} amount */\nexport default () => {};';

/** The warnings of reads of `ctx.body` before anything sets it, and what they point at. */
function found(files: Readonly<Record<string, string>>, modules: Readonly<Record<string, string>> = {}): string[] {
  const readFile = (file: string): string | undefined => modules[file];
  return compile({ 'one@post.js': HANDLER, ...files }, { readFile })
    .diagnostics.filter(({ code }) => code === 'early-read')
    .map((each) => `${each.severity} ${brief(each)[1]}`);
}

const inMiddleware = (code: string): string[] =>
  found({ '_middleware.js': `export default async (ctx, next) => { ${code} };` });
const inAuthorize = (code: string): string[] => found({ '_middleware.js': `export const authorize = ${code};` });
const inHandler = (code: string): string[] =>
  found({ 'two@post.js': HANDLER.replace('() => {}', `async (ctx) => { ${code} }`) });

describe('A read of ctx.body before anything sets it', () => {
  it.each([
    'if (ctx.body?.amount > 1000) throw no; return next();',
    'if (ctx.body && ctx.get("X-A")) throw no; return next();',
    'const { amount } = ctx.body ?? {}; if (amount > 1000) throw no; return next();',
    'const { body } = ctx; if (body?.amount > 1000) throw no; return next();',
    'if (!isAllowed(ctx.body)) throw no; return next();',
    'if (ctx.response.body?.amount > 1000) throw no; return next();',
    'if (ctx.body?.amount > 1000) throw no; await next(); ctx.body = { ...ctx.body, a: 1 };',
  ])('Warns in middleware: %s', (code) => {
    expect(inMiddleware(code)).toEqual(['warning body']);
  });

  it('Warns in middleware of a module', () => {
    const modules = {
      'app/guard.js': 'export const check = (ctx, next) => { if (ctx.body?.amount > 1) throw no; return next(); };',
    };
    expect(found({ '_middleware.js': "export { check as default } from '../guard.js';" }, modules)).toEqual([
      'warning body',
    ]);
  });

  it.each(['(ctx) => !(ctx.body?.amount > 1000)', '({ body }) => !(body?.amount > 1000)'])(
    'Warns in authorize: %s',
    (code) => {
      expect(inAuthorize(code)).toEqual(['warning body']);
    },
  );

  it.each([
    'if (ctx.body?.amount > 1000) throw no; ctx.body = { id: 1 };',
    'if (ctx.body.amount > 1000) return null; return save(ctx.state.user);',
    'const { amount } = ctx.body; return amount;',
    'switch (ctx.body?.kind) { case "a": throw no; default: }',
  ])('Warns in a handler: %s', (code) => {
    expect(inHandler(code)).toEqual(['warning body']);
  });

  it.each([
    'ctx.body = { id: 1 };',
    'ctx.body ??= { id: 1 };',
    'ctx.body = ctx.body ?? {};',
    'ctx.body = { id: 1 }; log(ctx.body.id);',
    'await load(ctx); if (!ctx.body) ctx.status = 404;',
    'await ctx.render("page"); log(ctx.body.length);',
    'for (const each of all) { if (ctx.body) break; ctx.body = each; }',
    'if (a) ctx.body = 1; if (ctx.body === undefined) throw no;',
    'return ctx.body;',
    'if (ctx.input.body.amount > 1000) throw no;',
    'const body = ctx.input.body; if (body.amount > 1000) throw no;',
    'const { body } = ctx.input; if (body.amount > 1000) throw no;',
    'ctx.res.on("finish", () => log(ctx.body));',
  ])('It has nothing to warn of in a handler: %s', (code) => {
    expect(inHandler(code)).toEqual([]);
  });

  it.each([
    'await next(); if (ctx.body?.amount > 1000) throw no;',
    'try { await next(); } finally { log(ctx.body); }',
    'await serve(ctx, noop); if (ctx.body) return; return next();',
    'if (ctx.path === "/") { await next(); } if (ctx.body) log();',
  ])('It has nothing to warn of in middleware: %s', (code) => {
    expect(inMiddleware(code)).toEqual([]);
  });

  it('Suggests a field', () => {
    const text = 'export const authorize = (ctx) => !ctx.body;\nexport default (ctx, next) => ctx.body?.a && next();';
    const files = {
      '_middleware.js': text,
      'two@post.js': HANDLER.replace('() => {}', '(ctx) => ctx.body.a'),
    };
    const { diagnostics } = compile(files);
    expect(diagnostics.filter(({ code }) => code === 'early-read').map(({ message }) => message)).toEqual([
      '"ctx.body" is the response, which nothing has set yet. The body of the request is read after "authorize": check "ctx.input.body" in the handler.',
      '"ctx.body" is the response, which nothing has set yet. The body of the request is read inside next(): check "ctx.input.body" in the handler.',
      '"ctx.body" is the response, which nothing has set yet. For the body of the request, read "ctx.input.body".',
    ]);
  });
});

it('Warns of the body that a parser adds to ctx.req', () => {
  const texts = compile({
    'one@post.js': HANDLER,
    '_middleware.js': 'export default (ctx, next) => { if (ctx.req.body?.role) ctx.throw(403); return next(); };',
  }).diagnostics.map((each) => brief(each).join(' '));
  expect(texts).toEqual(['unset-body body']);
});
