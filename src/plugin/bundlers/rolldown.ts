import type { InputOptions, OutputOptions } from 'rolldown';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** What Rolldown needs to be told so that a server is one file with everything in it; whatever the user says stands. */
export function rolldownDefaults(options: InputOptions): InputOptions {
  const { resolve } = options;
  return {
    platform: 'node',
    ...options,
    resolve: { extensions: EXTENSIONS, ...resolve, alias: { depd: DEPD.replacement, ...resolve?.alias } },
  };
}

/** {@link rolldownDefaults}, for what comes out. */
export function rolldownOutput(options: OutputOptions): OutputOptions {
  return { codeSplitting: false, ...options };
}
