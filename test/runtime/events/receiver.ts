import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '../../playground/build.ts';

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string;
}

/** A server that gets webhooks. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
}

/** Starts a receiver on the loopback. It answers as a function does, which gets the number of the request from 0. */
export async function startReceiver(
  cleanup: Cleanup,
  answer: (response: ServerResponse, index: number, received: Received) => unknown = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const each = { headers: request.headers, body: Buffer.concat(chunks).toString(), url: request.url! };
      received.push(each);
      void answer(response, received.length - 1, each);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received };
}
