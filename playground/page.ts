import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type Koa from 'koa';

/** The path of the front end. */
const PAGE = '/shop/';

/** The page loads nothing from elsewhere. Covers are objects that it makes from responses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The front end that is served. */
export interface ShopPage {
  readonly path: string;
  /** The paths of its style sheet and its icon. */
  readonly style: string;
  readonly icon: string;
}

/** Serves the front end, if it is built: the files of `shop`, beside the bundle. They are read once. */
export function servePage(app: Koa): ShopPage | undefined {
  const directory = join(import.meta.dirname, 'shop');
  if (!existsSync(join(directory, 'index.html'))) return undefined;
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
  const find = (extension: string): string => PAGE + assets.find((path) => path.endsWith(extension));
  return { path: PAGE, style: find('.css'), icon: find('.svg') };
}

/** A page that `/` leads to. */
interface Destination {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Serves browsers a page at `/` that leads to the given pages, and looks like the shop. Other clients get the operation. */
export function serveHome(app: Koa, shop: ShopPage | undefined, pages: readonly Destination[]): void {
  const cards = pages.map(
    ({ name, path, text }, i) =>
      `<li><a class="card" href="${path}"><img class="cover" src="/covers/${i + 1}.svg" alt="" width="200" height="300">
<span class="title">${name}</span><span class="author">${text}</span></a></li>`,
  );
  const links = shop && `<link rel="icon" href="${shop.icon}"><link rel="stylesheet" href="${shop.style}">`;
  const home = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The bookshop</title>
${links ?? ''}
<header><a class="brand" href="/">The bookshop</a></header>
<main>
<h1>An API with a shop on it</h1>
<p>Everything here is one file on Node: the API, its contracts, this page and the shop.</p>
<ul class="books">${cards.join('')}</ul>
</main>
</html>`;
  app.use((ctx, next) => {
    if (ctx.path !== '/' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (ctx.accepts('json', 'html') !== 'html') return next();
    ctx.vary('Accept');
    ctx.set('Content-Security-Policy', POLICY);
    ctx.body = home;
    return undefined;
  });
}
