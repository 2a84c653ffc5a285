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
  const child = spawn(process.execPath, [...(options.args ?? []), file], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`${file} ended with ${code} before it printed an address:\n${output}`)),
    );
  });
  return {
    url,
    pid: child.pid!,
    output: () => output,
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
