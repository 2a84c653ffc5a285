import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryObserverOptions } from '@tanstack/query-core';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writePackage } from '../command/client-package/command.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { scratch, writeTree } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';
import { isFile, readBlocks, readPage } from '../docs/examples.ts';

// The package of `operations client`, with the real TanStack Query.

const PETS = `/**
 * @param-include paging
 * @returns {{id: integer, name: string}[]} The pets
 */
export default function listPets({ paging }) {
  return ['Ada', 'Bo', 'Cleo', 'Dot', 'Eve'].map((name, i) => ({ id: i + 1, name })).slice(paging.offset, paging.offset + paging.limit);
}
`;
const PET = `/**
 * @param {integer} id
 * @returns {{name: string}} The pet
 * @throws 404 - Unknown
 */
export default function getPet(ctx) {
  return ctx.input.path.id === 1 ? { name: 'Ada' } : ctx.throw(404, 'Unknown pet');
}
`;
const ADD = `/**
 * @param {string} name
 * @returns {{id: integer}} 201 - The pet
 * @throws {{reason: string}} 409 - Known
 */
export default function addPet({ input }) {
  return { id: input.body.name.length };
}
`;
const TREE = { 'pets@post.js': ADD, 'pets.js': PETS, 'pets/{id}.js': PET };

const USES = `import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { MutationObserver } from '@tanstack/query-core';
import { createClient, infiniteQueryOptions, isErrorOf, mutationOptions, queryOptions } from 'pets';

const api = createClient();
const client = new QueryClient();

export async function use(): Promise<void> {
  const pet = await client.fetchQuery(queryOptions(api, 'getPet', { path: { id: 1 } }));
  const name: string = pet.name;
  await client.prefetchQuery({ ...queryOptions(api, 'listPets'), staleTime: 1000 });
  await client.ensureQueryData(queryOptions(api, 'listPets', { query: { page: 2 } }));
  await client.invalidateQueries({ queryKey: queryOptions(api, 'getPet', { path: { id: 1 } }).queryKey });
  await client.invalidateQueries({ queryKey: ['listPets'] });

  const observer = new QueryObserver(client, queryOptions(api, 'getPet', { path: { id: 1 } }));
  const { data, error } = observer.getCurrentResult();
  const shown: string | undefined = data?.name;
  if (isErrorOf(error, 'getPet') && error.status === 404) error.problem.detail?.trim();
  // @ts-expect-error -- a pet has a name only
  data?.age;

  const selected = new QueryObserver(client, {
    queryKey: queryOptions(api, 'listPets').queryKey,
    queryFn: queryOptions(api, 'listPets').queryFn,
    select: (pets) => pets.length,
  });
  const length: number | undefined = selected.getCurrentResult().data;

  const pages = await client.fetchInfiniteQuery({ ...infiniteQueryOptions(api, 'listPets'), pages: 2 });
  const names: string[] = pages.pages.flatMap(({ body }) => body.map((one) => one.name));
  const all = new InfiniteQueryObserver(client, infiniteQueryOptions(api, 'listPets', { query: { page_size: 2 } }));
  const total: number | undefined = all.getCurrentResult().data?.pages[0]?.total;
  const adding = new MutationObserver(client, mutationOptions(api, 'addPet'));
  const added: number = (await adding.mutate({ body: { name: 'Ada' } })).id;
  // @ts-expect-error -- a pet has a name
  await adding.mutate({ body: {} });
  await new MutationObserver(client, mutationOptions(api, 'listPets')).mutate();
  // The errors of queries and mutations need no cast.
  const failed = adding.getCurrentResult().error;
  if (isErrorOf(failed, 'addPet') && failed.status === 409) failed.body.reason.trim();
  if (isErrorOf(observer.getCurrentResult().error, 'getPet')) observer.getCurrentResult().error?.message;
  const before: string | undefined = pages.pages[0]?.previous?.['page'];
  void [name, shown, length, names, total, added, before];
}
`;

const directory = scratch(afterAll);
let api: any;
let exports: any;

beforeAll(async () => {
  const files = Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`app/operations/${path}`, text]));
  await writeTree(directory, files);
  writePackage(directory, '-o', 'pets', '--name', 'pets');
  exports = await import(/* @vite-ignore */ join(directory, 'pets/index.js'));
});

async function connect(): Promise<QueryClient> {
  const { url } = await serve(createApp(await compileTree(TREE)));
  api = exports.createClient({ baseUrl: url });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  onTestFinished(() => client.unmount());
  return client;
}

describe('TanStack Query', () => {
  it('fetches a query, caches it by its key, and invalidates all of an operation', async () => {
    const client = await connect();
    const options = exports.queryOptions(api, 'getPet', { path: { id: 1 } });
    expect(await client.fetchQuery(options)).toEqual({ name: 'Ada' });
    expect(client.getQueryData(['getPet', { path: { id: 1 } }])).toEqual({ name: 'Ada' });
    await client.invalidateQueries({ queryKey: ['getPet'] });
    expect(client.getQueryState(options.queryKey)).toMatchObject({ isInvalidated: true });
  });

  it('shows the error of an operation', async () => {
    const client = await connect();
    const options = exports.queryOptions(api, 'getPet', { path: { id: 2 } }) as QueryObserverOptions;
    const result = await new QueryObserver(client, options).refetch();
    expect(exports.isErrorOf(result.error, 'getPet')).toBe(true);
    expect(result.error).toMatchObject({ status: 404, problem: { detail: 'Unknown pet' } });
  });

  it('cancels a request that nothing needs any more', async () => {
    const client = await connect();
    const options = exports.queryOptions(api, 'listPets');
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    expect(client.isFetching()).toBe(1);
    stop();
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(client.getQueryData(options.queryKey)).toBeUndefined();
  });

  it('walks the pages of a list', async () => {
    const client = await connect();
    const options = exports.infiniteQueryOptions(api, 'listPets', { query: { page_size: 2 } });
    const observer = new InfiniteQueryObserver<any, Error, any>(client, options);
    onTestFinished(observer.subscribe(() => undefined));
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    for (const [count, isLast] of [
      [4, false],
      [5, true],
    ] as const) {
      const { data, hasNextPage } = await observer.fetchNextPage();
      expect(data.pages.flatMap(({ body }: any) => body)).toHaveLength(count);
      expect(hasNextPage).toBe(!isLast);
    }
    // A refetch walks from the first page.
    expect((await observer.refetch()).data.pages).toHaveLength(3);
  });

  it('walks back from a page', async () => {
    const client = await connect();
    const options = exports.infiniteQueryOptions(api, 'listPets', { query: { page_size: 2 } });
    const query = { ...options, initialPageParam: { page: '3', page_size: '2' } };
    const observer = new InfiniteQueryObserver<any, Error, any>(client, query);
    onTestFinished(observer.subscribe(() => undefined));
    await expect.poll(() => observer.getCurrentResult().hasPreviousPage).toBe(true);
    const { data, hasPreviousPage } = await observer.fetchPreviousPage();
    expect([data.pages.map(({ body }: any) => body.length), hasPreviousPage]).toEqual([[2, 1], true]);
    expect((await observer.fetchPreviousPage()).hasPreviousPage).toBe(false);
  });

  it('sends the input of a mutation', async () => {
    const client = await connect();
    const observer = new MutationObserver<any, Error, any>(client, exports.mutationOptions(api, 'addPet'));
    expect(await observer.mutate({ body: { name: 'Ada' } })).toEqual({ id: 3 });
    expect(client.getMutationCache().findAll({ mutationKey: ['addPet'] })).toHaveLength(1);
    await expect(observer.mutate({ body: {} })).rejects.toMatchObject({ status: 400 });
  });

  it('keeps one entry for inputs that differ in undefined values only', async () => {
    const client = await connect();
    for (const input of [{}, undefined, { query: undefined }, { query: { page: undefined } }, { query: {} }])
      await client.fetchQuery({ ...exports.queryOptions(api, 'listPets', input), staleTime: Infinity });
    expect(client.getQueryCache().getAll()).toHaveLength(1);
    const one = { query: { page: 1, page_size: undefined } };
    for (const input of [one, { query: { page: 1 } }])
      await client.fetchQuery(exports.queryOptions(api, 'listPets', input));
    expect(client.getQueryCache().getAll()).toHaveLength(2);
  });

  it('keeps pages and lists apart', async () => {
    const client = await connect();
    await client.fetchInfiniteQuery(exports.infiniteQueryOptions(api, 'listPets'));
    expect(await client.fetchQuery(exports.queryOptions(api, 'listPets'))).toHaveLength(5);
  });

  it('compiles the types that docs/guides/client-package.md and front-end-frameworks.md show', async () => {
    const blocks = readBlocks(readPage('client-package.md'));
    const project = scratch();
    await writeTree(project, Object.fromEntries(blocks.filter(isFile).map(({ title, text }) => [title, text])));
    writePackage(project, '-o', 'api', '--name', '@shop/api');
    const consumer = scratch();
    const modules = join(consumer, 'node_modules');
    mkdirSync(join(modules, '@shop'), { recursive: true });
    symlinkSync(join(project, 'api'), join(modules, '@shop/api'));
    mkdirSync(join(modules, '@types'));
    for (const name of ['@tanstack', 'react', '@types/react', 'csstype'])
      symlinkSync(join(import.meta.dirname, 'node_modules', name), join(modules, name));
    // They have no JSX, so they are also files of TypeScript.
    const shown = [...blocks, ...readBlocks(readPage('front-end-frameworks.md'))].flatMap(({ title, text }) => {
      const [, name] = /^consumer (\w+)\.tsx?$/.exec(title) ?? [];
      return name === undefined ? [] : [[`${name}.ts`, text] as const];
    });
    expect(shown.map(([file]) => file)).toEqual([
      'visit.ts',
      'books.ts',
      'optimistic.ts',
      'scroll.ts',
      'api.ts',
      'book.ts',
      'timeout.ts',
    ]);
    const { 'visit.ts': _, ...files } = Object.fromEntries(shown);
    expect(await checkTypes(consumer, { 'package.json': '{ "type": "module" }', ...files }, 'browser')).toEqual([]);
  });

  it.each(['browser', 'server'] as const)('takes the options by their types, in a %s', async (side) => {
    const consumer = scratch();
    mkdirSync(join(consumer, 'node_modules'));
    symlinkSync(join(directory, 'pets'), join(consumer, 'node_modules/pets'));
    symlinkSync(join(import.meta.dirname, 'node_modules/@tanstack'), join(consumer, 'node_modules/@tanstack'));
    const files = { 'package.json': '{ "type": "module" }', 'use.ts': USES };
    expect(await checkTypes(consumer, files, side)).toEqual([]);
  });
});
