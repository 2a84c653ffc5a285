import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Where Debian puts its Chromium, unless told otherwise. */
export const CHROMIUM: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is a browser to test with. */
export const hasChromium: boolean = existsSync(CHROMIUM);

/** Starts a browser that asks nobody but the tests' own servers. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What Vite's overlay says: the message, the place, the frame; undefined where there is none. */
export async function overlayText(page: Page): Promise<string | undefined> {
  const overlay = page.locator('vite-error-overlay');
  if ((await overlay.count()) === 0) return undefined;
  return (await overlay.locator('.message, .file, .frame').allTextContents()).join('\n');
}
