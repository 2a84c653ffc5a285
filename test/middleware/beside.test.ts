import { Router } from '@koa/router';
import { createHandler } from 'graphql-http/lib/use/koa';
import { buildSchema } from 'graphql';
import easyWs from 'koa-easy-ws';
import mount from 'koa-mount';
import route from 'koa-route';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { inEachPlace } from './serve.ts';

inEachPlace('@koa/router', (serveWith) => {
  it('serves routes next to the operations', async () => {
    const router = new Router();
    router.get('/own/:id', (ctx) => void (ctx.body = { own: ctx.params['id'] }));
    const { ask } = await serveWith(router.routes(), router.allowedMethods());
    expect((await ask('GET /own/1')).json).toEqual({ own: '1' });
    expect(await ask('PUT /own/1')).toMatchObject({ status: 405, headers: { allow: 'HEAD, GET' } });
    expect((await ask('GET /pets/1')).json).toEqual({ id: 1, name: 'Ada' });
    expect(await ask('PUT /pets')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST, OPTIONS' } });
  });
});

inEachPlace('koa-route', (serveWith) => {
  it('serves routes next to the operations', async () => {
    const { ask } = await serveWith(route.get('/own/:id', (ctx, id: string) => void (ctx.body = { own: id })));
    expect((await ask('GET /own/1')).json).toEqual({ own: '1' });
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});

inEachPlace('graphql-http', (serveWith) => {
  it('answers queries at a separate path', async () => {
    const schema = buildSchema('type Query { hello: String }');
    const { ask } = await serveWith(mount('/graphql', createHandler({ schema, rootValue: { hello: 'world' } })));
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const answer = await ask('POST /graphql', { headers, body: '{"query":"{ hello }"}' });
    expect(answer).toMatchObject({ status: 200, json: { data: { hello: 'world' } } });
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});

// Its types declare an ES module, but it is CommonJS.
const websocket = easyWs as unknown as typeof easyWs.default;

/** The first message of a WebSocket. */
function firstMessage(port: number, path: string): Promise<string> {
  const socket = new WebSocket(`ws://localhost:${port}${path}`);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on('message', (data: Buffer) => resolve(data.toString()));
    socket.on('error', reject);
  });
}

inEachPlace('koa-easy-ws', (serveWith) => {
  it('accepts WebSockets in middleware', async () => {
    const { ask, port, errors } = await serveWith(websocket(), async (ctx, next) => {
      if (ctx['ws'] === undefined) return next();
      const socket: WebSocket = await ctx['ws']();
      socket.send(`hello ${ctx.path}`);
    });
    expect(await firstMessage(port, '/pets')).toBe('hello /pets');
    expect((await ask('GET /pets/1')).status).toBe(200);
    expect(errors).toEqual([]);
  });
});

inEachPlace('ws', (serveWith) => {
  it("shares the app's server", async () => {
    const { ask, server, port } = await serveWith();
    new WebSocketServer({ server, path: '/live' }).on('connection', (socket) => socket.send('hello'));
    expect(await firstMessage(port, '/live')).toBe('hello');
    expect((await ask('GET /pets/1')).status).toBe(200);
  });
});
