import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request listener of `node:http`. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** An app that may have something to close. */
export interface LeasedApp extends Partial<AsyncDisposable & Disposable> {
  callback(): Listener;
}

/** The time that an app serves requests. */
export interface Lease {
  readonly app: LeasedApp;
  readonly listener: Listener;
  /**
   * Disposes of the app when its requests are answered.
   *
   * @param limit How long to wait for them, in milliseconds: streams may never end.
   * @throws {unknown} What the app throws.
   */
  end(limit?: number): Promise<void>;
}

const LIMIT = 5_000;

/** Begins to serve with an app. */
export function leaseApp(app: LeasedApp): Lease {
  const handle = app.callback();
  const open = new Set<ServerResponse>();
  let whenIdle: (() => void) | undefined;
  return {
    app,
    listener(req, res) {
      open.add(res);
      // For the two of the dev server: Node warns of more than ten, and Koa adds seven to send a stream.
      res.setMaxListeners(res.getMaxListeners() + 2);
      res.once('close', () => {
        open.delete(res);
        if (open.size === 0) whenIdle?.();
      });
      return handle(req, res);
    },
    async end(limit = LIMIT) {
      const idle = new Promise<void>((resolve) => (whenIdle = resolve));
      if (open.size > 0 && limit > 0) await Promise.race([idle, sleep(limit, undefined, { ref: false })]);
      await app[Symbol.asyncDispose]?.();
      app[Symbol.dispose]?.();
    },
  };
}
