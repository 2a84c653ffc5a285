import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** What a burst of requests came to. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Keeps a server busy: a number of connections that are kept alive, each with one request under way (no pipelining).
 *
 * The answers to the paths must all have one length: a connection counts bytes, so that asking costs much less than answering.
 *
 * @param paths Asked in turn.
 * @throws {Error} For an answer that is not a 200, or a connection that breaks.
 * @example await load('http://localhost:3000', ['/meta'], { connections: 32, seconds: 2 })
 */
export async function load(
  url: string,
  paths: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { hostname, port } = new URL(url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`));
  const length = await answerLength(url, requests[0]!);
  let count = 0;
  let turn = 0;
  let over = false;
  const start = performance.now();
  const run = async (): Promise<void> => {
    const socket = await open(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      let received = 0;
      socket.on('error', reject).on('close', () => reject(new Error(`${url} closed a connection`)));
      socket.on('data', (chunk) => {
        if (received === 0 && !isOk(chunk)) reject(new Error(`not a 200: ${chunk.toString()}`));
        received += chunk.length;
        if (received < length) return;
        if (received > length) reject(new Error(`an answer of another length: ${chunk.toString()}`));
        received = 0;
        count++;
        if (over) resolve();
        else socket.write(requests[turn++ % requests.length]!);
      });
      socket.write(requests[turn++ % requests.length]!);
    });
    socket.destroy();
  };
  const timer = setTimeout(() => (over = true), seconds * 1000);
  await Promise.all(Array.from({ length: connections }, run));
  clearTimeout(timer);
  return { requests: count, seconds: (performance.now() - start) / 1000 };
}

/** `HTTP/1.1 200` is what an answer begins with. */
function isOk(chunk: Buffer): boolean {
  return chunk.length > 12 && chunk[9] === 0x32 && chunk[10] === 0x30 && chunk[11] === 0x30;
}

async function open(port: number, host: string): Promise<Socket> {
  const socket = connect({ port, host, noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** The length of an answer in bytes, its header included. */
async function answerLength(url: string, request: Buffer): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = await open(Number(port), hostname);
  let answer = Buffer.alloc(0);
  const length = new Promise<number>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf('\r\n\r\n');
      const [, size] = /content-length: (\d+)/i.exec(answer.subarray(0, Math.max(end, 0)).toString()) ?? [];
      if (end === -1) return;
      if (size === undefined) reject(new Error(`no Content-Length: ${answer.toString()}`));
      else if (answer.length >= end + 4 + Number(size)) resolve(answer.length);
    });
  });
  socket.write(request);
  try {
    return await length;
  } finally {
    socket.destroy();
  }
}
