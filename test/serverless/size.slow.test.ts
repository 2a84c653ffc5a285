import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, esmExternalRequirePlugin } from 'vite';
import { expect, it } from 'vitest';
import operations from '../../src/vite.ts';
import { readPage } from '../docs/examples.ts';
import { alias } from '../support/alias.ts';
import { scratch, writeTree } from '../support/build.ts';
import { linkPackages, readDeployment } from './deployment.ts';

const FILES = {
  'package.json': '{ "type": "module" }',
  'worker.ts': readDeployment('workers.md').files['worker.ts']!,
  'app/operations/hello.js':
    '/**\n * Greets.\n *\n * @param {string} query.name - A name\n * @returns {{text: string}} The greeting\n */\n' +
    'export default (ctx) => ({ text: `Hello, ${ctx.input.query.name}` });\n',
};

/** The sizes of a Worker in kB, plain and gzipped, as the configuration of the page builds it. */
async function sizesOf(minify: boolean): Promise<{ text: string; sizes: number[] }> {
  const root = scratch();
  await writeTree(root, FILES);
  linkPackages(join(root, 'node_modules'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [operations({ dts: false }), esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
    build: { ssr: 'worker.ts', minify, rolldownOptions: { external: [/^cloudflare:/] } },
  });
  const bytes = readFileSync(join(root, 'dist/worker.js'));
  return {
    text: String(bytes),
    sizes: [bytes.length, gzipSync(bytes, { level: 9 }).length].map((size) => size / 1000),
  };
}

const [, ...shown] =
  /A Worker with one operation is about (\d+) kB \((\d+) kB gzipped\), or (\d+) kB \((\d+) kB\) with/.exec(
    readPage('deploy/workers.md'),
  )!;

it('a Worker has the size that the page of Workers names', async () => {
  const [plain, minified] = [await sizesOf(false), await sizesOf(true)];
  const sizes = [...plain.sizes, ...minified.sizes];
  for (const [i, size] of sizes.entries()) expect(Math.abs(size / Number(shown[i]) - 1), `${sizes}`).toBeLessThan(0.02);
});

it('contains nothing that no operation needs', async () => {
  const { text } = await sizesOf(true);
  const unused = {
    body: 'The form must have at most',
    security: 'No verifier for these security schemes',
    paging: 'X-Total-Count',
    multipart: 'boundary',
    streams: 'text/event-stream',
    'idempotency keys': 'idempotency-key',
    preconditions: 'if-match',
  };
  expect(Object.entries(unused).filter(([, sign]) => text.toLowerCase().includes(sign.toLowerCase()))).toEqual([]);
});
