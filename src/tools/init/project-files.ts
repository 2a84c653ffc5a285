import { quoteText } from '../../build/codegen/literal.ts';
import type { Choices } from './project-choices.ts';
import { baseOf } from './project-choices.ts';
import { ENTRIES } from './api-files.ts';
import { frontEndFiles } from './front-end-files.ts';
import { createGitignore } from './gitignore.ts';
import type { Files } from './language.ts';
import { languageOf } from './language.ts';

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
} as const;

/**
 * The options of the TypeScript compiler for an API. The bundler reads its files as ES modules, but with `nodenext` they would be CommonJS in a
 * CommonJS package, which has no `await` at the top level.
 */
export function compilerOptionsFor(isCommonJs: boolean): object {
  return isCommonJs ? { ...COMPILER_OPTIONS, module: 'preserve' } : COMPILER_OPTIONS;
}

/**
 * Creates the files around a new API: configuration, and the front end.
 *
 * @param output The file that the build writes, relative to the project.
 * @param isCommonJs Whether the files of the package are CommonJS.
 */
export function createProjectFiles(choices: Choices, output: string, isCommonJs = false): Files {
  const { extension } = languageOf(choices);
  return {
    [`vite.config.${extension}`]: viteConfig(choices),
    [choices.language === 'typescript' ? 'tsconfig.json' : 'jsconfig.json']: json(typeConfig(choices, isCommonJs)),
    ...(choices.platform === 'workers' && { 'wrangler.jsonc': json(wranglerConfig(choices, output)) }),
    '.gitignore': createGitignore(choices, output),
    ...(choices.frontEnd === 'new' && frontEndFiles(choices)),
  };
}

/** The plugin's options in `vite.config`, as code. */
export function pluginOptions(choices: Choices): string {
  const { extension } = languageOf(choices);
  const base = baseOf(choices);
  const options = [
    ...(base === '/' ? [] : [`base: ${quoteText(base)}`]),
    `app: 'app/api.${extension}'`,
    ...(choices.globalTypes ? ['dts: { globals: true }'] : []),
  ];
  return `{ ${options.join(', ')} }`;
}

function viteConfig(choices: Choices): string {
  const { extension } = languageOf(choices);
  const isWorker = choices.platform === 'workers';
  const entry = `app/${ENTRIES[choices.platform]}.${extension}`;
  const outputs = {
    node: '',
    lambda: `, rolldownOptions: { output: { entryFileNames: '[name].mjs' } }`,
    workers: `, rolldownOptions: { external: [/^cloudflare:/] }`,
  };
  // A function is deployed as one file.
  const driver =
    choices.platform === 'node' ? { none: undefined, sqlite: 'libsql', postgresql: 'pg' }[choices.database] : undefined;
  const lines = [
    ...(choices.frontEnd !== 'none' ? [] : [`  build: { ssr: '${entry}'${outputs[choices.platform]} },`]),
    ...(driver === undefined
      ? []
      : [
          `  // The driver stays outside the file: install it where the server runs.`,
          `  ssr: { external: ['${driver}'] },`,
        ]),
    ...(choices.database === 'sqlite' ? [`  test: { env: { DATABASE_FILE: ':memory:' } },`] : []),
  ];
  const operations = `operations(${pluginOptions(choices).replace(/ \}$/, `, checkResponses: mode === 'test' }`)})`;
  const requires = isWorker ? `, esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })` : '';
  const imports = [
    ...(isWorker ? [`import { builtinModules } from 'node:module';`] : []),
    `import operations from 'unplugin-operations/vite';`,
    ...(isWorker ? [`import { esmExternalRequirePlugin } from 'vite';`] : []),
    `import { defineConfig } from 'vitest/config';`,
  ];
  return `${imports.join('\n')}\n\nexport default defineConfig(({ mode }) => ({\n  plugins: [${operations}${requires}],\n${lines.map((line) => `${line}\n`).join('')}}));\n`;
}

/** The options for JavaScript: parameters may stay without a type, and packages are not checked. */
const JAVASCRIPT_OPTIONS = { checkJs: true, noImplicitAny: false, maxNodeModuleJsDepth: 0 } as const;

function typeConfig({ frontEnd, language }: Choices, isCommonJs: boolean): object {
  const isTyped = language === 'typescript';
  const compilerOptions = {
    ...compilerOptionsFor(isCommonJs),
    ...(!isTyped && JAVASCRIPT_OPTIONS),
    ...(frontEnd !== 'none' && { lib: ['es2023', 'dom', 'dom.iterable'] }),
  };
  const directories = ['app', ...(frontEnd === 'none' ? [] : ['src'])];
  if (isTyped) return { compilerOptions, include: [...directories, '*.ts'] };
  return {
    compilerOptions,
    include: [...directories, '*.js', 'operations.d.ts'],
    // The types of contracts are not those of JSDoc, and the built server need not exist.
    exclude: ['app/definitions', 'app/start.mjs'],
  };
}

function wranglerConfig({ name }: Choices, output: string): object {
  return {
    name: name.replace(/^@.*\//, ''),
    main: output,
    no_bundle: true,
    compatibility_date: '2026-03-17',
    compatibility_flags: ['nodejs_compat', 'enable_request_signal'],
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
