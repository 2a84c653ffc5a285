import { PACKAGE_FILES } from '../package-files.ts';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiler } from 'webpack';
import type { Compilation } from '../../build/compiler/compile.ts';
import { MANIFEST, REWRITTEN_QUERY } from '../../build/project/virtual-modules.ts';
import { userError } from '../../build/project/errors.ts';
import type { Inputs } from '../server-input.ts';
import { importsManifest } from '../server-input.ts';
import { DEPD, EXTENSIONS } from './resolution.ts';

/** The entries of webpack, or Rspack: each imports one module or more. */
type Entries = Readonly<Record<string, { readonly import?: readonly string[]; readonly filename?: unknown }>>;

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
      exclude: PACKAGE_FILES,
      resolve: { fullySpecified: false },
    });
  // webpack decides by the extension, but a rewritten `.cjs` file is an ES module.
  options.module.rules.unshift({ resourceQuery: REWRITTEN_QUERY, type: 'javascript/auto' });
  // webpack takes `virtual:` for a URL scheme, which plugins cannot resolve.
  new compiler.webpack.NormalModuleReplacementPlugin(new RegExp(`^${MANIFEST}`), (module: { request: string }) => {
    module.request = module.request.replace(':', '-');
  }).apply(compiler);
}

/** Whether Node takes the server for an ES module, by its name. */
function isModule({ output, entry, context = process.cwd() }: Compiler['options']): boolean {
  const names = outputNames(output.filename, entry);
  // webpack's own default is `.mjs` for ES modules, which runs in any package.
  if (names.length === 0) return true;
  const directory = output.path ?? join(context, 'dist');
  return names.every((name) => typeof name === 'string' && isModuleName(join(directory, name)));
}

/** The names of the files that are built, as far as the options have them. A function makes a name later. */
function outputNames(filename: unknown, entry: Entries | (() => unknown)): readonly unknown[] {
  const entries = typeof entry === 'function' ? [] : Object.values(entry);
  return [filename, ...entries.map((one) => one.filename)].filter((name) => name !== undefined);
}

/** Whether a file with a name is an ES module: https://nodejs.org/api/packages.html#determining-module-system */
function isModuleName(file: string): boolean {
  if (/\.[cm]js$/.test(file)) return file.endsWith('.mjs');
  return file.endsWith('.js') && isModulePackage(dirname(file));
}

function isModulePackage(directory: string): boolean {
  const file = join(directory, 'package.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: unknown }).type === 'module';
  } catch {
    const parent = dirname(directory);
    return parent !== directory && isModulePackage(parent);
  }
}

/** @throws {Error} If Node cannot start a file, because its name contradicts the option `output.module`. */
function checkModule({ output, entry }: Compiler['options']): void {
  const extension = output.module ? '.cjs' : '.mjs';
  const name = outputNames(output.filename, entry).find((given) => String(given).endsWith(extension));
  if (name === undefined) return;
  const kind = output.module ? 'an ES module' : 'CommonJS';
  throw userError(
    `unplugin-operations: Node cannot start ${JSON.stringify(name)}, because it is built as ${kind}. Set output.module to ${String(!output.module)}, or use another extension.`,
  );
}

function setUpServer(options: Compiler['options']): void {
  options.mode ??= 'production';
  options.target ??= 'node';
  options.output.asyncChunks ??= false;
  options.output.module ??= isModule(options);
  checkModule(options);
  if (!options.output.module) return;
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
