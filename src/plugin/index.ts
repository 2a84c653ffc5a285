import { PACKAGE_FILES } from './package-files.ts';
import type { UnpluginContextMeta, UnpluginFactory, UnpluginOptions } from 'unplugin';
import { createBuild, readsQueries } from './build.ts';
import { createBrowserImports } from './browser-imports.ts';

import { typeScriptPlugin } from './bundlers/typescript.ts';
import { bundlerHooks } from './bundler-hooks.ts';
import { viteHooks } from './vite-hooks.ts';

import { commonJsHelpers } from './dev/commonjs-helpers.ts';
import type { DevServer } from './dev/server.ts';
import { serveTree } from './dev/server.ts';
import { RESOLVED, REWRITTEN, VIRTUAL, resolvedId } from '../build/project/virtual-modules.ts';
import type { Options, ResolvedOptions } from '../build/project/options.ts';
import { resolveOptions } from '../build/project/options.ts';
import { checkModule, MAY_GUARD } from './module-check.ts';
import { patchPlugins } from './patches/index.ts';
import { dropOwnTimings } from './own-timings.ts';

/** Creates the plugins for a bundler. */
export const factory: UnpluginFactory<Options | undefined> = (given, { framework }) => {
  const options = resolveOptions(given);
  const plugins = operationsPlugins(given, options, framework);
  // The other bundlers read TypeScript, or the plugin configures them to.
  const readsTypes = framework !== 'rollup' && framework !== 'webpack';
  return [...plugins, ...patchPlugins(options.patches), ...(readsTypes ? [] : [typeScriptPlugin()])];
};

function operationsPlugins(
  given: Options | undefined,
  options: ResolvedOptions,
  framework: UnpluginContextMeta['framework'],
): UnpluginOptions[] {
  const build = createBuild(options, framework);
  const browserImports = createBrowserImports();
  let devServer: DevServer | undefined;
  const hasQueries = readsQueries(framework);
  const vite = viteHooks(
    given,
    build,
    options,
    (server, mock) => (devServer = serveTree(server, build, { ...options, mock })),
  );
  const plugin: UnpluginOptions = {
    name: 'unplugin-operations',
    // CommonJS is rewritten and contracts are removed before other plugins change the text.
    enforce: 'pre',
    buildStart() {
      build.start();
      devServer?.start();
    },
    resolveId: {
      filter: { id: hasQueries ? VIRTUAL : either(VIRTUAL, REWRITTEN) },
      handler(id, importer) {
        const name = VIRTUAL.exec(id)?.[1];
        if (name === undefined) return id;
        build.addImport(`virtual:${name}`, importer);
        browserImports.add(this, `virtual:${name}`, importer);
        return resolvedId(`virtual:${name}`);
      },
    },
    load: {
      filter: { id: hasQueries ? RESOLVED : either(RESOLVED, REWRITTEN) },
      handler(id) {
        const name = RESOLVED.exec(id)?.[1];
        // In builds, it is only known at the end whether a module is in the bundle: a condition can exclude it.
        if (framework !== 'vite' || devServer !== undefined) browserImports.check(this, build.project.root, [id]);
        // Without mappings, Vite makes no source map: for a large tree, that takes longer than the rest of an edit's modules.
        if (devServer !== undefined && name !== undefined) return { code: devServer.text(name), map: { mappings: '' } };
        return build.load(this, id);
      },
    },
    transform: {
      filter: {
        id: { include: /\.[cm]?[jt]s(?:\?operation\.m[jt]s)?$/, exclude: PACKAGE_FILES },
        // A file with a contract has a comment. For webpack, CommonJS without one is rewritten too.
        ...(!hasQueries && { code: ['/*', ...MAY_GUARD] }),
      },
      handler(code, id) {
        checkModule(build, devServer === undefined ? this : undefined, code, id);
        return devServer === undefined ? build.transform(this, code, id) : null;
      },
    },
    vite: {
      ...vite.hooks,
      onLog: dropOwnTimings,
      ...browserImports.viteHooks(() => build.project.root),
    },
    ...bundlerHooks(build, options.standalone),
  };
  return framework === 'vite' ? [plugin, ...vitePlugins(vite.depd), lastPlugin(() => devServer)] : [plugin];
}

/** The plugins for parts of Vite's builds. */
function vitePlugins(depd: UnpluginOptions['vite']): UnpluginOptions[] {
  return [
    { name: 'unplugin-operations:depd', enforce: 'pre', vite: depd },
    { name: 'unplugin-operations:commonjs-helpers', enforce: 'pre', vite: commonJsHelpers },
  ];
}

/** Adds the dev server's last middleware, after those of all other plugins: before Vite's own, and after them. */
function lastPlugin(devServer: () => DevServer | undefined): UnpluginOptions {
  return {
    name: 'unplugin-operations:unanswered',
    enforce: 'post',
    vite: {
      configureServer({ middlewares }) {
        middlewares.use(devServer()!.hidden.hide);
        return () => void middlewares.use(devServer()!.lastMiddleware);
      },
    },
  };
}

function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`, 's');
}
