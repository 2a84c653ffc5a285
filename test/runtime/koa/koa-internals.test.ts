import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import {
  beforeContexts,
  composeOf,
  hasOwnOnError,
  isStatusSet,
  replaceBody,
  respondByKoa,
  wrapMiddleware,
} from '../../../src/runtime/koa/koa-internals.ts';
import { listen } from './serve.ts';

/** Answers one request through Koa's context, and returns what the client received. */
async function answerBy(answer: (ctx: OperationContext, app: Koa) => unknown): Promise<unknown[]> {
  const app = new Koa();
  const { ask } = await listen((req: IncomingMessage, res: ServerResponse) => {
    void answer(app.createContext(req, res) as OperationContext, app);
  });
  const { status, message, body } = await ask('GET /');
  return [status, message, body];
}

it("Koa's response keeps body and status in the fields that are set", async () => {
  const seen: unknown[] = [];
  await answerBy((ctx) => {
    seen.push(isStatusSet(ctx));
    ctx.status = 201;
    replaceBody(ctx, { a: 1 });
    seen.push(isStatusSet(ctx), ctx.body, ctx.response.body, ctx.status, ctx.message);
    ctx.body = 'text';
    seen.push(ctx.status, ctx.body);
    ctx.res.end('text');
  });
  expect(seen).toEqual([false, true, { a: 1 }, { a: 1 }, 201, 'Created', 201, 'text']);
});

it('Koa marks a status that is set by its setter', async () => {
  const seen: boolean[] = [];
  await answerBy((ctx) => {
    ctx.status = 404;
    seen.push(isStatusSet(ctx));
    ctx.res.end();
  });
  expect(seen).toEqual([true]);
});

it('Koa writes a response that is already set', async () => {
  const answer = await answerBy((ctx, app) => {
    ctx.status = 203;
    ctx.body = Buffer.from('bytes');
    return respondByKoa(app, ctx);
  });
  expect(answer).toEqual([203, 'Non-Authoritative Information', 'bytes']);
});

it("an app has a function that composes, and Koa's onerror is not the app's own", async () => {
  const app = new Koa();
  const order: number[] = [];
  const run = composeOf(app)([(_ctx, next) => (order.push(1), next())]);
  await run({} as OperationContext, () => order.push(2));
  expect(order).toEqual([1, 2]);
  const seen: boolean[] = [];
  await answerBy((ctx) => {
    seen.push(hasOwnOnError(ctx));
    Object.assign(ctx.app.context, { onerror: () => {} });
    seen.push(hasOwnOnError(ctx));
    ctx.res.end();
  });
  expect(seen).toEqual([false, true]);
});

it('an app composes the middleware that replaces its own', async () => {
  const app = new Koa().use((ctx) => void (ctx.body = 'own'));
  wrapMiddleware(app, (middleware) => [
    (ctx, next) => (ctx.set('X-Count', `${middleware.length}`), next()),
    ...middleware,
  ]);
  const { ask } = await listen(app.callback());
  expect(await ask('GET /')).toMatchObject({ body: 'own', headers: { 'x-count': '1' } });
});

it('Koa creates each context by a method of its class, and an app keeps its middleware in a list', async () => {
  class Watched extends Koa {}
  const seen: unknown[] = [];
  beforeContexts(Watched, (app) => seen.push(app));
  const app = new Watched().use((ctx) => {
    ctx.body = 'text';
  });
  expect(app.middleware).toHaveLength(1);
  const { ask } = await listen(app.callback());
  expect((await ask('GET /')).body).toBe('text');
  expect(seen).toEqual([app]);
});
