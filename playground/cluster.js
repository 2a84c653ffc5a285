// Runs a server in several processes behind one port, and restarts processes that exit:
//   node cluster.js <server.js>
// WORKERS is the number of processes (default: one per core).
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

/** The delay before a process is restarted, in milliseconds. It keeps a server that cannot start from using all CPU time. */
const PAUSE = 500;

const [, , file] = process.argv;
if (file === undefined) {
  console.error('usage: node cluster.js <server.js>');
  process.exit(2);
}

let stopping = false;
cluster.setupPrimary({ exec: file, args: [] });
for (let count = Number(process.env.WORKERS || availableParallelism()); count > 0; count -= 1) cluster.fork();

cluster.on('exit', (worker, code, signal) => {
  if (stopping) {
    if (code !== 0) process.exitCode = 1;
    return;
  }
  console.error(`Process ${worker.process.pid} ended with ${signal ?? `code ${code}`}.`);
  setTimeout(() => {
    if (!stopping) cluster.fork();
  }, PAUSE);
});

// The port belongs to this process. When all workers are ready to give it up, it is closed before their servers are: no connection is lost in between.
const ready = new Set();
cluster.on('message', ({ id }, message) => {
  if (message !== 'unplugin-operations:stopping') return;
  ready.add(id);
  const workers = Object.values(cluster.workers);
  if (stopping && workers.every((worker) => ready.has(worker.id))) closePort();
});

/** Closes the port when this process has had nothing to do for 5 milliseconds: then no connection is on its way to another process. */
function closePort(idleSince = performance.now(), end = idleSince + 300) {
  const begun = performance.now();
  if (begun - idleSince > 5 || begun > end) return cluster.disconnect();
  setImmediate(() => closePort(performance.now() - begun < 0.05 ? idleSince : performance.now(), end));
}

function stop(signal) {
  stopping = true;
  // A terminal already sends SIGINT to all processes.
  if (signal === 'SIGTERM') for (const worker of Object.values(cluster.workers)) worker.process.kill(signal);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
