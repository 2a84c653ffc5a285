import { ServerResponse } from 'node:http';

/** The private field in which Node's streams store that a response is closed. */
type Closable = Record<'_closed', boolean>;

/**
 * A response of workerd that closes when it finishes or is destroyed. The original closes after sending its headers, which would truncate piped
 * streams, and never if its client leaves.
 */
export class WorkersResponse extends ServerResponse {
  /** workerd begins with "unknown", and so never sets the reason phrase of the status. */
  override statusMessage = '';
  /** The body, if it was written at once. */
  whole: Uint8Array | undefined;

  #hasFinished = false;

  override emit(event: string, ...args: unknown[]): boolean {
    if (event === 'close' && !this.#hasFinished && !this.destroyed) {
      (this as unknown as Closable)['_closed'] = false;
      return false;
    }
    const hasListeners = super.emit(event, ...args);
    if (event === 'finish') this.#close();
    return hasListeners;
  }

  override end(...args: unknown[]): this {
    const [chunk, encoding] = args;
    const isFirst = !this.headersSent;
    if (isFirst && typeof chunk === 'string') this.whole = Buffer.from(chunk, encoding as BufferEncoding);
    if (isFirst && chunk instanceof Uint8Array) this.whole = chunk;
    return super.end(...(withOwnBytes(args) as []));
  }

  override write(...args: unknown[]): boolean {
    return super.write(...(withOwnBytes(args) as [string]));
  }

  override destroy(error?: Error): this {
    const isOver = this.#hasFinished || this.destroyed;
    super.destroy(error);
    if (!isOver) this.#close();
    return this;
  }

  #close(): void {
    this.#hasFinished = true;
    (this as unknown as Closable)['_closed'] = true;
    this.emit('close');
  }
}

/** The arguments with a copy of the bytes: workerd's stream takes their memory away, and with it other chunks that are parts of it. */
function withOwnBytes([chunk, ...others]: unknown[]): unknown[] {
  return [chunk instanceof Uint8Array ? new Uint8Array(chunk) : chunk, ...others];
}
