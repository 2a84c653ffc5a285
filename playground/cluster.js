// Runs a server in several processes behind one port, and restarts processes that exit:
//   node cluster.js <server.js>
// WORKERS is the number of processes (default: one per core).
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

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

// Without a listener, a worker that is gone would end this process.
cluster.on('fork', (worker) => worker.on('error', (error) => console.error(error)));
cluster.on('exit', (worker, code, signal) => {
  if (stopping) {
    if (code !== 0) process.exitCode = 1;
    closeIfReady();
    return;
  }
  console.error(`Process ${worker.process.pid} ended with ${signal ?? `code ${code}`}.`);
  setTimeout(() => {
    if (!stopping) cluster.fork();
  }, PAUSE);
});

// The port belongs to this process. When all workers are ready to give it up, it is closed before their servers are: no connection is lost in between.
const ready = new Set();
cluster.on('message', (worker, message) => {
  if (message !== 'unplugin-operations:stopping' || !stopping) return;
  ready.add(worker.id);
  worker.send('unplugin-operations:closing', () => {});
  closeIfReady();
});

let isClosing = false;
function closeIfReady() {
  const running = Object.values(cluster.workers).filter((worker) => !worker.isDead());
  if (!stopping || isClosing || !running.every(({ id }) => ready.has(id))) return;
  isClosing = true;
  closePort();
}

/** Closes the port when no connection has been on its way to another process for about 50 milliseconds: it would be reset. */
async function closePort() {
  const end = performance.now() + 1_000;
  for (let idle = 0; idle < 50 && performance.now() < end;) {
    await sleep(1);
    // Connections that have arrived are accepted before this.
    await setImmediate();
    idle = process.getActiveResourcesInfo().includes('TCPSocketWrap') ? 0 : idle + 1;
  }
  // The port is closed before the processes learn of it: on a busy machine, they would run in between.
  const children = Object.values(cluster.workers).map((worker) => worker.process);
  const sends = children.map((child) => child.send);
  const messages = [];
  for (const child of children) child.send = (...message) => messages.push([child, message]);
  cluster.disconnect();
  children.forEach((child, i) => (child.send = sends[i]));
  for (const [child, message] of messages) child.send(...message);
}

function stop(signal) {
  stopping = true;
  // A terminal already sends SIGINT to all processes.
  if (signal === 'SIGTERM') for (const worker of Object.values(cluster.workers)) worker.process.kill(signal);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
