import type { Compiler } from 'webpack';
import type { Compilation } from '../../compiler/compile.ts';
import { MANIFEST, REWRITTEN_QUERY } from '../../project/virtual-modules.ts';
import { userError } from '../../project/errors.ts';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** Tells webpack (Rspack too: these options are the same) that it builds a server, one file with everything in it; whatever the user says stands. */
export function setUpWebpack(compiler: Compiler): void {
  const { options } = compiler;
  options.mode ??= 'production';
  options.target ??= 'node';
  options.output.asyncChunks ??= false;
  options.optimization.emitOnErrors ??= false;
  if (options.output.module === undefined && options.output.filename === undefined) {
    // An ES module in a file `.mjs` runs in whatever package it lies.
    options.output.module = true;
    // Earlier versions of webpack 5 have it as an experiment.
    Object.assign(options.experiments, { outputModule: true });
  }
  resolveSources(options.resolve);
  // webpack goes by the extension, and what is CommonJS by its extension is an ES module by then.
  options.module.rules.unshift({ resourceQuery: REWRITTEN_QUERY, type: 'javascript/auto' });
  // A colon makes a scheme, which no plugin could resolve.
  new compiler.webpack.NormalModuleReplacementPlugin(new RegExp(`^${MANIFEST}`), (module: { request: string }) => {
    module.request = module.request.replace(':', '-');
  }).apply(compiler);
}

function resolveSources(resolve: Compiler['options']['resolve']): void {
  resolve.extensions ??= EXTENSIONS;
  resolve.extensionAlias ??= { '.js': ['.js', '.ts'], '.mjs': ['.mjs', '.mts'], '.cjs': ['.cjs', '.cts'] };
  if (!Array.isArray(resolve.alias)) resolve.alias = { depd$: DEPD.replacement, ...resolve.alias };
}

/**
 * Checks that webpack, or Rspack, can import the files of a tree.
 *
 * @throws {Error} For a name with the character that they separate loaders by; there is no way to escape it.
 */
export function checkNames({ operations }: Compilation): void {
  const refused = operations.map(({ handler }) => handler.at.source.file).filter((file) => file.includes('!'));
  if (refused.length > 0)
    throw userError(
      `unplugin-operations: webpack and Rspack cannot import files with "!" in their names: ${refused.join(', ')}. Rename them.`,
    );
}
