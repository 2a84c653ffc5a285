import { QUOTA_EXCEEDED } from '../../shared/contract/rate-limit.ts';
import type { Exchange } from './exchange.ts';
import { tryJson } from './response.ts';
import type { RequestOptions } from './types.ts';

/** The longest pause between two attempts, in milliseconds. */
export const MAX_DELAY = 30_000;
/** How often a request can be repeated. */
export const MAX_RETRIES = 12;
/** How often it is repeated if the client has no option `retries`: for about seven seconds. */
const RETRIES = 3;
/** The pause before the first repetition, in milliseconds. Each further one is twice as long. */
export const DELAY = 1000;

/**
 * Sends a request, and again while the server is unavailable, limits the requests, or refuses or resets the connection.
 *
 * @returns The first other response, or the last one.
 */
export async function sendWithRetries(
  exchange: Exchange,
  signal: RequestOptions['signal'],
  retries: number = RETRIES,
): Promise<Response> {
  for (let count = 0; ; count++) {
    const isLast = count >= Math.min(retries, MAX_RETRIES);
    let least = 0;
    try {
      const response = await exchange.send();
      least = retryAfter(response);
      // A server that needs longer is not about to come back.
      if (isLast || least > MAX_DELAY || !(await canRepeat(exchange, response))) return response;
      await response.body?.cancel();
    } catch (error) {
      if (isLast || signal?.aborted || !exchange.canRepeat() || !isLost(error)) throw error;
    }
    // After an abort, the next attempt fails with the signal's reason. React Native has no throwIfAborted.
    await wait(pauseAfter(DELAY, count, least), signal);
  }
}

/** A limit of the contract refuses a request before its handler runs. Any other 429 may have had effects. */
async function canRepeat(exchange: Exchange, response: Response): Promise<boolean | undefined> {
  if (response.status !== 429) return isUnavailable(response) && exchange.canRepeat();
  const { type } = Object(tryJson(await response.clone().text())) as { readonly type?: unknown };
  return exchange.canRepeat(type === QUOTA_EXCEEDED);
}

/** Whether a server is gone for a moment: RFC 9110, 15.6.3 to 15.6.5. */
export function isUnavailable({ status }: Response): boolean {
  return status > 501 && status < 505;
}

/** Whether no server listened at the address, or the connection was reset. Browsers do not distinguish this from other failures. */
export function isLost(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: { readonly code?: string } | null };
  return /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(cause?.code ?? '');
}

/** The time until the next attempt that a response requests, in milliseconds: RFC 9110, 10.2.3. */
export function retryAfter({ headers }: Response): number {
  const text = headers.get('Retry-After') ?? '';
  // Date.parse takes a date of C's asctime as local time.
  const date = Date.parse(text.replace(/^\w+ .+/, '$& GMT'));
  return Math.max((/^\d+$/.test(text) ? Number(text) * 1000 : date - Date.now()) || 0, 0);
}

/** The pause after a failure: twice as long each time. Clients that lost the same server should not all come back at once. */
export function pauseAfter(delay: number, failures: number, least: number): number {
  const pause = Math.min(delay * 2 ** failures, MAX_DELAY) * (0.5 + Math.random() / 2);
  return Math.max(pause, Math.min(least, MAX_DELAY));
}

/** Waits, but not after an abort. */
export function wait(time: number, signal: RequestOptions['signal']): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, time);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
