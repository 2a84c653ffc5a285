import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { RequestDetails, RequestSummary } from '../../../src/tools/overview/request-views.ts';
import type { Dev } from './server.ts';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    partner: { type: apiKey, in: query, name: partner_id }\n',
  'app/definitions/Login.yaml':
    'type: object\nproperties: { name: { type: string }, phrase: { type: string, format: password } }\n',
  'app/operations/login@post.ts':
    '/**\n * @param {Login} body - It\n * @returns {{ ok: boolean }} It\n */\nexport default () => ({ ok: true, extra: 1 });\n',
  'app/operations/bytes@post.ts':
    '/**\n * @consumes application/octet-stream\n * @param {string} body (format: binary)\n * @returns {string} 200 text/plain\n */\nexport default () => "x".repeat(100_000);\n',
  'app/operations/ticks.ts':
    '/** @returns {Stream<{ n: integer }>} */\nexport default async function* ticks(ctx) {\n  yield { n: 1 };\n  await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));\n}\n',
};

const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: 'Bearer hunter2',
    Cookie: 'sid=hunter2',
    'X-Api-Key': 'hunter2',
  },
  body: JSON.stringify(value),
});

/** An address of this computer on a network, if it has one. */
const NETWORK = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.internal === false && each.family === 'IPv4')?.address;

/** The status of a response. Unlike fetch, it sends any header. */
function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.destroy();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

async function list(dev: Dev): Promise<RequestSummary[]> {
  return JSON.parse((await dev.ask('/__operations/requests')).body) as RequestSummary[];
}

async function latest(dev: Dev): Promise<RequestDetails> {
  const [first] = await list(dev);
  return JSON.parse((await dev.ask(`/__operations/requests/${first!.id}`)).body) as RequestDetails;
}

describe.each(VITES)('the log of requests in %s', (_name, vite) => {
  it('logs the input, the answer and what was left out, without credentials', async () => {
    const dev = await startDev(vite, FILES);
    expect(await list(dev)).toEqual([]);
    const login = { name: 'Ada', phrase: 'hunter2', secrets: ['hunter2'], more: { token: 'hunter2' } };
    await dev.ask('/login?partner_id=hunter2&x=1&%74oken=hunter2', json(login));
    const details = await latest(dev);
    expect(details).toMatchObject({
      method: 'POST',
      url: '/login?partner_id=••••••&x=1&%74oken=••••••',
      operation: 'login@post.ts',
      status: 200,
      state: 'done',
      leftOut: 3,
      input: { body: { name: 'Ada', phrase: '••••••' } },
      leftOutOfRequest: ['/secrets', '/more'],
      leftOutOfResponse: ['/extra'],
      requestHeaders: { authorization: '••••••', cookie: '••••••', 'x-api-key': '••••••' },
      canRepeat: true,
    });
    expect(JSON.parse(details.requestBody.text!)).toEqual({
      name: 'Ada',
      phrase: '••••••',
      secrets: '••••••',
      more: { token: '••••••' },
    });
    expect(JSON.parse(details.responseBody.text!)).toEqual({ ok: true });
    expect(JSON.stringify([details, await list(dev)])).not.toContain('hunter2');
  });

  it('times the loading of modules apart from the handling', async () => {
    const slow = 'await new Promise((resolve) => setTimeout(resolve, 300));\n';
    const dev = await startDev(vite, {
      'app/operations/slow.ts': `${slow}/** @returns {string} It */\nexport default () => "";\n`,
    });
    const start = performance.now();
    await dev.ask('/slow');
    const first = await latest(dev);
    expect(first.loading).toBeGreaterThan(298);
    expect(first.loading + first.milliseconds).toBeLessThan(performance.now() - start);
    const loadedAgain = async (): Promise<number> => {
      await dev.ask('/slow');
      return (await latest(dev)).loading;
    };
    // The machine can be busy during one of the requests.
    await expect.poll(loadedAgain, { timeout: 30_000 }).toBeLessThan(298);
  });

  it('cuts bodies at 16 kB, also where a credential is cut, and shows bytes by their number', async () => {
    const dev = await startDev(vite, FILES);
    await dev.ask('/login', json({ name: 'a'.repeat(16_000), phrase: 'hunter2'.repeat(100), tokens: ['hunter2'] }));
    let details = await latest(dev);
    expect(details.requestBody).toMatchObject({ isCut: true });
    expect(details.requestBody.text!.length).toBeLessThanOrEqual(16_384);
    expect(JSON.stringify(details)).not.toContain('hunter');
    expect(details.canRepeat).toBe(false);
    expect((await dev.ask(`/__operations/again/${details.id}`, { method: 'POST' })).status).toBe(404);
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => i);
    await dev.ask('/bytes', { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: bytes });
    details = await latest(dev);
    expect(details.requestBody).toEqual({ bytes: 300, note: 'application/octet-stream' });
    expect(details.responseBody).toMatchObject({ bytes: 100_000, isCut: true });
    expect(details.responseBody.text).toHaveLength(16_384);
  });

  it('keeps 100 requests, and shows a stream while it goes on', async () => {
    const dev = await startDev(vite, FILES);
    const end = new AbortController();
    const stream = await fetch(`${dev.url}/ticks`, end);
    await stream.body!.getReader().read();
    expect(await latest(dev)).toMatchObject({ state: 'open', status: 200, responseBody: { text: '{"n":1}\n' } });
    end.abort();
    await expect.poll(async () => (await list(dev))[0]!.state).toBe('aborted');
    for (let i = 0; i < 105; i++) await dev.ask(`/login?i=${i}`);
    const entries = await list(dev);
    expect([entries.length, entries[0]!.url, entries[0]!.status]).toEqual([100, '/login?i=104', 405]);
  });

  it('sends a request again, with the credentials that the page does not see', async () => {
    const seen = 'globalThis.seen ??= [];\n';
    const dev = await startDev(vite, {
      ...FILES,
      'app/operations/echo@post.ts': `${seen}/**\n * @param {Login} body - It\n * @returns {string} It\n */\nexport default (ctx) => {\n  globalThis.seen.push([ctx.get('authorization'), ctx.input.body.phrase]);\n  return 'x';\n};\n`,
    });
    await dev.ask('/echo', json({ phrase: 'hunter2' }));
    const [first] = await list(dev);
    expect((await dev.ask(`/__operations/again/${first!.id}`, { method: 'POST' })).status).toBe(200);
    const { seen: calls } = globalThis as { seen?: unknown };
    delete (globalThis as { seen?: unknown }).seen;
    expect(calls).toEqual([
      ['Bearer hunter2', 'hunter2'],
      ['Bearer hunter2', 'hunter2'],
    ]);
    expect(await list(dev)).toHaveLength(2);
  });

  it('serves the log to the page alone: not to other origins, other ports or names that lead here', async () => {
    const dev = await startDev(
      vite,
      FILES,
      {},
      { server: { port: 0, host: '127.0.0.1', cors: true, allowedHosts: true } },
    );
    const status = (headers: Record<string, string>, path = 'requests', method = 'GET'): Promise<number> =>
      statusOf(`${dev.url}/__operations/${path}`, method, headers);
    const { host } = new URL(dev.url);
    const own = { host, origin: dev.url, 'sec-fetch-site': 'same-origin' };
    expect(await status(own)).toBe(200);
    expect(await status({ host: 'localhost:1' })).toBe(200);
    for (const headers of [
      { host, 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'same-site' },
      { host, origin: 'http://127.0.0.1:1' },
      { host, origin: 'null' },
      { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      { host: 'localhost.evil.example' },
    ])
      for (const [path, method] of [
        ['requests', 'GET'],
        ['state', 'GET'],
        ['events', 'GET'],
        ['docs', 'GET'],
        ['docs/openapi.json', 'GET'],
        ['again/1', 'POST'],
      ] as const)
        expect([headers, path, await status(headers, path, method)]).toEqual([headers, path, 403]);
  });

  it('opens the docs page by a link of another page, which cannot read it', async () => {
    const dev = await startDev(vite, FILES);
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await statusOf(`${dev.url}/__operations/docs`, 'GET', visit)).toBe(200);
    const framed = { ...visit, 'sec-fetch-dest': 'iframe' };
    expect(await statusOf(`${dev.url}/__operations/docs`, 'GET', framed)).toBe(403);
    expect(await statusOf(`${dev.url}/__operations/again/1`, 'POST', visit)).toBe(403);
  });

  it.skipIf(NETWORK === undefined)('serves the log to this computer alone, whatever the headers are', async () => {
    const config = { server: { port: 0, host: '0.0.0.0', allowedHosts: true } } as const;
    const dev = await startDev(vite, FILES, {}, config);
    const { port } = new URL(dev.url);
    expect((await dev.ask('/login', json({ name: 'Ada', phrase: 'p' }))).status).toBe(200);
    expect((await dev.ask('/__operations/requests')).status).toBe(200);
    for (const headers of [{}, { host: `localhost:${port}` }, { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'none' }])
      for (const [path, method] of [
        ['requests', 'GET'],
        ['requests/1', 'GET'],
        ['state', 'GET'],
        ['events', 'GET'],
        ['mcp', 'POST'],
        ['docs', 'GET'],
        ['docs/openapi.json', 'GET'],
        ['again/1', 'POST'],
      ] as const)
        expect([path, await statusOf(`http://${NETWORK}:${port}/__operations/${path}`, method, headers)]).toEqual([
          path,
          403,
        ]);
    expect(await list(dev)).toHaveLength(1);
    expect(await statusOf(`http://${NETWORK}:${port}/nothing`, 'GET', {})).toBe(404);
  });
});
