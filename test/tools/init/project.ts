import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '../../support/build.ts';

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'dist/command/index.js');

/** The output of a process. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A directory for a project, with the packages of this checkout. */
export interface Project {
  readonly directory: string;
  /** Runs `operations` in the directory. */
  operations(...args: string[]): Ran;
  /** Runs the program of a package. */
  run(name: string, ...args: string[]): Ran;
}

/** Makes an empty directory; `link` gives it packages. */
export function createProject(cleanup?: Parameters<typeof scratch>[0]): Project & { link(): void } {
  const directory = scratch(cleanup);
  const start = (command: string, args: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_ENV: undefined, DATABASE_FILE: undefined },
    });
    return { code: status, out: stdout, err: stderr };
  };
  return {
    directory,
    operations: (...args) => start(process.execPath, [program, ...args]),
    run: (name, ...args) => start(join(root, 'node_modules/.bin', name), args),
    link() {
      const modules = join(directory, 'node_modules');
      mkdirSync(modules);
      for (const name of readdirSync(join(root, 'node_modules')))
        symlinkSync(join(root, 'node_modules', name), join(modules, name));
      symlinkSync(root, join(modules, 'unplugin-operations'));
    },
  };
}
