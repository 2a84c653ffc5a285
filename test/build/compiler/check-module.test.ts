import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/users.ts': `
    export async function findUser(token: string) { return [{ id: 'a' }].find(({ id }) => id === token); }
    export const findNow = (token: string) => token === 'a' ? { id: token } : undefined;`,
  'app/verifiers.ts': `
    import { findUser } from './users.ts';
    export const verifiers = { token: ({ token }: any) => Boolean(findUser(token)) };`,
  'app/stars.ts': "export * from './verifiers.ts';",
  'app/names.ts': "export { verifiers as own } from './stars.ts';",
  'app/list.ts': "import { verifiers } from './stars.ts';\nexport { verifiers };",
  'app/space.ts': "export * as all from './stars.ts';",
  'app/object.ts': "import { verifiers } from './stars.ts';\nexport const all = { verifiers };",
  'app/default.ts': "export { verifiers as default } from './names.ts';\nexport { verifiers } from './list.ts';",
};

function found(text: string): string[] {
  const input = { cache: createCache(), custom: customDirectives(''), readFile: (file: string) => MODULES[file] };
  return checkModule({ file: 'app/security.ts', text }, input).map((diagnostic) => brief(diagnostic).join(' '));
}

const verifier = (body: string): string =>
  `import type { Verifiers } from 'unplugin-operations/koa';
import { findNow, findUser } from './users.ts';
export const security: Verifiers = { token: ({ token }) => { ${body} } };`;

it.each([
  'return Boolean(findUser(token));',
  'return !!findUser(token);',
  'return findUser(token) !== undefined && { id: token };',
  'return findUser(token) ? { id: token } : false;',
  'const user = findUser(token); if (!user) return false; return { id: token };',
  'return { ...findUser(token) };',
])('a verifier that does not wait for a function of another module is an error: %s', (body) => {
  expect(found(verifier(body))).toEqual([expect.stringMatching(/ineffective-guard.*(?:findUser\(token\)|user)/)]);
});

it.each([
  'return findUser(token);',
  'return findUser(token).then((user) => user !== undefined);',
  'return Boolean(findNow(token));',
  'return { ...findNow(token) };',
])('a verifier whose result is in use is right: %s', (body) => {
  expect(found(verifier(body))).toEqual([]);
});

it('checks the modules that it imports, which may not name this package', () => {
  const text = `import { createApp } from 'unplugin-operations/koa';
import { verifiers } from './verifiers.ts';
export default () => createApp({ security: verifiers } as never);`;
  expect(found(text)).toEqual([expect.stringContaining('ineffective-guard')]);
});

it.each([
  "import { verifiers as own } from './stars.ts';",
  "import { own } from './names.ts';",
  "import { verifiers as own } from './list.ts';",
  "import { all } from './space.ts';\nconst own = all.verifiers;",
  "import { all } from './object.ts';\nconst own = all.verifiers;",
  "import * as all from './default.ts';\nconst own = all.verifiers;",
  "const { verifiers: own } = await import('./default.ts');",
  "const { verifiers: own } = require('./stars.ts');",
])('checks those behind modules that only pass them on: %s', (imports) => {
  const text = `import { createApp } from 'unplugin-operations/koa';
${imports}
export default () => createApp({ security: own } as never);`;
  expect(found(text)).toEqual([expect.stringContaining('ineffective-guard')]);
});

it('takes only a function with the name of next for that of Koa: others get the context', () => {
  const text = (name: string): string => `import { problem } from 'unplugin-operations/koa';
export const define = ({ role }: any, ${name}: any) => (ctx: any) => {
  if (ctx.get('x') !== role) throw problem(403);
  return ${name}(ctx);
};`;
  expect(found(text('handler'))).toEqual([]);
  expect(found(text('next'))).toEqual([expect.stringContaining('unthrown-problem')]);
});

it('checks the order of the functions that app.use gets', () => {
  const text = (middleware: string): string =>
    `import { createApp } from 'unplugin-operations/koa';\ncreateApp({} as never).use(${middleware});`;
  expect(found(text('(ctx, next) => { if (ctx.auth?.token) ctx.throw(403); return next(); }'))).toEqual([
    expect.stringContaining('early-read'),
  ]);
  expect(found(text('async (ctx, next) => { await next(); log(ctx.auth); }'))).toEqual([]);
  expect(found(text('wrap((ctx, next) => { log(ctx.auth); return next(); })'))).toEqual([]);
});

describe('middleware that a module adds to the app of another one', () => {
  const GUARD =
    "async (ctx, next) => { if (process.env.KEY && ctx.get('x-key') !== process.env.KEY) ctx.throw(401); await next(); }";
  const FILES: Readonly<Record<string, string>> = {
    'app/app.js':
      "import { createApp } from 'unplugin-operations/koa';\nimport operations from 'virtual:operations';\nexport const app = createApp(operations);",
    'app/other.js': "import Koa from 'koa';\nexport const app = new Koa();",
    'app/setup.js': `export function setup(app) { app.use(${GUARD}); }`,
    'app/effect.js': `import { app } from './app.js';\napp.use(${GUARD});`,
    'app/style.css': 'a { color: red }',
  };
  const codes = (text: string): string[] =>
    checkModule(
      { file: 'app/server.js', text },
      { cache: createCache(), custom: customDirectives(''), readFile: (file) => FILES[file], isOwn: false },
    ).map(({ code }) => code);

  it.each([
    `import { app } from './app.js';\napp.use(${GUARD});`,
    "import { app } from './app.js';\nimport { setup } from './setup.js';\nsetup(app);\napp.listen(3000);",
    "import './style.css';\nimport { app } from './app.js';\nimport './effect.js';\napp.listen(3000);",
    `const { app } = require('./app.js');\napp.use(${GUARD});`,
  ])('checks a module that does not name this package: %s', (text) => {
    expect(codes(text)).toEqual(['unset-secret']);
  });

  it('leaves a module out if nothing shows that the app has operations', () => {
    expect(codes(`import { app } from './other.js';\napp.use(${GUARD});`)).toEqual([]);
  });
});
