import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../../runtime/mcp/serve.ts';
import type { ToolServer } from '../../runtime/mcp/serve.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../../runtime/koa/certificate.ts';
import type { Dev } from './server.ts';
import { startDev, VITES } from './server.ts';

const FILES = {
  'app/operations/pets/{id}@get.ts': `/** Returns a pet.
 * @tool get_pet
 * @param {integer} id - The pet
 * @returns {{id: integer, ip: string}} The pet
 */
export default (ctx) => ({ id: ctx.input.path.id, ip: ctx.ip });`,
  'app/operations/broken@get.ts': `/** Fails.
 * @tool fail
 * @returns {object} Never
 */
export default () => { throw new Error('The disk is full'); };`,
};

const SECURED = {
  'app/definitions/openapi.yaml': `components:
  securitySchemes:
    staff: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`,
  'app/operations/stock@get.ts': `/** Shows the stock.
 * @tool
 * @security staff
 * @returns {{who: string}} The stock
 */
export default (ctx) => ({ who: ctx.auth.staff });`,
  'app/operations/keys@get.ts': `/** Shows the keys.
 * @tool
 * @security key
 * @returns {{who: string}} The keys
 */
export default (ctx) => ({ who: ctx.auth.key });`,
};

const FUNCTION = `import { createApp } from 'unplugin-operations/koa';
const named = (_ctx, token) => (token === 'right' ? 'Ada' : undefined);
export default (operations) => createApp(operations, { security: { staff: named, key: named } });
`;

const OWN_APP = `import operations from 'virtual:operations';
import { mcp } from 'virtual:operations/mcp';
import { createApp } from 'unplugin-operations/koa';
const named = (_ctx, token) => (token === 'right' ? 'Ada' : undefined);
export default createApp(operations, { security: { staff: named, key: named } }).use(mcp({ forward: ['X-Key'] }));
`;

/** The ways to send messages to the tools of a dev server. */
function toolsOf(dev: Dev, path = '/__operations/mcp'): Pick<ToolServer, 'send' | 'call' | 'sendLegacy'> {
  const ask: ToolServer['ask'] = async (line, { headers, body } = {}) => {
    const [method, url] = line.split(' ') as [string, string];
    const response = await fetch(dev.url + url, {
      method,
      headers: headers as Record<string, string>,
      body: body as string,
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text,
      json: isJson ? (JSON.parse(text) as unknown) : undefined,
    } as Awaited<ReturnType<ToolServer['ask']>>;
  };
  return clientOf({ ask }, path);
}

async function namesOf({ send }: Pick<ToolServer, 'send'>, headers: Record<string, string> = {}): Promise<string[]> {
  const { json } = await send('tools/list', {}, headers);
  return (json as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name).sort();
}

describe.each(VITES)('the tools in the dev server of %s', (_name, vite) => {
  it('lists and calls the tools, and follows the files as they change', async () => {
    const dev = await startDev(vite, FILES);
    const tools = toolsOf(dev);
    expect(await namesOf(tools)).toEqual(['fail', 'get_pet']);
    expect(await tools.call('get_pet', { id: 7 })).toMatchObject({ structuredContent: { id: 7, ip: '127.0.0.1' } });
    expect((await tools.call('get_pet', { id: 'x' })).content[0]!.text).toContain('- id: must be an integer');
    expect(await tools.call('fail')).toMatchObject({ isError: true });
    expect(dev.log.join('\n')).toContain('The disk is full');
    const { body } = await dev.ask('/__operations/requests');
    expect(body).toContain('"/pets/7"');
    await dev.write({
      'app/operations/new@get.ts':
        '/** New.\n * @tool brand_new\n * @returns {string} It */\nexport default () => "new";',
    });
    await dev.until('/__operations/tools', (_, text) => text.includes('brand_new'));
    expect(await tools.call('brand_new')).toMatchObject({ content: [{ text: 'new' }] });
  });

  it.each([
    ['a function', 'app/api.ts', FUNCTION, '/__operations/mcp'],
    ['an app', 'app/api.ts', OWN_APP, '/__operations/mcp'],
    ['an app with tools of its own', 'app/api.ts', OWN_APP, '/mcp'],
  ])('uses the verifiers of %s', async (_kind, file, text, path) => {
    const dev = await startDev(vite, { ...SECURED, ...FILES, [file]: text }, { app: file });
    const tools = toolsOf(dev, path);
    expect(await namesOf(tools)).toEqual(['fail', 'get_pet']);
    expect(await namesOf(tools, { authorization: 'Bearer right' })).toEqual(['fail', 'get_pet', 'get_stock']);
    expect(await namesOf(tools, { 'x-key': 'right' })).toEqual(['fail', 'get_keys', 'get_pet']);
    const { call, send } = tools;
    expect(await call('get_stock', {}, { authorization: 'Bearer right' })).toMatchObject({
      structuredContent: { who: 'Ada' },
    });
    expect(await call('get_keys', {}, { 'x-key': 'right' })).toMatchObject({ structuredContent: { who: 'Ada' } });
    expect((await send('tools/call', { name: 'get_stock' }, { authorization: 'Bearer wrong' })).status).toBe(401);
  });
});

describe('the tools in the dev server', () => {
  const [, vite] = VITES[0]!;

  it('shows the tools with their costs', async () => {
    const dev = await startDev(vite, FILES);
    const { tools, budget } = JSON.parse((await dev.ask('/__operations/tools')).body) as {
      budget: number;
      tools: { name: string; tokens: number; listed: { inputSchema: object }; signature: string; request: string }[];
    };
    expect(budget).toBe(2000);
    expect(tools.map(({ name, request }) => `${name}: ${request}`)).toEqual([
      'fail: GET /broken',
      'get_pet: GET /pets/{id}',
    ]);
    const { send } = toolsOf(dev);
    const { json } = await send('tools/list');
    expect(tools.map(({ listed }) => listed)).toEqual((json as { result: { tools: object[] } }).result.tools);
    expect(tools[1]!.tokens).toBeGreaterThan(50);
    expect(tools[1]!.signature).toBe('get_pet(input: { id: number /* The pet */ })');
  });

  it('refuses the tools to other pages', async () => {
    const dev = await startDev(vite, FILES);
    const { send } = toolsOf(dev);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send('tools/list', {}, headers)).status).toBe(403);
    expect((await dev.ask('/__operations/tools', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('wait until the project has no errors', async () => {
    const dev = await startDev(vite, { 'app/operations/pets.ts': '/** @param {nope} a */\nexport default () => {};' });
    const { status, body } = await toolsOf(dev).send('tools/list');
    expect(status).toBe(500);
    expect(body).toContain('app/operations/pets.ts:1');
  });

  it('show operations that are mocked to everybody', async () => {
    const stub = SECURED['app/operations/stock@get.ts']
      .replace(/export default .*/, 'export default () => { throw problem(501); };')
      .replace(/^/, "import { problem } from 'unplugin-operations/koa';\n");
    const files = { ...SECURED, ...FILES, 'app/operations/stock@get.ts': stub, 'app/api.js': FUNCTION };
    const tools = toolsOf(await startDev(vite, files, { app: 'app/api.js', mock: true }));
    expect(await namesOf(tools)).toEqual(['fail', 'get_pet', 'get_stock']);
    expect(await tools.call('get_stock')).toMatchObject({ structuredContent: { who: expect.any(String) } });
  });

  it('serves the tools over HTTPS, and at hosts that Vite allows', async () => {
    const config = {
      https: { cert: CERTIFICATE, key: PRIVATE_KEY },
      port: 0,
      host: '127.0.0.1',
      allowedHosts: ['shop.test'],
    };
    const dev = await startDev(vite, FILES, {}, { server: config });
    const session = connect(dev.url.replace('http:', 'https:'), { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    const list = async (host: string): Promise<[status: number, body: string]> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const request = session.request({
        ':method': 'POST',
        ':path': '/__operations/mcp',
        ':authority': host,
        'content-type': 'application/json',
      });
      request.end(JSON.stringify(message));
      const [headers] = (await once(request, 'response')) as [{ ':status': number }];
      const chunks = (await request.toArray()) as Buffer[];
      return [headers[':status'], Buffer.concat(chunks).toString()];
    };
    const own = new URL(dev.url).host;
    for (const host of [own, 'shop.test']) expect(await list(host)).toEqual([200, expect.stringContaining('get_pet')]);
    expect((await list('evil.example'))[0]).toBe(403);
  });
});
