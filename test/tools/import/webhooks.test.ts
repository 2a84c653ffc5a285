import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateClient } from '../../../src/build/codegen/client.ts';
import { compileOperations, contractsOf } from '../../../src/build/compiler/compile.ts';
import { diffProject } from '../../../src/tools/diff/index.ts';
import { importIntoProject } from '../../../src/tools/import/import-project.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import type { ImportPlan } from '../../../src/tools/import/index.ts';
import { emitted, existingOf, filesOf, planOf, reasonsOf } from './support.ts';

const ORDER = {
  operationId: 'orderCreated',
  summary: 'An order was created',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Order' },
        example: { id: 1 },
      },
    },
  },
  responses: { 204: { description: 'Received' } },
};
const SCHEMAS = { Order: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } };

function withWebhooks(webhooks: object, others: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    webhooks,
    components: { schemas: SCHEMAS },
    ...others,
  };
}

/** The names of the webhooks that the tree of a plan receives. */
function receivedBy(plan: ImportPlan): unknown[] {
  return Object.values(emitted(plan).paths).flatMap((item) => Object.values(item).map((each) => each['x-webhook']));
}

/** The diagnostics of files below the tree. */
function errorsOf(files: Readonly<Record<string, string>>): string[] {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  return compileOperations({ files: list }).diagnostics.map(({ code, at }) => `${code} ${at.source.file}`);
}

const HANDLER = '/**\n * Received.\n * @returns {void} 204\n */\nexport default () => {};\n';

describe('webhooks of a description', () => {
  it('imports webhooks as the operations of a receiver, documented at their paths', () => {
    const plan = planOf(withWebhooks({ 'order.created': { post: ORDER }, 'a/b': { put: { responses: {} } } }));
    expect(Object.keys(filesOf(plan)).filter((path) => path.startsWith('operations/'))).toEqual([
      'operations/../webhooks/a/b@put.ts',
      'operations/../webhooks/order.created@post.ts',
    ]);
    const { paths, webhooks } = emitted(plan);
    expect(webhooks).toBeUndefined();
    expect(paths).toMatchObject({
      '/webhooks/a/b': { put: { 'x-webhook': 'a/b' } },
      '/webhooks/order.created': {
        post: { operationId: 'orderCreated', requestBody: ORDER.requestBody, 'x-webhook': 'order.created' },
      },
    });
    expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
    const again = planOf(emitted(plan), existingOf(plan));
    expect(again.operations.changes).toEqual([]);
  });

  it('drops slashes at the ends of names, and prints that', () => {
    const plan = planOf(withWebhooks({ '/ORDER_CLOSED': { post: { responses: {} } } }));
    expect(receivedBy(plan)).toEqual(['ORDER_CLOSED']);
    expect(plan.description.notes.mended().map(({ reading }) => reading)).toEqual([
      'the name of a webhook is the name of a file, without "/" at its ends',
    ]);
    expect(plan.differences).toEqual([]);
  });

  it.each(['{a}', '', '/', 'a?b', 'a\nb', '..'])('leaves out webhooks if no file can have the name %j', (name) => {
    const item = { post: { responses: {} } };
    const plan = planOf(withWebhooks({ [name]: item, sound: item }, { components: {} }));
    expect(receivedBy(plan)).toEqual(['sound']);
    expect(reasonsOf(plan)).toHaveLength(1);
  });

  it.each(['_a', '.a', 'a.test', 'Größe', 'a@b', '[_]a', 'x-a'])('accepts the name %j', (name) => {
    const plan = planOf(withWebhooks({ [name]: { post: { responses: {} } } }));
    expect(receivedBy(plan)).toEqual([name]);
  });
});

describe('a project with webhooks', () => {
  it('gets them from an import, serves them below the option, and documents their names', async () => {
    const root = scratch();
    writeFileSync(join(root, 'api.json'), JSON.stringify(withWebhooks({ 'order.created': { post: ORDER } })));
    const options = resolveOptions({ base: '/api', webhooks: '/hooks' });
    const flags = { isDryRun: false, isLossy: false, isVerbose: false };
    const { isSuccess } = await importIntoProject(join(root, 'api.json'), locateProject(options, root), flags);
    expect([isSuccess, existsSync(join(root, 'app/webhooks/order.created@post.ts'))]).toEqual([true, true]);
    const session = createSession(locateProject(options, root));
    const compilation = session.compile();
    expect(compilation.diagnostics).toEqual([]);
    expect(contractsOf(compilation).map(({ path, webhook }) => [path, webhook])).toEqual([
      ['/api/hooks/order.created', 'order.created'],
    ]);
    expect(Object.keys(session.openApi(compilation).paths)).toEqual(['/api/hooks/order.created']);
    expect(compilation.watchFiles).toContain('app/webhooks/order.created@post.ts');
    expect((await diffProject(session.compile(), locateProject(options, root), { baseline: 'api.json' })).text).toBe(
      'No differences from api.json.',
    );

    const file = join(root, 'app/webhooks/order.created@post.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('@param {Order} body', '@param {string} body'));
    expect(
      (await diffProject(session.compile(), locateProject(options, root), { baseline: 'api.json' })).text,
    ).toContain('POST /webhooks/order.created: the type of the request body changed');
    rmSync(file);
    const removed = await diffProject(session.compile(), locateProject(options, root), { baseline: 'api.json' });
    expect(removed.text).toContain('error webhook-removed: POST /webhooks/order.created: the webhook was removed');
  });

  it('leaves out the files that the option "ignore" names', async () => {
    const root = scratch();
    const [operation, webhook] = ['app/operations/a.js', 'app/webhooks/b@post.js'];
    const ignored = ['app/operations/internal/c.js', 'app/webhooks/internal/d@post.js'];
    await writeTree(root, Object.fromEntries([operation, webhook, ...ignored].map((path) => [path, HANDLER])));
    const session = createSession(locateProject(resolveOptions({ ignore: ['internal/**'] }), root));
    const paths = (changed?: readonly string[]): string[] =>
      contractsOf(session.compile(changed?.map((path) => join(root, path)))).map(({ path }) => path);
    expect(paths()).toEqual(['/webhooks/b', '/a']);
    await writeTree(root, { 'app/webhooks/internal/e@post.js': HANDLER });
    expect(paths(['app/webhooks/internal/e@post.js'])).toEqual(['/webhooks/b', '/a']);
  });

  it('reads files that change, appear and go', async () => {
    const root = scratch();
    await writeTree(root, { 'app/operations/a.js': HANDLER, 'app/webhooks/b@post.js': HANDLER });
    const session = createSession(locateProject(resolveOptions({}), root));
    const paths = (changed?: readonly string[]): string[] =>
      contractsOf(session.compile(changed?.map((path) => join(root, path)))).map(({ path }) => path);
    expect(paths()).toEqual(['/webhooks/b', '/a']);
    await writeTree(root, { 'app/webhooks/c@post.js': HANDLER, 'app/webhooks/helper.js': 'export const a = 1;' });
    expect(paths(['app/webhooks/c@post.js', 'app/webhooks/helper.js'])).toEqual(['/webhooks/b', '/webhooks/c', '/a']);
  });

  it('builds a client without webhooks', () => {
    const files = [
      { path: 'a.js', text: HANDLER },
      { path: '../webhooks/b@post.js', text: HANDLER },
    ];
    const contracts = contractsOf(compileOperations({ files }));
    expect(contracts.map(({ path }) => path)).toEqual(['/webhooks/b', '/a']);
    const client = generateClient(contracts, 'client');
    expect([client.includes('"GET /a"'), client.includes('/webhooks/b')]).toEqual([true, false]);
  });

  it('wraps webhooks in the middleware of their directory', () => {
    const contract = (scheme: string): string => `/** @security ${scheme} */\n`;
    const files = [
      { path: '_middleware.js', text: contract('key') },
      { path: '../webhooks/_middleware.js', text: contract('none') },
      { path: 'a.js', text: HANDLER },
      { path: '../webhooks/b@post.js', text: HANDLER },
      { path: '../webhooks/deep/c@post.js', text: HANDLER },
    ];
    const yaml = 'components: {securitySchemes: {key: {type: http, scheme: bearer}}}';
    const definitions = [{ path: 'openapi.yaml', text: yaml }];
    const compilation = compileOperations({ files, definitions });
    expect(contractsOf(compilation).map(({ path, security }) => [path, security])).toEqual([
      ['/webhooks/b', []],
      ['/webhooks/deep/c', []],
      ['/a', [{ key: [] }]],
    ]);
  });

  it('reports names that no webhook can have, and paths that an operation has already', () => {
    expect(errorsOf({ '../webhooks/{id}@post.js': HANDLER })).toEqual(['path-template app/webhooks/{id}@post.js']);
    expect(errorsOf({ '../webhooks/@post.js': HANDLER })).toEqual(['path-template app/webhooks/@post.js']);
    // Parameters of other frameworks are not suggested to be ours, which would be refused.
    expect(errorsOf({ '../webhooks/[id]@post.js': HANDLER })).toEqual([]);
    expect(errorsOf({ '../webhooks/b@post.tsx': HANDLER, '../webhooks/view.tsx': '' })).toEqual([
      'jsx-file app/webhooks/b@post.tsx',
    ]);
    expect(errorsOf({ 'webhooks/a@post.js': HANDLER, '../webhooks/a@post.js': HANDLER })).toEqual([
      'duplicate-route app/operations/webhooks/a@post.js',
    ]);
  });

  it('leaves a directory of that name alone if it is the tree, or if the tree is the root', async () => {
    const root = scratch();
    await writeTree(root, { 'app/webhooks/a.js': HANDLER });
    const compilation = createSession(locateProject(resolveOptions({ operations: 'app/webhooks' }), root)).compile();
    expect(contractsOf(compilation).map(({ path, webhook }) => [path, webhook])).toEqual([['/a', undefined]]);
  });
});
