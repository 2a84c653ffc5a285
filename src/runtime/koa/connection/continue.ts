import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const WAITING: unique symbol = Symbol('waiting for 100 (Continue)');

interface Waiting {
  [WAITING]?: boolean;
}

/** Sends 100 (Continue) when the app begins to read a body, so that a client need not send one that is refused: RFC 9110, 10.1.1. */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (req: IncomingMessage & Waiting, res: ServerResponse) => {
    if (server.listenerCount('checkContinue') > 1) return;
    req[WAITING] = true;
    const { _read: read } = req;
    // eslint-disable-next-line no-underscore-dangle -- Node calls it when anything reads the request
    req._read = (size) => {
      // After the response, Node reads the rest.
      if (isWaiting(req) && !res.headersSent) res.writeContinue();
      req[WAITING] = false;
      read.call(req, size);
    };
    server.emit('request', req, res);
  });
}

/** Whether a client sends the body of its request only if it gets 100 (Continue). */
export function isWaiting(req: IncomingMessage & Waiting): boolean {
  return req[WAITING] === true;
}
