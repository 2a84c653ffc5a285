import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, TEXT } from '../koa/option-table.ts';
import { DURATION } from '../state/state-options.ts';
import type { Attempt, DeliveryOutcome } from './delivery-attempt.ts';
import { deliveryChannel, isDeliveryObserved } from './delivery-channel.ts';
import type { GuardedAgents, GuardOptions } from './guard.ts';
import { checkEndpointUrl, createAgents, GUARD_OPTIONS } from './guard.ts';
import { post } from './post.ts';
import { readRetryAfter } from './retry-after.ts';
import { signMessage } from './webhook-signature.ts';
import { isSuccessful } from '../../shared/contract/statuses.ts';

/** How attempts are made. */
export interface DeliverOptions extends GuardOptions {
  /** How long an attempt may take in all, in milliseconds (default: 15,000). */
  readonly timeout?: number;
  /** The header `User-Agent` (default: `unplugin-operations`). */
  readonly userAgent?: string;
}

/** The rules of {@link DeliverOptions}. */
export const DELIVER_OPTIONS: OptionTable<DeliverOptions> = {
  ...GUARD_OPTIONS,
  timeout: DURATION,
  userAgent: TEXT,
};

/** How long an attempt may take, in milliseconds: 15 to 30 seconds in Standard Webhooks. */
export const ATTEMPT_TIMEOUT = 15_000;

/** Makes the attempts. */
export interface Deliverer {
  deliver(attempt: Attempt): Promise<DeliveryOutcome>;
  /** Closes the connections that are kept. */
  close(): void;
}

/**
 * Creates a function that makes attempts with some options. It keeps connections for the next attempts.
 *
 * @throws {TypeError} If an option is invalid.
 */
export function createDeliverer(options: DeliverOptions = {}): Deliverer {
  checkOptions('createDeliverer', options, DELIVER_OPTIONS);
  const agents = createAgents(options);
  return {
    deliver(attempt) {
      if (!isDeliveryObserved()) return tryOnce(attempt, agents, options);
      const trace = { attempt, outcome: undefined as unknown as DeliveryOutcome };
      return deliveryChannel.tracePromise(async () => (trace.outcome = await tryOnce(attempt, agents, options)), trace);
    },
    close: () => agents.close(),
  };
}

const shared: { deliverer?: Deliverer } = {};

/**
 * Makes one attempt to deliver an event, for jobs of a separate engine: it signs the body, and sends it to a public address.
 *
 * It never throws because of the receiver: see {@link DeliveryOutcome}. Let the engine repeat the job if it is not `ok`.
 *
 * @throws {TypeError} If a secret is invalid, or the ID has a dot.
 * @example if (!(await deliver(job.data)).ok) throw new Error('Try again');
 */
export function deliver(attempt: Attempt, deliverer?: Deliverer): Promise<DeliveryOutcome> {
  return (deliverer ?? (shared.deliverer ??= createDeliverer())).deliver(attempt);
}

async function tryOnce(
  { id, url: text, secrets, body }: Attempt,
  agents: GuardedAgents,
  options: DeliverOptions,
): Promise<DeliveryOutcome> {
  const { timeout = ATTEMPT_TIMEOUT, userAgent = 'unplugin-operations' } = options;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signMessage({ id, timestamp, body }, secrets),
  };
  const start = performance.now();
  const ended = (outcome: Partial<DeliveryOutcome>): DeliveryOutcome => ({
    ok: false,
    status: undefined,
    error: undefined,
    retryAfter: undefined,
    ...outcome,
    duration: performance.now() - start,
  });
  try {
    const url = checkEndpointUrl(text, options);
    const answer = await post({ url, agent: agents.agentOf(url), headers, body, timeout });
    const { status } = answer;
    const ok = isSuccessful(status);
    const error = ok ? undefined : `The receiver has answered with ${status}.`;
    return ended({ ok, status, error, retryAfter: readRetryAfter(answer.headers['retry-after'], Date.now()) });
  } catch (error) {
    return ended({ error: messageOf(error) });
  }
}

/** The message of an error. If a name has several addresses, Node's error doesn't have one itself. */
function messageOf(error: unknown): string {
  const { message, code } = Object(error) as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || error).slice(0, 500);
}
