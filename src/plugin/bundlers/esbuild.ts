import type { BuildOptions, PluginBuild } from 'esbuild';
import { DEPD, EXTENSIONS } from './resolution.ts';

// Koa's CommonJS asks for Node's own modules by require(), which an ES module has to make. Where there are no files, as on workers, a module
// has no URL.
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url ?? 'file:///worker.mjs');";

/** Tells esbuild that it builds a server, one file with everything in it; whatever the user says stands. */
export function esbuildDefaults(options: BuildOptions): void {
  options.bundle ??= true;
  options.platform ??= 'node';
  options.resolveExtensions ??= EXTENSIONS;
  options.format ??= options.outfile?.endsWith('.cjs') === true ? 'cjs' : 'esm';
  const banner = options.banner?.['js'] ?? '';
  if (options.format === 'esm' && options.platform === 'node' && !/\brequire\s*=/.test(banner))
    options.banner = { ...options.banner, js: banner === '' ? REQUIRE : `${banner}\n${REQUIRE}` };
}

/**
 * Adds to esbuild what unplugin's hooks cannot say.
 *
 * @param watched Which directories' entries the virtual modules depend on, absolute.
 */
export function setUpEsbuild(build: PluginBuild, watched: () => string[]): void {
  build.onResolve({ filter: DEPD.request }, ({ importer, resolveDir, kind }) =>
    build.resolve(DEPD.replacement, { importer, resolveDir, kind }),
  );
  // esbuild takes one answer for a module. In unplugin's there are no directories, and what the id of a virtual module seems to lie in is none.
  const { onLoad, initialOptions } = build;
  const resolveDir = initialOptions.absWorkingDir ?? process.cwd();
  build.onLoad = (options, load) =>
    onLoad(options, async (args) => {
      const result = await load(args);
      return result && args.path.startsWith('\0') ? { ...result, resolveDir, watchDirs: watched() } : result;
    });
}
