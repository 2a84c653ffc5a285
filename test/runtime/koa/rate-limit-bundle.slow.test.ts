import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { startNode } from '../../support/process.ts';

const SERVER = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
const server = createApp(operations, { rateLimits: {} }).listen(0, () => console.log(\`http://localhost:\${server.address().port}\`));
`;
/** A worker that creates the app and ends. */
const CLUSTER = `import cluster from 'node:cluster';
import { createApp, memoryLimits } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
if (cluster.isPrimary) {
  cluster.fork();
  cluster.fork({ SHARED: '1' });
} else {
  process.on('warning', ({ message }) => console.log(message));
  createApp(operations, process.env.SHARED ? { rateLimits: memoryLimits() } : {});
  setTimeout(() => process.exit(), 100);
}
`;
const build = async (comment: string, server = SERVER): Promise<{ readonly file: string; readonly text: string }> => {
  const root = scratch(afterAll);
  await writeTree(root, {
    'package.json': '{"type":"module"}',
    'server.ts': server,
    'app/operations/a.ts': `/** It.\n${comment} */\nexport default () => 'a';\n`,
  });
  const file = await viteBuild(root, join(root, 'dist'));
  return { file, text: readFileSync(file, 'utf8') };
};

/** The most that limits add to a bundle, in bytes, minified and gzipped: 5,140 when they were new, and 450 for counting alone while a store fails, for
 * spellings of user names, for requests without an address, and for longer messages. */
const BUDGET = 5_900;

const sizeOf = async (text: string): Promise<number> => {
  const { code } = await transform(text, { minify: true, format: 'esm' });
  return gzipSync(code).length;
};

describe('a bundle', () => {
  it('bundles the code of limits only if an operation has one', async () => {
    const [plain, limited] = await Promise.all([build(''), build(' * @rate-limit 1 per day\n')]);
    const marks = ['RateLimit-Policy', 'quota-exceeded', 'violated-policies', 'maxKeys', 'CF-Connecting-IP'];
    expect(marks.filter((mark) => plain.text.includes(mark))).toEqual([]);
    expect(marks.filter((mark) => !limited.text.includes(mark))).toEqual([]);
    // Nothing of other stores.
    expect(limited.text).not.toMatch(/EVALSHA|msBeforeNext/);
    expect((await sizeOf(limited.text)) - (await sizeOf(plain.text))).toBeLessThan(BUDGET);
    const server = await startNode(limited.file, { cwd: join(limited.file, '..') });
    try {
      const statuses = [await fetch(`${server.url}/a`), await fetch(`${server.url}/a`)].map(({ status }) => status);
      expect(statuses).toEqual([200, 429]);
    } finally {
      await server.stop();
    }
  });

  it('warns in each worker of node:cluster, unless it has a store', async () => {
    const { file } = await build(' * @rate-limit 1 per day\n', CLUSTER);
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    const warnings = stdout.split('\n').filter((line) => line.includes('node:cluster runs several processes'));
    expect(warnings).toHaveLength(1);
  });
});
