import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import type { Project } from '../../src/build/project/project.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import { scratch, writeTree } from '../support/build.ts';

/** The packages with directives in this directory. */
export const PACKAGES = ['acme-permission', 'acme-audit', 'acme-owner'];

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/** A package.json that names packages of directives. */
export function packageJson(directives: readonly unknown[] = PACKAGES, others: object = {}): string {
  return JSON.stringify(
    { name: 'shop', version: '1.0.0', type: 'module', operations: { directives }, ...others },
    null,
    2,
  );
}

/** A directory with files, in which the packages of directives, and this library as it was built, are installed. */
export async function projectWith(
  files: Files,
  cleanup: Parameters<typeof scratch>[0] = onTestFinished,
): Promise<string> {
  const root = scratch(cleanup);
  install(root);
  await writeTree(root, { 'package.json': packageJson(), ...files });
  return root;
}

/** Installs the packages of directives, and this library. */
export function install(root: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(join(import.meta.dirname, 'packages'), modules, { recursive: true });
  symlinkSync(join(import.meta.dirname, '../..'), join(modules, 'unplugin-operations'));
}

/** Installs the same, and the packages in the directory `packages` of a fixture. */
export function installWith(root: string): void {
  install(root);
  const own = join(root, 'packages');
  if (existsSync(own)) cpSync(own, join(root, 'node_modules'), { recursive: true });
}

/** The project in a directory. */
export function projectAt(root: string): Project {
  return locateProject(resolveOptions({ root }), root);
}

/** Compiles the project in a directory. */
export function compileAt(root: string): Compilation {
  return createSession(projectAt(root)).compile();
}

/** The diagnostics of a project with files, as they are printed. */
export async function diagnosticsOf(files: Files): Promise<string[]> {
  const { diagnostics } = compileAt(await projectWith(files));
  return diagnostics.map(formatDiagnostic);
}

/** An operation with lines in its comment. */
export function operation(...lines: readonly string[]): string {
  return `/**\n${[...lines, '@returns {string} 200 - Done'].map((line) => ` * ${line}\n`).join('')} */\nexport default () => 'done';\n`;
}

/** A package with one directive, whose fields are code. */
export function packageOf(name: string, fields: string, packageFields: object = {}): Files {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({
      name,
      type: 'module',
      exports: './index.js',
      ...packageFields,
    }),
    [`node_modules/${name}/index.js`]: `import { defineDirective } from 'unplugin-operations/directive';\nexport const own = defineDirective({ version: 1, form: { snippet: '', meaning: '', example: '' }, ${fields} });\n`,
  };
}
