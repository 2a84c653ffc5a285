import { cors } from '@elysiajs/cors';
import { node } from '@elysiajs/node';
import { Elysia, t } from 'elysia';
import { helmet } from 'elysia-helmet';
import { routes } from 'virtual:routes';
import { announce, createTicket, listRows, port, stack, toColons } from './api.ts';

const text = (maxLength = 100) => t.Optional(t.String({ maxLength }));
const ticket = t.Object({
  title: t.String({ minLength: 1, maxLength: 200 }),
  description: text(2000),
  state: t.UnionEnum(['open', 'closed', 'waiting']),
  priority: t.Integer({ minimum: 1, maximum: 5 }),
  weight: t.Optional(t.Number({ minimum: 0 })),
  locked: t.Optional(t.Boolean()),
  assignee: t.String({ format: 'email' }),
  reporter: t.Optional(t.String({ pattern: '^[a-z][a-z0-9-]*$' })),
  labels: t.Array(t.String({ maxLength: 50 }), { maxItems: 20 }),
  watchers: t.Optional(t.Array(t.String())),
  due: t.String({ format: 'date-time' }),
  repository: text(),
  branch: text(),
  commit: t.Optional(t.String({ pattern: '^[0-9a-f]{40}$' })),
  estimate: t.Optional(t.Integer({ minimum: 0 })),
  version: t.Optional(t.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' })),
  environment: t.Optional(t.UnionEnum(['production', 'staging', 'development'])),
  milestone: t.Optional(t.Integer({ minimum: 1 })),
  customer: t.Object({ name: t.String(), country: t.String({ minLength: 2, maxLength: 2 }) }),
  notes: text(2000),
});
const paging = t.Object({
  page: t.Integer({ minimum: 1, default: 1 }),
  page_size: t.Integer({ minimum: 1, maximum: 100, default: 20 }),
});

const handlers = {
  plain: (answer) => [({ params = {} }) => answer(params)],
  list: () => [({ query }) => listRows(query.page_size, (query.page - 1) * query.page_size), { query: paging }],
  create: () => [({ body, status }) => status(201, createTicket(body)), { body: ticket }],
};

const app = new Elysia({ adapter: node() });
app.onError(({ code, error, status }) => (code === 'VALIDATION' ? status(400, { errors: error.all }) : undefined));
if (stack === 'one') app.onBeforeHandle(async () => {});
if (stack === 'real') {
  app.use(cors()).use(helmet());
  app
    .derive(() => ({ start: performance.now() }))
    .onAfterHandle(({ set, start }) => {
      set.headers['X-Response-Time'] = `${(performance.now() - start).toFixed(3)}ms`;
    });
}
for (const { method, path, kind, answer } of routes) app.route(method, toColons(path), ...handlers[kind](answer));
app.listen(port, announce);
