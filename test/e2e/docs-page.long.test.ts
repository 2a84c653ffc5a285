import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OpenApiDocument, OperationObject } from '../../src/build/openapi/document.ts';
import { bookshop } from '../playground/bookshop.ts';
import { STAFF_TOKEN } from '../playground/client.ts';
import { createFile } from '../playground/database.ts';
import { PNG } from '../playground/requests.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

/** What is put into the fields of a parameter or a body; all others keep what the page suggests. */
const PARAMETERS: Readonly<Record<string, string>> = {
  author_id: '1',
  book_id: '1',
  order_id: '1',
  review_id: '1',
  q: 'lighthouse',
  event_id: 'msg_unknown',
  endpoint_id: 'ep_unknown',
};
const BODIES: Readonly<Record<string, object>> = {
  addReview: { rating: 5, reviewer: 'Ada' },
  addOrder: { customer: 'Ada', items: [{ book_id: 1, quantity: 1 }] },
  quoteOrder: { items: [{ book_id: 1, quantity: 2 }] },
  addEndpoint: { url: 'https://hooks.invalid/' },
  replayDelivery: { endpoint_id: 'ep_unknown' },
};

/** A page, and all that is wrong with it. */
interface Opened {
  readonly page: Page;
  /** Violations of the policy, requests to elsewhere, and what the console was told. */
  readonly wrongs: string[];
}

/** The findings of axe that are serious or critical. */
async function findSevere(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id))`,
  );
}

describe.skipIf(!hasChromium)(`the bookshop's docs page (needs Chromium at ${CHROMIUM})`, () => {
  const shop = bookshop(createFile);
  let browser: Browser;
  let document: OpenApiDocument;
  beforeAll(async () => {
    browser = await startChromium();
    document = (await shop.ask('GET', '/docs/openapi.json')).body as OpenApiDocument;
  });
  afterAll(() => browser?.close());

  /** Opens the page in a browser that reaches nothing but the shop. */
  const open = async (options: BrowserContextOptions = {}, hash = ''): Promise<Opened> => {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const wrongs: string[] = [];
    await context.route(/^https?:/, (route) => {
      if (new URL(route.request().url()).origin === shop.url()) return route.continue();
      wrongs.push(`outside: ${route.request().url()}`);
      return route.abort();
    });
    const page = await context.newPage();
    page.on('console', (message) => wrongs.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
    await page.exposeFunction('reportViolation', (text: string) => wrongs.push(`violation: ${text}`));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (e) => reportViolation(e.violatedDirective + ' ' + e.blockedURI));`,
    );
    await page.goto(`${shop.url()}/docs${hash}`);
    await page.waitForSelector('.opblock-tag');
    return { page, wrongs };
  };
  const fitsWidth = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

  const authorize = async (page: Page): Promise<void> => {
    await page.click('.btn.authorize');
    await page.fill('.auth-container input', STAFF_TOKEN);
    await page.click('.auth-container .btn.authorize');
    await page.click('.auth-container .btn-done');
  };

  /** Executes an operation, and returns the status that the page shows. */
  const execute = async (
    page: Page,
    { operationId = '', tags = [] }: OperationObject,
    parameters = PARAMETERS,
  ): Promise<string> => {
    const block = page.locator(`[id="operations-${tags[0]}-${operationId}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    for (const row of await block.locator('tr[data-param-name]').all()) {
      const value = parameters[(await row.getAttribute('data-param-name')) ?? ''];
      if (value !== undefined) await row.locator('input').fill(value);
    }
    const body = BODIES[operationId];
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    if (operationId === 'setCover')
      await block.locator('input[type=file]').setInputFiles({
        name: 'cover.png',
        mimeType: 'image/png',
        buffer: Buffer.from(PNG, 'latin1'),
      });
    await block.locator('.execute').click();
    if (operationId === 'followOrders') {
      // A feed has no end: its reader stops it.
      await block.locator('.docs-stream pre:has-text("event: order")').waitFor();
      await block.locator('.docs-stop').click();
    }
    const status = block.locator('.live-responses-table .response .response-col_status');
    const shown = (await status.textContent())!.trim();
    await block.locator('.opblock-summary-control').click();
    return shown;
  };

  const operationsOf = (): OperationObject[] => Object.values(document.paths).flatMap((item) => Object.values(item));

  it('shows who can call an operation, those for everyone only when they are open or limited', async () => {
    const { page, wrongs } = await open({ viewport: { width: 1200, height: 900 } });
    const notes = (): Promise<string[]> => page.locator('.docs-access').allTextContents();
    expect(await notes()).toEqual([
      'staff, 60 per minute per address',
      'everyone, 60 per hour per address',
      'staff, 60 per minute per address, 100 per hour per user',
      // Endpoints and deliveries of events.
      ...Array.from({ length: 5 }, () => 'staff, 60 per minute per address'),
    ]);
    const first = page.locator('.opblock', { hasText: '/healthz' });
    await first.locator('.opblock-summary-control').click();
    await expect.poll(() => first.locator('.docs-access').allTextContents()).toEqual(['everyone']);
    expect(await findSevere(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  it('finds operations by their summaries, keeps types away from inputs, and names its fields', async () => {
    const { page, wrongs } = await open({ viewport: { width: 1200, height: 900 } });
    await page.locator('.operation-filter-input').fill('soldout');
    await expect.poll(() => page.locator('.opblock-summary-path').count()).toBe(1);
    expect(await page.locator('.docs-found').innerText()).toBe('1 operation');
    await page.locator('.operation-filter-input').fill('authors sorted name');
    await expect
      .poll(() => page.locator('.opblock-summary-path').allTextContents())
      .toEqual([expect.stringContaining('/authors')]);
    await page.locator('.opblock-summary-control').click();
    await page.locator('.try-out__btn').click();
    const gaps = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.parameters tr')].flatMap((row) => {
        const [type, input] = ['.parameter__type', 'input, select'].map((name) => row.querySelector(name));
        return type && input ? [input.getBoundingClientRect().left - type.getBoundingClientRect().right] : [];
      })`,
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16);
    await page.locator('button.authorize').first().click();
    expect(await page.locator('.close-modal').innerText()).toBe('Close');
    expect(await findSevere(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    "the page has one severe finding of axe, which is Swagger UI's, in the %s scheme",
    async (colorScheme) => {
      const { page, wrongs } = await open({ viewport: { width: 1200, height: 900 }, colorScheme });
      expect(await findSevere(page)).toEqual([]);
      const block = page.locator('#operations-books-listBooks');
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      await block.locator('.execute').click();
      await block.locator('.docs-pager').waitFor();
      // Swagger UI passes no tabindex to the code that it highlights.
      expect(await findSevere(page)).toEqual(['scrollable-region-focusable']);
      expect(wrongs).toEqual([]);
    },
  );

  it('shows how many operations the filter finds, and that it finds none', async () => {
    const { page, wrongs } = await open();
    const filter = page.locator('.operation-filter-input');
    const found = (): Promise<string> => page.locator('.docs-found').innerText();
    await filter.fill('reviews');
    await expect.poll(found).toBe('4 operations');
    await filter.fill('authors sorted name');
    await expect.poll(found).toBe('1 operation');
    await filter.fill('zeppelin');
    await expect.poll(found).toBe('No operation has all of these words: zeppelin');
    expect(await findSevere(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  it('sends only chosen values, and shows the call of the typed client', async () => {
    const { page, wrongs } = await open();
    const block = page.locator('#operations-books-listBooks');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('.execute').click();
    await expect.poll(() => block.locator('.request-url pre').innerText()).toBe(`${shop.url()}/books`);
    expect(await block.locator('.docs-call pre').innerText()).toBe('const result = await api.listBooks();');
    expect(await block.locator('tr[data-param-name=limit]').innerText()).toContain('Default: 20.');
    await block.locator('tr[data-param-name=limit] input').fill('5');
    await block.locator('tr[data-param-name=genre] input').fill("o'poetry");
    await block.locator('.execute').click();
    await expect
      .poll(() => block.locator('.docs-call pre').innerText())
      .toBe(String.raw`const result = await api.listBooks({ query: { genre: 'o\'poetry', limit: 5 } });`);
    const order = page.locator('#operations-orders-quoteOrder');
    await order.locator('.opblock-summary-control').click();
    await order.locator('.try-out__btn').click();
    await order.locator('textarea.body-param__text').fill(JSON.stringify(BODIES['quoteOrder']));
    // Its body has a label.
    expect(await findSevere(page)).not.toContain('label');
    await order.locator('.execute').click();
    await expect
      .poll(() => order.locator('.docs-call pre').innerText())
      .toBe('const result = await api.quoteOrder({ body: { items: [{ book_id: 1, quantity: 2 }] } });');
    expect(wrongs).toEqual([]);
  });

  it('executes every operation, and each answers as declared', { timeout: 240_000 }, async () => {
    const { page, wrongs } = await open();
    await authorize(page);
    const statuses: Record<string, string> = {};
    await shop.ask('POST', '/books/1/reviews', BODIES['addReview']);
    const [review] = (await shop.ask('GET', '/books/1/reviews')).body.items as { id: number }[];
    const parameters = { ...PARAMETERS, review_id: String(review!.id) };
    for (const operation of operationsOf())
      statuses[operation.operationId!] = await execute(page, operation, parameters);
    expect(Object.keys(statuses).length).toBe(operationsOf().length);
    expect(Object.keys(statuses).length).toBeGreaterThan(15);
    // The shop has sent no event.
    expect(Object.entries(statuses).filter(([, status]) => !/^2\d\d$/.test(status))).toEqual([
      ['replayDelivery', '404'],
      ['removeEndpoint', '404'],
    ]);
    expect(await page.locator('.response-undocumented').count()).toBe(0);
    // The cover is shown as an image.
    await page.locator('[id="operations-books-drawCover"] .opblock-summary-control').click();
    await page.waitForSelector('.docs-image');
    await expect.poll(() => page.evaluate(`document.querySelector('.docs-image').naturalWidth > 0`)).toBe(true);
    expect(wrongs).toHaveLength(2);
    for (const wrong of wrongs) expect(wrong).toContain('status of 404');
  });

  it('shows a problem, and a refusal without credentials, which are forgotten with the page', async () => {
    const { page, wrongs } = await open();
    await authorize(page);
    await page.reload();
    await page.waitForSelector('.opblock-tag');
    const remove = operationsOf().find(({ operationId }) => operationId === 'removeReview')!;
    expect(await execute(page, remove)).toBe('401');
    await page.locator('[id="operations-reviews-removeReview"] .opblock-summary-control').click();
    await page.getByText('"status": 401').first().waitFor();
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(wrongs.filter((wrong) => !wrong.includes('status of 401'))).toEqual([]);
  });

  it('turns the pages of a list', async () => {
    const { page, wrongs } = await open({}, '#/books/listBooks');
    const block = page.locator('#operations-books-listBooks');
    await block.locator('.try-out__btn').click();
    await block.locator('tr[data-param-name=total] select').selectOption('true');
    await block.locator('tr[data-param-name=genre] input').fill('poetry');
    await block.locator('.execute').click();
    const pager = block.locator('.docs-pager');
    await pager.waitFor();
    const total = (await shop.ask('GET', '/books?genre=poetry&total=1')).headers.get('x-total-count')!;
    expect(await pager.textContent()).toBe(`FirstPreviousNextLast${Number(total).toLocaleString('en')} in total`);
    const urlShows = (query: string): Promise<void> => block.locator('.request-url', { hasText: query }).waitFor();
    expect(await pager.getByText('Previous').isDisabled()).toBe(true);
    await pager.getByText('Next').click();
    await urlShows('page=2');
    expect(await block.locator('tr[data-param-name=page] input').inputValue()).toBe('2');
    expect(await block.locator('tr[data-param-name=limit] input').inputValue()).toBe('');
    await pager.getByText('Last').click();
    await urlShows(`page=${Math.ceil(Number(total) / 20)}`);
    await expect.poll(() => pager.getByText('Next').isDisabled()).toBe(true);
    await pager.getByText('Previous').click();
    await urlShows(`page=${Math.ceil(Number(total) / 20) - 1}`);
    await pager.getByText('First').click();
    await urlShows('page=1');
    expect(await page.textContent('.request-url')).toContain('genre=poetry');
    expect(wrongs).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone, in the %s scheme', async (colorScheme) => {
    const { page, wrongs } = await open({ viewport: { width: 390, height: 844 }, colorScheme });
    const isDark =
      'getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).every((part) => part < 60)';
    expect(await page.evaluate(isDark)).toBe(colorScheme === 'dark');
    expect(await fitsWidth(page)).toBe(true);
    for (const id of ['listBooks', 'addReview', 'drawCover']) {
      const operation = operationsOf().find(({ operationId }) => operationId === id)!;
      await execute(page, operation);
      expect([id, await fitsWidth(page)]).toEqual([id, true]);
    }
    await page.click('section.models .models-control');
    await page.click('section.models .json-schema-2020-12-accordion >> nth=0');
    expect(await fitsWidth(page)).toBe(true);
    await page.click('.btn.authorize');
    expect(await fitsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'switches to v1, and calls its operation, in the %s scheme',
    async (colorScheme) => {
      const { page, wrongs } = await open({ colorScheme });
      await page.locator('.docs-versions a', { hasText: 'v1' }).click();
      await page.waitForURL('**/docs?version=v1');
      await page.waitForSelector('.opblock-tag');
      const path = page.locator('.opblock [data-path]');
      expect([await path.count(), await path.getAttribute('data-path')]).toEqual([1, '/v1/books/{book_id}']);
      expect(await findSevere(page)).toEqual([]);
      const getBook = operationsOf().find(({ operationId }) => operationId === 'getBook')!;
      expect(await execute(page, getBook)).toBe('200');
      await page.locator('.opblock-summary-control').click();
      const answer = (await page.locator('.live-responses-table').textContent())!;
      expect([answer.includes('"stars"'), answer.includes('"rating"')]).toEqual([true, false]);
      expect(wrongs).toEqual([]);
    },
  );

  it('shows what the keyboard is at', async () => {
    const { page, wrongs } = await open();
    const seen = new Set<string>();
    for (let turn = 0; turn < 25; turn++) {
      await page.keyboard.press('Tab');
      const [name, style, width] = (await page.evaluate(
        `(({ outlineStyle, outlineWidth }) => [document.activeElement.className || document.activeElement.tagName, outlineStyle, parseFloat(outlineWidth)])(getComputedStyle(document.activeElement))`,
      )) as [string, string, number];
      if (name === 'BODY') continue;
      seen.add(name);
      expect([name, style, width >= 2]).toEqual([name, 'solid', true]);
    }
    expect([...seen].join(' ')).toContain('opblock-summary-control');
    await page.focus('#operations-books-listBooks .opblock-summary-control');
    await page.keyboard.press('Enter');
    await page.focus('#operations-books-listBooks .try-out__btn');
    await page.keyboard.press('Enter');
    await page.focus('#operations-books-listBooks .execute');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.live-responses-table');
    expect(wrongs).toEqual([]);
  });
});
