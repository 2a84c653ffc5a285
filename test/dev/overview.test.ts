import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import operations from '../../src/vite.ts';
import { startDev, VITES } from './server.ts';

const HTML = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, redirect: 'manual' } as const;

const OPERATIONS = {
  'app/operations/pets/@get.js':
    '/**\n * Lists <b>pets</b> & toys.\n *\n * @returns {object} They\n */\nexport default () => ({});\n',
  'app/operations/pets/{id}@delete.js':
    '/** @param {string} id - It\n * @returns {void} 204 */\nexport default () => {};\n',
  'app/operations/größe/x "y".js': '/** @returns {object} It */\nexport default () => ({});\n',
};

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
    expect(text).toContain('<td>GET</td><td><a href="/pets"><code>/pets</code></a></td>');
    expect(text).toContain('Lists &lt;b&gt;pets&lt;/b&gt; &amp; toys.');
    expect(text).toContain('<td>DELETE</td><td><code>/pets/{id}</code></td>');
    expect(text).toContain('<a href="/gr%C3%B6%C3%9Fe/x%20%22y%22"><code>/größe/x &quot;y&quot;</code></a>');
    expect(text).toContain('pets/{id}@delete.js');
    expect(text).not.toMatch(/<script|<b>|<h2>Errors/);
    const style = createHash('sha256')
      .update(/<style>([^]*)<\/style>/.exec(text)![1]!)
      .digest('base64');
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(dev.log).toEqual([]);
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
        detail: `No operation has the path ${path}. /__operations lists all operations.`,
      });
    }
    expect((await dev.ask('/@vite/client')).status).toBe(200);
  });

  it('shows the errors, and how to begin', async () => {
    const dev = await startDev(vite, {}, { base: '/api' });
    const empty = (await dev.ask('/__operations')).body;
    expect(empty).toContain('the directory app/operations does not exist');
    expect(empty).toContain('<code>GET /api/hello</code>');
    const sample = /<pre class="sample">([^]*?)<\/pre>/.exec(empty)![1]!;
    await dev.write({ 'app/operations/hello.ts': sample });
    await dev.until('/api/hello', (status, body) => status === 200 && body === '"hello"');
    await dev.write({ 'app/operations/bad.ts': '/** @returns {Map<string>} It */\nexport default () => 1;\n' });
    await dev.until('/__operations', (_, body) => body.includes('app/operations/bad.ts:1:'));
    const { body } = await dev.ask('/__operations');
    expect(body).toContain('/api/hello');
    expect(body).toContain('Map&lt;string&gt;');
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
    expect((await dev.ask('/__operations', HTML)).body).toContain('<h1>Operations</h1>');

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
