// Koa without a router: a tree of segments, and a body that is read by hand.
import Koa from 'koa';
import { checkPaging, checkTicket } from './ajv.mjs';
import { announce, createTicket, listRows, port } from './api.ts';
import { useStack } from './koa-stack.mjs';
import { findRoutes, nameParams } from './tree.mjs';

function answerList(ctx) {
  const query = { ...ctx.query };
  if (!checkPaging(query)) return refuse(ctx, checkPaging.errors);
  ctx.body = listRows(query.page_size, (query.page - 1) * query.page_size);
}

async function answerPost(ctx) {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  const ticket = JSON.parse(Buffer.concat(chunks).toString());
  if (!checkTicket(ticket)) return refuse(ctx, checkTicket.errors);
  ctx.status = 201;
  ctx.body = createTicket(ticket);
}

function refuse(ctx, errors) {
  ctx.status = 400;
  ctx.body = { errors };
}

const app = new Koa();
await useStack(app);
app.use((ctx) => {
  const found = findRoutes(ctx.path);
  if (found === undefined) return;
  const route = found.methods[ctx.method];
  if (route === undefined) {
    ctx.status = 405;
    ctx.set('Allow', Object.keys(found.methods).join(', '));
  } else if (route.kind === 'list') return answerList(ctx);
  else if (route.kind === 'create') return answerPost(ctx);
  else ctx.body = route.answer(nameParams(route, found.values));
});
app.listen(port, announce);
