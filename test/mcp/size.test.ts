import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** The modules that only an app with tools has, without the in-process dispatcher, which Lambda has too. The rest is part of every app. */
const OWN = /\/src\/(?:mcp|client)\/|\/contract\/(?:mcp|search-terms|tool-list)\.ts/;

/**
 * The size limit of the server's own code, in bytes, gzipped, without the tools and the in-process dispatcher: a raise needs a reason.
 *
 * In kB: requests from arguments 1.4, results and files 1.6, problems for models 0.5, streams 1.2, search and its three tools 2.0, messages and
 * headers of both revisions 1.3, credentials and metadata 0.9, origins and hosts 0.3, callers 0.3, the rest calls and options.
 */
const BUDGET = 10_500;

const onlyOwn: Plugin = {
  name: 'only-own',
  async resolveId(id, importer) {
    if (importer === undefined) return null;
    if (!/^[./]/.test(id)) return { id, external: true };
    const resolved = await this.resolve(id, importer, { skipSelf: true });
    return resolved && !OWN.test(resolved.id) ? { id: 'app', external: true } : resolved;
  },
};

it('keeps within its budget', async () => {
  const input = join(import.meta.dirname, '../../src/mcp/index.ts');
  const bundle = await rolldown({ input, platform: 'node', plugins: [onlyOwn] });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const { length } = gzipSync(output[0].code, { level: 9 });
  expect(length).toBeLessThan(BUDGET);
  // A budget that is far too large does not hold anything.
  expect(length).toBeGreaterThan(BUDGET - 200);
});

it('costs an app without tools nothing', async () => {
  const input = ['koa', 'lambda', 'workers'].map((name) => join(import.meta.dirname, `../../src/${name}/index.ts`));
  const bundle = await rolldown({ input, platform: 'node', external: (id) => !/^[./]/.test(id) });
  const { output } = await bundle.generate();
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
  expect(modules.some((id) => id.endsWith('src/koa/steps.ts'))).toBe(true);
  expect(modules.filter((id) => /\/src\/(?:mcp|client)\//.test(id))).toEqual([]);
});
