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

/**
 * Writes how a person runs a script of package.json. `pnpm deploy`, `bun test` and `bun build` are commands of their own.
 *
 * @example runScript('dev', 'npm') // 'npm run dev'
 */
export function runScript(script: string, manager: string = packageManager().name): string {
  const isShort = manager === 'yarn' || (manager === 'npm' && ['test', 'start'].includes(script));
  return isShort ? `${manager} ${script}` : `${manager} run ${script}`;
}

/**
 * Adds the settings for a package manager to the files of a new project. From version 2 on, Yarn keeps packages in archives
 * (Plug'n'Play), which neither TypeScript 7 nor Node's loader of ES modules reads.
 */
export function withManagerFiles(files: Files, { name, major } = packageManager()): Files {
  if (name !== 'yarn' || major < 2) return files;
  return {
    ...files,
    '.yarnrc.yml': 'nodeLinker: node-modules\n',
    '.gitignore': `${files['.gitignore'] ?? ''}.yarn\n`,
  };
}
