import type { Socket } from 'node:net';
import type { OperationContext } from '../context.ts';

type ReportError = (ctx: OperationContext, error: Error) => void;

/** The current request of a connection, and how its app reports errors; no request once Koa itself listens. */
interface Current {
  ctx: OperationContext | undefined;
  report: ReportError;
}

/** By connection. Not by app, because the dev server replaces apps while connections stay open: the listeners would add up. */
const connections = new WeakMap<Socket, Current>();

/** Reports an error of a connection during a request, as Koa does, but with one listener for each connection. */
export class ConnectionErrors {
  readonly #report: ReportError;

  constructor(report: ReportError) {
    this.#report = report;
  }

  watch(ctx: OperationContext): void {
    const { socket } = ctx.res;
    // Requests without a connection (light-my-request) have none.
    if (typeof socket?.on !== 'function') return;
    const current = connections.get(socket);
    if (current === undefined) listen(socket, { ctx, report: this.#report });
    else {
      current.ctx = ctx;
      current.report = this.#report;
    }
  }

  /** Stops to report for the current request, because Koa does it from here on. */
  release(ctx: OperationContext): void {
    const { socket } = ctx.res;
    const current = socket === null ? undefined : connections.get(socket);
    if (current?.ctx === ctx) current.ctx = undefined;
  }
}

function listen(socket: Socket, current: Current): void {
  connections.set(socket, current);
  socket.on('error', (error) => {
    const { ctx, report } = current;
    if (ctx !== undefined && !ctx.res.writableFinished) report(ctx, error);
  });
}
