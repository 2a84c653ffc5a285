import { Buffer } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { usageError } from '../koa/usage-error.ts';

/** How a secret of Standard Webhooks begins. Base64 follows. */
const PREFIX = 'whsec_';

/** Creates a secret of Standard Webhooks with 192 random bits. */
export function createSecret(): string {
  return PREFIX + randomBytes(24).toString('base64');
}

/** Base64, with its padding or without. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The shortest key of Standard Webhooks, in bytes. */
const KEY_SIZE = 24;

/** The shortest text that is a secret by itself. Signed requests that leak let others try all shorter ones. */
const TEXT_SIZE = 16;

/**
 * The key of a secret of Standard Webhooks, with or without its prefix.
 *
 * @throws {TypeError} If the secret is not base64, or too short. The message does not contain it.
 */
export function keyOfSecret(secret: string): Buffer {
  const text = typeof secret === 'string' && secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (typeof text !== 'string' || !BASE64.test(text))
    throw usageError('A secret of a webhook must be "whsec_" and base64, or base64 alone.');
  const key = Buffer.from(text, 'base64');
  if (key.length < KEY_SIZE)
    throw usageError(
      `A secret of a webhook must have at least ${KEY_SIZE} bytes in base64, but it has ${key.length}. Copy all of it, or create one with createSecret().`,
    );
  return key;
}

/**
 * The key of a secret whose text is the key.
 *
 * @throws {TypeError} If it is too short. The message does not contain it.
 */
export function keyOfText(secret: string): Buffer {
  if (secret.trim().length < TEXT_SIZE)
    throw usageError(
      `A secret of a webhook must have at least ${TEXT_SIZE} characters. Copy all of it, or set a longer one.`,
    );
  return Buffer.from(secret);
}

/** The content that a signature of Standard Webhooks covers. */
export interface SignedMessage {
  /** The header `webhook-id`. */
  readonly id: string;
  /** The header `webhook-timestamp`: seconds since 1970. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Whether a dot in an ID would make signed text ambiguous: its dots separate the ID, the time and the body. */
export function isAmbiguousId(id: string): boolean {
  return id.includes('.');
}

/**
 * The header `webhook-signature`: a signature for each secret, separated by spaces.
 *
 * @throws {TypeError} If there is no secret, one is not base64 or too short, or the ID has a dot.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signMessage(message: SignedMessage, secrets: readonly string[]): string {
  if (secrets.length === 0) throw usageError('A webhook needs at least one secret to be signed with.');
  if (isAmbiguousId(message.id)) throw usageError(`The ID of an event must not have a dot: "${message.id}".`);
  return secrets.map((secret) => `v1,${hmacOf(message, keyOfSecret(secret)).toString('base64')}`).join(' ');
}

/** The signature of a message by one key, as bytes. */
export function hmacOf({ id, timestamp, body }: SignedMessage, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
