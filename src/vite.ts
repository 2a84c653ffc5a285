import type { Plugin } from 'vite';
import { createVitePlugin } from 'unplugin';
import { factory } from './plugin/index.ts';
import type { Options } from './build/project/options.ts';

export type { Options };

/**
 * The plugin for Vite.
 *
 * @throws {TypeError} If an option is invalid.
 * @example export default defineConfig({ plugins: [operations()], build: { ssr: 'server.ts' } });
 */
const operations: (options?: Options) => Plugin[] = createVitePlugin(factory) as (options?: Options) => Plugin[];
export default operations;
