import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { ask } from '../../playground/client.ts';
import { createFile } from '../../playground/database.ts';
import { OPTIONS } from '../../playground/options.ts';
import { scratch } from '../../support/build.ts';
import type { BUNDLERS } from './bundlers.ts';
import { enter, enterProject, isolate, serveIsolated } from './project.ts';

const playground = fileURLToPath(new URL('../../../playground', import.meta.url));

/** A request to each of the playground's operations, and the status of its answer. */
const REQUESTS: readonly [operationId: string, method: string, path: string, status: number, json?: unknown][] = [
  ['greet', 'GET', '/', 200],
  ['checkHealth', 'GET', '/healthz', 200],
  ['checkReadiness', 'GET', '/readyz', 200],
  ['listAuthors', 'GET', '/authors?total=1', 200],
  ['getAuthor', 'GET', '/authors/1', 200],
  ['listBooksOfAuthor', 'GET', '/authors/1/books', 200],
  ['listBooks', 'GET', '/books?page_size=3&page=2&total=1', 200],
  ['searchBooks', 'GET', '/books/search?q=light', 200],
  ['getBook', 'GET', '/books/1', 200],
  ['listReviews', 'GET', '/books/1/reviews', 200],
  ['listLatestReviews', 'GET', '/reviews?page_size=2', 200],
  ['addReview', 'POST', '/books/1/reviews', 201, { rating: 5, reviewer: 'Ada' }],
  ['removeReview', 'DELETE', '/books/1/reviews/1000000', 404],
  ['drawCover', 'GET', '/covers/1.svg', 200],
  ['getCover', 'GET', '/books/1/cover', 200],
  ['setCover', 'PUT', '/books/1/cover', 400],
  ['listGenres', 'GET', '/genres', 200],
  ['listOrders', 'GET', '/orders', 200],
  ['followOrders', 'GET', '/orders/feed?follow=false', 200],
  ['quoteOrder', 'POST', '/orders/quote', 200, { items: [{ book_id: 1, quantity: 1 }] }],
  ['addOrder', 'POST', '/orders', 201, { customer: 'Bo', items: [{ book_id: 2, quantity: 1 }] }],
  ['getOrder', 'GET', '/orders/1000000', 404],
  ['cancelOrder', 'POST', '/orders/1000000/cancel', 404],
  ['listEndpoints', 'GET', '/webhooks/endpoints', 200],
  ['addEndpoint', 'POST', '/webhooks/endpoints', 400, { url: 'https://127.0.0.1/hooks' }],
  ['removeEndpoint', 'DELETE', '/webhooks/endpoints/ep_1', 404],
  ['listDeliveries', 'GET', '/webhooks/deliveries', 200],
  ['replayDelivery', 'POST', '/webhooks/deliveries/msg_1/replay', 404, { endpoint_id: 'ep_1' }],
];

/** Files of a small tree, by the names that are harder to get through a bundler. */
const ODD_NAMES = [
  "it's/&co;=+,$.ts",
  '100%.cjs',
  'a%20b.ts',
  'größe/鳥.cjs',
  'my pets/@get.ts',
  'x[0]/(y)/z*.cjs',
  '@scope/b@c@get.mjs',
  'x"`$.mts',
  'typed/common.cts',
  'plain.js',
  'compare/{a}...{b}.js',
  '[_]search.ts',
  '[.]well-known/[_]a@get.cjs',
];

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`;

function oddFile(name: string): string {
  const params = [...name.matchAll(/\{(\w)\}/g)].map(([, param]) => ` * @param {string} ${param} - One\n`);
  const head = `import { text } from '${'../'.repeat(name.split('/').length - 1) || './'}_text.ts';\n`;
  const comment = `/**\n * One.\n *\n${params.join('')} * @returns {string} Its name\n */\n`;
  const type = name.endsWith('ts') ? ': string' : '';
  const answer = `()${type} => text(${JSON.stringify(name)})`;
  if (!/\.c[jt]s$/.test(name)) return `${head}${comment}export default ${answer};\n`;
  return `${head.replace(/^import (.+) from (.+);/, 'const $1 = require($2);')}${comment}module.exports = ${answer};\n`;
}

type Bundler = (typeof BUNDLERS)[number];

/** Tests that a bundler makes a server of the playground. */
export function testPlayground(bundler: Bundler): void {
  it('makes one file of the playground, which answers every operation', async () => {
    const { operations } = createSession(locateProject(resolveOptions(OPTIONS), playground)).compile();
    expect(REQUESTS.map(([operationId]) => operationId).toSorted()).toEqual(
      contractsOf({ operations } as never)
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
    await enter(playground);
    const { file, said, isBuilt } = await bundler.build({ out: scratch(), options: OPTIONS, external: ['libsql'] });
    expect([isBuilt, isBuilt ? '' : said]).toEqual([true, '']);
    expect(await readFile(file, 'utf8')).not.toMatch(/\beval\(|new Function\b/);
    await isolate(file);

    const database = await createFile(file, onTestFinished);
    const served = await database.start();
    onTestFinished(() => void served.stop('SIGKILL'));
    for (const [operationId, method, path, status, json] of REQUESTS) {
      const answer = await ask(served.url, method, path, json);
      expect([operationId, answer.status]).toEqual([operationId, status]);
    }
  });
}

/** Tests that it makes one of files with unusual names, for values of the option `lazy`. */
export function testOddNames(bundler: Bundler, lazies: readonly boolean[]): void {
  it.each(lazies)('makes one file of a tree with odd names, lazy %s', async (lazy) => {
    const project = await enterProject({
      'server.ts': SERVER,
      'app/operations/_text.ts': 'export function text(name: string): string {\n  return `It is ${name}`;\n}\n',
      ...Object.fromEntries(ODD_NAMES.map((name) => [`app/operations/${name}`, oddFile(name)])),
    });
    const built = await bundler.build({ out: join(project, 'dist'), options: { lazy } });
    expect([built.isBuilt, built.said]).toEqual([true, '']);

    const served = await serveIsolated(built.file);
    for (const name of ODD_NAMES) {
      const path = name
        .replace(/(\/?@get)?\.[cm]?[jt]s$/, '')
        .replaceAll(/[{}]/g, '')
        .replaceAll(/\[([_.])\]/g, '$1');
      const answer = await ask(served.url, 'GET', `/${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`);
      expect([name, answer.status, answer.body]).toEqual([name, 200, `It is ${name}`]);
    }
  });
}
