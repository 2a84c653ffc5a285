import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const BASE = `
    import { problem } from 'unplugin-operations/koa';
    export class Base {
      async requireAdmin(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      async isAdmin(ctx: any) { return ctx.get('x') === 'a'; }
      static async check(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      async log(ctx: any) { ctx.log(ctx.ip); }
    }`;
const classOf = (body: string): string => `
    import { Base } from './base.ts';
    class Own extends Base {
      #guard = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
      editor = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
      async #requireOwner(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      async requireUser(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      async #mayEdit(ctx: any) { return ctx.get('x') === 'a'; }
      requireSync(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      ${body}
    }
    export const own = new Own();`;

/** The diagnostics of a class in a module that middleware calls, and of the same class in the middleware's file with its base. */
function found(body: string): string[][] {
  const imported = `import { problem } from 'unplugin-operations/koa';${classOf(body)}`;
  const MODULES: Readonly<Record<string, string>> = { 'app/base.ts': BASE, 'app/own.ts': imported };
  const own = `${BASE}${classOf(body).replace("import { Base } from './base.ts';", '')}`;
  const use = 'export default async (ctx: any, next: any) => { await own.run(ctx); await next(); };';
  return [own, "import { own } from '../own.ts';"].map((head) => {
    const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': `${head}\n${use}` };
    return compile(files, { readFile: (file) => MODULES[file] })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

describe('a method that is called of "this" and refuses nothing', () => {
  it.each([
    ['run(ctx: any) { this.requireUser(ctx); }', 'this.requireUser(ctx)'],
    ['async run(ctx: any) { this.#requireOwner(ctx); }', 'this.#requireOwner(ctx)'],
    ['run(ctx: any) { this.#guard(ctx); }', 'this.#guard(ctx)'],
    ['run(ctx: any) { this.editor(ctx); }', 'this.editor(ctx)'],
    ['run = async (ctx: any) => { this.editor(ctx); };', 'this.editor(ctx)'],
    ['run(ctx: any) { ctx.items.forEach(() => { this.requireUser(ctx); }); }', 'this.requireUser(ctx)'],
    ['run(ctx: any) { if (!this.#mayEdit(ctx)) throw problem(403); }', 'this.#mayEdit(ctx)'],
    ['run(ctx: any) { this.requireAdmin(ctx); }', 'this.requireAdmin(ctx)'],
    ['run(ctx: any) { if (!this.isAdmin(ctx)) throw problem(403); }', 'this.isAdmin(ctx)'],
    ['static all(ctx: any) { this.check(ctx); } run() {}', 'this.check(ctx)'],
    ['async both(ctx: any) { await this.requireUser(ctx); } run(ctx: any) { this.both(ctx); }', 'this.both(ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it.each([
    'async run(ctx: any) { await this.requireUser(ctx); await this.requireAdmin(ctx); }',
    'async run(ctx: any) { if (!(await this.#mayEdit(ctx))) throw problem(403); }',
    'run(ctx: any) { this.requireSync(ctx); this.log(ctx); }',
    'run(ctx: any) { this.other(ctx); }',
    'requireAdmin(ctx: any) { return ctx.ip; } run(ctx: any) { this.requireAdmin(ctx); }',
    'run(ctx: any) { ctx.on(function (this: any) { this.requireUser(ctx); }); }',
    'run(ctx: any) { const other = { requireUser() {}, go() { this.requireUser(); } }; other.go(); }',
    'run(ctx: any) { class Inner { requireUser() {} go() { this.requireUser(); } } new Inner().go(); }',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});
