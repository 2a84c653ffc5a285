import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dev } from '../plugin/dev/server.ts';
import { startDev, VITES } from '../plugin/dev/server.ts';
import { CHROMIUM, hasChromium, overlayText, startChromium } from './chromium.ts';

/** A front end that shows what the API answers each time it is asked to, and how often it has been loaded. */
const FRONT_END = {
  'index.html':
    '<!doctype html><title>Pets</title><p id="loads"></p><p id="pets"></p><script type="module" src="/main.ts"></script>',
  'main.ts': `const show = (id: string, text: string): void => { document.getElementById(id)!.textContent = text; };
const loads = Number(sessionStorage.getItem('loads') ?? 0) + 1;
sessionStorage.setItem('loads', String(loads));
show('loads', String(loads));
const ask = async (): Promise<void> => {
  const response = await fetch('/api/pets');
  show('pets', response.status + ' ' + (await response.text()));
};
await ask();
setInterval(ask, 20);
`,
};

const pets = (words: string, answer: string, returns = 'string'): string =>
  `/**\n * ${words}\n *\n * @returns {${returns}} They\n */\nexport default (): string => '${answer}';\n`;

const FILE = 'app/operations/pets.ts';

const shows = (page: Page, id: string, text: string): Promise<unknown> =>
  page.waitForFunction(`document.getElementById('${id}')?.textContent === ${JSON.stringify(text)}`);
const overlayShows = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    `document.querySelector('vite-error-overlay')?.shadowRoot.textContent.includes(${JSON.stringify(text)})`,
  );
const overlayIsGone = (page: Page): Promise<unknown> =>
  page.waitForFunction(`document.querySelector('vite-error-overlay') === null`);

describe.skipIf(!hasChromium)(`a page of the dev server (needs Chromium at ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  const open = async (dev: Dev): Promise<Page> => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(dev.url);
    return page;
  };
  it.each(VITES)(
    'the page of %s changes with a handler, and is loaded again where the contract changes',
    async (_, vite) => {
      const dev = await startDev(vite, { ...FRONT_END, [FILE]: pets('Pets', 'Rex') }, { base: '/api' });
      const page = await open(dev);
      await shows(page, 'pets', '200 "Rex"');
      await shows(page, 'loads', '1');

      await dev.write({ [FILE]: pets('Pets', 'Bello') });
      await shows(page, 'pets', '200 "Bello"');
      await dev.write({ 'app/operations/_helper.ts': 'export const x = 1;\n' });
      await dev.write({ [FILE]: pets('Pets', 'Fido') });
      await shows(page, 'pets', '200 "Fido"');
      await shows(page, 'loads', '1');

      await dev.write({ [FILE]: pets('All pets', 'Fido') });
      await shows(page, 'loads', '2');
      await dev.write({ 'app/operations/toys.ts': pets('Toys', 'ball') });
      await shows(page, 'loads', '3');
      await rm(join(dev.root, 'app/operations/toys.ts'));
      await shows(page, 'loads', '4');
      await shows(page, 'pets', '200 "Fido"');
      expect(await overlayText(page)).toBeUndefined();
    },
  );

  it.each(VITES)(
    'the page of %s shows a mistake with its place and frame, the last good API goes on, and a mended one is gone',
    async (_, vite) => {
      const dev = await startDev(vite, { ...FRONT_END, [FILE]: pets('Pets', 'Rex') }, { base: '/api' });
      const page = await open(dev);
      await shows(page, 'pets', '200 "Rex"');

      await dev.write({ [FILE]: pets('Pets', 'Bello', 'strng') });
      await overlayShows(page, 'Unknown type "strng". Did you mean "string"?');
      const text = (await overlayText(page))!;
      expect(text).toContain('[plugin:unplugin-operations]');
      expect(text).toContain(`${dev.root}/${FILE}:4:14`);
      expect(text).toContain('  4 |  * @returns {strng} They\n    |              ^^^^^');
      await shows(page, 'pets', '200 "Rex"');

      // One who comes later sees it too.
      const late = await open(dev);
      await overlayShows(late, 'Unknown type "strng"');
      await shows(late, 'pets', '200 "Rex"');

      await dev.write({ [FILE]: pets('Pets', 'Bello') });
      await overlayIsGone(page);
      await overlayIsGone(late);
      await shows(page, 'pets', '200 "Bello"');
      await shows(page, 'loads', '1');
      await shows(late, 'loads', '1');

      await dev.write({ [FILE]: `${pets('Pets', 'x', 'strng')}`.replace('Pets', 'Pets\n * @param-include pagin') });
      await overlayShows(page, '2 errors in the operations');
      expect(await overlayText(page)).toContain(`${FILE}:3:19 - error unknown-include`);
      await dev.write({ [FILE]: pets('Other pets', 'Bello') });
      await shows(page, 'loads', '2');
      await overlayIsGone(page);
    },
  );

  it.each(VITES)('the page of %s shows what is wrong with a helper, and what a mended one does', async (_, vite) => {
    const dev = await startDev(
      vite,
      {
        ...FRONT_END,
        'lib/name.ts': "export const name = 'Rex';\n",
        [FILE]: pets('Pets', 'x').replace("'x'", 'name').replace(/^/, "import { name } from '../../lib/name.ts';\n"),
      },
      { base: '/api' },
    );
    const page = await open(dev);
    await shows(page, 'pets', '200 "Rex"');
    await dev.write({ 'lib/name.ts': 'export const name = ;\n' });
    await overlayShows(page, 'lib/name.ts');
    await shows(page, 'pets', '200 "Rex"');
    await dev.write({ 'lib/name.ts': "export const name = 'Bello';\n" });
    await overlayIsGone(page);
    await shows(page, 'pets', '200 "Bello"');
    expect(await page.textContent('#loads')).toBe('1');
  });
});
