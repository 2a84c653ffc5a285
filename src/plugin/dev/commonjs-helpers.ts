import { PACKAGE_FILES } from '../package-files.ts';
import type { Plugin } from 'vite';
import { toSharedModule } from '../../build/compiler/module/commonjs.ts';

/**
 * Rewrites the CommonJS files of a project for Vite's dev server, which evaluates all files as ES modules. Packages are loaded by Node.
 *
 * The operations' own files are rewritten where they are loaded.
 */
export const commonJsHelpers: Partial<Plugin> = {
  apply: 'serve',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  transform: {
    filter: { id: { include: /\.c?js$/, exclude: PACKAGE_FILES }, code: /\b(?:exports|require)\b/ },
    handler: (text, file) => toSharedModule({ file, text }),
  },
};
