import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/process.ts';
import { repeatFault } from './writes.ts';

/** How long Redis is away the first time in each way: longer than a response may take, in milliseconds. */
const LONG = 11_000;
const SHORT = 1_500;

/** A Redis server that keeps each write on the disk. */
export class RedisServer {
  readonly url: string;
  readonly #port: number;
  readonly #directory: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, directory: string) {
    this.url = `redis://127.0.0.1:${port}`;
    this.#port = port;
    this.#directory = directory;
  }

  static async start(directory: string): Promise<RedisServer> {
    const redis = new RedisServer(await freePort(), directory);
    await redis.#start();
    return redis;
  }

  async #start(): Promise<void> {
    const options = { port: this.#port, bind: '127.0.0.1', dir: this.#directory, save: '', appendonly: 'yes' };
    const args = Object.entries({ ...options, appendfsync: 'always' }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ]);
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    this.#child = child;
    await once(child, 'spawn');
    while (!(await this.#responds())) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
      await sleep(50);
    }
  }

  #responds(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', (data) => {
        resolve(String(data).startsWith('+PONG'));
        socket.destroy();
      });
      socket.once('error', () => resolve(false));
    });
  }

  /** Sends a signal, such as SIGSTOP to freeze it. */
  signal(signal: NodeJS.Signals): void {
    this.#child!.kill(signal);
  }

  /** Ends the server. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Stops Redis, kills it and freezes it by turns. */
  fail(): Promise<void> {
    return repeatFault(async (count) => {
      const time = count < 3 ? LONG : SHORT;
      if (count % 3 === 2) {
        this.#child!.kill('SIGSTOP');
        await sleep(time);
        this.#child!.kill('SIGCONT');
        return;
      }
      await this.stop(count % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
      await sleep(time);
      await this.#start();
    });
  }
}
