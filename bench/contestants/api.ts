// The API that every contestant serves: its schemas, its rows, and the middleware that it runs with.

/** `none`, `one` (a middleware that does nothing) or `real` (CORS, security headers and the response time). */
export const stack = process.env['STACK'] ?? 'none';
export const port = Number(process.env['PORT']);

/** Tells the bench that the server listens. */
export function announce(): void {
  console.log('ready');
}

export const ticketSchema = {
  type: 'object',
  required: ['title', 'state', 'priority', 'assignee', 'labels', 'due', 'customer'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    description: { type: 'string', maxLength: 2000 },
    state: { enum: ['open', 'closed', 'waiting'] },
    priority: { type: 'integer', minimum: 1, maximum: 5 },
    weight: { type: 'number', minimum: 0 },
    locked: { type: 'boolean' },
    assignee: { type: 'string', format: 'email' },
    reporter: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    labels: { type: 'array', items: { type: 'string', maxLength: 50 }, maxItems: 20 },
    watchers: { type: 'array', items: { type: 'string' } },
    due: { type: 'string', format: 'date-time' },
    repository: { type: 'string', maxLength: 100 },
    branch: { type: 'string', maxLength: 100 },
    commit: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    estimate: { type: 'integer', minimum: 0 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    environment: { enum: ['production', 'staging', 'development'] },
    milestone: { type: 'integer', minimum: 1 },
    customer: {
      type: 'object',
      required: ['name', 'country'],
      properties: { name: { type: 'string' }, country: { type: 'string', minLength: 2, maxLength: 2 } },
    },
    notes: { type: 'string', maxLength: 2000 },
  },
};

export const createdSchema = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string' } },
};

export const rowSchema = {
  type: 'object',
  required: ['id', 'title', 'state', 'locked', 'comments', 'labels'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    state: { type: 'string' },
    locked: { type: 'boolean' },
    comments: { type: 'integer' },
    labels: { type: 'array', items: { type: 'string' } },
  },
};

export const routeSchema = {
  type: 'object',
  required: ['template', 'method', 'params'],
  properties: {
    template: { type: 'string' },
    method: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** The query of the list, as a schema for values that a validator converts. */
export const pagingSchema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    page_size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
};

const texts = Array.from({ length: 200 }, (_, index) =>
  JSON.stringify({
    id: index,
    title: `Issue number ${index + 100}`,
    state: 'open',
    locked: false,
    comments: index % 7,
    labels: ['bug', 'good first issue'],
  }),
);

/** Parsed, because texts from a database are flat. A template makes a rope, and Node 26 serializes objects with ropes in a slower way. */
const rows = texts.map((text): object => JSON.parse(text) as object);

export function listRows(limit: number, offset: number): object[] {
  return rows.slice(offset, offset + limit);
}

export function createTicket({ title }: { readonly title: string }): object {
  return { id: 1, title };
}

/** `/pets/{id}` as most routers write it: `/pets/:id`. */
export function toColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
