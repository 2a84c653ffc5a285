import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin } from 'vite';
import { createLogger } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import operations from '../../../src/vite.ts';
import { scratch, writeTree } from '../../support/build.ts';
import type { ShownDeliveries } from '../../../src/tools/overview/shown-deliveries.ts';
import type { OverviewState } from '../../../src/tools/overview/overview-state.ts';
import type { Dev } from '../../plugin/dev/server.ts';
import { startDev, VITES } from '../../plugin/dev/server.ts';
import { startReceiver } from '../../runtime/events/receiver.ts';
import { sendingFiles } from './sending-files.ts';

const HTML = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, redirect: 'manual' } as const;

const OPERATIONS = {
  'app/operations/pets/@get.js':
    '/**\n * Lists <b>pets</b> & toys.\n *\n * @returns {object} They\n */\nexport default () => ({});\n',
  'app/operations/pets/{id}@delete.js':
    '/** @param {string} id - It\n * @returns {void} 204 */\nexport default () => {};\n',
  'app/operations/größe/x "y".js': '/** @returns {object} It */\nexport default () => ({});\n',
};

async function stateOf(dev: Dev): Promise<OverviewState> {
  return JSON.parse((await dev.ask('/__operations/state')).body) as OverviewState;
}

describe.each(VITES)('the dev server of %s without a front end', (_name, vite) => {
  it('leads from the address that Vite prints to a page of the operations', async () => {
    const dev = await startDev(vite, OPERATIONS);
    for (const method of ['GET', 'HEAD']) {
      const home = await fetch(`${dev.url}/?x=1`, { ...HTML, method });
      expect([home.status, home.headers.get('location')]).toEqual([302, '/__operations']);
    }
    const page = await fetch(`${dev.url}/__operations`);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('src="/__operations/page.js"');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    for (const [file, type] of [
      ['page.js', 'text/javascript; charset=utf-8'],
      ['page.css', 'text/css; charset=utf-8'],
    ] as const)
      expect(await dev.ask(`/__operations/${file}`)).toMatchObject({ status: 200, type });
    const { operations: shown } = await stateOf(dev);
    expect(shown.map(({ method, path, summary }) => `${method} ${path} ${summary}`)).toEqual([
      'GET /größe/x "y" ',
      'GET /pets Lists <b>pets</b> & toys.',
      'DELETE /pets/{id} ',
    ]);
    const details = await dev.ask(`/__operations/operation?id=${encodeURIComponent('pets/{id}@delete.js')}`);
    expect(JSON.parse(details.body)).toMatchObject({
      parameters: [{ name: 'id', in: 'path', type: 'string', isRequired: true, description: 'It' }],
      responses: expect.arrayContaining([expect.objectContaining({ status: '204', content: [] })]) as unknown,
    });
    for (const path of ['operation?id=x', 'nothing', 'requests/1', 'state/../x'])
      expect((await dev.ask(`/__operations/${path}`)).status).toBe(404);
    expect(dev.log).toEqual([]);
  });

  it('shows the events that the API sends, with their payloads and examples', async () => {
    const dev = await startDev(vite, {
      ...OPERATIONS,
      'app/events/order.paid.js':
        '/**\n * An order was paid.\n * @deprecated\n * @payload {{id: integer}} - The order\n * @example { id: 7 }\n */\n',
    });
    expect((await stateOf(dev)).events).toMatchObject([
      {
        name: 'order.paid',
        id: 'order.paid.js',
        summary: 'An order was paid.',
        payload: { properties: [{ name: 'id', type: 'integer', isRequired: true }] },
        examples: ['{\n  "id": 7\n}'],
        marks: ['deprecated'],
      },
    ]);
    await writeTree(dev.root, { 'app/events/order.sent.js': '/** @payload {string} - x */\n' });
    const names = async (): Promise<string[]> => (await stateOf(dev)).events.map(({ name }) => name);
    await expect.poll(names, { timeout: 10_000 }).toEqual(['order.paid', 'order.sent']);
  });

  it('shows the deliveries of the app that runs, and sends one again', async () => {
    const receiver = await startReceiver(onTestFinished, (response) => response.writeHead(204).end());
    const dev = await startDev(vite, sendingFiles(receiver.url), { app: 'api.ts' });
    const deliveries = async () =>
      (JSON.parse((await dev.ask('/__operations/deliveries')).body) as ShownDeliveries).deliveries;
    // The first request creates the app.
    expect(await deliveries()).toBe(undefined);
    expect((await dev.ask('/orders', { method: 'POST' })).status).toBe(204);
    const delivered = { type: 'order.paid', state: 'delivered', status: 204, attempts: 1 };
    await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([delivered]);
    const [{ id, endpoint }] = (await deliveries())! as [NonNullable<ShownDeliveries['deliveries']>[number]];
    const again = `/__operations/replay?${new URLSearchParams({ id, endpoint })}`;
    const headers = { origin: 'https://example.com' };
    expect((await dev.ask(again, { method: 'POST', headers })).status).toBe(403);
    // A tunnel on this computer passes on the requests of everyone.
    for (const name of ['X-Forwarded-For', 'Forwarded', 'CF-Connecting-IP', 'Via', 'X-Real-IP', 'X-Forwarded-Host'])
      for (const [path, method] of [
        [again, 'POST'],
        ['/__operations/requests', 'GET'],
      ] as const)
        expect([name, (await dev.ask(path, { method, headers: { [name]: '203.0.113.9' } })).status]).toEqual([
          name,
          403,
        ]);
    expect((await dev.ask(again)).status).toBe(404);
    expect((await dev.ask(again.replace(id, 'msg_1'), { method: 'POST' })).status).toBe(404);
    expect((await dev.ask(again, { method: 'POST' })).status).toBe(200);
    await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([{ ...delivered, attempts: 2 }]);
    expect(receiver.received.map(({ headers: sent }) => sent['webhook-id'])).toEqual([id, id]);
    // An edit creates another app, with a store of its own.
    await dev.write({ 'api.ts': `${sendingFiles(receiver.url)['api.ts']}// edited\n` });
    await dev.ask('/orders', { method: 'POST' });
    await expect.poll(async () => (await deliveries())?.length, { timeout: 20_000 }).toBe(1);
    expect((await deliveries())![0]!.id).not.toBe(id);
  });

  it('prints its address in the banner of Vite', async () => {
    const root = scratch();
    await writeTree(root, { 'package.json': '{ "type": "module" }', ...OPERATIONS });
    const lines: string[] = [];
    const info = (line: string): void => void lines.push(stripVTControlCharacters(line));
    const server = await vite.createServer({
      root,
      configFile: false,
      customLogger: { ...createLogger('silent'), info },
      plugins: [operations()],
      base: '/shop/',
      server: { port: 0, host: '127.0.0.1' },
    });
    onTestFinished(() => server.close());
    await server.listen();
    server.printUrls();
    const { port } = server.httpServer!.address() as AddressInfo;
    expect(lines.at(-1)).toBe(`  ➜  API:     http://127.0.0.1:${port}/__operations`);
  });

  it('explains which operation handles a request', async () => {
    const dev = await startDev(vite, OPERATIONS);
    const explain = async (method: string, path: string): Promise<object> =>
      JSON.parse((await dev.ask(`/__operations/explain?${new URLSearchParams({ method, path })}`)).body) as object;
    expect(await explain('DELETE', '/pets/a%20b')).toMatchObject({
      request: 'DELETE /pets/a%20b',
      operation: { id: 'pets/{id}@delete.js', parameters: { id: 'a b' }, access: { who: 'everyone' } },
    });
    expect(await explain('GET', 'http://localhost/pets/?page=2')).toMatchObject({ operation: { path: '/pets' } });
    expect(await explain('POST', '/pets')).toMatchObject({ status: 405 });
    expect(await explain('GET', '/"<b>')).toEqual({ request: 'GET /"<b>', status: 404, reason: 'unknown path' });
    expect(await explain('DELETE', '/petz/7')).toMatchObject({ status: 404, didYouMean: '/pets/7' });
  });

  it('lists warnings, and links each file to the editor', async () => {
    const dev = await startDev(vite, {
      ...OPERATIONS,
      'app/operations/odd.js':
        '/**\n * Odd.\n * @prama {string} x\n * @returns {object} It */\nexport default () => ({});\n',
    });
    const editor = (place: string): string =>
      `/__open-in-editor?file=${encodeURIComponent(`${dev.root}/app/operations/${place}`)}`;
    const { warnings, operations: shown } = await stateOf(dev);
    expect(warnings).toMatchObject([
      { place: 'app/operations/odd.js:3:4', editor: editor('odd.js:3:4'), code: 'unknown-directive' },
    ]);
    // At its function.
    expect(shown.find(({ id }) => id === 'odd.js')?.editor).toBe(editor('odd.js:5:1'));
    await dev.write({ 'app/operations/odd.js': '/** @returns {object} It */\nexport default () => ({});\n' });
    await dev.until('/__operations/state', (_, text) => text.includes('"warnings":[]'));
  });

  it('answers everything else with a problem that names the page', async () => {
    const dev = await startDev(vite, OPERATIONS);
    for (const [path, init] of [
      ['/', undefined],
      ['/petz', HTML],
      ['/petz', { method: 'POST' }],
      ['/index.html', HTML],
    ] as const) {
      const { status, type, body } = await dev.ask(path, init);
      expect([status, type]).toEqual([404, 'application/problem+json']);
      expect(JSON.parse(body)).toEqual({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: `No operation has the path ${path}.${path === '/petz' ? ' Did you mean "/pets"?' : ''} /__operations lists all operations.`,
      });
    }
    expect((await dev.ask('/@vite/client')).status).toBe(200);
  });

  it('shows the errors', async () => {
    const dev = await startDev(vite, {}, { base: '/api' });
    expect(JSON.stringify(await stateOf(dev))).toContain('the directory app/operations does not exist');
    await dev.write({ 'app/operations/hello.ts': '/** @returns {string} It */\nexport default () => "hello";\n' });
    await dev.until('/api/hello', (status, body) => status === 200 && body === '"hello"');
    await dev.write({ 'app/operations/bad.ts': '/** @returns {Map<string>} It */\nexport default () => 1;\n' });
    await dev.until('/__operations/state', (_, body) => body.includes('app/operations/bad.ts:1:'));
    const { errors, operations: shown } = await stateOf(dev);
    expect(shown).toMatchObject([{ path: '/api/hello' }]);
    expect(errors.map(({ frame }) => frame).join()).toContain('Map<string>');
  });

  it('shows the error of a module, as the overlay does', async () => {
    const dev = await startDev(vite, {
      ...OPERATIONS,
      'app/operations/pets/@get.js': 'throw new Error("no pets");\nexport default () => 1;\n',
    });
    await dev.ask('/pets');
    expect((await stateOf(dev)).failure).toMatchObject({ message: 'no pets' });
    await dev.write({ 'app/operations/pets/@get.js': OPERATIONS['app/operations/pets/@get.js'] });
    await dev.until('/__operations/state', (_, body) => !body.includes('no pets'));
  });

  it("leads there from Vite's base too", async () => {
    const dev = await startDev(vite, OPERATIONS, {}, { base: '/shop/' });
    const home = await fetch(`${dev.url}/shop/`, HTML);
    expect([home.status, home.headers.get('location')]).toEqual([302, '/__operations']);
    expect((await dev.ask('/__operations')).status).toBe(200);
  });

  it('leaves the address to an operation, to a front end that comes, and to the pages of other plugins', async () => {
    const greeting = '/** @returns {string} Hello */\nexport default () => "hello";\n';
    const greeted = await startDev(vite, { 'app/operations/@get.js': greeting });
    expect(await greeted.ask('/', HTML)).toMatchObject({ status: 200, body: '"hello"' });

    const dev = await startDev(vite, OPERATIONS);
    expect((await dev.ask('/', HTML)).status).toBe(302);
    await dev.write({ 'index.html': '<!doctype html><title>The front end</title>' });
    expect((await dev.ask('/', HTML)).body).toContain('The front end');
    expect((await dev.ask('/anything', HTML)).body).toContain('The front end');
    expect((await dev.ask('/__operations', HTML)).body).toContain('<title>Operations</title>');

    const pages: Plugin = {
      name: 'pages',
      configureServer:
        ({ middlewares }) =>
        () =>
          void middlewares.use((req, res, next) => (req.originalUrl === '/' ? res.end('a page') : next())),
    };
    const other = await startDev(vite, OPERATIONS, {}, { plugins: [operations(), pages] });
    expect(await other.ask('/', HTML)).toMatchObject({ status: 200, body: 'a page' });
    expect((await other.ask('/other', HTML)).status).toBe(404);
  });

  it('leaves every path to a server that renders pages itself', async () => {
    const dev = await startDev(vite, OPERATIONS, {}, { appType: 'custom' });
    expect((await dev.ask('/', HTML)).body).not.toContain('problem');
    expect((await dev.ask('/', HTML)).status).not.toBe(302);
  });
});
