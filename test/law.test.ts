import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import type { Edge } from './support/imports.ts';
import { importsOf, sourceFiles } from './support/imports.ts';

const source = join(import.meta.dirname, '../src');

const BUNDLERS = ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', '@rspack/core'];

/** The layers, lowest first. A module imports from its own layer and from those before it on its path. */
const PATHS = [
  ['contract', 'schema', 'validation', 'compiler'],
  ['contract', 'schema', 'validation', 'openapi'],
  ['contract', 'schema', 'validation', 'openapi', 'compiler', 'codegen', 'project', 'diff', 'plugin'],
  ['contract', 'schema', 'validation', 'openapi', 'compiler', 'codegen', 'project', 'import'],
  ['contract', 'schema', 'validation', 'openapi', 'compiler', 'codegen', 'project', 'language-server'],
  'contract schema validation openapi compiler codegen project diff import language-server command'.split(' '),
  ['contract', 'schema', 'validation', 'koa', 'in-process', 'lambda'],
  ['contract', 'schema', 'validation', 'koa', 'workers'],
  ['contract', 'schema', 'validation', 'koa', 'otel'],
  ['contract', 'schema', 'validation', 'koa', 'docs-page'],
  // The client runs in a browser.
  ['contract', 'client', 'entry types'],
  // Calls of tools are serialized as the client does it.
  ['contract', 'client', 'schema', 'validation', 'koa', 'in-process', 'mcp'],
  ['contract', 'openapi', 'compiler', 'codegen', 'entry index'],
];

/** The packages that each layer imports; `node:` is any module of Node but `node:http`. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  compiler: ['oxc-parser', 'comment-parser', 'magic-string', 'fastest-levenshtein', 'regjsparser', 'yaml'],
  project: ['node:', 'node:http', 'jsonc-parser', 'tinyglobby', 'yaml'],
  diff: ['node:', 'regjsparser', 'yaml'],
  plugin: [
    'node:',
    'node:http',
    'unplugin',
    ...BUNDLERS,
    // Optional: Rollup and webpack need them to bundle a server.
    '@rollup/plugin-commonjs',
    '@rollup/plugin-node-resolve',
    '@rollup/plugin-json',
    'oxc-transform',
  ],
  import: ['node:', 'magic-string', 'yaml'],
  'language-server': ['node:', 'vscode-languageserver', 'vscode-languageserver-textdocument'],
  // It serves a project to a client on standard input.
  command: ['node:', 'node:http', 'cac', '@clack/prompts', 'jsonc-parser', 'magic-string', 'oxc-parser'],
  koa: ['node:', 'node:http', 'koa', '@koa/router', '@fastify/busboy'],
  'in-process': ['node:', 'node:http', 'koa', 'light-my-request'],
  lambda: ['node:', 'node:http', 'koa', 'light-my-request'],
  mcp: ['node:', 'node:http', 'koa', 'light-my-request', 'virtual:operations'],
  workers: ['node:http', 'koa', 'cloudflare:node'],
  otel: ['node:', '@opentelemetry/api'],
  'docs-page': ['node:', 'koa', 'virtual:operations'],
};

/** The entry of each bundler. */
const BUNDLER_ENTRY = { layers: ['project', 'plugin'], packages: ['unplugin', ...BUNDLERS] };

function lawOf(layer: string): { readonly layers: readonly string[]; readonly packages: readonly string[] } {
  const path = PATHS.find((layers) => layers.includes(layer));
  if (path === undefined) return BUNDLER_ENTRY;
  return { layers: path.slice(0, path.indexOf(layer) + 1), packages: PACKAGES[layer] ?? [] };
}

/** The entries of the runtime; all others are build code, and neither carries anything of the other. */
const RUNTIME = [
  'koa/index.ts',
  'lambda/index.ts',
  'workers/index.ts',
  'otel/index.ts',
  'docs-page/index.ts',
  'mcp/index.ts',
];
const RUNTIME_CODE = ['koa', '@koa/router'];
const BUILD_CODE = [
  'openapi',
  'compiler',
  'codegen',
  'project',
  'diff',
  'import',
  'plugin',
  'oxc-parser',
  'unplugin',
  'vite',
];

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
    const { layers, packages } = lawOf(from);
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

/** Adds an import to one module. */
function smuggle(module: string, request: string): Plugin {
  return {
    name: 'smuggle',
    transform: (code, id) =>
      id === join(source, module) ? `${code}\nimport * as smuggled from '${request}'; console.log(smuggled);` : null,
  };
}

const entries = [...readdirSync(source).filter((name) => name.endsWith('.ts')), ...RUNTIME, 'command/index.ts'];

describe('the law of imports', () => {
  it.each(entries)('holds in the bundle of %s', async (entry) => {
    const { edges, modules } = await graphOf(entry);
    expect(breaches(edges)).toEqual([]);
    expect(modules.length).toBeGreaterThan(0);
    const layers = new Set([...modules.map(layerOf), ...edges.map(({ to }) => layerOf(to))]);
    const forbidden = RUNTIME.includes(entry) ? BUILD_CODE : RUNTIME_CODE;
    expect(forbidden.filter((layer) => layers.has(layer))).toEqual([]);
  });

  it('holds in the bundle of the client, which has nothing in it but the client and how a segment is matched', async () => {
    const { edges, modules } = await graphOf('client/index.ts');
    expect(breaches(edges)).toEqual([]);
    const others = modules.filter((module) => layerOf(module) !== 'client');
    expect(others).toEqual([join(source, 'contract/path-template.ts')]);
  });

  it('holds for types too, in every file', () => {
    const files = sourceFiles();
    const edges = files.flatMap(importsOf);
    expect(edges.length).toBeGreaterThan(files.length);
    expect(breaches(edges)).toEqual([]);
  });

  it('leaves node:http to contract/node-http.ts, because its import would load undici, but for types and for workerd', () => {
    const isImported = (file: string): boolean =>
      /^import (?!type ).* from 'node:http';$/m.test(readFileSync(file, 'utf8'));
    const importers = sourceFiles().filter(isImported);
    expect(new Set(importers.map(layerOf))).toEqual(new Set(['workers']));
  });

  it('lets the command load the code of diff, import and the language server only when it runs them', () => {
    const reached = new Set([join(source, 'command/index.ts')]);
    for (const file of reached) for (const { to } of importsOf(file)) if (to.startsWith('/')) reached.add(to);
    const files = [...reached].map((file) => relative(source, file));
    expect(files).toContain('compiler/compile.ts');
    expect(files.filter((file) => /^(?:diff|import|language-server)\//.test(file))).toEqual([
      'diff/report/workflow-command.ts',
    ]);
  });

  it.each<[string, string, string, string]>([
    ['koa/index.ts', 'contract/routes.ts', '../koa/index.ts', 'contract imports koa'],
    ['koa/index.ts', 'koa/router.ts', '../compiler/compile.ts', 'koa imports compiler'],
    ['koa/index.ts', 'validation/decode.ts', '../codegen/literal.ts', 'validation imports codegen'],
    ['koa/index.ts', 'koa/router.ts', 'oxc-parser', 'koa imports oxc-parser'],
    ['vite.ts', 'compiler/link.ts', 'node:fs', 'compiler imports node:'],
    ['vite.ts', 'compiler/link.ts', '../codegen/manifest/index.ts', 'compiler imports codegen'],
    ['vite.ts', 'compiler/link.ts', '../openapi/write/index.ts', 'compiler imports openapi'],
    ['vite.ts', 'openapi/write/index.ts', '../../compiler/link.ts', 'openapi imports compiler'],
    ['vite.ts', 'openapi/write/index.ts', 'node:fs', 'openapi imports node:'],
    ['vite.ts', 'codegen/manifest/index.ts', '../../project/files.ts', 'codegen imports project'],
    ['vite.ts', 'project/session.ts', '../plugin/index.ts', 'project imports plugin'],
    ['vite.ts', 'project/session.ts', '../diff/diff.ts', 'project imports diff'],
    ['vite.ts', 'plugin/index.ts', '../import/index.ts', 'plugin imports import'],
    ['vite.ts', 'schema/named-types.ts', '../compiler/link.ts', 'schema imports compiler'],
    ['vite.ts', 'plugin/index.ts', '../koa/index.ts', 'plugin imports koa'],
    ['vite.ts', 'plugin/index.ts', '@koa/router', 'plugin imports @koa/router'],
    ['koa/index.ts', 'koa/tracing.ts', '@opentelemetry/api', 'koa imports @opentelemetry/api'],
    ['koa/index.ts', 'koa/tracing.ts', '../otel/index.ts', 'koa imports otel'],
    ['index.ts', 'contract/operation.ts', 'node:fs', 'contract imports node:'],
  ])('would be seen to be broken: %s, %s imports %s', async (entry, module, request, breach) => {
    const { edges } = await graphOf(entry, smuggle(module, request));
    expect(breaches(edges)).toContain(breach);
  });
});
