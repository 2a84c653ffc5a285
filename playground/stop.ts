import type { Server } from 'node:http';

/** The time limit for open requests, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Ends the process on SIGTERM and SIGINT after open requests are answered and `close` is done.
 *
 * A second signal, or the deadline, ends it immediately with exit code 1.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DEADLINE).unref();
    // Close keep-alive connections as soon as they are idle.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    server.close(async () => {
      clearInterval(closing);
      await close();
      process.exit(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
