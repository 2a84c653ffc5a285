import type { Environment, Plugin } from 'vite';
import type { UnpluginBuildContext } from 'unplugin';
import type { Diagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import { browserImport } from '../build/compiler/diagnostics/file-messages.ts';
import { buildError } from '../build/project/errors.ts';
import { RESOLVED, isWithoutHandlers, resolvedId } from '../build/project/virtual-modules.ts';
import { findImport } from './import-location.ts';

/** The part of a hook's `this` that shows the target of the bundle. */
export type HookContext = Partial<UnpluginBuildContext> & { readonly environment?: Environment };

/** The imports of modules with the code of operations, in bundles for browsers. */
export interface BrowserImports {
  /** Remembers the file that imports a module. */
  add(context: HookContext, id: string, importer: string | undefined): void;
  /**
   * @param ids The modules in question. Without them, all that were imported.
   * @throws {Error} If a module has the code of operations, and the bundle is for browsers.
   */
  check(context: HookContext, root: string, ids?: readonly string[]): void;
  /** The hooks of a build by Vite. Only at its end is it known whether a module is in the bundle: a condition can exclude it. */
  viteHooks(rootOf: () => string): Pick<Plugin, 'buildEnd' | 'generateBundle'>;
}

/** Creates a record without imports. */
export function createBrowserImports(): BrowserImports {
  const importers = new Map<string, string>();
  const imports: BrowserImports = {
    add(context, id, importer) {
      // The module of the tools imports the manifest.
      if (importer === undefined || RESOLVED.test(importer) || !isForBrowsers(context)) return;
      if (!isWithoutHandlers(id)) importers.set(id, importer);
    },
    check(context, root, ids = [...importers.keys()].map(resolvedId)) {
      if (!isForBrowsers(context)) return;
      const names = ids.map((id) => RESOLVED.exec(id)?.[1]).filter((id) => id !== undefined && !isWithoutHandlers(id));
      const direct = names.filter((id) => importers.has(id!));
      const error = buildError(
        (direct.length > 0 ? direct : names).map((id) => diagnose(id!, importers.get(id!), root)),
      );
      if (error !== undefined) throw error;
    },
    viteHooks: (rootOf) => ({
      buildEnd(error) {
        // Rollup first reports the missing exports of Node's modules in browsers.
        if (error?.message.includes('__vite-browser-external') === true) imports.check(this as HookContext, rootOf());
      },
      generateBundle(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
        imports.check(this as HookContext, rootOf(), ids);
      },
    }),
  };
  return imports;
}

function diagnose(id: string, importer: string | undefined, root: string): Diagnostic {
  const unknown = { source: { file: importer ?? id, text: id, isPath: true }, span: { start: 0, end: id.length } };
  return browserImport(findImport(id, importer, root) ?? unknown, id);
}

/** Whether a bundle is for browsers. esbuild, Rollup and Rolldown cannot know. */
function isForBrowsers({ environment, getNativeBuildContext }: HookContext): boolean {
  if (environment !== undefined) {
    // Vitest evaluates modules of a client in Node.
    const { name, config } = environment;
    return config.consumer === 'client' && !config.dev.moduleRunnerTransform && name !== '__vitest_vm__';
  }
  const native = getNativeBuildContext?.();
  if (native?.framework !== 'webpack' && native?.framework !== 'rspack') return false;
  const { web, node } = native.compiler?.options.externalsPresets ?? {};
  return web === true && node !== true;
}
