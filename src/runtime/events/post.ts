import { Buffer } from 'node:buffer';
import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { request as requestHttp } from '../../shared/contract/node-http.ts';

/** How much of a response is read, in bytes. */
const MAX_RESPONSE = 64 * 1024;

/** A request to a receiver. */
export interface Posting {
  readonly url: URL;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long it may take in all, in milliseconds. */
  readonly timeout: number;
}

/** The head of a response. */
export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Sends a request, and reads its response up to a size and a time. Redirects are not followed.
 *
 * @returns The head, also if the rest of the response was too long or too slow: the receiver has answered.
 * @throws {Error} If there was no response in time.
 */
export function post(posting: Posting): Promise<Posted> {
  const end = performance.now() + posting.timeout;
  return attempt(posting, end, true);
}

async function attempt(posting: Posting, end: number, mayRepeat: boolean): Promise<Posted> {
  let request: ClientRequest | undefined;
  try {
    return await exchange(posting, end, (sent) => (request = sent));
  } catch (error) {
    // The receiver has closed a kept connection at the same time.
    const isStale = request?.reusedSocket === true && (error as { code?: unknown }).code === 'ECONNRESET';
    if (!isStale || !mayRepeat) throw error;
    return attempt(posting, end, false);
  }
}

function exchange(
  { url, agent, headers, body, timeout }: Posting,
  end: number,
  onRequest: (request: ClientRequest) => void,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    let head: Posted | undefined;
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = String(Buffer.byteLength(body));
    const request = send(url, { method: 'POST', agent, headers: { ...headers, 'content-length': length } });
    onRequest(request);
    const stop = (): void =>
      void request.destroy(new Error(`The receiver has not answered within ${timeout} milliseconds.`));
    const timer = setTimeout(stop, Math.max(end - performance.now(), 0));
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      if (head === undefined) reject(error ?? new Error('The receiver has closed the connection.'));
      else resolve(head);
    };
    request.on('response', (response) => {
      head = { status: response.statusCode!, headers: response.headers };
      drain(response, settle);
    });
    // A receiver could offer another protocol.
    request.on('upgrade', (_, socket) => socket.destroy());
    request.on('error', settle);
    request.on('close', () => settle());
    request.end(body);
  });
}

/** Reads a response to its end, so that the connection can be used again, or ends the connection if it is too long. */
function drain(response: IncomingMessage, onEnd: () => void): void {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_RESPONSE) response.destroy();
  });
  response.on('end', onEnd);
  // The head is there: all else is the receiver's matter.
  response.on('error', onEnd);
  response.on('close', onEnd);
}
