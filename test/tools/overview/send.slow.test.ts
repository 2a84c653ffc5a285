import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { AnsweredHead, SentHead } from '../../../src/tools/overview/send-headers.ts';
import { REQUEST_HEAD, RESPONSE_HEAD } from '../../../src/tools/overview/send-headers.ts';
import type { OperationDetails } from '../../../src/tools/overview/operation-details.ts';
import type { Dev } from '../../plugin/dev/server.ts';
import { startDev, VITES } from '../../plugin/dev/server.ts';

const FILES = {
  'api.ts':
    "import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations, { security: { login: () => true, key: () => true } });\n",
  'app/definitions/openapi.yaml':
    'components:\n  securitySchemes:\n    login: { type: http, scheme: bearer }\n    key: { type: apiKey, in: cookie, name: sid }\nsecurity: []\n',
  'app/definitions/Pet.yaml':
    'type: object\nrequired: [name, rating]\nproperties:\n  id: { type: integer, readOnly: true }\n  name: { type: string, minLength: 1, examples: [Ada] }\n  rating: { type: integer, minimum: 1, maximum: 5, default: 3 }\n',
  'app/operations/pets/{id}@put.ts':
    '/**\n * @param {integer} id (minimum: 1)\n * @param {string} [query.tag]\n * @param {Pet} body\n * @security login\n * @security key\n * @returns {Pet} It\n */\nexport default (ctx) => ({ id: ctx.input.path.id, ...ctx.input.body });\n',
  'app/operations/echo@post.ts':
    '/**\n * @consumes text/plain\n * @param {string} body\n * @returns {object} It\n */\nexport default (ctx) => { ctx.set("Set-Cookie", "sid=7; Path=/"); return { body: ctx.input.body, host: ctx.host, cookie: ctx.get("Cookie"), extra: ctx.get("X-Extra") }; };\n',
  'app/operations/moved.ts':
    '/** @returns {void} 302 */\nexport default (ctx) => { ctx.redirect("https://example.com/"); };\n',
  'app/operations/cut.ts':
    '/** @returns {string} 200 text/plain */\nexport default (ctx) => { ctx.res.write("half"); setTimeout(() => ctx.res.destroy(), 50); ctx.respond = false; };\n',
};

function headOf(head: Partial<SentHead>): Record<string, string> {
  return { [REQUEST_HEAD]: encodeURIComponent(JSON.stringify({ method: 'GET', headers: {}, ...head })) };
}

function send(dev: Dev, head: Partial<SentHead>, init: RequestInit = {}): Promise<Response> {
  const headers = { ...headOf(head), ...(init.headers as Record<string, string> | undefined) };
  return fetch(`${dev.url}/__operations/send`, { method: 'POST', ...init, headers });
}

function answered({ headers }: Response): AnsweredHead {
  return JSON.parse(decodeURIComponent(headers.get(RESPONSE_HEAD)!)) as AnsweredHead;
}

/** The status of a request with any header: fetch sets some of them itself. */
function statusOf(dev: Dev, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${dev.url}/__operations/send`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

describe('a request of the overview', () => {
  it('reaches the dev server whole, and its response the page', async () => {
    const dev = await startDev(VITES[0]![1], FILES, { app: 'api.ts' });
    const head = {
      method: 'POST',
      url: '/echo',
      headers: { 'Content-Type': 'text/plain', 'X-Extra': 'ü', Cookie: 'a=1' },
    };
    const response = await send(dev, head, { body: 'héllo', headers: { cookie: 'own=2' } });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(await response.json()).toMatchObject({
      body: 'héllo',
      host: dev.url.slice('http://'.length),
      cookie: 'a=1; own=2',
    });
    const { status, reason, headers } = answered(response);
    expect([status, reason]).toEqual([200, 'OK']);
    expect(headers).toContainEqual(['Set-Cookie', 'sid=7; Path=/']);
    expect(response.headers.get('set-cookie')).toBe('sid=7; Path=/');
    const [logged] = JSON.parse((await dev.ask('/__operations/requests')).body) as { url: string; status: number }[];
    expect(logged).toMatchObject({ url: '/echo', status: 200 });
  });

  it('follows no redirect, and never looks whole if it was cut off', async () => {
    const dev = await startDev(VITES[0]![1], FILES, { app: 'api.ts' });
    const { status, headers } = answered(await send(dev, { url: '/moved' }));
    expect(status).toBe(302);
    expect(headers).toContainEqual(['Location', 'https://example.com/']);
    await expect(send(dev, { url: '/cut' }).then((response) => response.text())).rejects.toThrow('terminated');
  });

  it('comes from the page alone: not from other origins, names or without its header', async () => {
    const dev = await startDev(VITES[0]![1], FILES, { app: 'api.ts' });
    const head = headOf({ method: 'POST', url: '/echo' });
    for (const headers of [
      { origin: 'https://example.com' },
      { origin: 'null' },
      { origin: dev.url.replace('127.0.0.1', 'localhost') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { host: 'rebound.example' },
    ])
      expect([headers, await statusOf(dev, { ...head, ...headers })]).toEqual([headers, 403]);
    expect(await statusOf(dev, {})).toBe(400);
    expect(JSON.parse((await dev.ask('/__operations/requests')).body)).toEqual([]);
    // A browser asks first, because of the header, and the guard answers the request itself.
    expect(
      (await dev.ask('/__operations/operation?id=echo@post.ts', { headers: { origin: 'https://a.example' } })).status,
    ).toBe(403);
  });

  it.each([
    { url: 'http://example.com/' },
    { url: '' },
    { url: '/a b' },
    { url: '/x', method: 'GE T' },
    { url: '/x', headers: { 'X-A': 'a\r\nb: c' } },
    { url: '/x', headers: { 'bad name': 'x' } },
  ])('answers 400 to a malformed request: %j', async (head) => {
    const dev = await startDev(VITES[0]![1], FILES, { app: 'api.ts' });
    expect((await send(dev, head)).status).toBe(400);
  });

  it('shows a form with the constraints, an example of the body and the credentials', async () => {
    const dev = await startDev(VITES[0]![1], FILES, { app: 'api.ts' });
    const { body } = await dev.ask(`/__operations/operation?id=${encodeURIComponent('pets/{id}@put.ts')}`);
    const details = JSON.parse(body) as OperationDetails;
    expect(details.parameters.map(({ name, constraints }) => [name, constraints])).toEqual([
      ['id', 'at least 1'],
      ['tag', ''],
    ]);
    expect(details.body[0]!.properties.map(({ name, constraints }) => [name, constraints])).toEqual([
      ['id', 'only in responses'],
      ['name', 'at least 1 character'],
      ['rating', '1 to 5, default 3'],
    ]);
    expect(details.send).toMatchObject({
      request: 'PUT /pets/{id}',
      hasClient: true,
      isBodyRequired: true,
      fields: [
        { name: 'id', in: 'path', isRequired: true, value: 1, schema: { type: 'integer', minimum: 1 } },
        { name: 'tag', in: 'query', isRequired: false },
      ],
      // Without what only responses have.
      bodies: [{ mediaType: 'application/json', value: { name: 'Ada', rating: 3 } }],
      credentials: [
        { scheme: 'login', kind: 'bearer', name: 'Authorization' },
        { scheme: 'key', kind: 'cookie', name: 'sid' },
      ],
    });
  });
});
