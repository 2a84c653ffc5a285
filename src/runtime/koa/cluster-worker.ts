import type { Cluster } from 'node:cluster';

/** Whether this process is a worker of `node:cluster`. */
export function isClusterWorker(): boolean {
  // Not imported: some platforms lack this module. The types of Node have no default export for it.
  const cluster = process.getBuiltinModule?.('node:cluster') as unknown as Cluster | undefined;
  return cluster?.isWorker === true;
}
