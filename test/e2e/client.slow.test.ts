import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDev, VITES } from '../plugin/dev/server.ts';
import { CHROMIUM, hasChromium, startChromium } from './chromium.ts';

/** A page that says what the client told it, of all that a browser does in its own way: cookies, files, pages that follow, refusals. */
const PAGE = {
  'index.html': '<!doctype html><title>Pets</title><p id="said"></p><script type="module" src="/main.ts"></script>',
  'main.ts': `import { createClient, ResponseError } from 'virtual:operations/client';
document.cookie = 'session=Zo%C3%AB';
const client = createClient();
const rows: number[] = [];
for await (const row of client.listNumbers({ query: { page_size: 2 } })) rows.push(row);
const photo = new File(['meow'], 'ada.txt', { type: 'text/plain' });
const kept = await client.putPhoto({ path: { id: 7 }, body: { photo }, cookie: { session: 'not this one' } });
const refusal = await client.putPhoto({ path: { id: -1 }, body: { photo } }).catch((error: unknown) => error);
const problem = refusal instanceof ResponseError ? refusal.problem?.errors?.[0]?.name : 'none';
document.getElementById('said')!.textContent = JSON.stringify({ rows, kept, problem });
`,
  'app/operations/numbers.js': `/**
 * @param-include paging
 * @returns {integer[]} Numbers
 */
export default function listNumbers({ paging }) { return [1, 2, 3, 4, 5].slice(paging.offset, paging.offset + paging.limit); }
`,
  'app/operations/photos/{id}@put.js': `/**
 * @consumes multipart/form-data
 * @param {integer} id (minimum: 1)
 * @param {file} photo
 * @param {string} [cookie.session]
 * @returns {any} It
 */
export default async function putPhoto({ input }) {
  const { name, type } = input.body.photo;
  return { id: input.path.id, name, type, text: await input.body.photo.text(), session: input.cookie.session };
}
`,
};

describe.skipIf(!hasChromium)(`the client in a page (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  it.each(VITES)('works in a page of the dev server of %s', async (_name, vite) => {
    const dev = await startDev(vite, PAGE);
    const page = await browser.newPage();
    await page.goto(dev.url);
    await page.waitForFunction(`document.getElementById('said').textContent !== ''`);
    expect(JSON.parse((await page.textContent('#said'))!)).toEqual({
      rows: [1, 2, 3, 4, 5],
      kept: { id: 7, name: 'ada.txt', type: 'text/plain', text: 'meow', session: 'Zoë' },
      problem: 'id',
    });
    await page.close();
  });
});
