import { execFile, spawn } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';

// Bash reads its startup file for what it takes for a remote shell, such as Node's pipes: `--norc` prevents that.

/** Where commands run, and the environment beside PATH. */
export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs commands as a page shows them, one after the other, until one fails; returns what they print. */
export async function runShell(commands: string, { cwd, env }: Place): Promise<string> {
  const options = { cwd, env: { PATH: process.env['PATH'], ...env }, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], options);
  return stripVTControlCharacters(stdout);
}

/**
 * Runs commands of which the last one doesn't end, until they print what says that it is ready.
 *
 * @returns What matched. All processes end with the test.
 */
export async function startShell(
  commands: string,
  ready: RegExp,
  { cwd, env }: Place,
  cleanup: (stop: () => Promise<void>) => void,
): Promise<RegExpExecArray> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group, so that programs that npm starts end too.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  cleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM');
    await exited;
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += stripVTControlCharacters(chunk.toString());
      const found = ready.exec(output);
      if (found !== null) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code, signal) =>
      reject(new Error(`It ended with ${code ?? signal} before it was ready:\n${output}`)),
    );
  });
}
