import type { Cluster } from 'node:cluster';
import type { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a worker of `node:cluster` sends to its primary process when it is ready to give up its port. */
const READY = 'unplugin-operations:stopping';
/** How long a worker waits for its primary process, in milliseconds. */
const LIMIT = 500;

/**
 * Waits until the primary process of `node:cluster` has closed the port, which belongs to it.
 *
 * The primary process accepts connections and sends them to the workers. If the last worker closes first, those on their way to it are reset. So
 * each worker sends a message. When the primary process has all of them, it calls `cluster.disconnect()`: connections before that still arrive. If it
 * does nothing, because it is another program or only this worker ends, the others take over.
 */
export async function awaitPrimary(server: Server): Promise<void> {
  // Not imported: some platforms lack this module. The types of Node have no default export for it.
  const cluster = process.getBuiltinModule?.('node:cluster') as unknown as Cluster | undefined;
  if (cluster?.isWorker !== true || !process.connected) return;
  const end = new AbortController();
  const closed = new Promise<void>((resolve) => {
    // Called by the disconnection. Node's own function would also close idle connections, with requests on their way.
    server.close = (done) => {
      if (done !== undefined) server.once('close', done);
      resolve();
      return server;
    };
  });
  const release = holdRequests(server);
  process.send?.(READY, undefined, {}, () => {});
  await Promise.race([closed, sleep(LIMIT, undefined, { signal: end.signal })]);
  end.abort();
  release();
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
