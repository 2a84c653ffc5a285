import type { WebpackPluginInstance } from 'webpack';
import { createWebpackPlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for webpack.
 *
 * @throws {TypeError} If an option is invalid.
 * @example export default { entry: './server.ts', plugins: [operations()] };
 */
const operations: (options?: Options) => WebpackPluginInstance = createWebpackPlugin(factory) as (
  options?: Options,
) => WebpackPluginInstance;
export default operations;
