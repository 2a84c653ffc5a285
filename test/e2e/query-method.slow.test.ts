import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocs } from '../../src/runtime/docs-page/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { buildDocsPage } from '../../src/build/project/docs-page.ts';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { clientModule } from '../runtime/client/client.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { listen } from '../runtime/koa/serve.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const SEARCH = `/**
 * @tags search
 * @param {string} text
 * @returns {object} 200 - The input
 */
export default function search(ctx) { return ctx.input.body; }`;

const NUMBERS = `import { page } from 'unplugin-operations/koa';
/**
 * @tags numbers
 * @param-include paging
 * @param {string} [query.tag]
 * @param {integer} step
 * @returns {integer[]} 200 - Numbers
 */
export default function listNumbers({ paging, input }) {
  const all = Array.from({ length: 45 }, (_, i) => (i + 1) * input.body.step);
  return page(all.slice(paging.offset, paging.offset + paging.limit), all.length);
}`;

describe.skipIf(!hasChromium)(`a QUERY operation on the docs page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it('shows a QUERY operation, and sends it with its body', async () => {
    const document = documentOf(compileFiles({ 'app/operations/search@query.js': SEARCH }));
    expect(document.openapi).toBe('3.2.0');
    const app = createApp(await compileTree({ 'search@query.js': SEARCH }));
    app.use(createDocs(buildDocsPage(document, { base: '/', operations: {} }, process.cwd())));
    const { url } = await listen(app.callback());
    const page = await browser.newPage();
    const wrongs: string[] = [];
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('pageerror', (error) => wrongs.push(error.message));
    await page.goto(`${url}/docs`);
    const block = page.locator('[id="operations-search-search"]');
    expect(await block.locator('.opblock-summary-method').textContent()).toBe('QUERY');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('textarea.body-param__text').fill('{"text": "sea"}');
    await block.locator('.execute').click();
    expect(await block.locator('.live-responses-table .response .response-col_status').textContent()).toBe('200');
    expect(await block.locator('.live-responses-table').textContent()).toContain('"text": "sea"');
    expect(wrongs).toEqual([]);
  });

  it('turns the pages of a list with the requests of the client', async () => {
    const tree = { 'numbers@query.js': NUMBERS };
    const app = createApp(await compileTree(tree));
    const document = documentOf(compileFiles({ 'app/operations/numbers@query.js': NUMBERS }));
    app.use(createDocs(buildDocsPage(document, { base: '/', operations: {} }, process.cwd())));
    const serve = app.callback();
    const requests: string[] = [];
    const { url } = await listen((req, res) => {
      if (req.url!.startsWith('/numbers')) {
        let body = '';
        req.on('data', (chunk: Buffer) => (body += chunk));
        req.on('end', () => requests.push(`${req.method} ${req.url} ${JSON.stringify(JSON.parse(body))}`));
      }
      return serve(req, res);
    });
    const { createClient } = await clientModule(tree);
    const input = { query: { tag: 'a b' }, body: { step: 10 } };
    for await (const row of createClient({ baseUrl: url })['listNumbers']!(input)) expect(row).toBeGreaterThan(0);
    const expected = requests.splice(0);
    expect(expected).toHaveLength(3);
    const page = await browser.newPage();
    await page.goto(`${url}/docs`);
    const block = page.locator('[id="operations-numbers-listNumbers"]');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('tr[data-param-name=tag] input').fill('a b');
    await block.locator('textarea.body-param__text').fill('{"step": 10}');
    await block.locator('.execute').click();
    for (const number of [2, 3]) {
      await block.locator('.docs-pager').getByText('Next').click();
      await block.locator('.request-url', { hasText: `page=${number}` }).waitFor();
    }
    await expect.poll(() => requests.map((request) => decodeURIComponent(request))).toHaveLength(3);
    const normalize = (request: string): string => decodeURIComponent(request.replaceAll('+', '%20'));
    const sorted = (request: string): string => {
      const [path, query = ''] = normalize(request).split(/[?](.*)/);
      const [search = '', body = ''] = query.split(/ (?=\{)/);
      return `${path} ${search.split('&').sort().join('&')} ${body}`;
    };
    expect(requests.map(sorted)).toEqual(expected.map(sorted));
  });
});
