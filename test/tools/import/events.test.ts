import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffProject } from '../../../src/tools/diff/index.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { emitted, existingOf, filesOf, planOf, reasonsOf } from './support.ts';

const TREE = {
  'app/operations/orders@post.ts':
    '/**\n * Orders.\n * @param {Order} body\n * @returns {Order} 201 - It\n */\nexport default () => ({});\n',
  'app/webhooks/parcel.sent@post.ts':
    '/**\n * A parcel was sent.\n * @param {Order} body\n * @returns {void} 204 - Received\n */\nexport default () => {};\n',
  'app/events/order.placed.ts':
    '/**\n * An order was placed.\n *\n * Once.\n *\n * @tags orders\n * @see https://example.com/orders\n * @x-topic orders\n * @payload {Order} - The order\n * @example { id: 7 }\n * @example { id: 8 }\n */\n',
  'app/events/shop/book.sold.ts': '/**\n * @deprecated\n * @payload {string[]|null}\n */\n',
  'app/events/secret.ts': '/**\n * @internal\n * @payload {string}\n */\n',
  'app/definitions/order.js':
    '/**\n * @typedef {object} Order\n * @property {integer} id\n * @property {string} [code] (writeOnly: true)\n */\n',
};

async function projectWith(files: Readonly<Record<string, string>>): Promise<ReturnType<typeof locateProject>> {
  const root = scratch();
  await writeTree(root, files);
  return locateProject(resolveOptions(), root);
}

describe('the document of a project with events', () => {
  it('lists events under webhooks as receivers get them, and received webhooks at their paths', async () => {
    const session = createSession(await projectWith(TREE));
    const document = session.openApi(session.compile());
    expect(Object.keys(document.paths)).toEqual(['/webhooks/parcel.sent', '/orders']);
    expect(document.paths['/webhooks/parcel.sent']).toMatchObject({ post: { 'x-webhook': 'parcel.sent' } });
    expect(Object.keys(document.webhooks!)).toEqual(['order.placed', 'shop/book.sold']);
    expect(document.webhooks!['order.placed']).toEqual({
      post: {
        tags: ['orders'],
        summary: 'An order was placed.',
        description: 'Once.',
        externalDocs: { url: 'https://example.com/orders' },
        operationId: 'order.placed',
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          $ref: `#/components/parameters/${name}`,
        })),
        requestBody: {
          required: true,
          description: 'The order',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  type: { type: 'string', const: 'order.placed' },
                  timestamp: { type: 'string', format: 'date-time' },
                  data: { $ref: '#/components/schemas/Order' },
                },
                required: ['type', 'timestamp', 'data'],
              },
              examples: {
                'Example 1': { value: { type: 'order.placed', timestamp: '2026-01-31T12:00:00Z', data: { id: 7 } } },
                'Example 2': { value: { type: 'order.placed', timestamp: '2026-01-31T12:00:00Z', data: { id: 8 } } },
              },
            },
          },
        },
        responses: { '2XX': { $ref: '#/components/responses/EventReceived' } },
        security: [],
        'x-topic': 'orders',
      },
    });
    expect(document.components!.parameters!['webhook-id']).toMatchObject({ in: 'header', required: true });
  });

  it('leaves an operationId to the operation that has the name of an event', async () => {
    const session = createSession(
      await projectWith({
        'app/operations/ping@post.ts': 'export default function ping() {}\n',
        'app/events/ping.ts': '/** @payload {string} */\n',
        'app/events/pong.ts': '/** @payload {string} */\n',
      }),
    );
    const { paths, webhooks } = session.openApi(session.compile());
    expect(paths['/ping']).toMatchObject({ post: { operationId: 'ping' } });
    expect(webhooks!['ping']).not.toHaveProperty('post.operationId');
    expect(webhooks!['pong']).toHaveProperty('post.operationId', 'pong');
  });

  it('imports the same events and webhooks, without differences', async () => {
    const project = await projectWith(TREE);
    const session = createSession(project);
    const document = session.openApi(session.compile());
    const other = await projectWith({ 'openapi.json': JSON.stringify(document) });
    const flags = { isDryRun: false, isLossy: false, isVerbose: false };
    const { isSuccess, text } = await importIntoProject(join(other.root, 'openapi.json'), other, flags);
    expect([isSuccess, text.match(/not in the tree|reads/g)]).toEqual([true, null]);
    const placed = readFileSync(join(other.root, 'app/events/order.placed.ts'), 'utf8');
    expect(placed).toContain('@payload {Order} - The order\n * @example');
    expect(existsSync(join(other.root, 'app/events/shop/book.sold.ts'))).toBe(true);
    expect(existsSync(join(other.root, 'app/webhooks/parcel.sent@post.ts'))).toBe(true);
    const again = createSession(other);
    const compilation = again.compile();
    expect(compilation.diagnostics).toEqual([]);
    const { info: _, ...imported } = again.openApi(compilation);
    const { info: __, ...original } = document;
    expect(imported.webhooks).toEqual(original.webhooks);
    expect(imported.paths).toEqual(original.paths);
    const { text: diff } = await diffProject(compilation, other, { baseline: 'openapi.json' });
    expect(diff).toBe('No differences from openapi.json.');
  });

  it('finds no difference from an older document with received webhooks under webhooks', async () => {
    const project = await projectWith(TREE);
    const session = createSession(project);
    const compilation = session.compile();
    const { paths, webhooks, ...others } = session.openApi(compilation);
    const { '/webhooks/parcel.sent': received, ...served } = paths;
    const { 'x-webhook': _, ...post } = received!.post!;
    const older = { ...others, paths: served, webhooks: { ...webhooks, 'parcel.sent': { post } } };
    writeFileSync(join(project.root, 'older.json'), JSON.stringify(older));
    const { text } = await diffProject(compilation, project, { baseline: 'older.json' });
    expect(text).toBe('No differences from older.json.');
  });
});

const wrapped = (name: string): object => ({
  type: 'object',
  properties: { type: { const: name }, timestamp: { type: 'string' }, data: { type: 'object', properties: {} } },
  required: ['type', 'timestamp', 'data'],
});
const post = (schema: object, others: object = {}): object => ({
  post: {
    summary: 'It happened',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Received' } },
    ...others,
  },
});
const described = (webhooks: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  webhooks,
});
const paths = (plan: ReturnType<typeof planOf>): string[] =>
  Object.keys(filesOf(plan)).filter((path) => path.startsWith('operations/'));

describe('webhooks of another description', () => {
  it('sends webhooks whose requests are those of events, and receives others', () => {
    const plan = planOf(described({ 'a.b': post(wrapped('a.b')), 'c.e': post({ type: 'object' }) }));
    expect(paths(plan)).toEqual(['operations/../events/a.b.ts', 'operations/../webhooks/c.e@post.ts']);
    expect(plan.diagnostics).toEqual([]);
    expect(planOf(emitted(plan), existingOf(plan)).operations.changes).toEqual([]);
  });

  it('receives all webhooks by an option', () => {
    const plan = planOf(described({ 'a.b': post(wrapped('a.b')) }), undefined, 'receive');
    expect(paths(plan)).toEqual(['operations/../webhooks/a.b@post.ts']);
    expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
  });

  it('sends all webhooks by an option, and prints what is sent otherwise than described', () => {
    const header = { name: 'X-Event', in: 'header', schema: { type: 'string' } };
    const webhooks = { 'a.b': post({ type: 'object' }, { parameters: [header] }), 'c.e': post(wrapped('c.e')) };
    const plan = planOf(described(webhooks), undefined, 'send');
    expect(paths(plan)).toEqual(['operations/../events/a.b.ts', 'operations/../events/c.e.ts']);
    expect(plan.description.notes.mended()).toMatchObject([
      {
        reading: expect.stringContaining('in the form of Standard Webhooks') as string,
        places: [{ pointer: '/webhooks/a.b/post' }],
      },
    ]);
    expect(filesOf(plan)['operations/../events/a.b.ts']).toBe('/**\n * It happened\n *\n * @payload {object}\n */\n');
  });

  it('receives webhooks if no event can be sent so', () => {
    const xml = { requestBody: { content: { 'text/xml': { schema: {} } } } };
    const webhooks = { 'a.b': { put: { responses: {} } }, 'c.e': post({}, xml) };
    const plan = planOf(described(webhooks), undefined, 'send');
    expect(paths(plan)).toEqual(['operations/../webhooks/a.b@put.ts', 'operations/../webhooks/c.e@post.ts']);
    expect(plan.description.notes.mended()[0]!.reading).toBe(
      'an event is a POST with JSON, so this webhook is received',
    );
  });

  it.each(['a@b', '{a}', 'a?b', '..', 'a.d', '_a'])('leaves out or escapes webhooks sent as %j', (name) => {
    const plan = planOf(described({ [name]: post(wrapped(name)), sound: post(wrapped('sound')) }));
    const sent = Object.keys(emitted(plan).webhooks!);
    expect(sent).toEqual(name === '_a' ? ['_a', 'sound'] : ['sound']);
    expect(reasonsOf(plan)).toHaveLength(name === '_a' ? 0 : 1);
  });
});

describe('a comment of an event', () => {
  it('an import replaces the comment of an event, and nothing else of its file', () => {
    const plan = planOf(described({ 'a.b': post(wrapped('a.b')) }));
    const before = existingOf(plan);
    const files = before.operations.map(({ path, text }) => ({ path, text: `// Ours.\n${text}export {};\n` }));
    const changed = planOf(described({ 'a.b': post(wrapped('a.b'), { summary: 'It has happened' }) }), {
      ...before,
      operations: files,
    });
    expect(changed.operations.changes).toEqual([
      {
        kind: 'comment',
        path: '../events/a.b.ts',
        text: expect.stringMatching(/^\/\/ Ours\.\n\/\*\*\n \* It has happened\n[^]*export \{\};\n$/) as string,
      },
    ]);
    const gone = planOf(described({ 'x.y': post(wrapped('x.y')) }), before);
    expect(gone.operations.gone).toEqual(['../events/a.b.ts']);
  });
});
