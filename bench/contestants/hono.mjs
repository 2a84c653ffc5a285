import { serve } from '@hono/node-server';
import { sValidator } from '@hono/standard-validator';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { timing } from 'hono/timing';
import { routes } from 'virtual:routes';
import { announce, createTicket, listRows, port, stack, toColons } from './api.ts';
import { paging, ticket } from './zod.mjs';

const handlers = {
  plain: (answer) => [(c) => c.json(answer(c.req.param()))],
  list: () => [
    sValidator('query', paging),
    (c) => {
      const { page, page_size: size } = c.req.valid('query');
      return c.json(listRows(size, (page - 1) * size));
    },
  ],
  create: () => [sValidator('json', ticket), (c) => c.json(createTicket(c.req.valid('json')), 201)],
};

const app = new Hono();
if (stack === 'one') {
  app.use(async (_, next) => {
    await next();
  });
}
if (stack === 'real') app.use(timing()).use(cors()).use(secureHeaders());
for (const { method, path, kind, answer } of routes) app.on(method, toColons(path), ...handlers[kind](answer));
serve({ fetch: app.fetch, port }, announce);
