import type { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { isClusterWorker } from '../cluster-worker.ts';

/** A worker of `node:cluster` sends this to its primary process when it is ready to give up its port. */
const READY = 'unplugin-operations:stopping';
/** The response of a primary process that will close the port as soon as all of its workers are ready. */
const CLOSING = 'unplugin-operations:closing';
/** How long a worker waits for a response, in milliseconds. */
const LIMIT = 500;
/** How long a worker waits until the port is closed, in milliseconds. */
const LATE = 5_000;

/**
 * Waits until the primary process of `node:cluster` has closed the port, which belongs to it.
 *
 * The primary process accepts connections and sends them to the workers. If the last worker closes first, those on their way to it are reset. So
 * each worker sends a message. When the primary process has all of them, it calls `cluster.disconnect()`: connections before that still arrive. If it
 * does nothing, because it is another program or only this worker ends, the others take over.
 */
export async function awaitPrimary(server: Server): Promise<void> {
  if (!isClusterWorker() || !process.connected) return;
  const release = holdRequests(server);
  const disconnected = awaitDisconnection(server);
  process.send?.(READY, undefined, {}, () => {});
  await disconnected;
  release();
}

/** Waits for the disconnection by the primary process, or until it is clear that there is none. */
function awaitDisconnection(server: Server): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const end = (): void => {
      clearTimeout(timer);
      process.off('message', read);
      resolve();
    };
    const waitFor = (time: number): void => {
      clearTimeout(timer);
      timer = setTimeout(end, time);
    };
    const read = (message: unknown): void => {
      if (message === CLOSING) waitFor(LATE);
    };
    waitFor(LIMIT);
    process.on('message', read);
    // Called by the disconnection. Node's own function would also close idle connections, with requests on their way.
    server.close = (done) => {
      if (done !== undefined) server.once('close', done);
      end();
      return server;
    };
  });
}

/**
 * Holds requests back, so that clients which wait for their response open no further connection. The primary process then finds a moment in which
 * none is on its way.
 *
 * @returns A function that lets them go on.
 */
function holdRequests(server: Server): () => void {
  const held: unknown[][] = [];
  const target: EventEmitter = server;
  const { emit } = target;
  target.emit = (event, ...values) => {
    if (event !== 'request') return emit.call(target, event, ...values);
    held.push(values);
    return true;
  };
  return () => {
    target.emit = emit;
    for (const values of held) target.emit('request', ...values);
  };
}
