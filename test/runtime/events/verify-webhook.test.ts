import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WebhookHeaders, WebhookProvider } from '../../../src/runtime/events/index.ts';
import { createSecret, verifyWebhook } from '../../../src/runtime/events/index.ts';
import { signMessage } from '../../../src/runtime/events/webhook-signature.ts';
import { DOCS } from '../../docs/examples.ts';
import { hasPackages } from '../../docs/packages.ts';

const body = '{"type":"invoice.paid","timestamp":"2026-01-01T00:00:00.000Z","data":{"id":7}}';
const now = (): string => String(Math.floor(Date.now() / 1000));

function headersOf(secrets: readonly string[], timestamp = now(), id = 'msg_1'): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signMessage({ id, timestamp, body }, secrets),
  };
}

describe('verifyWebhook', () => {
  it('returns the ID and the time of a signed message', () => {
    const secret = createSecret();
    const timestamp = now();
    expect(verifyWebhook(body, headersOf([secret], timestamp), secret)).toEqual({
      id: 'msg_1',
      timestamp: new Date(Number(timestamp) * 1000),
    });
  });

  it('takes bytes, a Headers object, and headers in any case', () => {
    const secret = createSecret();
    const headers = headersOf([secret]);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const each of [new Headers(headers), upper] as WebhookHeaders[])
      expect(verifyWebhook(Buffer.from(body), each, secret).id).toBe('msg_1');
  });

  it('accepts the old and the new secret in the middle of a rotation, at both ends', () => {
    const [before, after] = [createSecret(), createSecret()];
    for (const secret of [before, after])
      expect(verifyWebhook(body, headersOf([after, before]), secret).id).toBe('msg_1');
    expect(verifyWebhook(body, headersOf([before]), [after, before]).id).toBe('msg_1');
  });

  const secret = createSecret();
  const signed = headersOf([secret]);
  it.each([
    ['another body', `${body} `, signed],
    ['another ID', body, { ...signed, 'webhook-id': 'msg_2' }],
    ['another time', body, { ...signed, 'webhook-timestamp': String(Number(now()) + 1) }],
    ['another secret', body, headersOf([createSecret()])],
    ['a short signature', body, { ...signed, 'webhook-signature': signed['webhook-signature']!.slice(0, 20) }],
    [
      'a signature of another version',
      body,
      { ...signed, 'webhook-signature': signed['webhook-signature']!.replace('v1,', 'v1a,') },
    ],
    ['no signature', body, { ...signed, 'webhook-signature': '' }],
    ['a time that is too old', body, headersOf([secret], String(Number(now()) - 400))],
    ['a time in the future', body, headersOf([secret], String(Number(now()) + 400))],
    ['a time that is not a number', body, headersOf([secret], 'NaN')],
    ['no headers', body, {}],
  ])('refuses %s with a 401', (_, text, headers) => {
    expect(() => verifyWebhook(text, headers as WebhookHeaders, secret)).toThrow(
      expect.objectContaining({ name: 'WebhookRefusal', status: 401 }),
    );
  });

  it.each([
    ['standard', 'webhook'],
    ['svix', 'svix'],
  ] as const)('refuses an old text of %s that is split again, into another ID, time and body', (provider, prefix) => {
    const time = now();
    const old = `hello.${time}.pay 1000 to mallory`;
    const signature = signMessage({ id: 'msg_1', timestamp: '1700000000', body: old }, [secret]);
    const headersWith = (id: string, timestamp: string): Record<string, string> => ({
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: timestamp,
      [`${prefix}-signature`]: signature,
    });
    const options = { provider, tolerance: 300 };
    expect(verifyWebhook(old, headersWith('msg_1', '1700000000'), secret, { provider, tolerance: 1e10 }).id).toBe(
      'msg_1',
    );
    expect(() =>
      verifyWebhook('pay 1000 to mallory', headersWith('msg_1.1700000000.hello', time), secret, options),
    ).toThrow(expect.objectContaining({ status: 401, message: 'The ID of the webhook has a dot.' }));
  });

  it('accepts an old time within the tolerance', () => {
    const headers = headersOf([secret], String(Number(now()) - 400));
    expect(verifyWebhook(body, headers, secret, { tolerance: 500 }).id).toBe('msg_1');
  });

  it.each([[undefined], [''], [[]], [['']]])('throws if the secret is %j: nothing would be kept out', (secrets) => {
    expect(() => verifyWebhook(body, signed, secrets)).toThrow('verifyWebhook needs a secret.');
  });

  it.each([
    ['one character', 'whsec_A', 'must be "whsec_" and base64'],
    ['no whole number of bytes', `whsec_${'A'.repeat(33)}`, 'must be "whsec_" and base64'],
    ['padding in the middle', `whsec_${'A'.repeat(30)}==AAAA`, 'must be "whsec_" and base64'],
    ['padding that is too long', `whsec_${'A'.repeat(32)}=`, 'must be "whsec_" and base64'],
    ['another alphabet', `whsec_${'-'.repeat(32)}`, 'must be "whsec_" and base64'],
    ['a prefix alone', 'whsec_', 'at least 24 bytes in base64, but it has 0'],
    ['23 bytes', `whsec_${'A'.repeat(31)}`, 'at least 24 bytes in base64, but it has 23'],
    ['a word', 'test', 'at least 24 bytes in base64, but it has 3'],
  ])('throws for a secret with %s, also next to a valid one and without a signature', (_, wrong, message) => {
    for (const provider of ['standard', 'svix'] as const)
      for (const secrets of [wrong, [secret, wrong]])
        for (const headers of [signed, {}])
          expect(() => verifyWebhook(body, headers, secrets, { provider })).toThrow(
            expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(message) }),
          );
  });

  it.each([24, 25, 26, 64])('accepts a secret of %i bytes in base64, without prefix or padding too', (size) => {
    const text = Buffer.alloc(size, 7).toString('base64');
    for (const each of [`whsec_${text}`, text, text.replaceAll('=', '')])
      expect(verifyWebhook(body, headersOf([each]), each).id).toBe('msg_1');
  });

  it.each(['stripe', 'github', 'shopify', 'slack'] as const)('throws for a short secret of %s', (provider) => {
    for (const wrong of ['x', ' ', ' '.repeat(32), 'fifteen letters'])
      expect(() => verifyWebhook(body, {}, ['long enough for it', wrong], { provider })).toThrow(
        'A secret of a webhook must have at least 16 characters.',
      );
    expect(() => verifyWebhook(body, {}, 'sixteen letters.', { provider })).toThrow('The signature is missing.');
  });

  it('throws for a parsed body, and for an unknown provider', () => {
    expect(() => verifyWebhook({} as never, signed, secret)).toThrow('received bytes or text');
    expect(() => verifyWebhook(body, signed, secret, { provider: 'toString' as never })).toThrow('Unknown provider');
  });

  const [KEY, OTHER] = ['secret-of-the-sender', 'secret-of-another-one'] as const;
  const hex = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex');
  const base64 = createHmac('sha256', KEY).update(body).digest('base64');
  const time = now();
  it.each<[WebhookProvider, Record<string, string>, string]>([
    ['stripe', { 'Stripe-Signature': `t=${time},v0=aa,v1=00ff,v1=${hex(`${time}.${body}`)}` }, 'Stripe-Signature'],
    ['github', { 'X-Hub-Signature-256': `sha256=${hex(body)}`, 'X-GitHub-Delivery': 'id' }, 'X-Hub-Signature-256'],
    ['shopify', { 'X-Shopify-Hmac-Sha256': base64, 'X-Shopify-Webhook-Id': 'id' }, 'X-Shopify-Hmac-Sha256'],
    [
      'slack',
      { 'X-Slack-Signature': `v0=${hex(`v0:${time}:${body}`)}`, 'X-Slack-Request-Timestamp': time },
      'X-Slack-Signature',
    ],
  ])('verifies the signature of %s, and refuses others', (provider, headers, name) => {
    expect(verifyWebhook(body, headers, [OTHER, KEY], { provider })).toBeDefined();
    for (const wrong of [{ ...headers, [name]: headers[name]!.replace(/.{3}$/, 'abc') }, {}])
      expect(() => verifyWebhook(body, wrong, KEY, { provider })).toThrow(/signature/);
    expect(() => verifyWebhook(body, headers, OTHER, { provider })).toThrow('The signature is wrong.');
  });

  it.each<[WebhookProvider, (text: string) => Record<string, string>, string]>([
    ['github', (text) => ({ 'X-Hub-Signature-256': `sha256=${hex(text)}` }), 'X-GitHub-Delivery'],
    [
      'shopify',
      (text) => ({ 'X-Shopify-Hmac-Sha256': Buffer.from(hex(text), 'hex').toString('base64') }),
      'X-Shopify-Webhook-Id',
    ],
  ])('returns an ID for %s that a copy of a request cannot change', (provider, sign, header) => {
    const idOf = (text: string | Uint8Array, headers: Record<string, string>): string | undefined =>
      verifyWebhook(text, headers, [OTHER, KEY], { provider }).id;
    const id = idOf(body, sign(body));
    expect(id).toMatch(/^sha256-[0-9a-f]{64}$/);
    for (const unsigned of ['a', 'b', '']) expect(idOf(body, { ...sign(body), [header]: unsigned })).toBe(id);
    expect(idOf(Buffer.from(body), sign(body))).toBe(id);
    expect(idOf(`${body} `, sign(`${body} `))).not.toBe(id);
  });

  it('keeps the ID if the secret is rotated between two attempts', () => {
    const idBy = (key: string): string | undefined => {
      const digest = createHmac('sha256', key).update(body).digest('hex');
      return verifyWebhook(body, { 'X-Hub-Signature-256': `sha256=${digest}` }, [KEY, OTHER], { provider: 'github' })
        .id;
    };
    expect(idBy(KEY)).toMatch(/^sha256-/);
    expect(idBy(KEY)).toBe(idBy(OTHER));
  });

  it('returns no ID for providers that have it in the body', () => {
    const stripe = {
      'Stripe-Signature': `t=${time},v1=${hex(`${time}.${body}`)}`,
      'Stripe-Id': 'a',
      'webhook-id': 'a',
    };
    expect(verifyWebhook(body, stripe, KEY, { provider: 'stripe' }).id).toBeUndefined();
  });

  it('verifies the documented example of GitHub', () => {
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    const headers = {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    };
    expect(() =>
      verifyWebhook('Hello, World!', headers, "It's a Secret to Everybody", { provider: 'github' }),
    ).not.toThrow();
  });
});

/** What is used of the official package. */
interface Official {
  readonly Webhook: new (secret: string) => {
    sign(id: string, date: Date, body: string): string;
    verify(body: string, headers: Record<string, string>): unknown;
  };
}

describe.skipIf(!hasPackages)('the official package standardwebhooks (a package of docs)', () => {
  const requireDocs = createRequire(join(DOCS, 'package.json'));
  const { Webhook } = hasPackages ? (requireDocs('standardwebhooks') as Official) : ({} as Official);

  it('accepts every signature, in the middle of a rotation too', () => {
    const [before, after] = [createSecret(), createSecret()];
    for (const secrets of [[before], [after, before], [after]])
      for (const secret of secrets)
        expect(new Webhook(secret).verify(body, headersOf(secrets))).toEqual(JSON.parse(body));
    expect(() => new Webhook(before).verify(body, headersOf([after]))).toThrow('No matching signature found');
  });

  it('makes signatures that verifyWebhook accepts', () => {
    const timestamp = now();
    const signature = new Webhook(secretOf()).sign('msg_9', new Date(Number(timestamp) * 1000), body);
    const headers = { 'webhook-id': 'msg_9', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    expect(verifyWebhook(body, headers, secretOf()).id).toBe('msg_9');
  });
});

/** The secret of the specification's own example. */
function secretOf(): string {
  return 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
}
