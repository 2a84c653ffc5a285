import { bodyParser } from '@koa/bodyparser';
import formats from 'ajv-formats';
import Koa from 'koa';
import { OpenAPIBackend } from 'openapi-backend';
import { routes } from 'virtual:routes';
import { announce, createTicket, listRows, pagingSchema, port, ticketSchema } from './api.ts';
import { useStack } from './koa-stack.mjs';

const answers = {
  plain:
    (answer) =>
    ({ request }, ctx) => {
      ctx.body = answer(request.params);
    },
  list:
    () =>
    ({ request }, ctx) => {
      const { page = 1, page_size: size = 20 } = request.query;
      ctx.body = listRows(Number(size), (Number(page) - 1) * Number(size));
    },
  create:
    () =>
    ({ request }, ctx) => {
      ctx.status = 201;
      ctx.body = createTicket(request.requestBody);
    },
};
const inputs = {
  plain: {},
  list: {
    parameters: Object.entries(pagingSchema.properties).map(([name, schema]) => ({ name, in: 'query', schema })),
  },
  create: { requestBody: { required: true, content: { 'application/json': { schema: ticketSchema } } } },
};

const paths = {};
const handlers = {
  validationFail: ({ validation }, ctx) => {
    ctx.status = 400;
    ctx.body = { errors: validation.errors };
  },
  notFound: (_, ctx) => {
    ctx.status = 404;
  },
  methodNotAllowed: ({ request }, ctx) => {
    ctx.status = 405;
    ctx.set(
      'Allow',
      Object.keys(paths[request.path] ?? {})
        .join(', ')
        .toUpperCase(),
    );
  },
};
for (const { method, path, kind, answer } of routes) {
  const operationId = `${method} ${path}`;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  const { parameters: more = [], ...rest } = inputs[kind];
  const operation = {
    operationId,
    parameters: [...parameters, ...more],
    ...rest,
    responses: { 200: { description: 'OK' } },
  };
  (paths[path] ??= {})[method.toLowerCase()] = operation;
  handlers[operationId] = answers[kind](answer);
}

const api = new OpenAPIBackend({
  definition: { openapi: '3.1.0', info: { title: 'Bench', version: '1' }, paths },
  handlers,
  quick: true,
  customizeAjv: (ajv) => formats.default(ajv),
});
await api.init();

const app = new Koa();
await useStack(app);
app.use(bodyParser());
app.use((ctx) =>
  api.handleRequest({ ...ctx.request.toJSON(), path: ctx.path, query: ctx.query, body: ctx.request.body }, ctx),
);
app.listen(port, announce);
