import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { McpOptions } from 'virtual:operations/mcp';
import { ask as askInProcess } from '../../../src/runtime/in-process/index.ts';
import type { Answer } from '../koa/serve.ts';
import { withoutForwarded } from '../../../src/runtime/mcp/forwarded-headers.ts';
import { clientOf, serveTools, toolsOf, VERSION } from './serve.ts';

const DOCUMENT = JSON.stringify({
  components: {
    securitySchemes: {
      login: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
});
const SECURED: Readonly<Record<string, string>> = {
  'me@get.ts': `/** Shows who asks.
 * @tool
 * @security login
 * @param {string} [header.X-Key] - Not for models
 * @returns {object} The caller
 */
export default (ctx) => ({ user: ctx.auth.login, ip: ctx.ip, host: ctx.host, protocol: ctx.protocol, cookie: ctx.get('cookie'), key: ctx.get('x-key') });`,
  'admin@delete.ts': `/** Deletes everything.
 * @tool
 * @security login admin
 */
export default () => {};`,
  'keyed@get.ts': '/** Takes keys.\n * @security key\n */\nexport default () => {};',
  'wall@get.ts': `/** Refuses.
 * @tool
 * @security login
 * @returns {object} Never
 */
export default (ctx) => ctx.throw(403, 'Not yours');`,
};
const runtime = {
  security: {
    login: (ctx: { throw(status: number): never }, token: unknown, scopes: readonly string[]) => {
      if (token === 'expired') return undefined;
      if (scopes.includes('admin') && token !== 'root') return ctx.throw(403);
      return { name: token };
    },
    key: () => true,
  },
};
const tree = { definitions: { 'openapi.json': DOCUMENT } };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('the credentials of a caller', () => {
  it('requires credentials with a challenge that leads to the authorization server', async () => {
    const { send, ask, url } = await serveTools(SECURED, { tree, runtime });
    for (const headers of [{}, bearer('expired')]) {
      const { status, headers: answered } = await send('tools/list', {}, headers);
      expect(status).toBe(401);
      expect(answered['www-authenticate']).toContain(
        `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
      );
    }
    const called = await send('tools/call', { name: 'get_me' }, bearer('expired'));
    expect([called.status, called.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp", error="invalid_token"`,
    ]);
    const metadata = await ask('GET /.well-known/oauth-protected-resource/mcp');
    expect(metadata.json).toEqual({
      resource: `${url}/mcp`,
      authorization_servers: ['https://login.example'],
      scopes_supported: ['admin'],
      bearer_methods_supported: ['header'],
      resource_name: 'shop',
    });
  });

  it('hides the message and the headers of an error that is not for clients', async () => {
    const foreign = { status: 401, headers: { 'WWW-Authenticate': 'Upstream secret' } };
    const login = (): never => {
      throw Object.assign(new Error('secret'), foreign);
    };
    const { send } = await serveTools(SECURED, {
      tree,
      runtime: { security: { ...runtime.security, login } } as never,
    });
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'get_me' }],
    ] as const) {
      const { status, headers, body } = await send(method, params, bearer('t'));
      expect([method, status]).toEqual([method, 401]);
      expect(JSON.stringify([headers, body])).not.toContain('secret');
    }
  });

  it('gives a call the host of its message over HTTP/2', async () => {
    const { app } = await serveTools(
      {
        'host@get.ts':
          '/** Shows a host.\n * @tool\n * @returns {string} A host\n */\nexport default (ctx) => `<${ctx.host}>`;',
      },
      { hosts: ['shop.example'] },
    );
    const server = createServer(app.callback());
    onTestFinished(() => void server.close());
    await once(server.listen(0, 'localhost'), 'listening');
    const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => session.destroy());
    const { call } = clientOf({
      ask: async (target, { headers, body } = {}) => {
        const [method, path] = target.split(' ') as [string, string];
        const stream = session.request({ ...headers, ':method': method, ':path': path, ':authority': 'shop.example' });
        return { status: 200, json: JSON.parse(await readText(stream.end(body as string))) as unknown } as Answer;
      },
    });
    expect(JSON.stringify(await call('get_host'))).toContain('<shop.example>');
  });

  it.each([undefined, '203.0.113.9'])('gives a call the address of its message: %s', async (remoteAddress) => {
    const { app } = await serveTools({
      'ip@get.ts':
        '/** Shows an address.\n * @tool\n * @returns {string} An address\n */\nexport default (ctx) => `<${ctx.ip}>`;',
    });
    const { call } = clientOf({
      ask: async (target, { headers, body } = {}) => {
        const [method, url] = target.split(' ') as [string, string];
        const sent = {
          ...(headers as Record<string, string>),
          'content-length': String(Buffer.byteLength(String(body))),
        };
        const request = {
          method,
          url,
          headers: sent,
          body: Buffer.from(String(body)),
          remoteAddress,
          socket: {},
          fields: {},
        };
        const { statusCode: status, json, body: text } = await askInProcess(app.callback(), request, false);
        return { status, json: json() as unknown, body: text } as Answer;
      },
    });
    expect(JSON.stringify(await call('get_ip'))).toContain(`<${remoteAddress ?? ''}>`);
  });

  it('decide which tools are listed, privately', async () => {
    const { send } = await serveTools(SECURED, { tree, runtime });
    const listed = async (token: string): Promise<unknown> => {
      const { json } = await send('tools/list', {}, bearer(token));
      const { tools, cacheScope } = (json as { result: { tools: { name: string }[]; cacheScope: string } }).result;
      return [tools.map(({ name }) => name).sort(), cacheScope];
    };
    expect(await listed('ann')).toEqual([['get_me', 'get_wall'], 'private']);
    expect(await listed('root')).toEqual([['delete_admin', 'get_me', 'get_wall'], 'private']);
  });

  it('request a missing scope with a 403, and other refusals are results', async () => {
    const { send, call } = await serveTools(SECURED, { tree, runtime });
    const { status, headers } = await send('tools/call', { name: 'delete_admin' }, bearer('ann'));
    expect([status, headers['www-authenticate']]).toEqual([
      403,
      expect.stringMatching(/insufficient_scope.*scope="admin"/),
    ]);
    const { isError, content } = await call('get_wall', {}, bearer('ann'));
    expect([isError, content[0]!.text]).toEqual([true, expect.stringContaining('Not yours')]);
  });

  it('refuses credentials if the operation has an authorize that refuses', async () => {
    const guarded = `/** Reads a shelf.
 * @tool
 * @security login
 * @param {string} query.owner - The owner
 * @returns {object} The shelf
 */
export default (ctx) => ({ owner: ctx.input.query.owner });
export const authorize = (ctx) => ctx.auth.login.name === ctx.input.query.owner;`;
    const { call } = await serveTools({ ...SECURED, 'shelf@get.ts': guarded }, { tree, runtime });
    const { isError, content, structuredContent } = await call('get_shelf', { owner: 'bob' }, bearer('ann'));
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content[0]!.text).toContain('403');
    const own = await call('get_shelf', { owner: 'ann' }, bearer('ann'));
    expect(own.structuredContent).toEqual({ owner: 'ann' });
  });

  it('takes no credentials from arguments, even those in the query', async () => {
    const keys = (line: string): string =>
      `/** Reads keys.\n * @tool\n * @security query\n${line}\n * @returns {string} It\n */\nexport default (ctx) => ctx.auth.query;`;
    const document = JSON.stringify({
      components: { securitySchemes: { query: { type: 'apiKey', in: 'query', name: 'key' } } },
    });
    const files = {
      'plain@get.ts': keys(' * @param {string} [query.key] - A key\n * @param {string} [query.Key] - Another name'),
      'form@get.ts': keys(' * @param {{ key?: string }} [query.parts] (style: form) - Some parts'),
      'open@get.ts': keys(' * @param {Record<string, string>} [query.parts] (style: form) - All parts'),
      'closed@get.ts': keys(
        ' * @param {{ page?: string }} [query.parts] (style: form, additionalProperties: false) - Parts',
      ),
      'deep@get.ts': keys(' * @param {{ key?: string }} [query.parts] - Parts'),
    };
    const options = {
      tree: { definitions: { 'openapi.json': document } },
      runtime: { security: { query: () => true } },
    };
    const { tools } = toolsOf(files, options.tree);
    const names = tools.map(({ name, arguments: given }) => [name, Object.keys(given)]);
    expect(Object.fromEntries(names)).toEqual({
      get_plain: ['Key'],
      get_form: [],
      get_open: [],
      get_closed: ['parts'],
      get_deep: ['parts'],
    });
    const { send } = await serveTools(files, options as never);
    const chosen = await send('tools/call', { name: 'get_plain', arguments: { key: 'mine' } });
    expect(JSON.stringify(chosen.json)).toContain('Unknown argument');
    expect((await send('tools/call', { name: 'get_plain', arguments: { Key: 'mine' } })).status).toBe(401);
  });

  it('refuses two different credentials in a message', async () => {
    const { send } = await serveTools(SECURED, { tree, runtime });
    const authorization = ['Bearer ann', 'Bearer root'];
    for (const method of ['tools/list', 'tools/call'])
      expect((await send(method, { name: 'get_me' }, { authorization })).status).toBe(401);
    const twice = await send('tools/call', { name: 'get_me' }, { authorization: ['Bearer ann', 'Bearer ann'] });
    expect(twice).toMatchObject({ status: 200, json: { result: { structuredContent: { user: { name: 'ann' } } } } });
  });

  it('reach the operation with address, host, protocol and headers, but without cookies', async () => {
    const { call, url } = await serveTools(SECURED, { tree, runtime }, (app) => (app.proxy = true));
    const sent = {
      ...bearer('ann'),
      cookie: 'session=1',
      'x-key': 'secret',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    };
    const { structuredContent } = await call('get_me', {}, sent);
    expect(structuredContent).toEqual({
      user: { name: 'ann' },
      ip: '203.0.113.9',
      host: new URL(url).host,
      protocol: 'https',
      cookie: '',
      key: 'secret',
    });
    expect((await call('get_me', { 'X-Key': 'made up' }, sent)).content[0]!.text).toMatch(/Unknown argument "X-Key"/);
    const forwarding = await serveTools(SECURED, { tree, runtime, forward: ['Cookie'] });
    expect((await forwarding.call('get_me', {}, sent)).structuredContent).toMatchObject({ cookie: 'session=1' });
  });

  it('reads the address in the header that the app names, whatever its name', async () => {
    const { call } = await serveTools(SECURED, { tree, runtime }, (app) => {
      app.proxy = true;
      app.proxyIpHeader = 'X-Azure-ClientIP';
    });
    const sent = { ...bearer('ann'), 'x-azure-clientip': '203.0.113.9' };
    expect((await call('get_me', {}, sent)).structuredContent).toMatchObject({ ip: '203.0.113.9' });
  });
});

describe('a header that a gateway sets', () => {
  const files = {
    'shelves/{owner}/_middleware.ts':
      "/**\n * @param {string} path.owner - The owner\n * @param {string} header.X-User-Id - The user, set by the gateway\n */\nexport const authorize = (ctx) => ctx.input.header['X-User-Id'] === ctx.input.path.owner;",
    'shelves/{owner}/books@get.ts':
      "/** Lists a shelf.\n * @tool list_shelf\n * @returns {string[]} The books\n */\nexport default () => ['SECRET'];",
  };
  const forged = { owner: 'ada', 'X-User-Id': 'ada' };

  it('offers no argument for a header of the option "forward"', async () => {
    const { call, send } = await serveTools(files, { forward: ['x-user-id'] });
    const { result } = (await send('tools/list')).json as any;
    const { properties, required } = result.tools[0].inputSchema;
    expect([Object.keys(properties), required]).toEqual([['owner'], ['owner']]);
    for (const headers of [{}, { 'x-user-id': 'bo' }]) {
      const { content } = await call('list_shelf', forged, headers);
      expect(content[0]!.text).toContain('Unknown argument "X-User-Id"');
      expect((await call('list_shelf', { owner: 'ada' }, headers)).content[0]!.text).not.toContain('SECRET');
    }
    expect((await call('list_shelf', { owner: 'ada' }, { 'x-user-id': 'ada' })).content[0]!.text).toContain('SECRET');
  });

  it('describes no header of a gateway in a search', () => {
    const { tools } = withoutForwarded(toolsOf(files), ['X-User-Id']);
    expect(tools[0]!.signature).toContain('Leave out X-User-Id: the server takes it from the caller.');
  });
});

it('options of mcp that are undefined have their defaults', async () => {
  const { send } = await serveTools({ 'a@get.ts': '/** It.\n * @tool */\nexport default () => {};' }, {
    origins: undefined,
    budget: undefined,
  } as never);
  expect((await send('tools/list', {}, { origin: 'null' })).status).toBe(403);
  expect((await send('tools/call', { name: 'get_a', arguments: {} })).status).toBe(200);
});

describe('the origin of a message', () => {
  it('requires its own origin or a listed one', async () => {
    const { send, url } = await serveTools(
      { 'a@get.ts': '/** It.\n * @tool */\nexport default () => {};' },
      { origins: ['https://chat.example'] },
    );
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await send('tools/list', {}, headers)).status;
    expect(await status({ origin: url })).toBe(200);
    expect(await status({ origin: 'https://chat.example' })).toBe(200);
    for (const origin of ['https://evil.example', 'null', url.replace('http', 'https'), `${url}.evil.example`])
      expect(await status({ origin })).toBe(403);
    // DNS rebinding: the page's own host leads to the loopback.
    expect(await status({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
  });

  const tool = { 'a@get.ts': '/** It.\n * @tool */\nexport default () => {};' };

  /** The status of a message from another computer. */
  const statusOf = async (options: McpOptions, headers: Record<string, string>): Promise<number> => {
    const { app, send } = await serveTools(tool, options);
    const answer = clientOf({
      ask: async (target, { headers: sent, body } = {}) => {
        const [method, url] = target.split(' ') as [string, string];
        const { statusCode: status, json } = await askInProcess(
          app.callback(),
          {
            method,
            url,
            headers: { ...(sent as Record<string, string>), 'content-length': String(Buffer.byteLength(String(body))) },
            body: Buffer.from(String(body)),
            remoteAddress: '203.0.113.9',
            socket: {},
            fields: {},
          },
          false,
        );
        return { status, json: json() as unknown } as Answer;
      },
    });
    expect((await send('tools/list')).status).toBe(200);
    return (await answer.send('tools/list', {}, headers)).status;
  };

  it('refuses an origin with the same host as the request, as after DNS rebinding', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example' };
    expect(await statusOf({}, headers)).toBe(403);
    expect(await statusOf({ origins: ['http://shop.example'] }, headers)).toBe(403);
    expect(await statusOf({ hosts: ['localhost', 'shop.example'] }, headers)).toBe(403);
    expect(await statusOf({ resource: 'http://shop.example/mcp' }, headers)).toBe(403);
  });

  it.each<[string, McpOptions, string, number]>([
    ['origins', { origins: ['https://shop.example'] }, 'https://shop.example', 200],
    ['origins', { origins: ['https://shop.example'] }, 'http://shop.example', 403],
    ['hosts', { hosts: ['localhost', 'shop.example'] }, 'https://shop.example', 200],
    ['hosts', { hosts: ['localhost', 'shop.example'] }, 'http://shop.example:8080', 200],
    ['hosts', { hosts: ['localhost', 'shop.example'] }, 'https://shop.example.evil.example', 403],
    ['hosts', { hosts: ['localhost', 'shop.example'] }, 'https://shop.example@evil.example', 403],
    ['hosts', { hosts: ['localhost', 'shop.example'] }, 'null', 403],
    ['resource', { resource: 'https://shop.example/mcp' }, 'https://shop.example', 200],
    ['resource', { resource: 'https://shop.example/mcp' }, 'https://evil.example', 403],
  ])('accepts an origin by the option %s', async (_name, options, origin, status) => {
    expect(await statusOf(options, { host: 'shop.example', origin })).toBe(status);
  });

  it('requires no origin, because only browsers send one', async () => {
    expect(await statusOf({}, { host: 'shop.example' })).toBe(200);
  });

  it('needs TLS if the server has it', async () => {
    const options = { hosts: ['localhost', 'shop.example'] };
    const { send } = await serveTools(tool, options, (app) => (app.proxy = true));
    const headers = { host: 'shop.example', 'x-forwarded-proto': 'https' };
    const status = async (origin: string): Promise<number> =>
      (await send('tools/list', {}, { ...headers, origin })).status;
    expect([await status('https://shop.example'), await status('http://shop.example')]).toEqual([200, 403]);
  });

  it('requires its own origin on the loopback, even if the options name its host', async () => {
    for (const options of [{}, { hosts: ['localhost'] }]) {
      const { send, url } = await serveTools(tool, options);
      const status = async (origin: string): Promise<number> => (await send('tools/list', {}, { origin })).status;
      // Another server of this computer has another port.
      expect([await status(url), await status('http://localhost:1')]).toEqual([200, 403]);
    }
  });

  it('accepts the public origin behind a proxy on the same machine', async () => {
    const { send } = await serveTools(
      { 'a@get.ts': '/** It.\n * @tool */\nexport default () => {};' },
      { resource: 'https://shop.example/mcp' },
    );
    const { status } = await send('tools/list', {}, { host: 'shop.example', origin: 'https://shop.example' });
    expect(status).toBe(200);
  });
});

describe('a malformed message', () => {
  const tool = { 'a@get.ts': '/** It.\n * @tool */\nexport default () => {};' };

  it.each<[string, number, number, Record<string, string>]>([
    ['{', 400, -32700, {}],
    ['[]', 400, -32600, {}],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600, {}],
    ['{"jsonrpc":"2.0","id":1,"method":"x"}', 404, -32601, { 'mcp-method': 'x' }],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400, -32020, { 'mcp-method': 'tools/call' }],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400, -32020, { 'mcp-protocol-version': '2025-11-25' }],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_a"}}',
      400,
      -32020,
      { 'mcp-method': 'tools/call', 'mcp-name': 'b' },
    ],
    ['{}', 415, -32600, { 'content-type': 'text/plain' }],
  ])('%s is refused with %i', async (body, status, code, headers) => {
    const { ask } = await serveTools(tool);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const text = body.startsWith('{"jsonrpc":"2.0","id":1,"method":"')
      ? JSON.stringify({
          ...(JSON.parse(body) as object),
          params: { ...(JSON.parse(body) as { params?: object }).params, _meta: meta },
        })
      : body;
    const answer = await ask('POST /mcp', {
      headers: { 'content-type': 'application/json', 'mcp-protocol-version': VERSION, ...headers },
      body: text,
    });
    expect([answer.status, (answer.json as { error: { code: number } }).error.code]).toEqual([status, code]);
  });

  it('accepts a malformed notification, and refuses other methods of HTTP', async () => {
    const { ask } = await serveTools(tool);
    const headers = { 'content-type': 'application/json' };
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(await ask('POST /mcp', { headers, body })).toMatchObject({ status: 202, body: '' });
    expect(await ask('GET /mcp')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});
