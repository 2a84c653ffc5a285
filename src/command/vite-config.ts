import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { toPosix } from '../build/project/files.ts';
import type { Options } from '../build/project/options.ts';
import { VITE_CONFIGS } from '../build/project/vite-config-names.ts';
import { plainMessage } from './plain-message.ts';

/** The parts of Vite that are called here. */
interface Vite {
  loadConfigFromFile(
    env: { readonly command: 'build'; readonly mode: string },
    file: string,
    root: string,
    logLevel: 'silent',
  ): Promise<{ readonly config: { readonly root?: string; readonly plugins?: unknown } } | null>;
}

/** The `vite.config` file of a directory; undefined without one. */
export function locateViteConfig(directory: string): string | undefined {
  return VITE_CONFIGS.map((name) => join(directory, name)).find((path) => existsSync(path));
}

/** The path of a file for messages, relative to the working directory. */
export function showFile(file: string): string {
  return toPosix(relative(process.cwd(), file));
}

/**
 * Reads the plugin's options from the `vite.config` file of a directory.
 *
 * @param directory Absolute.
 * @param warn Receives a message if the file cannot be read.
 * @returns Undefined if there is no such file, or if it does not use the plugin.
 */
export async function readViteOptions(
  directory: string,
  warn: (message: string) => void,
): Promise<Options | undefined> {
  const file = locateViteConfig(directory);
  if (file === undefined) return undefined;
  try {
    // The project's own Vite: the command does not depend on it.
    const path = createRequire(join(directory, 'package.json')).resolve('vite');
    const { loadConfigFromFile } = (await import(pathToFileURL(path).href)) as Vite;
    const loaded = await withoutTimings(() =>
      loadConfigFromFile({ command: 'build', mode: 'production' }, file, directory, 'silent'),
    );
    if (loaded === null) return undefined;
    const options = await findOptions(loaded.config.plugins);
    const { root } = loaded.config;
    return options && { ...(root !== undefined && { root: resolve(directory, root) }), ...options };
  } catch (error) {
    warn(`${showFile(file)} was not read, so only the options of the command line count: ${reasonOf(error)}`);
    return undefined;
  }
}

/** The first line of a message that gives a reason: Rolldown writes the number of errors above it. */
function reasonOf(error: unknown): string {
  const message = stripVTControlCharacters(plainMessage(error)).replace(/^Build failed with \d+ errors?:\s*/, '');
  return message.split('\n', 1)[0]!;
}

/** Vite has no option against Rolldown's report of the time that its own plugins took for the file. */
async function withoutTimings<T>(load: () => Promise<T>): Promise<T> {
  /* eslint-disable no-console -- Rolldown prints it there */
  const { warn } = console;
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes('[PLUGIN_TIMINGS]')) warn(...values);
  };
  return load().finally(() => (console.warn = warn));
  /* eslint-enable no-console */
}

/** Finds the plugin in a list of plugins, which can be nested and promised. */
async function findOptions(plugins: unknown): Promise<Options | undefined> {
  const plugin: unknown = await plugins;
  if (Array.isArray(plugin)) {
    for (const one of plugin) {
      const options = await findOptions(one);
      if (options !== undefined) return options;
    }
    return undefined;
  }
  if (typeof plugin !== 'object' || plugin === null) return undefined;
  const { name, api } = plugin as { readonly name?: unknown; readonly api?: { readonly options?: Options } };
  return name === 'unplugin-operations' ? (api?.options ?? {}) : undefined;
}
