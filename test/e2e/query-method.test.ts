import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocs } from '../../src/docs-page/index.ts';
import { createApp } from '../../src/koa/index.ts';
import { buildDocsPage } from '../../src/project/docs-page.ts';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { compileTree } from '../runtime/compiled.ts';
import { listen } from '../runtime/serve.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const SEARCH = `/**
 * @tags search
 * @param {string} text
 * @returns {object} 200 - The input
 */
export default function search(ctx) { return ctx.input.body; }`;

describe.skipIf(!hasChromium)(`a QUERY operation on the docs page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it('is shown and sent with its body', async () => {
    const document = documentOf(compileFiles({ 'app/operations/search@query.js': SEARCH }));
    expect(document.openapi).toBe('3.2.0');
    const app = createApp(await compileTree({ 'search@query.js': SEARCH }));
    app.use(createDocs(buildDocsPage(document, process.cwd())));
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
});
