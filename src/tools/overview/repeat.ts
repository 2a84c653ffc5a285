import type { IncomingMessage } from 'node:http';
import { requestServer } from './loopback-request.ts';
import type { SentRequest } from './request-log.ts';

/** Sends a request again, to the server that got it. Its response is only logged. */
export function repeatRequest(req: IncomingMessage, { body, ...request }: SentRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = requestServer(req, { ...request, length: body.length > 0 ? body.length : undefined });
    sent.once('response', (response) => {
      resolve();
      // A stream may never end: its beginning is enough.
      response.once('data', () => setTimeout(() => response.destroy(), REPEAT_TIME).unref());
      response.on('error', () => {});
      response.resume();
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** How long to read the response of a repeated request, in milliseconds. */
const REPEAT_TIME = 5_000;
