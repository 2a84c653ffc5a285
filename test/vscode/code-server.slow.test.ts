import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../e2e/chromium.ts';
import { scratch, writeTree } from '../support/build.ts';
import { freePort } from '../support/process.ts';
import { linkPackages } from '../support/types.ts';

// VS Code in a browser, with the packaged extension beside TypeScript's own server: `.ci/full` packages the extension, and runs this.

/** The directory where .ci/code-server.sh installed code-server and its version of Node. */
const installed = process.env['CODE_SERVER'];
const VSIX = join(import.meta.dirname, '../../packages/vscode/dist/operations.vsix');

const GET = `/**
 * Lists the books.
 *
 * @param {integer} [limit=20] (minimum: 1) - The limit
 * @returns {Book[]} The books
 * @throws {Boko} 404 - None
 */
export default function listBooks() {
  return [];
}
`;

describe.skipIf(installed === undefined)('VS Code (needs CODE_SERVER)', () => {
  const root = scratch(afterAll);
  const data = scratch(afterAll);
  let server: ChildProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await writeTree(root, {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2023" } }',
      'app/definitions/book.ts': '/** A book of the shop. */\nexport interface Book { title: string }\n',
      'app/operations/books/@get.ts': GET,
    });
    linkPackages(root);
    const settings = { 'workbench.startupEditor': 'none', 'editor.hover.delay': 100, 'chat.disableAIFeatures': true };
    mkdirSync(join(data, 'User'));
    writeFileSync(join(data, 'User/settings.json'), JSON.stringify(settings));
    const node = join(installed!, 'node/node_modules/node/bin/node');
    const entry = join(installed!, 'node_modules/code-server/out/node/entry.js');
    const directories = ['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')];
    const config = join(data, 'config.yaml');
    const { stdout } = spawnSync(node, [entry, '--config', config, ...directories, '--install-extension', VSIX], {
      encoding: 'utf8',
    });
    if (!stdout.includes('was successfully installed')) throw new Error(`The extension was not installed: ${stdout}`);
    const port = await freePort();
    const options = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
    const address = ['--bind-addr', `127.0.0.1:${port}`];
    server = spawn(node, [entry, '--config', config, ...directories, ...options, ...address, root]);
    await new Promise<void>((resolve) => {
      server.stdout!.on('data', (chunk) => String(chunk).includes('HTTP server listening') && resolve());
    });
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.setDefaultTimeout(120_000);
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(root)}`);
    await page.locator('.monaco-workbench .part.sidebar').waitFor();
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    server?.kill();
  });

  /** Chooses an entry of the quick input. */
  const choose = async (keys: string, text: string, entry: string): Promise<void> => {
    // The last one takes a moment to close.
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await page.keyboard.press(keys);
    await page.locator('.quick-input-widget input').first().fill(text);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first().click();
  };
  const tab = (name: string): Promise<void> => page.locator('.tab.active', { hasText: name }).waitFor();
  const word = (line: string, text: string): Locator =>
    page.locator('.view-line', { hasText: line }).first().locator('span span', { hasText: text }).first();

  it('shows the diagnostics of the open file', async () => {
    await choose('Control+P', 'books/@get', '@get.ts');
    await tab('@get.ts');
    await page.locator('.squiggly-error').first().waitFor();
    await page.keyboard.press('Control+Shift+M');
    await expect.poll(() => page.locator('.markers-panel').allInnerTexts().then(String)).toContain('unknown-type');
    await page.keyboard.press('Control+Shift+M');
  }, 300_000);

  it('explains once', async () => {
    const hoverOf = async (line: string, text: string, expected: string): Promise<string[]> => {
      await page.mouse.move(2, 2);
      await word(line, text).hover();
      await page.locator('.monaco-hover:visible', { hasText: expected }).first().waitFor();
      const rows = page.locator('.monaco-hover:visible .hover-row');
      // VS Code shows that it waits for TypeScript's server.
      await expect.poll(() => rows.allInnerTexts(), { timeout: 60_000 }).not.toContain('Loading...');
      return rows.allInnerTexts();
    };
    expect(await hoverOf('@returns', '@returns', 'A response')).toHaveLength(1);
    expect(await hoverOf('@param', 'minimum', 'Takes')).toHaveLength(1);
    const [own, ...others] = await hoverOf('@returns', 'Book', 'A book of the shop');
    expect(own).toContain('app/definitions/book.ts');
    // VS Code adds the explanation of TypeScript's server.
    expect(others).toEqual(['type Book = /*unresolved*/ any']);
  }, 300_000);

  it('goes to a definition', async () => {
    await word('@returns', 'Book').click();
    await page.keyboard.press('F12');
    await tab('book.ts');
    expect(await page.locator('.view-line').first().innerText()).toMatch(/^\/\*\*\sA\sbook/);
    await choose('Control+P', 'books/@get', '@get.ts');
    await tab('@get.ts');
  }, 300_000);

  it('completes', async () => {
    await word('@throws', 'Boko').dblclick();
    await page.keyboard.type('Boo');
    await page.keyboard.press('Control+Space');
    const rows = page.locator('.suggest-widget .monaco-list-row');
    await rows.filter({ hasText: 'app/definitions/book.ts' }).first().waitFor();
    expect(await rows.first().innerText()).toContain('app/definitions/book.ts');
    expect((await rows.allInnerTexts()).join()).toContain('Boolean');
    await page.keyboard.press('Escape');
    await page.keyboard.type('k');
    await expect.poll(() => page.locator('.squiggly-error').count(), { timeout: 60_000 }).toBe(0);
  }, 300_000);

  it('opens operations, and explains requests', async () => {
    await choose('F1', '>Operations: Open an Operation', 'Open an Operation');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'GET /books' }).first().click();
    await tab('@get.ts');
    await choose('F1', '>Operations: Explain a Request', 'Explain a Request');
    await expect.poll(() => page.locator('.quick-input-widget input').first().inputValue()).toBe('GET /books');
    await page.keyboard.press('Enter');
    await page.locator('.view-lines', { hasText: /^GET\s\/books:\sGET\s\/books,\sbooks\/@get\.ts/ }).waitFor();
  }, 300_000);
});
