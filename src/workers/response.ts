import { ServerResponse } from 'node:http';

/** With the field by which Node's streams tell whether a response is closed. */
type Closable = Record<'_closed', boolean>;

/**
 * workerd's response, closed when it is finished. Its own is closed, and says so, once its headers are on their way; what is being piped into
 * it would break off there.
 */
export class WorkersResponse extends ServerResponse {
  #isOver = false;

  override emit(event: string, ...args: unknown[]): boolean {
    if (event === 'close' && !this.#isOver && !this.destroyed) {
      (this as unknown as Closable)['_closed'] = false;
      return false;
    }
    const isHeard = super.emit(event, ...args);
    if (event === 'finish') {
      this.#isOver = true;
      (this as unknown as Closable)['_closed'] = true;
      this.emit('close');
    }
    return isHeard;
  }
}
