import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile } from './compile.ts';

const OPERATION = '/** @returns {string} x */\nexport default () => "x";';
const TREE = { 'admin/sales.js': OPERATION, 'admin/users/{id}.js': OPERATION, 'books.js': OPERATION };
const OLD = { path: pathInVersion('v1', 'admin/old.js'), text: OPERATION };

type Prefixes = readonly [older: string | undefined, today: string | undefined];
const LAST_WITHOUT: Prefixes = ['v1', undefined];
const BOTH: Prefixes = ['v1', 'v2'];

function versions([older, today]: Prefixes, files = [OLD]): Partial<CompilationInput> {
  return {
    versions: [
      { name: 'v1', ...(older !== undefined && { prefix: older }), files },
      { name: 'v2', ...(today !== undefined && { prefix: today }) },
    ],
  };
}

/** The texts of a module with `app.use` that leave a path open, and the messages. */
function found(
  body: string,
  input: Partial<CompilationInput>,
  { tree = TREE, head = '' }: { tree?: Record<string, string>; head?: string } = {},
): [text: string, message: string][] {
  const text = `import 'unplugin-operations/koa';\n${head}const guard = (ctx, next) => ctx.throw(403);\napp.use((ctx, next) => ${body});`;
  const compiled = { directory: 'app/operations', compilation: () => compile(tree, input) };
  const given = { cache: createCache(), custom: customDirectives(''), tree: compiled, ...input };
  return checkModule({ file: 'app/app.js', text }, given)
    .filter(({ code }) => code === 'unmatched-path')
    .map((each) => [brief(each)[1]!, each.message]);
}

const texts = (...given: Parameters<typeof found>): string[] => found(...given).map(([text]) => text);

describe('A guard of a path of one version', () => {
  it.each([
    ['/^\\/admin(?:\\/|$)/.test(ctx.path) ? guard(ctx, next) : next()', '/^\\/admin(?:\\/|$)/'],
    ["ctx.path.startsWith('/admin') ? guard(ctx, next) : next()", "'/admin'"],
    ["ctx.url.startsWith('/admin') ? guard(ctx, next) : next()", "'/admin'"],
    ["{ if (ctx.path.startsWith('/admin')) ctx.throw(403); return next(); }", "'/admin'"],
    ["{ if (!ctx.path.startsWith('/admin')) return next(); return guard(ctx, next); }", "'/admin'"],
  ])('Warns if the older version has a prefix: %s', (body, text) => {
    expect(texts(body, versions(LAST_WITHOUT))).toEqual([text]);
    expect(found(body, versions(LAST_WITHOUT))[0]![1]).toContain('but not "/v1/admin/sales"');
    expect(texts(body, versions([undefined, undefined]))).toEqual([]);
  });

  it.each([
    ["ctx.path.startsWith('/v2/admin') ? guard(ctx, next) : next()", '/v1/admin/sales'],
    ["ctx.path.startsWith('/v1/admin') ? guard(ctx, next) : next()", '/v2/admin/sales'],
    ['/^\\/v2\\/admin(?:\\/|$)/.test(ctx.path) ? guard(ctx, next) : next()', '/v1/admin/sales'],
    [
      "{ if (['/v2/admin/sales', '/v2/admin/sales/'].includes(ctx.path)) ctx.throw(403); return next(); }",
      '/v1/admin/sales',
    ],
    ["ctx.path.startsWith('/v2/admin/users/7') ? guard(ctx, next) : next()", '/v1/admin/users/7'],
  ])('Warns if both have one: %s', (body, path) => {
    expect(found(body, versions(BOTH))[0]?.[1]).toContain(`but not "${path}"`);
  });

  it.each([
    "ctx.path.split('/')[1] === 'admin' ? guard(ctx, next) : next()",
    "ctx.path.split('/').at(1) === 'admin' ? guard(ctx, next) : next()",
    "ctx.path.slice(1).split('/')[0] === 'admin' ? guard(ctx, next) : next()",
    "ctx.path.split('/').filter(Boolean)[0] === 'admin' ? guard(ctx, next) : next()",
    "ctx.url.split('?')[0].split('/')[1] === 'admin' ? guard(ctx, next) : next()",
    "['admin', 'staff'].includes(ctx.path.split('/')[1]) ? guard(ctx, next) : next()",
    "{ const [, area] = ctx.path.split('/'); if (area === 'admin') ctx.throw(403); return next(); }",
    "{ const parts = ctx.path.split('/'); const area = parts[1]; if (area !== 'admin') return next(); ctx.throw(403); }",
    "{ const [first] = ctx.path.slice(1).split('/'); switch (first) { case 'admin': ctx.throw(403); } return next(); }",
  ])('Warns of a segment: %s', (body) => {
    expect(found(body, versions(LAST_WITHOUT))).toEqual([
      ["'admin'", expect.stringContaining('not "/v1/admin/sales"')],
    ]);
    expect(found(body, { ...versions(LAST_WITHOUT), base: '/api' })[0]?.[1]).toContain('Compare a later segment');
    expect(texts(body, {})).toEqual([]);
  });

  it.each([
    "ctx.path.split('/')[2] === 'sales' || ctx.path.split('/')[3] === 'sales' ? guard(ctx, next) : next()",
    "ctx.path.split('/')[1] === 'v2' ? guard(ctx, next) : next()",
    "ctx.path.split('/')[1] === '' ? guard(ctx, next) : next()",
    "ctx.path.split('/')[1] === 'pages' ? guard(ctx, next) : next()",
    "ctx.path.split('/')[index] === 'admin' ? guard(ctx, next) : next()",
    "ctx.path.split('/').at(-1) === 'sales' ? guard(ctx, next) : next()",
    "ctx.url.split('/')[1] === 'admin' ? next() : guard(ctx, next)",
    "{ const [, area = 'admin'] = ctx.path.split('/'); if (area === 'pages') ctx.throw(403); return next(); }",
  ])('Reports nothing of a segment: %s', (body) => {
    expect(texts(body, versions(LAST_WITHOUT))).toEqual([]);
  });

  it('Names both paths, and the version', () => {
    expect(found("ctx.path.startsWith('/v2/admin') ? guard(ctx, next) : next()", versions(BOTH))[0]![1]).toBe(
      'This guard matches "/v2/admin/sales", but not "/v1/admin/sales" of version "v1". Match the paths of all versions, or guard the operations by a "_middleware" file, which runs for all versions.',
    );
  });

  it('Counts the option base', () => {
    const body = "ctx.path.startsWith('/api/admin') ? guard(ctx, next) : next()";
    expect(found(body, { ...versions(LAST_WITHOUT), base: '/api' })[0]?.[1]).toContain('but not "/api/v1/admin/sales"');
  });

  it('Warns of an operation that only the older version has', () => {
    const tree = { 'books.js': OPERATION };
    const body = "ctx.path.startsWith('/v2/admin') ? guard(ctx, next) : next()";
    expect(found(body, versions(BOTH), { tree })[0]?.[1]).toContain('but not "/v1/admin/old"');
    const one =
      '{ if (/^(?:\\/v1\\/admin\\/(?:sales|users\\/)|\\/admin)/.test(ctx.path)) ctx.throw(403); return next(); }';
    expect(found(one, versions(LAST_WITHOUT))[0]?.[1]).toContain('but not "/v1/admin/old"');
  });

  it.each([
    "ctx.path.startsWith('/v2') ? guard(ctx, next) : next()",
    "ctx.path.startsWith('/v1/') ? guard(ctx, next) : next()",
    '/^\\/v1(?:\\/|$)/.test(ctx.path) ? guard(ctx, next) : next()',
    '/^(?:\\/v[12])?\\/admin(?:\\/|$)/.test(ctx.path) ? guard(ctx, next) : next()',
    "ctx.path.includes('/admin/') ? guard(ctx, next) : next()",
    "ctx.path.startsWith('/v1/admin') || ctx.path.startsWith('/v2/admin') ? guard(ctx, next) : next()",
    "ctx.path.startsWith('/v2/other') ? guard(ctx, next) : next()",
    "ctx.path.startsWith('/v2/admin') ? next() : guard(ctx, next)",
    "{ if (ctx.path.startsWith('/v2/admin')) ctx.set('X-Frame-Options', 'DENY'); return next(); }",
    "{ if (ctx.path.startsWith('/v1/admin')) ctx.throw(429); return next(); }",
    "{ if (ctx.path.startsWith('/v1/admin')) ctx.throw(410, 'Use v2'); return next(); }",
  ])('Reports nothing: %s', (body) => {
    expect(texts(body, versions(BOTH))).toEqual([]);
  });

  it('Reports nothing of an operation that is new', () => {
    const tree = { ...TREE, 'books.js': OPERATION.replace('@returns', '@since v2\n@returns') };
    expect(texts("ctx.path.startsWith('/v2/books') ? guard(ctx, next) : next()", versions(BOTH), { tree })).toEqual([]);
  });

  it('Depends on the versions that a file in the tree runs for', () => {
    const text =
      "export default (ctx, next) => { if (ctx.path.startsWith('/v1/admin')) ctx.throw(403); return next(); };";
    const older = versions(BOTH, [OLD, { path: pathInVersion('v1', '_middleware.js'), text }]);
    const codes = (files: Record<string, string>, input: Partial<CompilationInput>): string[] =>
      compile(files, input).diagnostics.map(({ code }) => code);
    expect(codes(TREE, older)).not.toContain('unmatched-path');
    expect(codes({ ...TREE, '_middleware.js': text }, versions(BOTH))).toContain('unmatched-path');
  });
});
