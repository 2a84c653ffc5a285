import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { createAliases } from '../../../src/build/project/aliases.ts';
import { compile } from './compile.ts';

const GUARD = 'export const authorize = () => false;\n';
const FILES: Readonly<Record<string, string>> = {
  'app/lib/secret.ts': `${GUARD}export default function _secret() {}`,
  'app/lib/line.ts': '/** @security token */\nexport default function _line() {}',
  'app/lib/index.ts': "export { default as secret } from './secret.ts';\nexport { default as line } from './line.ts';",
  'app/lib/stars.ts': "export * from './named.ts';",
  'app/lib/named.ts': `${GUARD}export const named = () => {};`,
  'app/lib/loop.ts': "export { loop } from './loop.ts';",
  'app/lib/sec.cjs': 'exports.authorize = () => false;\nexports.handler = () => {};',
  'app/lib/wrap.ts': 'function handler() {}\nhandler.authorize = () => false;\nexport const guarded = handler;',
  'app/lib/assign.ts': 'const run = () => {};\nObject.assign(run, { authorize: () => false });\nexport default run;',
  'app/lib/other.ts': 'const client = connect();\nclient.authorize = () => true;\nexport default () => {};',
  'app/lib/guards.ts': `${GUARD}export default (ctx, next) => next();`,
  'app/lib/plain.ts': 'export default () => {};\nexport const handler = (ctx, next) => next();',
  'package.json':
    '{ "name": "shop", "imports": { "#lib/*": "./app/lib/*", "#all": { "default": "./app/lib/index.ts" } }, "dependencies": { "koa-helmet": "1", "@acme/guards": "1" } }',
  'tsconfig.json':
    '// Paths.\n{ "extends": "./tsconfig.base", "compilerOptions": { "paths": { "@/*": ["./app/*"], }, } }',
  'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": "." } }',
  'node_modules/hoisted/package.json': '{}',
};
const readFile = (file: string): string | undefined => FILES[file];
const OPENAPI = {
  path: 'openapi.yaml',
  text: 'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};
const INPUT: Partial<CompilationInput> = { definitions: [OPENAPI], readFile, resolveAlias: createAliases(readFile) };

const found = (path: string, text: string, input = INPUT): string[] =>
  compile({ [path]: text, 'd/one.ts': '/** It. */\nexport default () => {};\n' }, input).diagnostics.map(
    ({ severity, code }) => `${severity} ${code}`,
  );

it('a require without a module is read as an unknown one', () => {
  const text = 'const a = require();\nconst { problem } = require();\n/** A. */\nexports.run = () => a;\n';
  expect(() => compileOperations({ files: [{ path: 'a.cjs', text }] })).not.toThrow();
});

it.each(['/** It. */\nexport default one;', 'export default one;', 'export const authorize = one;'])(
  'values of modules that lead to members of each other are unknown: %s',
  (line) => {
    const others: Readonly<Record<string, string>> = {
      'app/lib/one.ts': "import { other } from './other.ts';\nexport const one = other.made;",
      'app/lib/other.ts': "import { one } from './one.ts';\nexport const other = { made: one.made };",
    };
    const path = line.startsWith('/**') ? 'two.ts' : '_middleware.ts';
    const text = `import { one } from '../lib/one.ts';\n${line}`;
    expect(() => found(path, text, { ...INPUT, readFile: (file) => others[file] })).not.toThrow();
  },
);

describe('a handler whose module has a guard is an error, however it is taken', () => {
  it.each([
    "/** It. */\nexport { default } from '@/lib/secret.ts';",
    "/** It. */\nexport { default } from '@/lib/secret';",
    "/** It. */\nexport { default } from 'app/lib/secret.ts';",
    "/** It. */\nexport { default } from '#lib/secret.ts';",
    "/** It. */\nexport { secret as default } from '#all';",
    "import * as lib from '../lib/secret.ts';\n/** It. */\nexport default lib.default;",
    "import * as lib from '../lib/secret.ts';\n/** It. */\nexport default withLog(lib.default);",
    "/** It. */\nexport { secret as default } from '../lib/index.ts';",
    "import { secret } from '../lib/index.ts';\n/** It. */\nexport default secret;",
    "/** It. */\nexport { named as default } from '../lib/stars.ts';",
    "import s from '../lib/secret.ts';\n/** It. */\nexport default s.bind(null);",
    "/** It. */\nexport default (await import('../lib/secret.ts')).default;",
    "const lib = await import('../lib/secret.ts');\n/** It. */\nexport default lib.default;",
    "import { guarded } from '../lib/wrap.ts';\n/** It. */\nexport default guarded;",
    "/** It. */\nexport { default } from '../lib/assign.ts';",
    "import s from '../lib/secret.ts';\nlet run;\nrun = s;\n/** It. */\nexport default run;",
    "import * as lib from '../lib/secret.ts';\nlet run;\n({ default: run } = lib);\n/** It. */\nexport default run;",
    "import s from '../lib/secret.ts';\n/** It. */\nexport default compose([s]);",
  ])('%s', (text) => {
    expect(found('two.ts', text)).toEqual(['error authorize-export']);
  });

  it.each([
    "const s = require('../lib/sec.cjs');\n/** It. */\nmodule.exports = s.handler;",
    "const { handler } = require('../lib/sec.cjs');\n/** It. */\nmodule.exports = handler;",
    "/** It. */\nmodule.exports = require('../lib/sec.cjs').handler;",
  ])('reports such a handler in CommonJS: %s', (text) => {
    expect(found('two.cjs', text)).toEqual(['error authorize-export']);
  });

  it.each([
    "/** It. */\nexport { default } from '@/lib/line.ts';",
    "/** It. */\nexport { line as default } from '../lib/index.ts';",
    "import * as lib from '../lib/line.ts';\n/** It. */\nexport default lib.default;",
  ])('reports a @security line of the module: %s', (text) => {
    expect(found('two.ts', text)).toEqual(['error stray-guard']);
  });

  it.each([
    "export { default } from '@/lib/guards.ts';",
    "import * as guards from '../../lib/guards.ts';\nexport default [guards.default];",
    "import * as guards from '../../lib/guards.ts';\nexport default guards.default;",
    "import guard from '../../lib/guards.ts';\nlet all;\nall = [guard];\nexport default all;",
  ])('reports such a handler in a _middleware file: %s', (text) => {
    expect(found('d/_middleware.ts', text)).toEqual(['error authorize-export']);
  });

  it.each([
    "/** It. */\nexport { default } from '@/lib/plain.ts';",
    "import { handler } from '#lib/plain.ts';\n/** It. */\nexport default handler;",
    "import * as lib from '../lib/plain.ts';\n/** It. */\nexport default lib.handler;",
    "/** It. */\nexport { default } from '../lib/other.ts';",
    "/** It. */\nexport { loop as default } from '../lib/loop.ts';",
    "/** It. */\nexport { default, authorize } from '@/lib/secret.ts';",
    "/** It. */\nexport { default } from 'koa-helmet';",
    "/** It. */\nexport { one as default } from '@acme/guards/more';",
    "/** It. */\nexport { default } from 'hoisted';",
    "/** It. */\nexport { inspect as default } from 'node:util';",
    "import { wrap } from '~/wrap.ts';\n/** It. */\nexport default wrap(() => {});",
    "import { options } from '~/options.ts';\n/** It. */\nexport default wrap(options, () => {});",
  ])('accepts a handler otherwise: %s', (text) => {
    expect(found('two.ts', text)).toEqual([]);
  });
});

describe('a handler of a module that the build cannot read is a warning', () => {
  it.each([
    "/** It. */\nexport { default } from '~/secret.ts';",
    "/** It. */\nexport { default } from '#other/secret.ts';",
    "/** It. */\nexport { default } from '../lib/absent.ts';",
    '/** It. */\nexport default (await import(name)).default;',
  ])('%s', (text) => {
    expect(found('two.ts', text)).toEqual(['warning authorize-export']);
  });

  it('warns of such a handler in a _middleware file', () => {
    expect(found('d/_middleware.ts', "export { default } from '~/guards.ts';")).toEqual(['warning authorize-export']);
  });

  it('accepts such a handler if the operation has an authorize', () => {
    expect(found('two.ts', `/** It. */\nexport { default } from '~/secret.ts';\n${GUARD}`)).toEqual([]);
  });

  it('knows a package by its name alone if there is no package.json', () => {
    expect(found('two.ts', "/** It. */\nexport { default } from 'some-package/run';", {})).toEqual([]);
    expect(found('two.ts', "/** It. */\nexport { default } from '@/run';", {})).toEqual(['warning authorize-export']);
  });
});

it('takes a helper by an alias', () => {
  const files = {
    '_guard.ts': GUARD,
    '_middleware.ts': "export { authorize } from '@/operations/_guard.ts';",
    'one.ts': '/** It. */\nexport default () => {};\n',
  };
  expect(compile(files, INPUT).diagnostics).toEqual([]);
});

describe('the contract of a _middleware file whose guard another file takes', () => {
  const HANDLER = '/** It. */\nexport default () => {};\n';
  const LINE = '/** @security token */\n';
  const GUARDED = `${LINE}export default (ctx, next) => { if (ctx.get('X') === '') ctx.throw(403); return next(); };\nexport const authorize = (ctx) => ctx.get('X') !== '';\n`;
  const warnings = (files: Readonly<Record<string, string>>, lib?: string): string[] =>
    compile(
      { 'a/x@get.ts': HANDLER, 'b/x@get.ts': HANDLER, 'a/_middleware.ts': GUARDED, ...files },
      { definitions: [OPENAPI], readFile: (path) => (path === 'app/lib.ts' ? lib : undefined) },
    ).diagnostics.map(({ code, severity, at }) => `${severity} ${code} ${at.source.file}`);
  const WARNING = 'warning stray-guard app/operations/b/_middleware.ts';

  it.each([
    "export { default, authorize } from '../a/_middleware.ts';",
    "import guard, { authorize } from '../a/_middleware.ts';\nexport default [guard];\nexport { authorize };",
    "import * as a from '../a/_middleware.ts';\nexport const authorize = a.authorize;",
    "export { authorize } from '../a/_middleware.ts';",
  ])('causes a warning if the other directory lacks its lines: %s', (text) => {
    expect([...new Set(warnings({ 'b/_middleware.ts': text }))]).toEqual([WARNING]);
    expect(warnings({ 'b/_middleware.ts': `${LINE}${text}` })).toEqual([]);
    expect(warnings({ 'b/_middleware.ts': `/** @security none */\n${text}` })).toEqual([]);
    expect(warnings({ 'b/_middleware.ts': text, '_middleware.ts': LINE })).toEqual([]);
  });

  it('causes a warning for an operation too', () => {
    const text = "export { authorize } from './a/_middleware.ts';\n";
    expect(warnings({ 'c@get.ts': `${text}${HANDLER}` })).toEqual(['warning stray-guard app/operations/c@get.ts']);
    expect(warnings({ 'c@get.ts': `${text}${HANDLER.replace('It.', '@security token')}` })).toEqual([]);
  });

  it('accepts a file inside its directory, and one that takes a helper', () => {
    expect(
      warnings({ 'a/b/x@get.ts': HANDLER, 'a/b/_middleware.ts': "export { authorize } from '../_middleware.ts';" }),
    ).toEqual([]);
    const helper = "import { help } from '../a/_middleware.ts';\nexport default help;";
    const source = `${GUARDED}export const help = () => {};\n`;
    expect(warnings({ 'a/_middleware.ts': source, 'b/_middleware.ts': helper })).not.toContain(WARNING);
  });

  it('makes a line above a shared authorize elsewhere an error', () => {
    const lib = `${LINE}export const authorize = (ctx) => ctx.get('X') !== '';\n`;
    const text = "export { authorize } from '../../lib.ts';";
    expect(warnings({ 'b/_middleware.ts': text }, lib)).toEqual(['error stray-guard app/operations/b/_middleware.ts']);
    expect(warnings({ 'b/_middleware.ts': `${LINE}${text}` }, lib)).toEqual([]);
  });
});
