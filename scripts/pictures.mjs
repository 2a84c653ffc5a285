// Takes the pictures of README.md and of the site in Chromium: four steps, a mistake in Vite's overlay, the overview, and the docs page.
// Run it after `npm run build`, in a copy of the repository that is not being edited: it serves the playground.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

/** The pictures to take: all of them, unless the command names some. */
const chosen = process.argv.slice(2);

/** Takes a picture of a page when it is prepared. */
async function take(name, path, prepare) {
  if (chosen.length > 0 && !chosen.includes(name)) return;
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, deviceScaleFactor: 1.5 });
  const prepared = prepare(page);
  await page.goto(url + path);
  await prepared;
  await page.screenshot({ path: join(root, 'docs/public', `${name}.png`), animations: 'disabled' });
  await page.close();
}

/** A block of README.md, by what follows the language on its fence. */
function readBlock(title) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, ...blocks] = readme.split('\n```');
  const block = blocks.find((one) => one.split('\n', 1)[0].replace(/^\w+ ?/, '') === title);
  return block.slice(block.indexOf('\n') + 1) + '\n';
}

/** Four steps as a page: what README.md shows, and what TypeScript reports for a wrong call of the client. */
async function stepsPage() {
  const call = "const book = await api.addBook({\n  body: { title: 'Dust', genre: 'cow' },\n});\n";
  const post = readBlock('app/operations/books/@post.ts');
  const answer = readBlock('request').replace(/ -H /, ' \\\n    -H ').replace(/ -d /, ' \\\n    -d ');
  const steps = [
    ['Write a comment', 'app/operations/books/@post.ts', post.slice(post.indexOf('/**')), 'ts'],
    [
      'A mistake in it is found',
      'terminal, editor and browser',
      `${readBlock('mistake app/operations/books/search.ts')}\n${readBlock('diagnostics')}`.replace(
        /: Unknown/,
        ':\nUnknown',
      ),
      'ts',
    ],
    ['A wrong request gets a 400', 'terminal', answer.replace(/, "pointer.*/, ',').replace(/, "params".*?}/, ''), 'sh'],
    ['A wrong call does not compile', 'shop.ts', call + typeError(call), 'ts'],
  ];
  const { codeToHtml } = await import(pathToFileURL(join(root, 'docs/node_modules/shiki/dist/index.mjs')).href);
  const panels = await Promise.all(
    steps.map(async ([title, file, code, lang], i) => {
      const html = await codeToHtml(code.trimEnd(), { lang, theme: 'github-light' });
      return `<section><h2><b>${i + 1}</b>${title}<small>${file}</small></h2>${html}</section>`;
    }),
  );
  return `<!doctype html><style>
    body { margin: 0; padding: 20px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px; background: #f6f8fa; font: 15px system-ui, sans-serif; }
    section { background: #fff; border: 1px solid #d1d9e0; border-radius: 8px; overflow: hidden; }
    h2 { margin: 0; padding: 10px 14px; font-size: 16px; border-bottom: 1px solid #d1d9e0; }
    b { display: inline-block; width: 24px; margin-right: 8px; border-radius: 12px; background: #0969da; color: #fff; text-align: center; line-height: 24px; }
    small { float: right; color: #59636e; font-weight: 400; line-height: 24px; }
    pre { margin: 0; padding: 14px; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
  </style>${panels.join('')}`;
}

/** What TypeScript reports for a call of the client, as comments. */
function typeError(call) {
  const project = mkdtempSync(join(root, '.steps-'));
  cpSync(join(root, 'test/fixtures/books'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/unplugin-operations'));
  const imports = `/// <reference types="unplugin-operations/client" />\nimport { createClient } from 'virtual:operations/client';\n`;
  writeFileSync(join(project, 'shop.ts'), `${imports}const api = createClient();\nexport ${call}`);
  spawnSync('node', [join(root, 'dist/command/index.js'), 'types', '-o', 'operations.d.ts'], { cwd: project });
  const { stdout } = spawnSync('npx', ['tsc', '--pretty', 'false'], { cwd: project, encoding: 'utf8' });
  rmSync(project, { recursive: true });
  const [, message] = /shop\.ts\(\d+,\d+\): error TS\d+: (.*)/.exec(stdout);
  return `// ${message.replace(' is not', '\n// is not')}\n`;
}

/** Sends what the list of requests shows. Later rounds find their modules loaded, as nearly all requests do, and only they are shown. */
async function sendRequests() {
  const paths = [
    '/orders/99',
    '/books/zero',
    '/books/search?q=lighthouse',
    '/books/1',
    '/books?genre=poetry&page_size=3',
  ];
  for (const path of [...paths, ...paths, ...paths]) await (await fetch(url + path)).text();
}

try {
  await sendRequests();
  await take('overview', '/__operations', async (page) => {
    await page.getByRole('searchbox').fill('book average');
    const leaf = page.locator('.leaf:has(> summary:has-text("Gets a book with"))').first();
    await leaf.locator('summary').first().click();
    await leaf.getByRole('button', { name: 'Send', exact: true }).click();
    await leaf.locator('.answer pre').first().waitFor();
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
  if (chosen.length === 0 || chosen.includes('steps')) {
    const steps = await browser.newPage({ viewport: { width: 1380, height: 400 }, deviceScaleFactor: 1.5 });
    await steps.setContent(await stepsPage());
    await steps.screenshot({ path: join(root, 'docs/public/steps.png'), fullPage: true });
    await steps.close();
  }
  await take('overlay', '/front-end.html', async (page) => {
    // The overlay shows errors that come while the page is open.
    await page.waitForEvent('console', { predicate: (message) => message.text().includes('connected.') });
    writeFileSync(mistake, readBlock('mistake app/operations/books/search.ts'));
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
