import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { build } from 'vite';
import { REWRITTEN } from '../src/plugin/ids.ts';
import { resolveOptions } from '../src/plugin/options.ts';
import type { Session } from '../src/plugin/session.ts';
import { createSession } from '../src/plugin/session.ts';

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
  const session = createSession(resolveOptions(), root);
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
  const start = performance.now();
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
  say({ bundling: performance.now() - start });
}

/** Reads, parses and generates as the plugin does, first cold and then after edits of one file each. */
function plugin(): void {
  const session = createSession(resolveOptions(), root);
  const start = performance.now();
  const compilation = session.compile();
  const compiled = performance.now();
  const manifest = session.manifest(compilation);
  const generated = performance.now();
  loadModules(session, manifest);
  const rewritten = performance.now();
  const files = compilation.operations.map(({ contract }) => `${session.directory}/${contract.id}`);
  const edits = Array.from({ length: EDITS }, (_, i) => edit(session, files[i * 31]!, i));
  const openApi = performance.now();
  session.openApi(compilation);
  say({
    'cold: all': rewritten - start,
    'cold: read and compile': compiled - start,
    'cold: manifest': generated - compiled,
    'cold: CommonJS rewritten': rewritten - generated,
    'OpenAPI document': performance.now() - openApi,
    'edit: the first': edits[0]!,
    'edit: median of 25': edits.toSorted((a, b) => a - b)[Math.floor(EDITS / 2)]!,
  });
}

/** Changes what an operation's comment says; gives the time until the manifest says it too. */
function edit(session: Session, file: string, turn: number): number {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('@tags ', `@tags edit-${turn}, `));
  const start = performance.now();
  const manifest = session.manifest(session.compile([file]));
  const time = performance.now() - start;
  writeFileSync(file, text);
  if (!manifest.includes(`"edit-${turn}"`)) throw new Error(`the edit of ${file} does not show`);
  return time;
}

function say(figures: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify(figures));
}
