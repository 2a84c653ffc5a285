import { usageError } from '../koa/usage-error.ts';
import type { WebhookProvider } from './webhook-providers.ts';
import { PROVIDERS } from './webhook-providers.ts';
import { WebhookRefusal } from './webhook-refusal.ts';
import { isSameBytes } from '../koa/same-bytes.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { ANY, checkOptions, isSecret } from '../koa/option-table.ts';

/** How {@link verifyWebhook} reads a request. */
export interface VerifyOptions {
  /** How far the time of the signature may be from now, in seconds (default: 300). */
  readonly tolerance?: number;
  /** Who signs (default: `standard`, which is Standard Webhooks). */
  readonly provider?: WebhookProvider;
}

/** The facts of a verified request. */
export interface VerifiedWebhook {
  /**
   * Identifies the message, and is signed. It stays the same if it is sent again. For GitHub and Shopify, it is made from the body, because their
   * headers with IDs are not signed. Undefined for Stripe and Slack, which have it in the body.
   */
  readonly id: string | undefined;
  /** When it was signed; undefined if the provider does not sign the time. */
  readonly timestamp: Date | undefined;
}

/** The headers of a request: an object of Node or Koa, or a `Headers`. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

const TOLERANCE = 300;

const OPTIONS: OptionTable<VerifyOptions> = {
  tolerance: { expected: 'a number of seconds', isValid: (value) => typeof value === 'number' && value >= 0 },
  provider: ANY,
};

/**
 * Checks the signature and the time of a received webhook.
 *
 * A copy of a signed request is still signed: remember the IDs of the messages that you have processed.
 *
 * @param body The bytes or the text as received. JSON that was parsed and written again has another signature.
 * @param secrets The secret, or several while one is rotated.
 * @throws {WebhookRefusal} A 401 if a header is missing, the ID has a dot, or the signature is wrong or too old.
 * @throws {TypeError} If an option is unknown or invalid, there is no secret, or one is invalid or too short.
 * @example verifyWebhook(ctx.input.body, ctx.headers, process.env.WEBHOOK_SECRET)
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[] | undefined,
  options: VerifyOptions = {},
): VerifiedWebhook {
  checkOptions('verifyWebhook', options, OPTIONS);
  const { tolerance = TOLERANCE, provider = 'standard' } = options;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw usageError('The body of a webhook must be the received bytes or text.');
  const all = [secrets].flat().filter(isSecret);
  if (all.length === 0) throw usageError('verifyWebhook needs a secret. Is an environment variable missing?');
  if (!Object.hasOwn(PROVIDERS, provider)) throw usageError(`Unknown provider of webhooks: ${String(provider)}.`);
  const { keyOf, read: readOf } = PROVIDERS[provider];
  const keys = all.map(keyOf);
  const read = readOf({ body, header: (name) => headerOf(headers, name) });
  if (read === undefined) throw new WebhookRefusal('The signature is missing.');
  const { id, timestamp, signatures, sign } = read;
  const time = timestamp === undefined ? undefined : timeOf(timestamp, tolerance);
  // No early end: the time does not show which secret is the right one.
  const right = keys.flatMap((key) => {
    const expected = sign(key);
    return signatures.filter((signature) => isSameBytes(signature, expected));
  });
  if (right.length === 0) throw new WebhookRefusal('The signature is wrong.');
  return { id, timestamp: time };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers.get as (name: string) => string | null)(name) ?? undefined;
  const record = headers as Readonly<Record<string, unknown>>;
  const key = Object.hasOwn(record, name) ? name : Object.keys(record).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : record[key];
  return typeof value === 'string' ? value : undefined;
}

/** @throws {WebhookRefusal} If a time is too far from now, or not a whole number. */
function timeOf(text: string, tolerance: number): Date {
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : Number.NaN;
  const distance = Math.abs(Date.now() / 1000 - seconds);
  // `NaN` is not within any tolerance.
  if (!(distance <= tolerance)) throw new WebhookRefusal('The signature is too old, or from the future.');
  return new Date(seconds * 1000);
}
