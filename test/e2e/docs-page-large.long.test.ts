import Koa from 'koa';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocs } from '../../src/runtime/docs-page/index.ts';
import { buildDocsPage } from '../../src/build/project/docs-page.ts';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { githubTree } from '../github/tree.ts';
import { listen } from '../runtime/koa/serve.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

describe.skipIf(!hasChromium)(`the docs page of GitHub's API (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it('opens with closed groups, shows an operation, and finds others', async () => {
    const document = documentOf(compileFiles(githubTree()));
    expect(Object.values(document.paths).flatMap((item) => Object.keys(item))).toHaveLength(1223);
    const { url } = await listen(
      new Koa().use(createDocs(buildDocsPage(document, { base: '/', operations: {} }, process.cwd()))).callback(),
    );
    const page = await browser.newPage();
    const wrongs: string[] = [];
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('pageerror', (error) => wrongs.push(error.message));
    await page.goto(`${url}/docs`);
    await page.waitForSelector('.opblock-tag');
    expect(await page.locator('.opblock').count()).toBe(0);
    await page.click('[data-tag=meta]');
    await page.click('.opblock-summary-control >> nth=0');
    await page.waitForSelector('.responses-wrapper .response');
    await page.fill('.operation-filter-input', 'gitignore');
    await expect.poll(() => page.locator('.opblock-tag').count()).toBe(1);
    expect(wrongs).toEqual([]);
  });
});
