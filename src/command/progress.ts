import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Where and when to show progress. */
export interface ProgressOptions {
  /** The file descriptor of the terminal (default: that of the standard error); undefined if there is none. */
  readonly terminal?: number | undefined;
  /** The time before anything is shown, in milliseconds (default: 1000). */
  readonly delay?: number;
}

const CLOCK = `
const { writeSync } = require('node:fs');
const { terminal, delay, message, shown } = require('node:worker_threads').workerData;
setTimeout(() => {
  Atomics.store(new Int32Array(shown), 0, 1);
  writeSync(terminal, message);
}, delay);
`;

/**
 * Shows a message on a terminal if the work takes longer than a second. The work is synchronous, so the clock runs in a thread.
 *
 * @returns A function that ends the work, and clears the message.
 */
export function showProgress(message: string, options: ProgressOptions = {}): () => void {
  const { terminal = process.stderr.isTTY ? process.stderr.fd : undefined, delay = 1000 } = options;
  if (terminal === undefined) return () => undefined;
  const shown = new SharedArrayBuffer(4);
  const worker = new Worker(CLOCK, { eval: true, workerData: { terminal, delay, message, shown } });
  worker.unref();
  return () => {
    void worker.terminate();
    // Back to the start of the line, and clear it.
    if (Atomics.load(new Int32Array(shown), 0) === 1) writeSync(terminal, '\r\u001B[K');
  };
}
