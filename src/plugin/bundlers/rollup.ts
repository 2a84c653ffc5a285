import type { InputOptions, InputPluginOption, MinimalPluginContext, OutputOptions, Plugin } from 'rollup';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** A package whose default export creates a plugin, as it is at run time. The types of these CommonJS packages differ. */
interface Maker {
  readonly default: (options?: object) => Plugin;
}

/** The plugins that Rollup needs to bundle a server. The package of each is `@rollup/plugin-` and its name. */
const NEEDED: readonly { readonly name: string; readonly load: () => Promise<unknown>; readonly options?: object }[] = [
  { name: 'commonjs', load: () => import('@rollup/plugin-commonjs') },
  {
    name: 'node-resolve',
    load: () => import('@rollup/plugin-node-resolve'),
    options: { exportConditions: ['node'], preferBuiltins: true, extensions: EXTENSIONS },
  },
  { name: 'json', load: () => import('@rollup/plugin-json') },
];

/** Configures Rollup to build a server with all dependencies. The user's own options and plugins take precedence. */
export async function rollupDefaults(context: MinimalPluginContext, options: InputOptions): Promise<InputOptions> {
  const given = await pluginsOf(options.plugins);
  const missing: string[] = [];
  const added: Plugin[] = [depdReplacement];
  for (const needed of NEEDED.filter(({ name }) => given.every((plugin) => plugin.name !== name))) {
    const maker = (await needed.load().catch(() => undefined)) as Maker | undefined;
    if (maker === undefined) missing.push(`@rollup/plugin-${needed.name}`);
    else added.push(maker.default(needed.options));
  }
  if (missing.length > 0)
    context.warn(
      `The bundle does not include npm packages, because these plugins are not installed: ${missing.join(', ')}. To include them: npm install --save-dev ${missing.join(' ')}`,
    );
  let changed: InputOptions = { ...options, plugins: [...given, ...added] };
  // Rollup calls the options hook only of the plugins that it was started with.
  for (const { options: change } of added)
    if (typeof change === 'function') changed = (await change.call(context, changed)) ?? changed;
  return changed;
}

/** Makes the output of Rollup one file, unless the user decides how many there are. */
export function rollupOutput(options: OutputOptions): OutputOptions {
  return options.preserveModules === true || options.manualChunks !== undefined
    ? options
    : { inlineDynamicImports: true, ...options };
}

const depdReplacement: Plugin = {
  name: 'unplugin-operations:depd',
  resolveId: {
    filter: { id: DEPD.request },
    handler(_, importer) {
      return this.resolve(DEPD.replacement, importer);
    },
  },
};

/** Flattens an option of plugins, which may be nested, promises or empty. */
export async function pluginsOf(option: InputPluginOption): Promise<Plugin[]> {
  const given = await option;
  if (Array.isArray(given)) return (await Promise.all(given.map(pluginsOf))).flat();
  return given ? [given as Plugin] : [];
}
