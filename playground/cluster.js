// Runs a server in several processes behind one port, and replaces those that end:
//   node cluster.js <server.js>
// WORKERS says how many, one for each core where it does not.
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

/** How long a process that ended is not replaced, in milliseconds: one that cannot start at all must not take the whole machine. */
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

function stop(signal) {
  stopping = true;
  // A terminal sends SIGINT to all of them itself.
  if (signal === 'SIGTERM') for (const worker of Object.values(cluster.workers)) worker.process.kill(signal);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
