import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { afterSuite } from '../playground/build.ts';
import { ask, STAFF_TOKEN } from '../playground/client.ts';
import { startReceiver } from '../runtime/events/receiver.ts';
import type { Served } from '../support/process.ts';
import { isReady, LOW_CONTRAST, openShop, SHOP, SMALL_TARGETS, startShop } from './bookshop.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

const cleanup = afterSuite();
let shop: Served;
beforeAll(async () => {
  shop = await startShop(cleanup);
});

const heading = (page: Page): Promise<string | null> => page.textContent('h1');
const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.outerHTML');

describe("the bookshop's front end", () => {
  it('uses the client and nothing else', () => {
    const sources = readdirSync(SHOP).filter((name) => name.endsWith('.ts') && name !== 'vite.config.ts');
    const texts = sources.map((name) => readFileSync(join(SHOP, name), 'utf8'));
    const imports = texts.flatMap((text) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, id]) => id));
    expect([...new Set(imports)].sort()).toEqual(['unplugin-operations/types', 'virtual:operations/client']);
    expect(texts.join('\n')).not.toMatch(/\bfetch\(|XMLHttpRequest|EventSource|sendBeacon/);
  });

  it('serves the front end with the API and the docs page, under a strict policy', async () => {
    const { status, headers, body } = await ask(shop.url, 'GET', '/shop/');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(shop.output()).toContain(`The bookshop is open: ${shop.url}/shop/`);
    const assets = [...(body as string).matchAll(/"(\/shop\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(assets.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg']);
    for (const path of assets) {
      const asset = await ask(shop.url, 'GET', path);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    const redirected = await fetch(`${shop.url}/shop`, { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/shop/']);
    expect(await ask(shop.url, 'HEAD', '/shop/')).toMatchObject({ status: 200, body: '' });
    for (const [method, path] of [
      ['POST', '/shop/'],
      ['GET', '/shop/nothing'],
      ['GET', '/shop/../server.js'],
    ] as const)
      expect((await ask(shop.url, method, path)).status).toBe(404);
    expect((await ask(shop.url, 'GET', '/docs')).status).toBe(200);
    expect((await ask(shop.url, 'GET', '/books?limit=1')).body).toHaveLength(1);
  });
});

describe.skipIf(!hasChromium)(`the bookshop's front end in a browser (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it('finds a book and orders it, by mouse', async () => {
    const { page, faults } = await openShop(browser, shop.url, '');
    expect(await page.locator('.card').count()).toBe(12);
    await page.selectOption('[name=genre]', 'poetry');
    await page.waitForURL(/genre=poetry/);
    await isReady(page);
    const { headers } = await ask(shop.url, 'GET', '/books?genre=poetry&total=1');
    expect(await page.textContent('.range')).toBe(`1 to 12 of ${headers.get('x-total-count')} books`);
    await page.selectOption('[name=sort]', 'price_cents');
    await page.waitForURL(/genre=poetry&sort=price_cents/);

    await page.fill('#q', 'lighthouse');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForSelector('h1:has-text("Books for “lighthouse”")');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForSelector('.range:has-text("13 to 24 of")');
    const found = await ask(shop.url, 'GET', '/books/search?q=lighthouse&page=2&page_size=12');
    const book = (found.body.items as { id: number; title: string; stock: number; price_cents: number }[]).find(
      ({ stock }) => stock > 2,
    );
    await page.locator(`.card[href="?book=${book!.id}"]`).click();
    await page.waitForSelector('.book');
    expect(await page.title()).toBe(`${book!.title} - The bookshop`);
    await expect.poll(() => page.evaluate(`document.querySelector('.cover').naturalWidth > 0`)).toBe(true);
    await page.getByRole('button', { name: 'Add to the basket' }).click();
    await page.waitForSelector('#status:has-text("1 book")');

    await page.getByRole('link', { name: /^Basket/ }).click();
    await page.waitForSelector('.checkout');
    await page.getByLabel(`Copies of ${book!.title}`).fill('2');
    await page.getByLabel(`Copies of ${book!.title}`).blur();
    const price = `€${((2 * book!.price_cents) / 100).toFixed(2)}`;
    await page.waitForSelector(`tfoot:has-text("${price}")`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.waitForSelector('.state.open');
    const id = Number(new URL(page.url()).searchParams.get('order'));
    expect((await ask(shop.url, 'GET', `/orders/${id}`)).body).toMatchObject({
      customer: 'Ada',
      items: [{ book_id: book!.id, quantity: 2 }],
    });
    expect(await page.textContent('#count')).toBe('0');
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await page.waitForSelector('.state.cancelled');
    expect((await ask(shop.url, 'GET', `/orders/${id}`)).body.status).toBe('cancelled');
    expect(faults).toEqual([]);
  });

  it('finds, reviews and orders a book, by keyboard', async () => {
    const { page, faults } = await openShop(browser, shop.url, '');
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (selector: string): Promise<void> => {
      for (let turn = 0; turn < 60; turn++) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await press('Tab');
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await press('Tab');
    expect(await focused(page)).toContain('Skip to the content');
    await press('Enter');
    expect(await focused(page)).toContain('id="main"');
    await tabTo('[name=genre]');
    // Each change shows the page anew: the next key waits for the select's focus.
    while (!page.url().includes('genre=poetry')) {
      const before = page.url();
      await press('ArrowDown');
      await page.waitForURL((url) => url.href !== before);
      await isReady(page);
      await expect.poll(() => focused(page)).toContain('name="genre"');
    }

    await page.locator('#q').focus();
    await page.keyboard.type('lighthouse');
    await press('Enter');
    await page.waitForSelector('h1:has-text("lighthouse")');
    await expect.poll(() => focused(page)).toContain('<h1');
    await tabTo('.card');
    await press('Enter');
    await page.waitForSelector('.book');
    await expect.poll(() => focused(page)).toContain('<h1');
    expect(await page.evaluate('scrollY')).toBe(0);

    await tabTo('[name=quantity]');
    await press('ArrowUp', 'Enter');
    await page.waitForSelector('#status:has-text("2 books")');
    await tabTo('[name=rating]');
    await press('Space', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Tab');
    await page.keyboard.type('Zoë');
    await press('Tab');
    await page.keyboard.type('Read by <keyboard>.');
    await press('Tab', 'Enter');
    await page.waitForSelector('#status:has-text("Thank you for the review.")');
    const [first] = await page.locator('.reviews li').allTextContents();
    expect(first).toContain('★★★★☆Read by <keyboard>.Zoë');

    await page.locator('.basket').focus();
    await press('Enter');
    await page.waitForSelector('.checkout');
    await tabTo('[name=customer]');
    await page.keyboard.type('Zoë');
    await press('Enter');
    await page.waitForSelector('.state.open');
    await press('Tab', 'Tab', 'Enter');
    await page.waitForSelector('.state.cancelled');
    expect(faults).toEqual([]);
  });

  it('shows the violations that the API finds at their fields', async () => {
    const { page, faults } = await openShop(browser, shop.url, '?book=3');
    await page.fill('[name=text]', 'x'.repeat(5001));
    await page.getByRole('button', { name: 'Send the review' }).click();
    await page.waitForSelector('.error');
    expect(await page.locator('.error').allTextContents()).toEqual([
      'Rating must be at least 1',
      'Your name must not be empty',
      'Review must have at most 5000 characters',
    ]);
    expect(await focused(page)).toContain('aria-describedby="error-rating"');
    await page.check('[name=rating][value="5"]');
    await page.fill('[name=reviewer]', 'Ada');
    await page.fill('[name=text]', '');
    await page.getByRole('button', { name: 'Send the review' }).click();
    await page.waitForSelector('#status:has-text("Thank you")');
    expect(await page.locator('.error, [aria-invalid]').count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  it('shows the reviews of a book page by page', async () => {
    for (let i = 1; i <= 12; i++)
      await ask(shop.url, 'POST', '/books/4000/reviews', { rating: 3, reviewer: `Reader ${i}` });
    const { page, faults } = await openShop(browser, shop.url, '?book=4000');
    const count = (await ask(shop.url, 'GET', '/books/4000')).body.reviews as number;
    const more = page.getByRole('button', { name: 'More reviews' });
    for (let shown = 5; shown < count; shown += 5) {
      await expect.poll(() => page.locator('.reviews li').count()).toBe(shown);
      await more.click();
    }
    await expect.poll(() => page.locator('.reviews li').count()).toBe(count);
    expect(await more.isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('explains refusals, missing pages, and a shop that is out of reach', async () => {
    const { page } = await openShop(browser, shop.url, '?book=5');
    const { stock } = (await ask(shop.url, 'GET', '/books/5')).body as { stock: number };
    await page.evaluate(
      `localStorage.setItem('basket', JSON.stringify([{ book_id: 5, title: 'x', quantity: ${stock + 1} }, 'broken']))`,
    );
    await page.goto(`${shop.url}/shop/?basket`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Place the order' }).click();
    expect(await page.textContent('.alert')).toContain(`There are not ${stock + 1} copies of book 5`);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.waitForSelector('.nothing:has-text("The basket is empty.")');

    await page.goto(`${shop.url}/shop/?book=999999`);
    await page.waitForSelector('.alert');
    expect([await heading(page), await page.textContent('.alert')]).toEqual(['Not found', 'There is no book 999999.']);
    await page.goto(`${shop.url}/shop/?q=no-such-words`);
    await page.waitForSelector('.nothing:has-text("Try fewer words")');

    await page.route('**/books?**', (route) => route.abort());
    await page.getByRole('link', { name: 'All books' }).click();
    await page.waitForSelector('.alert:has-text("The shop cannot be reached.")');
    await page.unroute('**/books?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForSelector('.card');
  });

  it('shows orders as they come in', async () => {
    const { page, faults } = await openShop(browser, shop.url, '');
    await page.getByRole('link', { name: 'Watch the orders come in' }).click();
    await page.waitForSelector('.feed li:nth-child(5)');
    const order = { customer: `Ada ${'x'.repeat(70)}`, items: [{ book_id: 12, quantity: 1 }] };
    const { id } = (await ask(shop.url, 'POST', '/orders', order)).body as { id: number };
    await page.waitForSelector(`.feed li:first-child:has-text("Order ${id} for Ada x")`);
    await page.getByRole('link', { name: `Order ${id}` }).click();
    await page.waitForSelector('.state.open');
    expect(faults).toEqual([]);
  });

  it('shows the staff the deliveries of events, and sends one again', async () => {
    const receiver = await startReceiver(onTestFinished, (response, index) =>
      response.writeHead(index === 1 ? 500 : 200).end(),
    );
    const added = await ask(shop.url, 'POST', '/webhooks/endpoints', { url: receiver.url });
    expect(added.status).toBe(201);
    const { page, faults } = await openShop(browser, shop.url, '');
    await page.getByRole('link', { name: 'Deliveries of events' }).click();
    await page.getByLabel('Token of the staff').fill('guessed');
    await page.getByRole('button', { name: 'Show the deliveries' }).click();
    await page.waitForSelector('.alert:has-text("Invalid credentials.")');
    await ask(shop.url, 'POST', '/orders', { customer: 'Ada', items: [{ book_id: 12, quantity: 1 }] });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
    await page.getByLabel('Token of the staff').fill(STAFF_TOKEN);
    await page.getByRole('button', { name: 'Show the deliveries' }).click();
    await page.waitForSelector('tbody tr:has-text("waiting, 1 attempt: The receiver has answered with 500.")');
    // The next attempt is due after five seconds.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Show the deliveries' }).click();
          return page.locator('tbody tr:first-child').textContent();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toContain('delivered, 2 attempts');
    await page.getByRole('button', { name: 'Send order.placed again' }).click();
    await page.waitForSelector('#status:has-text("The event will be sent again.")');
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(4);
    expect(new Set(receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await page.evaluate<string[]>(SMALL_TARGETS)).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  it('keeps addresses to share, and goes back', async () => {
    const { page, faults } = await openShop(browser, shop.url, '?genre=poetry&page=2');
    expect(await page.inputValue('[name=genre]')).toBe('poetry');
    expect(await page.textContent('.range')).toContain('13 to 24 of');
    await page.locator('.card').first().click();
    await page.waitForSelector('.book');
    await page.goBack();
    await page.waitForSelector('.range:has-text("13 to 24 of")');
    await page.goForward();
    await page.waitForSelector('.book');
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a phone, and can be read in %s', async (colorScheme) => {
    const viewport = { width: 390, height: 844 };
    const { page, faults } = await openShop(browser, shop.url, '', { viewport, colorScheme, hasTouch: true });
    const check = async (): Promise<void> => {
      await isReady(page);
      const where = page.url();
      expect([where, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([where, 390]);
      expect([where, await page.evaluate(LOW_CONTRAST)]).toEqual([where, []]);
      expect([where, await page.evaluate(SMALL_TARGETS)]).toEqual([where, []]);
    };
    await check();
    await page.tap('#search button');
    await page.fill('#q', 'light');
    await page.tap('#search button');
    await page.waitForSelector('h1:has-text("light")');
    await check();
    await page.tap('.card');
    await page.waitForSelector('.book');
    await page.tap('.review button');
    await page.waitForSelector('.error');
    await check();
    await page.tap('.purchase button');
    await page.tap('.basket');
    await page.waitForSelector('.checkout');
    await check();
    await page.fill('[name=customer]', 'Ada');
    await page.tap('.checkout button');
    await page.waitForSelector('.state');
    await check();
    await page.goto(`${shop.url}/shop/?orders`);
    await page.waitForSelector('.feed li');
    await check();
    await page.goto(`${shop.url}/shop/?order=999999`);
    await page.waitForSelector('.alert');
    await check();
    expect(faults.filter((fault) => !/status of 40[04]/.test(fault))).toEqual([]);
  });
});
