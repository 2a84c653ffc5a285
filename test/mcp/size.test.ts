import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** The folders whose code only an app with tools has. The rest of its modules is part of every app. */
const OWN = /\/src\/(?:mcp|client|in-process)\/|\/contract\/search-terms/;

/**
 * The size limit of the server's own code, in bytes, gzipped, without the tools and without light-my-request: a raise needs a reason.
 * 10,300 before calls on Workers, which light-my-request cannot make.
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
  expect(length).toBeGreaterThan(BUDGET - 1000);
});
