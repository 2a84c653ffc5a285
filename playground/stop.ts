import type { Server } from 'node:http';

/** How long requests under way have to finish, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Ends the process on SIGTERM and SIGINT once the requests under way have been answered and `close` is done. A second signal, or the
 * deadline, ends it at once, with exit code 1.
 */
export function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DEADLINE).unref();
    // Connections that are kept alive are closed as soon as their request is answered.
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
