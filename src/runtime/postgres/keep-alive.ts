import { functionOf } from '../state/run-sql.ts';

type Listen = (event: string, listener: (value: unknown) => void) => unknown;

/** The pools and connections that have a listener. */
const known = new WeakSet<object>();

/**
 * Keeps a lost connection of a pool of `pg` from ending the process. The query of the connection fails with the error.
 *
 * The pool itself only listens to idle connections, and ends the process without a listener for their errors.
 */
export function surviveLostConnections(pool: object): void {
  if (functionOf(pool, 'connect') === undefined || functionOf(pool, 'query') === undefined) return;
  const listen = listenOnce(pool);
  // Not `connect`: the pool may have opened connections already.
  listen?.('acquire', (client) => void listenOnce(client as object));
}

/** Listens to errors, which end the process otherwise. Returns how to listen to more; undefined if that has been done. */
function listenOnce(emitter: object): Listen | undefined {
  const listen = functionOf(emitter, 'on') as Listen | undefined;
  if (listen === undefined || known.has(emitter)) return undefined;
  known.add(emitter);
  listen('error', () => {});
  return listen;
}
