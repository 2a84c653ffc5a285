import { fileURLToPath } from 'node:url';
import { generateClient } from '../../../src/build/codegen/client.ts';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import type { PageParameters } from '../../../src/runtime/client/query-types.ts';
import type { ClientOptions, ClientRequest, PendingPage, RequestOptions } from '../../../src/runtime/client/types.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compile } from '../../build/compiler/compile.ts';
import type { TreeOptions } from '../koa/compiled.ts';
import { compileTree } from '../koa/compiled.ts';
import type { Served } from '../koa/serve.ts';
import { serve } from '../koa/serve.ts';
import { scratch, writeTree } from '../../support/build.ts';

/** The client itself, from the sources. */
const CLIENT = fileURLToPath(new URL('../../../src/runtime/client/index.ts', import.meta.url));

/** A client of which no one has told what it may be asked. */
export type AnyClient = {
  request(operation: string, input?: ClientRequest, options?: RequestOptions): PendingPage<any, any>;
} & { readonly [operationId: string]: (input?: ClientRequest, options?: RequestOptions) => PendingPage<any, any> };

/** The options of a query, whatever it calls. */
interface Query<PageParam = never> {
  readonly queryKey: readonly unknown[];
  queryFn(context: { readonly signal?: AbortSignal; readonly pageParam?: PageParam }): Promise<any>;
}

interface InfiniteQuery extends Query<PageParameters> {
  readonly initialPageParam: PageParameters;
  getNextPageParam(page: unknown): PageParameters | undefined;
  getPreviousPageParam(page: unknown): PageParameters | undefined;
}

type Create<Options> = (client: AnyClient, name: string, input?: ClientRequest, init?: RequestOptions) => Options;

/** The parts of `virtual:operations/client` for TanStack Query. */
export interface QueryModule {
  readonly queryOptions: Create<Query>;
  readonly infiniteQueryOptions: Create<InfiniteQuery>;
}

/** What `virtual:operations/client` exports for a tree. */
export async function clientModule(
  files: Readonly<Record<string, string>>,
  definitions: Readonly<Record<string, string>> = {},
  root: string = scratch(),
): Promise<{
  createClient: (options?: ClientOptions) => AnyClient;
  isErrorOf: (error: unknown, name: string) => boolean;
  ResponseError: new () => Error;
}> {
  const texts = Object.entries(definitions).map(([path, text]) => ({ path, text }));
  const compiled = compile(files, { definitions: texts });
  await writeTree(root, { 'client.mjs': generateClient(contractsOf(compiled), CLIENT) });
  return (await import(/* @vite-ignore */ `${root}/client.mjs`)) as never;
}

/** A tree that is served, and its client. */
export async function serveClient(
  files: Readonly<Record<string, string>>,
  { client = {}, ...options }: TreeOptions & { readonly client?: ClientOptions } = {},
): Promise<Served & { readonly client: AnyClient }> {
  const served = await serve(createApp(await compileTree(files, options), { idempotency: { clientOf: 'shared' } }));
  const { createClient } = await clientModule(files, options.definitions);
  return { ...served, client: createClient({ baseUrl: served.url, ...client }) };
}
