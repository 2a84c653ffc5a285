// Builds the library. Unlike the rolldown command, it prints nothing but errors.
import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

for (const options of await loadConfig('rolldown.config.ts')) await build(options);
