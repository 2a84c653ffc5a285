import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import operations from '../src/vite.ts';
import { githubProject } from '../test/github/tree.ts';
import { buildServer, CONTESTANTS, contestantPlugins, writeFiles } from './contestants.ts';
import { path } from './path.ts';
import { describeMachine, findNode, startServer } from './process.ts';
import type { Route } from './routes.ts';
import { githubRoutes, routesTree } from './routes.ts';
import { inTurn, median, printTable, withSpread } from './table.ts';

// Cold start and resident memory, from spawning `node server.mjs` to the first answer. Each server is one minified file, but a lazy one has a file for each handler.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SIZES = (process.env['SIZES'] ?? '10,100,1220,10000').split(',').map(Number);
/** The versions of Node, besides the running one when it is empty: `20,24`. */
const NODES = (process.env['NODES'] ?? '').split(',');
/** The peers that are measured, without contracts. */
const PEERS = ['raw', 'koa-router', 'fastify', 'hono'];
const TARGETS: Readonly<Record<string, string>> = {
  '1220 createApp, contracts': '1.4 (Node 20), 1.0 (24, 26), 58 MiB',
  '10000 createApp, contracts, lazy': '1.50',
};

interface Built {
  readonly name: string;
  readonly file: string;
}

interface Started {
  /** By the clock, in milliseconds. */
  readonly time: number;
  /** The processor time of all threads, in milliseconds: other programs disturb it less. */
  readonly processor: number;
  /** The resident memory, in MiB. */
  readonly memory: number;
}

const all = githubRoutes();
const contracts = githubProject();
const directory = mkdtempSync(join(tmpdir(), 'operations-bench-'));
try {
  console.log(`${describeMachine()}. ${ROUNDS} rounds.`);
  const nodes = NODES.map((version) => ({ version, file: findNode(version) }));
  for (const size of SIZES) {
    const built = await buildAll(size);
    for (const node of nodes) await compare(size, built, node);
  }
} finally {
  rmSync(directory, { recursive: true });
}

async function buildAll(size: number): Promise<Built[]> {
  const routes = choose(
    all.filter(({ kind }) => kind === 'plain'),
    size,
    atVersion,
  );
  const peers = await inTurn(PEERS, async (module) => {
    const { name } = CONTESTANTS.find((contestant) => contestant.module === module)!;
    return { name, file: await build(`${module}-${size}`, module, {}, contestantPlugins(routes)) };
  });
  const ours = await inTurn([false, true], async (lazy) => [
    {
      name: `createApp${lazy ? ', lazy' : ''}`,
      file: await build(`plain-${lazy}-${size}`, 'create-app', routesTree(routes), [operations({ lazy })].flat(), lazy),
    },
    {
      name: `createApp, contracts${lazy ? ', lazy' : ''}`,
      file: await build(
        `contracts-${lazy}-${size}`,
        'create-app',
        contractsTree(size),
        [operations({ lazy })].flat(),
        lazy,
      ),
    },
  ]);
  return [...peers, ...ours.flat()];
}

async function build(
  name: string,
  module: string,
  files: Readonly<Record<string, string>>,
  plugins: Parameters<typeof buildServer>[2],
  codeSplitting = false,
): Promise<string> {
  const root = join(directory, name);
  writeFiles(root, files);
  return buildServer(root, path(`contestants/${module}.mjs`), plugins, { minify: true, codeSplitting });
}

/** GitHub's operations with all that its document has, and its definitions. */
function contractsTree(size: number): Record<string, string> {
  const files = choose(contracts.operations, size, ({ file, text, operation }, version) => ({
    file: `v${version}/${file}`,
    text: text.replace(/(@operationId \S+)/, `$1-v${version}`),
    operation,
  }));
  return {
    ...Object.fromEntries(files.map(({ file, text }) => [`app/operations/${file}`, text])),
    ...Object.fromEntries(
      contracts.definitions.map((definition) => [`app/definitions/${definition.path}`, definition.text]),
    ),
  };
}

/** Items at equal distances, among them the one that is asked for; or all of them and more versions of them. */
function choose<T extends Route | { readonly operation: { readonly path: string } }>(
  items: readonly T[],
  count: number,
  copy: (item: T, version: number) => T,
): T[] {
  const pathOf = (item: T): string => ('operation' in item ? item.operation.path : item.path);
  const meta = items.find((item) => pathOf(item) === '/meta')!;
  const others = items.filter((item) => item !== meta);
  const rest = Array.from({ length: count - 1 }, (_, index) => {
    if (count <= items.length) return others[Math.floor((index * others.length) / (count - 1))]!;
    const version = Math.floor(index / others.length) + 1;
    const item = others[index % others.length]!;
    return version === 1 ? item : copy(item, version);
  });
  return [meta, ...rest];
}

function atVersion(route: Route, version: number): Route {
  return { ...route, path: `/v${version}${route.path}` };
}

async function compare(
  size: number,
  built: readonly Built[],
  node: { readonly version: string; readonly file: string },
): Promise<void> {
  const rounds: Started[][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await inTurn(built, ({ file }) => start(file, node.file)));
  const of = (index: number, key: keyof Started): number[] => rounds.map((round) => round[index]![key]);
  console.log(`\n${size} operations, Node ${node.version || process.version}\n`);
  printTable(
    ['', 'processor, ms', 'ratio to node:http', 'by the clock, ms', 'ratio to node:http', 'resident, MiB', 'to reach'],
    built.map(({ name }, index) => [
      name,
      ...compareFigures(of(index, 'processor'), of(0, 'processor')),
      ...compareFigures(of(index, 'time'), of(0, 'time')),
      median(of(index, 'memory')).toFixed(0),
      TARGETS[`${size} ${name}`] ?? '',
    ]),
  );
}

function compareFigures(figures: readonly number[], base: readonly number[]): string[] {
  return [median(figures).toFixed(0), withSpread(figures.map((figure, round) => figure / base[round]!))];
}

async function start(file: string, node: string): Promise<Started> {
  const before = performance.now();
  const server = await startServer(file, { node });
  const response = await fetch(`${server.url}/meta`, { headers: { connection: 'close' } });
  await response.text();
  const time = performance.now() - before;
  if (response.status !== 200) throw new Error(`${file} answers ${response.status}`);
  const [processor, memory] = [server.cpu() * 1000, server.resident()];
  await server.stop();
  return { time, processor, memory };
}
