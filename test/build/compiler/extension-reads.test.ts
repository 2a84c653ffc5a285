import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { brief, compile } from './compile.ts';

const HANDLER = 'export default () => {};';
const contract = (...lines: string[]): string =>
  `/**\n * It.\n${lines.map((each) => ` * ${each}\n`).join('')} */\n${HANDLER}`;
const READS = "const role = ctx.operation.extensions?.['x-role'];";

/** The warnings of a tree with middleware, and operations with some lines. */
function found(
  body: string,
  lines: readonly string[] = ['@x-role admin'],
  more: Record<string, string> = {},
  input: Partial<CompilationInput> = {},
): string[] {
  const files = Object.fromEntries(lines.map((line, i) => [`p${i}@get.js`, contract(line)]));
  const text = `const ROLE = 'x-role'; const GONE = 'x-gone';\nexport default (ctx, next) => { ${body} return next(); };`;
  return compile({ ...files, '_middleware.js': text, ...more }, input)
    .diagnostics.filter(({ code }) => /^(?:unmatched-extension|unknown-directive)$/.test(code))
    .map(
      (each) =>
        `${each.severity} ${brief(each).slice(1).join(', ')}${each.fix === undefined ? '' : ` -> ${each.fix.edits[0]!.text}`}`,
    );
}

describe('A read of an extension that no comment has', () => {
  it.each([
    ["ctx.operation.extensions?.['x-gone'];", "'x-gone'"],
    ["ctx.operation?.extensions['x-gone'];", "'x-gone'"],
    ["(ctx.operation.extensions ?? {})['x-gone'];", "'x-gone'"],
    ['ctx.operation.extensions[`x-gone`];', '`x-gone`'],
    ['ctx.operation.extensions[GONE];', 'GONE'],
    ['ctx.operation.extensions.role;', 'role'],
    ['ctx.operation.extensions.xRole;', 'xRole'],
    ["ctx.operation.extensions['X-Role'];", "'X-Role'"],
    ["const { 'x-gone': gone } = ctx.operation.extensions;", "'x-gone'"],
    ["const { 'x-gone': gone = 'user' } = ctx.operation.extensions ?? {};", "'x-gone'"],
    ["const { extensions = {} } = ctx.operation; extensions['x-gone'];", "'x-gone'"],
    ["const { operation: { extensions: { 'x-gone': gone } = {} } } = ctx;", "'x-gone'"],
    ["const all = ctx.operation.extensions; if ('x-gone' in all) ctx.throw(403);", "'x-gone'"],
    ["if (Object.hasOwn(ctx.operation.extensions, 'x-gone')) ctx.throw(403);", "'x-gone'"],
    ["if (ctx.operation.extensions.hasOwnProperty('x-gone')) ctx.throw(403);", "'x-gone'"],
    ["ctx.operation['x-role'];", "'x-role'"],
    ["const { 'x-role': role } = ctx.operation;", "'x-role'"],
    ["const of = (operation) => operation.extensions?.['x-gone'];", "'x-gone'"],
  ])('warns: %s', (body, text) => {
    expect(found(body)).toEqual([`warning ${text}`]);
  });

  it.each([
    READS,
    'ctx.operation.extensions[ROLE];',
    'const { "x-role": role } = ctx.operation.extensions ?? {};',
    'for (const name of NAMES) ctx.operation.extensions[name];',
    'ctx.operation.extensions[`x-${ctx.method}`];',
    "ctx.operation.extensions['x-' + ctx.method];",
    "ctx.operation.extensions.hasOwnProperty('x-role');",
    "ctx.state.extensions['x-gone'];",
    "document.operations.filter(({ operation }) => operation['x-gone']);",
    "for (const operation of operations) operation['x-gone'];",
    'for (const operation of operations) operation.extensions.persistedQuery;',
    "ctx.headers['x-gone']; ctx.operation.id;",
    'Object.entries(ctx.operation.extensions);',
  ])('finds nothing: %s', (body) => {
    expect(found(body)).toEqual([]);
  });

  it('warns in a tree without extensions', () => {
    expect(found(READS, ['@tags a'])).toEqual(["warning 'x-role'"]);
  });

  it('warns of one that the parameters of a guard take', () => {
    const authorize = (line: string): Record<string, string> => ({
      'a@get.js': `export const authorize = ({ operation }) => operation.extensions['x-${line}'] !== 'no';\n${contract('@tags a')}`,
    });
    expect(found('', undefined, authorize('gone'))).toEqual(["warning 'x-gone'"]);
    expect(found('', undefined, authorize('role'))).toEqual([]);
  });

  it('knows the lines of directories, webhooks and older versions', () => {
    expect(found(READS, [], { 'a/_middleware.js': '/** @x-role admin */', 'a/b@get.js': contract('@tags a') })).toEqual(
      [],
    );
    expect(found(READS, [], { '../webhooks/paid@post.js': contract('@x-role admin') })).toEqual([]);
    const file = { path: pathInVersion('v1', 'p0@get.js'), text: contract('@x-role admin') };
    const versions = [
      { name: 'v1', prefix: 'v1', files: [file] },
      { name: 'v2', prefix: 'v2' },
    ];
    expect(found(READS, ['@tags a'], {}, { versions })).toEqual([]);
  });

  it('waits until no file has an error', () => {
    expect(found(READS, ['@tags a'], { 'a.js': '/** @param */' })).toEqual([]);
  });

  it('warns in a module that middleware takes its guard from', () => {
    const lib =
      "import 'unplugin-operations/koa';\nexport const guard = (ctx, next) => { ctx.operation.extensions['x-gone']; return next(); };";
    const files = { '_middleware.js': "import { guard } from '../lib/guard.js';\nexport default guard;" };
    const readFile = (file: string): string | undefined => (file === 'app/lib/guard.js' ? lib : undefined);
    expect(found('', undefined, files, { readFile })).toEqual(["warning 'x-gone'"]);
  });

  it('warns in modules outside of the tree, if it knows the tree', () => {
    const text = `import 'unplugin-operations/koa';
export const admit = (ctx) => ctx.operation.extensions['x-gone'] && ctx.operation.extensions['x-role'];`;
    const input = { cache: createCache(), custom: customDirectives('') };
    const tree = { directory: 'app/operations', compilation: () => compile({ 'a@get.js': contract('@x-role admin') }) };
    const check = (more: object): string[] =>
      checkModule({ file: 'app/app.js', text }, { ...input, ...more }).map((each) => brief(each).join(' '));
    expect(check({ tree })).toEqual(["unmatched-extension 'x-gone'"]);
    expect(check({})).toEqual([]);
  });
});

describe('A line whose name is nearly one that code reads', () => {
  it.each(['roles', 'rol', 'Role', 'ro-le', 'rule'])('warns with an edit: @x-%s', (name) => {
    expect(found(READS, ['@x-role admin', `@x-${name} admin`])).toEqual([`warning @x-${name}, 'x-role' -> x-role`]);
  });

  it('warns in the comment of a directory', () => {
    const files = { 'a/_middleware.js': '/** @x-roles admin */', 'a/b@get.js': contract('@tags a') };
    expect(found(READS, undefined, files)).toEqual(["warning @x-roles, 'x-role' -> x-role"]);
  });

  it.each(['@x-plan pro', '@x-required-role admin', '@x-note admin', '@x-gate a'])('leaves out %s', (line) => {
    expect(found(READS, ['@x-role admin', line])).toEqual([]);
  });

  it('leaves out those that code or well-known tools read, and those in a comment with both', () => {
    const own = "ctx.operation.extensions['x-external'];";
    expect(found(`${READS} ctx.operation.extensions['x-roles'];`, ['@x-role a', '@x-roles a'])).toEqual([]);
    expect(found(own, ['@x-external', '@x-internal'])).toEqual([]);
    expect(found(READS, ['@x-role a'], { 'a@get.js': contract('@x-role a', '@x-roles [a, b]') })).toEqual([]);
    expect(found("ctx.operation.extensions['x-limit-1'];", ['@x-limit-1 a', '@x-limit-2 a'])).toEqual([]);
  });

  it('reports nothing without code that reads it', () => {
    expect(found('ctx.operation.extensions[name];', ['@x-role a', '@x-roles a'])).toEqual([]);
  });

  it('takes the spelling of the code for the right one, if more comments have another', () => {
    expect(found("ctx.operation.extensions['x-Role'];", ['@x-Role a', '@x-role a', '@x-role b'])).toEqual([
      "warning @x-role, 'x-Role' -> x-Role",
      "warning @x-role, 'x-Role' -> x-Role",
    ]);
  });

  it('reports the read if no comment has the name of the code', () => {
    expect(found(READS, ['@x-roles admin'])).toEqual(["warning 'x-role'"]);
  });
});

describe('A value that code uses as a list', () => {
  const ROLES = "const roles = ctx.operation.extensions?.['x-roles'];";
  const IS_LIST = "if (Array.isArray(roles) && !roles.includes(ctx.get('X-Role'))) throw problem(403);";
  const IN_LIST = "if (roles && !roles.includes(ctx.get('X-Role'))) throw problem(403);";
  const WARNING = [expect.stringMatching(/^warning @x-roles, (?:'x-roles'|NAME)$/)];

  it.each([
    `${ROLES} ${IS_LIST}`,
    `${ROLES} ${IN_LIST}`,
    `const { 'x-roles': roles = [] } = ctx.operation.extensions ?? {}; ${IN_LIST}`,
    `const NAME = 'x-roles'; const roles = ctx.operation.extensions?.[NAME] ?? []; ${IN_LIST}`,
    `${ROLES} if (roles?.some((each) => each === ctx.get('X-Role')) === false) throw problem(403);`,
    `${ROLES} for (const each of roles ?? []) if (each === 'admin') check(ctx);`,
    `${ROLES} const all = new Set(roles ?? []);`,
    `${ROLES} const all = [...(roles ?? [])];`,
    `${ROLES} const [first] = roles ?? [];`,
    `${ROLES} if (roles instanceof Array && !roles.includes(ctx.get('X-Role'))) throw problem(403, \`Only for \${roles}\`);`,
    "const list = Array.isArray(ctx.operation.extensions['x-roles']) ? ctx.operation.extensions['x-roles'] : [];",
    `${ROLES} if (roles !== undefined && !Array.isArray(roles)) throw problem(500); ${IN_LIST}`,
  ])('warns: %s', (body) => {
    expect(found(body, ['@x-roles Admin'])).toEqual(WARNING);
    expect(found(body, ['@x-roles [Admin]', '@x-roles Editor', '@x-roles 3', '@x-roles'])).toHaveLength(3);
    expect(found(body, ['@x-roles [Admin]', '@x-roles false'])).toEqual([]);
  });

  it.each([
    ROLES,
    `${ROLES} if (typeof roles === 'string' ? roles !== role : !roles.includes(role)) throw problem(403);`,
    `${ROLES} if (![roles].flat().includes(ctx.get('X-Role'))) throw problem(403);`,
    `${ROLES} const all = Array.isArray(roles) ? roles : [roles];`,
    `${ROLES} const all = !Array.isArray(roles) ? toList(roles) : roles;`,
    `${ROLES} if (Array.isArray(roles)) check(ctx, ...roles); else check(ctx, roles);`,
    `${ROLES} if (Array.isArray(roles) ? !roles.includes(role) : roles !== role) throw problem(403);`,
    `${ROLES} if (!roles.split(',').includes(ctx.get('X-Role'))) throw problem(403);`,
    `${ROLES} if (![].concat(roles).includes(ctx.get('X-Role'))) throw problem(403);`,
    `${ROLES} if (!ctx.state.roles.includes(roles)) throw problem(403);`,
    `${ROLES} if (roles.includes('Admin') && !isAdmin(ctx)) throw problem(403);`,
  ])('finds nothing if code takes a text: %s', (body) => {
    expect(found(body, ['@x-roles Admin'])).toEqual([]);
  });

  it('warns of a search for a known text if other lines are lists', () => {
    const body = `${ROLES} if (roles.includes('Admin') && !isAdmin(ctx)) throw problem(403);`;
    expect(found(body, ['@x-roles Admin', '@x-roles [Admin, Editor]'])).toEqual(WARNING);
  });

  it('warns in the comment of a directory, with the list to write', () => {
    const files = {
      '_middleware.js': `/** @x-roles Admin */\nexport default (ctx, next) => { ${ROLES} ${IS_LIST} return next(); };`,
      'a@get.js': contract('@tags a'),
    };
    expect(compile(files).diagnostics.map(({ message }) => message)).toEqual([
      'Code uses the value of "@x-roles" as a list, but this one isn\'t, so a guard that reads it may refuse no request. Write "[Admin]".',
    ]);
  });
});

describe('A value that code cannot read', () => {
  it.each(['{ any: admin }', '[[admin]]', '[{ name: admin }]', 'null'])('warns: @x-role %s', (value) => {
    expect(found(READS, ['@x-role admin', `@x-role ${value}`])).toEqual(["warning @x-role, 'x-role'"]);
    expect(found(READS, [`@x-role ${value}`])).toEqual(["warning @x-role, 'x-role'"]);
    expect(found('ctx.operation.extensions[name];', [`@x-role ${value}`])).toEqual([]);
    expect(found(READS, ['@x-role a', `@x-tools ${value}`])).toEqual([]);
  });

  it.each(['admin', '[admin, editor]', '3', 'false', ''])('finds nothing: @x-role %s', (value) => {
    expect(found(READS, [`@x-role ${value}`])).toEqual([]);
  });
});
