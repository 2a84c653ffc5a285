import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Edge } from './support/imports.ts';
import { importsOf, sourceFiles } from './support/imports.ts';

const source = join(import.meta.dirname, '../src');

const BUNDLERS = ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', '@rspack/core'];

/** What a room imports from: other rooms, or all of a zone, and packages. `node:` is any module of Node but `node:http`. */
interface Law {
  readonly rooms: readonly string[];
  readonly packages?: readonly string[];
}

/** The zones, and the ones that each stands on. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  directives: ['shared'],
  runtime: ['shared'],
  build: ['shared', 'directives'],
  tools: ['shared', 'directives', 'build'],
  plugin: ['shared', 'directives', 'build', 'tools'],
  command: ['shared', 'directives', 'build', 'tools'],
};

/** The rooms of each zone, lowest first. */
const ROOMS: Readonly<Record<string, Law>> = {
  'shared/contract': { rooms: [] },
  'shared/schema': { rooms: ['shared/contract'] },
  'shared/validation': { rooms: ['shared/contract', 'shared/schema'] },
  'shared/comparison': { rooms: ['shared/contract', 'shared/schema', 'shared/validation'] },

  // The descriptions of directives. What runs in a server, below <name>/runtime, is a part of runtime/koa.
  directives: { rooms: ['shared'] },

  'runtime/koa': { rooms: ['shared'], packages: ['node:', 'node:http', 'koa', '@koa/router', '@fastify/busboy'] },
  // The client runs in a browser.
  'runtime/client': { rooms: ['shared/contract'] },
  'runtime/in-process': { rooms: ['shared'], packages: ['node:', 'node:http', 'koa', 'light-my-request'] },
  'runtime/lambda': {
    rooms: ['shared', 'runtime/koa', 'runtime/in-process'],
    packages: ['node:', 'node:http', 'koa', 'light-my-request'],
  },
  'runtime/fetch': {
    rooms: ['shared', 'runtime/koa', 'runtime/in-process'],
    packages: ['node:', 'node:http', 'koa', 'light-my-request'],
  },
  'runtime/workers': { rooms: ['shared', 'runtime/koa'], packages: ['node:http', 'koa', 'cloudflare:node'] },
  // What an app keeps in a database. The drivers are those of the app.
  'runtime/state': { rooms: ['shared', 'runtime/koa'] },
  'runtime/postgres': { rooms: ['shared', 'runtime/koa', 'runtime/state'] },
  'runtime/redis': { rooms: ['shared', 'runtime/koa', 'runtime/state'], packages: ['node:'] },
  'runtime/sqlite': { rooms: ['shared', 'runtime/koa', 'runtime/state'], packages: ['node:'] },
  'runtime/d1': { rooms: ['shared', 'runtime/koa', 'runtime/state', 'runtime/sqlite'] },
  'runtime/dynamodb': { rooms: ['shared', 'runtime/koa', 'runtime/state'] },
  'runtime/events': { rooms: ['shared', 'runtime/koa', 'runtime/state'], packages: ['node:', 'node:http'] },
  'runtime/otel': { rooms: ['shared', 'runtime/koa', 'runtime/events'], packages: ['node:', '@opentelemetry/api'] },
  // The result of a list is that of a handler. All else of these works without a server.
  'runtime/list': { rooms: ['shared', 'runtime/koa'] },
  'runtime/kysely': { rooms: ['shared', 'runtime/list', 'runtime/koa'], packages: ['kysely'] },
  'runtime/drizzle': { rooms: ['shared', 'runtime/list', 'runtime/koa'], packages: ['drizzle-orm'] },
  // Its requests are serialized as the client does it. It signs tokens, and replaces the environment.
  'runtime/testing': {
    rooms: ['shared', 'runtime/client', 'runtime/in-process'],
    packages: ['node:', 'koa', 'light-my-request'],
  },
  'runtime/docs-page': { rooms: ['shared', 'runtime/koa'], packages: ['node:', 'koa', 'virtual:operations'] },
  // Calls of tools are serialized as the client does it.
  'runtime/mcp': {
    rooms: ['shared', 'runtime/koa', 'runtime/client', 'runtime/in-process'],
    packages: ['node:', 'node:http', 'koa', 'light-my-request', 'virtual:operations'],
  },

  'build/compiler': {
    rooms: ['shared', 'directives'],
    packages: [
      'oxc-parser',
      'oxc-walker',
      'comment-parser',
      'magic-string',
      'fastest-levenshtein',
      'regjsparser',
      'yaml',
    ],
  },
  'build/openapi': { rooms: ['shared', 'directives'] },
  'build/codegen': { rooms: ['shared', 'directives', 'build/compiler', 'build/openapi'] },
  'build/project': {
    rooms: ['shared', 'directives', 'build'],
    packages: ['node:', 'node:http', 'jsonc-parser', 'picomatch', 'tinyglobby', 'yaml'],
  },

  'tools/openapi': {
    rooms: ['shared', 'directives', 'build'],
    packages: ['node:', 'node:http', 'jsonc-parser', 'yaml'],
  },
  'tools/diff': {
    rooms: ['shared', 'directives', 'build', 'tools/openapi'],
    packages: ['node:', 'regjsparser', 'yaml'],
  },
  'tools/import': {
    rooms: ['shared', 'directives', 'build', 'tools/openapi'],
    packages: ['node:', 'magic-string', 'yaml'],
  },
  'tools/mock': { rooms: ['shared', 'build', 'tools/openapi', 'tools/diff'], packages: ['node:', 'node:http'] },
  // The examples of its forms are those of a mock.
  'tools/overview': {
    rooms: ['shared', 'directives', 'build', 'tools/mock'],
    packages: ['node:', 'node:http', 'vite'],
  },
  'tools/language-server': {
    rooms: ['shared', 'directives', 'build'],
    packages: ['node:', 'vscode-languageserver', 'vscode-languageserver-textdocument'],
  },
  'tools/migrations': { rooms: ['shared', 'build'], packages: ['node:', 'tinyglobby'] },
  'tools/init': {
    rooms: ['shared', 'build', 'tools/openapi', 'tools/import', 'tools/migrations'],
    packages: ['node:', '@clack/prompts', 'jsonc-parser', 'magic-string', 'oxc-parser'],
  },

  plugin: {
    rooms: ['shared', 'build', 'tools/diff', 'tools/mock', 'tools/overview'],
    packages: [
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
  },
  // It serves a project to a client on standard input.
  command: { rooms: ['shared', 'build', 'tools'], packages: ['node:', 'node:http', 'cac', 'jsonc-parser'] },

  'entry index': { rooms: ['shared/contract', 'build'] },
  // What packages define directives with, without any code of the build.
  'entry directive': { rooms: ['directives'] },
  'entry types': { rooms: ['shared/contract', 'runtime/client'] },
};

/** The entry of each bundler. */
const BUNDLER_ENTRY: Law = { rooms: ['build/project', 'plugin'], packages: ['unplugin', ...BUNDLERS] };

/** Whether a room can import from another one, or from a package. */
function mayImport(from: string, to: string, isPackage: boolean): boolean {
  const { rooms, packages = [] } = ROOMS[from] ?? BUNDLER_ENTRY;
  if (isPackage) return packages.includes(to);
  return from === to || rooms.some((room) => room === to || to.startsWith(`${room}/`));
}

/** The entries of the runtime; all others are build code, and neither carries anything of the other. */
const RUNTIME = [
  'koa',
  'lambda',
  'fetch',
  'workers',
  'otel',
  'redis',
  'postgres',
  'sqlite',
  'd1',
  'dynamodb',
  'events',
  'list',
  'kysely',
  'drizzle',
  'testing',
  'docs-page',
  'mcp',
].map((name) => `runtime/${name}/index.ts`);
const RUNTIME_CODE = ['koa', '@koa/router'];
const BUILD_CODE = ['oxc-parser', 'unplugin', 'vite'];

/** A module's room, or `entry` and its name; a package is its name. */
function roomOf(id: string): string {
  if (!id.startsWith('/'))
    return id === 'node:http'
      ? id
      : id.startsWith('node:')
        ? 'node:'
        : id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  const [zone, room, ...rest] = relative(source, id).split('/');
  if (room === undefined) return `entry ${zone!.replace('.ts', '')}`;
  if (zone === 'directives') return rest.length > 1 && rest[0] === 'runtime' ? 'runtime/koa' : zone;
  return rest.length === 0 || zone === 'plugin' || zone === 'command' ? zone! : `${zone}/${room}`;
}

function breaches(edges: readonly Edge[]): string[] {
  const found = edges.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to), isPackage: !to.startsWith('/') }));
  return found.flatMap(({ from, to, isPackage }) => (mayImport(from, to, isPackage) ? [] : [`${from} imports ${to}`]));
}

/** Whether the zone of a room stands on that of another one. The entries stand on all of them. */
function standsOn(room: string, other: string): boolean {
  return ZONES[zoneOf(room)]?.includes(zoneOf(other)) ?? room.startsWith('entry ');
}

/** The zone of a room. */
function zoneOf(room: string): string {
  return room.split('/')[0]!;
}

/** Imports, and the modules that are in a bundle. */
interface Graph {
  readonly edges: readonly Edge[];
  readonly modules: readonly string[];
}

/** The bundle of some entries, with a file for each module: bundling them together reads each module once. */
async function bundle(names: readonly string[], plugin: Plugin = { name: 'none' }): Promise<(entry: string) => Graph> {
  const edges: Edge[] = [];
  const collect: Plugin = {
    name: 'collect',
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      edges.push(...[...importedIds, ...dynamicallyImportedIds].map((to) => ({ from: id, to })));
    },
  };
  const built = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(source, name)])),
    external: /^[^./]/,
    plugins: [plugin, collect],
    platform: 'node',
  });
  const { output } = await built.generate({ preserveModules: true, preserveModulesRoot: source });
  await built.close();
  const files = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  return (entry) => {
    const { fileName } = [...files.values()].find(({ facadeModuleId }) => facadeModuleId === join(source, entry))!;
    const reached = reach([fileName], (name) => {
      const { imports = [], dynamicImports = [] } = files.get(name) ?? {};
      return [...imports, ...dynamicImports];
    });
    const parsed = reach([join(source, entry)], (id) => edges.filter(({ from }) => from === id).map(({ to }) => to));
    return {
      edges: edges.filter(({ from }) => parsed.has(from)),
      modules: [...reached].flatMap((name) => files.get(name)?.moduleIds ?? []),
    };
  };
}

/** What can be reached from some names. */
function reach(from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(from);
  // The set grows while it is processed.
  for (const name of reached) for (const other of next(name)) reached.add(other);
  return reached;
}

/** Adds imports to modules. */
function smuggle(imports: readonly { readonly module: string; readonly request: string }[]): Plugin {
  return {
    name: 'smuggle',
    transform: (code, id) => {
      const lines = imports
        .filter(({ module }) => id === join(source, module))
        .map(({ request }) => (request.endsWith('.ts') ? join(source, request) : request))
        .map((from, i) => `import * as smuggled${i} from '${from}'; console.log(smuggled${i});`);
      return lines.length === 0 ? null : [code, ...lines].join('\n');
    },
  };
}

/** Imports that break the law: the entry, the module below it, what it imports, and the breach. */
const SMUGGLED: readonly (readonly [entry: string, module: string, request: string, breach: string])[] = [
  ['runtime/koa/index.ts', 'shared/contract/routes.ts', 'runtime/koa/index.ts', 'shared/contract imports runtime/koa'],
  ['runtime/koa/index.ts', 'runtime/koa/router.ts', 'build/compiler/compile.ts', 'runtime/koa imports build/compiler'],
  [
    'runtime/koa/index.ts',
    'shared/validation/decode.ts',
    'build/codegen/literal.ts',
    'shared/validation imports build/codegen',
  ],
  ['runtime/koa/index.ts', 'runtime/koa/router.ts', 'oxc-parser', 'runtime/koa imports oxc-parser'],
  ['vite.ts', 'build/compiler/link.ts', 'node:fs', 'build/compiler imports node:'],
  ['vite.ts', 'build/compiler/link.ts', 'build/codegen/manifest/index.ts', 'build/compiler imports build/codegen'],
  ['vite.ts', 'build/compiler/link.ts', 'build/openapi/write/index.ts', 'build/compiler imports build/openapi'],
  ['vite.ts', 'build/openapi/write/index.ts', 'build/compiler/link.ts', 'build/openapi imports build/compiler'],
  ['vite.ts', 'build/openapi/write/index.ts', 'node:fs', 'build/openapi imports node:'],
  ['vite.ts', 'build/codegen/manifest/index.ts', 'build/project/files.ts', 'build/codegen imports build/project'],
  ['vite.ts', 'build/project/session.ts', 'plugin/index.ts', 'build/project imports plugin'],
  ['vite.ts', 'build/project/session.ts', 'tools/diff/diff.ts', 'build/project imports tools/diff'],
  ['vite.ts', 'plugin/index.ts', 'tools/import/index.ts', 'plugin imports tools/import'],
  ['vite.ts', 'tools/overview/index.ts', 'plugin/dev/tree.ts', 'tools/overview imports plugin'],
  ['vite.ts', 'shared/schema/named-types.ts', 'build/compiler/link.ts', 'shared/schema imports build/compiler'],
  ['vite.ts', 'directives/table.ts', 'build/compiler/link.ts', 'directives imports build/compiler'],
  ['vite.ts', 'directives/etag/describe-etag.ts', 'directives/etag/runtime/etag.ts', 'directives imports runtime/koa'],
  [
    'runtime/koa/index.ts',
    'directives/idempotent/runtime/memory-store.ts',
    'directives/table.ts',
    'runtime/koa imports directives',
  ],
  ['vite.ts', 'plugin/index.ts', 'runtime/koa/index.ts', 'plugin imports runtime/koa'],
  ['vite.ts', 'plugin/index.ts', '@koa/router', 'plugin imports @koa/router'],
  ['runtime/koa/index.ts', 'runtime/koa/tracing.ts', '@opentelemetry/api', 'runtime/koa imports @opentelemetry/api'],
  ['runtime/koa/index.ts', 'runtime/koa/tracing.ts', 'runtime/otel/index.ts', 'runtime/koa imports runtime/otel'],
  ['runtime/list/index.ts', 'runtime/list/list-parts.ts', 'kysely', 'runtime/list imports kysely'],
  ['index.ts', 'shared/contract/operation.ts', 'node:fs', 'shared/contract imports node:'],
];

/** The breaches that all imports smuggled into the bundle of an entry make together. */
const found = new Map<string, Promise<readonly string[]>>();

function smuggledInto(entry: string): Promise<readonly string[]> {
  const imports = SMUGGLED.filter(([into]) => into === entry).map(([, module, request]) => ({ module, request }));
  const known = found.get(entry) ?? bundle([entry], smuggle(imports)).then((graphOf) => breaches(graphOf(entry).edges));
  found.set(entry, known);
  return known;
}

const entries = [...readdirSync(source).filter((name) => name.endsWith('.ts')), ...RUNTIME, 'command/index.ts'];

describe('the law of imports', () => {
  let graphOf: (entry: string) => Graph;

  beforeAll(async () => {
    graphOf = await bundle(entries);
  });

  it('lists every room, and no other', () => {
    const isRoom = (name: string): boolean => !name.startsWith('entry ');
    const rooms = new Set(sourceFiles().map(roomOf));
    expect(Object.keys(ROOMS).filter(isRoom).sort()).toEqual([...rooms].filter(isRoom).sort());
  });

  it('goes one way: a room imports from the zones below its own, and from rooms above it in the table', () => {
    const rooms = Object.keys(ROOMS);
    const wrong = Object.entries(ROOMS).flatMap(([room, law]) => {
      const below = rooms.slice(0, rooms.indexOf(room));
      const isBelow = (other: string): boolean =>
        zoneOf(other) === zoneOf(room) ? other === zoneOf(room) || below.includes(other) : standsOn(room, other);
      return law.rooms.filter((other) => !isBelow(other)).map((other) => `${room} on ${other}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(entries)('holds in the bundle of %s', (entry) => {
    const { edges, modules } = graphOf(entry);
    expect(breaches(edges)).toEqual([]);
    expect(modules.length).toBeGreaterThan(0);
    const rooms = [...new Set([...modules.map(roomOf), ...edges.map(({ to }) => roomOf(to))])];
    const isRuntime = RUNTIME.includes(entry);
    const forbidden = isRuntime ? BUILD_CODE : RUNTIME_CODE;
    expect(rooms.filter((room) => forbidden.includes(room))).toEqual([]);
    const zones = isRuntime ? ['directives', 'build', 'tools', 'plugin', 'command'] : ['runtime'];
    expect(rooms.filter((room) => zones.includes(zoneOf(room)))).toEqual([]);
  });

  it('holds in the bundle of the client, which has nothing else in it but how a segment is matched and the type of one problem', async () => {
    const graph = await bundle(['runtime/client/index.ts']);
    const { edges, modules } = graph('runtime/client/index.ts');
    expect(breaches(edges)).toEqual([]);
    const others = modules.filter((module) => roomOf(module) !== 'runtime/client');
    expect(others.toSorted()).toEqual(
      ['path-template.ts', 'rate-limit.ts'].map((file) => join(source, 'shared/contract', file)),
    );
  });

  it('holds for types too, in every file', () => {
    const files = sourceFiles();
    const edges = files.flatMap(importsOf);
    expect(edges.length).toBeGreaterThan(files.length);
    expect(breaches(edges)).toEqual([]);
  });

  it('leaves node:http to shared/contract/node-http.ts, because its import would load undici, but for types and for workerd', () => {
    const isImported = (file: string): boolean =>
      /^import (?!type ).* from 'node:http';$/m.test(readFileSync(file, 'utf8'));
    const importers = sourceFiles().filter(isImported);
    expect(new Set(importers.map(roomOf))).toEqual(new Set(['runtime/workers']));
  });

  it('leaves the Visitor of oxc-parser to build/compiler/module/visitor.ts, because it keeps each function that it gets', () => {
    const isImported = (file: string): boolean =>
      /^import \{[^}]*\bVisitor\b[^}]*\} from 'oxc-parser';$/m.test(readFileSync(file, 'utf8'));
    const importers = sourceFiles().filter(isImported);
    expect(importers.map((file) => file.replace(/^.*\/src\//, ''))).toEqual(['build/compiler/module/visitor.ts']);
  });

  it('lets the command load the code of diff, import, init and the language server only when it runs them', () => {
    const reached = new Set([join(source, 'command/index.ts')]);
    for (const file of reached) for (const { to } of importsOf(file)) if (to.startsWith('/')) reached.add(to);
    const files = [...reached].map((file) => relative(source, file));
    expect(files).toContain('build/compiler/compile.ts');
    expect(files.filter((file) => /^tools\/(?:diff|import|init|language-server)\//.test(file)).toSorted()).toEqual([
      'tools/diff/report/workflow-command.ts',
      'tools/init/project-choices.ts',
    ]);
  });

  it.each(SMUGGLED)('finds what breaks the law: %s, %s imports %s', async (entry, _module, _request, breach) => {
    expect(await smuggledInto(entry)).toContain(breach);
  });
});
