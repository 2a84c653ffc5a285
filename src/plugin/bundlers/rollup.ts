import type { InputOptions, InputPluginOption, OutputOptions, Plugin } from 'rollup';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** A package whose default export makes a plugin: what it is at run time, which declarations of CommonJS do not say. */
interface Maker {
  readonly default: (options?: object) => Plugin;
}

/** What Rollup leaves to plugins and a server cannot do without: by a plugin's name, its package and how it is told. */
const NEEDED: readonly {
  readonly name: string;
  readonly source: string;
  readonly load: () => Promise<unknown>;
  readonly options?: object;
}[] = [
  { name: 'commonjs', source: '@rollup/plugin-commonjs', load: () => import('@rollup/plugin-commonjs') },
  {
    name: 'node-resolve',
    source: '@rollup/plugin-node-resolve',
    load: () => import('@rollup/plugin-node-resolve'),
    options: {
      exportConditions: ['node'],
      preferBuiltins: true,
      extensions: EXTENSIONS,
    },
  },
  { name: 'json', source: '@rollup/plugin-json', load: () => import('@rollup/plugin-json') },
];

/** What Rollup needs so that a server is one file with everything in it; whatever the user says, and each plugin the user has, stands. */
export const rollupHooks: Pick<Plugin, 'options' | 'outputOptions'> = {
  async options(options: InputOptions): Promise<InputOptions> {
    const given = await pluginsOf(options.plugins);
    const missing: string[] = [];
    const added: Plugin[] = [inDepdsPlace];
    for (const needed of NEEDED.filter(({ name }) => given.every((plugin) => plugin.name !== name))) {
      const maker = (await needed.load().catch(() => undefined)) as Maker | undefined;
      if (maker === undefined) missing.push(needed.source);
      else added.push(maker.default(needed.options));
    }
    if (missing.length > 0)
      this.warn(
        `Without ${missing.join(', ')} packages stay outside of the bundle. To have them in it: npm install --save-dev ${missing.join(' ')}`,
      );
    let changed: InputOptions = { ...options, plugins: [...given, ...added] };
    // Rollup asks only those plugins to change the options that were there before.
    for (const { options: change } of added)
      if (typeof change === 'function') changed = (await change.call(this, changed)) ?? changed;
    return changed;
  },
  outputOptions: (options: OutputOptions): OutputOptions =>
    options.preserveModules === true || options.manualChunks !== undefined
      ? options
      : { inlineDynamicImports: true, ...options },
};

const inDepdsPlace: Plugin = {
  name: 'unplugin-operations:depd',
  resolveId: {
    filter: { id: DEPD.request },
    handler(_, importer) {
      return this.resolve(DEPD.replacement, importer);
    },
  },
};

/** The plugins of an option that may be nested, promised, or have gaps. */
export async function pluginsOf(option: InputPluginOption): Promise<Plugin[]> {
  const given = await option;
  if (Array.isArray(given)) return (await Promise.all(given.map(pluginsOf))).flat();
  return given ? [given as Plugin] : [];
}
