import type { Plugin } from 'esbuild';
import { createEsbuildPlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for esbuild.
 *
 * @throws {TypeError} If an option is invalid.
 * @example await build({ entryPoints: ['server.ts'], outfile: 'dist/server.js', plugins: [operations()] });
 */
const operations: (options?: Options) => Plugin = createEsbuildPlugin(factory) as (options?: Options) => Plugin;
export default operations;
