import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
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
  /** The name of the header field for the address of a client, which only this process knows. */
  readonly addressField: string;
  stop(): void;
}

/**
 * Runs in the server before its own code, as text, so it uses globals only. It ends the server when the process that started it is gone, even if that was
 * killed. It also lets the server listen on the loopback only, whatever host it names: only the preview needs to reach it. The server sees the client's
 * address, which the preview passes on in a field, and not the field. Worker threads run this too, without a channel.
 */
function prepareServer(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  const { prototype } = process.getBuiltinModule('node:net').Server;
  const { PORT, PREVIEW_ADDRESS_FIELD: field = '' } = process.env;
  const listen = prototype.listen as (...values: unknown[]) => Server;
  prototype.listen = function (this: Server, first: unknown, ...others: unknown[]): Server {
    const options: { port?: unknown } = typeof first === 'object' && first !== null ? first : { port: first };
    if (String(options.port) !== PORT) return listen.call(this, first, ...others);
    const callbacks = others.filter((other) => typeof other === 'function');
    return listen.call(this, { ...options, host: 'localhost' }, ...callbacks);
  };
  const http = process.getBuiltinModule('node:http').Server.prototype;
  const emit = http.emit as (...values: unknown[]) => boolean;
  http.emit = function (this: Server, event: unknown, subject?: unknown, ...others: unknown[]): boolean {
    const { headers, rawHeaders, socket } = Object(subject) as Partial<IncomingMessage>;
    const value = headers?.[field];
    if (value !== undefined) {
      delete headers![field];
      rawHeaders!.splice(rawHeaders!.indexOf(field), 2);
      Object.defineProperty(socket, 'remoteAddress', { value, configurable: true });
    }
    return emit.call(this, event, subject, ...others);
  } as typeof http.emit;
}

const PRELOAD = `data:text/javascript,${encodeURIComponent(`(${prepareServer.toString()})()`)}`;

/** Starts a server with a free PORT, on the loopback. It prints to this terminal. */
export function startChild(file: string): Child {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const addressField = `x-address-${randomUUID()}`;
  const start = async (): Promise<number | string> => {
    const port = await freePort();
    if (isStopped) return `${file} was stopped.`;
    child = spawn(process.execPath, ['--import', PRELOAD, file], {
      env: { ...process.env, PORT: String(port), PREVIEW_ADDRESS_FIELD: addressField },
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
    addressField,
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
