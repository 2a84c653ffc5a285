import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import { routes } from 'virtual:routes';
import { checkPaging, checkTicket } from './ajv.mjs';
import { announce, createTicket, listRows, port, toColons } from './api.ts';
import { useStack } from './koa-stack.mjs';

const handlers = {
  list: () => (ctx) => {
    const query = { ...ctx.query };
    if (!checkPaging(query)) ctx.throw(400, JSON.stringify(checkPaging.errors));
    ctx.body = listRows(query.page_size, (query.page - 1) * query.page_size);
  },
  create: () => (ctx) => {
    if (!checkTicket(ctx.request.body)) ctx.throw(400, JSON.stringify(checkTicket.errors));
    ctx.status = 201;
    ctx.body = createTicket(ctx.request.body);
  },
  plain: (answer) => (ctx) => {
    ctx.body = answer(ctx.params);
  },
};

const app = new Koa();
const router = new Router();
for (const { method, path, kind, answer } of routes) {
  router[method.toLowerCase()](toColons(path), handlers[kind](answer));
}
await useStack(app);
app.use(bodyParser()).use(router.routes()).use(router.allowedMethods());
app.listen(port, announce);
