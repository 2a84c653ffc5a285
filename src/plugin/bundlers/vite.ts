import type { UserConfig } from 'vite';
import { DEPD } from './resolution.ts';

/**
 * What Vite needs to be told so that a server build (`build.ssr`) is one file with everything in it; whatever the user says stands.
 *
 * @param isRollup Whether Vite bundles with Rollup, as it did before Vite 8.
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
