import type { Compiler } from 'webpack';
import type { Compilation } from '../../compiler/compile.ts';
import { MANIFEST, REWRITTEN_QUERY } from '../../project/virtual-modules.ts';
import { userError } from '../../project/errors.ts';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** Configures webpack, or Rspack, to build a server as one file with all dependencies. The user's own options take precedence. */
export function setUpWebpack(compiler: Compiler): void {
  const { options } = compiler;
  options.mode ??= 'production';
  options.target ??= 'node';
  options.output.asyncChunks ??= false;
  options.optimization.emitOnErrors ??= false;
  if (options.output.module === undefined && options.output.filename === undefined) {
    // A file `.mjs` runs as an ES module in any package.
    options.output.module = true;
    // In earlier versions of webpack 5 it is an experiment.
    Object.assign(options.experiments, { outputModule: true });
  }
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
