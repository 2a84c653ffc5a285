import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dev } from '../plugin/dev/server.ts';
import { startDev, VITES } from '../plugin/dev/server.ts';
import { LOW_CONTRAST } from './bookshop.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

/** Runs a curl command. The dev server is in this process, so it must not wait. */
const run = async (curl: string): Promise<string> => (await promisify(execFile)('sh', ['-c', `${curl} -sS`])).stdout;

const EVIL = '<img src=x onerror="document.title=1">';

const FILES = {
  'app/definitions/openapi.yaml':
    'info: { title: "The zoo <b>" }\ncomponents:\n  securitySchemes:\n    login: { type: http, scheme: bearer }\n',
  'app/definitions/Pet.yaml': `type: object\nrequired: [name, rating]\nproperties:\n  name: { type: string, minLength: 1, examples: ['Ada ${EVIL}'] }\n  rating: { type: integer, minimum: 1, maximum: 5 }\n`,
  'app/operations/pets/{kind}@post.ts': `/**
 * Adds a pet. ${EVIL}
 *
 * @operationId addPet
 * @param {'cat'|'dog'} kind
 * @param {integer} [query.limit=20] (minimum: 1, maximum: 100)
 * @param {string[]} [query.tag]
 * @param {Pet} body
 * @security login
 * @returns {object} 201 - It
 */
export default (ctx) => ({ kind: ctx.input.path.kind, query: ctx.input.query, ...ctx.input.body, who: ctx.get('authorization') });
`,
  'app/operations/page.ts': `/** @returns {string} 200 text/html */\nexport default () => '<script>document.title = 1</script>${EVIL}';\n`,
  'app/operations/photo@post.ts': `/**
 * @consumes multipart/form-data
 * @param {string} title
 * @param {string} file (format: binary)
 * @returns {string} 200 image/png (format: binary)
 */
export default (ctx) => ctx.input.body.file.bytes();
`,
  'app/operations/huge.ts':
    '/** @returns {string} 200 text/plain */\nexport default () => "x".repeat(20 * 1024 * 1024);\n',
  'app/operations/ticks.ts':
    '/** @returns {Stream<{ n: integer }>} */\nexport default async function* ticks(ctx) {\n  yield { n: 1 };\n  await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));\n  globalThis.hasStopped = true;\n}\n',
  'app/operations/stopped.ts': '/** @returns {boolean} It */\nexport default () => globalThis.hasStopped === true;\n',
  'app/operations/fails.ts':
    '/** @returns {string} It */\nexport default () => {\n  throw new Error("no <b>fun</b>");\n};\n',
  'api.ts':
    "import { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations, { security: { login: (ctx, token) => token === 'hunter2' } });\n",
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!hasChromium)(`a request of the page of the operations (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (dev: Dev, faults: string[], width = 1280, colorScheme: 'light' | 'dark' = 'light') => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    onTestFinished(() => context.close());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${dev.url}/__operations`);
    await page.waitForSelector('.leaf');
    return page;
  };
  const start = (): Promise<Dev> => startDev(VITES[0]![1], FILES, { app: 'api.ts' });
  const formOf = async (page: Page, path: string) => {
    const leaf = page.locator(`.leaf:has(> summary:has-text("${path}"))`);
    await leaf.locator('> summary').click();
    await leaf.locator('.sending').waitFor();
    return leaf.locator('.sending');
  };
  const answerOf = (form: Awaited<ReturnType<typeof formOf>>) => form.locator('[aria-label="Response body"]');

  it('makes a request from the contract: by its form, as a call of the client and as curl', async () => {
    const dev = await start();
    const faults: string[] = [];
    const page = await open(dev, faults);
    const form = await formOf(page, '/pets/{kind}');
    expect(await form.getByLabel('limit').getAttribute('placeholder')).toBe('integer, 1 to 100, default 20');
    expect(await form.getByRole('textbox', { name: 'Body, application/json' }).inputValue()).toContain('"rating": 1');
    await form.getByLabel('kind').selectOption('dog');
    await form.getByLabel('tag').fill('a, b');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.locator('.status:has-text("401")').waitFor();
    await form.getByLabel('login').fill('hunter2');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.locator('.status:has-text("201")').waitFor();
    const shown = JSON.parse((await answerOf(form).textContent())!) as object;
    expect(shown).toEqual({
      kind: 'dog',
      query: { limit: 20, tag: ['a', 'b'] },
      name: `Ada ${EVIL}`,
      rating: 1,
      who: 'Bearer hunter2',
    });
    expect(await form.locator('.call').textContent()).toBe(
      `const result = await api.addPet({\n  path: { kind: 'dog' },\n  query: { tag: ['a', 'b'] },\n  body: {\n    name: 'Ada ${EVIL}',\n    rating: 1,\n  },\n});`,
    );
    await form.getByRole('button', { name: 'Copy as curl' }).click();
    const curl = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(await run(curl))).toEqual(shown);
    // The session keeps the credential, and the page shows it nowhere.
    await page.reload();
    const again = await formOf(page, '/pets/{kind}');
    expect(await again.getByLabel('login').inputValue()).toBe('hunter2');
    expect(await page.locator('body').textContent()).not.toContain('hunter2');
    expect(await page.title()).toBe('Operations');
    expect(faults).toEqual([]);
  });

  it('shows the 400 of a wrong request, and the error of a handler', async () => {
    const dev = await start();
    const faults: string[] = [];
    const page = await open(dev, faults);
    const form = await formOf(page, '/pets/{kind}');
    await form.getByLabel('kind').selectOption('cat');
    await form.getByLabel('login').fill('hunter2');
    await form.getByLabel('limit').fill('many');
    await form.getByRole('textbox', { name: 'Body, application/json' }).fill('{ "name": ');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.locator('.status:has-text("400")').waitFor();
    expect(await answerOf(form).textContent()).toContain('The request body is not valid JSON');
    await form.getByRole('textbox', { name: 'Body, application/json' }).fill('{ "name": "", "rating": 6 }');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => answerOf(form).textContent()).toContain('limit must be an integer');
    const failing = await formOf(page, '/fails');
    await failing.getByRole('button', { name: 'Send', exact: true }).click();
    await failing.locator('.status:has-text("500")').waitFor();
    await page.locator('.request:has-text("/fails") > summary').click();
    const failure = page.locator('.failed-at');
    expect(await failure.locator('.message').textContent()).toBe('Error: no <b>fun</b>');
    expect(await failure.locator('pre').textContent()).toContain('  3 |   throw new Error("no <b>fun</b>");');
    expect(await failure.locator('a').getAttribute('href')).toContain(encodeURIComponent('fails.ts:3:9'));
    expect(faults).toEqual([]);
  });

  it('shows HTML as text, an image, the beginning of what is huge, and a stream until it is stopped', async () => {
    const dev = await start();
    const faults: string[] = [];
    const page = await open(dev, faults);
    const send = async (path: string) => {
      const form = await formOf(page, path);
      await form.getByRole('button', { name: 'Send', exact: true }).click();
      return form;
    };
    const html = await send('/page');
    await expect.poll(() => answerOf(html).textContent()).toBe(`<script>document.title = 1</script>${EVIL}`);
    const huge = await send('/huge');
    await huge.locator('[role=status]:has-text("cut off")').waitFor();
    expect((await answerOf(huge).textContent())!.length).toBe(256 * 1024);
    const ticks = await send('/ticks');
    await expect.poll(() => answerOf(ticks).textContent()).toContain('{"n":1}');
    await ticks.getByRole('button', { name: 'Stop' }).click();
    await dev.until('/stopped', (_, body) => body === 'true');
    const photo = await formOf(page, '/photo');
    await photo.getByLabel('title').fill('Ada');
    await photo.getByLabel('file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    await photo.getByRole('button', { name: 'Send', exact: true }).click();
    await photo.getByAltText('The response body').waitFor();
    expect(
      await photo
        .getByAltText('The response body')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBe(1);
    expect(await page.title()).toBe('Operations');
    expect(faults).toEqual([]);
  });

  it('comes before the operations for the keyboard, and its unknown path names the one that was meant', async () => {
    const dev = await start();
    const faults: string[] = [];
    await dev.ask('/pagee');
    const page = await open(dev, faults);
    await page.locator('.request .mark:has-text("did you mean /page?")').waitFor();
    await page.getByRole('button', { name: 'Explain' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest(".request") !== null')).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.request a:has-text("/page")').click();
    await page.waitForSelector('[role=status]:has-text("is handled by GET /page")');
    await page.locator('[name=path]').fill('/fail');
    await page.keyboard.press('Enter');
    await page.locator('.answer button:has-text("/fails")').click();
    await page.waitForSelector('[role=status]:has-text("is handled by GET /fails")');
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'fits a phone and has no finding of axe in %s, as has the page of a failure',
    async (scheme) => {
      const dev = await start();
      const faults: string[] = [];
      const page = await open(dev, faults, 390, scheme);
      const check = async (): Promise<void> => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        await page.evaluate(axe.source);
        const findings = await page.evaluate(
          'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
        );
        expect(findings).toEqual([]);
        expect(await page.evaluate(LOW_CONTRAST)).toEqual([]);
      };
      for (const path of ['/pets/{kind}', '/photo', '/fails', '/page']) {
        const form = await formOf(page, path);
        if (path === '/photo' || path.startsWith('/pets')) continue;
        await form.getByRole('button', { name: 'Send', exact: true }).click();
        await form.locator('.status').waitFor();
      }
      await page.locator('.request:has-text("/fails") > summary').click();
      await page.locator('.failed-at').waitFor();
      const sizes = await page.evaluate<number[]>(
        '["h1", "h2", "h3", "p"].map((name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize))',
      );
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
      await check();
      await page.goto(`${dev.url}/fails`);
      await page.locator('h1:has-text("no <b>fun</b>")').waitFor();
      await check();
      // Only the status of the page itself.
      expect(faults).toEqual([expect.stringContaining('500 (Internal Server Error)')]);
    },
  );
});
