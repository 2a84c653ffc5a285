import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** A request; a body is JSON. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** An answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A request as bytes, and the answer to it that the load waits for. */
interface Expected {
  readonly bytes: Buffer;
  readonly status: Buffer;
  /** The length of the answer behind its header, in bytes. */
  readonly length: number;
}

/** What a burst of requests came to. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 10_000;
const HEADER_END = '\r\n\r\n';
const STATUS_OFFSET = 'HTTP/1.1 '.length;

/**
 * Sends each request once.
 *
 * @returns The load of these requests. It keeps a server busy for a time with a number of connections that are kept alive, each with one request
 * under way (no pipelining). The bodies must have the lengths that they have the first time: a connection counts bytes, so that asking costs much less than answering.
 * @throws {Error} For an answer with another status or length, or a connection that breaks.
 */
export async function prepareLoad(url: string, requests: readonly Request[]): Promise<(connections: number, seconds: number) => Promise<Load>> {
  const expected: Expected[] = [];
  const first = await open(url);
  for (const request of requests) expected.push(await expectAnswer(first, request));
  first.destroy();
  return (connections, seconds) => load(url, expected, connections, seconds);
}

async function load(url: string, expected: readonly Expected[], connections: number, seconds: number): Promise<Load> {
  let count = 0;
  let turn = 0;
  let over = false;
  const start = performance.now();
  const run = async (): Promise<void> => {
    const socket = await open(url);
    await new Promise<void>((resolve, reject) => {
      let current = expected[0]!;
      let missing = 0;
      const send = (): void => {
        current = expected[turn++ % expected.length]!;
        socket.write(current.bytes);
      };
      socket.setTimeout(PATIENCE, () => reject(new Error(`no answer from ${url} to ${current.bytes.toString()}`)));
      socket.on('error', reject).on('close', () => reject(new Error(`${url} closed a connection`)));
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const end = chunk.indexOf(HEADER_END);
          if (end === -1 || chunk.compare(current.status, 0, 3, STATUS_OFFSET, STATUS_OFFSET + 3) !== 0)
            reject(new Error(`unexpected answer: ${chunk.toString()}`));
          missing = end + HEADER_END.length + current.length;
        }
        missing -= chunk.length;
        if (missing > 0) return;
        if (missing < 0) reject(new Error(`an answer of another length: ${chunk.toString()}`));
        count++;
        if (over) resolve();
        else send();
      });
      send();
    });
    socket.removeAllListeners('close').destroy();
  };
  const timer = setTimeout(() => (over = true), seconds * 1000);
  await Promise.all(Array.from({ length: connections }, run));
  clearTimeout(timer);
  return { requests: count, seconds: (performance.now() - start) / 1000 };
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends a request, and measures the answer. */
async function expectAnswer(socket: Socket, { method, path, body = '' }: Request): Promise<Expected> {
  const fields = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${type}${fields}\r\n${body}`);
  let answer = Buffer.alloc(0);
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`incomplete answer to ${method} ${path}: ${answer.toString()}`)));
  const length = new Promise<number>((resolve, reject) => {
    socket.once('error', reject).once('close', () => reject(new Error(`${method} ${path} closed the connection`)));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const complete = bodyLength(answer);
      if (complete !== undefined) resolve(complete);
    });
  });
  socket.write(bytes);
  try {
    return { bytes, length: await length, status: answer.subarray(STATUS_OFFSET, STATUS_OFFSET + 3) };
  } finally {
    socket.setTimeout(0).removeAllListeners();
  }
}

/** The length of an answer behind its header; undefined for an answer that is not complete. */
function bodyLength(answer: Buffer): number | undefined {
  const end = answer.indexOf(HEADER_END);
  if (end === -1) return undefined;
  const header = answer.toString('latin1', 0, end);
  const length = answer.length - end - HEADER_END.length;
  const size = /^content-length: *(\d+)/im.exec(header)?.[1];
  if (size !== undefined) return length >= Number(size) ? Number(size) : undefined;
  if (!/^transfer-encoding: *chunked/im.test(header)) return 0;
  return answer.toString('latin1', answer.length - 5) === '0\r\n\r\n' ? length : undefined;
}
