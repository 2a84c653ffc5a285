import type { InputOptions, OutputOptions } from 'rolldown';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** Configures Rolldown to build a server with all dependencies. The user's own options take precedence. */
export function rolldownDefaults(options: InputOptions): InputOptions {
  const { resolve } = options;
  return {
    platform: 'node',
    ...options,
    resolve: { extensions: EXTENSIONS, ...resolve, alias: { depd: DEPD.replacement, ...resolve?.alias } },
  };
}

/** Makes the output of Rolldown one file, unless the user decides how many there are. */
export function rolldownOutput(options: OutputOptions): OutputOptions {
  return { codeSplitting: false, ...options };
}
