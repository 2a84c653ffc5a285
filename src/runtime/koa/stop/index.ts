import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { serverOf } from '../connection/tcp-socket.ts';
import { disposeApp } from '../disposal.ts';
import type { OptionRule, OptionTable } from '../option-table.ts';
import { checkOptions, FUNCTION } from '../option-table.ts';
import { STOP_CHANNEL } from '../request-channel.ts';
import { awaitPrimary } from './primary.ts';
import type { Traffic } from './traffic.ts';
import { closeConnections, isEnding, trafficOf } from './traffic.ts';

/** Options of {@link stop}. */
export interface StopOptions {
  /** How long the server still accepts connections, in milliseconds (default: 0): until a load balancer knows that it ends. */
  readonly drain?: number;
  /** The time limit for requests under way, in milliseconds (default: 10,000). It counts from the end of `drain`. */
  readonly deadline?: number;
  /** Closes upgraded connections, such as WebSockets. Those that it closes do not count as `forced`. */
  readonly closeUpgraded?: () => unknown;
}

// Any number, because a server that ends must not fail for the sake of one.
const TIME: OptionRule = { expected: 'a number', isValid: (value) => typeof value === 'number' };
const OPTIONS: OptionTable<StopOptions> = { drain: TIME, deadline: TIME, closeUpgraded: FUNCTION };

/** How long connections without a request stay open, in milliseconds: the next request can be on its way. */
const GRACE = 150;
/** How often to look for connections that can be closed, in milliseconds. */
const INTERVAL = 50;
/** The greatest ID of a stream: a GOAWAY with it announces that the server ends, and refuses nothing. RFC 9113, 6.8. */
const LAST_STREAM = 2 ** 31 - 1;

/**
 * Whether a server ends: {@link stop} was called. A readiness check answers 503 from then on.
 *
 * @param of The server, or the context of a request to it.
 * @example if (isStopping(ctx)) throw problem(503);
 */
export function isStopping(of: Server | { readonly req: IncomingMessage }): boolean {
  const server = 'req' in of ? serverOf(of.req) : of;
  return server !== undefined && isEnding(server);
}

/**
 * Stops a server without cutting off requests: HTTP/1.1, HTTPS or HTTP/2.
 *
 * During `drain`, the server answers everything, with `Connection: close` (RFC 9112, 9.6), and {@link isStopping} is true. Then it accepts no more connections,
 * and cuts streams, so that their clients reconnect. Requests under way are answered, half-sent ones too; HTTP/2 clients get GOAWAY (RFC 9113, 6.8). When no
 * request is under way, the connections that are left are closed. Connections that are open at the deadline are cut off.
 *
 * At the end, the app's option `dispose` is called, if the server is one of `app.listen`.
 *
 * A second call returns the result of the first. Import this module before the server's first connection.
 *
 * @returns The number of connections that the deadline ended.
 * @throws {TypeError} If an option is invalid.
 * @throws {unknown} The error of `dispose`.
 * @example process.on('SIGTERM', async () => process.exit((await stop(server)).forced === 0 ? 0 : 1));
 */
export function stop(server: Server, options: StopOptions = {}): Promise<{ forced: number }> {
  checkOptions('stop', options, OPTIONS);
  const traffic = trafficOf(server);
  return (traffic.stopped ??= drainAndClose(server, traffic, options));
}

async function drainAndClose(
  server: Server,
  traffic: Traffic,
  { drain = 0, deadline = 10_000, closeUpgraded }: StopOptions,
): Promise<{ forced: number }> {
  if (drain > 0) {
    closeConnections(traffic);
    await sleep(drain);
  }
  await awaitPrimary(server);
  await acceptWaiting(traffic);
  const closed = close(server);
  // Not before: proxies would open connections in the meantime.
  closeConnections(traffic);
  for (const session of traffic.sessions) if (!session.closed) session.goaway(0, LAST_STREAM);
  channel(STOP_CHANNEL).publish({ server });
  const end = new AbortController();
  void sweep(server, traffic, closeUpgraded, end.signal).catch(() => {});
  const late = sleep(deadline, undefined, end).then(() => cutOff(traffic, closeUpgraded !== undefined));
  // After the end, the deadline no longer matters.
  late.catch(() => {});
  const forced = await Promise.race([closed.then(() => 0), late]);
  end.abort();
  await disposeApp(server);
  return { forced };
}

/** How many turns of the event loop to wait for a good moment, if there is none. */
const TURNS = 1_000;
/** The duration of a turn in which hardly any connection can arrive, in milliseconds. */
const SHORT = 0.05;

/**
 * Accepts the connections that have arrived, which would be reset. Each turn of the event loop accepts one, and those that arrive later in the turn
 * would be lost. So wait for a short turn without one.
 */
async function acceptWaiting(traffic: Traffic): Promise<void> {
  await setImmediate();
  for (let turns = 0; turns < TURNS; turns++) {
    const { accepted } = traffic;
    const begun = performance.now();
    await setImmediate();
    if (traffic.accepted === accepted && performance.now() - begun < SHORT) return;
  }
}

/** Accepts no more connections. `http.Server` would also close idle ones, with requests on their way. */
function close(server: Server): Promise<void> {
  const { close: stopListening } = server instanceof Server ? Server.prototype : server;
  return new Promise((resolve) => {
    stopListening.call(server, () => resolve());
  });
}

/** Closes connections without a request, again and again until the server has closed. */
async function sweep(
  server: Server,
  traffic: Traffic,
  closeUpgraded: StopOptions['closeUpgraded'],
  signal: AbortSignal,
): Promise<void> {
  await sleep(GRACE, undefined, { signal });
  closeUpgradedBy(closeUpgraded);
  for (;;) {
    // Streams that have begun in the meantime.
    channel(STOP_CHANNEL).publish({ server });
    for (const session of traffic.sessions) if (!session.closed) session.close();
    // Timers come first after a pause of the process: read the requests that have arrived in the meantime.
    await setImmediate();
    if (!hasRequests(traffic)) closeIdle(server, traffic);
    await sleep(INTERVAL, undefined, { signal });
  }
}

function closeUpgradedBy(closeUpgraded: StopOptions['closeUpgraded']): void {
  if (closeUpgraded === undefined) return;
  void (async () => closeUpgraded())().catch((error: unknown) => process.emitWarning(error as Error));
}

function hasRequests({ responses, sessions }: Traffic): boolean {
  return (
    sessions.size > 0 || [...responses.values()].some((response) => !response.closed && !response.writableFinished)
  );
}

/** Closes the connections without a request. Node knows those between two requests; it takes silent ones for half-sent requests. */
function closeIdle(server: Server, { sockets, secured, upgraded }: Traffic): void {
  (server as { closeIdleConnections?: () => void }).closeIdleConnections?.();
  const now = performance.now();
  for (const [socket, since] of sockets) {
    const reader = secured.get(socket) ?? { socket, since };
    if (!upgraded.has(socket) && reader.socket.bytesRead === 0 && now - reader.since >= GRACE) socket.destroy();
  }
}

/** Ends all connections, and returns how many of them were still open. */
function cutOff({ sockets, sessions, upgraded }: Traffic, hasClosedUpgraded: boolean): number {
  const isClosing = (socket: Socket): boolean => hasClosedUpgraded && upgraded.get(socket)?.writableEnded === true;
  const forced = [...sockets.keys()].filter((socket) => !isClosing(socket)).length;
  for (const session of sessions) session.destroy();
  for (const socket of sockets.keys()) socket.destroy();
  return forced;
}
