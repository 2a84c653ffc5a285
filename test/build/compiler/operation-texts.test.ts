import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { brief, compile } from './compile.ts';

const USERS = '/** @returns {string} x */\nexport default function listUsers() { return 1; }';
const ROLES = "const IDS = new Set(['gone']);\nconst ROLES = { gone: 'admin', listUsers: 'user', default: 'user' };\n";

/** The texts that a `_middleware` file expects of an operation, and that none has. */
function found(
  body: string,
  parameters = 'ctx',
  more: Record<string, string> = {},
  input: Partial<CompilationInput> = {},
): string[] {
  const text = `${ROLES}export const authorize = (${parameters}) => { ${body} return true; };`;
  return compile({ 'users.js': USERS, '_middleware.js': text, ...more }, input)
    .diagnostics.filter(({ code }) => code === 'unmatched-operation')
    .map((each) => `${each.severity} ${brief(each)[1]!}`);
}

describe('A comparison of an operation with one that does not exist', () => {
  it.each([
    ["if (ctx.operation.operationId !== 'gone') return true;", "'gone'"],
    ["if (ctx.operation?.operationId === 'gone') return false;", "'gone'"],
    ['if (ctx.operation.operationId === `gone`) return false;', '`gone`'],
    ["if (['listUsers', 'gone'].includes(ctx.operation.operationId ?? '')) return false;", "'gone'"],
    ["switch (ctx.operation.operationId) { case 'gone': return false; }", "'gone'"],
    ['if (IDS.has(ctx.operation.operationId)) return false;', "'gone'"],
    ["const { operationId } = ctx.operation; if (operationId === 'gone') return false;", "'gone'"],
    ["const { operation } = ctx; if (operation.operationId === 'gone') return false;", "'gone'"],
    ["const one = ctx.operation; if (one.operationId === 'gone') return false;", "'gone'"],
    ['if (ROLES[ctx.operation.operationId] === ctx.get("X-Role")) return false;', 'gone'],
    ["if (ctx.operation.id === 'gone@get.ts') return false;", "'gone@get.ts'"],
    ["if (ctx.operation.id === 'admin/gone') return false;", "'admin/gone'"],
    ["if (ctx.operation.id.startsWith('/users')) return false;", "'/users'"],
    ["if (ctx.operation.path.startsWith('/staff')) return false;", "'/staff'"],
    ["if (ctx.operation.path.startsWith('users')) return false;", "'users'"],
    ["if (ctx.operation.path === '/gone') return false;", "'/gone'"],
    ["if (ctx.operation.path.includes('/staff/')) return false;", "'/staff/'"],
    ["if (ctx.operation.id.endsWith('gone.js')) return false;", "'gone.js'"],
    ['if (/^\\/staff/.test(ctx.operation.path)) return false;', '/^\\/staff/'],
  ])('Warns: %s', (body, text) => {
    expect(found(body)).toEqual([`warning ${text}`]);
  });

  it('Warns of one that the parameters take', () => {
    expect(found("if (operation.operationId === 'gone') return false;", '{ operation }')).toHaveLength(1);
    expect(found("if (id === 'gone') return false;", '{ operation: { operationId: id } }')).toHaveLength(1);
  });

  it.each([
    "if (ctx.operation.operationId === 'listUsers') return false;",
    "if (ctx.operation.id === 'users.js') return false;",
    "if (ctx.operation.operationId === '') return false;",
    "if (ctx.operation.path.startsWith('/users') || ctx.operation.path === '/users') return false;",
    "if (ctx.operation.id.endsWith('.ts') || ctx.operation.id.includes('@post')) return false;",
    "if (ctx.operation.path.includes('/staff/')) log();",
    "if (ctx.operation.path.includes('{id}') || ctx.operation.path.startsWith('/')) return false;",
    'if (/^(a+)+$/.test(ctx.operation.path)) return false;',
    "if (ctx.operation.operationId.startsWith('gone')) return false;",
    "if (ctx.operation.operationId === 'gone' + 'Too') return false;",
    "if (ctx.state.operation.operationId === 'gone') return false;",
    "if (ctx.operation.extensions['x-plan'] === 'gone') return false;",
    "if (ctx.operation.id.split('@')[0] === 'gone') return false;",
    "const operation = load(); if (operation.operationId === 'gone') return false;",
  ])('It has nothing to warn of: %s', (body) => {
    expect(found(body)).toEqual([]);
  });

  it('Knows the operations of webhooks', () => {
    const body = "if (ctx.operation.operationId === 'onPaid') return false;";
    const webhook = '/** @returns {void} 204 - x */\nexport default function onPaid() {}';
    expect(found(body)).toEqual(["warning 'onPaid'"]);
    expect(found(body, 'ctx', { '../webhooks/paid@post.js': webhook })).toEqual([]);
  });

  it('Knows the operations of older versions', () => {
    const body = "if (ctx.operation.operationId === 'findUsers') return false;";
    const file = { path: pathInVersion('v1', 'users.js'), text: USERS.replace('listUsers', 'findUsers') };
    const versions = [
      { name: 'v1', prefix: 'v1', files: [file] },
      { name: 'v2', prefix: 'v2' },
    ];
    expect(found(body)).toEqual(["warning 'findUsers'"]);
    expect(found(body, 'ctx', {}, { versions })).toEqual([]);
  });

  it('It waits until no file has an error', () => {
    expect(
      found("if (ctx.operation.operationId === 'gone') return false;", 'ctx', { 'a.js': '/** @prama */' }),
    ).toEqual([]);
  });

  it('Warns in modules outside of the tree, if it knows the tree', () => {
    const text = `import 'unplugin-operations/koa';
export const admit = (ctx) => ctx.operation.operationId !== 'gone' && ctx.operation.operationId !== 'listUsers';`;
    const input = { cache: createCache(), custom: customDirectives('') };
    const tree = { directory: 'app/operations', compilation: () => compile({ 'users.js': USERS }) };
    const check = (more: object): string[] =>
      checkModule({ file: 'app/app.js', text }, { ...input, ...more }).map((each) => brief(each).join(' '));
    expect(check({ tree })).toEqual(["unmatched-operation 'gone'"]);
    expect(check({})).toEqual([]);
  });
});

describe('A comparison with the paths below an operation', () => {
  const GET = 'export default () => 1;';
  const ADMIN = { 'admin/@get.js': GET, 'admin/sales@get.js': GET };
  const refused = (test: string, more: Record<string, string> = ADMIN): string[] =>
    found(`if (${test}) throw problem(403);`, 'ctx', more);

  it.each([
    ["ctx.operation.path.startsWith('/admin/') && ctx.get('X-Admin') !== 'yes'", "'/admin/'"],
    ["['/admin/'].some((each) => ctx.operation.path.startsWith(each))", "'/admin/'"],
    ["ctx.operation.path.includes('/admin/')", "'/admin/'"],
    ["ctx.operation?.path.indexOf('/admin/') === 0", "'/admin/'"],
    ['/^\\/admin\\//.test(ctx.operation.path)', '/^\\/admin\\//'],
    ["ctx.operation.path.startsWith('/admin/') || ctx.operation.path === '/users'", "'/admin/'"],
  ])('warns: %s', (test, text) => {
    expect(refused(test)).toEqual([`warning ${text}`]);
  });

  it('names the operation', () => {
    const body = "if (ctx.operation.path.startsWith('/admin/')) throw problem(403); return true;";
    const text = `export const authorize = (ctx) => { ${body} };`;
    const [only] = compile({ ...ADMIN, '_middleware.js': text }).diagnostics;
    expect(only!.message).toBe(
      'This guard matches "/admin/sales", but not "/admin" of "admin/@get.js". Compare "/admin" too, or guard both by a "_middleware" file or "authorize".',
    );
  });

  it.each([
    "ctx.operation.path.startsWith('/admin/') || ctx.operation.path === '/admin'",
    "ctx.operation.path.startsWith('/admin/') || ctx.path === '/admin'",
    "ctx.operation.path.startsWith('/admin/') || ctx.operation.id === 'admin/@get.js'",
    "ctx.operation.path.startsWith('/admin/') || ctx.operation.id.startsWith('admin/')",
    "ctx.operation.path.startsWith('/admin/') || ctx.operation.path === base(ctx)",
    "ctx.operation.path.startsWith('/admin')",
    "ctx.operation.path !== '/admin' && ctx.operation.path.startsWith('/admin/')",
    "ctx.operation.method === 'DELETE' && ctx.operation.path.startsWith('/admin/')",
    "`${ctx.operation.path}/`.startsWith('/admin/')",
    "!ctx.operation.path.startsWith('/admin/')",
    '/^\\/admin(\\/|$)/.test(ctx.operation.path)',
    '/^\\/admin\\/[^/]+$/.test(ctx.operation.path)',
  ])('finds nothing: %s', (test) => {
    expect(refused(test)).toEqual([]);
  });

  it('finds nothing without an operation at the path, or without a refusal', () => {
    const { 'admin/sales@get.js': sales } = ADMIN;
    expect(refused("ctx.operation.path.startsWith('/admin/')", { 'admin/sales@get.js': sales })).toEqual([]);
    expect(found("if (ctx.operation.path.startsWith('/admin/')) log();", 'ctx', ADMIN)).toEqual([]);
  });

  it('warns in a file that only lets OPTIONS pass', () => {
    const body =
      "if (ctx.method === 'OPTIONS') return true; if (ctx.operation.path.startsWith('/admin/')) return false;";
    expect(found(body, 'ctx', ADMIN)).toEqual(["warning '/admin/'"]);
  });
});
