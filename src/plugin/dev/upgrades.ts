import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ViteDevServer } from 'vite';

/**
 * Answers requests for another protocol than WebSocket, such as HTTP/2 over cleartext (`Upgrade: h2c`), as any other: RFC 9110, 7.8.
 *
 * Vite listens to upgrades, so Node leaves all of them to listeners, and a request that none of them takes would wait forever.
 */
export function ignoreUpgrades(server: ViteDevServer['httpServer']): void {
  server?.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const protocols = (req.headers.upgrade ?? '').toLowerCase().split(',');
    if (protocols.some((protocol) => protocol.trim() === 'websocket')) return;
    // Node reads the request again, this time without the field, and so with its body.
    socket.unshift(Buffer.concat([headOf(req), head]));
    server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
  });
}

/** The head of a request without the fields for another protocol. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (/^(?:upgrade|http2-settings)$/i.test(name)) continue;
    lines.push(`${name}: ${/^connection$/i.test(name) ? withoutUpgrade(value) : value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !/^(?:upgrade|http2-settings)$/i.test(option)).join(', ') || 'keep-alive';
}
