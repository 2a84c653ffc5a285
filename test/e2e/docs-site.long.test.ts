import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DOCS, PAGES } from '../docs/examples.ts';
import { scratch } from '../support/build.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const vitepress = join(DOCS, 'node_modules/vitepress/bin/vitepress.js');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves the files of a site, with clean URLs. */
async function serveSite(directory: string): Promise<Server> {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url!, 'http://localhost').pathname).replace(/\/$/, '/index');
    const file = [path, `${path}.html`]
      .map((name) => join(directory, name))
      .find((name) => extname(name) && existsSync(name));
    const sent = file ?? join(directory, '404.html');
    res.writeHead(file === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(sent)] ?? 'text/plain' });
    res.end(readFileSync(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

/** The serious and critical findings of axe, and a missing main landmark, with the first place of each. */
async function findSevere(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ id, impact }) => /serious|critical/.test(impact) || id === 'landmark-one-main')
      .map(({ id, nodes }) => id + ' (' + nodes.length + '): ' + nodes[0].target.join(' ') + ' ' + nodes[0].html.slice(0, 200)))`,
  );
}

describe.skipIf(!hasChromium || !existsSync(vitepress))(
  `the docs site (needs Chromium at ${CHROMIUM}, and the packages of docs)`,
  () => {
    const directory = scratch(afterAll);
    let server: Server;
    let browser: Browser;
    beforeAll(async () => {
      await promisify(execFile)(process.execPath, [vitepress, 'build', '--outDir', directory], { cwd: DOCS });
      server = await serveSite(directory);
      browser = await startChromium();
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });

    const darken = async (page: Page): Promise<void> => {
      await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
      await page.evaluate("document.documentElement.classList.add('dark')");
    };

    const open = async (path: string, width = 1280): Promise<Page> => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      onTestFinished(() => page.close());
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/${path}`);
      // Vue has taken over the page.
      await page.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined');
      await page.evaluate(axe.source);
      return page;
    };

    it.each([...PAGES.map((page) => page.replace(/(?:index)?\.md$/, '')), 'missing'])(
      '/%s has no serious and no critical finding of axe, light and dark',
      async (path) => {
        const page = await open(path);
        expect(await findSevere(page)).toEqual([]);
        await darken(page);
        expect(await findSevere(page)).toEqual([]);
      },
    );

    it('a narrow screen has no finding of axe, with its menu open', async () => {
      const page = await open('guides/routing', 390);
      expect(await findSevere(page)).toEqual([]);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.VPSidebar.open').waitFor();
      expect(await findSevere(page)).toEqual([]);
    });

    it('the open search box has no finding of axe, light and dark, with results and without', async () => {
      const page = await open('guides/routing');
      await page.getByRole('button', { name: 'Search' }).first().click();
      const box = page.getByRole('dialog', { name: 'Search' });
      const input = box.getByRole('combobox', { name: 'Search' });
      await input.waitFor();
      expect(await findSevere(page)).toEqual([]);
      await input.fill('cors');
      const option = box.getByRole('option', { name: /^CORS and rate limits/, selected: true });
      await option.waitFor();
      expect(await input.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
      expect(await findSevere(page)).toEqual([]);
      await darken(page);
      expect(await findSevere(page)).toEqual([]);
      await box.getByTitle('Display detailed list').click();
      await box.locator('.excerpt').first().waitFor();
      expect(await findSevere(page)).toEqual([]);
      await input.fill('xyzzyxyzzy');
      await box.getByText('No results for').waitFor();
      expect(await findSevere(page)).toEqual([]);
    });

    it('opens a result of the search by keyboard', async () => {
      const page = await open('guides/routing');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('cors');
      const option = page.getByRole('option', { name: /^CORS and rate limits/, selected: true });
      await option.waitFor();
      const href = await option.getAttribute('href');
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).hash).toBe(href);
    });

    it('opens and closes the sections of the sidebar by keyboard', async () => {
      const page = await open('guides/routing');
      const section = (name: string) => page.locator('.VPSidebar').getByRole('button', { name });
      expect(await section('Guides').getAttribute('aria-expanded')).toBe('true');
      expect(await section('Recipes').getAttribute('aria-expanded')).toBe('false');
      const link = page.locator('.VPSidebar').getByRole('link', { name: 'File storage' });
      expect(await link.count()).toBe(0);
      await section('Recipes').press('Enter');
      await link.click();
      await page.waitForURL(/recipes\/storage$/);
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
      await section('Recipes').press('Enter');
      await expect.poll(() => link.count()).toBe(0);
    });

    it('no code is wider than the page', async () => {
      const page = await open('start/tutorial');
      const isWide = `[...document.querySelectorAll('.vp-doc div[class*=language-] pre')].filter((e) => e.scrollWidth > e.clientWidth).length`;
      expect(await page.evaluate(isWide)).toBe(0);
    });
  },
);
