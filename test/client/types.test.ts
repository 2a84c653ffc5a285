import { describe, expect, it } from 'vitest';
import { declarationsOf, operation } from '../codegen/declarations.ts';
import { scratch } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';

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
  'app/operations/text@get.ts': operation('@returns {string} 200 text/csv - It'),
  'app/operations/raw@post.ts': operation('@param {file} body', '@returns {object} It'),
  'app/operations/request.ts': '/** @returns {string} x */ export default function request() {}',
  'app/operations/secret.ts': '/** @internal\n * @returns {string} x */ export default function secret() {}',
};

const USES = `import { createClient, ResponseError } from 'virtual:operations/client';
import type { Client } from 'virtual:operations/client';
import type { Schemas } from 'unplugin-operations/types';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => {};

const client: Client = createClient({ baseUrl: '/api', headers: async () => ({ Authorization: 'Bearer x' }) });

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
  // @ts-expect-error -- a pet has a name
  await client.addPet({ body: {} });

  const file = new Blob(['1']);
  await client.request('PUT /photo', { body: { file } });
  await client.request('PUT /photo', { body: new FormData() });
  // @ts-expect-error -- a text is no file
  await client.request('PUT /photo', { body: { file: 'x' } });
  const photo = await client.request('GET /photo');
  same<typeof photo, Blob>(true);
  const text = await client.request('GET /text');
  same<typeof text, string>(true);
  await client.request('POST /raw', { body: new Uint8Array() });

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

describe('the types of the client', () => {
  it.each(['browser', 'server'] as const)('are those of the contracts, in a %s', async (side) => {
    expect(await checkTypes(scratch(), { 'operations.d.ts': declarationsOf(TREE), 'use.ts': USES }, side)).toEqual([]);
  });

  it('are none where operations.d.ts is still to be written', async () => {
    const text = `/// <reference types="unplugin-operations/client" />
import { createClient, ResponseError } from 'virtual:operations/client';
const client = createClient();
export const pet = (await client.getPet({ path: { id: 7 } })).name;
export const all = client.request('GET /pets').response;
for await (const row of client.listPets()) row.id;
export const isOurs = (error: unknown): boolean => error instanceof ResponseError && error.status === 404;
// @ts-expect-error -- but it is asked as a client is
client.request('GET /pets', 7);
`;
    expect(await checkTypes(scratch(), { 'use.mts': text }, 'browser')).toEqual([]);
  });
});
