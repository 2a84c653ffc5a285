import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vite from 'vite';
import * as vite7 from 'vite-7';
import { onTestFinished } from 'vitest';
import type { Options } from '../../../src/build/project/options.ts';
import operations from '../../../src/vite.ts';
import { alias } from '../../support/alias.ts';
import { scratch, writeTree } from '../../support/build.ts';

/** The versions of Vite that the plugin is for. */
const ALL_VITES: readonly (readonly [name: string, Pick<typeof vite, 'createServer'>])[] = [
  ['Vite 8', vite],
  // Its types are those of another version of Vite; what is used of it is the same.
  ['Vite 7', vite7 as unknown as typeof vite],
];

/** The latest Vite, or another one: `VITE='Vite 7'`, as `.ci/full` sets it. */
export const VITES = ALL_VITES.filter(([name]) => name === (process.env['VITE'] ?? 'Vite 8'));

/** How long a change may take before its files are written again, in milliseconds. */
const PATIENCE = 10_000;

/** A dev server of a project in a scratch directory. */
export interface Dev {
  readonly root: string;
  readonly url: string;
  /** What the terminal was told, without colours. */
  readonly log: string[];
  /** Writes files (path below the project -> text). */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Asks for a path until the answer is as wanted: changes reach the server through the file system. */
  until(path: string, isWanted: (status: number, body: string) => boolean, init?: RequestInit): Promise<void>;
  /** Waits until something holds, as {@link until} does. */
  eventually(holds: () => boolean | Promise<boolean>): Promise<void>;
  ask(path: string, init?: RequestInit): Promise<{ status: number; body: string; type: string | null }>;
}

/** Starts Vite's dev server until the test is over. */
export async function startDev(
  { createServer }: Pick<typeof vite, 'createServer'>,
  files: Readonly<Record<string, string>>,
  options: Options = {},
  config: vite.InlineConfig = {},
): Promise<Dev> {
  const root = config.root ?? scratch();
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
  const log: string[] = [];
  const server = await createServer({
    root,
    configFile: false,
    customLogger: loggerTo(log),
    resolve: { alias },
    plugins: [operations(options)],
    server: { port: 0, host: '127.0.0.1' },
    ...config,
  });
  await server.listen();
  onTestFinished(() => server.close());
  await watching(server, root);
  const url = `http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}`;
  const ask: Dev['ask'] = async (path, init) => {
    const response = await fetch(url + path, init);
    return { status: response.status, body: await response.text(), type: response.headers.get('content-type') };
  };
  let again = async (): Promise<void> => {};
  const eventually: Dev['eventually'] = async (holds) => {
    for (let start = Date.now(); !(await holds()); await sleep(10)) {
      if (Date.now() - start < PATIENCE) continue;
      // On a busy machine, a watcher can merge the events of several writes, and read the file between them.
      await again();
      start = Date.now();
    }
  };
  return {
    root,
    url,
    log,
    ask,
    async write(changed) {
      again = () => writeTree(root, changed);
      await again();
    },
    async remove(path) {
      await rm(join(root, path));
      again = async () => {
        await writeTree(root, { [path]: '' });
        await sleep(100);
        await rm(join(root, path));
      };
    },
    eventually,
    until: (path, isWanted, init) =>
      eventually(async () => {
        const { status, body } = await ask(path, init);
        return isWanted(status, body);
      }),
  };
}

/** Waits until a change is noticed: what happens while a watcher takes its first look is not. */
async function watching(server: vite.ViteDevServer, root: string): Promise<void> {
  const probe = join(root, 'probe.txt');
  const seen = new Set<string>();
  server.watcher.on('all', (_, file) => seen.add(file));
  for (let turn = 0; !seen.has(probe); turn++) {
    await writeFile(probe, String(turn));
    await sleep(20);
  }
}

function loggerTo(log: string[]): vite.Logger {
  // eslint-disable-next-line no-control-regex -- what a terminal takes for colours
  const say = (message: string): unknown => log.push(message.replaceAll(/\u001b\[[\d;]*m/g, ''));
  return {
    // Vite says much of its own here.
    info: (message) => void (message.startsWith('unplugin-operations') && say(message)),
    warn: say,
    warnOnce: say,
    error: say,
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
}
