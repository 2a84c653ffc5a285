import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTree } from './build.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Where TypeScript looks at a file from: a server, or a page. */
export type Side = 'server' | 'browser';

/** What a server's code is checked with, and what a front end's: that has no types of Node's. */
const SIDES = {
  server: { module: 'nodenext', lib: ['es2023'], types: ['node'] },
  browser: { module: 'preserve', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
};

/**
 * Checks a project with TypeScript, declarations included, against the package as it was built.
 *
 * @param root A scratch directory.
 * @param files Path below it -> text.
 * @param options More options of the compiler. With `allowJs`, it checks JavaScript too.
 * @returns What the compiler says, line by line; nothing where all is right.
 */
export async function checkTypes(
  root: string,
  files: Readonly<Record<string, string>>,
  side: Side = 'server',
  options: object = {},
): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2023',
    noEmit: true,
    allowImportingTsExtensions: true,
    ...SIDES[side],
    ...options,
  };
  await writeTree(root, {
    ...files,
    'tsconfig.json': JSON.stringify({
      compilerOptions,
      include: ['**/*.ts', '**/*.mts', ...('allowJs' in options ? ['**/*.js'] : [])],
    }),
  });
  linkPackages(root);
  const compiler = join(project, 'node_modules/.bin/tsc');
  const { status, stdout, stderr } = spawnSync(compiler, ['-p', '.', '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 && lines.length === 0) throw new Error(`TypeScript did not run: ${stderr}`);
  return lines;
}

/** Puts this package, and what a server's types need, where a project of its own finds them. */
export function linkPackages(root: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  for (const [name, target] of [
    ['unplugin-operations', project],
    ['koa', join(project, 'node_modules/koa')],
    ['@types/node', join(project, 'node_modules/@types/node')],
    ['@types/koa', join(project, 'node_modules/@types/koa')],
  ] as const) {
    try {
      symlinkSync(target, join(modules, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
