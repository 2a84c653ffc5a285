import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InlineConfig, Logger } from 'vite';
import { build } from 'vite';
import { scratch, writeTree } from '../support/build.ts';
import operations from '../../src/vite.ts';
import type { Manifest } from '../../src/shared/contract/manifest.ts';
import type { Options } from '../../src/build/project/options.ts';

/** What a build gave. */
export interface Built {
  readonly root: string;
  /** The bundle's text, empty where the build failed. */
  readonly text: string;
  readonly infos: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** What the build threw. */
  readonly thrown: Error | undefined;
  /** Evaluates the bundle: what `server.ts` exports. */
  load<T = { default: Manifest }>(): Promise<T>;
}

/** A server that does nothing but give what it has imported. */
export const SERVER = "import operations from 'virtual:operations';\nexport default operations;\n";

/** A contract, for files where it is of no matter. */
export const CONTRACT = '/** @returns {string} Some */\n';

/** Builds a project in a scratch directory, as Vite does when it is called in that directory. */
export async function buildProject(
  files: Readonly<Record<string, string>>,
  options?: Options,
  config: InlineConfig = {},
  root: string = scratch(),
): Promise<Built> {
  await writeTree(root, { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...files });
  const { logger, infos, warnings, errors } = captureLog();
  const from = process.cwd();
  process.chdir(root);
  let thrown: Error | undefined;
  try {
    await build({
      configFile: false,
      customLogger: logger,
      plugins: [operations(options)],
      ...config,
      build: { ssr: 'server.ts', outDir: 'dist', emptyOutDir: true, ...config.build },
    });
  } catch (error) {
    thrown = error as Error;
  } finally {
    process.chdir(from);
  }
  const file = join(root, 'dist/server.js');
  const text = thrown === undefined ? await readFile(file, 'utf8') : '';
  return {
    root,
    text,
    infos,
    warnings,
    errors,
    thrown,
    load: () => import(/* @vite-ignore */ pathToFileURL(file).href),
  };
}

function captureLog(): { logger: Logger; infos: string[]; warnings: string[]; errors: string[] } {
  const [infos, warnings, errors]: [string[], string[], string[]] = [[], [], []];
  const warn = (message: string): unknown => warnings.push(message);
  const logger: Logger = {
    info: (message) => void infos.push(message),
    warn,
    warnOnce: warn,
    error: (message) => errors.push(message),
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  return { logger, infos, warnings, errors };
}

/** What each operation of a bundle answers: method and path -> result. */
export async function answers({ load }: Built): Promise<Record<string, unknown>> {
  const { default: manifest } = await load();
  const entries = manifest.operations.map(async ({ method, path, handler, load: evaluate }) => {
    const call = handler ?? (await evaluate!());
    return [`${method} ${path}`, await call({}, () => {})] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
