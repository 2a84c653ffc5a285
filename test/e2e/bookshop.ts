import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import type { Cleanup } from '../playground/build.ts';
import { buildPlayground } from '../playground/build.ts';
import type { Served } from '../support/process.ts';
import { STAFF_TOKEN } from '../playground/client.ts';
import { startNode } from '../support/process.ts';

/** The sources of the front end. */
export const SHOP: string = fileURLToPath(new URL('../../playground/shop', import.meta.url));

/** Builds the server and the front end of the bookshop, and starts them as `npm start` does. */
export async function startShop(cleanup: Cleanup): Promise<Served> {
  const bundle = await buildPlayground(cleanup);
  const directory = dirname(bundle);
  await build({ root: SHOP, logLevel: 'silent', build: { outDir: join(directory, 'shop') } });
  await mkdir(join(directory, 'node_modules'));
  const driver = fileURLToPath(new URL('../../node_modules/libsql', import.meta.url));
  await symlink(driver, join(directory, 'node_modules/libsql'));
  const served = await startNode(bundle, { cwd: directory, env: { STAFF_TOKEN, EVENTS_ALLOW_HOSTS: '127.0.0.1' } });
  cleanup(async () => void (await served.stop('SIGKILL')));
  return served;
}

/** A page, and its faults: errors, violations of the policy, requests to other origins. */
export interface Opened {
  readonly page: Page;
  readonly faults: string[];
}

/** Opens the front end in a new context of a browser. */
export async function openShop(
  browser: Browser,
  url: string,
  query: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith(`blob:${url}`))
      faults.push(`outside: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`violation: ${text}`));
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => reportViolation(e.violatedDirective + ' ' + e.blockedURI));`,
  );
  await page.goto(`${url}/shop/${query}`);
  await isReady(page);
  return { page, faults };
}

/** Waits until the page is shown. */
export async function isReady(page: Page): Promise<void> {
  await page.waitForSelector('#main:not([aria-busy]) h1');
}

/** Finds visible texts whose contrast is below 4.5: WCAG 2.2, 1.4.3. Disabled controls are exempt. */
export const LOW_CONTRAST = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const backgroundOf = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    const page = document.createElement('i');
    page.style.color = 'Canvas';
    document.body.append(page);
    const color = parse(getComputedStyle(page).color);
    page.remove();
    return color;
  };
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!hasText || element.closest('[aria-hidden], :disabled') !== null || element.checkVisibility() === false) continue;
    const [one, other] = [luminance(parse(getComputedStyle(element).color)), luminance(backgroundOf(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) found.push(element.tagName + ' ' + element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
  }
  return found;
})()`;

/** Finds controls that are hard to hit with a finger: lower than 44 pixels, or narrower. Links in text are exempt: WCAG 2.2, 2.5.8. */
export const SMALL_TARGETS = `[...document.querySelectorAll('button, select, textarea, input:not([type=radio]), .choices label, .pager a')]
  .filter((element) => element.checkVisibility())
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 44)
  .map(([element, { width, height }]) => element.outerHTML.slice(0, 60) + ' ' + width + ' x ' + height)`;
