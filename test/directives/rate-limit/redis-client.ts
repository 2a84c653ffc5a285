import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** A client of Redis with the functions of `ioredis` and of `redis`, which are no dependencies. It knows the replies that scripts have. */
export class RespClient {
  readonly #socket: Socket;
  readonly #waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  #buffer = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('Connection is closed.'));
    });
  }

  static async connect(port: number): Promise<RespClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RespClient(socket);
  }

  /** As ioredis. */
  call(...args: string[]): Promise<unknown> {
    if (this.#socket.destroyed) return Promise.reject(new Error('Connection is closed.'));
    const parts = args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`);
    this.#socket.write(`*${args.length}\r\n${parts.join('')}`);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#buffer += text;
    for (;;) {
      const reply = parse(this.#buffer, 0);
      if (reply === undefined) return;
      this.#buffer = this.#buffer.slice(reply.end);
      const { resolve, reject } = this.#waiting.shift()!;
      if (reply.value instanceof Error) reject(reply.value);
      else resolve(reply.value);
    }
  }
}

/** A reply of Redis (RESP 2), and where it ends; undefined if it is not complete. */
function parse(text: string, start: number): { readonly value: unknown; readonly end: number } | undefined {
  const line = text.indexOf('\r\n', start);
  if (line === -1) return undefined;
  const [type, head] = [text[start], text.slice(start + 1, line)];
  const end = line + 2;
  if (type === '+') return { value: head, end };
  if (type === '-') return { value: new Error(head), end };
  if (type === ':') return { value: Number(head), end };
  if (type === '$') {
    if (head === '-1') return { value: null, end };
    const after = end + Number(head);
    return text.length < after + 2 ? undefined : { value: text.slice(end, after), end: after + 2 };
  }
  const values: unknown[] = [];
  let next = end;
  for (let i = 0; i < Number(head); i++) {
    const item = parse(text, next);
    if (item === undefined) return undefined;
    values.push(item.value);
    next = item.end;
  }
  return { value: values, end: next };
}
