import type { BuildOptions, PluginBuild } from 'esbuild';
import type { Inputs } from '../server-input.ts';
import { readInputs } from '../server-input.ts';
import { DEPD, EXTENSIONS } from './resolution.ts';

// Koa's CommonJS requires Node's own modules, and an ES module has to create require() for that. On workers, import.meta.url is undefined.
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url ?? 'file:///worker.mjs');";

/** Reads the entries of esbuild. */
export function esbuildInputs({ entryPoints = [], absWorkingDir = process.cwd() }: BuildOptions): Inputs {
  const entries = Object.values<string | { in: string }>(entryPoints);
  return readInputs(
    entries.map((entry) => (typeof entry === 'string' ? entry : entry.in)),
    absWorkingDir,
  );
}

/** Configures esbuild to build a server as one file with all dependencies. The user's own options take precedence. */
export function esbuildDefaults(options: BuildOptions): void {
  options.platform ??= 'node';
  options.resolveExtensions ??= EXTENSIONS;
  options.format ??= options.outfile?.endsWith('.cjs') === true ? 'cjs' : 'esm';
  const banner = options.banner?.['js'] ?? '';
  if (options.format === 'esm' && options.platform === 'node' && !/\brequire\s*=/.test(banner))
    options.banner = { ...options.banner, js: banner === '' ? REQUIRE : `${banner}\n${REQUIRE}` };
}

/**
 * Adds the parts for esbuild that unplugin has no hooks for.
 *
 * @param watched Returns the directories that the virtual modules depend on, absolute.
 */
export function setUpEsbuild(build: PluginBuild, watched: () => string[]): void {
  build.onResolve({ filter: DEPD.request }, ({ importer, resolveDir, kind }) =>
    build.resolve(DEPD.replacement, { importer, resolveDir, kind }),
  );
  // unplugin's result has no watched directories, and a virtual module's id has no directory to resolve its imports from.
  const { onLoad, initialOptions } = build;
  const resolveDir = initialOptions.absWorkingDir ?? process.cwd();
  build.onLoad = (options, load) =>
    onLoad(options, async (args) => {
      const result = await load(args);
      return result && args.path.startsWith('\0') ? { ...result, resolveDir, watchDirs: watched() } : result;
    });
}
