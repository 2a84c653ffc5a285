import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { lifetimeOf } from '../../../shared/contract/lifetime.ts';
import { cutResponse, hasLeft, onEnd } from '../connection/ending.ts';
import { abortRequest, isAbort } from '../connection/signal.ts';
import type { OperationContext } from '../context.ts';
import { isReadable, isThenable } from './platform-bodies.ts';
import { reportLateError, toError } from './problem.ts';
import type { EncodeItem, StreamParts, Heartbeat } from './stream-parts.ts';

/** The length at which collected items are passed on, in UTF-16 code units. It is the size of one write to the connection. */
const BATCH = 16_384;

/**
 * The state of a stream. It is `new` until it begins, `reading` an item, or `paused` until the client reads more. Then it is over: it has `ended`, has
 * `failed`, so that the connection is cut after the collected data, or was `aborted`, so that it is cut at once.
 */
type State = 'new' | 'reading' | 'paused' | 'ended' | 'failed' | 'aborted';

/**
 * A response body that reads items from a generator as fast as the client reads the body.
 *
 * Items that are available at once are collected, so that a fast generator costs few writes. No item waits for another one.
 */
export class ValueStream extends Readable {
  readonly #ctx: OperationContext;
  readonly #parts: StreamParts;
  /** Generators run in the context of their request, regardless of the event that resumes them. */
  readonly #scope = new AsyncResource('OperationStream');
  #iterator: Iterator<unknown> | AsyncIterator<unknown> | undefined;
  #encode: EncodeItem | undefined;
  #text = '';
  #state: State = 'new';
  /** Whether a flush is due. */
  #isFlushing = false;
  /** Whether the client hasn't read the data that was passed on. */
  #isFull = false;
  #heartbeat: Heartbeat | undefined;
  /** The error that ended the stream, which is not one of the connection. */
  failure: unknown;
  /** That error, if it came too late to be answered and was reported. */
  reported: Error | undefined;

  /** @param source The values to iterate. If it is a stream, it is closed with this one. */
  constructor(ctx: OperationContext, source: unknown, parts: StreamParts) {
    // One byte: reading goes on when the client has taken everything.
    super({ highWaterMark: 1 });
    this.#ctx = ctx;
    this.#parts = parts;
    if (isReadable(source)) this.once('close', () => source.destroy());
    ignoreLeaving(ctx, this);
  }

  /**
   * Reads the first item. On event streams, waiting ends with the first comment.
   *
   * @throws {unknown} Everything that fails before the first item.
   */
  async begin(): Promise<void> {
    if (this.#ctx.req.method === 'HEAD' || this.destroyed || this.#state !== 'new') return;
    this.#state = 'reading';
    onEnd(this.#ctx, () => this.destroy());
    if (this.destroyed) return;
    const begun = this.#scope.runInAsyncScope(() => this.#pullFirst());
    const { events } = this.#parts;
    if (events === undefined) return this.#untilClosed(begun);
    const comment = new Promise<void>((resolve) => {
      this.#heartbeat = events.createHeartbeat(() => {
        if (this.#text === '' && this.readableLength === 0 && !this.#isFull) this.#add(events.comment);
        resolve();
      });
    });
    return this.#untilClosed(Promise.race([begun, comment]));
  }

  override _read(): void {
    this.#isFull = false;
    // The client gets the chunk that it reads now after this call.
    if (this.#mustCut && this.#text === '') return void setImmediate(cutResponse, this.#ctx, this.reported);
    // The iterator can have ended while the client had not read the last items.
    if (this.#text !== '' || this.#isOver) this.#flushSoon();
    // A `_middleware` file can read the body, for example to pipe it elsewhere.
    if (this.#state === 'new') this.begin().catch((error: Error) => this.destroy(toError(error)));
    this.#resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#heartbeat?.stop();
    this.#text = '';
    this.emit('left');
    callback(error);
    if (!this.#isOver) this.#scope.runInAsyncScope(() => this.#close('ended'));
  }

  /** Whether the iterator has ended, by itself or by an error. */
  get #isOver(): boolean {
    return this.#state === 'ended' || this.#mustCut;
  }

  get #mustCut(): boolean {
    return this.#state === 'failed' || this.#state === 'aborted';
  }

  /** Whether nothing more can be sent. */
  get #isClosed(): boolean {
    return this.destroyed || this.#state === 'aborted';
  }

  /**
   * Ends the stream before its end, because the server stops. Nothing is cut before its headers: a client could not interpret that.
   *
   * @param refusal The error that answers the request, if the stream has not begun.
   */
  abort(refusal: Error): void {
    if (this.#isOver || this.destroyed) return;
    this.#heartbeat?.stop();
    if (this.#ctx.res.headersSent) {
      this.#text = '';
      cutResponse(this.#ctx);
    } else if (this.#parts.events !== undefined) {
      // Clients of event streams reconnect after a cut, and not after an error.
      this.#add(this.#parts.events.comment);
      this.emit('opened');
    } else this.emit('refused', refusal);
    this.#scope.runInAsyncScope(() => this.#close('aborted'));
    abortRequest(this.#ctx);
  }

  async #pullFirst(): Promise<void> {
    try {
      this.#encode = this.#parts.encoder();
      this.#iterator = this.#parts.iterate();
      await this.#pull(true);
    } catch (error) {
      this.failure = error;
      // After the first comment, the response no longer waits for the first item.
      if (this.#heartbeat?.hasBeaten !== true) {
        this.#heartbeat?.stop();
        throw error;
      }
      this.#fail(error);
    }
    if (this.#heartbeat?.hasBeaten === true) this.#resume();
  }

  /** Waits for a promise, but not longer than the client does. */
  #untilClosed(begun: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.once('left', resolve).once('opened', resolve).once('refused', reject);
      begun.then(resolve, reject);
    });
  }

  /** Goes on reading items, unless the client has not taken the last ones. */
  #resume(): void {
    if (this.#state !== 'paused' || this.#isFull) return;
    this.#state = 'reading';
    this.#scope.runInAsyncScope(() => {
      this.#pull(false).catch((error: unknown) => {
        this.failure = error;
        this.#fail(error);
      });
    });
  }

  /** Reads and encodes items, until the client has to take them. After an error it does not go on. */
  async #pull(isFirst: boolean): Promise<void> {
    const iterator = this.#iterator!;
    const encode = this.#encode!;
    while (this.#state === 'reading' && !this.#isFull) {
      let result = iterator.next() as unknown;
      if (isThenable(result)) result = await result;
      if (this.#isEnd(result)) return this.#end();
      let { value } = result as { value: unknown };
      // The items of a synchronous iterator can be promises, as in `for await`.
      if (isThenable(value)) value = await value;
      const chunk = encode(value);
      if (chunk.length === 0) continue;
      if (typeof chunk === 'string') this.#add(chunk);
      else this.#addBytes(chunk);
      if (isFirst) break;
      if (this.#text.length < BATCH) continue;
      this.#flush();
      // Other requests get their turn, even if neither the generator nor the client ever waits.
      await new Promise(setImmediate);
    }
    if (this.#state === 'reading') this.#state = 'paused';
  }

  /** @throws {TypeError} If the result of an iterator is not an object. */
  #isEnd(result: unknown): boolean {
    if (typeof result === 'object' && result !== null) return Boolean((result as { done?: unknown }).done);
    throw new TypeError(`The iterator of ${this.#ctx.operation.id} returned a result that is not an object`);
  }

  #end(): void {
    this.#state = 'ended';
    this.#heartbeat?.stop();
    this.#text += this.#parts.end?.() ?? '';
    this.#flushSoon();
  }

  #add(text: string): void {
    if (this.#isClosed) return;
    this.#text += text;
    this.#flushSoon();
  }

  /** Bytes are not collected. */
  #addBytes(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#text !== '') this.push(this.#text);
    this.#text = '';
    if (!this.push(bytes)) this.#isFull = true;
  }

  /** Passes the collected items on when no more of them are available at once. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    process.nextTick(flushNow, this);
  }

  /** The task of {@link #flushSoon}. */
  flushNow(): void {
    this.#isFlushing = false;
    this.#flush();
  }

  #flush(): void {
    if (this.destroyed || this.readableEnded || this.#isFull) return;
    const text = this.#text;
    this.#text = '';
    this.#heartbeat?.delay();
    if (text !== '' && !this.push(text)) this.#isFull = true;
    if (!this.#isOver || this.#text !== '') return;
    if (!this.#mustCut) this.push(null);
    else if (!this.#isFull) cutResponse(this.#ctx, this.reported);
  }

  /** Ends the stream because of an error: with a last text, or by cutting the connection after the collected data. */
  #fail(thrown: unknown): void {
    const isClosed = this.#isClosed;
    const isIgnored = isClosed && isAbort(thrown);
    if (!this.#isOver) this.#close('ended');
    this.#heartbeat?.stop();
    if (isIgnored) return;
    this.reported = toError(thrown);
    const text = reportLateError(this.#ctx, this.reported);
    if (isClosed) return;
    const { events } = this.#parts;
    if (events === undefined) this.#state = 'failed';
    else this.#text += events.encodeProblem(text);
    this.#flushSoon();
  }

  /** Lets a generator run its `finally` blocks. */
  #close(state: 'ended' | 'aborted'): void {
    const iterator = this.#iterator;
    this.#state = state;
    if (iterator === undefined) return;
    const closed = (async () => iterator.return?.())().catch((error: unknown) => {
      if (!isAbort(error)) reportLateError(this.#ctx, toError(error));
    });
    lifetimeOf(this.#ctx.req)?.waitUntil(closed);
  }
}

function flushNow(body: ValueStream): void {
  body.flushNow();
}

/** Drops the errors of a connection whose client has left, those of a generator that the signal has aborted, and the reported one. */
function ignoreLeaving(ctx: OperationContext, body: ValueStream): void {
  const { onerror } = ctx;
  const handle = (error: Error): void => {
    const isOfClient = hasLeft(ctx) && (error !== body.failure || isAbort(error));
    if (!isOfClient && error !== body.reported) onerror.call(ctx, error);
  };
  Object.assign(ctx, { onerror: handle });
}
