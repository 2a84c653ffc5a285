// Takes the pictures of README.md and of the site in Chromium: a mistake in Vite's overlay, the overview, and the docs page.
// Run it after `npm run build`, in a copy of the repository that is not being edited: it serves the playground.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const playground = join(root, 'playground');
const mistake = join(playground, 'app/operations/books/similar.ts');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
});
process.env.DATABASE_FILE = ':memory:';
const server = await createServer({
  root: playground,
  configFile: join(playground, 'vite.config.ts'),
  logLevel: 'error',
  server: { port: 0 },
});
await server.listen();
const url = server.resolvedUrls.local[0].replace(/\/$/, '');

// A page with Vite's client, which shows the overlay. The bookshop's own front end has another configuration.
const frontEnd = join(playground, 'front-end.html');
writeFileSync(frontEnd, '<!doctype html><title>Shop</title>');

/** Takes a picture of a page when it is prepared. */
async function take(name, path, prepare) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, deviceScaleFactor: 1.5 });
  const prepared = prepare(page);
  await page.goto(url + path);
  await prepared;
  await page.screenshot({ path: join(root, 'docs/public', `${name}.png`), animations: 'disabled' });
  await page.close();
}

/** An operation with the mistakes that README.md shows. */
function readMistake() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  return /```ts mistake \S+\n([\s\S]*?)```/.exec(readme)[1];
}

try {
  for (const path of [
    '/books?genre=poetry&page_size=3',
    '/books/1',
    '/books/search?q=lighthouse',
    '/books/zero',
    '/orders/99',
  ])
    await (await fetch(url + path)).text();
  await take('overview', '/__operations', async (page) => {
    await page.getByText('search').first().click();
    await page.waitForTimeout(500);
  });
  await take('docs-page', '/__operations/docs', async (page) => {
    const block = page.locator('#operations-books-listBooks');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('.execute').click();
    await block.locator('.docs-pager').waitFor();
    await block.locator('.responses-wrapper').evaluate((element) => element.scrollIntoView());
  });
  await take('overlay', '/front-end.html', async (page) => {
    // The overlay shows errors that come while the page is open.
    await page.waitForEvent('console', { predicate: (message) => message.text().includes('connected.') });
    writeFileSync(mistake, readMistake());
    const overlay = await page.waitForSelector('vite-error-overlay');
    // Without the path of this machine.
    await overlay.evaluate((element, directory) => {
      for (const link of element.shadowRoot.querySelectorAll('a'))
        link.textContent = link.textContent.replace(directory, '');
    }, `${playground}/`);
    await page.setViewportSize({ width: 1200, height: 340 });
  });
} finally {
  for (const file of [mistake, frontEnd]) rmSync(file, { force: true });
  await server.close();
  await browser.close();
}
