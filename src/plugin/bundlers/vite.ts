import { resolve } from 'node:path';
import type { BuildEnvironmentOptions, EnvironmentOptions } from 'vite';
import type { Inputs } from '../server-input.ts';
import { readInputs } from '../server-input.ts';

/**
 * Reads the inputs of an environment of Vite, as Vite chooses them. A client has none that could be a server.
 *
 * @param root Vite's root.
 * @param isRollup Whether Vite bundles with Rollup, as before Vite 8: its inputs are relative to the working directory.
 */
export function environmentInputs(name: string, options: EnvironmentOptions, root: string, isRollup: boolean): Inputs {
  const { build, consumer = name === 'client' ? 'client' : 'server' } = options;
  if (consumer === 'client') return { count: 0, isServer: false };
  // Vite 8 has both names for one option, and the new top-level input.
  const given = build?.rolldownOptions?.input ?? build?.rollupOptions?.input;
  if (!build?.lib && typeof build?.ssr === 'string') return readInputs(build.ssr, resolve(root));
  const inputs = given ?? (build?.lib ? build.lib.entry : options.input);
  return readInputs(inputs, isRollup && given !== undefined ? process.cwd() : resolve(root));
}

/**
 * Configures an environment of Vite to build a server as one file with all dependencies. The user's own options take precedence.
 *
 * @param isOneFile Whether the build has one input: only then can it be one file.
 * @param isRollup Whether Vite bundles with Rollup, as before Vite 8.
 */
export function viteDefaults(options: EnvironmentOptions, isOneFile: boolean, isRollup: boolean): EnvironmentOptions {
  const output = isRollup
    ? { rollupOptions: { output: { inlineDynamicImports: true } } }
    : { rolldownOptions: { output: { codeSplitting: false } } };
  return {
    ...(options.resolve?.noExternal === undefined && { resolve: { noExternal: true } }),
    ...(isOneFile && !splitsCode(options.build) && { build: output }),
  };
}

/** Options of the output that decide how many files a build writes. */
const SPLITTING = ['codeSplitting', 'inlineDynamicImports', 'manualChunks', 'advancedChunks', 'preserveModules'];

/** Whether a project decides itself how many files it becomes. Vite would replace its options by those of plugins. */
function splitsCode({ rolldownOptions, rollupOptions }: BuildEnvironmentOptions = {}): boolean {
  return [rolldownOptions?.output, rollupOptions?.output].some(
    (output) =>
      Array.isArray(output) ||
      (output !== undefined && SPLITTING.some((name) => Reflect.get(output, name) !== undefined)),
  );
}
