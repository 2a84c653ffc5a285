import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocs } from '../../src/runtime/docs-page/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { buildDocsPage } from '../../src/build/project/docs-page.ts';
import { compileFiles, documentOf } from '../docs/examples.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { listen } from '../runtime/koa/serve.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

/** A stream whose items the test sends. */
const STREAM = `/**
 * Watches.
 * @tags watch
 * @returns {Stream<{n: integer}>} 200 text/event-stream - The items
 */
export default async function* watch(ctx) {
  const state = (globalThis.watched ??= { sent: 0, ended: 0 });
  try {
    for (let n = 1; ; n++) {
      while (state.sent < n && !ctx.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
      if (state.sent === Infinity || ctx.signal.aborted) return;
      yield { n };
    }
  } finally {
    state.ended++;
  }
}`;

const watched = ((globalThis as { watched?: { sent: number; ended: number } }).watched = { sent: 0, ended: 0 });

describe.skipIf(!hasChromium)(`a stream on the docs page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it('shows its items while they arrive, until it ends or is stopped', async () => {
    const document = documentOf(compileFiles({ 'app/operations/watch.js': STREAM }));
    const app = createApp(await compileTree({ 'watch.js': STREAM }));
    app.use(createDocs(buildDocsPage(document, { base: '/', operations: {} }, process.cwd())));
    const { url } = await listen(app.callback());
    const page = await browser.newPage();
    const wrongs: string[] = [];
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('pageerror', (error) => wrongs.push(error.message));
    await page.goto(`${url}/docs`);
    const block = page.locator('[id="operations-watch-watch"]');
    const stream = block.locator('.docs-stream');
    const response = block.locator('.live-responses-table .response');
    await block.locator('.opblock-summary-control').click();
    // The shape of an item, with the data as JSON rather than as text.
    const shape = JSON.parse((await block.locator('.responses-table .microlight').first().textContent())!) as unknown;
    expect(shape).toMatchObject({ data: { n: 0 } });
    await block.locator('.try-out__btn').click();

    watched.sent = 1;
    await block.locator('.execute').click();
    await expect.poll(() => stream.locator('pre').textContent()).toBe('data: {"n":1}\n\n');
    watched.sent = 2;
    await expect.poll(() => stream.locator('pre').textContent()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
    expect(await response.count()).toBe(0);
    expect(await stream.locator('[role=status]').textContent()).toBe('Receiving items');
    watched.sent = Infinity;
    await response.waitFor();
    expect(await response.locator('.response-col_status').textContent()).toBe('200');
    expect(await response.textContent()).toContain('data: {"n":2}');
    expect(await stream.count()).toBe(0);

    watched.sent = 1;
    await block.locator('.execute').click();
    await expect.poll(() => stream.locator('pre').textContent()).toBe('data: {"n":1}\n\n');
    const { ended } = watched;
    await stream.locator('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stream.count()).toBe(0);
    await expect.poll(() => watched.ended).toBe(ended + 1);
    expect(await response.locator('.response-col_status').textContent()).toBe('200');
    expect(wrongs).toEqual([]);
  });
});
