import { describe, expect, it } from 'vitest';
import { declarationsOf, operation } from '../../build/codegen/declarations.ts';
import { scratch } from '../../support/build.ts';
import { checkTypes } from '../../support/types.ts';

const TREE = {
  'app/definitions/pets.ts': `export interface NewPet { name: string; /** @default cat */ kind?: 'cat' | 'dog' }
export interface Pet extends NewPet { id: number }
export interface Pets {
  /** @items */
  pets: Pet[];
  /** @total */
  petsCount: number;
}
`,
  'app/operations/pets/{id}.ts': `/**
 * @param {integer} id
 * @param {string[]} [query.tag]
 * @param {string} cookie.session
 * @returns {Pet} 200 - It
 * @throws 404 - None
 */
export default function getPet() {}
`,
  'app/operations/pets/@get.ts':
    '/** @param-include paging\n * @returns {Page<Pet>} All */ export default function listPets() {}',
  'app/operations/pets/all.ts':
    '/** @param-include paging\n * @returns {Pets|null} All */ export default function listAll() {}',
  'app/operations/pets/@post.ts':
    '/** @param {NewPet} body\n * @returns {Pet} 201 - It\n * @returns {void} 204 - Known */ export default function addPet() {}',
  'app/operations/photo@put.ts': operation(
    '@consumes multipart/form-data',
    '@param {file} file',
    '@param {string} [name=it]',
    '@returns {void} 204',
  ),
  'app/operations/photo@get.ts': operation('@returns {file} 200 image/png - It'),
  'app/operations/any@get.ts': operation('@returns {file} 200 any - It'),
  'app/operations/text@get.ts': operation('@returns {string} 200 text/csv - It'),
  'app/operations/tags@post.ts': operation(
    '@param {{all: string[], pairs?: string[][], label?: string}} [body]',
    '@returns {void} 204',
  ),
  'app/operations/raw@post.ts': operation('@param {file} body', '@returns {object} It'),
  'app/operations/prices@put.ts': operation(
    '@param {Record<string, integer>} body',
    '@consumes text/csv',
    '@param {string} body',
    '@consumes multipart/form-data',
    '@param {object} body',
    '@param {file} body.table',
  ),
  'app/operations/request.ts': '/** @returns {string} x */ export default function request() {}',
  'app/operations/secret.ts': '/** @internal\n * @returns {string} x */ export default function secret() {}',
};

const USES = `import { createClient, ResponseError } from 'virtual:operations/client';
import type { Client } from 'virtual:operations/client';
import type { Schemas } from 'unplugin-operations/types';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

const client: Client = createClient({ baseUrl: '/api', headers: async () => ({ Authorization: 'Bearer x' }) });
declare const token: string | undefined;
createClient({ headers: () => (token ? { Authorization: token } : {}) });
createClient({ headers: async () => ({ Authorization: token, 'X-Other': 'a' }) });
createClient({ headers: new Headers() });
createClient({ headers: [['X-Other', 'a']] });
// @ts-expect-error -- a header is a text
createClient({ headers: () => ({ 'X-Other': 1 }) });

export async function use(): Promise<void> {
  const pet = await client.getPet({ path: { id: 7 }, query: { tag: ['a', 'b'] as const } }, { signal: AbortSignal.timeout(10) });
  same<typeof pet, Schemas['Pet']>(true);
  same<typeof pet.kind, 'cat' | 'dog' | undefined>(true);
  await client.getPet({ path: { id: 7 }, query: { tag: undefined } });
  // @ts-expect-error -- it must be told which
  await client.getPet();
  // @ts-expect-error -- it is a number
  await client.getPet({ path: { id: '7' } });
  // @ts-expect-error -- no one declared it
  await client.getPet({ path: { id: 7 }, query: { colour: 'red' } });

  const { items, total } = await client.listPets();
  same<typeof items, Schemas['Pet'][]>(true);
  same<typeof total, number | undefined>(true);
  for await (const { id } of client.listPets({ query: { page_size: 5, total: 1 } })) same<typeof id, number>(true);
  same<Awaited<ReturnType<typeof client.listAll>>, Schemas['Pets'] | null>(true);
  for await (const row of client.listAll()) same<typeof row, Schemas['Pet']>(true);
  // @ts-expect-error -- one pet is no list
  for await (const none of client.getPet({ path: { id: 7 } })) void none;
  const { headers } = await client.listPets().response;
  headers.get('X-Total-Count');

  const added = await client.addPet({ body: { name: 'Ada' } });
  same<typeof added, Schemas['Pet'] | undefined>(true);
  // Undefined is not given, and lists can be readonly, in bodies too.
  await client.addPet({ body: { name: 'Ada', kind: undefined } });
  await client.getPet({ path: { id: 7 }, query: undefined, cookie: undefined });
  const tags = { all: ['a'] as const, pairs: [['a', 'b']] as const, label: undefined };
  await client.request('POST /tags', { body: tags });
  await client.request('POST /tags', { body: undefined });
  const known: Schemas['NewPet'] = { name: 'Ada' };
  await client.addPet({ body: known });
  // @ts-expect-error -- a name is required
  await client.addPet({ body: { name: undefined } });
  // @ts-expect-error -- a pet has a name
  await client.addPet({ body: {} });

  // Operations without input take options as the second argument.
  await client.request('GET /photo', {}, { retries: 0, fetch: async (request) => fetch(request) });
  await client.request('GET /photo', undefined, { signal: AbortSignal.timeout(10) });
  // @ts-expect-error -- the signal is an option
  await client.request('GET /photo', { signal: AbortSignal.timeout(10) });
  // @ts-expect-error -- it has no body
  await client.request('GET /photo', { bdy: 1 });
  // @ts-expect-error -- it has no input
  await client.request('GET /photo', 'x');
  // @ts-expect-error -- the signal is an option
  await client.listPets({ signal: AbortSignal.timeout(10) });

  const file = new Blob(['1']);
  await client.request('PUT /photo', { body: { file } });
  await client.request('PUT /photo', { body: new FormData() });
  // @ts-expect-error -- a text is no file
  await client.request('PUT /photo', { body: { file: 'x' } });
  const photo = await client.request('GET /photo');
  same<typeof photo, Blob>(true);
  const any = await client.request('GET /any');
  same<typeof any, Blob>(true);
  const text = await client.request('GET /text');
  same<typeof text, string>(true);
  await client.request('POST /raw', { body: new Uint8Array() });
  await client.request('POST /raw', { body: file.stream() });
  await client.request('POST /raw', { body: (async function* () { yield new Uint8Array(); })() });
  await client.request('PUT /photo', { body: { file: new Uint8Array(), name: undefined } });

  await client.request('PUT /prices', { body: { Dust: 9 } });
  await client.request('PUT /prices', { type: 'application/json', body: { Dust: 9 } });
  await client.request('PUT /prices', { type: 'text/csv', body: 'Dust,9' });
  await client.request('PUT /prices', { type: 'multipart/form-data', body: { table: file } });
  await client.request('PUT /prices', { body: new FormData() });
  // @ts-expect-error -- a table has the type that is named
  await client.request('PUT /prices', { body: 'Dust,9' });
  // @ts-expect-error -- the type has another body
  await client.request('PUT /prices', { type: 'text/csv', body: { Dust: 9 } });
  // @ts-expect-error -- the server takes no such type
  await client.request('PUT /prices', { type: 'text/html', body: 'Dust' });

  // What has the name of something else is asked for by method and path.
  const named = await client.request('GET /request');
  same<typeof named, string>(true);
  // @ts-expect-error -- it is in no document
  await client.secret();
  // @ts-expect-error -- there is no such operation
  await client.request('GET /nowhere');

  try {
    await client.listPets();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    same<typeof error.status, number>(true);
    error.problem?.errors?.map(({ in: place, pointer }) => place + pointer);
  }
}
`;

const ERRORS_TREE = {
  'app/definitions/failures.ts': `export interface Failure { reason: string }
export interface SoldOut { type: string; left: number }
`,
  'app/operations/pets/{id}.ts': `/**
 * @param {integer} id
 * @returns {string} It
 * @throws {Failure} 404 - Unknown
 * @throws {SoldOut} 409 application/problem+json - Sold
 * @throws {Failure} 410 - Gone
 * @throws {void} 423 - Locked
 * @throws {string} 500 text/plain - Broken
 */
export default function getPet() {}
`,
  'app/operations/pets/@post.ts': `/**
 * @param {string} name
 * @returns {string} It
 * @throws {Failure} 400 - Refused
 * @throws {SoldOut} 4XX application/problem+json - Refused
 * @throws {Failure} default - Broken
 */
export default function addPet() {}
`,
  'app/operations/pets@head.ts':
    '/** @param {integer} [page]\n * @throws {Failure} 404 - Unknown */ export default function countPets() {}',
  'app/operations/plain.ts': '/** @returns {string} x */ export default function plain() {}',
  'app/operations/request.ts':
    '/** @returns {string} x\n * @throws 404 - Unknown */ export default function request() {}',
  'app/operations/secret.ts': '/** @internal\n * @returns {string} x */ export default function secret() {}',
};

const ERRORS_USES = `import { isErrorOf, ResponseError } from 'virtual:operations/client';
import type { ErrorOf } from 'virtual:operations/client';
import type { Schemas } from 'unplugin-operations/types';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

export function use(error: unknown): void {
  if (isErrorOf(error, 'getPet')) {
    error.message.trim();
    error.response.headers.get('Allow');
    same<typeof error.operation, string>(true);
    // Unknown until the status says which.
    same<typeof error.body, unknown>(true);
    if (error.status === 404) {
      same<typeof error.body, Schemas['Failure']>(true);
      same<typeof error.problem, undefined>(true);
    } else if (error.status === 409) {
      same<typeof error.body, Schemas['SoldOut']>(true);
      same<typeof error.problem.left, number>(true);
    } else if (error.status === 423) same<typeof error.body, ''>(true);
    // The server's own answer to invalid input.
    else if (error.status === 400) {
      same<typeof error.problem, Schemas['Problem']>(true);
      error.problem.errors?.map(({ pointer }) => pointer);
    }
    // The server answers this one too.
    else if (error.status === 500) {
      same<typeof error.body, string | Schemas['Problem']>(true);
      if (error.problem) same<typeof error.body, Schemas['Problem']>(true);
      else same<typeof error.body, string>(true);
    }
    // The contract has no 502.
    else if (error.status === 502) {
      same<typeof error.body, unknown>(true);
      same<typeof error.problem, Schemas['Problem'] | undefined>(true);
    }
    switch (error.status) {
      case 404:
      case 410:
        same<typeof error.body, Schemas['Failure']>(true);
        break;
      // @ts-expect-error -- no response has it
      case 200:
    }
  }
  if (isErrorOf(error, 'POST /pets')) {
    if (error.status === 400) {
      same<typeof error.body, Schemas['Failure'] | Schemas['Problem']>(true);
      same<typeof error.problem, Schemas['Problem'] | undefined>(true);
    } else if (error.status === 413 || error.status === 499) {
      same<typeof error.problem, Schemas['SoldOut'] | Schemas['Problem']>(true);
    } else {
      // All others are declared as default, which the server's own 500 is one of.
      same<typeof error.body, Schemas['Failure'] | Schemas['SoldOut'] | Schemas['Problem']>(true);
      if (error.status === 599) same<typeof error.body, Schemas['Failure'] | Schemas['Problem']>(true);
    }
  }
  if (isErrorOf(error, 'countPets') && (error.status === 404 || error.status === 400)) same<typeof error.body, ''>(true);
  if (isErrorOf(error, 'plain') && error.status === 404) same<typeof error.body, unknown>(true);
  if (isErrorOf(error, 'request') && error.status === 404) same<typeof error.problem, Schemas['Problem']>(true);
  // @ts-expect-error -- it is in no document
  isErrorOf(error, 'secret');
  // @ts-expect-error -- there is no such operation
  isErrorOf(error, 'getPets');
  if (error instanceof ResponseError) {
    same<typeof error.problem, Schemas['Problem'] | undefined>(true);
    if (isErrorOf(error, 'getPet') && error.status === 404) same<typeof error.body.reason, string>(true);
  }
}

export const reasonOf = (error: ErrorOf<'getPet'>): string => (error.status === 404 ? error.body.reason : error.message);
`;

/** What a project with declarations, such as one of a monorepo, exports of its client. */
const HOOKS = `import { createClient, infiniteQueryOptions, isErrorOf, queryOptions } from 'virtual:operations/client';
export const api = createClient();
export const { getPet, listPets, listAll, request } = api;
export const pages = api.listPets();
export const useClient = () => ({ api, add: api.addPet });
export const petOptions = (id: number) => queryOptions(api, 'getPet', { path: { id } });
export const listOptions = infiniteQueryOptions(api, 'listPets');
export const failureOf = (error: unknown) => (isErrorOf(error, 'getPet') ? error : undefined);
`;

describe('the types of the client', () => {
  it.each(['browser', 'server'] as const)('gives errors the types of each status, in a %s', async (side) => {
    const files = { 'operations.d.ts': declarationsOf(ERRORS_TREE), 'use.ts': ERRORS_USES };
    expect(await checkTypes(scratch(), files, side)).toEqual([]);
  });

  it("gives errors the project's own types, where it has a format for them", async () => {
    const tree = {
      'app/definitions/Problem.yaml': 'type: object\nproperties: { message: { type: string } }\nrequired: [message]',
      'app/operations/pets/{id}.ts':
        '/** @param {integer} id\n * @returns {string} x\n * @throws 404 - Unknown */ export default function getPet() {}',
    };
    const uses = (statement: string): string =>
      `import { isErrorOf } from 'virtual:operations/client';
export function use(error: unknown): string {
  ${statement}
  return '';
}
`;
    const json = 'x-problem: { mediaType: application/json, status: { 400: 422 } }';
    const asJson = declarationsOf({ ...tree, 'app/definitions/openapi.yaml': json });
    const use = uses(`if (isErrorOf(error, 'getPet') && (error.status === 422 || error.status === 404)) {
    error.problem satisfies undefined;
    return error.body.message;
  }
  // @ts-expect-error -- the server sends 422 instead
  if (isErrorOf(error, 'getPet') && error.status === 400) return error.body.message;`);
    expect(await checkTypes(scratch(), { 'operations.d.ts': asJson, 'use.ts': use }, 'browser')).toEqual([]);
    const asProblem = uses("if (isErrorOf(error, 'getPet') && error.status === 400) return error.problem.message;");
    const files = { 'operations.d.ts': declarationsOf(tree), 'use.ts': asProblem };
    expect(await checkTypes(scratch(), files, 'browser')).toEqual([]);
  });

  it.each(['browser', 'server'] as const)('gives the client the types of the contracts, in a %s', async (side) => {
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'use.ts': USES }, side)).toEqual([]);
  });

  it.each(['browser', 'server'] as const)('exports names that declarations can use, in a %s', async (side) => {
    const files = { 'operations.d.ts': declarationsOf({ ...TREE, ...ERRORS_TREE }), 'hooks.ts': HOOKS };
    expect(await checkTypes(scratch(), files, side, { declaration: true })).toEqual([]);
  });

  it('gives no types where operations.d.ts is still to be written', async () => {
    const text = `/// <reference types="unplugin-operations/client" />
import { createClient, isErrorOf, ResponseError } from 'virtual:operations/client';
const client = createClient();
export const pet = (await client.getPet({ path: { id: 7 } })).name;
export const all = client.request('GET /pets').response;
for await (const row of client.listPets()) row.id;
export const isOurs = (error: unknown): boolean => error instanceof ResponseError && error.status === 404;
export const isOfPet = (error: unknown): unknown => isErrorOf(error, 'getPet') && error.problem?.detail;
// @ts-expect-error -- but it is asked as a client is
client.request('GET /pets', 7);
`;
    expect(await checkTypes(scratch(), { 'use.mts': text }, 'browser')).toEqual([]);
  });
});
