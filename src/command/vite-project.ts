import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Options } from '../build/project/options.ts';
import type { TreeArguments } from './tree-options.ts';
import { projectOf } from './tree-options.ts';
import { locateViteConfig } from './vite-config.ts';

/** A project that a command runs in Vite's dev server. */
export interface ViteProject {
  /** The inline configuration of Vite. */
  readonly config: object;
  /** Whether a `vite.config` of the project has the plugin, and so its options. */
  readonly isConfigured: boolean;
}

/** Prepares a project: with its own `vite.config` if that has the plugin, and otherwise with the options of the command line. */
export async function viteProjectOf(args: TreeArguments): Promise<ViteProject> {
  const { options, root, isConfigured } = await projectOf(args);
  if (isConfigured) return { config: { root, configFile: locateViteConfig(resolve(args.root ?? '.')) }, isConfigured };
  const { operations, definitions, base, webhooks, ignore, strict, paging } = options;
  const plugin = await importPlugin();
  const plugins = [plugin({ root, operations, definitions, base, webhooks, ignore, strict, paging })];
  return { config: { root, configFile: false, plugins }, isConfigured };
}

/** Imports the package's plugin for Vite. */
export async function importPlugin(): Promise<(options: Options) => unknown> {
  const path = createRequire(import.meta.url).resolve('unplugin-operations/vite');
  const { default: plugin } = (await import(pathToFileURL(path).href)) as {
    readonly default: (options: Options) => unknown;
  };
  return plugin;
}

/**
 * Imports the project's own Vite: the command does not depend on it. Without one, it is the Vite that this package finds.
 *
 * @throws {Error} With the message if there is none.
 */
export async function importVite<Vite>(directory: string, message: string): Promise<Vite> {
  for (const from of [join(directory, 'package.json'), import.meta.url]) {
    try {
      const path = createRequire(from).resolve('vite');
      return (await import(pathToFileURL(path).href)) as Vite;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(message);
}
