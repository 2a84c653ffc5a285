import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { brief, compile } from './compile.ts';

const HANDLER = '/** Some.\n * @param {string} role */\nexport default () => {};';

/** The warnings of reads of `ctx.request.body`, and what they point at. */
function found(files: Readonly<Record<string, string>>, input: Partial<CompilationInput> = {}): string[] {
  return compile({ 'one@post.ts': HANDLER, ...files }, input)
    .diagnostics.filter(({ code }) => code === 'unset-body')
    .map((diagnostic) => brief(diagnostic).join(' '));
}

it.each([
  { 'one@post.ts': `${HANDLER}\nexport const authorize = (ctx) => ctx.request.body?.role !== 'admin';` },
  { '_middleware.ts': "export const authorize = ({ request: { body } }) => body?.role !== 'admin';" },
  { '_middleware.ts': 'export default (ctx, next) => { if (ctx.request.body?.role) ctx.throw(403); return next(); };' },
  {
    '_middleware.ts': "export { guard as default } from '../guard.ts';",
    'hooks/guard.ts':
      'export const guard = (ctx, next) => { const { body } = ctx.request; if (body?.role) ctx.throw(403); return next(); };',
  },
  { 'one@post.ts': HANDLER.replace('() => {}', '(ctx) => { if (ctx.request.body?.role) ctx.throw(403); }') },
])('Warns of a guard that reads the body of a parser, which the project lacks: %o', (files) => {
  const texts = files as Readonly<Record<string, string>>;
  const { 'hooks/guard.ts': guard, ...tree } = texts;
  const readFile = (file: string): string | undefined => (file === 'app/guard.ts' ? guard : undefined);
  expect(found(tree, { readFile })).toEqual(['unset-body body']);
});

const GUARD = 'export default (ctx, next) => { if (ctx.request.body?.role) ctx.throw(403); return next(); };';

it.each([
  { '_middleware.ts': GUARD.replace('{ if', '{ ctx.request.body ??= await read(ctx.req); if') },
  {
    'a/_middleware.ts': GUARD,
    'a/b@post.ts': HANDLER,
    '_middleware.ts': 'export default async (ctx, next) => { ctx.request.body = await read(ctx.req); return next(); };',
  },
  { '_middleware.ts': GUARD.replaceAll('ctx.request.body', 'ctx.body') },
])('Reports nothing if the tree sets it, or for another body: %o', (files) => {
  expect(found(files as Readonly<Record<string, string>>)).toEqual([]);
});

it.each(['{ "dependencies": { "koa-body": "^6.0.0" } }', 'ctx.request.body = await read(ctx.req);'])(
  'Reports nothing if other code may set it: %s',
  (text) => {
    expect(found({ '_middleware.ts': GUARD }, { appTexts: () => [text] })).toEqual([]);
  },
);

describe('A helper that gets the context', () => {
  const OF_HELPERS = "import { check, Guards, guards } from '../helpers.ts'; import * as all from '../helpers.ts';\n";
  const REFUSES = '{ if (ctx.request.body?.plan !== undefined) throw problem(403); }';
  /** The warnings in the helper of a `_middleware` file. */
  const inHelper = (helper: string, guard: string, others: Readonly<Record<string, string>> = {}): string[] => {
    const modules: Readonly<Record<string, string>> = { 'app/helpers.ts': helper, ...others };
    const { diagnostics } = compile(
      { '_middleware.ts': OF_HELPERS + guard, 'one@post.ts': HANDLER, 'two@post.ts': HANDLER },
      { readFile: (file) => modules[file] },
    );
    return diagnostics.filter(({ code }) => code === 'unset-body').map((each) => each.at.source.file);
  };
  const MIDDLEWARE = 'export default (ctx, next) => { check(ctx); return next(); };';
  const WARNING = ['app/helpers.ts'];

  it.each([
    [`export function check(ctx: any) ${REFUSES}`, MIDDLEWARE],
    [
      `export async function check(context: any) ${REFUSES.replace('ctx', 'context')}`,
      MIDDLEWARE.replace('check', 'await check').replace('(ctx, next)', 'async (ctx, next)'),
    ],
    [`export const check = (c) => c.req.body?.plan && refuse();`, MIDDLEWARE],
    [
      'export const check = (ctx: any) => ctx.request.body ?? {};',
      'export const authorize = (ctx) => check(ctx).plan === undefined || isAdmin(ctx);',
    ],
    [`export class Guards { static check(ctx) ${REFUSES} }`, MIDDLEWARE.replace('check', 'Guards.check')],
    [`export const guards = { check(ctx) ${REFUSES} };`, MIDDLEWARE.replace('check', 'guards.check')],
    [
      `export const guards = { plan: { check: (ctx) => ${REFUSES} } };`,
      MIDDLEWARE.replace('check', 'guards.plan.check'),
    ],
    [
      `class Plans { check(ctx) ${REFUSES} }\nexport const guards = new Plans();`,
      MIDDLEWARE.replace('check', 'guards.check'),
    ],
    [`export function check(ctx) ${REFUSES}`, MIDDLEWARE.replace('check', 'all.check')],
    [
      'export const check = (request) => { if (request.body?.plan) throw problem(403); };',
      MIDDLEWARE.replace('check(ctx)', 'check(ctx.request)'),
    ],
    [
      'export const check = ({ body }) => { if (body?.plan) throw problem(403); };',
      MIDDLEWARE.replace('(ctx,', '({ request },').replace('ctx', 'request'),
    ],
    ['export const check = ({ request: { body } }) => { if (body?.plan) throw problem(403); };', MIDDLEWARE],
    [
      'export const check = (ctx) => { const { body } = ctx.request; if (body?.plan) throw problem(403); };',
      MIDDLEWARE,
    ],
    [
      `export const check = (name, ctx) => { if (ctx.request.body?.[name]) throw problem(403); };`,
      MIDDLEWARE.replace('(ctx);', "('plan', ctx);"),
    ],
    [
      `export const check = (ctx, name) => { if (name && ctx.request.body?.[name]) throw problem(403); };`,
      MIDDLEWARE.replace('(ctx);', "(ctx, 'plan');"),
    ],
    [`const inner = (ctx) => ${REFUSES};\nexport const check = (ctx) => inner(ctx);`, MIDDLEWARE],
    [`export const check = () => (ctx) => ${REFUSES};`, MIDDLEWARE.replace('check(ctx)', 'check()(ctx)')],
  ])('Warns of %s in %s', (helper, guard) => {
    expect(inHelper(helper, guard)).toEqual(WARNING);
  });

  it('Warns behind other modules, and of a helper in the same file', () => {
    const other = { 'app/other.ts': `export const other = (ctx) => ${REFUSES};` };
    const taken = "import { other } from './other.ts';\n";
    expect(inHelper(`${taken}export const check = (ctx) => other(ctx);`, MIDDLEWARE, other)).toEqual(['app/other.ts']);
    expect(inHelper("export { other as check } from './other.ts';", MIDDLEWARE, other)).toEqual(['app/other.ts']);
    const own = `const refuse = (ctx) => ${REFUSES};\n${MIDDLEWARE.replace('check', 'refuse')}`;
    expect(inHelper('', own)).toEqual(['app/operations/_middleware.ts']);
    const factory = `${taken}export const check = (ctx, next) => { other(ctx); return next(); };`;
    expect(inHelper(factory, 'export default check;', other)).toEqual(['app/other.ts']);
  });

  it('Warns of one that handlers call', () => {
    const operation = (name: string): string =>
      `import { check } from '../helpers.ts';\n${HANDLER.replace('() => {}', `function ${name}(ctx) { check(ctx); }`)}`;
    const { diagnostics } = compile(
      { 'one@post.ts': operation('one'), 'two@post.ts': operation('two') },
      { readFile: () => `export function check(ctx) ${REFUSES}` },
    );
    expect(diagnostics.map((each) => [...brief(each), each.at.source.file])).toEqual([
      ['unset-body', 'body', 'app/helpers.ts'],
    ]);
  });

  it.each([
    [`export function check(ctx) ${REFUSES}`, MIDDLEWARE.replace('ctx);', 'ctx.state);')],
    [`export function check(ctx) { ctx.request.body = read(ctx.req); ${REFUSES} }`, MIDDLEWARE],
    [`export function other(ctx) ${REFUSES}\nexport const check = (ctx) => ctx.ip;`, MIDDLEWARE],
    ['export const check = (ctx) => ctx.input?.body ?? ctx.request.body;', MIDDLEWARE],
    [`import parse from '@koa/bodyparser';\nexport function check(ctx) ${REFUSES}`, MIDDLEWARE],
    [
      'export const check = (ctx, next) => next(ctx.request.body);',
      MIDDLEWARE.replace('check(ctx);', '').replace('next();', 'check({ request: load() }, next);'),
    ],
  ])('Reports nothing for %s in %s', (helper, guard) => {
    expect(inHelper(helper, guard)).toEqual([]);
  });

  it('Reports nothing if one that is called before sets the body', () => {
    const helper = `import { parse } from './parse.ts';\nexport async function check(ctx) { await parse(ctx); ${REFUSES.slice(1)}`;
    const parse = 'export const parse = async (ctx) => { ctx.request.body = await read(ctx.req); };';
    expect(inHelper(helper, MIDDLEWARE)).toEqual(WARNING);
    expect(inHelper(helper, MIDDLEWARE, { 'app/parse.ts': parse })).toEqual([]);
  });
});
