import type { Server } from 'node:http';
import { stop } from 'unplugin-operations/koa';

/** The time limit for open requests, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Ends the process on SIGTERM and SIGINT after open requests are answered, deliveries of events have ended, and the app is disposed of.
 *
 * For the milliseconds in the environment variable `DRAIN` (default: 0), the server still answers everything, and `/readyz` is a 503. Requests that
 * are still open 10 seconds later are cut off, and the exit code is 1. A second SIGTERM changes nothing. A second SIGINT (Ctrl+C) ends the process
 * immediately, with exit code 1.
 */
export function stopOnSignal(server: Server): void {
  let ending: Promise<void> | undefined;
  const end = async (drain: number): Promise<void> => {
    const { forced } = await stop(server, { drain, deadline: DEADLINE });
    process.exit(forced === 0 ? 0 : 1);
  };
  process.on('SIGTERM', () => (ending ??= end(Number(process.env['DRAIN'] || 0))));
  process.on('SIGINT', () => {
    if (ending !== undefined) process.exit(1);
    ending = end(0);
  });
}
