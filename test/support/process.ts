import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** A server that runs in a process of its own. */
export interface Served {
  /** Its address, without a slash at the end: `http://localhost:41234`. */
  readonly url: string;
  readonly pid: number;
  /** All it has printed so far. */
  output(): string;
  /** Its exit code, once it has ended and all of its output is read. */
  readonly exited: Promise<number | null>;
  /** Sends a signal (SIGTERM unless told otherwise) and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a program with plain node and waits until it prints an address (`http://localhost:PORT`).
 * The environment is only what is given, with PATH and a free PORT.
 */
export async function startNode(
  file: string,
  options: { cwd: string; env?: Record<string, string>; args?: readonly string[] },
): Promise<Served> {
  const { cwd, env, args = [] } = options;
  const address = /http:\/\/localhost:\d+/;
  const program = await startProgram([...args, file], address, { cwd, env: { PORT: '0', ...env } });
  return { ...program, url: address.exec(program.output())![0] };
}

/** Starts node and waits until it prints what says that it is ready. */
export async function startProgram(
  args: readonly string[],
  ready: RegExp,
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Omit<Served, 'url'>> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (ready.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready:\n${output}`)),
    );
  });
  return {
    pid: child.pid!,
    output: () => output,
    exited: closed,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** A port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
