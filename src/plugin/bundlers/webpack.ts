import type { Compiler } from 'webpack';
import type { Compilation } from '../../compiler/compile.ts';
import { MANIFEST, REWRITTEN_QUERY } from '../../project/virtual-modules.ts';
import { userError } from '../../project/errors.ts';
import type { Inputs } from '../server-input.ts';
import { importsManifest } from '../server-input.ts';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** The entries of webpack, or Rspack: each imports one module or more. */
type Entries = Readonly<Record<string, { readonly import?: readonly string[] }>>;

/**
 * Reads the entries of webpack, or Rspack. A function, which is called later, has none.
 *
 * @param directory The directory that they are relative to.
 */
export function webpackInputs(entry: Entries | (() => unknown), directory: string): Inputs {
  if (typeof entry === 'function') return { count: 0, isServer: false };
  const entries = Object.values(entry).map(({ import: modules = ['./src'] }) => modules);
  return { count: entries.length, isServer: importsManifest(entries.flat(), directory) };
}

/**
 * Configures webpack, or Rspack, to read operations. The user's own options take precedence.
 *
 * @param isServer Whether it builds a server, as one file with all dependencies.
 */
export function setUpWebpack(compiler: Compiler, isServer: boolean): void {
  const { options } = compiler;
  if (isServer) setUpServer(options);
  options.optimization.emitOnErrors ??= false;
  const { resolve } = options;
  resolve.extensions ??= EXTENSIONS;
  resolve.extensionAlias ??= { '.js': ['.js', '.ts'], '.mjs': ['.mjs', '.mts'], '.cjs': ['.cjs', '.cts'] };
  if (!Array.isArray(resolve.alias)) resolve.alias = { depd$: DEPD.replacement, ...resolve.alias };
  // In ES modules, webpack refuses imports without extensions, which the other bundlers resolve.
  if (resolve.fullySpecified === undefined)
    options.module.rules.unshift({
      test: /\.m?js$/,
      exclude: /[\\/]node_modules[\\/]/,
      resolve: { fullySpecified: false },
    });
  // webpack decides by the extension, but a rewritten `.cjs` file is an ES module.
  options.module.rules.unshift({ resourceQuery: REWRITTEN_QUERY, type: 'javascript/auto' });
  // webpack takes `virtual:` for a URL scheme, which plugins cannot resolve.
  new compiler.webpack.NormalModuleReplacementPlugin(new RegExp(`^${MANIFEST}`), (module: { request: string }) => {
    module.request = module.request.replace(':', '-');
  }).apply(compiler);
}

function setUpServer(options: Compiler['options']): void {
  options.mode ??= 'production';
  options.target ??= 'node';
  options.output.asyncChunks ??= false;
  if (options.output.module !== undefined || options.output.filename !== undefined) return;
  // A file `.mjs` runs as an ES module in any package.
  options.output.module = true;
  // In earlier versions of webpack 5 it is an experiment.
  Object.assign(options.experiments, { outputModule: true });
}

/**
 * Checks that webpack, or Rspack, can import the files of a tree.
 *
 * @throws {Error} If a file name has a "!", which separates loaders and cannot be escaped.
 */
export function checkNames({ operations }: Compilation): void {
  const invalid = operations.map(({ handler }) => handler.at.source.file).filter((file) => file.includes('!'));
  if (invalid.length > 0)
    throw userError(
      `unplugin-operations: webpack and Rspack cannot import files with "!" in their names: ${invalid.join(', ')}. Rename them.`,
    );
}
