import type { UserConfig } from 'vite';
import { DEPD } from './resolution.ts';

/**
 * Configures Vite to build a server (`build.ssr`) as one file with all dependencies. The user's own options take precedence.
 *
 * @param isRollup Whether Vite bundles with Rollup, as before Vite 8.
 * @returns undefined for any other build.
 */
export function viteDefaults(
  config: UserConfig,
  command: 'build' | 'serve',
  isRollup: boolean,
): UserConfig | undefined {
  if (command !== 'build' || config.build?.ssr === undefined || config.build.ssr === false) return undefined;
  return {
    resolve: { alias: [{ find: DEPD.request, replacement: DEPD.replacement }] },
    ...(config.ssr?.noExternal === undefined && { ssr: { noExternal: true } }),
    ...(!splitsCode(config.build) && {
      build: isRollup
        ? { rollupOptions: { output: { inlineDynamicImports: true } } }
        : { rolldownOptions: { output: { codeSplitting: false } } },
    }),
  };
}

/** Options of the output that decide how many files a build writes. */
const SPLITTING = ['codeSplitting', 'inlineDynamicImports', 'manualChunks', 'advancedChunks', 'preserveModules'];

/** Whether a project decides itself how many files it becomes. Vite would replace its options by those of plugins. */
function splitsCode({ rolldownOptions, rollupOptions }: NonNullable<UserConfig['build']>): boolean {
  return [rolldownOptions?.output, rollupOptions?.output].some(
    (output) =>
      Array.isArray(output) ||
      (output !== undefined && SPLITTING.some((name) => Reflect.get(output, name) !== undefined)),
  );
}
