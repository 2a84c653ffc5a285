import Koa from 'koa';
import { Router } from '@koa/router';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../src/shared/contract/manifest.ts';
import { createApp, createRouter } from '../../../../src/runtime/koa/index.ts';
import type { Served } from '../serve.ts';
import { KINDS, serve } from '../serve.ts';
import { compileTree } from '../compiled.ts';

const FILES = {
  'books.ts': '/** @returns {string} 200 text/plain - Their place */\nexport default () => "today";',
  'new.ts': '/**\n * @since v2\n * @returns {string} 200 text/plain - Their place\n */\nexport default () => "new";',
  '../versions/v1/operations/books.ts':
    '/** @returns {string} 200 text/plain - Their place */\nexport default (ctx) => { ctx.set("Vary", "Accept"); return "old"; };',
  'broken.ts':
    '/** @returns {string} 200 text/plain - Nothing */\nexport default () => { throw Object.assign(new Error("no"), { status: 409, expose: true, headers: { vary: "Origin" } }); };',
};

const header = (isDefault: boolean): object => ({ name: 'Api-Version', ...(isDefault && { isDefault }) });

async function manifestOf(files: Readonly<Record<string, string>> = FILES): Promise<Manifest> {
  const old = Object.entries(files).filter(([path]) => path.startsWith('../versions/v1/'));
  return compileTree(files, {
    isFresh: true,
    warnings: ['missing-contract', 'undeclared-status'] as never,
    versions: [
      {
        name: 'v1',
        header: { ...header(false), isOlder: true } as never,
        files: old.map(([path, text]) => ({ path, text })),
      },
      { name: 'v2', header: header(true) as never },
    ],
  });
}

const ask = async (served: Served, path: string, version?: string): Promise<[number, string, string | undefined]> => {
  const { status, body, headers } = await served.ask(
    path,
    version === undefined ? {} : { headers: { 'Api-Version': version } },
  );
  return [status, status === 200 ? body : '', headers['vary']];
};

describe.each(KINDS)('versions in a header, by $name', ({ create }) => {
  it('serves the version that the header names, or the default', async () => {
    const served = await serve(create(await manifestOf()));
    expect(await ask(served, 'GET /books')).toEqual([200, 'today', 'Api-Version']);
    expect(await ask(served, 'GET /books', 'v1')).toEqual([200, 'old', 'Accept, Api-Version']);
    expect(await ask(served, 'GET /new', 'v2')).toEqual([200, 'new', 'Api-Version']);
    expect((await ask(served, 'GET /new', 'v1'))[0]).toBe(404);
    expect((await ask(served, 'POST /books', 'v1')).filter((_, i) => i !== 1)).toEqual([405, 'Api-Version']);
  });

  it('answers 400 for an unknown name, and adds to the Vary of errors', async () => {
    const served = await serve(create(await manifestOf()));
    const { status, json, headers } = await served.ask('GET /books', { headers: { 'Api-Version': 'v3' } });
    expect([status, headers['vary']]).toEqual([400, 'Api-Version']);
    expect(json).toMatchObject({ errors: [{ name: 'Api-Version', message: 'must be one of v1, v2' }] });
    expect(await ask(served, 'GET /broken', 'v1')).toEqual([409, '', 'Origin, Api-Version']);
  });

  it('counts the requests to all versions together, whatever the names of their parameters', async () => {
    const handler = (comment: string): string => `${comment}\nexport default () => 'x';\n`;
    const limited = '/**\n * @param {string} ID - Theirs\n * @rate-limit 2 per minute per all\n */';
    const served = await serve(
      create(
        await manifestOf({
          'people/{person_id}/@get.ts': limited.replace('ID', 'person_id'),
          'people/{person_id}/{path...}@get.ts': limited
            .replace('ID', 'person_id')
            .replace('@rate', '@param {string} path - Its\n * @rate'),
          '../versions/v1/operations/people/{id}@get.ts': handler(limited.replace('ID', 'id')),
          '../versions/v1/operations/people/{id}/{rest...}@get.ts': handler(
            limited.replace('ID', 'id').replace('@rate', '@param {string} rest - Its\n * @rate'),
          ),
        }),
      ),
    );
    for (const path of ['GET /people/1', 'GET /people/1/a/b']) {
      const statuses = [];
      for (const version of ['v2', 'v1', 'v2', 'v1']) statuses.push((await ask(served, path, version))[0]);
      expect(statuses).toEqual([200, 200, 429, 429]);
    }
  });

  it('calls versionOf if the header has no known name', async () => {
    const served = await serve(create(await manifestOf(), { versionOf: ({ headers }) => headers['x-old'] as string }));
    const old = await served.ask('GET /books', { headers: { 'X-Old': 'v1' } });
    expect(old.body).toBe('old');
    const named = await served.ask('GET /books', { headers: { 'X-Old': 'v1', 'Api-Version': 'v2' } });
    expect(named.body).toBe('today');
    expect((await served.ask('GET /books', { headers: { 'X-Old': 'v9' } })).status).toBe(500);
  });
});

describe('versions in a header, among others', () => {
  it('leaves unknown paths to the middleware after a router, with any header', async () => {
    const app = new Koa();
    app.use(createRouter(await manifestOf()).routes());
    app.use((ctx) => void (ctx.body = 'other'));
    const served = await serve(app);
    expect((await ask(served, 'GET /other', 'v9')).slice(0, 2)).toEqual([200, 'other']);
    expect((await ask(served, 'GET /books', 'v9'))[0]).toBe(400);
  });

  it('serves the version in a router that another one nests', async () => {
    const outer = new Router();
    outer.use('/api', createRouter(await manifestOf()).routes());
    const served = await serve(new Koa().use(outer.routes()));
    expect((await ask(served, 'GET /api/books', 'v1'))[1]).toBe('old');
    expect((await ask(served, 'GET /api/books', 'v2'))[1]).toBe('today');
    expect((await ask(served, 'GET /api/books', 'v3'))[0]).toBe(400);
    expect((await ask(served, 'GET /api/new', 'v1'))[0]).toBe(404);
  });

  it('refuses versionOf if no header names a version', async () => {
    const manifest = await compileTree({ 'books.ts': FILES['books.ts'] });
    expect(() => createApp(manifest, { versionOf: () => 'v1' })).toThrow(
      'The option versionOf needs the option "version" of the plugin',
    );
  });
});
