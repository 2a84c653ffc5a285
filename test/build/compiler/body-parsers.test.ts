import { expect, it } from 'vitest';
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
