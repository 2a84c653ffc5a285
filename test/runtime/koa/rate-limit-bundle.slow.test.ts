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
const build = async (comment: string): Promise<{ readonly file: string; readonly text: string }> => {
  const root = scratch(afterAll);
  await writeTree(root, {
    'package.json': '{"type":"module"}',
    'server.ts': SERVER,
    'app/operations/a.ts': `/** It.\n${comment} */\nexport default () => 'a';\n`,
  });
  const file = await viteBuild(root, join(root, 'dist'));
  return { file, text: readFileSync(file, 'utf8') };
};

/** The most that limits add to a bundle, in bytes, minified and gzipped: 5,140 when they were new. */
const BUDGET = 5_400;

const sizeOf = async (text: string): Promise<number> => {
  const { code } = await transform(text, { minify: true, format: 'esm' });
  return gzipSync(code).length;
};

describe('a bundle', () => {
  it('has code of limits only if an operation has one', async () => {
    const [plain, limited] = await Promise.all([build(''), build(' * @rate-limit 1 per day\n')]);
    const marks = ['RateLimit-Policy', 'quota-exceeded', 'violated-policies', 'maxKeys', 'X-Real-IP'];
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
});
