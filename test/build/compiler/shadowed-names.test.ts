import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile } from './compile.ts';

/** Places where a file binds a name once more, and means something else by it. */
const OTHERS: readonly ((name: string) => string)[] = [
  (name) => `export const others = [1].map((${name}) => ${name} + 1);`,
  (name) => `export function other(${name}: any) { return ${name}(1); }`,
  (name) => `export const other = ({ ${name} }: any) => ${name};`,
  (name) => `export const other = ({ x: [${name} = 1] }: any, ...all: any[]) => all[${name}];`,
  (name) => `export function other() { const ${name} = (n: any) => n; return ${name}(1); }`,
  (name) => `export function other() { function ${name}(n: any) { return n; } return ${name}(1); }`,
  (name) => `export function other() { if (Date.now() > 1) { var ${name} = Number; } return ${name}!(1); }`,
  (name) => `{ const ${name} = Number; ${name}(1); }`,
  (name) => `try { JSON.parse(''); } catch (${name}) { console.log(${name}); }`,
  (name) => `for (const ${name} of [1]) console.log(${name});`,
  (name) => `console.log(class ${name} { run = () => ${name}; });`,
  (name) => `export const other = function ${name}() { return ${name}; };`,
];

const GUARD = 'if (!ctx.get("x-key")) throw problem(403);';

/** Files with a mistake: the code, the name that the file binds again, and its text without the handler. */
const MIDDLEWARE: readonly (readonly [code: string, name: string, text: string, body: string])[] = [
  ['ineffective-guard', 'check', `async function check(ctx: any) { ${GUARD} }`, 'check(ctx);'],
  ['ineffective-guard', 'check', `const check = async (ctx: any) => { ${GUARD} };`, 'check(ctx);'],
  ['ineffective-guard', 'check', '', `const check = async () => { ${GUARD} }; check();`],
  ['ineffective-guard', 'guards', `const guards = { check: async (ctx: any) => { ${GUARD} } };`, 'guards.check(ctx);'],
  ['ineffective-guard', 'isAdmin', 'const isAdmin = (ctx: any) => ctx.get("x") === "a";', 'isAdmin(ctx);'],
  [
    'ineffective-guard',
    'isAdmin',
    'const isAdmin = (ctx: any) => ctx.get("x") === "a";',
    'if (!isAdmin) throw problem(403);',
  ],
  [
    'ineffective-guard',
    'requireRole',
    `const requireRole = (role: string) => (ctx: any) => { ${GUARD} };`,
    'requireRole("a");',
  ],
  [
    'ineffective-guard',
    'check',
    'const check = (ctx: any) => { if (!ctx.get("x")) return problem(403); };',
    'check(ctx);',
  ],
  [
    'ineffective-guard',
    'guard',
    `const guards = [async (ctx: any) => { ${GUARD} }];`,
    'for (const guard of guards) guard(ctx);',
  ],
  ['unmatched-path', 'path', '', 'const { path } = ctx; if (path.startsWith("/größe/")) ctx.throw(403);'],
  ['unmatched-path', 'BASE', 'const BASE = "/größe/";', 'if (ctx.path.startsWith(BASE)) ctx.throw(403);'],
  ['lost-guard', 'requireAdmin', `function requireAdmin(ctx: any) { ${GUARD} }`, ''],
  ['lost-guard', 'requireAdmin', 'import { requireAdmin } from "../guards.ts";', ''],
  ['lost-guard', 'check', '', `const check = () => { ${GUARD} };`],
  [
    'unset-secret',
    'KEY',
    'const KEY = process.env.ADMIN_KEY;',
    'if (ctx.get("x-key") !== (KEY ?? "")) throw problem(403);',
  ],
];

const IMPORT = "import { problem } from 'unplugin-operations/koa';";

function found(text: string, body: string, other: string): string[] {
  const middleware = `export default async (ctx: any, next: any) => { ${body} await next(); };`;
  const files = { 'one.ts': '/** Some. */\nexport default () => {};' };
  return [
    [IMPORT, text, other, middleware],
    [IMPORT, other, middleware, text],
  ].flatMap((parts) => {
    const { diagnostics } = compile({ ...files, '_middleware.ts': parts.join('\n') });
    return diagnostics.map((each) => brief(each).slice(0, 2).join(': '));
  });
}

describe('A guard without effect is found although another scope has its name', () => {
  it.each(MIDDLEWARE)('%s, %s: %s %s', (code, name, text, body) => {
    const alone = found(text, body, '');
    expect(alone.every((each) => each.startsWith(`${code}: `))).toBe(true);
    expect(alone).toHaveLength(2);
    for (const other of OTHERS)
      expect([other(name), ...found(text, body, other(name))]).toEqual([other(name), ...alone]);
  });

  it('An app is found whose name another scope has', () => {
    const imports = `import Koa from 'koa';
import { createRouter } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { requireAdmin } from './guards.ts';
`;
    const mount = 'const app = new Koa(); app.use(createRouter(operations).routes()); app.use(requireAdmin);';
    const input = { cache: createCache(), custom: customDirectives('') };
    const codes = (text: string): string[] =>
      checkModule({ file: 'app/server.ts', text: imports + text }, input).map((each) => each.code);
    expect(codes(`${mount} app.listen(1);`)).toEqual(['ineffective-guard']);
    expect(codes(`function create() { ${mount} return app; }\nconst app = create(); app.listen(1);`)).toEqual([
      'ineffective-guard',
    ]);
    for (const other of OTHERS)
      expect([other('app'), ...codes(`${mount}\n${other('app')}`)]).toEqual([other('app'), 'ineffective-guard']);
  });
});

describe('A name in an inner scope is not the function of the module', () => {
  it.each([
    `async function check(ctx: any) { ${GUARD} }\nexport default async (ctx: any, next: any) => { await check(ctx); const run = (check: any) => check(ctx); run(Number); await next(); };`,
    `async function check(ctx: any) { ${GUARD} }\nexport default async (ctx: any, next: any) => { await check(ctx); { const check = Number; check(ctx); } await next(); };`,
    `function check(check: any) { check(1); }\nexport default async (ctx: any, next: any) => { check(Number); await next(); };`,
  ])('%s', (text) => {
    expect(
      compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': `${IMPORT}\n${text}` })
        .diagnostics,
    ).toEqual([]);
  });
});
