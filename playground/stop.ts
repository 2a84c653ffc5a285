import type { Server } from 'node:http';
import { stop } from 'unplugin-operations/koa';

/** The time limit for open requests, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Ends the process on SIGTERM and SIGINT after open requests are answered and `close` is done.
 *
 * Requests that are still open after 10 seconds are cut off, and the exit code is 1. A second signal ends the process immediately, with exit
 * code 1.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false;
  const end = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    const { forced } = await stop(server, { deadline: DEADLINE });
    if (forced === 0) await close();
    process.exit(forced === 0 ? 0 : 1);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
