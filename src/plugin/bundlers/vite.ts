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
    build: isRollup
      ? { rollupOptions: { output: { inlineDynamicImports: true } } }
      : { rolldownOptions: { output: { codeSplitting: false } } },
  };
}
