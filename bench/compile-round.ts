import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { build } from 'vite';
import type { Compilation } from '../src/build/compiler/compile.ts';
import { REWRITTEN } from '../src/build/project/virtual-modules.ts';
import { resolveOptions } from '../src/build/project/options.ts';
import type { Session } from '../src/build/project/session.ts';
import { createSession } from '../src/build/project/session.ts';
import { locateProject } from '../src/build/project/project.ts';

/** What the plugin says of the tree: the manifest, and the CommonJS files as ES modules by their ids. */
interface Known {
  readonly manifest: string;
  readonly modules: Readonly<Record<string, ReturnType<Session['load']>>>;
}

const EDITS = 25;
const [what, root] = process.argv.slice(2) as [keyof typeof RUNS, string];
const RUNS = { prepare, bundle, plugin };
await RUNS[what]();

/** Writes down what the plugin says, for those who only bundle. */
function prepare(): void {
  const session = createSession(locateProject(resolveOptions(), root));
  const manifest = session.manifest(session.compile());
  const known: Known = { manifest, modules: loadModules(session, manifest) };
  writeFileSync(join(root, 'known.json'), JSON.stringify(known));
}

function loadModules(session: Session, manifest: string): Known['modules'] {
  const ids = [...manifest.matchAll(/ from "([^"]+)";$/gm)].map((match) => match[1]!);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const file = REWRITTEN.exec(id)?.[1];
      return file === undefined ? [] : [[id, session.load(file)]];
    }),
  );
}

/** Bundles the tree with Vite into one file; nothing is parsed but what Vite parses. */
async function bundle(): Promise<void> {
  const known = JSON.parse(readFileSync(join(root, 'known.json'), 'utf8')) as Known;
  const answers: Plugin = {
    name: 'known',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^virtual:operations$|\?operation\.m[jt]s$/ },
      handler: (id) => (id === 'virtual:operations' ? `\0${id}` : id),
    },
    load: {
      filter: { id: /^\0virtual:operations$|\?operation\.m[jt]s$/ },
      handler: (id) => (id.startsWith('\0') ? { code: known.manifest, map: null } : known.modules[id]),
    },
  };
  const [start, before] = [performance.now(), process.cpuUsage()];
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [answers],
    ssr: { noExternal: true },
    build: {
      ssr: 'server.ts',
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  say({ bundling: performance.now() - start, 'bundling, processor': processorTime(before) });
}

/** Reads, parses and generates as the plugin does: first everything, then after changes of one file each. */
function plugin(): void {
  const session = createSession(locateProject(resolveOptions(), root));
  const { compilation, figures } = measureStart(session);
  const operations = compilation.operations.map(({ contract }) => `${session.directory}/${contract.id}`);
  const schemas = [...compilation.schemas.keys()]
    .map((name) => `${root}/app/definitions/schemas/${name}.json`)
    .filter(existsSync);
  const edits = turns((i) => editOperation(session, operations[i * 31]!, i));
  const definitionEdits = turns((i) => editDefinition(session, schemas[i * 17]!, i));
  const moves = turns((i) => move(session, operations[i * 31]!));
  const openApi = performance.now();
  session.openApi(compilation);
  say({
    'cold: all': figures.all,
    'cold: all, processor': figures.processor,
    'cold: read and compile': figures.compile,
    'cold: manifest': figures.manifest,
    'cold: CommonJS rewritten': figures.rewrite,
    'OpenAPI document': performance.now() - openApi,
    'edit: the first': edits[0]!,
    'edit: median of 25': median(edits),
    'edit of a definition: median of 25': median(definitionEdits),
    'an operation that comes or goes: median of 25': median(moves.map(({ time }) => time)),
    'the same without the manifest': median(moves.map(({ compiling }) => compiling)),
  });
}

/** Does all that the plugin does for a bundle. */
function measureStart(session: Session): { compilation: Compilation; figures: Record<Step, number> } {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  const compilation = session.compile();
  const compiled = performance.now();
  const manifest = session.manifest(compilation);
  const generated = performance.now();
  loadModules(session, manifest);
  const end = performance.now();
  const figures = {
    all: end - begin,
    processor: processorTime(before),
    compile: compiled - begin,
    manifest: generated - compiled,
    rewrite: end - generated,
  };
  return { compilation, figures };
}

type Step = 'all' | 'processor' | 'compile' | 'manifest' | 'rewrite';

/** What came of a change, and the milliseconds it took: all, and without the manifest. */
interface Again {
  readonly time: number;
  readonly compiling: number;
  readonly compilation: Compilation;
  readonly manifest: string;
}

/** The processor time since, of all threads, in milliseconds. */
function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Changes what an operation's comment says; gives the time until the manifest says it too. */
function editOperation(session: Session, file: string, turn: number): number {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('@tags ', `@tags edit-${turn}, `));
  const { time, manifest } = compileAgain(session, file);
  writeFileSync(file, text);
  return seen(manifest.includes(`"edit-${turn}"`), time);
}

/** Changes a schema that operations use. */
function editDefinition(session: Session, file: string, turn: number): number {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(text) as object), title: `edit-${turn}` }, null, 2));
  const { time, compilation } = compileAgain(session, file);
  writeFileSync(file, text);
  return seen(compilation.schemas.get(basename(file, '.json'))?.['title'] === `edit-${turn}`, time);
}

/** Takes an operation's file away and puts it back; gives the longer times of the two. */
function move(session: Session, file: string): { time: number; compiling: number } {
  const text = readFileSync(file, 'utf8');
  const id = relative(session.directory, file);
  rmSync(file);
  const gone = compileAgain(session, file);
  writeFileSync(file, text);
  const back = compileAgain(session, file);
  const isThere = ({ compilation }: ReturnType<typeof compileAgain>): boolean =>
    compilation.operations.some(({ contract }) => contract.id === id);
  seen(!isThere(gone) && isThere(back), 0);
  return { time: Math.max(gone.time, back.time), compiling: Math.max(gone.compiling, back.compiling) };
}

function compileAgain(session: Session, file: string): Again {
  const start = performance.now();
  const compilation = session.compile([file]);
  const compiling = performance.now() - start;
  const manifest = session.manifest(compilation);
  return { time: performance.now() - start, compiling, compilation, manifest };
}

function seen(shows: boolean, time: number): number {
  if (!shows) throw new Error('a change does not show');
  return time;
}

function turns<T>(measure: (turn: number) => T): T[] {
  return Array.from({ length: EDITS }, (_, turn) => measure(turn));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function say(figures: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify(figures));
}
