import type { Plugin } from 'rollup';
import { createRollupPlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for Rollup.
 *
 * @throws {TypeError} If an option is invalid.
 * @example export default { input: 'server.ts', output: { file: 'dist/server.js' }, plugins: [operations()] };
 */
const operations: (options?: Options) => Plugin[] = createRollupPlugin(factory) as (options?: Options) => Plugin[];
export default operations;
