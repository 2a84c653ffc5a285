import type { Server, Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** The TCP socket of a connection: below TLS, it is a private field of Node. */
export function tcpSocketOf(socket: Socket): Socket {
  return (socket as { readonly ['_parent']?: Socket | null })['_parent'] ?? socket;
}

/** The server of a request; undefined on a platform without one. Node sets it on each socket. */
export function serverOf(req: IncomingMessage): Server | undefined {
  const { session } = (req as { stream?: { readonly session?: { readonly socket: unknown } } }).stream ?? {};
  return ((session?.socket ?? req.socket) as { server?: Server } | undefined)?.server;
}
