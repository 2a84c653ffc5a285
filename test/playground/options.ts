import type { Options } from '../../src/build/project/options.ts';
import config from '../../playground/vite.config.ts';

interface Configured {
  readonly name: string;
  readonly api?: { readonly options: Options };
}

const plugins = config.plugins!.flat() as readonly Configured[];

/** The plugin's options of the bookshop, as its configuration has them. */
export const OPTIONS: Options = plugins.find(({ name }) => name === 'unplugin-operations')!.api!.options;
