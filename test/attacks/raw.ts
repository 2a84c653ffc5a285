import { connect } from 'node:net';

/** The responses that came on a connection, as far as they could be read. */
export interface RawAnswer {
  readonly statuses: readonly number[];
  readonly text: string;
  /** The body of the first response. */
  readonly body: string;
  readonly isTimeout: boolean;
}

/** How long an answer can take, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Sends bytes on a connection of their own, and reads until it closes.
 *
 * @param isEnd Whether the client closes its side after them. Node then drops every response that it has not got yet.
 */
export function sendRaw(port: number, bytes: string | Buffer, isEnd: boolean): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isTimeout = false;
    const socket = connect(port, '127.0.0.1', () => void (isEnd ? socket.end(bytes) : socket.write(bytes)));
    const timer = setTimeout(() => {
      isTimeout = true;
      socket.destroy();
    }, PATIENCE);
    // A server may close before it has read everything.
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...readAnswer(Buffer.concat(chunks).toString('latin1')), isTimeout });
    });
  });
}

function readAnswer(text: string): Omit<RawAnswer, 'isTimeout'> {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  const [head = '', rest = ''] = text.split(/\r\n\r\n(.*)/s);
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  return { statuses, text, body: Buffer.from(isChunked ? joinChunks(rest) : rest, 'latin1').toString('utf8') };
}

function joinChunks(text: string): string {
  let joined = '';
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (end === -1 || !(size > 0)) return joined;
    joined += text.slice(end + 2, end + 2 + size);
    at = end + 4 + size;
  }
}
