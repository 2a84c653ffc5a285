import type { Plugin } from 'rolldown';
import { createRolldownPlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for Rolldown.
 *
 * @throws {TypeError} If an option is invalid.
 * @example export default defineConfig({ input: 'server.ts', output: { file: 'dist/server.js' }, plugins: [operations()] });
 */
const operations: (options?: Options) => Plugin = createRolldownPlugin(factory) as (options?: Options) => Plugin;
export default operations;
