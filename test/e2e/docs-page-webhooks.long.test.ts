import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as vite from 'vite';
import type { Options } from '../../src/build/project/options.ts';
import { startDev } from '../plugin/dev/server.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const FILES = {
  'app/definitions/order.ts':
    'export interface Order { id: number }\n/** What was paid. */\nexport interface Paid { order: Order }\n',
  'app/operations/orders@get.js':
    '/**\n * Lists.\n * @returns {Order[]} The orders\n */\nexport default function listOrders() { return []; }\n',
  'app/events/order.paid.js': '/**\n * An order was paid.\n * @payload {Paid} - The event\n */\n',
};
/** An operation whose method makes the document one of OpenAPI 3.2. */
const SEARCH = {
  'app/operations/search@query.js':
    '/**\n * Searches.\n * @param {Order} body - x\n * @returns {Order[]} x\n */\nexport default function search() { return []; }\n',
};

describe.skipIf(!hasChromium)(`events in the docs page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (files: object, options: Options = {}): Promise<{ page: Page; wrongs: string[] }> => {
    const dev = await startDev(vite, { ...FILES, ...files }, { dts: false, ...options });
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const wrongs: string[] = [];
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('pageerror', (error) => wrongs.push(error.message));
    await page.goto(`${dev.url.replace('127.0.0.1', 'localhost')}/__operations/docs`);
    await page.waitForSelector('.opblock');
    return { page, wrongs };
  };

  it.each([
    ['3.1', {}],
    ['3.2', SEARCH],
  ])('shows events with their schemas in OpenAPI %s, and opens them in the editor', async (version, files) => {
    const { page, wrongs } = await open(files);
    expect(await page.locator('.version-stamp, .version').allInnerTexts()).toContain(`OAS ${version}`);
    const operation = page.locator('.opblock-get');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.response .model-example').waitFor();
    const webhook = page.locator('.webhooks .opblock');
    expect(await webhook.locator('.opblock-summary-path').innerText()).toBe('order.paid');
    await webhook.locator('.opblock-summary-control').click();
    await webhook.locator('.opblock-section-request-body .model-example').waitFor();
    // The API sends it: there is nothing to try.
    expect(await webhook.locator('.try-out').count()).toBe(0);
    await webhook.locator('.opblock-section-request-body .tab li', { hasText: 'Schema' }).click();
    await expect
      .poll(() => webhook.locator('.opblock-section-request-body').innerText())
      .toMatch(/type[^]*timestamp[^]*data/);
    expect(await page.locator('.errors').count()).toBe(0);
    await page.route(/__open-in-editor/, (route) => route.fulfill({ body: '' }));
    const openedBy = async (block: Locator): Promise<string> => {
      const asked = page.waitForRequest(/__open-in-editor/);
      await block.locator('.docs-editor').click();
      return decodeURIComponent((await asked).url());
    };
    expect(await openedBy(operation)).toMatch(/app\/operations\/orders@get\.js:5:1$/);
    expect(await openedBy(webhook)).toMatch(/app\/events\/order\.paid\.js:1:1$/);
    expect(wrongs).toEqual([]);
  });
});
