import { H3, fromNodeHandler, getRouterParams, getValidatedQuery, handleCors, readValidatedBody, serve } from 'h3';
import helmet from 'helmet';
import { routes } from 'virtual:routes';
import { announce, createTicket, listRows, port, stack, toColons } from './api.ts';
import { paging, ticket } from './zod.mjs';

const handlers = {
  plain: (answer) => (event) => answer(getRouterParams(event)),
  list: () => async (event) => {
    const { page, page_size: size } = await getValidatedQuery(event, paging);
    return listRows(size, (page - 1) * size);
  },
  create: () => async (event) => {
    const body = await readValidatedBody(event, ticket);
    event.res.status = 201;
    return createTicket(body);
  },
};

const app = new H3();
if (stack === 'one') app.use(async (_, next) => next());
if (stack === 'real') {
  app.use(async (event, next) => {
    const start = performance.now();
    const value = await next();
    event.res.headers.set('X-Response-Time', `${(performance.now() - start).toFixed(3)}ms`);
    return value;
  });
  app.use((event) => {
    const answered = handleCors(event, { origin: '*' });
    if (answered !== false) return answered;
  });
  app.use(fromNodeHandler(helmet()));
}
for (const { method, path, kind, answer } of routes) app.on(method, toColons(path), handlers[kind](answer));
await serve(app, { port, silent: true }).ready();
announce();
