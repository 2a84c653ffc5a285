import { describe, expect, it } from 'vitest';
import type { RequestDetails, RequestSummary } from '../../../src/tools/overview/request-views.ts';
import type { Dev } from './server.ts';
import { startDev, VITES } from './server.ts';

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };

const FILES = {
  'app/operations/pets/{id}@get.ts':
    '/** @param {string} id\n * @returns {string} It */\nexport default (ctx) => {\n  throw new TypeError(`No ${ctx.input.path.id}`);\n};\n',
  'app/operations/late.ts':
    'throw new Error("no <i>file</i>");\n/** @returns {string} It */\nexport default () => "x";\n',
  'app/operations/meant.ts':
    "import { problem } from 'unplugin-operations/koa';\n/** @returns {string} It */\nexport default () => { throw problem(503, { detail: 'Later' }); };\n",
};

async function latest(dev: Dev): Promise<RequestDetails> {
  const [first] = JSON.parse((await dev.ask('/__operations/requests')).body) as RequestSummary[];
  return JSON.parse((await dev.ask(`/__operations/requests/${first!.id}`)).body) as RequestDetails;
}

describe('a failure in the dev server', () => {
  it('shows a person a page with the line of the code, and a program a problem', async () => {
    const dev = await startDev(VITES[0]![1], FILES);
    const page = await fetch(`${dev.url}/pets/%3Cb%3E`, BROWSER);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(html).toContain('<h1>TypeError: No &#60;b&#62;</h1>');
    expect(html).not.toContain('<b>');
    expect(html).toContain('  4 |   throw new TypeError(`No ${ctx.input.path.id}`);\n    |         ^^^');
    const place = encodeURIComponent(`${dev.root}/app/operations/pets/{id}@get.ts:4:9`);
    expect(html).toContain(`href="/__open-in-editor?file=${place}" target="editor"`);
    for (const headers of [{}, { accept: 'application/json, text/html' }])
      expect(await dev.ask('/pets/7', { headers })).toMatchObject({ status: 500, type: 'application/problem+json' });
    expect(await dev.ask('/meant', BROWSER)).toMatchObject({ status: 503, type: 'application/problem+json' });
  });

  it('shows its code in the request of the overview, also if the code cannot be loaded', async () => {
    const dev = await startDev(VITES[0]![1], FILES);
    await dev.ask('/pets/7');
    const frame = '  4 |   throw new TypeError(`No ${ctx.input.path.id}`);\n    |         ^^^';
    expect(await latest(dev)).toMatchObject({ status: 500, failures: [{ title: 'TypeError: No 7', frame }] });
    const { body } = await dev.ask('/late', BROWSER);
    expect(body).toContain('Error: no &#60;i&#62;file&#60;/i&#62;');
    expect(await latest(dev)).toMatchObject({ failures: [{ title: 'Error: no <i>file</i>', calls: [{}] }] });
  });

  it('shows a page about the mistakes of a tree that has never been served', async () => {
    const dev = await startDev(VITES[0]![1], {
      'app/operations/bad.ts': '/** @returns {Pett} It */\nexport default () => 1;\n',
    });
    const { status, body } = await dev.ask('/bad', BROWSER);
    expect(status).toBe(500);
    expect(body).toContain('unknown-type: Unknown type');
    expect(body).toContain('<code>at app/operations/bad.ts:1:15</code>');
    expect(await latest(dev)).toMatchObject({ status: 500, operation: 'bad.ts', failures: [{ calls: [{}] }] });
  });
});

describe('a request to an unknown path', () => {
  it.each([
    ['without a base', {}, ''],
    ['with a base', { base: '/api' }, '/api'],
    ['with your app', { app: 'api.ts' }, ''],
  ])('lists the request %s, with the path that was meant', async (_, options, base) => {
    const dev = await startDev(
      VITES[0]![1],
      {
        'app/operations/pets/{id}@get.ts': FILES['app/operations/pets/{id}@get.ts'],
        'api.ts': "export { createApp as default } from 'unplugin-operations/koa';\n",
      },
      options,
    );
    const meant = `${base}/pets/7`;
    const { status, body } = await dev.ask(`${base}/petz/7?x=1`);
    expect(status).toBe(404);
    expect((JSON.parse(body) as { detail: string }).detail).toBe(
      `No operation has the path ${base}/petz/7. Did you mean "${meant}"? /__operations lists all operations.`,
    );
    // What a page loads by itself is not listed.
    await dev.ask('/favicon.ico', { headers: { 'sec-fetch-dest': 'image' } });
    expect(await latest(dev)).toMatchObject({ url: `${base}/petz/7?x=1`, status: 404, didYouMean: meant });
  });

  it('keeps the 404 of a middleware, and the format of an API', async () => {
    const files = {
      'app/operations/pets.ts': '/** @returns {string} It */\nexport default () => "x";\n',
      'app/operations/pets/_middleware.ts': '',
      'api.ts':
        "import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations).use((ctx, next) => ctx.path === '/pets' ? undefined : next());\n",
    };
    const dev = await startDev(VITES[0]![1], files, { app: 'api.ts' });
    const { body } = await dev.ask('/pets');
    expect(body).not.toContain('No operation');
  });
});
