import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort, startProgram } from '../support/process.ts';
import { createProject } from '../tools/init/project.ts';
import { startShop } from './bookshop.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

/** Desktops in light and phones in dark colors. */
const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

async function findingsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
  );
}

describe.skipIf(!hasChromium)(`first pages (need Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await startChromium()));
  afterAll(() => browser?.close());

  it('the first page of a new project shows a list and a typed error, names the project, and has no finding of axe', async () => {
    const project = createProject();
    expect(project.operations('init', 'api', '--yes', '--front-end')).toMatchObject({ code: 0 });
    project.link();
    const port = await freePort();
    const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
    const cwd = join(project.directory, 'api');
    const server = await startProgram([vite, '--port', `${port}`, '--strictPort'], /Local/, { cwd });
    onTestFinished(async () => void (await server.stop()));
    for (const options of SCREENS) {
      const context = await browser.newContext(options);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(`http://localhost:${port}`);
      await page.click('button');
      await expect.poll(() => page.textContent('#problem')).toMatch(/^text must/);
      expect(await findingsIn(page)).toEqual([]);
      const before = await page.locator('li').count();
      await page.fill('input', 'Buy milk');
      await page.click('button');
      await expect.poll(() => page.locator('li').count()).toBe(before + 1);
      expect(await findingsIn(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const link of await page.locator('nav a').all()) {
        const { status } = await fetch(new URL((await link.getAttribute('href'))!, page.url()));
        expect([await link.textContent(), status]).toEqual([await link.textContent(), 200]);
      }
      await page.goto(`http://localhost:${port}/__operations`);
      await expect.poll(() => page.textContent('h1')).toBe('api');
      await page.getByPlaceholder('/api/notes').waitFor();
      expect(await findingsIn(page)).toEqual([]);
      await page.goto(`http://localhost:${port}/docs`);
      await page.locator('.opblock').first().waitFor();
      // The server of the page alone is no choice.
      expect(await page.locator('.scheme-container').isVisible()).toBe(false);
    }
  });

  it('the first page of the bookshop has no finding of axe', async () => {
    const { url } = await startShop(onTestFinished);
    for (const options of SCREENS) {
      const context = await browser.newContext(options);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(url);
      expect(await findingsIn(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });
});
