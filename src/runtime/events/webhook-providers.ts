import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { WebhookRefusal } from './webhook-refusal.ts';
import { hmacOf, isAmbiguousId, keyOfSecret, keyOfText } from './webhook-signature.ts';

/** The fields of a signed request. */
export interface SignedFields {
  readonly body: string | Uint8Array;
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** The facts that a request contains about itself. */
export interface ReadSignature {
  /** Identifies the message by its signed content; absent if the provider has an ID in the body. */
  readonly id?: string | undefined;
  /** When it was signed, in seconds since 1970; absent if the provider does not sign the time. */
  readonly timestamp?: string | undefined;
  /** The signatures. One of them must be valid. */
  readonly signatures: readonly Buffer[];
  /** The right signature for a key. */
  readonly sign: (key: Uint8Array) => Buffer;
}

/** Who signs a webhook. `standard` is Standard Webhooks. */
export type WebhookProvider = 'standard' | 'svix' | 'stripe' | 'github' | 'shopify' | 'slack';

/** How a provider signs. */
interface Provider {
  /** @throws {TypeError} If a secret is invalid. */
  readonly keyOf: (secret: string) => Uint8Array;
  /** Returns undefined if a header is missing. */
  readonly read: (fields: SignedFields) => ReadSignature | undefined;
}

/** The providers of `verifyWebhook`. `standard` is that of Standard Webhooks, which many providers send. */
export const PROVIDERS: Readonly<Record<WebhookProvider, Provider>> = {
  standard: { keyOf: keyOfSecret, read: (fields) => readStandard(fields, 'webhook') },
  svix: { keyOf: keyOfSecret, read: (fields) => readStandard(fields, 'svix') },
  stripe: { keyOf: keyOfText, read: readStripe },
  // Their headers have IDs that are not signed, so that a copy of a request can have another one.
  github: { keyOf: keyOfText, read: (fields) => readBody(fields, 'x-hub-signature-256', 'sha256=', fromHex) },
  shopify: { keyOf: keyOfText, read: (fields) => readBody(fields, 'x-shopify-hmac-sha256', '', fromBase64) },
  slack: { keyOf: keyOfText, read: readSlack },
};

function readStripe({ body, header }: SignedFields): ReadSignature | undefined {
  const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string): string[] => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [timestamp] = valuesOf('t');
  if (timestamp === undefined) return undefined;
  return { timestamp, signatures: valuesOf('v1').map(fromHex), sign: signText(`${timestamp}.`, body) };
}

function readSlack({ body, header }: SignedFields): ReadSignature | undefined {
  const timestamp = header('x-slack-request-timestamp');
  if (timestamp === undefined) return undefined;
  const sign = signText(`v0:${timestamp}:`, body);
  return readOne(header('x-slack-signature'), 'v0=', fromHex, sign, { timestamp });
}

/** The headers of Standard Webhooks. Signatures of other versions are ignored. */
function readStandard({ body, header }: SignedFields, prefix: string): ReadSignature | undefined {
  const [id, timestamp, list] = ['id', 'timestamp', 'signature'].map((name) => header(`${prefix}-${name}`));
  if (id === undefined || timestamp === undefined || list === undefined) return undefined;
  // Such a text can be split again, into another ID and time.
  if (isAmbiguousId(id)) throw new WebhookRefusal('The ID of the webhook has a dot.');
  const signatures = list.split(' ').flatMap((each) => (each.startsWith('v1,') ? [fromBase64(each.slice(3))] : []));
  return { id, timestamp, signatures, sign: (key) => hmacOf({ id, timestamp, body }, key) };
}

/** A header with a signature of the body alone. Only the digest of the body then identifies it. */
function readBody(
  { body, header }: SignedFields,
  name: string,
  prefix: string,
  decode: (text: string) => Buffer,
): ReadSignature | undefined {
  const id = `sha256-${createHash('sha256').update(body).digest('hex')}`;
  return readOne(header(name), prefix, decode, signText('', body), { id });
}

/** A header with one signature after a prefix. */
function readOne(
  value: string | undefined,
  prefix: string,
  decode: (text: string) => Buffer,
  sign: ReadSignature['sign'],
  others: Pick<ReadSignature, 'id' | 'timestamp'>,
): ReadSignature | undefined {
  if (value === undefined || !value.startsWith(prefix)) return undefined;
  return { signatures: [decode(value.slice(prefix.length))], sign, ...others };
}

function signText(before: string, body: string | Uint8Array): ReadSignature['sign'] {
  return (key) => createHmac('sha256', key).update(before).update(body).digest();
}

/** Text that is not hexadecimal, or not complete, is another signature. */
function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
