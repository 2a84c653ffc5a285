import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const HANDLER = '/** It. */\nexport default () => {};\n';
const WRAPS = 'export default (ctx, next) => next();\n';

const codes = (files: Readonly<Record<string, string>>): string[] =>
  compile({ 'one.ts': HANDLER, ...files }).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

describe('a guard in an exported object, class or namespace', () => {
  const GUARDS = [
    'export class Guard { static authorize() {} }',
    'export class Guard { authorize = () => false; }',
    'export class OfficeGuard { canActivate() { return false; } }',
    'class Guard { static authorize() {} }\nexport { Guard };',
    'export const rules = { authorize: () => false };',
    'export const rules = { authorize() { return false; } } satisfies object;',
    'const authorized = () => false;\nexport const rules = { authorize: authorized };',
    'export namespace Rules { export function authorize() {} }',
    'export namespace Rules { export const authorize = () => false; }',
  ];
  const SETTINGS = [
    'export const route = { preHandler: isStaff };',
    'export const canActivate = () => false;',
    'export const useGuards = [isStaff];',
    "export const restrictTo = ['admin'];",
    'export const meta = { auth: true };',
    'export const options = { schema: {}, security: [{ token: [] }] };',
    "export const routeConfig = { roles: ['admin'] };",
    'export const allow = (ctx) => ctx.state.isAdmin;',
    'export function verify({ auth }) { return auth.isAdmin; }',
    "export const scope = 'admin';",
    'export const apiDoc = { security: [{ token: [] }] };',
    "export const scope = ['admin'];",
  ];

  it.each([...GUARDS, ...SETTINGS])('reports a guard in an operation: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual(['error authorize-export']);
  });

  it.each([...GUARDS, ...SETTINGS])('reports a guard in a _middleware file: %s', (text) => {
    expect(codes({ '_middleware.ts': `${WRAPS}${text}` })).toEqual(['error authorize-export']);
  });

  it.each([
    'const pets = { authorize() { return false; }, read() {} };\n/** It. */\nexport default pets.read;',
    'class Pets { static authorize() {} static read() {} }\n/** It. */\nexport default Pets.read;',
    'class Pets { authorize() {} read() {} }\n/** It. */\nexport default new Pets().read;',
    'const pets = { authorize() {}, read() {} };\n/** It. */\nexport default defineOperation(pets.read);',
  ])('reports a guard of the object that the handler is taken from: %s', (text) => {
    const { diagnostics } = compile({ 'two.ts': text });
    expect(diagnostics.map(({ code, message }) => `${code} ${/^"[\w.]+"/.exec(message)?.[0]}`)).toEqual([
      `authorize-export "${/[Pp]ets/.exec(text)![0]}.authorize"`,
    ]);
  });

  it('reports a function that calls its second parameter as next', () => {
    const text = 'export const staff = (c, n) => { if (c.user) return n(); };';
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual(['error authorize-export']);
    expect(codes({ '_middleware.ts': `${WRAPS}${text}` })).toEqual(['error no-middleware']);
  });

  it.each([
    'export const verify = (text) => text.length > 3;',
    'export const scope = 3;',
    'export const add = (one, other) => one + other;',
    'export function format(pet, locale) { return pet.name; }',
    'export const allow = { methods: 1 };',
  ])('accepts another value with such a name: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual([]);
  });

  it('accepts a function with such a name that the handler calls', () => {
    const text = 'export const verify = (ctx) => ctx.ip;\n/** It. */\nexport default (ctx) => verify(ctx);\n';
    expect(codes({ 'two.ts': text })).toEqual([]);
  });

  it.each([
    'const pets = { authorize() {}, read() {} };\nexport const authorize = (ctx) => pets.authorize(ctx);\n/** It. */\nexport default pets.read;',
    'const pets = { list() {}, read() {} };\n/** It. */\nexport default pets.read;',
  ])('accepts an object whose guard runs, and one without a guard: %s', (text) => {
    expect(codes({ 'two.ts': text })).toEqual([]);
  });

  it.each([...GUARDS, 'export default { authorize() {}, handler() {} };', 'export default class { authorize() {} }'])(
    'warns of a guard in a helper that no file imports: %s',
    (text) => {
      expect(codes({ '_helper.ts': text })).toEqual(['warning lost-guard']);
    },
  );

  it.each(['export default { authorize, handler };', 'export default class { authorize() {} }'])(
    'reports a guard that is the only export of an operation or a _middleware file: %s',
    (text) => {
      expect(codes({ 'two@get.ts': `/** It. */\n${text}` })).toEqual(['error no-handler']);
      expect(codes({ '_middleware.ts': text })).toEqual(['error no-middleware']);
    },
  );

  it.each([
    'export const rules = { authorize: () => true };\nexport const authorize = () => rules.authorize();',
    "export const meta = { author: 'Ada', title: 'It' };",
    'export const prices = { roles: 5, auth: 3 };',
    'export const store = { find() {} };',
    'export interface Rules { authorize(): boolean }',
  ])('accepts a guard in what the file uses, or in other values: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual([]);
  });
});

describe('a property of the handler or middleware with the name of a guard', () => {
  const operation = (text: string, before = 'function handler() {}'): string => `${before}\n/** It. */\n${text}`;
  const middleware = (text: string): string => `const guard = (ctx, next) => next();\nexport default guard;\n${text}`;
  const PROPERTIES = [
    "security = ['token'];",
    'middleware = [requireAdmin];',
    'guard = requireAdmin;',
    'preHandler = isStaff;',
    "roles = ['admin'];",
    'requiresAuth = true;',
    "config = { role: 'admin' };",
    'isPublic = false;',
    'internal = true;',
    'loginRequired = true;',
    'schema = { security: [{ token: [] }] };',
    "meta = { auth: 'jwt' };",
  ];

  it.each(PROPERTIES)('reports a property of the handler: handler.%s', (text) => {
    const files = { 'two.ts': operation(`export default handler;\nhandler.${text}`) };
    expect(codes(files)).toEqual(['error authorize-export']);
  });

  it.each(PROPERTIES)('reports a property of the middleware in a _middleware file: guard.%s', (text) => {
    expect(codes({ '_middleware.ts': middleware(`guard.${text}`) })).toEqual(['error authorize-export']);
  });

  it.each([
    ["export default handler;\nhandler['security'] = ['token'];"],
    ["export default handler;\nObject.assign(handler, { security: ['token'] });"],
    ["export default handler;\nObject.defineProperty(handler, 'roles', { value: ['admin'] });"],
    ["export default Object.assign(handler, { roles: ['admin'] });"],
    ["export default Object.assign(() => {}, { roles: ['admin'] });"],
    ["export default Object.assign(() => {}, { config: { role: 'admin' } });"],
    ['export default Object.assign(() => {}, { isPublic: false });'],
    ["export default Object.assign(defineOperation(() => {}), { roles: ['admin'] });"],
    ["export default defineOperation(() => {}, { security: ['token'] });"],
    ["export default handler;\n(handler as any).security = ['token'];"],
    ["export { handler };\nhandler.security = ['token'];"],
  ])('reports a property: %s', (text) => {
    expect(codes({ 'two.ts': operation(text) })).toEqual(['error authorize-export']);
  });

  it('reports a property in CommonJS and of a function of another module', () => {
    const text = "module.exports = handler;\nhandler.security = ['token'];";
    expect(codes({ 'two.cjs': operation(text) })).toEqual(['error authorize-export']);
    const imported = operation("export default run;\nrun.security = ['token'];", "import { run } from './_run.ts';");
    expect(codes({ '_run.ts': 'export function run() {}', 'two.ts': imported })).toEqual(['error authorize-export']);
  });

  it.each([
    "export default handler;\nhandler.description = 'It';",
    'export default handler;\nhandler.config = { maxDuration: 5 };\nhandler.isPublic = true;\nhandler.schema = {};',
    'export default handler;\nconst store = {};\nstore.security = 1;',
    'export default handler;\nconst cache = Object.assign(new Map(), { roles: 1 });',
    "export default function run() { return run.roles; }\nrun.roles = ['reader'];",
    'export default handler;\nfunction helper() {}\nhelper.roles = [];\nhandler.helper = helper;',
  ])('accepts a property of another object, with another name, or that is read: %s', (text) => {
    expect(codes({ 'two.ts': operation(text) })).toEqual([]);
  });
});

describe('a guard of another module that an operation exports', () => {
  const from = (text: string, imports = "import { requireAdmin, format } from '../guards.ts';"): string =>
    `${imports}\n${HANDLER}${text}`;
  const shown = (text: string, imports?: string): string[] =>
    codes({ 'two.ts': from(text, imports) }).filter((code) => code.startsWith('error'));

  it.each([
    'export const pre = requireAdmin;',
    'export const pre = [requireAdmin];',
    'export const steps = [requireAdmin, format];',
    "export const pre = requireAdmin('office');",
    'export { requireAdmin as pre };',
    "export { isAuthenticated as pre } from '../guards.ts';",
    "export { officeGuard } from '../guards.ts';",
    "export * as guards from '../guards.ts';",
    "export * as middleware from '../guards.ts';",
    "export * as requireStaff from '../guards.ts';",
  ])('reports a guard that an operation exports from another module: %s', (text) => {
    expect(shown(text)).toEqual(['error authorize-export']);
  });

  it('reports a guard of another module whatever its export there is called', () => {
    expect(shown('export const pre = requireAdmin;', "import requireAdmin from '../require-admin.ts';")).toEqual([
      'error authorize-export',
    ]);
  });

  it.each([
    'export const pretty = format;',
    "export { format } from '../auth/format.ts';",
    "export * as formats from '../auth/format.ts';",
    "export type * as guards from '../guards.ts';",
    'export const check = () => requireAdmin;',
  ])('accepts an export if nothing shows that it guards: %s', (text) => {
    expect(shown(text)).toEqual([]);
  });
});

describe('a decorator in the file of an operation', () => {
  const shown = (decorators: string, member: string = ''): string[] =>
    codes({
      'two.ts': `import { Injectable, Roles, UseGuards, Validate, nest } from 'other';
${decorators} class Pets { ${member} remove() {} }
const pets = new Pets();
/** It. */
export default () => pets.remove();`,
    });

  it.each([
    ['@UseGuards(AdminGuard)', ''],
    ["@Injectable() @Roles('admin')", ''],
    ['', '@nest.UseGuards(AdminGuard)'],
    ['', "@Security('jwt', ['admin'])"],
    ['', '@Authorized'],
    ['', "@RequirePermissions('pets')"],
  ])('warns of one that guards in another framework: %s %s', (...text) => {
    expect(shown(...text)).toEqual(['warning authorize-export']);
  });

  it.each([
    ['@Injectable()', ''],
    ['', '@Validate()'],
  ])('accepts any other: %s %s', (...text) => {
    expect(shown(...text)).toEqual([]);
  });
});

describe('an export that decides about clients', () => {
  const DECISIONS = [
    'export const check = (ctx) => ctx.user?.admin;',
    'export const validate = (ctx) => ctx.input.query.code > 3;',
    'export async function check(ctx) { await verifyToken(ctx); }',
    'export const vip = (ctx) => ctx.user?.vip === true;',
    'export const vip = (ctx: Context): boolean => Boolean(ctx.auth.token);',
    "export function members({ auth }) { return auth.token.roles.includes('member'); }",
    'export const office = (ctx) => ctx.state.user && ctx.state.user.isAdmin;',
    'export const office = async (ctx) => (await loadUser(ctx)).owner === ctx.auth.token.id;',
    'const office = (ctx) => !!ctx.session.user;\nexport { office };',
    'const office = (ctx) => !!ctx.session.user;\nexport { office as pre };',
    'export const rules = { admin: true };',
    "export const handle = { roles: ['admin'] };",
    "export const route = { middleware: ['auth'] };",
    'export const metadata = { public: false };',
    "export const routeRules = { '/admin': { auth: true } };",
  ];

  it.each(DECISIONS)('reports one in an operation: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual(['error authorize-export']);
  });

  it.each(DECISIONS)('reports one in a _middleware file: %s', (text) => {
    expect(codes({ '_middleware.ts': `${WRAPS}${text}` })).toEqual(['error authorize-export']);
    const guarded = 'export const authorize = (ctx) => ctx.auth.token.id === 1;\n';
    expect(codes({ '_middleware.ts': `${guarded}${text}` })).toEqual(['error authorize-export']);
  });

  it('reports one in CommonJS', () => {
    const text = '/** It. */\nexports.default = () => {};\nexports.office = (ctx) => ctx.user.admin === true;\n';
    expect(codes({ 'two.cjs': text })).toEqual(['error authorize-export']);
  });

  it.each(DECISIONS.filter((text) => text.startsWith('export const')))(
    'accepts one that another file imports: %s',
    (text) => {
      const name = /const (\w+)/.exec(text)![1];
      const other = `import { ${name} } from './two.ts';\n/** It. */\nexport default () => String(${name});\n`;
      expect(codes({ 'two.ts': `${HANDLER}${text}`, 'three.ts': other })).toEqual([]);
    },
  );

  it.each([
    'export const vip = (ctx) => ctx.user?.vip === true;\nexport const authorize = (ctx) => vip(ctx) && ctx.path !== "/x";',
    'export const isMobile = (ctx) => /mobi/i.test(ctx.get("user-agent"));',
    'export const isLong = (text) => text.length > 3;',
    'export const currentUser = (ctx) => ctx.state.user;',
    'export const userName = (ctx) => ctx.user?.name;',
    'export const wantsHtml = (ctx) => ctx.accepts("html") === "html";',
    'export function reset() { return true; }',
    'export const check = () => true;',
    'export const validate = (input) => input.title !== "";',
    'export const rules = { title: { maxLength: 3 }, author: { required: true } };',
    'export const metadata = { public: true, title: "Admin" };',
    'export const runtime = "edge";',
    'export const pageSize = 20;',
    'export type Check = (ctx) => boolean;',
  ])('accepts an export that decides nothing about clients, or that the file uses: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual([]);
    expect(codes({ '_middleware.ts': `${WRAPS}${text}` })).toEqual([]);
  });
});
