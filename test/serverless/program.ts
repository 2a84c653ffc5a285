import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Cleanup } from '../playground/build.ts';

/** Runs a command of a page that serves on a port, until the test is over. */
export async function startProgram(
  command: string,
  { directory, programs, port, cleanup }: { directory: string; programs: string; port: number; cleanup: Cleanup },
): Promise<string> {
  const child = spawn('sh', ['-euc', `exec ${command}`], {
    cwd: directory,
    env: { PATH: `${programs}:${process.env['PATH']}`, PORT: String(port), HOME: directory, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cleanup(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended`);
    try {
      await fetch(url);
      return url;
    } catch {
      await setTimeout(50);
    }
  }
}
