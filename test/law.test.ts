import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');

const BUNDLERS = ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', '@rspack/core'];

/** What the modules of each layer may import: layers, and packages from outside (`node:` stands for all of Node's). */
const LAW: Readonly<Record<string, { layers: string[]; packages: string[] }>> = {
  contract: { layers: ['contract'], packages: [] },
  schema: { layers: ['contract', 'schema'], packages: [] },
  validation: { layers: ['contract', 'schema', 'validation'], packages: [] },
  // In a browser: nothing but the types of the contract.
  client: { layers: ['contract', 'client'], packages: [] },
  compiler: {
    layers: ['contract', 'schema', 'validation', 'compiler'],
    packages: [
      'oxc-parser',
      'comment-parser',
      'jsdoc-type-pratt-parser',
      'magic-string',
      'fastest-levenshtein',
      'redos-detector',
      'yaml',
    ],
  },
  // The reason phrases of statuses are Node's.
  codegen: { layers: ['contract', 'schema', 'validation', 'compiler', 'codegen'], packages: ['node:http'] },
  project: {
    layers: ['contract', 'compiler', 'codegen', 'project'],
    packages: ['node:', 'tinyglobby'],
  },
  plugin: {
    layers: ['contract', 'compiler', 'codegen', 'project', 'plugin'],
    // The bundlers as types, and at run time what Rollup and webpack leave to others, where the user has it.
    packages: [
      'node:',
      'node:http',
      'unplugin',
      ...BUNDLERS,
      '@rollup/plugin-commonjs',
      '@rollup/plugin-node-resolve',
      '@rollup/plugin-json',
      'oxc-transform',
    ],
  },
  command: { layers: ['contract', 'compiler', 'codegen', 'project', 'command'], packages: ['node:', 'cac'] },
  koa: {
    layers: ['contract', 'schema', 'validation', 'koa'],
    packages: ['node:', 'node:http', 'koa', '@koa/router', '@fastify/busboy'],
  },
  lambda: { layers: ['lambda'], packages: ['node:', 'node:http', 'koa', 'light-my-request'] },
  workers: { layers: ['workers'], packages: ['node:http', 'koa', 'cloudflare:node'] },
  'entry types': { layers: ['contract', 'client'], packages: [] },
  'entry index': { layers: ['contract', 'compiler', 'codegen'], packages: [] },
};
const ENTRY = {
  layers: ['project', 'plugin'],
  packages: ['unplugin', ...BUNDLERS],
};

/** The entries of the runtime; all others are build code, and neither carries anything of the other. */
const RUNTIME = ['koa/index.ts', 'lambda/index.ts', 'workers/index.ts'];
const RUNTIME_CODE = ['koa', '@koa/router'];
const BUILD_CODE = ['compiler', 'codegen', 'project', 'plugin', 'oxc-parser', 'unplugin', 'vite'];

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** A module's layer: its directory in `src`, or `entry` and its name; a package is its name. */
function layerOf(id: string): string {
  if (!id.startsWith('/'))
    return id === 'node:http'
      ? id
      : id.startsWith('node:')
        ? 'node:'
        : id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  const [directory, ...rest] = relative(source, id).split('/');
  return rest.length > 0 ? directory! : `entry ${directory!.replace('.ts', '')}`;
}

function breaches(edges: readonly Edge[]): string[] {
  const found = edges.map(({ from, to }) => ({ from: layerOf(from), to: layerOf(to), edge: { from, to } }));
  return found.flatMap(({ from, to, edge }) => {
    const { layers, packages } = LAW[from] ?? ENTRY;
    const allowed = edge.to.startsWith('/') ? layers : packages;
    return allowed.includes(to) ? [] : [`${from} imports ${to}`];
  });
}

/** Every import of the bundle of an entry, and the modules that are in it. */
async function graphOf(
  entry: string,
  plugin: Plugin = { name: 'none' },
): Promise<{ edges: Edge[]; modules: string[] }> {
  const edges: Edge[] = [];
  const collect: Plugin = {
    name: 'collect',
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      edges.push(...[...importedIds, ...dynamicallyImportedIds].map((to) => ({ from: id, to })));
    },
  };
  const bundle = await rolldown({
    input: join(source, entry),
    external: /^[^./]/,
    plugins: [plugin, collect],
    platform: 'node',
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  return { edges, modules: output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])) };
}

/** Every import in a file's text, those of types too. */
function importsOf(file: string): Edge[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return requests.map((to) => ({ from: file, to: to.startsWith('.') ? join(file, '..', to) : to }));
}

/** Adds an import to one module. */
function smuggle(module: string, request: string): Plugin {
  return {
    name: 'smuggle',
    transform: (code, id) =>
      id === join(source, module) ? `${code}\nimport * as smuggled from '${request}'; console.log(smuggled);` : null,
  };
}

const entries = [...readdirSync(source).filter((name) => name.endsWith('.ts')), ...RUNTIME, 'command/index.ts'];
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

describe('the law of imports', () => {
  it.each(entries)('holds in the bundle of %s', async (entry) => {
    const { edges, modules } = await graphOf(entry);
    expect(breaches(edges)).toEqual([]);
    expect(modules.length).toBeGreaterThan(0);
    const layers = new Set([...modules.map(layerOf), ...edges.map(({ to }) => layerOf(to))]);
    const forbidden = RUNTIME.includes(entry) ? BUILD_CODE : RUNTIME_CODE;
    expect(forbidden.filter((layer) => layers.has(layer))).toEqual([]);
  });

  it('holds in the bundle of the client, which has nothing in it but the client', async () => {
    const { edges, modules } = await graphOf('client/index.ts');
    expect(breaches(edges)).toEqual([]);
    expect([...new Set(modules.map(layerOf))]).toEqual(['client']);
  });

  it('holds for types too, in every file', () => {
    const edges = files.flatMap((name) => importsOf(join(source, name)));
    expect(edges.length).toBeGreaterThan(files.length);
    expect(breaches(edges)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['koa/index.ts', 'contract/routes.ts', '../koa/index.ts', 'contract imports koa'],
    ['koa/index.ts', 'koa/router.ts', '../compiler/compile.ts', 'koa imports compiler'],
    ['koa/index.ts', 'validation/decode.ts', '../codegen/literal.ts', 'validation imports codegen'],
    ['koa/index.ts', 'koa/router.ts', 'oxc-parser', 'koa imports oxc-parser'],
    ['vite.ts', 'compiler/link.ts', 'node:fs', 'compiler imports node:'],
    ['vite.ts', 'compiler/link.ts', '../codegen/manifest/index.ts', 'compiler imports codegen'],
    ['vite.ts', 'codegen/manifest/index.ts', '../../project/files.ts', 'codegen imports project'],
    ['vite.ts', 'project/session.ts', '../plugin/index.ts', 'project imports plugin'],
    ['vite.ts', 'schema/build.ts', '../compiler/link.ts', 'schema imports compiler'],
    ['vite.ts', 'plugin/index.ts', '../koa/index.ts', 'plugin imports koa'],
    ['vite.ts', 'plugin/index.ts', '@koa/router', 'plugin imports @koa/router'],
    ['index.ts', 'contract/operation.ts', 'node:fs', 'contract imports node:'],
  ])('would be seen to be broken: %s, %s imports %s', async (entry, module, request, breach) => {
    const { edges } = await graphOf(entry, smuggle(module, request));
    expect(breaches(edges)).toContain(breach);
  });
});
