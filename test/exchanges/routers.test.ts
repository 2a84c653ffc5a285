import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { Answer, Request } from './compare.ts';
import { writeProject } from './project.ts';
import { exchangeAll, expectAlike, runEverywhere } from './run.ts';

// The route tables of two servers, as they are for @koa/router and as files. Every request is answered by the same route, with the same parameters,
// in every place; what differs from @koa/router is listed with the reason.

/** A route: its method, its path for @koa/router, and its file. Routes of @koa/router are tried in this order. */
type Route = readonly [method: string, path: string, file: string];

/** The registry of npm, as Verdaccio serves it, with its scopes. */
const REGISTRY: readonly Route[] = [
  ['GET', '/', '@get.ts'],
  ['GET', '/-/ping', '-/ping@get.ts'],
  ['GET', '/-/whoami', '-/whoami@get.ts'],
  ['GET', '/-/user/org.couchdb.user\\::user', '-/user/org.couchdb.user:{user}@get.ts'],
  ['PUT', '/-/user/org.couchdb.user\\::user', '-/user/org.couchdb.user:{user}@put.ts'],
  ['DELETE', '/-/user/token/:token', '-/user/token/{token}@delete.ts'],
  ['GET', '/-/npm/v1/user', '-/npm/v1/user@get.ts'],
  ['POST', '/-/npm/v1/user', '-/npm/v1/user@post.ts'],
  ['GET', '/-/npm/v1/tokens', '-/npm/v1/tokens@get.ts'],
  ['DELETE', '/-/npm/v1/tokens/token/:key', '-/npm/v1/tokens/token/{key}@delete.ts'],
  ['POST', '/-/npm/v1/security/advisories/bulk', '-/npm/v1/security/advisories/bulk@post.ts'],
  ['GET', '/-/v1/search', '-/v1/search@get.ts'],
  ['GET', '/-/package/@:scope/:package/dist-tags', '-/package/@{scope}/{package}/dist-tags@get.ts'],
  ['PUT', '/-/package/@:scope/:package/dist-tags/:tag', '-/package/@{scope}/{package}/dist-tags/{tag}@put.ts'],
  ['GET', '/-/package/:package/dist-tags', '-/package/{package}/dist-tags@get.ts'],
  ['PUT', '/-/package/:package/dist-tags/:tag', '-/package/{package}/dist-tags/{tag}@put.ts'],
  ['DELETE', '/-/package/:package/dist-tags/:tag', '-/package/{package}/dist-tags/{tag}@delete.ts'],
  ['GET', '/@:scope/:package/-/@:folder/:file', '@{scope}/{package}/-/@{folder}/{file}@get.ts'],
  ['GET', '/@:scope/:package/-/:file', '@{scope}/{package}/-/{file}@get.ts'],
  ['DELETE', '/@:scope/:package/-/:file/-rev/:rev', '@{scope}/{package}/-/{file}/-rev/{rev}@delete.ts'],
  ['PUT', '/@:scope/:package/-rev/:rev', '@{scope}/{package}/-rev/{rev}@put.ts'],
  ['GET', '/@:scope/:package/:version', '@{scope}/{package}/{version}@get.ts'],
  ['GET', '/@:scope/:package', '@{scope}/{package}@get.ts'],
  ['PUT', '/@:scope/:package', '@{scope}/{package}@put.ts'],
  ['GET', '/:package/-/:file', '{package}/-/{file}@get.ts'],
  ['DELETE', '/:package/-/:file/-rev/:rev', '{package}/-/{file}/-rev/{rev}@delete.ts'],
  ['PUT', '/:package/-rev/:rev', '{package}/-rev/{rev}@put.ts'],
  ['GET', '/:package/:version', '{package}/{version}@get.ts'],
  ['GET', '/:package', '{package}@get.ts'],
  ['PUT', '/:package', '{package}@put.ts'],
  ['DELETE', '/:package', '{package}@delete.ts'],
];

const REGISTRY_REQUESTS = [
  'GET /',
  'GET /-/ping',
  'GET /-/ping/',
  'GET /-/whoami',
  'HEAD /-/whoami',
  'GET /-/user/org.couchdb.user:ada',
  'PUT /-/user/org.couchdb.user:ada',
  'DELETE /-/user/token/t-1',
  'GET /-/npm/v1/user',
  'POST /-/npm/v1/user',
  'PUT /-/npm/v1/user',
  'GET /-/npm/v1/tokens',
  'DELETE /-/npm/v1/tokens/token/k',
  'POST /-/npm/v1/security/advisories/bulk',
  'GET /-/v1/search?text=koa&size=2',
  'GET /-/package/koa/dist-tags',
  'PUT /-/package/koa/dist-tags/latest',
  'DELETE /-/package/koa/dist-tags/next',
  'GET /-/package/@koa/router/dist-tags',
  'PUT /-/package/@koa/router/dist-tags/latest',
  'GET /-/package/@koa%2Frouter/dist-tags',
  'GET /koa',
  'GET /koa/',
  'GET /koa/3.0.0',
  'GET /koa/latest',
  'GET /koa/-/koa-3.0.0.tgz',
  'DELETE /koa/-/koa-3.0.0.tgz/-rev/1-a',
  'PUT /koa',
  'PUT /koa/-rev/1-a',
  'DELETE /koa',
  'POST /koa',
  'GET /@koa/router',
  'GET /@koa%2Frouter',
  'GET /@koa%2frouter',
  'PUT /@koa%2Frouter',
  'GET /%40koa%2frouter',
  'GET /@koa/router/14.0.0',
  'GET /@koa%2Frouter/14.0.0',
  'GET /@koa/router/-/router-14.0.0.tgz',
  'GET /@koa/router/-/@koa/router-14.0.0.tgz',
  'GET /@koa%2Frouter/-/router-14.0.0.tgz',
  'DELETE /@koa/router/-/router-14.0.0.tgz/-rev/3-c',
  'PUT /@koa/router/-rev/3-c',
  'PUT /@koa/router',
  'GET /@koa',
  'GET /@types/node/^20.0.0',
  'GET /jquery.ui/1.x',
  'GET /a/b/c/d/e/f',
  'DELETE /-/ping',
  'GET /caf%C3%A9',
  'GET /koa/3%2E0',
];

/** A static site with an API, pages of users and a fallback for all paths. */
const SITE: readonly Route[] = [
  ['GET', '/', '@get.ts'],
  ['GET', '/robots.txt', 'robots.txt@get.ts'],
  ['GET', '/feed.:format', 'feed.{format}@get.ts'],
  ['GET', '/api/posts', 'api/posts@get.ts'],
  ['POST', '/api/posts', 'api/posts@post.ts'],
  ['GET', '/api/posts/:id', 'api/posts/{id}@get.ts'],
  ['GET', '/assets/icons/:name.svg', 'assets/icons/{name}.svg@get.ts'],
  ['GET', '/assets/*path', 'assets/{path...}@get.ts'],
  ['GET', '/~:user/*path', '~{user}/{path...}@get.ts'],
  ['GET', '/:lang/docs/*page', '{lang}/docs/{page...}@get.ts'],
  ['GET', '/*page', '{page...}@get.ts'],
];

const SITE_REQUESTS = [
  'GET /',
  'HEAD /',
  'GET /robots.txt',
  'GET /feed.xml',
  'GET /feed.json',
  'GET /api/posts',
  'POST /api/posts',
  'GET /api/posts/7',
  'GET /api/posts/7/comments',
  'DELETE /api/posts',
  'GET /assets/app.js',
  'HEAD /assets/app.js',
  'GET /assets/css/site.css?v=2',
  'GET /assets/a%20b/%C3%BC.png',
  'GET /assets/icons/home.svg',
  'GET /assets/icons/home.png',
  'GET /assets/icons/large/home.svg',
  'GET /assets/css%2Fsite.css',
  'GET /assets',
  'GET /~ada/index.html',
  'GET /~ada/notes/2024/a.md',
  'GET /~ada',
  'GET /en/docs/start',
  'GET /en/docs/guides/routing.html',
  'GET /en/docs',
  'GET /about',
  'GET /blog/2024/05/routes',
  'GET /blog/a%2Fb',
  'GET /.well-known/security.txt',
  'GET /...',
  'POST /about',
  'PUT /assets/app.js',
  'GET /%252e%252e/secret',
];

/** What operations answer in another way than @koa/router, by the reason. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  'a part of a rest is not empty, and a slash at the end is not part of it': [
    'GET /assets/css/',
    'GET /assets//app.js',
    'GET /blog//2024',
    'GET /about/',
  ],
  'a rest leads to no other directory, in no spelling': [
    'GET /assets/..%2F..%2Fetc%2Fpasswd',
    'GET /assets/..%5C..%5Cetc',
    'GET /assets/a%2F..%2Fb',
    'GET /~ada/..%2Fbob/notes.md',
    'GET /assets/a%00.png',
  ],
  'percent-encodings are valid UTF-8': ['GET /assets/%C0%AE%C0%AE/etc', 'GET /assets/%zz', 'GET /about%'],
  'paths are compared letter by letter': ['GET /API/posts', 'GET /Assets/app.js'],
  'escaped slashes do not hide from more specific routes': ['GET /api%2Fposts', 'GET /en/docs%2Fstart'],
};

const idOf = ([method, path]: Route): string => `${method} ${path}`;

/** The files of a route table: each operation answers with its route. */
function filesOf(routes: readonly Route[]): Record<string, string> {
  const entries = routes.map((route, i) => {
    const names = [...route[2].matchAll(/\{(\w+)(?:\.{3})?\}/g)].map((match) => ` * @param {string} ${match[1]} - x`);
    // In the document, a rest and a parameter of one segment are one path.
    const lines = [
      '/**',
      ' * Answers.',
      ` * @operationId route${i}`,
      ' * @internal',
      ...names,
      ' * @returns {object} It',
      ' */',
    ];
    const handler = `export default (ctx: any) => ({ route: ${JSON.stringify(idOf(route))}, params: ctx.params });`;
    return [`app/operations/${route[2]}`, `${lines.join('\n')}\n${handler}\n`] as const;
  });
  return Object.fromEntries(entries);
}

/** What @koa/router answers. */
async function askRouter(routes: readonly Route[], requests: readonly Request[]): Promise<Answer[]> {
  const router = new Router();
  for (const route of routes)
    router.register(route[1], [route[0]], (ctx) => void (ctx.body = { route: idOf(route), params: ctx['params'] }));
  const app = new Koa().use(router.routes()).use(router.allowedMethods());
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await exchangeAll((path, init) => fetch(origin + path, init), requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function requestOf(line: string): Request {
  const [method, path] = line.split(' ') as [string, string];
  return { path, init: { method, ...(method.startsWith('P') && { body: '' }) } };
}

function isMalformed(line: string): boolean {
  try {
    return decodeURI(line) === '';
  } catch {
    return true;
  }
}

/** The status, and the route with its parameters if there is one. */
function shown({ status, body }: Answer): readonly unknown[] {
  return status === 200 && body !== '' ? [status, JSON.parse(body)] : [status];
}

it.each([
  ['the registry of npm', REGISTRY, REGISTRY_REQUESTS, {}],
  ['a static site with a fallback', SITE, SITE_REQUESTS, HOSTILE],
] as const)('%s is served as by @koa/router, everywhere', async (_, routes, lines, differences) => {
  const hostile = Object.values<readonly string[]>(differences).flat();
  const all = [...lines, ...hostile];
  const requests = all.map(requestOf);
  const project = await writeProject(filesOf(routes), onTestFinished);
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests));
  // In the dev server, Vite answers unknown and malformed paths.
  const isRouted = (_request: unknown, i: number): boolean => built[i]!.status !== 404 && !isMalformed(all[i]!);
  const places = others.map(([place, answers]) => [place, answers.filter(isRouted)] as const);
  expectAlike(requests.filter(isRouted), built.filter(isRouted), places);
  const original = await askRouter(routes, requests);
  const [ours, theirs] = [built, original].map((answers) => answers.map((answer, i) => [all[i], ...shown(answer)]));
  const count = lines.length;
  expect(ours!.slice(0, count)).toEqual(theirs!.slice(0, count));
  // Each of these differs, or it would be in the list above.
  for (const [i, line] of hostile.entries()) expect([line, ours![count + i]]).not.toEqual([line, theirs![count + i]]);
  const reached = new Set(
    built
      .slice(0, count)
      .map(({ status, body }) => (status === 200 && body !== '' ? (JSON.parse(body) as { route: string }).route : '')),
  );
  expect(routes.map(idOf).filter((id) => !reached.has(id))).toEqual([]);
});
