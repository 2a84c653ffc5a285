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

/** Requests that a server has answered once each. */
export interface Prepared {
  readonly answers: readonly Answer[];
  /**
   * Keeps the server busy for a time with a number of connections that are kept alive, each with one request under way (no pipelining).
   *
   * @throws {Error} For an answer with another status or length than the first time, or a connection that breaks.
   */
  load(connections: number, seconds: number): Promise<Load>;
}

/**
 * Sends each request once. The load then counts bytes of the known answers, so that asking costs much less than answering.
 *
 * @throws {Error} If a connection breaks, or an answer takes longer than 10 s.
 * @example const { answers, load } = await prepareLoad('http://localhost:3000', [{ method: 'GET', path: '/meta' }]);
 */
export async function prepareLoad(url: string, requests: readonly Request[]): Promise<Prepared> {
  const expected: Expected[] = [];
  const answers: Answer[] = [];
  let socket = await open(url);
  for (const request of requests) {
    if (socket.destroyed) socket = await open(url);
    const bytes = bytesOf(request);
    const { header, body } = await exchange(socket, request, bytes);
    const status = Buffer.from(header.slice(STATUS_OFFSET, STATUS_OFFSET + 3));
    expected.push({ bytes, status, length: body.length });
    answers.push(readAnswer(header, body));
  }
  socket.destroy();
  return { answers, load: (connections, seconds) => load(url, expected, connections, seconds) };
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
  // A server pays for waking up a load that waits, so the load never waits: a slow server would pay more often.
  const poll = (): unknown => over || setImmediate(poll);
  poll();
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

function bytesOf({ method, path, body = '' }: Request): Buffer {
  const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${type}${length}\r\n${body}`);
}

/** Sends a request, and waits for the header and the body of its answer, as they are on the connection. */
async function exchange(
  socket: Socket,
  { method, path }: Request,
  bytes: Buffer,
): Promise<{ header: string; body: Buffer }> {
  let answer = Buffer.alloc(0);
  const fail = (): Error => new Error(`incomplete answer to ${method} ${path}: ${answer.toString()}`);
  const complete = new Promise<{ header: string; body: Buffer }>((resolve, reject) => {
    socket.setTimeout(PATIENCE, () => reject(fail()));
    socket.once('error', reject).once('close', () => reject(fail()));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(HEADER_END);
      if (end === -1) return;
      const [header, body] = [answer.toString('latin1', 0, end), answer.subarray(end + HEADER_END.length)];
      if (isComplete(header, body)) resolve({ header, body });
    });
  });
  socket.write(bytes);
  try {
    return await complete;
  } finally {
    socket.setTimeout(0).removeAllListeners();
  }
}

function isComplete(header: string, body: Buffer): boolean {
  if (isChunked(header)) return body.toString('latin1').endsWith('0\r\n\r\n');
  return body.length >= Number(/^content-length: *(\d+)/im.exec(header)?.[1] ?? 0);
}

function isChunked(header: string): boolean {
  return /^transfer-encoding: *chunked/im.test(header);
}

function readAnswer(header: string, body: Buffer): Answer {
  const [first, ...fields] = header.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: */, 2) as [string, string]));
  const text = body.toString();
  // Each chunk is its length, and its data on a line. JSON has no line breaks of its own here.
  const data = isChunked(header)
    ? text
        .split('\r\n')
        .filter((_, index) => index % 2 === 1)
        .join('')
    : text;
  return { status: Number(first!.slice(STATUS_OFFSET, STATUS_OFFSET + 3)), headers, body: data };
}
