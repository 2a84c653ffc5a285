import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { writePackage } from '../command/client-package/command.ts';
import { scratch, writeTree } from '../support/build.ts';
import { isFile, readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

const run = promisify(execFile);

/** The globals of React Native: those of its packages, above an XMLHttpRequest that its native code has. */
const GLOBALS = `import { request } from 'node:http';
import { AbortController, AbortSignal } from 'abort-controller';
for (const name of ['fetch', 'Headers', 'Request', 'Response', 'DOMException']) delete globalThis[name];
Object.assign(globalThis, { AbortController, AbortSignal });
globalThis.XMLHttpRequest = class {
  response = undefined;
  responseType = '';
  #headers = {};
  open(method, url) {
    this.#request = request(url, { method });
  }
  #request;
  setRequestHeader(name, value) {
    this.#request.setHeader(name, value);
  }
  getAllResponseHeaders() {
    return Object.entries(this.#headers).map(([name, value]) => name + ': ' + value).join('\\r\\n');
  }
  abort() {
    this.onerror = () => {};
    this.#request.destroy();
    this.onabort();
  }
  send(body) {
    this.#request.on('error', () => this.onerror());
    this.#request.on('response', async (response) => {
      this.response = new Uint8Array(Buffer.concat(await response.toArray())).buffer;
      this.#headers = response.headers;
      Object.assign(this, { status: response.statusCode, statusText: response.statusMessage, responseURL: '' });
      this.onload();
    });
    this.#request.end(body ?? undefined);
  }
};
await import('whatwg-fetch');
`;

const USE = `import { api } from './api.js';
import { listBooksWithin } from './timeout.js';
const found = [typeof AbortSignal.any, typeof DOMException];
found.push((await api.addBook({ body: { title: 'Emma' } })).title);
const pages = [];
for await (const { title } of api.listBooks({ query: { page_size: 1 } })) pages.push(title);
const late = new AbortController();
setTimeout(() => late.abort(), 100);
found.push(pages, await listBooksWithin(100));
await api.listBooks({}, { signal: late.signal }).catch(({ name }) => found.push(name));
await api.getBook({ path: { id: 1 } }).catch((error) => found.push(error instanceof TypeError, error.message));
console.log(JSON.stringify(found));
`;

it.skipIf(!hasPackages)('front-end-frameworks.md: the client runs with the packages of React Native', async () => {
  const blocks = readBlocks(readPage('front-end-frameworks.md'));
  const shown = (name: string): string => blocks.find(({ title }) => title === `consumer ${name}`)!.text;
  const project = scratch();
  await writeTree(
    project,
    Object.fromEntries(
      readBlocks(readPage('client-package.md'))
        .filter(isFile)
        .map(({ title, text }) => [title, text]),
    ),
  );
  let lost = 0;
  const server = createServer(async ({ method, url, socket }, res) => {
    if (url === '/books/1') return void (lost++, socket.destroy());
    // Without parameters, it takes forever.
    if (method === 'GET' && url === '/books') return;
    const isFirst = !url!.includes('&page=2');
    if (isFirst) res.setHeader('Link', '</books?page_size=1&page=2>; rel="next"');
    const book = { id: 1, title: isFirst ? 'Emma' : 'Persuasion' };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(method === 'POST' ? book : [book]));
  }).listen(0);
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;

  const app = scratch();
  mkdirSync(join(app, 'node_modules/@shop'), { recursive: true });
  writePackage(project, '-o', join(app, 'node_modules/@shop/api'), '--name', '@shop/api');
  linkPackages(app);
  await writeTree(app, {
    'package.json': '{ "type": "module" }',
    'globals.mjs': GLOBALS,
    'api.ts': shown('api.ts').replace('https://shop.example', address),
    'timeout.ts': shown('timeout.ts'),
    'use.ts': USE,
  });
  await build({ root: app, configFile: false, logLevel: 'silent', build: { ssr: 'use.ts', outDir: 'built' } });
  const { stdout } = await run(process.execPath, ['--import', './globals.mjs', 'built/use.js'], { cwd: app });
  expect(JSON.parse(stdout)).toEqual([
    'undefined',
    'undefined',
    'Emma',
    ['Emma', 'Persuasion'],
    null,
    'AbortError',
    true,
    'Network request failed',
  ]);
  expect(lost).toBe(1);
});
