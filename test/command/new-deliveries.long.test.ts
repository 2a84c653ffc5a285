import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../runtime/events/receiver.ts';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

const schemes = (...names: string[]): string =>
  `components:\n  securitySchemes:\n${names.map((name) => `    ${name}: { type: http, scheme: bearer }\n`).join('')}`;
const FILES = {
  'app/events/order.paid.js': '/** @payload {integer} - The ID of a paid order */\n',
  'app/operations/orders@post.js': `/**
 * Pays an order.
 * @fires order.paid
 * @security none
 * @param {string} query.tenant
 * @returns {{id: string}} 201
 */
export default function payOrder({ events, input }) {
  return events.send(undefined, 'order.paid', 7, { tenant: input.query.tenant });
}
`,
  'package.json': '{ "type": "module" }',
};
const API = 'app/definitions/openapi.yaml';

async function project(files: Readonly<Record<string, string>>) {
  const root = scratch();
  await writeTree(root, files);
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
    return { code: status, out: stdout + stderr };
  };
  return { root, run, read: (path: string) => readFileSync(join(root, path), 'utf8') };
}

const SERVER = `import { createEvents, memoryEvents } from 'unplugin-operations/events';
import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';

const events = createEvents(operations, { store: memoryEvents(), allowHosts: ['127.0.0.1'], interval: 10 });
for (const tenant of ['a', 'b']) await events.endpoints.add({ url: process.env.RECEIVER, tenant });
events.start();
const security = { token: (ctx, token) => (token === 'nobody' ? { sub: token } : { tenant: token }) };
const server = createApp(operations, { events, security }).listen(process.env.PORT, () => {
  console.log('http://localhost:' + server.address().port);
});
`;

describe('operations new events', () => {
  it('writes three operations, with which callers see and repeat the deliveries of their tenant alone', async () => {
    const { root, run } = await project({ ...FILES, [API]: schemes('token'), 'server.ts': SERVER });
    expect(run('new', 'events')).toMatchObject({
      code: 0,
      out: 'Wrote app/operations/deliveries/_deliveries.js, app/operations/deliveries/@get.js, app/operations/deliveries/{event}/@get.js, app/operations/deliveries/{event}/replay@post.js.\n',
    });
    expect(run('check').out).toBe('4 operations, 0 errors, 0 warnings\n');
    expect(run('list', '--access').out.match(/deliveries.* token/g)).toHaveLength(3);

    const receiver = await startReceiver(onTestFinished);
    const env = { PORT: String(await freePort()), RECEIVER: receiver.url };
    const served = await startNode(await viteBuild(root, join(root, 'dist')), { cwd: root, env });
    onTestFinished(async () => void (await served.stop('SIGKILL')));
    const ask = async (method: string, path: string, token?: string): Promise<{ status: number; body: any }> => {
      const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
      const response = await fetch(served.url + path, { method, ...(headers && { headers }) });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const [{ id }] = [(await ask('POST', '/orders?tenant=a')).body, await ask('POST', '/orders?tenant=b')];
    const own = [{ event: id, type: 'order.paid', state: 'delivered', attempts: 1, status: 200 }];
    await expect
      .poll(async () => (await ask('GET', '/deliveries?state=delivered', 'a')).body, { timeout: 20_000 })
      .toMatchObject(own);
    expect((await ask('GET', '/deliveries', 'b')).body).toHaveLength(1);
    expect(await ask('GET', `/deliveries/${id}`, 'a')).toMatchObject({ status: 200, body: own });
    expect((await ask('POST', `/deliveries/${id}/replay`, 'a')).status).toBe(202);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
    for (const [method, path] of [
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${id}`],
      ['POST', `/deliveries/${id}/replay`],
    ] as const) {
      expect([path, (await ask(method, path)).status]).toEqual([path, 401]);
      // A verifier that returns no tenant opens nothing.
      expect([path, (await ask(method, path, 'nobody')).status]).toEqual([path, 403]);
    }
    expect((await ask('GET', `/deliveries/${id}`, 'b')).status).toBe(404);
    expect((await ask('POST', `/deliveries/${id}/replay`, 'b')).status).toBe(404);
    expect(receiver.received).toHaveLength(3);
  });

  it('writes the types of a project in TypeScript, whatever its verifier returns', async () => {
    const { root, run, read } = await project({
      ...FILES,
      'app/operations/orders@post.js': '',
      'app/operations/health.ts': '/** @returns {string} It */\nexport default () => "x"\n',
      [API]: schemes('token', 'staff-key'),
      'tsconfig.json': '{}',
    });
    expect(run('new', 'events', '--security', 'staff-key').code).toBe(0);
    run('types', '-o', 'operations.d.ts');
    expect(await checkTypes(root, {})).toEqual([]);
    expect(read('app/operations/deliveries/@get.ts')).toContain("tenantOf(ctx.auth['staff-key'])");
    expect(read('app/operations/deliveries/@get.ts')).not.toMatch(/;$/m);
  });

  it('writes nothing unless one security scheme fits', async () => {
    for (const [api, args, problem] of [
      ['', [], 'The operations of deliveries need a security scheme'],
      [
        schemes('token', 'key'),
        [],
        'The project has several security schemes. Choose that of your customers: npx operations new events --security token|key',
      ],
      [schemes('token'), ['--security', 'none'], 'Unknown security scheme "none".'],
    ] as const) {
      const { root, run } = await project({ ...FILES, ...(api !== '' && { [API]: api }) });
      const { code, out } = run('new', 'events', ...args);
      expect([code, out]).toEqual([1, expect.stringContaining(problem)]);
      expect(existsSync(join(root, 'app/operations/deliveries'))).toBe(false);
    }
  });

  it('replaces no file, and is an operation in a project without events', async () => {
    const { run } = await project({ ...FILES, [API]: schemes('token') });
    run('new', 'events');
    expect(run('new', 'events')).toEqual({
      code: 1,
      out: 'operations: app/operations/deliveries/_deliveries.js already exists.\n',
    });
    const { 'app/events/order.paid.js': _, ...others } = FILES;
    const { run: plain, root } = await project(others);
    for (const name of ['events', 'books@get'])
      expect(plain('new', name, '--security', 'token')).toEqual({
        code: 1,
        out: expect.stringContaining('"--security" is only for "new events" in a project with events.'),
      });
    expect(existsSync(join(root, 'app/operations/books/@get.js'))).toBe(false);
    expect(plain('new', 'events').out).toContain('Wrote app/operations/events.js.');
  });
});
