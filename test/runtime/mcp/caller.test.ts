import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchHandler } from '../../../src/runtime/fetch/index.ts';
import { serve } from '../koa/serve.ts';
import type { ToolServer } from './serve.ts';
import { clientOf, serveTools } from './serve.ts';

const guarded = (condition: string): string => `/** Reads it.
 * @tool get_it
 * @returns {string} It
 */
export default () => 'secret';
export const authorize = (ctx) => ${condition};`;

/** The result of a call, and the status of the same request by the user. */
async function bothWays(
  { ask, send }: Pick<ToolServer, 'ask' | 'send'>,
  headers: Record<string, string | string[]> = {},
): Promise<readonly [user: number, tool: string]> {
  const { status } = await ask('GET /it', { headers });
  const { body } = await send('tools/call', { name: 'get_it', arguments: {} }, headers);
  return [status, /secret|\b403\b/.exec(body)?.[0] ?? body];
}

describe('a guard refuses a call by a part of the request that its user has', () => {
  it.each([
    ['X-Vercel-IP-Country', 'KP'],
    ['CloudFront-Viewer-Country', 'KP'],
    ['X-Edge', 'public'],
    ['Origin-Zone', 'public'],
    ['Referer', 'https://shop.example/'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-CH-UA-Platform', '"x"'],
    ['X-Client-Cert-Verify', 'FAILED'],
  ])('the header %s', async (name, value) => {
    const served = await serveTools({ 'it@get.ts': guarded(`ctx.get('${name}') !== '${value}'`) });
    expect(await bothWays(served, { [name.toLowerCase()]: value })).toEqual([403, '403']);
    expect(await bothWays(served)).toEqual([200, 'secret']);
  });

  it('a header that is sent twice', async () => {
    const served = await serveTools({ 'it@get.ts': guarded("ctx.get('X-Edge') !== 'a, b'") });
    expect(await bothWays(served, { 'x-edge': ['a', 'b'] })).toEqual([403, '403']);
  });

  it('the port that the client is connected to', async () => {
    const { app, ...served } = await serveTools({
      'it@get.ts': guarded('ctx.socket.localPort !== globalThis.publicPort && ctx.socket.localAddress !== undefined'),
    });
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    (globalThis as { publicPort?: number }).publicPort = (server.address() as AddressInfo).port;
    expect(await bothWays(served)).toEqual([200, 'secret']);
    const open = await serve(app);
    (globalThis as { publicPort?: number }).publicPort = Number(new URL(open.url).port);
    expect(await bothWays({ ...open, ...clientOf(open) })).toEqual([403, '403']);
  });

  it('the request and the context of the platform behind fetchHandler', async () => {
    const { app } = await serveTools({
      'it@get.ts': guarded(
        "ctx.req.web.platform.country !== 'KP' && new URL(ctx.req.web.request.url).pathname === '/it' && ctx.req.web.request.headers.get('x-edge') === 'inner'",
      ),
    });
    const handle = fetchHandler(app);
    const servedIn = (country: string): Pick<ToolServer, 'ask' | 'send'> => {
      const ask: ToolServer['ask'] = async (line, { headers, body } = {}) => {
        const [method, path] = line.split(' ') as [string, string];
        const init = { method, headers: { 'x-edge': 'inner', ...(headers as Record<string, string>) } };
        const request = new Request(`https://api.example${path}`, { ...init, ...(body !== undefined && { body }) });
        const response = await handle(request, { country, ip: '192.0.2.1' });
        return { status: response.status, message: '', headers: {}, body: await response.text(), json: undefined };
      };
      return { ask, send: clientOf({ ask }).send };
    };
    expect(await bothWays(servedIn('KP'))).toEqual([403, '403']);
    expect(await bothWays(servedIn('DE'))).toEqual([200, 'secret']);
  });
});

describe('the headers of a call', () => {
  const echo = {
    'it@put.ts': `/** Shows the headers.
 * @tool
 * @param {string} [header.X-Region] - A region
 * @param {string} [header.Range] - A range
 * @returns {object} The headers
 */
export default (ctx) => ctx.headers;`,
  };
  const seenBy = async (headers: Record<string, string>, given: object = {}): Promise<object> => {
    const { call } = await serveTools(echo);
    return (await call('put_it', given, headers)).structuredContent as object;
  };

  it('leaves out those of the message, and cookies', async () => {
    const names =
      'accept-encoding connection content-language content-encoding cookie idempotency-key if-match if-none-match if-modified-since last-event-id mcp-session-id range x-http-method-override x-method-override x-http-method';
    const sent = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    const seen = await seenBy({ ...sent, connection: 'close', 'content-encoding': 'identity' });
    expect(seen).toEqual({ accept: '*/*', host: expect.any(String) });
  });

  it('takes a value from the model, or else from the caller', async () => {
    const sent = { 'x-region': 'eu', 'accept-language': 'de' };
    expect(await seenBy(sent, { 'X-Region': 'us' })).toMatchObject({ 'x-region': 'us', 'accept-language': 'de' });
    expect(await seenBy(sent)).toMatchObject({ 'x-region': 'eu' });
    expect(await seenBy({ range: 'a' }, { Range: 'b' })).toMatchObject({ range: 'b' });
  });
});
