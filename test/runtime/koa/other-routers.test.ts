import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { readPage } from '../../docs/examples.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

// The rows of docs/migrate/from-express.md and from-koa.md for what other routers can say, and the original beside them.

const ECHO = '\nexport default (ctx) => ctx.params;';

/** The statuses and parameters that @koa/router answers with. */
async function original(route: string | RegExp, paths: readonly string[]): Promise<unknown[]> {
  const router = new Router().get(route, (ctx) => void (ctx.body = ctx['params']));
  const { ask } = await serve(new Koa().use(router.routes()));
  return Promise.all(paths.map(async (path) => (await ask(`GET ${path}`)).status));
}

async function ours(files: Record<string, string>, paths: readonly string[], change?: Koa.Middleware) {
  const app = createApp(await compileTree(files));
  const { ask } = await serve(change === undefined ? app : app.use(change));
  return Promise.all(paths.map(async (path) => (await ask(`GET ${path}`)).status));
}

describe.each(['from-express.md', 'from-koa.md'])('docs/migrate/%s', (page) => {
  const text = readPage(`migrate/${page}`);

  it('lists an optional segment in a row: two files', async () => {
    expect(text).toContain("`'/books{/:id}'`");
    expect(text).toContain('two files, `books/@get.ts` and `books/{id}@get.ts`');
    const paths = ['/books', '/books/7', '/books/7/x'];
    const files = {
      'books/@get.ts': `/** All. */${ECHO}`,
      'books/{id}@get.ts': `/** @param {string} id - x */${ECHO}`,
    };
    expect(await ours(files, paths)).toEqual([200, 200, 404]);
    expect(await original('/books{/:id}', paths)).toEqual([200, 200, 404]);
  });

  it('lists a wildcard in a row: `{path...}`', async () => {
    expect(text).toContain("`'/files/*path'`");
    expect(text).toContain('[`files/{path...}.ts`]');
    const paths = ['/files', '/files/a', '/files/a/b'];
    expect(await ours({ 'files/{path...}.ts': `/** @param {string} path - x */${ECHO}` }, paths)).toEqual([
      404, 200, 200,
    ]);
    expect(await original('/files/*path', paths)).toEqual([404, 200, 200]);
  });

  it('lists a regular expression in a row: a parameter with a pattern', async () => {
    expect(text).toContain('the file `v{version}.ts` with `@param {string} version (pattern: ^\\d+$)`');
    const files = { 'v{version}.ts': `/** @param {string} version (pattern: ^\\d+$) - x */${ECHO}` };
    const paths = ['/v12', '/vx', '/w12'];
    // What does not match the pattern is a 400.
    expect(await ours(files, paths)).toEqual([200, 400, 404]);
    expect(await original(/^\/v(\d+)$/, paths)).toEqual([200, 404, 404]);
  });

  it('shows a way to accept other letter cases', async () => {
    expect(text).toMatch(/ctx\.path = ctx\.path\.replace\(\/\^\\\/books\(\?=\\\/\\?\|\$\)\/i, '\/books'\)/);
    const files = { 'books/{id}.ts': `/** @param {string} id - x */${ECHO}` };
    const paths = ['/books/A', '/Books/A', '/BOOKSHOP/A'];
    expect(await original('/books/:id', paths)).toEqual([200, 200, 404]);
    expect(await ours(files, paths)).toEqual([200, 404, 404]);
    const change: Koa.Middleware = (ctx, next) => {
      ctx.path = ctx.path.replace(/^\/books(?=\/|$)/i, '/books');
      return next();
    };
    expect(await ours(files, paths, change)).toEqual([200, 200, 404]);
  });
});
