import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resolveOptions } from '../../src/build/project/options.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { createSession } from '../../src/build/project/session.ts';
import { moduleText } from '../../src/build/project/module-text.ts';
import type { DocsPage } from '../../src/shared/contract/docs-page.ts';
import { createDocs } from '../../src/runtime/docs-page/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { listen } from '../runtime/koa/serve.ts';
import { scratch, writeTree } from '../support/build.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const books = (returns: string): string =>
  `/**\n * Lists the books.\n *\n * @tags books\n * @returns ${returns}\n */\nexport default function listBooks() { return []; }\n`;

const FILES = {
  'package.json': '{ "name": "shop", "version": "2.0.0", "type": "module" }',
  'app/operations/books.ts': books('{{title: string}[]} Those of today'),
  'app/versions/v1/operations/books.ts': books('{string[]} Those of before'),
};

/** The page of the project, as `virtual:operations/docs` has it. */
async function pageOf(options: object, files: Readonly<Record<string, string>> = FILES): Promise<DocsPage> {
  const root = scratch();
  await writeTree(root, files);
  const session = createSession(locateProject(resolveOptions(options), root));
  const text = moduleText(session, session.compile(), 'virtual:operations/docs');
  return JSON.parse(/^const page = (.*);$/m.exec(text)![1]!) as DocsPage;
}

async function serveDocs(page: DocsPage): Promise<string> {
  const app = createApp(await compileTree({ 'books.js': books('{string[]} Some') }));
  app.use(createDocs(page));
  return (await listen(app.callback())).url;
}

const VERSIONS = [{ name: 'v1' }, { name: 'v2' }];

describe('the docs page of an API without versions', () => {
  it('shows neither the switch nor its script and style', async () => {
    const { 'app/versions/v1/operations/books.ts': _older, ...files } = FILES;
    const [page, other] = [await pageOf({}, files), await pageOf({ versions: VERSIONS })];
    expect(page).not.toHaveProperty('versions');
    expect([page.script.name === other.script.name, page.style.name === other.style.name]).toEqual([false, false]);
    const html = await (await fetch(`${await serveDocs(page)}/docs`)).text();
    expect(html).not.toContain('docs-versions');
    expect(html).toContain('rel="preload"');
  });
});

describe.skipIf(!hasChromium)(`the switch between versions on the docs page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (url: string): Promise<{ readonly page: Page; readonly wrongs: string[] }> => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const wrongs: string[] = [];
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('pageerror', (error) => wrongs.push(error.message));
    await page.goto(url);
    await page.locator('.opblock').first().waitFor();
    return { page, wrongs };
  };

  const pathOf = (page: Page): Promise<string | null> =>
    page.locator('.opblock-summary-path').first().getAttribute('data-path');

  it.each([
    ['in the path', {}, ['/v1/books', '/v2/books']],
    ['in a header', { version: { header: 'Api-Version', default: 'v1' } }, ['/books', '/books']],
  ])('shows the operations of the version that is chosen, if it is %s', async (_, version, [older, today]) => {
    const url = await serveDocs(await pageOf({ versions: VERSIONS, ...version }));
    const { page, wrongs } = await open(`${url}/docs`);
    const current = page.locator('.docs-versions a[aria-current="page"]');
    expect([await current.textContent(), await pathOf(page)]).toEqual(['v2', today]);

    // By the keyboard alone: the links are the first stops of the page.
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('v1');
    const outline = 'getComputedStyle(document.activeElement)';
    expect(await page.evaluate<string>(`${outline}.outlineStyle + ' ' + ${outline}.outlineWidth`)).toBe('solid 3px');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs?version=v1');
    await page.locator('.opblock').first().waitFor();
    expect([await current.textContent(), await pathOf(page)]).toEqual(['v1', older]);
    expect(await page.title()).toContain('v1');
    await page.locator('.opblock-summary-control').first().click();
    expect(await page.locator('.responses-table').first().textContent()).toContain('Those of before');

    await page.evaluate(axe.source);
    const severe = `axe.run(document).then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id))`;
    expect(await page.evaluate<string[]>(severe)).toEqual([]);
    await page.locator('.docs-versions a').last().click();
    await page.locator('.opblock').first().waitFor();
    expect([new URL(page.url()).pathname, await current.textContent(), await pathOf(page)]).toEqual([
      '/docs',
      'v2',
      today,
    ]);
    expect(wrongs).toEqual([]);
  });
});
