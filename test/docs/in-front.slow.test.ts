import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import type { Served } from '../support/process.ts';
import { freePort, startNode } from '../support/process.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

// The server of another framework that passes the paths below a prefix on, as the pages on migration show it.

/** NestJS loads packages at run time, and Fastify reads files beside its own. */
const EXTERNAL = ['fastify', '@nestjs/common', '@nestjs/core', '@nestjs/platform-express'];

const PAGING = `import { defineOperation, page } from 'unplugin-operations/koa';
/**
 * Lists the titles.
 * @param-include paging
 * @returns {string[]} The titles
 */
export default defineOperation(function listTitles({ paging }) { return page(['Dust', 'Light'].slice(paging.offset, paging.offset + paging.limit), 2); });`;

const SECRET = '/** @returns {string} A secret */\nexport default () => "SECRET";\n';

/** A guard of the framework in front holds for all spellings of its path. */
async function expectGuarded(url: string): Promise<void> {
  for (const path of [
    'admin/users',
    'ADMIN/users',
    '%61dmin/users',
    'admin%2Fusers',
    '/admin/users',
    '%2561dmin/users',
  ]) {
    const response = await fetch(`${url}/api/v2/${path}`);
    expect([path, response.status]).toEqual([path, /^admin\/|^ADMIN/.test(path) ? 403 : 404]);
    expect(await response.text()).not.toContain('SECRET');
  }
}

/** Starts the server of a page: its operations, and what is written around the block "in front". */
async function startInFront(
  page: string,
  write: (shown: Record<string, string>) => Record<string, string>,
  base = '/api/v2',
): Promise<Served> {
  const shown = Object.fromEntries(readBlocks(readPage(page)).map(({ title, text }) => [title, text]));
  const operations = Object.entries(shown).filter(([title]) => /^app\/\S+\.ts$/.test(title));
  const root = scratch();
  await writeTree(root, {
    'package.json': '{ "type": "module" }',
    'app/operations/titles.ts': PAGING,
    ...Object.fromEntries(operations),
    ...write(shown),
  });
  linkPackages(root);
  const served = await startNode(await viteBuild(root, join(root, 'dist'), { base }, EXTERNAL), {
    cwd: root,
    env: { PORT: String(await freePort()) },
  });
  onTestFinished(async () => void (await served.stop('SIGKILL')));
  return served;
}

const add = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

it.skipIf(!hasPackages)('from-express.md: Express passes the paths below a prefix on', async () => {
  const { url } = await startInFront('from-express.md', (shown) => ({
    'app/operations/admin/users.ts': SECRET,
    'server.ts': shown['in front']!.replace(
      'const port',
      "old.post('/echo', (req, res) => res.json(req.body));\nconst port",
    ).replace('// Before', "old.use('/api/v2/admin', (_req, res) => res.status(403).end());\n// Before"),
  }));
  await expectGuarded(url);
  expect(await (await add(`${url}/api/v2/books`, '{"title":"North"}')).json()).toEqual({ id: 3, title: 'North' });
  expect(await (await add(`${url}/echo`, '{"a":1}')).json()).toEqual({ a: 1 });
  expect(await (await fetch(`${url}/about`)).json()).toEqual({ shop: 'The bookshop' });
  const { headers } = await fetch(`${url}/api/v2/titles?page_size=1`);
  expect(headers.get('Link')).toContain('</api/v2/titles?page_size=1&page=2>; rel="next"');
  expect(await (await fetch(`${url}/api/v2/about`)).json()).toMatchObject({ status: 404, title: 'Not Found' });
});

it.skipIf(!hasPackages)('from-fastify.md: one process serves finished paths, and Fastify the others', async () => {
  const write = (shown: Record<string, string>): Record<string, string> => ({
    'server.ts': `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const api = createApp(operations).callback();
${shown['in front']}
app.get('/old', async () => ({ isOld: true }));
app.get('/genres', async () => ({ isOld: true }));
app.get('/books/1/old', async () => ({ isOld: true }));
const port = Number(process.env.PORT);
await app.listen({ port });
console.log('http://localhost:' + port);`,
  });
  const { url } = await startInFront('from-fastify.md', write, '/');
  const getJson = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  expect(await getJson('/old')).toEqual({ isOld: true });
  expect(await getJson('/genres')).not.toHaveProperty('isOld');
  expect(await getJson('/books/one')).toMatchObject({ status: 400, detail: 'id must be an integer' });
  expect(await getJson('/books/1/old')).toMatchObject({ status: 404, title: 'Not Found' });
});

it.skipIf(!hasPackages)(
  'from-nestjs.md: NestJS passes the paths below a prefix on, and lends its services',
  async () => {
    const { url } = await startInFront('from-nestjs.md', (shown) => ({
      'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
      'app/operations/admin/users.ts': SECRET,
      'app/operations/found.ts': `import { defineOperation } from 'unplugin-operations/koa';
/**
 * Gets the book of the service.
 * @returns {{id: integer, title: string}} The book
 */
export default defineOperation(function getFound(ctx) { return ctx.books.find(1); });`,
      'server.ts': `${shown['before.ts']!.split('const app =')[0]}
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const port = Number(process.env.PORT);
${shown['in front']!.replace('nest.use(', "nest.use('/api/v2/admin', (_req, res) => res.status(403).end());\nnest.use(")}
console.log('http://localhost:' + port);`,
    }));
    await expectGuarded(url);
    expect(await (await fetch(`${url}/api/v2/found`)).json()).toEqual({ id: 1, title: 'Dust' });
    expect(await (await add(`${url}/api/v2/books`, '{"title":"North"}')).json()).toEqual({ id: 2, title: 'North' });
    expect(await (await fetch(`${url}/books/1`)).json()).toEqual({ id: 1, title: 'Dust' });
  },
);
