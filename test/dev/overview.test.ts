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
      `default-src 'none'; style-src 'sha256-${style}'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(dev.log).toEqual([]);
  });

  it('explains which operation handles a request', async () => {
    const dev = await startDev(vite, OPERATIONS);
    const explain = async (method: string, path: string): Promise<string> => {
      const { body } = await dev.ask(`/__operations?${new URLSearchParams({ method, path })}`);
      expect(body).toContain(`<option selected>${method}</option>`);
      return /<p role="status">(.*)<\/p>/.exec(body)![1]!.replaceAll(/<[^>]*>/g, '');
    };
    expect(await explain('DELETE', '/pets/a%20b')).toBe(
      'DELETE /pets/a%20b is handled by DELETE /pets/{id}, pets/{id}@delete.js. Parameters: id = a b.',
    );
    expect(await explain('GET', 'http://localhost/pets/?page=2')).toContain('is handled by GET /pets, pets/@get.js.');
    expect(await explain('POST', '/pets')).toBe('POST /pets: 405, allowed methods: GET, HEAD, OPTIONS');
    expect(await explain('GET', '/"<b>')).toBe('GET /&quot;&lt;b&gt;: 404, unknown path');
    expect((await dev.ask('/__operations')).body).toContain('<p role="status"></p>');
  });

  it('lists warnings, and links each file to the editor', async () => {
    const dev = await startDev(vite, {
      ...OPERATIONS,
      'app/operations/odd.js':
        '/**\n * Odd.\n * @prama {string} x\n * @returns {object} It */\nexport default () => ({});\n',
    });
    const { body } = await dev.ask('/__operations');
    const link = (place: string): string =>
      `href="/__open-in-editor?file=${encodeURIComponent(`${dev.root}/app/operations/${place}`)}" target="editor"`;
    expect(body).toContain(`<a ${link('odd.js:3:4')}><code>app/operations/odd.js:3:4</code></a>`);
    expect(body).toContain('warning unknown-directive');
    expect(body).toContain(`<a ${link('pets/@get.js')}><code>pets/@get.js</code></a>`);
    await dev.write({ 'app/operations/odd.js': '/** @returns {object} It */\nexport default () => ({});\n' });
    await dev.until('/__operations', (_, text) => !text.includes('<h2>Warnings'));
  });

  it('lists the latest requests with their operation, status and duration', async () => {
    const dev = await startDev(vite, OPERATIONS, { base: '/api' });
    expect((await dev.ask('/__operations')).body).toContain('None yet.');
    for (const [path, init] of [
      ['/api/pets?page=%3Cb%3E', undefined],
      ['/api/pets/7', { method: 'DELETE' }],
      ['/api/pets', { method: 'PUT' }],
      ['/api/nothing', undefined],
      ['/elsewhere', undefined],
    ] as const)
      await dev.ask(path, init);
    const rows = async (): Promise<string[]> => {
      const { body } = await dev.ask('/__operations');
      const [, shown = ''] = body.split('<h2>Latest requests</h2>');
      return [...shown.matchAll(/<tr><td>(.*?)<\/tr>/g)].map(([, row]) =>
        row!
          .replaceAll(/<[^>]+>/g, ' ')
          .replace(/\d\d:\d\d:\d\d/, 'TIME')
          .replace(/\d+\.\d ms/, 'DURATION')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    };
    await expect
      .poll(rows)
      .toEqual([
        'TIME GET /api/nothing 404 DURATION',
        'TIME PUT /api/pets 405 DURATION',
        'TIME DELETE /api/pets/7 204 DURATION pets/{id}@delete.js',
        'TIME GET /api/pets?page=%3Cb%3E 200 DURATION pets/@get.js',
      ]);
    for (let i = 0; i < 25; i++) await dev.ask(`/api/pets?i=${i}&${'x'.repeat(300)}`);
    await expect.poll(async () => (await rows())[0]).toContain('?i=24');
    expect(await rows()).toHaveLength(20);
    for (const row of await rows()) expect(row.length).toBeLessThan(280);
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
