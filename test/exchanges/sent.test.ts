import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { linkPackages } from '../plugin/bundlers/project.ts';
import type { Request } from './compare.ts';
import { explanationOf } from './compare.ts';
import { writeProject } from './project.ts';
import { exchangeAll, expectAlike, runEverywhere } from './run.ts';

const TEXT = 'The book is on the shelf. '.repeat(40);

const FILES = {
  'app/operations/proxy.js': `/**
 * Passes on what another server sends.
 *
 * @param {string} url - Its address
 * @returns {string} 200 text/plain - It
 */
export default ({ input }) => fetch(input.query.url);
`,
  'app/operations/files/{kind}.js': `/**
 * Sends a file.
 *
 * @param {'bytes' | 'text' | 'stream'} kind - How
 * @returns {file} 200 text/plain - It
 */
export default (ctx) => {
  ctx.attachment('Zürich.txt');
  const bytes = Buffer.from('street');
  if (ctx.input.path.kind === 'text') return 'street';
  return ctx.input.path.kind === 'bytes' ? bytes : new Blob([bytes]).stream();
};
`,
  'app/operations/lengths/{length}.js': `/**
 * Sets a length of its own.
 *
 * @param {integer} length - It
 * @returns {string} 200 text/plain - Six bytes
 */
export default (ctx) => {
  ctx.type = 'text/plain';
  ctx.body = ctx.query.text === '' ? 'street' : Buffer.from('street');
  ctx.length = ctx.input.path.length;
};
`,
};

/** Starts another server, whose response is compressed and has two cookies. */
async function startUpstream(): Promise<string> {
  const body = gzipSync(TEXT);
  const server = createServer((_req, res) => {
    res.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2032 00:00:00 GMT']);
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Encoding', 'gzip');
    res.setHeader('Keep-Alive', 'timeout=987');
    res.setHeader('X-Own', '1');
    res.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('Responses, names of files and lengths are sent alike everywhere', async () => {
  const url = await startUpstream();
  const project = await writeProject(FILES, onTestFinished);
  await linkPackages(project.root, ['koa', '@koa', 'light-my-request']);
  const paths = [
    `/proxy?url=${encodeURIComponent(url)}`,
    ...['bytes', 'text', 'stream'].map((kind) => `/files/${kind}`),
    '/lengths/2',
    '/lengths/9',
    '/lengths/6?text=',
  ];
  const requests: readonly Request[] = paths.map((path) => ({ path }));
  const { built, others } = await runEverywhere(project, (send) => exchangeAll(send, requests));
  const [proxied, ...rest] = built;
  expect(proxied).toMatchObject({ status: 200, body: TEXT, headers: { 'x-own': '1' } });
  expect(proxied!.headers['set-cookie']).toMatch(/a=1; Path=\/[^]*b=2; Expires=Thu, 01 Jan 2032/);
  for (const answer of rest) expect(answer).toMatchObject({ status: 200, body: 'street' });
  for (const { headers } of rest.slice(0, 3))
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Z?rich.txt"; filename*=UTF-8\'\'Z%C3%BCrich.txt',
    );
  const rows = expectAlike(requests, built, others).map(explanationOf);
  for (const row of rows) expect(row).toMatch(/Vary|compressed|secure/);
});
