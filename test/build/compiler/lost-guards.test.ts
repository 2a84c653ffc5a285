import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { guardsOf } from '../../../src/build/compiler/operations/middleware.ts';
import { brief, compile as compileAll, textAt } from './compile.ts';

const HANDLER = '/** It. */\nexport default () => {};\n';
const GUARD = 'export const authorize = () => false;';
const SECURED = '/** @security token */\nexport default () => {};\n';
/** A `_middleware` file with both parts. */
const STRICT = '/** @security token admin */';
const BOTH = `/** @security token */\n${GUARD}`;
const OPENAPI = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: K } } }',
};

/** The same, with operations that use all schemes. */
const USED = { ...OPENAPI, text: `security: [{ token: [] }, { key: [] }]\n${OPENAPI.text}` };

/** Compiles a tree. That a guarded directory has no operations is left out: see the last test. */
function compile(...input: Parameters<typeof compileAll>): ReturnType<typeof compileAll> {
  const compilation = compileAll(...input);
  const diagnostics = compilation.diagnostics.filter(({ message }) => !message.startsWith(NOTHING));
  return { ...compilation, diagnostics };
}

const NOTHING = 'This guards no operation, because none is below this directory.';

/** The diagnostics of a tree with one operation: their codes, and the text that they point at. */
function found(files: Record<string, string>, input: Partial<CompilationInput> = {}): string[][] {
  return compile({ 'one.ts': HANDLER, ...files }, input).diagnostics.map((each) => brief(each).slice(0, 2));
}

describe('a file whose name is near "_middleware" is an error if it guards', () => {
  it.each([
    ['_middlewares.ts', GUARD],
    ['_middlware.ts', GUARD],
    ['_middleWare.mjs', GUARD],
    ['_middlewares.cjs', 'exports.authorize = () => false;'],
    ['_middleware.ts ', GUARD],
    ['_middleware.js.', GUARD],
    ['_middlewares.ts', 'export default async (ctx, next) => next();'],
    ['_middlware.ts', '/** @security token admin */'],
    ['_middlware.ts', '/** @tags admin */'],
    ['+middleware.ts', `${HANDLER}${GUARD}`],
    ['+middleware.ts', '/** @security none */\nexport default () => {};'],
    ['middleware.ts', `${HANDLER}${GUARD}`],
    ['middleware.ts', '/** It. */\nexport default function (ctx, next) {}'],
    ['middleware.js', '/** It. */\nmodule.exports = async (ctx, next) => next();'],
    ['middlewares.ts', `${HANDLER}${GUARD}`],
    ['../webhooks/_middlewares.ts', GUARD],
    ['_Middleware.ts', 'export const helper = 1;'],
    ['_middleware.d.ts', '/** @security token */\nexport {};'],
    ['_middleware.d.mts', 'export declare const authorize: () => boolean;'],
    ['_middleware.d.cts', 'export default function (ctx: unknown): void;'],
    ['_Middleware.d.ts', '/** @tags admin */'],
    ['_middleware/index.js', 'export default (ctx, next) => next();'],
    ['_middleware/index.ts', GUARD],
    ['_middleware.server.ts', 'export default (ctx, next) => next();'],
    ['_middleware.prod.ts', GUARD],
    ['_middleware.get.ts', '/** @security token */'],
    ['_middleware', GUARD],
    ['_middleware.TS', GUARD],
    ['_middleware.tss', GUARD],
    ['_middleware.ts.txt', GUARD],
    ['_middleware.mdx', GUARD],
    ['_middleware.yaml', 'security: [{ token: [] }]'],
    ['_middleware.yml', 'security: [{ token: [] }]'],
    ['_middleware.json', '{ "security": [{ "token": [] }] }'],
    ['_middleware.jsonc', '{}'],
    ['_middleware.json5', '{}'],
    ['_middleware.toml', 'security = []'],
    ['_middleware.txt', GUARD],
    ['_middleware.vue', `<script>${GUARD}</script>`],
    ['_middleware.svelte', `<script>${GUARD}</script>`],
    ['.middleware.ts', GUARD],
    ['admin/.middleware.js', GUARD],
    ['_Middleware.es6', GUARD],
    ['_middlware.ts', "import { requireRole } from '../../guards.ts';\nexport default requireRole('admin');"],
    ['_middelware.ts', "import { requireOffice } from '../../guards.ts';\nexport default [requireOffice];"],
    ['_middleware/index.ts', "export { requireOffice as default } from '../../../guards.ts';"],
    ['_middleware.server.ts', '/** @throws 429 - Too many attempts */\nexport default ratelimit({ max: 1 });'],
    ['middleware.ts', '/** @throws 429 - Too many attempts */\nexport default ratelimit({ max: 1 });'],
    ['middlewares.ts', "/** It. */\nexport { requireOffice as default } from '../../guards.ts';"],
    ['middleware.ts', '/** It. */\nexport default async function requireStaff(ctx) { ctx.throw(403); }'],
    ['__middleware.ts', "export default requireRole('admin');"],
    ['_middleware2.ts', "export default requireRole('admin');"],
    ['_middle-ware.ts', "export default requireRole('admin');"],
    ['_middlware.cjs', "module.exports = require('../../guards.cjs').requireOffice;"],
    ['_middlware.ts', 'export default async function requireStaff(ctx) { ctx.throw(403); }'],
    ['_middlware.ts', 'export const requireStaff = (ctx, next) => next();'],
    ['_middlware.ts', '/** @param {string} header.X-Tenant */'],
    ['_middlware.ts', '/** @internal */'],
    ['_middlware.ts', '/** @since v2 */'],
    ['_middlware.ts', '/** @param {string} path.id The ID. */\nexport const helper = 1;'],
  ])('%s: %s', (name, text) => {
    const path = name.startsWith('../') ? name : `admin/${name}`;
    expect(found({ [path]: text })).toContainEqual(['middleware-name', name.replace(/^.*\/(?!index)/, '')]);
  });

  it.each([
    ['_middlewares.ts', 'export const middlewares = [];'],
    [
      '_middlewares.ts',
      '/**\n * @param {string} name\n * @returns {string} It\n */\nexport const helper = (name) => name;',
    ],
    ['_middlewares.ts', '/** @internal */\nexport interface Options {}'],
    ['middleware.ts', HANDLER],
    ['middleware@get.ts', '/** It. */\nexport default (ctx, next) => {};'],
    ['middleware@get.ts', `${HANDLER}${GUARD}`],
    ['middleware@get.ts', '/** It. */\nexport default wrap(list);'],
    ['_middleware.test.ts', GUARD],
    ['_middleware.helpers.ts', 'export const helper = (text) => text;'],
    ['_lib/_middleware', GUARD],
    ['_middleware.md', GUARD],
    ['_middleware.ts~', GUARD],
    ['_middleware.ts.bak', GUARD],
    ['_middleware.bak', GUARD],
    ['_middleware.log', GUARD],
    ['_middleware.ts.orig', GUARD],
    ['_middleware.ts.swp', GUARD],
  ])("%s isn't a guard: %s", (name, text) => {
    expect(found({ [`admin/${name}`]: text })).toEqual([]);
  });

  it('reports a guard in a directory of that name, unless a _middleware file imports it', () => {
    const files = { 'admin/_middleware/auth.ts': 'export default (ctx, next) => next();' };
    expect(found(files)).toEqual([['middleware-name', '_middleware/auth.ts']]);
    expect(found({ ...files, 'admin/_middleware.ts': "export { default } from './_middleware/auth.ts';" })).toEqual([]);
    expect(found({ 'admin/_middleware/texts.ts': 'export default (text) => text;' })).toEqual([]);
  });

  it.each(['ts', 'mjs', 'cjs'])('accepts such a file if it declares the types of _middleware.%s', (extension) => {
    const files = { 'admin/_middleware.d.ts': 'export function authorize(): boolean;' };
    const guard = extension === 'cjs' ? 'exports.authorize = () => false;' : GUARD;
    expect(found({ ...files, [`admin/_middleware.${extension}`]: guard })).toEqual([]);
    expect(found({ ...files, '_middleware.ts': GUARD })).toEqual([['middleware-name', '_middleware.d.ts']]);
  });

  it('accepts data of that name if another file imports it', () => {
    const files = { '_middleware.json': '{}' };
    const from = "import keys from './_middleware.json' with { type: 'json' };";
    const middleware = `${from}\nexport default (ctx, next) => (keys.a === 1 ? next() : undefined);`;
    expect(found({ ...files, '_middleware.ts': middleware })).toEqual([]);
    expect(found({ ...files, '_middleware.ts': GUARD })).toEqual([['middleware-name', '_middleware.json']]);
  });

  it('accepts such a file if a _middleware file imports it', () => {
    const files = { '_middlewares.ts': 'export default (ctx, next) => next();' };
    expect(found({ ...files, '_middleware.ts': "export { default } from './_middlewares.ts';" })).toEqual([]);
    const index = { '_middleware/index.ts': 'export default (ctx, next) => next();' };
    expect(found({ ...index, '_middleware.ts': "export { default } from './_middleware/index.ts';" })).toEqual([]);
  });
});

describe('an authorize that nothing calls is an error', () => {
  it.each([
    ['_guard.ts', GUARD],
    ['_guard.ts', 'function guard() {}\nexport { guard as authorize };'],
    ['_guards/index.ts', GUARD],
    ['_admin/_middleware.ts', GUARD],
    ['_guard.cjs', 'exports.authorize = () => false;'],
    ['../webhooks/paid.ts', `${HANDLER}${GUARD}`],
  ])('%s: %s', (path, text) => {
    expect(found({ [path]: text }).map(([code]) => code)).toEqual(['lost-guard']);
  });

  it.each([
    "export { authorize } from './_guard.ts';",
    "export { authorize } from './_guard';",
    "export { authorize } from './_guard.js';",
    "import { authorize as guard } from './_guard.ts';\nexport const authorize = (ctx) => guard(ctx);",
    "import * as guards from './_guard.ts';\nexport const authorize = guards.authorize;",
    "exports.authorize = require('./_guard.ts').authorize;",
  ])('accepts an authorize that a _middleware file imports: %s', (text) => {
    expect(found({ '_guard.ts': GUARD, '_middleware.ts': text })).toEqual([]);
  });

  it('reports an authorize if the file is imported, but not its guard', () => {
    const files = {
      '_guard.ts': `${GUARD}\nexport const limit = 1;`,
      'a.ts': `import { limit } from './_guard.ts';\n${HANDLER}`,
    };
    expect(found(files)).toEqual([['lost-guard', GUARD]]);
  });

  it.each(["// require('./_guard.ts')", "import { authorize as refuse } from './_guard.ts';", "import './_guard.ts';"])(
    'reports an authorize in a file that is only mentioned: %s',
    (text) => {
      expect(found({ '_guard.ts': GUARD, 'a.ts': `${text}\n${HANDLER}` })).toEqual([['lost-guard', GUARD]]);
    },
  );

  it('reports an authorize in the definitions', () => {
    expect(found({}, { definitions: [{ path: '_middleware.ts', text: GUARD }] })).toEqual([['lost-guard', GUARD]]);
  });
});

describe('the authorize of an operation', () => {
  it('comes after those of its directories, with the place of each', () => {
    const { operations, middleware, diagnostics } = compile({
      '_middleware.ts': GUARD,
      'a/_middleware.ts': '/** @tags a */\nexport function authorize() {}',
      'a/b.ts': `${HANDLER}export const authorize = () => true;`,
    });
    expect(diagnostics).toEqual([]);
    expect(guardsOf(operations[0]!, middleware).map(({ path, at }) => [path, textAt(at)])).toEqual([
      ['_middleware.ts', GUARD],
      ['a/_middleware.ts', 'export function authorize() {}'],
      ['a/b.ts', 'export const authorize = () => true;'],
    ]);
    expect(operations[0]!.contract.authorized).toBe(true);
  });

  it.each([
    ['export const authorized = () => false;', 'export const authorized = () => false;'],
    ['export const Authorize = () => false;', 'export const Authorize = () => false;'],
    ["export { authorise } from './_guards.ts';", 'authorise'],
    ['export const authorize = true;', 'export const authorize = true;'],
    ['export function* authorize() {}', 'export function* authorize() {}'],
    ["export type { authorize } from './_guards.ts';", 'authorize'],
    ["export * as authorize from './_guards.ts';", "export * as authorize from './_guards.ts';"],
    ['export const { authorize } = guards;', 'export const { authorize } = guards;'],
    ['export const { a: { b: authorize = no } } = guards;', 'export const { a: { b: authorize = no } } = guards;'],
    ['function authorize() { return false; }', 'function authorize() { return false; }'],
    ['const authorize = () => false; // authorize', 'const authorize = () => false;'],
    ['const authorize = () => `authorize: refused`;', 'const authorize = () => `authorize: refused`;'],
    ['const authorize = (ctx) => (ctx.state.authorize = 1);', 'const authorize = (ctx) => (ctx.state.authorize = 1);'],
    ["const authorize = () => false;\nauthorize.role = 'admin';", 'const authorize = () => false;'],
    ['const authorize = () => ({ authorize: 1 });', 'const authorize = () => ({ authorize: 1 });'],
    ["import { authorize } from './_guards.ts';", "import { authorize } from './_guards.ts';"],
    ["export * from '@/guards';", "export * from '@/guards';"],
    ['run.authorize = () => false;', 'run.authorize'],
    ['Object.assign(run, { authorize: () => false });', '{ authorize: () => false }'],
    ['Object.assign(run, { limit: 1 }, { authorize() {} });', '{ authorize() {} }'],
    ["Object.defineProperty(run, 'authorize', { value: () => false });", "'authorize'"],
    ['Object.defineProperties(run, { authorize: { value: no } });', '{ authorize: { value: no } }'],
    ["Reflect.set(run, 'authorize', () => false);", "'authorize'"],
    ['const other = Object.assign(run, { authorize: no });', '{ authorize: no }'],
  ])('reports an authorize that would not run: %s', (text, at) => {
    expect(found({ 'one.ts': `${HANDLER}${text}` })).toContainEqual(['authorize-export', at]);
  });

  it.each([
    'export const authority = "https://login.example";',
    'export const author = () => "Ada";',
    'export const { limit } = config;',
    'const authorize = () => true;\nexport const check = () => authorize();',
    "import type { authorize } from './_guards.ts';",
    'export interface Authorized {}',
    'export const options = Object.assign({}, { authorize: true });',
    'const client = connect({ authorize: true });',
  ])('ignores the authorize of helpers: %s', (text) => {
    expect(found({ 'one.ts': `${HANDLER}${text}` })).toEqual([]);
  });

  it.each([
    ['module.exports.authorize ??= () => false;', 'module.exports.authorize'],
    ['if (strict) module.exports.authorize = () => false;', 'module.exports.authorize'],
  ])('reports an authorize in CommonJS that the build cannot see: %s', (text, at) => {
    expect(
      found({ 'one.cjs': `/** It. */\nmodule.exports = () => {};\n${text}`, 'one.ts': '/** It. */' }),
    ).toContainEqual(['authorize-export', at]);
  });
});

describe('an export of an operation that seems to guard it is an error', () => {
  it.each([
    'export const guard = () => false;',
    'export const middleware = (ctx, next) => next();',
    'export const middlewares = [];',
    'export async function limit(ctx, next) {}',
    'export const security = [{ token: [] }];',
    'export const guard = (ctx) => (ctx.guard = false);',
    'export const preHandler = (ctx) => `preHandler ${ctx.preHandler}`;',
  ])('%s', (text) => {
    expect(found({ 'one.ts': `${HANDLER}${text}` })).toEqual([['authorize-export', text]]);
  });

  it.each([
    'export const guard = () => true;\nexport const authorize = () => guard();',
    'export const guard = () => true;\nexport const authorize = () => `${guard()}` === "true";',
    'export const guard = () => true;\nexport const authorize = () => run({ guard });',
    'export const guards = 2;',
    'export interface Guard {}',
    'export const limit = (rows) => rows;',
  ])('accepts what the file uses, or a helper: %s', (text) => {
    expect(found({ 'one.ts': `${HANDLER}${text}` })).toEqual([]);
  });
});

describe('export * in an operation', () => {
  const guarded = (text: string, files: Record<string, string>, input?: Partial<CompilationInput>): unknown[] => {
    const { operations, middleware, diagnostics } = compile({ 'one.ts': `${HANDLER}${text}`, ...files }, input);
    return [diagnostics.map(({ code }) => code), ...operations.map((one) => guardsOf(one, middleware).length)];
  };

  it('brings the authorize of the module', () => {
    expect(guarded("export * from './_guards.ts';", { '_guards.ts': GUARD })).toEqual([[], 1]);
    expect(guarded("export * from './_a.js';", { '_a.ts': "export * from './_b';", '_b.mts': GUARD })).toEqual([[], 1]);
  });

  it('brings none if the module has none, also if modules lead to each other', () => {
    const files = { '_a.ts': "export * from './_b.ts';\nexport const limit = 1;", '_b.ts': "export * from './_a.ts';" };
    expect(guarded("export * from './_a.ts';", files)).toEqual([[], 0]);
    expect(guarded("export type * from 'some-types';", {})).toEqual([[], 0]);
  });

  it('reads files outside of the tree', () => {
    const readFile = (file: string): string | undefined => (file === 'lib/guards.ts' ? GUARD : undefined);
    expect(guarded("export * from '../../lib/guards.ts';", {}, { readFile })).toEqual([[], 1]);
    expect(guarded("export * from '../../lib/others.ts';", {}, { readFile })).toEqual([['authorize-export'], 0]);
  });

  it('reports export * of a module that cannot be read, or that has a misspelled authorize', () => {
    expect(guarded("export * from 'guards';", {})).toEqual([['authorize-export'], 0]);
    expect(guarded("export * from './_a.cjs';", { '_a.cjs': 'exports.limit = 1;' })).toEqual([['authorize-export'], 0]);
    expect(guarded("export * from './_a.ts';", { '_a.ts': 'export const authorise = () => false;' })).toEqual([
      ['authorize-export'],
      0,
    ]);
  });

  it('accepts export * if the operation has its own authorize', () => {
    expect(guarded(`${GUARD}\nexport * from 'guards';`, {})).toEqual([[], 1]);
  });

  it('sees what an edit of the module changes', () => {
    const cache = createCache();
    const star = "export * from './_guards.ts';";
    expect(guarded(star, { '_guards.ts': '' }, { cache })).toEqual([[], 0]);
    expect(guarded(star, { '_guards.ts': GUARD }, { cache })).toEqual([[], 1]);
    expect(guarded(star, { '_guards.ts': 'export const a = 1;' }, { cache })).toEqual([[], 0]);
  });
});

describe('a handler of a module with an authorize is an error without it', () => {
  const IMPL = {
    '_impl.ts': `export default () => {};\n${GUARD}`,
    '_middleware.ts': "export { authorize } from './_impl.ts';",
  };

  it.each([
    "/** It. */\nexport { default } from './_impl.ts';",
    "import run from './_impl.ts';\n/** It. */\nexport default run;",
    "import run from './_impl.ts';\n/** It. */\nexport default withLog(run);",
  ])('%s', (text) => {
    expect(found({ ...IMPL, 'one.ts': text }).map(([code]) => code)).toEqual(['authorize-export']);
  });

  it.each([
    "/** It. */\nexport { authorize, default } from './_impl.ts';",
    "/** It. */\nexport { default } from './_impl.ts';\nexport const authorize = () => true;",
    "/** It. */\nexport { default } from './_other.ts';",
    "/** It. */\nexport { default } from 'some-package';",
  ])('accepts a handler of a module otherwise: %s', (text) => {
    expect(found({ ...IMPL, '_other.ts': 'export default () => {};', 'one.ts': text })).toEqual([]);
  });
});

describe('a directive in a comment that is not the contract', () => {
  it.each([
    ['/** @security token admin */', '@security'],
    ['/* @security token */', '@security'],
    ['/*! @security token */', '@security'],
    ['// @security token', '@security'],
    ['/** @Security token */', '@Security'],
    ['/** @idempotent */', '@idempotent'],
    ['/** @etag */', '@etag'],
  ])('reports a guarding directive in another comment: %s', (comment, at) => {
    const [one, other] = [`${HANDLER}${comment}\nconst helper = 1;`, `${comment}\nconst helper = 1;\n${HANDLER}`];
    for (const text of [one, other.replace('It.', '@returns {string} It')])
      expect(found({ 'one.ts': text })).toContainEqual(['stray-guard', at]);
  });

  it.each([
    ['/** @rate-limit 10/min */', '@rate-limit'],
    ['/** @cache no-store */', '@cache'],
    ['/** @idempotent */', '@idempotent'],
    ['/** @etag */', '@etag'],
    ['// @rate-limit 10/min', '@rate-limit'],
  ])('warns of another directive that protects in a helper: %s', (comment, at) => {
    const text = `${comment}\nexport const helper = 1;`;
    const { diagnostics } = compile({ 'one.ts': HANDLER, '_helper.ts': text });
    expect(diagnostics.map((each) => [each.code, each.severity, textAt(each.at)])).toEqual([
      ['stray-directive', 'warning', at],
    ]);
    expect(compile({ 'one.ts': HANDLER, '_helper.ts': text.replace('@', '@my-') }).diagnostics).toEqual([]);
  });

  it('reports a directive above authorize', () => {
    const text = `/** @security token */\n${GUARD}\n${HANDLER}`;
    expect(found({ 'one.ts': text })).toEqual([['stray-guard', '@security']]);
  });

  it.each(['@tags a', '@header {string} X-A', '@produces text/csv', '@GET', '@operationId a', '@x-role admin'])(
    'warns of a directive that JSDoc lacks: %s',
    (line) => {
      const { diagnostics } = compile({ 'one.ts': `${HANDLER}/** ${line} */\nconst helper = 1;` });
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['stray-directive', 'warning']]);
    },
  );

  it.each([
    '@param {string} name\n * @returns {string} It\n * @throws {Error} If not\n * @example a()\n * @see b\n * @deprecated',
    '@type {string}',
    '@internal',
    '@template T\n * @summary It',
    'Write to a@security.example about @security',
  ])('accepts a directive that JSDoc has: %s', (lines) => {
    expect(found({ 'one.ts': `${HANDLER}/**\n * ${lines}\n */\nconst helper = 1;` })).toEqual([]);
  });

  it.each(['_helper.ts', '_middleware.ts'])('reports a directive in a line comment of %s', (path) => {
    const line = path === '_helper.ts' ? '/** @security token */' : '// @security token';
    const text = `${line}\nexport default async (ctx, next) => next();`;
    expect(found({ [path]: text }).filter(([code]) => code !== 'lost-guard')).toEqual([['stray-guard', '@security']]);
  });
});

describe('a guard inside a line', () => {
  const errors = (path: string, text: string): string[][] =>
    compile({ 'a/one.ts': HANDLER, [path]: text }).diagnostics.flatMap(({ code, severity, at }) =>
      severity === 'error' ? [[code, textAt(at)]] : [],
    );
  const OPERATION = 'export default () => {};';
  const MIDDLEWARE = 'export default (ctx, next) => next();';
  const TEXTS = [
    ['/** Only for staff. @security token admin */', '@security'],
    ['/** Only for staff. @Security token */', '@Security'],
    ['/** Only for staff. @idempotent */', '@idempotent'],
    ['/**\n * Only for staff. @security token\n */', '@security'],
    ['/**\n * Only for staff:\n * - @security token\n */', '@security'],
    ['/**\n * At least 5` long. @security token\n */', '@security'],
  ] as const;
  const FILES = [
    ['a/one.ts', OPERATION],
    ['a/_middleware.js', MIDDLEWARE],
    ['a/_middleware.ts', GUARD],
    ['a/_middleware.ts', `const limit = 1;\n${MIDDLEWARE}`],
  ] as const;

  it.each(FILES.flatMap((file) => TEXTS.map((text) => [...file, ...text] as const)))(
    'reports a guard inside a line in %s with %s: %s',
    (path, code, comment, at) => {
      expect(errors(path, `${comment}\n${code}`)).toEqual([['inline-directive', at]]);
    },
  );

  it('reports a guard inside a line of a comment that is not the contract', () => {
    expect(errors('a/one.ts', `/** Only for staff. @security token */\nimport 'a';\n${HANDLER}`)).toEqual([
      ['inline-directive', '@security'],
    ]);
    expect(errors('a/one.ts', `// Gets it. @security token\n${HANDLER}`)).toEqual([['stray-guard', '@security']]);
    expect(errors('a/one.ts', `// Gets it. \`@security token\`, as @security does\n${HANDLER}`)).toEqual([]);
  });

  it('reports a guard in the description of what authorize returns', () => {
    const text = `/**\n * @returns {boolean} Whether it may. @security token\n * @tags a\n */\n${GUARD}`;
    expect(errors('a/_middleware.ts', text)).toEqual([['inline-directive', '@security']]);
  });

  it.each([
    '@internal',
    '@throws 401 -',
    '@deprecated',
    '@tags a',
    '@operationId foo',
    '@summary Gets it',
    '@param {string} [query.q]',
    '@header {string} X-A',
    '@x-foo bar',
    '@remarks Such as',
  ])('reports a guard behind %s', (directive) => {
    const comment = `/**\n * It.\n *\n * ${directive} @security token\n */\n`;
    expect(errors('a/one.ts', comment + OPERATION)).toContainEqual(['inline-directive', '@security']);
    expect(errors('a/_middleware.ts', comment + MIDDLEWARE)).toContainEqual(['inline-directive', '@security']);
  });

  it.each([
    'Deletes all users @security token',
    'Signs in, limited by @rate-limit 5 per 15m per address',
    '# Users @security token admin (weaker)',
    '#### @security token',
    'Lists the users, @security token',
    'Lists — @security token',
    'Lists & @security token',
    'Lists\t@security token',
    'Pays @idempotent required',
    'Lists @cache no-store',
    'Lists @security token, key',
    'Lists.@security token',
    'Lists @security: token',
    'Lists @security "token"',
    'Lists @security token books:*',
    'Lists @security token!',
    'Lists @security token admin, key.',
    'Lists @cache private, max-age=60',
    'Signs in @rate-limit 5 per hour per address (name: x)',
    'Signs in @rate-limit 5 per hour (per: address, name: x-y)',
  ])('reports a guard that ends a line of text: %s', (line) => {
    const comment = `/**\n * ${line}\n *\n * @tags a\n */\n`;
    const [, name] = /(@[\w-]+)/.exec(line)!;
    expect(errors('a/one.ts', comment + OPERATION)).toContainEqual(['inline-directive', name]);
    expect(errors('a/_middleware.ts', comment + MIDDLEWARE)).toContainEqual(['inline-directive', name]);
  });

  it.each([
    'See @security token',
    'As without @security token',
    'The word @security',
    'Use @security token and @etag',
    'Checks @security first, so that a token is known',
    'After @security token, the guard runs',
    '@deprecated Use `@security none` instead',
    '@throws 401 - Without a token,\n * which @security names',
    '@tags a@security',
  ])('accepts a guard in code, and inside a sentence: %s', (line) => {
    const comment = `/**\n * It.\n *\n * ${line}\n */\n`;
    expect(errors('a/one.ts', comment + OPERATION)).toEqual([]);
    expect(errors('a/_middleware.ts', comment + MIDDLEWARE)).toEqual([]);
  });

  it.each(FILES)('reports a guard below a code fence that is not closed in %s with %s', (path, code) => {
    const below = (line: string): string => `/**\n * It:\n * \`\`\`json\n * {}\n * @tags a\n * ${line}\n */\n${code}`;
    expect(errors(path, below('@security token'))).toEqual([['unclosed-fence', '```']]);
    expect(errors(path, below('@Security token'))).toEqual([['unclosed-fence', '```']]);
    expect(errors(path, below('@internal'))).toEqual([]);
  });
});

describe('a @security line that requires less than the outer one', () => {
  const weaker = (outer: string[], ...own: string[]): string[] => {
    const comment = (lines: string[]): string => `/**\n${lines.map((line) => ` * @security ${line}\n`).join('')} */\n`;
    const { diagnostics } = compile(
      { '_middleware.ts': comment(outer), 'a/one.ts': `${comment(own)}export default () => {};` },
      { definitions: [USED] },
    );
    return diagnostics.flatMap((each) => brief(each));
  };

  it.each([
    [['token admin'], ['token'], 'token'],
    [['token admin owner'], ['token admin'], 'token admin'],
    [['token'], ['key'], 'key'],
    [['token, key'], ['token'], 'token'],
    [['token'], ['token', 'none'], 'none'],
    [['token'], ['token', 'key'], 'key'],
  ])('warns of a weaker line: %s, %s', (outer, own, at) => {
    expect(weaker(outer, ...own)).toEqual(['weaker-security', at, ...outer]);
  });

  it.each([
    [['token'], ['token']],
    [['token'], ['token admin']],
    [['token'], ['token, key']],
    [['token', 'key'], ['key']],
    [['none'], ['token']],
    [['token'], ['none']],
    [['token admin'], ['token (weaker)']],
    [['token'], ['key (weaker)', 'none (weaker)']],
  ])('accepts a line that is not weaker: %s, %s', (outer, own) => {
    expect(weaker(outer, ...own)).toEqual([]);
  });

  describe('of openapi.yaml', () => {
    const admin = (outer: string, comment: string, input: Partial<CompilationInput> = {}): string[][] => {
      const definitions = [{ ...OPENAPI, text: `security: ${outer}\n${OPENAPI.text}` }];
      const { diagnostics } = compile(
        { 'a/_middleware.ts': comment, 'a/one.ts': HANDLER, 'two.ts': `${comment}\n${HANDLER.replace(/.*\n/, '')}` },
        { definitions, ...input },
      );
      return diagnostics.filter(({ code }) => code === 'weaker-security').map((each) => brief(each));
    };
    const lines = (...own: string[]): string => `/**\n${own.map((line) => ` * @security ${line}\n`).join('')} */`;

    it.each([
      [['token'], 'token'],
      [['key'], 'key'],
      [['token admin', 'none'], 'none'],
    ])('warns of a line in a directory and in an operation that is weaker than openapi.yaml: %s', (own, at) => {
      const [one, ...others] = admin('[{ token: [admin] }]', lines(...own));
      expect(one!.slice(0, 2)).toEqual(['weaker-security', at]);
      expect(one![2]).toContain('token');
      expect(others).toEqual([one]);
    });

    it.each([
      ['[{ token: [admin] }]', ['none']],
      ['[{ token: [admin] }]', ['token admin']],
      ['[{ token: [admin] }]', ['token (weaker)', 'none (weaker)']],
      ['[{ token: [] }, {}]', ['token', 'none']],
      ['[]', ['key', 'none']],
    ])('accepts a line that is not weaker than openapi.yaml: %s, %s', (outer, own) => {
      expect(admin(outer, lines(...own))).toEqual([]);
    });

    it('ignores the lines of openapi.yaml below a directory with lines', () => {
      const files = {
        'a/_middleware.ts': lines('key (weaker)'),
        'a/one.ts': `${lines('key')}\nexport default () => {};`,
      };
      const definitions = [{ ...OPENAPI, text: `security: [{ token: [] }]\n${OPENAPI.text}` }];
      expect(compile(files, { definitions }).diagnostics).toEqual([]);
    });

    it('warns of a weaker line after an edit of the document', () => {
      const cache = createCache();
      expect(admin('[{ token: [] }]', lines('token'), { cache })).toEqual([]);
      expect(admin('[{ token: [admin] }]', lines('token'), { cache })).toHaveLength(2);
    });
  });

  it('keeps its mark out of the contract', () => {
    const { operations } = compile(
      {
        '_middleware.ts': '/** @security token admin */',
        'one.ts': '/** @security token admin owner, key  (weaker) */\nexport default () => {};',
      },
      { definitions: [USED] },
    );
    expect(operations[0]!.contract.security).toEqual([{ token: ['admin', 'owner'], key: [] }]);
  });

  it('warns of a weaker line in a directory, which the operations below inherit', () => {
    const files = {
      '_middleware.ts': '/** @security token admin */',
      'a/_middleware.ts': '/** @security token */',
      'a/one.ts': HANDLER,
    };
    expect(compile(files, { definitions: [USED] }).diagnostics.map(brief)).toEqual([
      ['weaker-security', 'token', 'token admin'],
    ]);
  });
});

describe('a _middleware file that does not run for an operation with the path of its directory', () => {
  it.each([
    ['orgs/{id}/_middleware.ts', 'orgs/{org_id}/pets.ts'],
    ['Admin/_middleware.ts', 'admin/pets.ts'],
    ['a/{x}.{y}/_middleware.ts', 'a/{b}.{c}/pets@get.ts'],
  ])('reports a _middleware file that does not run: %s, %s', (path, operation) => {
    expect(found({ [path]: GUARD, [operation]: HANDLER })).toContainEqual(['lost-guard', '_middleware.ts']);
  });

  it.each([
    ['orgs/{id}/_middleware.ts', 'orgs/{id}/pets.ts'],
    ['orgs/_middleware.ts', 'orgs@get.ts'],
    ['paid/_middleware.ts', '../webhooks/paid/a@post.ts'],
    ['orgs/{id}/_middleware.ts', 'orgs/all/pets.ts'],
  ])('accepts a _middleware file that runs: %s, %s', (path, operation) => {
    expect(found({ [path]: GUARD, [operation]: HANDLER }).filter(([code]) => code === 'lost-guard')).toEqual([]);
  });
});

describe('the type of an authorize', () => {
  const ID = '/**\n * It.\n * @param {string} path.id\n */\nexport default function getPet() {}\n';
  const GUARDS = (name: string): string[] => [
    `export const authorize: Authorize<'${name}'> = () => true;`,
    `export const authorize = (() => true) satisfies Authorize<'${name}'>;`,
    `export const authorize = (ctx: AuthorizeContext<'${name}'>) => true;`,
    `const guard: koa.Authorize<'${name}'> = () => true;\nexport { guard as authorize };`,
  ];

  it.each(['getPets', 'GET /pets', '/users', '/pet'].flatMap((name) => GUARDS(name).map((text) => [text, name])))(
    'reports a type that names another operation or directory: %s',
    (text, name) => {
      expect(found({ 'pets/{id}@get.ts': `${ID}${text}` })).toEqual([['other-operation', `'${name}'`]]);
    },
  );

  it.each(['getPet', 'GET /pets/{id}', '/pets/{id}', '/pets', '/'].flatMap(GUARDS))(
    'names the operation, or a directory around it: %s',
    (text) => {
      expect(found({ 'pets/{id}@get.ts': `${ID}${text}` })).toEqual([]);
    },
  );

  it.each(['/users', '/pets/{id}', 'getPet', 'GET /pets/{id}'].flatMap(GUARDS))(
    'reports a type in a directory that has other operations too: %s',
    (text) => {
      const files = { 'pets/_middleware.ts': text, 'pets/{id}@get.ts': ID, 'pets/@get.ts': HANDLER };
      const { diagnostics } = compile(files);
      expect(diagnostics.map(({ code, notes }) => [code, textAt(notes[0]!.at)])).toEqual([['other-operation', 'pets']]);
    },
  );

  it.each(['/pets', '/'].flatMap(GUARDS))('names the directory, or one around it: %s', (text) => {
    const files = { 'pets/_middleware.ts': text, 'pets/{id}@get.ts': ID, 'pets/@get.ts': HANDLER };
    expect(found(files)).toEqual([]);
  });

  it('names a path with the base, also that of webhooks', () => {
    const guard = (name: string): string => `export const authorize: Authorize<'${name}'> = () => true;`;
    const files = { 'pets/_middleware.ts': guard('/api/pets'), 'pets/@get.ts': HANDLER };
    const webhooks = { '../webhooks/_middleware.ts': guard('/api/webhooks'), '../webhooks/paid@post.ts': HANDLER };
    expect(compile({ ...files, ...webhooks }, { base: '/api' }).diagnostics).toEqual([]);
    expect(compile({ ...files, ...webhooks }).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('Write "/pets"'),
      expect.stringContaining('Write "/webhooks"'),
    ]);
  });

  it('ignores the type of a variable of types', () => {
    expect(found({ 'pets/{id}@get.ts': `${ID}export const authorize: Authorize<Name> = () => true;` })).toEqual([]);
  });
});

describe('a security scheme of openapi.yaml', () => {
  const used = (line: string, document = ''): string[][] =>
    compile(
      { 'a/_middleware.ts': `/** @security ${line} */`, 'a/one.ts': `/** @security key */\nexport default () => {};` },
      { definitions: [{ ...OPENAPI, text: `${document}\n${OPENAPI.text}` }] },
    )
      .diagnostics.map((each) => brief(each))
      .filter(([code]) => code !== 'weaker-security');

  it('warns of a security scheme at its name if no line names it', () => {
    expect(used('key')).toEqual([['unused-scheme', 'token']]);
  });

  it.each(['token', 'key, token admin', 'token (weaker)'])('counts the lines of directories as a use: %s', (line) => {
    expect(used(line)).toEqual([]);
  });

  it('counts the security of the document as a use', () => {
    expect(used('key', 'security: [{ token: [] }]')).toEqual([]);
  });

  it('counts a line that misspells the scheme as a use, and reports the line', () => {
    expect(used('tokn')).toEqual([['unknown-scheme', 'tokn']]);
  });

  it('accepts an unused scheme if other projects share the file, or if a file cannot be read', () => {
    const files = { 'one.ts': '/** @security key */\nexport default () => {};' };
    expect(compile(files, { definitions: [{ ...OPENAPI, isShared: true }] }).diagnostics).toEqual([]);
    expect(
      compile({ ...files, 'two.ts': '(' }, { definitions: [OPENAPI] }).diagnostics.map(({ code }) => code),
    ).toEqual(['syntax-error']);
  });

  it('sees what an edit changes', () => {
    const cache = createCache();
    const codes = (line: string): string[] =>
      compile(
        { 'one.ts': `/** @security ${line} */\nexport default () => {};` },
        { definitions: [OPENAPI], cache },
      ).diagnostics.map(({ code }) => code);
    expect(codes('key')).toEqual(['unused-scheme']);
    expect(codes('key, token')).toEqual([]);
    expect(codes('token')).toEqual(['unused-scheme']);
  });
});

describe('the security of a file in the wrong place', () => {
  const SECURITY = 'security:\n  - token: []\n';
  const SCHEMES = 'components:\n  securitySchemes:\n    token: { type: http, scheme: bearer }\n';
  const lost = (file: string, text: string, input: Partial<CompilationInput> = {}): string[][] =>
    found({}, { unread: [{ file, path: undefined, text }], ...input });

  it.each([
    ['app/openapi.yaml', SECURITY, 'security'],
    ['app/openapi.yaml', SCHEMES, 'securitySchemes'],
    ['app/operations/openapi.yml', SECURITY, 'security'],
    ['app/openapi.json', '{"components":{"securitySchemes":{}}}', '"securitySchemes"'],
    ['openapi.yaml', SECURITY, 'security'],
    ['openapi.yaml', SCHEMES, 'securitySchemes'],
  ])('reports security in the wrong place in %s: %s', (file, text, at) => {
    expect(lost(file, text)).toEqual([['lost-guard', at]]);
  });

  it.each([
    ['app/openapi.yaml', 'info: { title: Pets }'],
    ['app/openapi.yaml', `${SECURITY}openapi: 3.1.0\npaths: {}\n`],
    ['openapi.json', '{"openapi":"3.1.0","security":[{"token":[]}],"paths":{}}'],
    ['openapi.json', '{\n  "security": [],\n  "paths" : {}\n}'],
    ['openapi.yaml', 'security: {'],
  ])('accepts a whole description, or one without security: %s: %s', (file, text) => {
    expect(lost(file, text)).toEqual([]);
  });

  it('accepts security in the root if the definitions have a document', () => {
    const input = { definitions: [{ path: 'openapi.yaml', text: 'info: { title: Pets }' }] };
    expect(lost('openapi.yaml', SECURITY, input)).toEqual([]);
    expect(lost('app/openapi.yaml', SECURITY, input)).toEqual([['lost-guard', 'security']]);
  });

  it.each(['OpenAPI.yaml', 'open-api.yaml', 'openapis.json', 'openap.yml'])(
    'reports security in a definition that would be a schema: %s',
    (path) => {
      const text = path.endsWith('json') ? '{"security":[{"token":[]}]}' : SECURITY;
      expect(found({}, { definitions: [{ path, text }] })).toEqual([
        ['lost-guard', path.endsWith('json') ? '"security"' : 'security'],
      ]);
    },
  );
});

describe('a file named middleware outside of the operations is a warning if it guards', () => {
  const lost = (file: string, text: string): string[][] => found({}, { unread: [{ file, path: undefined, text }] });

  it.each([
    ['middleware.ts', GUARD, GUARD],
    ['app/middleware.js', 'export async function authorize() {}', 'export async function authorize() {}'],
    ['app/middleware.ts', `/** @security token */\nexport default (ctx, next) => next();`, '@security'],
  ])('%s: %s', (file, text, at) => {
    expect(lost(file, text)).toEqual([['lost-guard', at]]);
  });

  it.each([
    ['middleware.ts', "import { NextResponse } from 'next/server';\nexport function middleware(request) {}"],
    ['app/middleware.ts', 'export default async (ctx, next) => next();'],
    ['app/middleware.ts', 'export const authorized = (role) => role;'],
  ])('accepts %s without a guard: %s', (file, text) => {
    expect(lost(file, text)).toEqual([]);
  });
});

describe('a guard of webhooks in the directory of the operations, or the other way round', () => {
  const severities = (files: Record<string, string>): string[][] =>
    compile(files, { definitions: [USED] }).diagnostics.map(({ code, severity, at, notes }) => [
      code,
      severity,
      textAt(at),
      ...notes.map((note) => textAt(note.at)),
    ]);

  it.each([
    [{ 'webhooks/_middleware.ts': GUARD, '../webhooks/paid@post.ts': HANDLER }, 'paid'],
    [{ 'webhooks/_middleware.ts': 'export default (ctx, next) => next();', '../webhooks/a/b@post.ts': HANDLER }, 'a/b'],
    [{ '../webhooks/_middleware.ts': GUARD, 'webhooks/paid@post.ts': HANDLER }, 'webhooks/paid'],
  ])('reports a guard that runs for no operation: %j', (files, at) => {
    expect(severities(files)).toEqual([['lost-guard', 'error', '_middleware.ts', at]]);
  });

  it('warns of a guard that runs for other operations', () => {
    const files = {
      'webhooks/_middleware.ts': GUARD,
      'webhooks/list.ts': HANDLER,
      '../webhooks/paid@post.ts': HANDLER,
    };
    expect(severities(files)).toEqual([['lost-guard', 'warning', '_middleware.ts', 'paid']]);
  });

  it.each([
    { '../webhooks/_middleware.ts': GUARD },
    { '../webhooks/paid@post.ts': `${HANDLER}${GUARD}` },
    { '../webhooks/paid@post.ts': '/** @security none */\nexport default () => {};' },
  ])('accepts a webhook that is guarded, or opened by its own line: %j', (files) => {
    expect(
      severities({
        '../webhooks/paid@post.ts': HANDLER,
        'webhooks/_middleware.ts': GUARD,
        'webhooks/a.ts': HANDLER,
        ...files,
      }),
    ).toEqual([]);
  });
});

describe('a webhook at the path of a guarded operation with a parameter', () => {
  const codes = (files: Record<string, string>, input: Partial<CompilationInput> = {}): string[][] =>
    compile({ 'one.ts': HANDLER, ...files }, { webhooks: '/adm', ...input })
      .diagnostics.filter(({ code }) => code !== 'undeclared-path-parameter')
      .map(({ code, severity }) => [code, severity]);
  const guarded = { 'adm/{x}/_middleware.ts': GUARD, 'adm/{x}/z@post.ts': HANDLER };
  const webhook = { '../webhooks/k/z@post.ts': HANDLER };

  it('warns of a webhook below the prefix of webhooks', () => {
    expect(codes({ ...guarded, ...webhook })).toEqual([['unguarded-path', 'warning']]);
    expect(codes({ ...guarded, ...webhook }, { base: '/api' })).toEqual([['unguarded-path', 'warning']]);
  });

  it.each<[string, Record<string, string>]>([
    ['with a guard', { '../webhooks/k/z@post.ts': `${HANDLER}${GUARD}` }],
    ['below a guard', { '../webhooks/_middleware.ts': GUARD }],
    ['for everyone', { '../webhooks/k/z@post.ts': '/** @security none */\nexport default () => {};' }],
    ['of another method', { '../webhooks/k/z@post.ts': '', '../webhooks/k/z@put.ts': HANDLER }],
  ])('accepts a webhook %s', (_name, files) => {
    const all = Object.entries({ ...guarded, ...webhook, ...files }).filter(([, text]) => text !== '');
    expect(codes(Object.fromEntries(all))).toEqual([]);
  });

  it('accepts a webhook if the operation matches paths outside of the prefix too', () => {
    const files = { '{a}/{x}/_middleware.ts': GUARD, '{a}/{x}/z@post.ts': HANDLER };
    expect(codes({ ...files, ...webhook })).toEqual([]);
  });
});

describe('a key near "security" in a part of openapi.yaml that has none is an error', () => {
  const at = (text: string): string[][] =>
    compile({ 'one.ts': HANDLER }, { definitions: [{ path: 'openapi.yaml', text }] }).diagnostics.map((each) =>
      brief(each),
    );

  it.each([
    ['info: { title: A, security: [{ token: [] }] }', 'security'],
    ['info: { contact: { securitySchemes: {} } }', 'securitySchemes'],
    ['servers: [{ url: /, security: [{ token: [] }] }]', 'security'],
    ['tags: [{ name: a, securty: [{ token: [] }] }]', 'securty'],
    ['components: { security: [{ token: [] }] }', 'security'],
    ['components: { securityScheme: { token: { type: http, scheme: bearer } } }', 'securityScheme'],
    ['components: { security_schemes: {} }', 'security_schemes'],
    ['securitySchemes: { token: { type: http, scheme: bearer } }', 'securitySchemes'],
    ['securityDefinitions: {}', 'securityDefinitions'],
    ['Security: [{ token: [] }]', 'Security'],
  ])('%s', (text, key) => {
    expect(at(text)).toEqual([['document-field', key]]);
  });

  it.each([
    'info: { title: security }',
    'tags: [{ name: security }]',
    'servers: [{ url: "https://{security}.example", variables: { security: { default: a } } }]',
    'info: { x-note: { security: here } }',
  ])('accepts a value or a name of the author: %s', (text) => {
    expect(at(text)).toEqual([]);
  });

  it('describes the correct place', () => {
    const said = (text: string): unknown => {
      const [diagnostic] = compile(
        { 'one.ts': HANDLER },
        { definitions: [{ path: 'openapi.yaml', text }] },
      ).diagnostics;
      return [diagnostic!.message, diagnostic!.fix?.title];
    };
    expect(said('info: { security: [] }')).toEqual([
      '"security" is not allowed here, so it protects nothing. Write "security" at the top level of the document.',
      undefined,
    ]);
    expect(said('components: { securityScheme: {} }')).toEqual([
      expect.stringContaining('Write schemes below "components: securitySchemes:"'),
      'Replace "securityScheme" with "securitySchemes"',
    ]);
  });
});

describe('middleware of a helper', () => {
  const WRAPS = 'export default async (ctx, next) => next();';
  const lost = (files: Record<string, string>): [string, string][] =>
    compile({ 'one.ts': HANDLER, ...files }).diagnostics.map(({ code, severity }) => [code, severity]);

  it.each([
    ['_auth.ts', WRAPS],
    ['admin/_guard.js', WRAPS],
    ['admin/_authorize.ts', 'export default (ctx) => ctx.ip === "192.0.2.1";'],
    ['admin/_guard.ts', 'export default async function guard(ctx) { return ctx.ip === "192.0.2.1"; }'],
    ['admin/_office.ts', 'const authorize = (ctx) => ctx.ip === "192.0.2.1";\nexport default authorize;'],
    ['_requireAdmin.mts', WRAPS],
    ['_middle.ts', WRAPS],
    ['_log.ts', WRAPS],
    ['_lib/_middlewares.ts', WRAPS],
    ['_lib/_middleware/index.ts', WRAPS],
    ['_guards/office.ts', WRAPS],
    ['admin/_officeOnly.ts', 'export default async function officeOnly(ctx, next) { await next(); }'],
    ['_rateLimit.ts', "import ratelimit from 'koa-ratelimit';\nexport default ratelimit({ max: 1 });"],
    ['_csrf.ts', "import CSRF from 'koa-csrf';\nconst csrf = new CSRF();\nexport default csrf.check();"],
    ['_x.ts', 'export default (c, n) => n();'],
    ['_x.ts', 'export default (req, res, next) => next();'],
    ['_x.ts', 'export default async (c, go: Koa.Next) => { await go(); };'],
    ['_x.ts', 'export default (limit) => async (ctx, next) => next();'],
    ['_x.ts', 'export default () => { return function (ctx, next) { return next(); }; };'],
    ['_x.ts', 'export default [first, second];'],
    ['_x.ts', "export { office as default } from '../../lib/guards.ts';"],
    ['_x.ts', 'export default (ctx) => { if (ctx.ip !== OFFICE) ctx.throw(403); };'],
    ['_x.cjs', 'module.exports = async (ctx, next) => next();'],
    ['_guards.ts', 'export async function requireAdmin(ctx, next) { await next(); }'],
    ['_x.ts', 'export const office = async (ctx, next) => next();'],
    ['_x.ts', 'const office = async (ctx, next) => next();\nexport { office };'],
    ['_x.ts', 'export const office = (ctx: Koa.Context) => { if (ctx.ip !== OFFICE) throw problem(403); };'],
    ['_x.ts', 'export const rateLimit = ratelimit({ max: 1 });'],
    ['_x.cjs', 'exports.office = async (ctx, next) => next();'],
  ])('warns of middleware in a helper that no file imports, whatever its name is: %s: %s', (path, text) => {
    expect(lost({ [path]: text })).toEqual([['lost-guard', 'warning']]);
  });

  it.each([
    { '_x.test.ts': "import guard from './_x.ts';\nguard({}, () => {});" },
    { 'two@get.ts': `import type guard from './_x.ts';\n${HANDLER}` },
    { 'two@get.ts': `import { type default as Guard } from './_x.ts';\n${HANDLER}` },
  ])('warns of middleware that only a test or a type imports: %j', (files) => {
    expect(lost({ '_x.ts': WRAPS, ...files } as Record<string, string>)).toEqual([['lost-guard', 'warning']]);
  });

  it.each([
    { '_auth.ts': WRAPS, '_middleware.ts': "export { default } from './_auth.ts';" },
    { '_auth.ts': WRAPS, '_middleware.ts': "import auth from './_auth.ts';\nexport default [auth];" },
    { '_auth.ts': 'export default (token) => token;' },
    { '_auth.test.ts': WRAPS },
    { '_auth.d.ts': 'export default function (ctx: unknown, next: () => void): void;' },
    { '_lib/log.ts': WRAPS },
    { '_limit.ts': 'export default ratelimit({});', '_middleware.ts': "export { default } from './_limit.ts';" },
    { '_limit.ts': 'export default ratelimit({});', '_middleware.ts': "export default require('./_limit.ts');" },
  ])('accepts other middleware in a helper: %j', (files) => {
    expect(lost(files as Record<string, string>)).toEqual([]);
  });

  it.each([
    'export default (text) => text.trim();',
    'export default { name: "Ada" };',
    'export const rows = [1, 2];',
    'export const names = new Map();',
    'export class Store {}',
    'export const userOf = (ctx) => ctx.state.user;',
    'export const size = Number(20);',
    'export function link(first, second) { return [first, second]; }',
    'export const page = (rows, size) => rows.slice(0, size);',
  ])("ignores helpers that nothing imports and that aren't middleware: %s", (text) => {
    expect(lost({ '_x.ts': text })).toEqual([]);
  });

  it.each([
    'export const unused = (key, work) => work();\nexport const used = 1;',
    'export const unused = (ctx) => { throw problem(403); };\nexport const used = 1;',
    'const own = (ctx, next) => next();\nexport { own };\nexport const used = [own];',
    'export const limited = ratelimit({});\nexport const used = 1;',
  ])('ignores middleware in a helper that a file imports: %s', (text) => {
    expect(lost({ '_x.ts': text, 'two@get.ts': `import { used } from './_x.ts';\nused();\n${HANDLER}` })).toEqual([]);
  });

  it('finds middleware next to what a file imports if its parameters show it', () => {
    const text = 'export const office = (ctx, next) => next();\nexport const used = 1;';
    expect(lost({ '_x.ts': text, 'two@get.ts': `import { used } from './_x.ts';\nused();\n${HANDLER}` })).toEqual([
      ['lost-guard', 'warning'],
    ]);
  });
});

describe('a scope that is intended as a scheme is an error', () => {
  const SCHEMES = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: http, scheme: basic }
    login: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://example.com", scopes: { key: Keys, and: Both } } } }
security: [{ token: [] }, { key: [] }, { login: [] }]`;
  const of = (line: string): unknown[] =>
    found(
      { 'one.ts': `/** It.\n * @security ${line}\n */\nexport default () => {};\n` },
      { definitions: [{ path: 'openapi.yaml', text: SCHEMES }] },
    );

  it.each([
    ['token key', 'key'],
    ['token and key', 'and'],
    ['token or key', 'or'],
    ['token & key', '&'],
    ['token | key', '|'],
    ['token read key', 'key'],
    ['key, token key', 'key'],
  ])('@security %s', (line, at) => {
    expect(of(line)).toEqual([['unknown-scheme', at]]);
  });

  it.each(['token, key', 'token keys', 'login key', 'login and'])('accepts @security %s', (line) => {
    expect(of(line)).toEqual([]);
  });

  it.each([
    '@private',
    '@Protected',
    '@access private',
    '@access admin',
    '@access Private/Admin',
    '@access authenticated',
  ])('%s on an operation is a warning', (line) => {
    const { diagnostics } = compile({ 'one.ts': `/** It.\n * ${line}\n */\nexport default () => {};\n` });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['misplaced-directive', 'warning']]);
    expect(diagnostics[0]!.message).toContain('Write "@security" to require credentials');
  });

  it.each(['@public', '@access public', '@access Public - Everyone', '@access', '@package'])(
    '%s means nothing',
    (line) => {
      expect(found({ 'one.ts': `/** It.\n * ${line}\n */\nexport default () => {};\n` })).toEqual([]);
    },
  );
});

describe('an operation next to the guarded directory of its path is a warning', () => {
  const INPUT = { definitions: [USED] };

  it.each([
    ['admin.js', 'admin/_middleware.js', GUARD, 'admin/@get.js'],
    ['admin@delete.ts', 'admin/_middleware.ts', '/** @security token */', 'admin/@delete.ts'],
    ['admin.ts', 'admin/_middleware.ts', 'export default (ctx, next) => next();', 'admin/@get.ts'],
    ['Admin@put.ts', 'admin/_middleware.ts', GUARD, 'admin/@put.ts'],
    ['../webhooks/paid@post.ts', '../webhooks/paid/_middleware.ts', GUARD, 'paid/@post.ts'],
  ])('%s next to %s: %s', (path, guard, text, moved) => {
    const { diagnostics } = compile({ [path]: HANDLER, [guard]: text }, INPUT);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['unguarded-path', 'warning']]);
    expect(diagnostics[0]!.message).toContain(` Move the file to ${moved}, or`);
    expect(diagnostics[0]!.notes).toHaveLength(1);
  });

  it.each([
    ['admin:reset@post.ts', 'admin/_middleware.ts', GUARD],
    ['admin.csv@get.ts', 'admin/_middleware.ts', 'export default (ctx, next) => next();'],
    ['Admin.csv/@get.ts', 'admin/_middleware.ts', GUARD],
    ['admin.csv/lines@get.ts', 'admin/_middleware.ts', '/** @security token */'],
    ['admin;all@get.ts', 'admin/_middleware.ts', GUARD],
    ['admin{suffix}@get.ts', 'admin/_middleware.ts', GUARD],
    ['pets/{id}:archive@post.ts', 'pets/{id}/_middleware.ts', GUARD],
    ['pets/{pet_id}.json@get.ts', 'pets/{id}/_middleware.ts', GUARD],
    ['pets/{id}-thumb/small@get.ts', 'pets/{id}/_middleware.ts', GUARD],
    ['pets/{id}...{head}@get.ts', 'pets/{id}/_middleware.ts', GUARD],
    ['../webhooks/paid.twice@post.ts', '../webhooks/paid/_middleware.ts', GUARD],
  ])('warns of a segment that goes on after the name of the directory: %s next to %s', (path, guard, text) => {
    const { diagnostics } = compile({ [path]: HANDLER, [guard]: text }, INPUT);
    const named = diagnostics.filter(({ code }) => code !== 'undeclared-path-parameter');
    expect(named.map(({ code, severity }) => [code, severity])).toEqual([['unguarded-path', 'warning']]);
    const own =
      { [GUARD]: '"authorize"', '/** @security token */': '"@security"' }[text] ?? '"@security" or "authorize"';
    expect(named[0]!.message).toContain(` not in it. Declare the operation's own ${own}.`);
  });

  it.each([
    ['a word that only begins like it', { 'admin-tools@get.ts': HANDLER, 'administrators@get.ts': HANDLER }],
    ['guards in the directory that it is in', { 'admin.csv/_middleware.ts': GUARD, 'admin.csv/all@get.ts': HANDLER }],
    ['its own guard', { 'admin:reset@post.ts': `${HANDLER}export { authorize } from './admin/_middleware.ts';\n` }],
    ['an equal name in another directory', { 'x/admin.csv@get.ts': HANDLER, '../webhooks/admin.csv@post.ts': HANDLER }],
  ])('accepts an operation with %s', (_, files) => {
    expect(found({ ...files, 'admin/_middleware.ts': GUARD, 'admin/x@get.ts': HANDLER }, INPUT)).toEqual([]);
  });

  it.each([
    ['private', '{string} f', true],
    ['private', '{string[]} f', true],
    ['private', '{{a: string}} f', true],
    ['Private', "{string} f (lowercase: true, pattern: '^[a-z]+$')", true],
    ['true', '{boolean} f', true],
    ['7', '{integer|boolean} f', true],
    ['private', "{string} f (pattern: '^[0-9]+$')", false],
    ['private', '{integer} f', false],
    ['private', '{boolean} f', false],
  ])('warns if the guarded directory %s can be a value of a parameter: %s', (name, parameter, isReported) => {
    const files = {
      '{f}/content@get.ts': `/** @param ${parameter} - x */\nexport default () => {};\n`,
      [`${name}/_middleware.ts`]: GUARD,
    };
    const codes = compile(files).diagnostics.map(({ code }) => code);
    expect(codes.includes('unguarded-path')).toBe(isReported);
  });

  it('warns of the rest of a path behind a parameter, of which an operation in the directory takes one segment', () => {
    const rest = '/**\n * It.\n * @param {string} folder\n * @param {string} path\n */\nexport default () => {};\n';
    const files = {
      '{folder}/{path...}@get.ts': rest,
      'private/_middleware.ts': GUARD,
      'private/{name}@get.ts': '/** @param {string} name - x */\nexport default () => {};\n',
    };
    expect(found(files)).toEqual([['unguarded-path', '{folder}/{path...}']]);
    const all = '/** @param {string} path - x */\nexport default () => {};\n';
    const { 'private/{name}@get.ts': _, ...others } = files;
    expect(found({ ...others, 'private/{path...}@get.ts': all })).toEqual([]);
  });

  it('warns of every spelling of the parameters', () => {
    const text = '/**\n * It.\n * @param {string} id\n */\nexport default () => {};\n';
    const files = { 'orgs/{id}@delete.ts': text, 'orgs/{org_id}/_middleware.ts': GUARD };
    expect(found(files)).toEqual([['unguarded-path', 'orgs/{id}']]);
  });

  it.each([
    ['in the directory', 'admin/@get.ts', HANDLER, GUARD],
    ['with its own line', 'admin.ts', SECURED, '/** @security token */'],
    ['with its own line, beside middleware', 'admin.ts', SECURED, 'export default (ctx, next) => next();'],
    ['with its own line and guard', 'admin.ts', `${SECURED}${GUARD}`, BOTH],
    ['with a line that is weaker on purpose', 'admin.ts', SECURED.replace('token', 'token (weaker)'), STRICT],
    ['with a line that requires more', 'admin.ts', SECURED.replace('token', 'token admin owner'), STRICT],
    ['that is open by its own line, beside both', 'admin.ts', SECURED.replace('token', 'none'), BOTH],
    ['that is open by its own line', 'admin.ts', '/** @security none */\nexport default () => {};\n', GUARD],
    ['with its own guard', 'admin.ts', `${HANDLER}${GUARD}`, GUARD],
    ['beside a directory without guards', 'admin.ts', HANDLER, '/** @tags admin */'],
    ['of another path', 'administrators.ts', HANDLER, GUARD],
  ])('accepts an operation %s', (_, path, text, guard) => {
    expect(found({ [path]: text, 'admin/_middleware.ts': guard }, INPUT)).toEqual([]);
  });
});

describe('an operation next to a guarded directory repeats each part of its guard', () => {
  it.each([
    ['its own line in place of authorize', SECURED, GUARD, '"authorize"'],
    ['a line that requires less', SECURED, STRICT, '"@security"'],
    ['its own authorize in place of a line', `${HANDLER}${GUARD}`, '/** @security token */', '"@security"'],
    ['its own line alone', SECURED, BOTH, '"@security" and "authorize"'],
    ['its own authorize alone', `${HANDLER}${GUARD}`, BOTH, '"@security" and "authorize"'],
  ])('reports one with %s', (_, text, guard, parts) => {
    const parameter = text.replace('/**', '/** @param {string} id - x\n *');
    for (const [path, directory, own] of [
      ['admin.ts', 'admin', text],
      ['files/{id}/content@get.ts', 'files/private', parameter],
      ['files/{id...}@get.ts', 'files/private', parameter],
    ] as const) {
      const { diagnostics } = compile({ [path]: own, [`${directory}/_middleware.ts`]: guard }, { definitions: [USED] });
      expect([path, ...diagnostics.map(({ code }) => code)]).toEqual([path, 'unguarded-path']);
      expect(diagnostics[0]!.message).toMatch(
        new RegExp(`own ${parts}\\.${parts.includes('security') ? ' A line that requires less .*' : ''}$`),
      );
    }
  });

  it('reports an operation that is passed on with one part of its guard', () => {
    const other = '/**\n * It.\n * @operationId one\n */\nexport default () => {};\n';
    const from = (own: string): string =>
      `${own}\n/** @operationId two */\nexport { default } from '../pets/one@get.ts';\n`;
    const codes = (own: string, line = ''): unknown[] =>
      found(
        {
          'pets/_middleware.ts': BOTH,
          'pets/one@get.ts': other,
          'open/two@get.ts': from(own).replace('two */', `two\n${line} */`),
        },
        { definitions: [USED] },
      ).map(([code]) => code);
    expect(codes(GUARD)).toEqual(['passed-contract']);
    expect(codes('', ' * @security token\n')).toEqual(['passed-contract']);
    expect(codes(GUARD, ' * @security token\n')).toEqual([]);
  });
});

describe('a guard of another directory replaces one that does not run if it accepts no other callers', () => {
  const SETS = 'export default async (ctx, next) => { await next(); ctx.set("X-Folder", "yes"); };';
  const REFUSES = 'export default (ctx, next) => { if (ctx.ip !== "192.0.2.1") ctx.throw(403); return next(); };';
  const PARAMETER = '/** @param {string} folder - x */\nexport default () => {};\n';
  const LINE = '/** @security token */';
  const ADMIN = '/** @security token admin */';
  const codes = (files: Record<string, string>): unknown[] =>
    compile(files, { definitions: [USED] }).diagnostics.map(({ code }) => code);

  /** The places of a guard and of another one: an operation passes on the one of another directory, or its path is below that directory. */
  const PLACES: readonly [string, (left: string, other: string) => Record<string, string>][] = [
    [
      'passed-contract',
      (left, other) => ({
        'admin/_middleware.ts': left,
        'admin/users@get.ts': '/**\n * It.\n * @operationId one\n */\nexport default () => {};\n',
        'team/_middleware.ts': other,
        'team/users@get.ts': '/** @operationId two */\nexport { default } from "../admin/users@get.ts";\n',
      }),
    ],
    [
      'unguarded-path',
      (left, other) => ({
        'private/_middleware.ts': left,
        '{folder}/_middleware.ts': other,
        '{folder}/content@get.ts': PARAMETER,
      }),
    ],
    [
      'unguarded-path',
      (left, other) => ({
        'private/_middleware.ts': left,
        'private.csv/_middleware.ts': other,
        'private.csv/all@get.ts': HANDLER,
      }),
    ],
    [
      'lost-guard',
      (left, other) => ({
        'webhooks/_middleware.ts': left,
        '../webhooks/_middleware.ts': other,
        '../webhooks/pay@post.ts': HANDLER,
      }),
    ],
  ];

  it.each([
    ['a line with fewer scopes', ADMIN, LINE],
    ['middleware that sets a header in place of a line', ADMIN, SETS],
    ['middleware that sets a header in place of middleware', REFUSES, SETS],
    ['a line in place of middleware', REFUSES, LINE],
    ['a line in place of a line and middleware', `${LINE}\n${REFUSES}`, LINE],
    ['a line in place of authorize', GUARD, LINE],
  ])('reports %s', (_, left, other) => {
    for (const [code, files] of PLACES) expect(codes(files(left, other))).toContain(code);
  });

  it.each([
    ['the same line', ADMIN, ADMIN],
    ['a line with more scopes', LINE, ADMIN],
    ['middleware that may refuse', REFUSES, REFUSES],
    ['middleware of another module', REFUSES, 'export { requireOffice as default } from "../../office.ts";'],
    ['middleware that calls another guard', REFUSES, 'export default (ctx, next) => requireOffice(ctx, next);'],
    ['authorize in place of middleware', REFUSES, GUARD],
    ['a line and authorize', BOTH, BOTH],
  ])('accepts %s', (_, left, other) => {
    for (const [, files] of PLACES) expect(codes(files(left, other))).toEqual([]);
  });
});

describe('a directory whose comment only protects, without its own access, is a guard', () => {
  const LIMIT = '/** @rate-limit 5 per hour per address */';
  const PRIVATE = '/** @cache no-store */';
  const codes = (files: Record<string, string>) =>
    compile(files).diagnostics.map(({ code, severity, message }) => [code, severity, /"@[\w-]+"/.exec(message)?.[0]]);

  it.each([
    ['session@post.ts', 'session/_middleware.ts', LIMIT, '"@rate-limit"'],
    ['session:renew@post.ts', 'session/_middleware.ts', LIMIT, '"@rate-limit"'],
    ['me@get.ts', 'me/_middleware.ts', PRIVATE, '"@cache"'],
    ['../webhooks/paid@post.ts', '../webhooks/paid/_middleware.ts', LIMIT, '"@rate-limit"'],
  ])('warns of %s next to %s: %s', (path, file, text, directive) => {
    expect(codes({ [path]: HANDLER, [file]: text })).toEqual([['unguarded-path', 'warning', directive]]);
  });

  const REST = '/** @param {string} path - x */\nexport default () => {};\n';
  const PARAMETER = '/** @param {string} folder - x */\nexport default () => {};\n';

  it.each([
    ['files/{path...}@get.ts', REST, LIMIT, '"@rate-limit"'],
    ['files/{path...}@get.ts', REST, PRIVATE, '"@cache"'],
    ['files/{folder}/content@get.ts', PARAMETER, LIMIT, '"@rate-limit"'],
    ['files/{folder}/content@get.ts', PARAMETER, PRIVATE, '"@cache"'],
  ])('warns of %s, which serves paths below files/private/: %s %s', (path, text, guard, directive) => {
    const files = { 'files/private/_middleware.ts': guard };
    expect(codes({ [path]: text, ...files })).toEqual([['unguarded-path', 'warning', directive]]);
    // A guard of its own is no limit, and no line about caches.
    const guarded = codes({ [path]: `${text}${GUARD}`, ...files });
    expect(guarded).toEqual([['unguarded-path', 'warning', directive]]);
    expect(codes({ [path]: text.replace('*/', `\n * ${guard.slice(4)}`), ...files })).toEqual([]);
  });

  const KIND = '/** @param {string} kind - x */\nexport default () => {};\n';
  const SECRET = '/** @param {string} id - x */\nexport default () => {};\n';
  const reported = (files: Record<string, string>) =>
    compile(files).diagnostics.map(({ code, message }) => [code, /serves "([^"]*)"/.exec(message)?.[1]]);

  it('warns of a name and a parameter, which serve a path of a guarded directory below a parameter', () => {
    const files = { 't/{id}/secret/_middleware.ts': GUARD, 't/{id}/secret/@get.ts': SECRET };
    expect(reported({ 't/me/{kind}@get.ts': KIND, ...files })).toEqual([['unguarded-path', '/t/me/secret']]);
    expect(reported({ 't/me/{kind}@get.ts': `${KIND}${GUARD}`, ...files })).toEqual([]);
    expect(reported({ 't/me/open@get.ts': HANDLER, ...files })).toEqual([]);
    const own = { 't/me/secret@get.ts': `${HANDLER}${GUARD}` };
    expect(
      reported({
        't/{name}/{kind}@get.ts': `/** @param {string} name - x\n * @param {string} kind - x */\nexport default () => {};\n`,
        ...own,
        ...files,
      }),
    ).toEqual([]);
  });

  it('accepts the rest of a path with a method that no cache keeps', () => {
    expect(codes({ 'files/{path...}@put.ts': REST, 'files/private/_middleware.ts': PRIVATE })).toEqual([]);
  });

  it('warns of the rest of a path next to an operation with its own guard, which does not limit access', () => {
    expect(codes({ 'admin@post.ts': `${HANDLER}${GUARD}`, 'admin/_middleware.ts': LIMIT })).toEqual([
      ['unguarded-path', 'warning', '"@rate-limit"'],
    ]);
    expect(codes({ 'admin@post.ts': `${HANDLER}${GUARD}`, 'admin/_middleware.ts': `${LIMIT}\n${GUARD}` })).toEqual([
      ['unguarded-path', 'warning', '"@rate-limit"'],
    ]);
  });

  it.each([
    ['with a line of its own', 'a@get.ts', LIMIT.replace('/**', '/** It.\n *'), LIMIT],
    ['with a limit as deep', 'a.csv/@get.ts', '/** It. */', LIMIT, { 'a.csv/_middleware.ts': LIMIT }],
    ['that no cache keeps anyway', 'a@post.ts', '/** It. */', PRIVATE],
    ['of a stream, which inherits no "@cache"', 'a@get.ts', '/** It.\n * @returns {Stream<string>} */', PRIVATE],
    ['beside a directory whose responses are shared', 'a@get.ts', '/** It. */', '/** @cache public, max-age=60 */'],
  ])(
    'accepts an operation %s next to the guarded directory',
    (_, path, comment, guard, more: Record<string, string> = {}) => {
      const files = { ...more, [path]: `${comment}\nexport default () => {};\n`, 'a/_middleware.ts': guard };
      expect(codes(files).filter(([code]) => code !== 'generator-handler')).toEqual([]);
    },
  );

  it.each([
    ['Admin/_middleware.ts', 'admin/s@post.ts', 'error'],
    ['b/{id}/_middleware.ts', 'b/{pet_id}/s@post.ts', 'error'],
    ['admin /_middleware.ts', 'admin/s@post.ts', 'error'],
    ['a/\u00a0admin/_middleware.ts', 'a/admin/s@post.ts', 'error'],
    ['admin./_middleware.ts', 'admin/s@post.ts', 'error'],
    ['a/admin/_middleware.ts', 'a/admin. ./s@post.ts', 'error'],
    ['webhooks/_middleware.ts', '../webhooks/paid@post.ts', 'error'],
  ])('warns of another spelling or tree: %s and %s', (file, path, severity) => {
    const named = (text: string, comment = '/** It. */') =>
      codes({ [path]: `${comment}\nexport default () => {};\n`, [file]: text }).filter(
        ([code]) => code === 'lost-guard',
      );
    expect(named(LIMIT)).toEqual([['lost-guard', severity, '"@rate-limit"']]);
    expect(named(`${LIMIT}\n${GUARD}`)).toHaveLength(1);
    expect(named(LIMIT, `/** It.\n * @rate-limit 5 per hour */`)).toEqual([]);
  });

  it('warns of a directory that the option "ignore" must not hide', () => {
    const unread = [{ file: 'app/operations/a/_middleware.ts', path: 'a/_middleware.ts', text: LIMIT }];
    const { diagnostics } = compile({ 'a/b@post.ts': HANDLER }, { unread });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['lost-guard', 'error']]);
    expect(diagnostics[0]!.message).toContain('"@rate-limit"');
  });

  it('warns of a guard in a directory whose name is nearly that of the operations', () => {
    const unread = [{ file: 'app/Operations/_middleware.ts', path: undefined, text: LIMIT, isBeside: true }];
    const { diagnostics } = compile({ 'a/b@post.ts': HANDLER }, { unread });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['lost-guard', 'warning']]);
  });
});

describe('an authorize that is a property of the default export is an error', () => {
  it.each([
    'Object.assign(() => {}, { authorize: () => false })',
    'defineOperation(() => {}, { authorize: () => false })',
    'defineOperation(Object.assign(() => {}, { authorize: () => false }))',
    'Object.assign(() => {}, { authorize: () => false }) as Handler',
  ])('reports the default export of an operation: %s', (value) => {
    const text = `/** It. */\nexport default ${value};\n`;
    expect(found({ 'one.ts': text })).toEqual([['authorize-export', '{ authorize: () => false }']]);
  });

  it('reports the default export of a _middleware file', () => {
    const text = 'export default Object.assign((ctx, next) => next(), { authorize: () => false });';
    expect(found({ '_middleware.ts': text })).toEqual([['authorize-export', '{ authorize: () => false }']]);
  });
});

describe('middleware of a _middleware file that is not exported by default is an error', () => {
  it.each([
    `${GUARD}\nexport const middleware = (ctx) => ctx.throw(403);`,
    `${GUARD}\nexport const log = (ctx, next) => next();`,
    `${GUARD}\nexport async function guard() {}`,
    `${GUARD}\nconst middlewares = [];\nexport { middlewares };`,
    `${GUARD}\nexport { middleware } from './_helpers.ts';`,
    `${GUARD}\nexport * as guards from './_helpers.ts';`,
    'exports.authorize = () => true;\nexports.middleware = (ctx) => ctx.throw(403);',
    'export default (ctx, next) => next();\nexport const guard = (ctx) => ctx.throw(403);',
  ])('%s', (text) => {
    const { diagnostics } = compile({ 'one.ts': HANDLER, '_middleware.ts': text });
    expect(diagnostics.map(({ code }) => code)).toEqual(['no-middleware']);
  });

  it.each([
    `export const guard = (ctx) => false;\nexport const authorize = (ctx) => guard(ctx);`,
    'export const log = (ctx, next) => next();\nexport default [log];',
    `${GUARD}\nexport const helper = (text) => text;`,
    `${GUARD}\nexport const guards = 2;`,
  ])('accepts what the file uses, or a helper: %s', (text) => {
    expect(found({ '_middleware.ts': text })).toEqual([]);
  });
});

describe('an export with the name of a guard in other frameworks is an error if nothing in the file uses it', () => {
  const NAMED = [
    "export const auth = 'token';",
    "export const roles = ['admin'];",
    'export const requiresAuth = true;',
    'export const config = { auth: true };',
    'export const preHandler = [(ctx) => false];',
    'export const authz = () => false;',
    'export const permit = ["admin"];',
    'export const can = () => false;',
    'export const access = "admin";',
    'export const protect = true;',
    'export const onlyAdmins = () => false;',
    'export const ownerOnly = () => false;',
    'export const internalOnly = true;',
    'export const hasAccess = (ctx) => false;',
    'export const throttle = { max: 5 };',
    'export const rateLimit = { max: 5 };',
    'export const before = (ctx) => false;',
    'export function isAllowed(ctx) { return false; }',
    "export const authorization = { roles: ['admin'] };",
    "export const security = 'token';",
    'export const isAdmin = (ctx) => ctx.auth.token.admin;',
    "export const permissions = ['books:write'];",
    "const roles = ['admin'];\nexport { roles };",
    'export const loginRequired = true;',
    'export const authRequired = true;',
    'export const authenticated = true;',
    'export const isPublic = false;',
    'export const is_public = false as const;',
    'export const allowAnonymous = false;',
    'export const isPrivate = true;',
    'export const internal = true;',
    'const restricted = true;\nexport { restricted };',
    'export const csrf = true;',
    'export const csrf = { cookie: true };',
    'export const beforeAction = (ctx) => ctx.state.isStaff;',
    'export const onBeforeHandle = [(ctx) => false];',
    'export const schema = { security: [{ token: [] }] };',
    'export const openapi = { tags: [], security: [{ token: [] }] };',
    'export const opts = { schema: { security: [{ token: [] }] } };',
    "export const routeOptions = { config: { roles: ['admin'] } };",
  ];

  it.each(NAMED)('reports the name of a foreign guard in an operation: %s', (text) => {
    expect(found({ 'one.ts': `/** It. */\nexport default () => {};\n${text}` })).toEqual([
      ['authorize-export', expect.any(String)],
    ]);
  });

  it.each(NAMED)('reports the name of a foreign guard in a _middleware file: %s', (text) => {
    const files = { 'one.ts': HANDLER, '_middleware.ts': `export default (ctx, next) => next();\n${text}` };
    expect(found(files)).toEqual([['authorize-export', expect.any(String)]]);
  });

  it.each([
    "export const roles = ['admin'];\nexport const authorize = (ctx) => roles.includes(ctx.auth.token.role);",
    'export const config = { runtime: 2 };',
    'export const authors = [1];\nexport const scope = 2;',
    'export const isPublic = true;\nexport const internal = false;',
    "export const internal = { note: '' };\nexport const isPrivate = (row) => row.owner !== null;",
    "export const schema = { type: 'object', properties: { security: { type: 'string' }, roles: {} } };",
    "export const options = { headers: { authorization: 'none' } };",
    'export const schema = { roles: 1, permissions: 2 };',
    'export const beforeNoon = 12;',
    'export type { auth } from "./_types.ts";',
  ])('accepts what is used, or another name: %s', (text) => {
    expect(found({ 'one.ts': `/** It. */\nexport default () => {};\n${text}` })).toEqual([]);
    const files = { 'one.ts': HANDLER, '_middleware.ts': `export default (ctx, next) => next();\n${text}` };
    expect(found(files)).toEqual([]);
  });
});

describe('a _middleware file that leaves a guard behind in another module is an error', () => {
  const OUTSIDE: Readonly<Record<string, string>> = {
    'handlers/g.js': `export default (ctx, next) => next();\nexport const limit = (ctx, next) => next();\n${GUARD}`,
    'handlers/s.js': '/** @security token */\nexport default (ctx, next) => next();\nexport const free = () => {};',
    'handlers/plain.js': 'export default (ctx, next) => next();',
  };
  const INPUT = { definitions: [USED], readFile: (file: string) => OUTSIDE[file] };
  const codesOf = (text: string): string[] =>
    found({ 'd/_middleware.js': text, 'd/one.ts': HANDLER }, { ...INPUT, directory: 'app/operations' }).map(
      ([code]) => code!,
    );

  it.each([
    "export { default } from '../../../handlers/g.js';",
    "export { limit as default } from '../../../handlers/g.js';",
    "import g from '../../../handlers/g.js';\nexport default g;",
    "import g from '../../../handlers/g.js';\nexport default [g];",
    "import { limit } from '../../../handlers/g.js';\nconst list = [limit];\nexport default [...list];",
    "import g from '../../../handlers/g.js';\nexport default wrap(g);",
  ])('reports the authorize that is left behind: %s', (text) => {
    expect(codesOf(text)).toEqual(['authorize-export']);
  });

  it.each([
    "export { default } from '../../../handlers/s.js';",
    "import s from '../../../handlers/s.js';\nexport default [s];",
  ])('its line: %s', (text) => {
    expect(codesOf(text)).toEqual(['stray-guard']);
  });

  it.each([
    "export { default, authorize } from '../../../handlers/g.js';",
    `export { default } from '../../../handlers/g.js';\n${GUARD}`,
    "/** @security key */\nexport { default } from '../../../handlers/s.js';",
    "export { free as default } from '../../../handlers/s.js';",
    "export { default } from '../../../handlers/plain.js';",
    "export { default } from 'koa-helmet';",
    "import { limit } from '../../../handlers/g.js';\nexport default (ctx, next) => limit(ctx, next);",
  ])('accepts everything else: %s', (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});

describe('another line that protects, above a handler outside of the directories', () => {
  const readFile = (file: string): string | undefined =>
    file === 'app/handlers/b.js' ? '/** @rate-limit 10 per minute per address */\nexport default () => {};' : undefined;
  const INPUT = { definitions: [USED], readFile };

  it('An error reports that it has no effect', () => {
    const text = "import b from '../handlers/b.js';\n/** Gets a. */\nexport default b;";
    expect(found({ 'one.ts': text }, INPUT)).toEqual([['stray-guard', 'export default b;']]);
  });

  it('The line of the operation takes precedence', () => {
    const text = "import b from '../handlers/b.js';\n/** @rate-limit 20 per minute per address */\nexport default b;";
    expect(found({ 'one.ts': text }, INPUT)).toEqual([]);
  });
});

describe('the @security line of a handler outside of the directories', () => {
  const readFile = (file: string): string | undefined =>
    file === 'app/handlers/b.js'
      ? 'export const c = () => {};\n/**\n * Gets b.\n * @security token\n */\nexport default () => {};'
      : undefined;
  const INPUT = { definitions: [USED], readFile };

  it.each([
    ["import b from '../handlers/b.js';\n/** Gets a. */\nexport default b;", 'export default b;'],
    ["/** Gets a. */\nexport { default } from '../handlers/b.js';", 'default'],
    [
      "import b from '../handlers/b.js';\n/** Gets a. */\nexport default defineOperation(b);",
      'export default defineOperation(b);',
    ],
    ["import b from '../handlers/b.js';\n/** Gets a. */\nexport default () => b();", 'b'],
  ])('reports a @security line, because it has no effect: %s', (text, at) => {
    expect(found({ 'one.ts': text }, INPUT)).toEqual([['stray-guard', at]]);
  });

  it.each([
    "import b from '../handlers/b.js';\n/**\n * Gets a.\n * @security none\n */\nexport default b;",
    "import { c } from '../handlers/b.js';\n/** Gets a. */\nexport default c;",
    "import b from '../handlers/b.js';\n/**\n * Gets a.\n * @security none\n */\nexport default () => b();",
    "import { c } from '../handlers/b.js';\n/** Gets a. */\nexport default () => c();",
  ])('accepts other lines: %s', (text) => {
    expect(found({ 'one.ts': text }, INPUT)).toEqual([]);
  });
});

describe('an operation that takes the rest of a path', () => {
  const REST = '/** @param {string} path - x */\nexport default () => {};\n';

  it.each([
    ['files/{path...}@get.ts', 'files/private/_middleware.ts'],
    ['files/{path...}/@get.ts', 'files/private/_middleware.ts'],
    ['{path...}@get.ts', 'admin/users/_middleware.ts'],
    ['{tenant}/{path...}@get.ts', '{id}/admin/_middleware.ts'],
  ])('warns of an operation next to a guarded directory whose unknown paths it matches: %s, %s', (path, guard) => {
    const text = REST.replace('*/', path.startsWith('{tenant}') ? '\n * @param {string} tenant - x */' : '*/');
    expect(found({ [path]: text, [guard]: GUARD })).toContainEqual(['unguarded-path', expect.any(String)]);
  });

  it.each([
    ['files/{path...}@get.ts', 'files/_middleware.ts', REST],
    ['files/{path...}@get.ts', 'admin/_middleware.ts', REST],
    ['files/{path...}/@get.ts', 'files/{path...}/_middleware.ts', REST],
    ['files/{path...}@get.ts', 'files/private/_middleware.ts', `${REST}${GUARD}`],
    ['files/{path...}@get.ts', 'files/private/_middleware.ts', REST.replace('*/', '\n * @security none */')],
  ])('accepts an operation that is guarded, or that is open by its own line: %s, %s', (path, guard, text) => {
    const codes = found({ [path]: text, [guard]: GUARD }, { definitions: [OPENAPI] }).map(([code]) => code);
    expect(codes.filter((code) => code === 'unguarded-path')).toEqual([]);
  });
});

describe('a guard of a directory without operations is a warning', () => {
  const NEXT = 'export default (ctx, next) => next();\n';
  const named = (files: Record<string, string>): string[] =>
    compileAll({ 'admin/x@get.ts': HANDLER, ...files }, { definitions: [USED] })
      .diagnostics.filter(({ message }) => message.startsWith(NOTHING))
      .map(({ code, severity, at }) => `${severity} ${code} ${at.source.file}`);

  it.each([GUARD, NEXT, '/** @security token */\n', '/** @rate-limit 5 per hour per address */\n'])(
    'warns of %s',
    (text) => {
      for (const directory of ['admni', '[admin]', '(admin)', '%61dmin', '{admin}', 'admin/y', '../webhooks/admin'])
        expect(named({ [`${directory}/_middleware.ts`]: text })).toHaveLength(1);
    },
  );

  it('warns of one although another file has its name, and although its file has another warning', () => {
    expect(
      named({ 'admni/_middleware.ts': GUARD, 'shop.ts': `// See ../admni/_middleware.ts\n${HANDLER}` }),
    ).toHaveLength(1);
    const other = "export { authorize } from './admin/_middleware.ts';\n";
    const files = { 'shop/admin/_middleware.ts': GUARD, 'shop/admin/a.ts': HANDLER, 'shop/other.ts': other + HANDLER };
    expect(named({ ...files, 'blgo/admin/_middleware.ts': GUARD })).toHaveLength(1);
    expect(named({ 'admni/_middleware.ts': `/** @foo bar */\n${GUARD}` })).toHaveLength(1);
  });

  it('accepts one that another file takes, and one above all operations', () => {
    const guard = { 'guards/_middleware.ts': GUARD };
    expect(
      named({ ...guard, 'admin/_middleware.ts': "export { authorize } from '../guards/_middleware.ts';\n" }),
    ).toEqual([]);
    expect(
      named({
        '_middleware.ts': GUARD,
        'admin/_middleware.ts': GUARD,
        '../webhooks/_middleware.ts': GUARD,
        '../webhooks/sent@post.ts': HANDLER,
      }),
    ).toEqual([]);
    expect(compileAll({ '_middleware.ts': GUARD }).diagnostics).toEqual([]);
  });

  it('warns of one above all operations if there are only webhooks, and the other way round', () => {
    expect(named({ '../webhooks/_middleware.ts': GUARD })).toHaveLength(1);
    const { diagnostics } = compileAll({ '_middleware.ts': GUARD, '../webhooks/sent@post.ts': HANDLER });
    expect(diagnostics.map(({ at }) => at.source.file)).toEqual(['app/operations/_middleware.ts']);
  });

  it('reports it once if another diagnostic is about it', () => {
    expect(named({ 'Admin/_middleware.ts': GUARD, 'admin.ts': HANDLER })).toEqual([]);
    expect(named({ 'orgs.ts': HANDLER, 'orgs/_middleware.ts': GUARD })).toEqual([]);
  });
});

describe('a guarded directory below a parameter', () => {
  const reported = (path: string, directory: string, facets = ''): string[] => {
    const names = [...path.matchAll(/\{(\w+)[.}]/g)].map(([, name]) => ` * @param {string} path.${name}${facets}\n`);
    const text = `/** Some.\n${names.join('')} */\nexport default () => {};`;
    return compile({ [path]: text, [`${directory}/_middleware.ts`]: GUARD })
      .diagnostics.filter(({ code }) => code === 'unguarded-path')
      .map(({ message }) => /"(\/[^ "]*)" too|" ?(\/[^ "]*)", whose path/.exec(message.replace('GET ', ''))!)
      .map(([, served, own]) => served ?? own!);
  };

  it.each([
    ['files/me/{path...}@get.ts', 'files/{id}/private', '/files/me/private'],
    ['shops/main/admin/own@get.ts', 'shops/{shop}/admin', '/shops/main/admin/own'],
    ['files/{n}/y@get.ts', 'files/u-{id}', '/files/u-{id}/y'],
    ['files/u-{n}/private/x@get.ts', 'files/{id}/private', '/files/u-{n}/private/x'],
    ['users/u-me/{kind}/files@get.ts', 'users/u-{id}/private', '/users/u-me/private/files'],
    ['{name}/files@get.ts', '~{user}', '/~{user}/files'],
    ['{folder}/list@get.ts', 'private-{team}', '/private-{team}/list'],
    ['{org}/{folder}/files@get.ts', '{org}/private-{team}', '/{org}/private-{team}/files'],
    ['{file}/meta@get.ts', '{name}.zip', '/{name}.zip/meta'],
    [
      'files/{folder}/content@get.ts',
      'files/private-{team}',
      '/files/private-{team}/content',
      " (pattern: '^[a-z-]+$')",
    ],
  ])('warns of %s next to %s', (path, directory, served, facets?: string) => {
    expect(reported(path, directory, facets)).toEqual([served]);
  });

  it('warns of an operation that comes before those in the directory', () => {
    const files = { '{org}/private/_middleware.ts': GUARD, '{org}/private/x@get.ts': HANDLER };
    const warnings = (path: string): readonly unknown[] =>
      compile({ ...files, [path]: HANDLER }).diagnostics.filter(({ code }) => code === 'unguarded-path');
    expect(warnings('team-{y}/{k}/x@get.ts')).toHaveLength(1);
    expect(warnings('{y}/{k}/x@get.ts')).toHaveLength(0);
    expect(warnings('{y}/{k}/z@get.ts')).toHaveLength(1);
  });

  it.each([
    ['users/me/settings@get.ts', 'users/{id}'],
    ['shops/main/open/own@get.ts', 'shops/{shop}/admin'],
    ['files/{n}/y@get.ts', 'files/u-{id}', " (pattern: '^[0-9]+$')"],
  ])('accepts %s next to %s', (path, directory, facets = '') => {
    expect(reported(path, directory, facets)).toEqual([]);
  });
});

describe('an operation for everyone that takes paths of a guarded one', () => {
  const text = (line = ''): string => `/** It.\n * @param {string} path.id\n ${line} */\nexport default () => {};`;
  const reported = (path: string, guarded: string, line?: string): readonly unknown[] =>
    compile({
      'orgs/{id}/_middleware.ts': GUARD,
      [path]: text(line).replace(/\n.*path.id/, path.includes('{') ? '$&' : ''),
      [guarded]: text(),
    })
      .diagnostics.filter(({ code }) => code === 'unguarded-path')
      .map(({ severity, message }) => [severity, /takes its path from "([^"]*)"/.exec(message)?.[1]]);

  it.each([
    ['orgs/me/keys@get.ts', 'orgs/{id}/keys@get.ts', 'GET /orgs/{id}/keys'],
    ['orgs/org-{id}/keys@get.ts', 'orgs/{id}/keys@get.ts', 'GET /orgs/{id}/keys'],
    ['orgs/me/keys@get.ts', 'orgs/{id}/{rest...}@get.ts', 'GET /orgs/{id}/{rest...}'],
    ['orgs/me/a.csv@get.ts', 'orgs/{id}/{name}.csv@get.ts', 'GET /orgs/{id}/{name}.csv'],
    ['orgs/me/keys/x@get.ts', 'orgs/{id}/{rest...}@get.ts', 'GET /orgs/{id}/{rest...}'],
    ['orgs/me/{rest...}@get.ts', 'orgs/{id}/keys/x@get.ts', 'GET /orgs/{id}/keys/x'],
    ['orgs/me/{kind}@get.ts', 'orgs/{id}/keys@get.ts', 'GET /orgs/{id}/keys'],
    ['orgs/me/keys@head.ts', 'orgs/{id}/keys@get.ts', 'GET /orgs/{id}/keys'],
    ['orgs/org-{id}@get.ts', 'orgs/{id}/@get.ts', 'GET /orgs/{id}'],
    ['orgs/org-{id}/@get.ts', 'orgs/{id}/@get.ts', 'GET /orgs/{id}'],
  ])('warns of %s next to %s', (path, guarded, name) => {
    expect(reported(path, guarded)).toEqual([['warning', name]]);
    expect(reported(path, guarded, '* @security none')).toEqual([]);
  });

  it.each([
    ['orgs/me/keys@get.ts', 'orgs/{id}/keys@post.ts'],
    ['orgs/me/keys@get.ts', 'orgs/{id}/users@get.ts'],
    ['orgs/me/keys/all@get.ts', 'orgs/{id}/keys@get.ts'],
    ['orgs/search@get.ts', 'orgs/{id}/@get.ts'],
  ])('accepts %s next to %s', (path, guarded) => {
    expect(reported(path, guarded)).toEqual([]);
  });

  it.each([
    ['await next();', []],
    ["if (ctx.get('X-Office') !== 'yes') ctx.throw(403);\nawait next();", ['unguarded-path']],
  ])('reads middleware of another module: %s', (body, codes) => {
    const files = {
      'orgs/{id}/_middleware.ts': "import { around } from '../../../lib/around.ts';\nexport default around;\n",
      'orgs/{id}/keys@get.ts': text(),
      'orgs/me/keys@get.ts': text().replace(/\n.*path.id/, ''),
    };
    const readFile = (file: string): string | undefined =>
      file === 'app/lib/around.ts' ? `export const around = async (ctx, next) => {\n${body}\n};\n` : undefined;
    expect(compile(files, { readFile }).diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});
