/** The names of Vite's configuration, in the order in which Vite looks for them. */
export const VITE_CONFIGS: readonly string[] = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map(
  (extension) => `vite.config.${extension}`,
);
