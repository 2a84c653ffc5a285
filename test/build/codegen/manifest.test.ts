import { matchOperation } from '../../../src/shared/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { contractsOf } from '../../../src/build/compiler/compile.ts';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { compile } from '../compiler/compile.ts';
import { moduleOf as helperOf } from '../../../src/build/project/helper-modules.ts';

const FILES = {
  '@get.ts': '/** x */ export default () => {};',
  'pets/{id}/@get.ts':
    '/** @param {string} id - It\n@returns {void} 304\n@returns {object} 2XX - The pet\n@returns 204 */ export function getPet() {}',
  'pets.ts': '/** @param-include paging\n@returns {Page<object>} All */ export default () => {};',
  'toys.cjs': '/** @POST\n@returns {object} 201 - The toy */ module.exports = { addToy: () => {} };',
  'größe.ts': '/** x */ const größe = () => {}; export { größe };',
  'text.ts': '/** x */ const text = () => {}; export { text as "the text" };',
  '__proto__x/y.ts': '',
  'proto.ts': `/** @param {{__proto__: string}} [x={"__proto__": "y"}] - z */ export default () => {};`,
};

/** What the text of a manifest exports, where each handler is a text that says what was imported from where. */
async function evaluate(compilation: Compilation, lazy = false): Promise<{ default: Manifest; metadata: unknown }> {
  const root = scratch();
  const modules = compilation.operations.map(({ contract }, i) => [`m${i}.mjs`, exportsOf(contract.id)] as const);
  const moduleOf = (operation: Compilation['operations'][number]): string =>
    `${root}/m${compilation.operations.indexOf(operation)}.mjs`;
  const text = generateManifest(compilation, {
    strict: true,
    lazy,
    moduleOf,
    middlewareModuleOf: ({ path }) => `${root}/${path}`,
    helperOf,
  });
  await writeTree(root, { ...Object.fromEntries(modules), 'manifest.ts': text });
  return (await import(/* @vite-ignore */ `${root}/manifest.ts`)) as { default: Manifest; metadata: unknown };
}

function exportsOf(id: string): string {
  const names = ['default', 'getPet', 'größe', 'the text'];
  const texts = names.map(
    (name, i) => `const v${i} = ${JSON.stringify(`${name} of ${id}`)}; export { v${i} as "${name}" };`,
  );
  return texts.join('\n');
}

const IMPORTED = {
  '@get.ts': 'default',
  'größe.ts': 'größe',
  'pets.ts': 'default',
  'pets/{id}/@get.ts': 'getPet',
  'proto.ts': 'default',
  'text.ts': 'the text',
  'toys.cjs': 'default',
};

describe('the manifest', () => {
  const compilation = compile(FILES, { paging: { defaultSize: 7, maxSize: 9 } });

  it('writes an entry for each operation, with its handler', async () => {
    const { default: manifest } = await evaluate(compilation);
    expect(manifest).toMatchObject({ version: 1, strict: true });
    const handlers = manifest.operations.map(({ id, handler }) => [id, handler]);
    expect(Object.fromEntries(handlers)).toEqual(
      Object.fromEntries(Object.entries(IMPORTED).map(([id, name]) => [id, `${name} of ${id}`])),
    );
  });

  it('writes a function for each handler where they are lazy', async () => {
    const { default: manifest } = await evaluate(compilation, true);
    const loaded = manifest.operations.map(async ({ id, handler, load }) => [id, handler, await load!()]);
    expect(await Promise.all(loaded)).toEqual(
      contractsOf(compilation).map(({ id }) => [id, undefined, `${IMPORTED[id as keyof typeof IMPORTED]} of ${id}`]),
    );
  });

  it('contains the facts of each operation that a server needs', async () => {
    const { default: manifest } = await evaluate(compilation);
    const entries = manifest.operations.map((entry) => [entry.id, entry]);
    expect(Object.fromEntries(entries)).toMatchObject({
      'pets/{id}/@get.ts': { method: 'GET', path: '/pets/{id}', names: ['id'], operationId: 'getPet', status: 200 },
      'pets.ts': {
        method: 'GET',
        path: '/pets',
        names: [],
        status: 200,
        paging: { envelope: { items: 'items', total: 'total' }, defaultSize: 7, maxSize: 9 },
      },
      'toys.cjs': { method: 'POST', path: '/toys', operationId: 'addToy', status: 201 },
    });
    expect(manifest.operations.find(({ id }) => id === '@get.ts')).toEqual({
      id: '@get.ts',
      method: 'GET',
      path: '/',
      names: [],
      handler: 'default of @get.ts',
    });
  });

  it('refers to the operations by their places', async () => {
    const { default: manifest } = await evaluate(compilation);
    const places = Object.fromEntries(manifest.operations.map(({ id }, i) => [id, i]));
    const find = (method: string, path: string) => matchOperation(manifest, method, path)?.operation.id;
    expect(find('GET', '/')).toBe('@get.ts');
    expect(find('POST', '/toys')).toBe('toys.cjs');
    expect(manifest.routes.POST).toMatchObject({ literals: { 47: { text: '/toys', operation: places['toys.cjs'] } } });
    expect([find('GET', '/pets'), find('GET', '/pets/1')]).toEqual(['pets.ts', 'pets/{id}/@get.ts']);
  });

  it('writes the contracts as they are, apart', async () => {
    const { metadata } = await evaluate(compilation);
    expect(JSON.stringify(metadata)).toBe(JSON.stringify(contractsOf(compilation)));
    expect(JSON.stringify(metadata)).toContain('"default":{"__proto__":"y"}');
  });

  it('writes an empty manifest if there are no operations', async () => {
    const { default: manifest, metadata } = await evaluate(compile({}));
    expect([manifest.operations, manifest.routes, metadata]).toEqual([[], {}, []]);
  });
});
