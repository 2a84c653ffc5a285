import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dev } from '../plugin/dev/server.ts';
import { startDev, VITES } from '../plugin/dev/server.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import { scratch } from '../support/build.ts';
import { sendingFiles } from '../tools/overview/sending-files.ts';
import { LOW_CONTRAST } from './bookshop.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const FILES = {
  'app/operations/pets/@get.js':
    '/** Lists the pets. <img src=x onerror="document.title=1">\n * @returns {{ names: string[] }} They */\nexport default () => ({ names: ["Ada"], more: "<b>1</b>" });\n',
  'app/operations/pets/{id}@get.js':
    '/**\n * Gets a pet.\n * @tool get_pet\n * @prama {string} x\n * @param {integer} id\n * @returns {integer} It\n */\nexport default (ctx) => ctx.input.path.id;\n',
};

describe.skipIf(!hasChromium)(`the page of the operations (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (dev: Dev, colorScheme: 'light' | 'dark', faults: string[], width = 390): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${dev.url}/__operations`);
    return page;
  };

  it.each(VITES)('the page of %s explains requests by keyboard, and opens files in the editor', async (_, vite) => {
    const directory = scratch();
    const [editor, opened] = [join(directory, 'editor.sh'), join(directory, 'opened')];
    writeFileSync(editor, `#!/bin/sh\necho "$@" >> ${opened}\n`);
    chmodSync(editor, 0o755);
    const before = process.env['LAUNCH_EDITOR'];
    process.env['LAUNCH_EDITOR'] = editor;
    onTestFinished(() => {
      if (before === undefined) delete process.env['LAUNCH_EDITOR'];
      else process.env['LAUNCH_EDITOR'] = before;
    });
    const dev = await startDev(vite, FILES);
    const faults: string[] = [];
    const page = await open(dev, 'light', faults);
    await page.locator('[name=path]').focus();
    await page.keyboard.type('/pets/7');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=status]:has-text("is handled by GET /pets/{id}")');
    expect(page.url()).toContain('method=GET&path=%2Fpets%2F7');
    expect(await page.locator('.answer').textContent()).toContain('Access: everyone.');
    expect(await page.locator('.leaf .access').allTextContents()).toEqual(['everyone', 'everyone']);
    await page.locator('.warnings a').click();
    await expect.poll(() => existsSync(opened)).toBe(true);
    expect(readFileSync(opened, 'utf8')).toContain(join(dev.root, 'app/operations/pets/{id}@get.js'));
    expect(faults).toEqual([]);
  });

  it('follows requests, edits and errors without a reload, and sends a request again', async () => {
    const dev = await startDev(VITES[0]![1], FILES);
    const faults: string[] = [];
    const page = await open(dev, 'light', faults, 1280);
    await page.waitForSelector('.leaf, .branch');
    await page.evaluate('document.mine = true');
    await dev.ask('/pets?x=%3Cb%3E');
    await page.locator('.request > summary').click();
    await page.waitForSelector('.request .warning:has-text("/more")');
    expect(await page.locator('.request pre').allTextContents()).toContainEqual('{\n  "names": [\n    "Ada"\n  ]\n}');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.locator('.request').count()).toBe(2);

    await dev.write({ 'app/operations/toys.js': '/** Toys. @returns {string} It */\nexport default () => "x";\n' });
    await page.waitForSelector('.leaf:has-text("/toys")');
    await dev.write({ 'app/operations/bad.js': '/** @returns {Pett} x */\nexport default () => 1;\n' });
    await page.waitForSelector('.problems:has-text(\'Unknown type "Pett"\')');
    await dev.write({ 'app/operations/bad.js': '/** @returns {string} x */\nexport default () => "x";\n' });
    await page.waitForSelector('.problems', { state: 'detached' });
    expect(await page.evaluate('document.mine')).toBe(true);
    expect(await page.title()).toBe('Operations');
    expect(faults).toEqual([]);
  });

  it('shows deliveries as they end, and sends one again', async () => {
    const receiver = await startReceiver(onTestFinished);
    const dev = await startDev(VITES[0]![1], sendingFiles(receiver.url), { app: 'api.ts' });
    const faults: string[] = [];
    const page = await open(dev, 'light', faults, 1280);
    await page.waitForSelector('h2:has-text("Deliveries")');
    await dev.ask('/orders', { method: 'POST' });
    await page.waitForSelector('.request:has-text("order.paid"):has-text("delivered")');
    await page.locator('.request > summary:has-text("order.paid")').click();
    await page.locator('.request:has-text("order.paid")').getByRole('button', { name: 'Send again' }).click();
    await page.waitForSelector('.request:has-text("2 attempts")');
    expect(receiver.received).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  it('shows a tool as a model gets it, and calls it', async () => {
    const dev = await startDev(VITES[0]![1], FILES);
    const faults: string[] = [];
    const page = await open(dev, 'light', faults, 1280);
    const tool = page.locator('details:has(> summary:has-text("tokens"))');
    await tool.locator('summary').click();
    await expect.poll(() => tool.locator('pre').first().textContent()).toContain('"name": "get_pet"');
    await tool.getByLabel('id').fill('7');
    await tool.getByRole('button', { name: 'Call' }).click();
    await expect.poll(() => tool.locator('form pre').textContent()).toContain('"result": 7');
    await tool.getByLabel('id').fill('x');
    await tool.getByRole('button', { name: 'Call' }).click();
    await expect.poll(() => tool.locator('form pre').textContent()).toContain('- id: must be an integer');
    expect(faults).toEqual([]);
  });

  it('filters 1,000 operations, as a tree', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [
        `app/operations/area${i % 20}/thing${i}@get.js`,
        `/** Reads thing ${i}.\n * @returns {string} It */\nexport default () => "x";\n`,
      ]),
    );
    const dev = await startDev(VITES[0]![1], files);
    const faults: string[] = [];
    const page = await open(dev, 'light', faults, 1280);
    await page.waitForSelector('.branch');
    expect(await page.locator('.branch').count()).toBe(20);
    await page.getByRole('searchbox').fill('get thing 777');
    await expect.poll(() => page.locator('.leaf').count()).toBe(1);
    expect(await page.locator('.leaf').textContent()).toContain('/thing777');
    expect(await page.locator('.heading:has(#operations) .count').textContent()).toBe('1 of 1000');
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone, can be read, and has no finding of axe in %s', async (scheme) => {
    const receiver = await startReceiver(onTestFinished, (response) => response.writeHead(500).end());
    const dev = await startDev(VITES[0]![1], { ...FILES, ...sendingFiles(receiver.url) }, { app: 'api.ts' });
    await dev.ask('/pets');
    await dev.ask('/orders', { method: 'POST' });
    const faults: string[] = [];
    const page = await open(dev, scheme, faults);
    await page.waitForSelector('.request .status:has-text("waiting")');
    for (const summary of await page.locator('.leaf > summary, .request > summary').all()) await summary.click();
    await page.locator('[name=path]').fill('/nothing');
    await page.getByRole('button', { name: 'Explain' }).click();
    await dev.write({ 'app/operations/bad.js': '/** @returns {Pett} x */\nexport default () => 1;\n' });
    await page.waitForSelector('.problems');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    // By the protocol of the browser: the page allows no script but its own.
    await page.evaluate(axe.source);
    const findings = await page.evaluate(
      'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
    );
    expect(findings).toEqual([]);
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
