import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/guards.ts': `
    import { problem } from 'unplugin-operations/koa';
    export const refuseBlocked = (ctx: any, next: any) => {
      if (ctx.auth?.token?.isBlocked) throw problem(403);
      return next();
    };
    export const requireRole = (role: string) => async ({ auth }: any, next: any) => {
      if (auth?.token?.role !== undefined && auth.token.role !== role) throw problem(403);
      await next();
    };`,
  'app/answers.ts': `
    export async function office(ctx: any, next: any) {
      if (ctx.get('X-Office') === '') ctx.status = 403;
      await next();
    }`,
  'app/fine.ts': `
    import { problem } from 'unplugin-operations/koa';
    export const log = async (ctx: any, next: any) => { await next(); console.log(ctx.auth); };
    export const own = async (ctx: any, next: any) => { if (ctx.get('x') === '') throw problem(403); await next(); };
    export const express = (req: any, res: any, next: any) => { if (!req.auth) res.status = 401; next(); };`,
};
const input = { readFile: (file: string): string | undefined => MODULES[file] };

function found(text: string): string[] {
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
  return compile(files, input)
    .diagnostics.filter(({ code }) => code === 'early-read' || code === 'ineffective-guard')
    .map(({ at, code }) => `${at.source.file}: ${code}`);
}

describe('middleware of another module', () => {
  it.each([
    "import { refuseBlocked } from '../guards.ts';\nexport default refuseBlocked;",
    "export { refuseBlocked as default } from '../guards.ts';",
    "import { requireRole } from '../guards.ts';\nexport default requireRole('admin');",
    "import { refuseBlocked, requireRole } from '../guards.ts';\nexport default [refuseBlocked, requireRole('admin')];",
    "import * as guards from '../guards.ts';\nexport default (ctx: any, next: any) => guards.refuseBlocked(ctx, next);",
  ])('reads what is set inside next() before it: %s', (text) => {
    expect(new Set(found(text))).toEqual(new Set(['app/guards.ts: early-read']));
  });

  it.each([
    "export { office as default } from '../answers.ts';",
    "import { office } from '../answers.ts';\nexport default [office];",
  ])('refuses a request that goes on: %s', (text) => {
    expect(found(text)).toEqual(['app/answers.ts: ineffective-guard']);
  });

  it.each(['log', 'own', 'express'])('decides in time: %s', (name) => {
    expect(found(`export { ${name} as default } from '../fine.ts';`)).toEqual([]);
  });
});
