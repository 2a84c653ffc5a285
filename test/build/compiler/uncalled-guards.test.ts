import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HANDLER = '/** It. */\nexport default () => {};\n';
const ADMIN = 'const requireAdmin = (ctx) => { if (!ctx.state.admin) throw problem(403); };\n';

/** The diagnostics of a tree with two operations: their severities and codes. */
const codes = (files: Readonly<Record<string, string>>): string[] =>
  compile({ 'one@get.ts': HANDLER, ...files }).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

/** The same for the exports of an operation, next to its handler. */
const ofOperation = (text: string, others: Readonly<Record<string, string>> = {}): string[] =>
  codes({ 'two@get.ts': `${ADMIN}${HANDLER}${text}`, ...others });

describe('an export of an operation that keeps clients out, but is never called', () => {
  const NAMES =
    'dependencies filters hooks use plugins handlers loader handle validate beforeAction beforeEnter onBeforeHandle derive setup wrap interceptors'.split(
      ' ',
    );

  it.each(NAMES)('reports a guard whatever its name is: %s', (name) => {
    expect(ofOperation(`export const ${name} = [requireAdmin];`)).toEqual(['error authorize-export']);
    const text = `export const ${name} = (ctx: any) => { if (!ctx.get('x')) throw problem(403); };`;
    expect(ofOperation(text)).toEqual(['error authorize-export']);
  });

  it.each([
    'export const one = requireAdmin;',
    'export { requireAdmin };',
    'export { requireAdmin as one };',
    'const all = [requireAdmin];\nexport { all };',
    'export const one = { preValidate: [requireAdmin] };',
    'export const one = { get: { first: requireAdmin, second: requireAdmin } };',
    'export const one = { ...{ first: requireAdmin } };',
    'export const one = new Set([requireAdmin]);',
    'export const one = Object.freeze([requireAdmin]);',
    'export const one = strict ? [requireAdmin] : [];',
    'export const one = (ctx) => requireAdmin(ctx);',
    'export async function one(ctx) { await requireAdmin(ctx); }',
    'export const one = (handler) => (ctx) => { if (!ctx.state.user) throw problem(401); return handler(ctx); };',
    'export const one = (app) => { app.hook((request, reply) => { reply.code(403).send(); }); };',
    'export const one = async ({ request }) => { if (!request.user) return new Response(null, { status: 401 }); };',
    'export const one = defineEventHandler((event) => { throw createError({ statusCode: 403 }); });',
    'export const one = (role) => (c, next) => { if (c.role !== role) throw problem(403); return next(); };',
    'export class One { use(req) { throw new ForbiddenError(); } }',
    'export class One { static first = (ctx) => { ctx.status = 403; }; }',
    "export const one = (c) => { if (!c.user) throw redirect('/login'); };",
  ])('reports a guard: %s', (text) => {
    expect(ofOperation(text)).toEqual(['error authorize-export']);
  });

  it('reports a guard in a CommonJS file', () => {
    const text = '/** It. */\nmodule.exports = () => {};\nexports.one = (ctx) => { throw problem(403); };';
    expect(codes({ 'two.cjs': text })).toEqual(['error authorize-export']);
  });

  it('reports the place and the name of the export', () => {
    const { diagnostics } = compile({ 'two@get.ts': `${ADMIN}${HANDLER}export const hooks = [requireAdmin];` });
    expect(diagnostics.map(brief)).toEqual([['authorize-export', 'export const hooks = [requireAdmin];']]);
    expect(diagnostics[0]!.message).toContain('"hooks" has no effect in an operation.');
  });

  it('reports a guard in a _middleware file', () => {
    const text = `${ADMIN}export default (ctx, next) => next();\nexport const hooks = [requireAdmin];`;
    expect(codes({ '_middleware.ts': text })).toEqual(['error authorize-export']);
    const imported = text.replace(ADMIN, "import { requireAdmin } from '../guards.ts';\n");
    expect(codes({ '_middleware.ts': imported })).toEqual(['error authorize-export']);
  });

  it('reports a guard that only a test or a type takes', () => {
    const files = {
      'two.test.ts': "import { loader } from './two@get.ts';\nloader({});",
      'three@get.ts': `import type { loader } from './two@get.ts';\n${HANDLER}`,
    };
    const text = 'export const loader = (ctx) => { throw problem(403); };\nexport const size = 1;';
    expect(ofOperation(text, files)).toEqual(['error authorize-export']);
    const other = { 'three@get.ts': `import { size } from './two@get.ts';\nconsole.log(size);\n${HANDLER}` };
    expect(ofOperation(text, other)).toEqual(['error authorize-export']);
  });

  it('accepts a guard that another file takes', () => {
    const text = 'export const loader = (ctx) => { throw problem(403); };';
    const from = (line: string, path = 'three@get.ts'): string[] =>
      ofOperation(text, { [path]: `${line}\n${HANDLER}` });
    expect(from('')).toEqual(['error authorize-export']);
    expect(from("import { loader } from './two@get.ts';\nloader({});")).toEqual([]);
    expect(from("import * as two from './two@get.ts';\ntwo.loader({});")).toEqual([]);
    expect(ofOperation(text, { '_help.ts': "export { loader } from './two@get.ts';" })).toEqual([]);
  });

  it.each([
    'export function toPet(row) { return { id: row.id }; }',
    'export async function loadPet(ctx) { if (!ctx.params.id) throw problem(404); }',
    'export const statuses = { forbidden: 403, unknown: 401 };',
    'export const named = (rows) => rows.filter((c) => c.status === 403);',
    'export const load = ({ id }) => {\n  if (!id) throw problem(404)\n  return isForbidden(id)\n}',
    'export const isRefused = (status) => status === 403;',
    'export class RefusedError extends Error { status = 403; }',
    'export const sizes = [1, 2];',
    "export const pages = new Map([['/login', 1]]);",
    'export const texts = { title: (ctx) => ctx.state.title };',
  ])('accepts helpers that are exported for tests: %s', (text) => {
    expect(ofOperation(text)).toEqual([]);
  });

  it.each([
    'export const forTests = { requireAdmin };',
    'export const forTests = [requireAdmin];',
    'export const load = (ctx) => { requireAdmin(ctx); return 1; };',
    'export { requireAdmin };',
  ])('accepts a guard that the handler or authorize calls: %s', (text) => {
    const handled = `${ADMIN}/** It. */\nexport default (ctx) => { requireAdmin(ctx); };\n${text}`;
    expect(codes({ 'two@get.ts': handled })).toEqual([]);
    const authorized = `${ADMIN}${HANDLER}export const authorize = (ctx) => requireAdmin(ctx) ?? true;\n${text}`;
    expect(codes({ 'two@get.ts': authorized })).toEqual([]);
  });
});

describe('a list in a helper that no file imports', () => {
  it.each(['export const hooks = [requireStaff];', 'export const hooks = { first: requireStaff };'])(
    'warns of functions that keep clients out: %s',
    (text) => {
      const staff = ADMIN.replace('requireAdmin', 'requireStaff');
      expect(codes({ '_x.ts': `${staff}${text}` })).toEqual(['warning lost-guard']);
    },
  );
});
