import type { RspackPluginInstance } from '@rspack/core';
import { createRspackPlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for Rspack.
 *
 * @throws {TypeError} If an option is invalid.
 * @example export default defineConfig({ entry: './server.ts', plugins: [operations()] });
 */
const operations: (options?: Options) => RspackPluginInstance = createRspackPlugin(factory) as (
  options?: Options,
) => RspackPluginInstance;
export default operations;
