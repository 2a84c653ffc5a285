import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RateLimitStore } from '../../src/runtime/koa/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { RedisServer } from '../restarts/redis.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { scratch, writeTree } from '../support/build.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';

const PAGE = 'reference/rate-limits.md';
const FILES = Object.fromEntries(
  readBlocks(readPage(PAGE))
    .filter(({ title }) => /^(?:limiters|rate-limiter-flexible)\./.test(title))
    .map(({ title, text }) => [title, text]),
);
const TREE = {
  'a.ts':
    '/** It.\n * @rate-limit 3 per 15 minutes per all (name: few)\n * @rate-limit 5 per day per all (name: many, onStoreError: closed) */',
};

/** The module of the page. */
interface Limiters {
  readonly store: RateLimitStore;
  readonly storeClient: { disconnect(): void };
}

/** A project with the files of the page, and its packages. */
function project(): string {
  const root = scratch();
  linkPackages(root);
  return root;
}

it.skipIf(!hasPackages)(`${PAGE}: limiters of rate-limiter-flexible have types`, async () => {
  expect(Object.keys(FILES)).toEqual(['limiters.ts', 'rate-limiter-flexible.d.ts']);
  expect(await checkTypes(project(), FILES)).toEqual([]);
});

it.skipIf(!hasPackages)(
  `${PAGE}: limiters of rate-limiter-flexible count in Redis, and a bundle has no other driver`,
  { timeout: 60_000 },
  async () => {
    const root = project();
    await writeTree(root, FILES);
    const outfile = join(root, 'limiters.mjs');
    await build({
      entryPoints: [join(root, 'limiters.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['ioredis', 'unplugin-operations/koa'],
      logLevel: 'error',
    });
    const text = await readFile(outfile, 'utf8');
    expect(text).toContain('RateLimiterRedis');
    expect(text).not.toMatch(/RateLimiterMongo|RateLimiterPostgres/);

    const redis = await RedisServer.start(root);
    onTestFinished(() => redis.stop());
    vi.stubEnv('REDIS_URL', redis.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { store, storeClient } = (await import(pathToFileURL(outfile).href)) as Limiters;
    onTestFinished(() => storeClient.disconnect());
    const { ask } = await serve(createApp(await compileTree(TREE), { rateLimits: { store, timeout: 10_000 } }));
    const answers: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await ask('GET /a');
      answers.push([status, ...String(headers['ratelimit']).matchAll(/r=\d/g)].map(String));
    }
    // What a refused request has taken from the other limit is given back.
    expect(answers).toEqual([
      ['200', 'r=2', 'r=4'],
      ['200', 'r=1', 'r=3'],
      ['200', 'r=0', 'r=2'],
      ['429', 'r=0', 'r=1'],
      ['429', 'r=0', 'r=1'],
    ]);
  },
);
