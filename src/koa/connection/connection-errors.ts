import type { Socket } from 'node:net';
import type { OperationContext } from '../context.ts';

/** The current request of a connection; undefined once Koa itself listens. */
interface Current {
  ctx: OperationContext | undefined;
}

/** Reports an error of a connection during a request, as Koa does, but with one listener for each connection. */
export class ConnectionErrors {
  readonly #current = new WeakMap<Socket, Current>();
  readonly #report: (ctx: OperationContext, error: Error) => void;

  constructor(report: (ctx: OperationContext, error: Error) => void) {
    this.#report = report;
  }

  watch(ctx: OperationContext): void {
    const { socket } = ctx.res;
    // Requests without a connection (light-my-request) have none.
    if (typeof socket?.on !== 'function') return;
    const current = this.#current.get(socket) ?? this.#listen(socket);
    current.ctx = ctx;
  }

  /** Stops to report for the current request, because Koa does it from here on. */
  release(ctx: OperationContext): void {
    const { socket } = ctx.res;
    const current = socket === null ? undefined : this.#current.get(socket);
    if (current?.ctx === ctx) current.ctx = undefined;
  }

  #listen(socket: Socket): Current {
    const current: Current = { ctx: undefined };
    this.#current.set(socket, current);
    socket.on('error', (error) => {
      const { ctx } = current;
      if (ctx !== undefined && !ctx.res.writableFinished) this.#report(ctx, error);
    });
    return current;
  }
}
