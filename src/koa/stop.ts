import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { STOP_CHANNEL } from './request-channel.ts';

/** Options of {@link stop}. */
export interface StopOptions {
  /** The time limit for requests under way, in milliseconds (default: 10,000). */
  readonly deadline?: number;
}

/** What is open on a server. */
interface Traffic {
  readonly sockets: Set<Socket>;
  /** The latest response on each HTTP/1.1 connection. */
  readonly responses: Map<Socket, ServerResponse>;
  readonly sessions: Set<Http2Session>;
  /** The connections that left HTTP, such as WebSockets. */
  readonly upgraded: Set<Socket>;
}

// A registered symbol, because a process can evaluate this module several times: in two bundles, or once for each test file.
const TRAFFICS: unique symbol = Symbol.for('unplugin-operations.traffics') as never;
const shared = globalThis as { [TRAFFICS]?: WeakMap<Server, Traffic> };
const traffics = (shared[TRAFFICS] ??= watchServers());

/** Node publishes each connection of each server, so that servers need no preparation. A request costs one entry of a map. */
function watchServers(): WeakMap<Server, Traffic> {
  channel('net.server.socket').subscribe((message) => {
    const { socket } = message as { socket: Socket & { server?: Server } };
    if (socket.server !== undefined) remember(trafficOf(socket.server).sockets, socket);
  });
  return new WeakMap();
}

function trafficOf(server: Server): Traffic {
  let traffic = traffics.get(server);
  if (traffic === undefined) traffics.set(server, (traffic = watch(server)));
  return traffic;
}

function watch(server: Server): Traffic {
  const traffic: Traffic = { sockets: new Set(), responses: new Map(), sessions: new Set(), upgraded: new Set() };
  // An event without listeners stays so: listening would change how Node handles it.
  if (server.listenerCount('request') > 0)
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      addRequest(traffic, request, response),
    );
  for (const event of ['upgrade', 'connect'])
    if (server.listenerCount(event) > 0)
      server.on(event, (_request: unknown, socket: Socket) => remember(traffic.upgraded, socket));
  server.on('session', (session: Http2Session) => remember(traffic.sessions, session));
  return traffic;
}

function addRequest({ responses, sessions }: Traffic, request: IncomingMessage, response: ServerResponse): void {
  const { stream } = request as { stream?: { readonly session?: Http2Session } };
  if (request.httpVersionMajor > 1) {
    if (stream?.session !== undefined) remember(sessions, stream.session);
    return;
  }
  const { socket } = request;
  if (!responses.has(socket)) socket.once('close', () => responses.delete(socket));
  responses.set(socket, response);
}

function remember<T extends Socket | Http2Session>(all: Set<T>, one: T): void {
  if (all.has(one)) return;
  all.add(one);
  (one as Socket).once('close', () => all.delete(one));
}

/**
 * Stops a server without cutting off requests: HTTP/1.1, HTTPS or HTTP/2.
 *
 * The server accepts no more connections. Requests under way are answered with `Connection: close` (RFC 9112, 9.6), or on HTTP/2 after a
 * GOAWAY (RFC 9113, 6.8). Streams are cut, so that their clients reconnect. After the last answer, all other connections are closed, silent ones too. Upgraded connections, such as
 * WebSockets, and requests that do not end are ended at the deadline.
 *
 * Import this module before the server's first connection.
 *
 * @returns The number of connections that the deadline ended.
 * @example process.once('SIGTERM', async () => process.exit((await stop(server)).forced === 0 ? 0 : 1));
 */
export async function stop(server: Server, { deadline = 10_000 }: StopOptions = {}): Promise<{ forced: number }> {
  const traffic = trafficOf(server);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  drain(server, traffic);
  channel(STOP_CHANNEL).publish({ server });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(end(traffic)), deadline);
  });
  const forced = await Promise.race([closed.then(() => 0), late]);
  clearTimeout(timer);
  return { forced };
}

/** Lets requests end, and then closes the connections that are left. */
function drain(server: Server, traffic: Traffic): void {
  const { sockets, responses, sessions, upgraded } = traffic;
  const open = new Set<ServerResponse>();
  const closeRest = (): void => {
    if (open.size > 0 || sessions.size > 0) return;
    for (const socket of sockets) if (!isUpgraded(socket, upgraded)) socket.destroySoon();
  };
  const finish = (response: ServerResponse): void => {
    // Without keep-alive, Node adds `Connection: close`, and closes the connection after the response.
    response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      closeRest();
    });
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor === 1) finish(response);
  });
  for (const response of responses.values()) if (!response.closed && !response.writableFinished) finish(response);
  for (const session of sessions) {
    session.once('close', closeRest);
    session.close();
  }
  closeRest();
}

/** Whether a connection left HTTP. A TLS connection has two sockets, with one address. */
function isUpgraded(socket: Socket, upgraded: ReadonlySet<Socket>): boolean {
  if (upgraded.has(socket)) return true;
  const { remotePort, remoteAddress } = socket;
  return [...upgraded].some(
    (other) => remotePort !== undefined && other.remotePort === remotePort && other.remoteAddress === remoteAddress,
  );
}

/** Ends all connections, and returns their number. */
function end({ sockets, sessions }: Traffic): number {
  const { size } = sockets;
  for (const session of sessions) session.destroy();
  for (const socket of sockets) socket.destroy();
  return size;
}
