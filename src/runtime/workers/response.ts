import { ServerResponse } from 'node:http';

/** The private field in which Node's streams store that a response is closed. */
type Closable = Record<'_closed', boolean>;

/**
 * A response of workerd that closes when it finishes. The original closes after sending its headers, which would truncate piped streams.
 */
export class WorkersResponse extends ServerResponse {
  /** workerd begins with "unknown", and so never sets the reason phrase of the status. */
  override statusMessage = '';

  #hasFinished = false;

  override emit(event: string, ...args: unknown[]): boolean {
    if (event === 'close' && !this.#hasFinished && !this.destroyed) {
      (this as unknown as Closable)['_closed'] = false;
      return false;
    }
    const hasListeners = super.emit(event, ...args);
    if (event === 'finish') {
      this.#hasFinished = true;
      (this as unknown as Closable)['_closed'] = true;
      this.emit('close');
    }
    return hasListeners;
  }
}
