import { PACKAGE_FILES } from '../package-files.ts';
import type { Compiler } from '@rspack/core';
import type { Compiler as WebpackCompiler } from 'webpack';
import { handlesTypeScript } from './typescript.ts';
import { setUpWebpack } from './webpack.ts';

/** Configures Rspack like webpack, and to read TypeScript if the user has no loader for it. */
export function setUpRspack(compiler: Compiler, isServer: boolean): void {
  const { rules } = compiler.options.module;
  if (!handlesTypeScript(rules))
    rules.push({
      test: /\.[cm]?ts$/,
      exclude: PACKAGE_FILES,
      loader: 'builtin:swc-loader',
      options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      type: 'javascript/auto',
    });
  // These options mean the same in both.
  setUpWebpack(compiler as unknown as WebpackCompiler, isServer);
}
