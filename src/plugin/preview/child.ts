import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { START_LIMIT, START_PAUSE } from '../timing.ts';

/** A built server that runs in a separate process. */
export interface Child {
  /**
   * Waits until it listens.
   *
   * @returns Its port, or the reason why it does not listen.
   */
  port(): Promise<number | string>;
  stop(): void;
}

/** Ends the server when the process that started it is gone, even if that was killed. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel.unref();",
)}`;

/** Starts a server with a free PORT. It prints to this terminal. */
export function startChild(file: string): Child {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const start = async (): Promise<number | string> => {
    const port = await freePort();
    if (isStopped) return `${file} was stopped.`;
    child = spawn(process.execPath, ['--import', PRELOAD, file], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let ended: string | undefined;
    child.once('error', (error) => (ended = `${file} cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => (ended = `${file} ended with ${signal ?? `exit code ${code}`}.`));
    const deadline = Date.now() + START_LIMIT;
    while (!(await listens(port))) {
      if (ended !== undefined) return ended;
      if (Date.now() > deadline)
        return `${file} does not listen on port ${port}. Make your server listen on process.env.PORT.`;
      await sleep(START_PAUSE);
    }
    return port;
  };
  const started = start();
  return {
    port: () => started,
    stop() {
      isStopped = true;
      child?.kill();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
