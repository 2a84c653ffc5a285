import type { LookupFunction } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DeliverOptions } from '../../../src/runtime/events/index.ts';
import { checkUrl, createDeliverer, createSecret, isPublicAddress } from '../../../src/runtime/events/index.ts';
import { startReceiver } from './receiver.ts';

const secrets = [createSecret()];

/** Attempts to deliver to a URL. */
async function deliverTo(url: string, options: DeliverOptions = {}) {
  const deliverer = createDeliverer({ http: true, timeout: 5_000, ...options });
  onTestFinished(() => deliverer.close());
  return deliverer.deliver({ id: 'msg_1', type: 'a', body: '{}', url, secrets });
}

const PRIVATE_ADDRESSES = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  // Metadata, name servers and other services inside of clouds.
  '100.100.100.200',
  '161.26.0.10',
  '166.8.0.1',
  '166.11.255.255',
  '168.63.129.16',
  '169.254.0.23',
  '169.254.42.42',
  '192.0.0.192',
  'fd00:42::42',
  'fd00:a9fe:a9fe::1',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
  '::ffff:168.63.129.16',
  '64:ff9b::168.63.129.16',
  '2002:a83f:8110::',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
];

const PUBLIC_ADDRESSES = [
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '168.63.129.15',
  '168.63.129.17',
  '161.25.255.255',
  '166.12.0.0',
];
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888'];

describe('isPublicAddress', () => {
  it.each(PRIVATE_ADDRESSES)('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each([...PUBLIC_ADDRESSES, ...PUBLIC_V6])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

/** Spellings of private addresses in URLs; PORT is that of a receiver. */
const SPELLINGS = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7F.0x0.0x0.0x1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0x1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.000.000.001:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127.0.0.1:PORT\\@example.com/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  ' http://127.0.0.1:PORT/',
  'ht\ntp://127.0.0.1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0x0:PORT/',
  'http://00:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[2002:7f00:1::1]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fd00:ec2::254]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://loc%61lhost:PORT/',
  'http://user:pass@127.0.0.1:PORT/',
  'http://example.com@127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'data:text/plain,hello',
];

describe('the guard', () => {
  const cleanups: (() => unknown)[] = [];
  const receiver = startReceiver((each) => void cleanups.push(each));
  afterAll(async () => {
    for (const each of cleanups) await each();
  });

  it.each(SPELLINGS)('reaches nothing at %j', async (spelling) => {
    const { port, received } = await receiver;
    const outcome = await deliverTo(spelling.replace('PORT', String(port)));
    expect(outcome).toMatchObject({ ok: false, status: undefined });
    expect(outcome.error).toMatch(/not public|no public address|invalid|https|password|EAI_AGAIN/);
    expect(received).toEqual([]);
  });

  it('knows 40 spellings at least', () => expect(SPELLINGS.length).toBeGreaterThanOrEqual(40));

  it('refuses a name with a private address among public ones', async () => {
    const { port, received } = await receiver;
    for (const addresses of [['93.184.216.34', '127.0.0.1'], ['127.0.0.1', '93.184.216.34'], []]) {
      const outcome = await deliverTo(`http://mixed.example:${port}/`, { lookup: resolveTo([addresses]).lookup });
      expect(outcome.error).toBe('The name of the endpoint has no public address.');
    }
    expect(received).toEqual([]);
  });

  it('hides whether a name of the local network exists', async () => {
    const fail =
      (code: string): LookupFunction =>
      (_, _options, callback) =>
        callback(Object.assign(new Error(`getaddrinfo ${code} db.internal`), { code }), '', 0);
    const errorOf = async (lookup: LookupFunction) => (await deliverTo('http://db.internal/', { lookup })).error;
    const known = await errorOf(resolveTo([['10.0.0.7']]).lookup);
    expect(await errorOf(fail('ENOTFOUND'))).toBe(known);
    expect(await errorOf(fail('ENODATA'))).toBe(known);
    expect(await errorOf(fail('EAI_AGAIN'))).toBe('getaddrinfo EAI_AGAIN db.internal');
  });

  it('refuses a name that is rebound to a private address after it was public', async () => {
    const { port, received } = await receiver;
    const resolver = resolveTo([['93.184.216.34'], ['127.0.0.1']]);
    const url = `http://rebound.example:${port}/`;
    expect(checkUrl(url, { http: true }).hostname).toBe('rebound.example');
    // Whoever asks first gets a public address; who connects gets the other one.
    resolver.lookup('rebound.example', {}, () => {});
    const outcome = await deliverTo(url, { lookup: resolver.lookup });
    expect(resolver.calls).toBe(2);
    expect(outcome.error).toBe('The name of the endpoint has no public address.');
    expect(received).toEqual([]);
  });

  it('uses no connection of an allowed host for another one', async () => {
    const { port, received } = await startReceiver(onTestFinished);
    const deliverer = createDeliverer({
      allowHosts: ['allowed.example'],
      lookup: resolveTo([['127.0.0.1']]).lookup,
      http: true,
    });
    onTestFinished(() => deliverer.close());
    const at = (host: string) =>
      deliverer.deliver({ id: '1', type: 'a', body: '{}', secrets, url: `http://${host}:${port}/` });
    expect((await at('allowed.example')).ok).toBe(true);
    expect((await at('other.example')).ok).toBe(false);
    expect((await at('allowed.example')).ok).toBe(true);
    expect(received).toHaveLength(2);
  });

  it('uses no connection of the global agent, which has passed no check', async () => {
    const { port, received } = await startReceiver(onTestFinished);
    const { get, globalAgent } = await import('node:http');
    const { options } = globalAgent as unknown as { readonly options: { keepAlive?: boolean } };
    const before = options.keepAlive!;
    options.keepAlive = true;
    onTestFinished(() => void (options.keepAlive = before));
    await new Promise<void>((resolve, reject) =>
      get(`http://localhost:${port}/`, (response) => response.resume().on('end', resolve)).on('error', reject),
    );
    expect((await deliverTo(`http://localhost:${port}/`)).ok).toBe(false);
    expect(received).toHaveLength(1);
  });

  it('follows no redirect: it is a failed attempt', async () => {
    const inner = await startReceiver(onTestFinished);
    for (const status of [301, 302, 303, 307, 308]) {
      const outer = await startReceiver(onTestFinished, (response) =>
        response.writeHead(status, { Location: inner.url }).end(),
      );
      const outcome = await deliverTo(outer.url, { allowHosts: ['127.0.0.1'] });
      expect(outcome).toMatchObject({ ok: false, status });
      expect(outer.received).toHaveLength(1);
    }
    expect(inner.received).toEqual([]);
  });

  it('takes https alone, but for allowed hosts', async () => {
    const { port, received } = await startReceiver(onTestFinished);
    expect((await deliverTo(`http://127.0.0.1:${port}/`, { http: false })).error).toMatch('https://');
    const allowed = await deliverTo(`http://127.0.0.1:${port}/`, { http: false, allowHosts: [`127.0.0.1:${port}`] });
    expect(allowed.ok).toBe(true);
    expect((await deliverTo(`http://127.0.0.1:${port}/`, { allowHosts: ['127.0.0.1:1'] })).ok).toBe(false);
    expect(received).toHaveLength(1);
  });

  it('connects with the agent of an egress proxy in its place, to public addresses and names alone', async () => {
    const { port, received } = await startReceiver(onTestFinished);
    const { Agent } = await import('node:http');
    const agent = new Agent({ lookup: resolveTo([['127.0.0.1']]).lookup });
    onTestFinished(() => agent.destroy());
    expect((await deliverTo(`http://shop.example:${port}/`, { agent })).ok).toBe(true);
    expect((await deliverTo(`http://127.0.0.1:${port}/`, { agent })).ok).toBe(false);
    expect(received).toHaveLength(1);
  });
});

/** A resolver whose answers change from call to call. The last one stays. */
function resolveTo(answers: readonly (readonly string[])[]): { readonly lookup: LookupFunction; calls: number } {
  const resolver = {
    calls: 0,
    lookup: ((_, options, callback) => {
      const found = answers[Math.min(resolver.calls++, answers.length - 1)]!;
      const addresses = found.map((address) => ({ address, family: 4 }));
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, 4);
    }) satisfies LookupFunction as LookupFunction,
  };
  return resolver;
}
