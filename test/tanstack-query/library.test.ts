import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePackage } from '../command/client-package/command.ts';
import { scratch, writeTree } from '../support/build.ts';

// Libraries on the package of `operations client`. They publish declarations, so all types that are inferred from the client need names.

const TREE = {
  'app/definitions/pets.ts': `export interface Pet { id: number; name: string; kind: Kind; born: string | null }
export type Kind = 'cat' | 'dog';
export interface Failure { reason: string; pet: Pet }
export interface Pets {
  /** @items */
  pets: Pet[];
}
export interface Label { text: string; photo: File }
`,
  'app/operations/pets/@get.ts': `/**
 * @param-include paging
 * @param {Kind} [query.kind]
 * @returns {Pet[]} The pets
 */
export default function listPets() {}
`,
  'app/operations/pets/walk.ts':
    '/** @param-include cursor (id)\n * @returns {Pets} The pets */ export default function walkPets() {}',
  'app/operations/pets/{id}.ts': `/**
 * @param {integer} id
 * @returns {Pet} The pet
 * @throws {Failure} 404 - Unknown
 */
export default function getPet() {}
`,
  'app/operations/pets/@post.ts':
    '/** @param {Pet} body\n * @returns {Pet} 201 - The pet */ export default function addPet() {}',
  'app/operations/photos@put.ts': `/**
 * @consumes multipart/form-data
 * @param {file} photo
 * @param {{ labels: Pet[] }} meta
 * @returns {void} 204
 */
export default function putPhoto() {}
`,
  'app/operations/feed.ts':
    "/** @returns {Stream<ServerSentEvent<'pet', Pet>>} 200 text/event-stream */ export default async function* feed() {}",
};

/** @param inferred How the client is declared: with or without its type. */
const hooks = (inferred: string): string => `import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createClient, infiniteQueryOptions, isErrorOf, queryOptions } from 'pets';
import type { Client } from 'pets';

export const api${inferred} = createClient({ baseUrl: 'http://localhost' });
export const { getPet, listPets, feed, putPhoto, request } = api;
export const pet = api.getPet({ path: { id: 1 } });
export const pages = api.walkPets();
export const pets = async () => (await api.listPets()).filter(({ kind }) => kind === 'cat');
export const first = async () => { for await (const row of api.walkPets()) return row; return undefined; };
export const events = api.feed();
export const useClient = () => ({ api, add: api.addPet });
export const usePet = (id: number) => useQuery(queryOptions(api, 'getPet', { path: { id } }));
export const usePets = () => useQuery({ ...queryOptions(api, 'listPets'), select: (all) => all.map(({ name }) => name) });
export const useAllPets = () => useInfiniteQuery(infiniteQueryOptions(api, 'walkPets'));
export const keyOf = (id: number) => queryOptions(api, 'getPet', { path: { id } }).queryKey;
export const walkOptions = infiniteQueryOptions(api, 'walkPets');
export const failureOf = (error: unknown) => (isErrorOf(error, 'getPet') ? error : undefined);
export const reasonOf = (error: unknown) => (isErrorOf(error, 'getPet') && error.status === 404 ? error.body : undefined);
export class Pets { api = createClient(); list = () => this.api.listPets({ query: { kind: 'dog' } }); }
`;

/** Wrappers for any operation, which name the types of the client themselves. */
const WRAPPERS = `import { useQuery } from '@tanstack/react-query';
import { createClient, isErrorOf, queryOptions } from 'pets';
import type { ErrorOf, ErrorSource, OperationKey, QueryArguments, QueryName, Schemas } from 'pets';

const api = createClient();
export const useAny = <Name extends QueryName>(name: Name, ...args: QueryArguments<Name>) => useQuery(queryOptions(api, name, ...args));
export const call = <K extends OperationKey>(key: K, ...args: Parameters<typeof api.request<K>>) => args;
export const errorIn = <Name extends ErrorSource>(error: unknown, name: Name): ErrorOf<Name> | undefined =>
  isErrorOf(error, name) ? error : undefined;
export const namesOf = (pets: readonly Schemas['Pet'][]) => pets.map((pet: Schemas.Pet) => pet.name);
`;

const USE = `import { api, failureOf, pet, usePet } from 'library';
import type { Schemas } from 'pets';
export const one: Promise<Schemas.Pet> = pet;
export const name: string | undefined = usePet(1).data?.name;
export const kind: 'cat' | 'dog' = (await api.getPet({ path: { id: 1 } })).kind;
const failure = failureOf(name);
if (failure?.status === 404) failure.body.pet.name.trim();
// @ts-expect-error -- the kind is unknown
await api.listPets({ query: { kind: 'cow' } });
`;

const VERSIONS = [
  ['5.4', 'test/tanstack-query/node_modules/typescript54/bin/tsc'],
  ['5.9', 'test/tanstack-query/node_modules/typescript59/bin/tsc'],
  ['7', 'node_modules/typescript/bin/tsc'],
] as const;

const own = fileURLToPath(new URL('../..', import.meta.url));
const directory = scratch(afterAll);

/** Runs a version of TypeScript, and returns what it prints. */
function tsc(compiler: string, project: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(own, compiler), '-p', project, '--pretty', 'false'],
    { cwd: project, encoding: 'utf8' },
  );
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 && lines.length === 0) throw new Error(`TypeScript did not run: ${stderr}`);
  return lines;
}

/** Writes a project that finds the package, the library and TanStack Query. */
async function writeProject(
  root: string,
  name: string,
  files: Record<string, string>,
  options: object,
): Promise<string> {
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    ...options,
  };
  const project = join(root, name);
  await writeTree(project, {
    'package.json': JSON.stringify({ name, type: 'module', exports: { types: './dist/hooks.d.ts' } }),
    ...files,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  });
  return project;
}

beforeAll(async () => {
  await writeTree(directory, TREE);
  writePackage(directory, '-o', 'pets', '--name', 'pets');
});

describe.each(VERSIONS)('a library on the package of the client, with TypeScript %s', (_, compiler) => {
  // The option "composite" implies "declaration".
  it('builds declarations', { timeout: 300_000 }, async () => {
    const root = scratch();
    const modules = join(root, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    symlinkSync(join(directory, 'pets'), join(modules, 'pets'));
    for (const name of ['@tanstack', 'react', '@types/react', 'csstype'])
      symlinkSync(join(import.meta.dirname, 'node_modules', name), join(modules, name));
    const files = { 'hooks.ts': hooks(''), 'annotated.ts': hooks(': Client'), 'wrappers.ts': WRAPPERS };
    const library = await writeProject(root, 'library', files, { composite: true, outDir: 'dist' });
    expect(tsc(compiler, library)).toEqual([]);
    expect(existsSync(join(library, 'dist/annotated.d.ts'))).toBe(true);
    expect(readFileSync(join(library, 'dist/hooks.d.ts'), 'utf8')).not.toMatch(/\bany\b/);
    // The declarations are those that the library itself was checked with.
    symlinkSync(library, join(modules, 'library'));
    const user = await writeProject(root, 'user', { 'use.ts': USE }, { noEmit: true });
    expect(tsc(compiler, user)).toEqual([]);
  });
});
