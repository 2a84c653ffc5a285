import type { Compiler } from '@rspack/core';
import type { Compiler as WebpackCompiler } from 'webpack';
import { handlesTypeScript } from './typescript.ts';
import { setUpWebpack } from './webpack.ts';

/** Tells Rspack what webpack is told, and to read TypeScript where the user has no loader for it. */
export function setUpRspack(compiler: Compiler): void {
  const { rules } = compiler.options.module;
  if (!handlesTypeScript(rules))
    rules.push({
      test: /\.[cm]?ts$/,
      exclude: /[\\/]node_modules[\\/]/,
      loader: 'builtin:swc-loader',
      options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      type: 'javascript/auto',
    });
  // The options that are set there have one meaning in both.
  setUpWebpack(compiler as unknown as WebpackCompiler);
}
