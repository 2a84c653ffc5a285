import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/command/index.js', import.meta.url));

/** Runs the command in a directory. */
export function run(cwd: string, ...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** Writes the package of a project's client. */
export function writePackage(cwd: string, ...args: string[]): void {
  const { code, err } = run(cwd, 'client', ...args);
  if (code !== 0) throw new Error(err);
}

/** The files of a directory. */
export function filesIn(directory: string): Record<string, string> {
  return Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}
