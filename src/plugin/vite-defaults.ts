import type { UserConfig } from 'vite';

/**
 * What Vite needs to be told so that a server build (`build.ssr`) is one file with everything in it; whatever the user says stands.
 *
 * @returns undefined for any other build.
 */
export function viteDefaults(config: UserConfig, command: 'build' | 'serve'): UserConfig | undefined {
  if (command !== 'build' || config.build?.ssr === undefined || config.build.ssr === false) return undefined;
  return {
    // Of a dependency of Koa's, its own edition without eval: what it wraps are warnings of deprecation.
    resolve: { alias: [{ find: /^depd$/, replacement: 'depd/lib/browser/index.js' }] },
    ...(config.ssr?.noExternal === undefined && { ssr: { noExternal: true } }),
    build: { rolldownOptions: { output: { codeSplitting: false } } },
  };
}
