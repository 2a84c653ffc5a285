import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type Koa from 'koa';

/** The path of the front end. */
const PAGE = '/shop/';

/** The page loads nothing from elsewhere. Covers are objects that it makes from responses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the front end, if it is built: the files of `shop`, beside the bundle. They are read once.
 *
 * @returns The path of the page; empty without a page.
 */
export function servePage(app: Koa): string {
  const directory = join(import.meta.dirname, 'shop');
  if (!existsSync(join(directory, 'index.html'))) return '';
  const read = (path: string): Buffer => readFileSync(join(directory, path));
  const assets = readdirSync(join(directory, 'assets')).map((name) => `assets/${name}`);
  const files = new Map([['', read('index.html')], ...assets.map((path) => [path, read(path)] as const)]);
  app.use((ctx, next) => {
    if (ctx.path === PAGE.slice(0, -1)) return ctx.redirect(PAGE);
    const content = ctx.path.startsWith(PAGE) ? files.get(ctx.path.slice(PAGE.length)) : undefined;
    if (content === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const isDocument = ctx.path === PAGE;
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', isDocument ? 'no-cache' : 'public, max-age=31536000, immutable');
    if (isDocument) ctx.set('Content-Security-Policy', POLICY);
    ctx.type = isDocument ? 'html' : extname(ctx.path);
    ctx.body = content;
    return undefined;
  });
  return PAGE;
}

/** Serves browsers a page at `/` that leads to the given pages. Other clients get the operation. */
export function serveHome(app: Koa, pages: Readonly<Record<string, string>>): void {
  const links = Object.entries(pages).map(([name, path]) => `<li><a href="${path}">${name}</a>`);
  const home = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bookshop</title><h1>Bookshop</h1><ul>${links.join('')}</ul></html>`;
  app.use((ctx, next) => {
    if (ctx.path !== '/' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (ctx.accepts('json', 'html') !== 'html') return next();
    ctx.vary('Accept');
    ctx.set('Content-Security-Policy', POLICY);
    ctx.body = home;
    return undefined;
  });
}
