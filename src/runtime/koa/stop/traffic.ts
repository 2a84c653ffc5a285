import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { tcpSocketOf } from '../connection/tcp-socket.ts';

/** The open connections and requests of a server. */
export interface Traffic {
  /** The TCP connections, and when each began. */
  readonly sockets: Map<Socket, number>;
  /** How many connections there have been. */
  accepted: number;
  /** Whether responses have `Connection: close`. */
  isClosing: boolean;
  /** The TLS connections, by the TCP connection below each. */
  readonly secured: WeakMap<Socket, { readonly socket: Socket; readonly since: number }>;
  /** The latest response on each HTTP/1.1 connection. */
  readonly responses: Map<Socket, ServerResponse>;
  readonly sessions: Set<Http2Session>;
  /** The connections that left HTTP, such as WebSockets, by the TCP connection below each. */
  readonly upgraded: Map<Socket, Socket>;
  /** The result of `stop`, once it was called. */
  stopped: Promise<{ forced: number }> | undefined;
}

// A registered symbol, because a process can evaluate this module several times: in two bundles, or once for each test file.
const TRAFFICS: unique symbol = Symbol.for('unplugin-operations.traffics') as never;
const shared = globalThis as { [TRAFFICS]?: WeakMap<Server, Traffic> };
const traffics = (shared[TRAFFICS] ??= watchServers());

/** Node publishes each connection of each server, so that servers need no preparation. A request costs one entry of a map. */
function watchServers(): WeakMap<Server, Traffic> {
  channel('net.server.socket').subscribe((message) => {
    const { socket } = message as { socket: Socket & { server?: Server } };
    if (socket.server === undefined) return;
    const traffic = trafficOf(socket.server);
    const { sockets } = traffic;
    traffic.accepted++;
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  return new WeakMap();
}

/** The traffic of a server, which is watched from now on. */
export function trafficOf(server: Server): Traffic {
  let traffic = traffics.get(server);
  if (traffic === undefined) traffics.set(server, (traffic = watch(server)));
  return traffic;
}

/** Whether `stop` was called for a server. */
export function isEnding(server: Server): boolean {
  return traffics.get(server)?.stopped !== undefined;
}

function watch(server: Server): Traffic {
  const traffic: Traffic = {
    sockets: new Map(),
    accepted: 0,
    isClosing: false,
    secured: new WeakMap(),
    responses: new Map(),
    sessions: new Set(),
    upgraded: new Map(),
    stopped: undefined,
  };
  // An event without listeners stays so: listening would change how Node handles it.
  if (server.listenerCount('request') > 0)
    // Before the app, which can send headers at once.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      addRequest(traffic, request, response),
    );
  for (const event of ['upgrade', 'connect'])
    if (server.listenerCount(event) > 0)
      server.on(event, (request: IncomingMessage, socket: Socket) => {
        if (request.httpVersionMajor === 1) addUpgraded(traffic, socket);
      });
  server.on('secureConnection', (socket: Socket) =>
    traffic.secured.set(tcpSocketOf(socket), { socket, since: performance.now() }),
  );
  server.on('session', (session: Http2Session) => addSession(traffic, session));
  return traffic;
}

function addRequest(traffic: Traffic, request: IncomingMessage, response: ServerResponse): void {
  const { stream } = request as { stream?: { readonly session?: Http2Session } };
  if (request.httpVersionMajor > 1) {
    if (stream?.session !== undefined) addSession(traffic, stream.session);
    return;
  }
  const { responses, isClosing } = traffic;
  const { socket } = request;
  if (!responses.has(socket)) socket.once('close', () => responses.delete(socket));
  responses.set(socket, response);
  if (isClosing) closeAfter(response);
}

/** Closes each connection after its response, from now on. */
export function closeConnections(traffic: Traffic): void {
  traffic.isClosing = true;
  for (const response of traffic.responses.values()) closeAfter(response);
}

/** Without keep-alive, Node adds `Connection: close`, and closes the connection after the response. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

function addUpgraded({ upgraded }: Traffic, socket: Socket): void {
  const below = tcpSocketOf(socket);
  upgraded.set(below, socket);
  below.once('close', () => upgraded.delete(below));
}

function addSession({ sessions }: Traffic, session: Http2Session): void {
  if (sessions.has(session)) return;
  sessions.add(session);
  session.once('close', () => sessions.delete(session));
}
