import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import type { Files } from './language.ts';

/** The package manager that runs this process. */
export interface PackageManager {
  readonly name: string;
  /** The first number of its version; 0 if it is unknown. */
  readonly major: number;
}

/**
 * Reads the package manager from the variable that each of them sets, such as `yarn/4.18.1 npm/? node/v20.20.2 linux x64`.
 *
 * @returns npm if the variable is absent or names an unknown one.
 */
export function packageManager(agent: string = process.env['npm_config_user_agent'] ?? ''): PackageManager {
  const [, name = 'npm', major = '0'] = /^(npm|pnpm|yarn|bun)\/(\d+)/.exec(agent) ?? [];
  return { name, major: Number(major) };
}

const LOCK_FILES: readonly (readonly [file: string, name: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/**
 * The package manager of a project: the one in package.json, that of its lock file, or that of the workspace around it. A person can start the
 * command with another one, as with `npx` in a project of pnpm.
 *
 * @returns The package manager that runs this process if nothing names one.
 */
export function projectManager(directory: string): PackageManager {
  let [at, manager] = [directory, managerIn(directory)];
  while (manager === undefined && dirname(at) !== at) {
    at = dirname(at);
    manager = isWorkspace(at) ? managerIn(at) : undefined;
  }
  return manager ?? packageManager();
}

/** The package manager that a directory names; undefined if it names none. */
function managerIn(directory: string): PackageManager | undefined {
  const [, declared, major] = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(String(readPackage(directory).packageManager)) ?? [];
  if (declared !== undefined) return { name: declared, major: Number(major) };
  const [first, ...others] = LOCK_FILES.flatMap(([file, name]) => (existsSync(join(directory, file)) ? [name] : []));
  if (first === undefined) return undefined;
  const running = packageManager();
  return [first, ...others].includes(running.name) ? running : { name: first, major: 0 };
}

/** Whether a directory is below the root of a workspace. */
function isInWorkspace(directory: string): boolean {
  const parent = dirname(directory);
  return parent !== directory && (isWorkspace(parent) || isInWorkspace(parent));
}

function isWorkspace(directory: string): boolean {
  return existsSync(join(directory, 'pnpm-workspace.yaml')) || readPackage(directory).workspaces !== undefined;
}

function readPackage(directory: string): { readonly packageManager?: unknown; readonly workspaces?: unknown } {
  const path = join(directory, 'package.json');
  return (existsSync(path) && (parse(readFileSync(path, 'utf8')) as object | undefined)) || {};
}

/**
 * Writes how a person runs a script of package.json. `pnpm deploy`, `bun test` and `bun build` are other commands.
 *
 * @example runScript('dev', 'npm') // 'npm run dev'
 */
export function runScript(script: string, manager: string = packageManager().name): string {
  const isShort = manager === 'yarn' || (manager === 'npm' && ['test', 'start'].includes(script));
  return isShort ? `${manager} ${script}` : `${manager} run ${script}`;
}

/**
 * Adds the settings for a package manager to the files of a new project. From version 2 on, Yarn keeps packages in archives (Plug'n'Play), which neither
 * TypeScript 7 nor Node's loader of ES modules reads. From version 10 on, pnpm needs a list of the install scripts that may run, and from version 11 on it
 * fails without one: Wrangler works without those of its dependencies.
 *
 * @param directory Absolute.
 * @param hasWrangler Whether the project depends on Wrangler.
 */
export function withManagerFiles(
  files: Files,
  { name, major }: PackageManager,
  directory: string,
  hasWrangler: boolean,
): Files {
  if (name === 'pnpm' && major >= 10 && hasWrangler && !isInWorkspace(directory))
    return { ...files, 'pnpm-workspace.yaml': REFUSED_SCRIPTS };
  if (name !== 'yarn' || major < 2) return files;
  return {
    ...files,
    '.yarnrc.yml': 'nodeLinker: node-modules\n',
    '.gitignore': `${files['.gitignore'] ?? ''}.yarn\n`,
  };
}

const REFUSED_SCRIPTS = 'allowBuilds:\n  esbuild: false\n  sharp: false\n  workerd: false\n';
