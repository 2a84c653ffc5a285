import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENTED_FIELDS } from '../../../src/build/compiler/diagnostics/closed-fields.ts';
import { brief, compile } from './compile.ts';

const HANDLER = '/** Some.\n * @param {string} kind */\nexport default () => {};';

/** The warnings of reads of fields that do not exist, and what they point at. */
function found(files: Readonly<Record<string, string>>, modules: Readonly<Record<string, string>> = {}): string[] {
  const readFile = (file: string): string | undefined => modules[file];
  return compile({ 'one@get.js': HANDLER, ...files }, { readFile })
    .diagnostics.filter(({ code }) => code === 'unset-operation' || code === 'unset-input')
    .map((diagnostic) => `${diagnostic.code} ${brief(diagnostic)[1]}`);
}

const message = (files: Readonly<Record<string, string>>): string | undefined =>
  compile({ 'one@get.js': HANDLER, ...files }).diagnostics.find(({ code }) => code.startsWith('unset-'))?.message;

const inMiddleware = (code: string): string[] =>
  found({ '_middleware.js': `export default async (ctx, next) => { ${code} };` });

describe('A read of a field that ctx.operation lacks', () => {
  it.each([
    ["if (ctx.operation.tags?.includes('admin')) throw no; return next();", 'tags'],
    ["if (ctx.operation?.['tags']) throw no; return next();", "'tags'"],
    ['if (ctx.operation.deprecated) throw no; return next();', 'deprecated'],
    ['const { tags } = ctx.operation; if (tags) throw no; return next();', 'tags'],
    ['const { tags = [] } = ctx.operation ?? {}; if (tags[0]) throw no; return next();', 'tags'],
    ['const { operation: { tags: all } } = ctx; if (all) throw no; return next();', 'tags'],
    ['const { operation } = ctx; if (operation.tags) throw no; return next();', 'tags'],
    ['const one = ctx.operation; if (one.internal) throw no; return next();', 'internal'],
    ['let tags; ({ tags } = ctx.operation); if (tags) throw no; return next();', 'tags'],
    ["if ('tags' in ctx.operation) throw no; return next();", "'tags'"],
    ["await next(); if (ctx.operation.name === 'a') ctx.set('X-A', '1');", 'name'],
    ['if (ROLES.some((role) => ctx.operation.tags.includes(role))) throw no; return next();', 'tags'],
  ])('Warns in middleware: %s', (code, text) => {
    expect(inMiddleware(code)).toEqual([`unset-operation ${text}`]);
  });

  it.each([
    "(ctx) => !ctx.operation.tags?.includes('admin')",
    '({ operation }) => !operation.tags',
    '({ operation: { tags } }) => !tags',
    'async (c) => !c.operation.tags',
    'function (ctx) { return isOpen(ctx); }\nfunction isOpen(context) { return !context.operation.tags; }',
  ])('Warns in authorize: %s', (code) => {
    expect(found({ '_middleware.js': `export const authorize = ${code};` })).toEqual(['unset-operation tags']);
  });

  it.each([
    'export const check = (ctx, next) => { if (ctx.operation.tags) throw no; return next(); };',
    'export const check = ({ operation }, next) => { if (operation.tags) throw no; return next(); };',
    'export const check = async (ctx, next) => { await next(); await log(ctx.operation.tags); };',
    'export function check(ctx) { return ctx.operation.tags; }',
  ])('Warns in a module that a guard imports: %s', (text) => {
    const guard = "import { check } from '../guard.js';\nexport default (ctx, next) => check(ctx, next);";
    expect(found({ '_middleware.js': guard }, { 'app/guard.js': text })).toEqual(['unset-operation tags']);
  });

  it.each([
    'const { id, operationId, method, path, extensions } = ctx.operation; use(id); return next();',
    'if (ctx.operation.security === undefined) use(ctx.operation.status); return next();',
    "if (ctx.operation[ctx.get('x')]) throw no; return next();",
    "if (ctx.operation.hasOwnProperty('id')) throw no; return next();",
    'ctx.operation.user = 1; use(ctx.operation.user); return next();',
    'Object.assign(ctx.operation, { user: 1 }); use(ctx.operation.user); return next();',
    'ctx.operation = load(ctx); use(ctx.operation.tags); return next();',
    'const operation = load(); use(operation.tags); return next();',
    'if (ctx.state.operation.tags) throw no; return next();',
    'return next().then(({ operation }) => use(operation.tags));',
    'let one = ctx.operation; one = load(one); use(one.tags); return next();',
  ])('It has nothing to warn of: %s', (code) => {
    expect(inMiddleware(code)).toEqual([]);
  });

  it('Knows the fields that another file sets', () => {
    const setting = 'export default (ctx, next) => { ctx.operation.user = 1; return next(); };';
    const reading = 'export default (ctx, next) => { use(ctx.operation.user); return next(); };';
    expect(found({ '_middleware.js': setting, 'a/_middleware.js': reading, 'a/b@get.js': HANDLER })).toEqual([]);
    expect(found({ 'a/_middleware.js': reading, 'a/b@get.js': HANDLER })).toEqual(['unset-operation user']);
  });

  it('Leaves other objects with that name alone', () => {
    const text =
      'export const check = ({ operation }) => operation.tags;\nexport const all = ({ ctx }) => ctx.operation.x;';
    const guard = "import { check } from '../guard.js';\nexport const authorize = (ctx) => check(ctx);";
    expect(found({ '_middleware.js': guard }, { 'app/guard.js': text })).toEqual([]);
  });

  it('Suggests a field', () => {
    const ofField = (name: string): string | undefined =>
      message({ '_middleware.js': `export const authorize = (ctx) => !ctx.operation.${name};` });
    expect(ofField('operationID')).toBe(
      '"ctx.operation.operationID" is always undefined. The fields are "id", "operationId", "method", "path" and "extensions". Did you mean "operationId"?',
    );
    expect(ofField('name')).toContain('Did you mean "operationId"?');
    expect(ofField('file')).toContain('Did you mean "id"?');
    expect(ofField('tags')).toContain(
      'To decide by the contract, add a line "@x-tags" and read it from "ctx.operation.extensions".',
    );
  });

  it('Its documented fields are those of the table', () => {
    const page = readFileSync(new URL('../../../docs/recipes/observability.md', import.meta.url), 'utf8');
    const [, table = ''] = /\n## ctx\.operation\n(.*?)\n## /s.exec(page)!;
    expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(DOCUMENTED_FIELDS.operation);
  });
});

describe('A read of a place that ctx.input lacks', () => {
  it.each([
    ["(ctx) => ctx.input.kind !== 'secret'", 'kind'],
    ["(ctx) => ctx.input.params.id !== 'secret'", 'params'],
    ["(ctx) => ctx.input.headers?.['x-role'] !== 'guest'", 'headers'],
    ['({ input }) => !input.cookies.session', 'cookies'],
    ['({ input: { queries: { kind } } }) => !kind', 'queries'],
    ['(ctx) => { const { params } = ctx.input; return !params; }', 'params'],
  ])('Warns in authorize and in handlers: %s', (code, text) => {
    expect(found({ '_middleware.js': `export const authorize = ${code};` })).toEqual([`unset-input ${text}`]);
    expect(found({ 'two@get.js': `/** Some. */\nexport default ${code};` })).toEqual([`unset-input ${text}`]);
    const other = `const check = ${code};\n/** Some. */\nexport default function get(c) { return check(c); }`;
    expect(found({ 'two@get.js': other })).toEqual(code.startsWith('(ctx)') ? [`unset-input ${text}`] : []);
  });

  it('Warns in middleware after next(), and in modules', () => {
    expect(inMiddleware('await next(); log(ctx.input.headers);')).toEqual(['unset-input headers']);
    const guard = "import { check } from '../guard.js';\nexport const authorize = (ctx) => check(ctx);";
    const modules = { 'app/guard.js': 'export const check = (ctx) => ctx.input.params.id !== 1 && ctx.input.stage;' };
    // Contexts of other libraries can have an input, too.
    expect(found({ '_middleware.js': guard }, modules)).toEqual(['unset-input params']);
    const passed = "export { authorize } from '../guard.js';";
    const authorize = { 'app/guard.js': 'export const authorize = ({ input }) => !input.kind;' };
    expect(found({ '_middleware.js': passed }, authorize)).toEqual(['unset-input kind']);
  });

  it.each([
    '(ctx) => { const { path, query, header, cookie, type } = ctx.input; return use(path, query, header, cookie, type); }',
    "(ctx) => ctx.input[ctx.get('x')]",
    '({ body: { input } }) => input.kind',
    '(ctx) => list.every(({ input }) => input.kind)',
    '(ctx) => { ctx.input.user = 1; return ctx.input.user; }',
  ])('It has nothing to warn of: %s', (code) => {
    expect(found({ '_middleware.js': `export const authorize = ${code};` })).toEqual([]);
  });

  it('Suggests a location', () => {
    const ofField = (name: string): string | undefined =>
      message({ '_middleware.js': `export const authorize = (ctx) => !ctx.input.${name};` });
    expect(ofField('headers')).toBe(
      '"ctx.input.headers" is always undefined. The fields are "path", "query", "header", "cookie", "body" and "type". Did you mean "header"?',
    );
    expect(ofField('params')).toContain('Did you mean "path"?');
    expect(ofField('json')).toContain('Did you mean "body"?');
    expect(ofField('kind')).toContain('Read a parameter from its location, such as "ctx.input.query.kind".');
  });
});
