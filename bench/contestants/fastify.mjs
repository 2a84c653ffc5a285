import Fastify from 'fastify';
import { routes } from 'virtual:routes';
import * as api from './api.ts';

const schemas = {
  plain: { response: { 200: api.routeSchema } },
  list: { querystring: api.pagingSchema, response: { 200: { type: 'array', items: api.rowSchema } } },
  create: { body: api.ticketSchema, response: { 201: api.createdSchema } },
};
const handlers = {
  plain: (answer) => (request, reply) => reply.send(answer(request.params)),
  list: () => (request, reply) => {
    const { page, page_size: size } = request.query;
    reply.send(api.listRows(size, (page - 1) * size));
  },
  create: () => (request, reply) => reply.code(201).send(api.createTicket(request.body)),
};

const app = Fastify({ ajv: { customOptions: { allErrors: true } } });
if (api.stack === 'one') app.addHook('onRequest', async () => {});
if (api.stack === 'real') {
  await app.register(import('@fastify/cors'));
  await app.register(import('@fastify/helmet'));
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Response-Time', `${reply.elapsedTime}ms`);
  });
}
for (const { method, path, kind, answer } of routes) {
  app.route({ method, url: api.toColons(path), schema: schemas[kind], handler: handlers[kind](answer) });
}
await app.listen({ port: api.port });
api.announce();
