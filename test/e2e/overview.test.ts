import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dev } from '../dev/server.ts';
import { startDev, VITES } from '../dev/server.ts';
import { scratch } from '../support/build.ts';
import { LOW_CONTRAST } from './bookshop.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const FILES = {
  'app/operations/pets/@get.js': '/** Lists the pets.\n * @returns {string[]} They */\nexport default () => ["Ada"];\n',
  'app/operations/pets/{id}@get.js':
    '/**\n * Gets a pet.\n * @prama {string} x\n * @param {integer} id\n * @returns {integer} It\n */\nexport default (ctx) => ctx.input.path.id;\n',
};

describe.skipIf(!hasChromium)(`the page of the operations (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (dev: Dev, colorScheme: 'light' | 'dark', faults: string[]): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`${dev.url}/__operations`);
    return page;
  };

  it.each(VITES)('of %s explains requests by keyboard, and opens files in the editor', async (_, vite) => {
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
    expect(await page.inputValue('[name=path]')).toBe('/pets/7');

    const url = page.url();
    await page.locator('.warnings a').click();
    await expect.poll(() => existsSync(opened)).toBe(true);
    expect(readFileSync(opened, 'utf8')).toContain(join(dev.root, 'app/operations/pets/{id}@get.js'));
    expect(page.url()).toBe(url);
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone, and can be read in %s', async (colorScheme) => {
    const dev = await startDev(VITES[0]![1], FILES);
    await dev.ask('/pets/7');
    const faults: string[] = [];
    const page = await open(dev, colorScheme, faults);
    for (const query of ['', '?method=GET&path=/pets/7', '?method=GET&path=/nothing']) {
      await page.goto(`${dev.url}/__operations${query}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await page.textContent('body')).toContain('Latest requests');
    }
    await dev.write({ 'app/operations/bad.js': '/** @returns {Pett} x */\nexport default () => 1;\n' });
    await dev.until('/__operations', (_status, body) => body.includes('<h2>Errors'));
    await page.reload();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.textContent('.diagnostics')).toContain('Unknown type "Pett"');
    expect(faults).toEqual([]);
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([]);
  });
});
