import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { startNode } from '../../support/process.ts';

const SERVER = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
const server = createApp(operations).listen(0, () => console.log(\`http://localhost:\${server.address().port}\`));
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
const sizeOf = async (text: string): Promise<number> => {
  const { code } = await transform(text, { minify: true, format: 'esm' });
  return gzipSync(code).length;
};

/** The most that @cache adds to a bundle, in bytes, minified and gzipped: 205 when it was new, 170 for responses that set a cookie, also later, and 10 for the module of private responses. */
const BUDGET = 410;

it('a bundle has code of @cache only if an operation has it', async () => {
  const [plain, cached] = await Promise.all([build(''), build(' * @cache public, max-age=60\n')]);
  const marks = ['finishCaching', 'max-age=60'];
  expect(marks.filter((mark) => plain.text.includes(mark))).toEqual([]);
  expect(marks.filter((mark) => !cached.text.includes(mark))).toEqual([]);
  expect((await sizeOf(cached.text)) - (await sizeOf(plain.text))).toBeLessThan(BUDGET);
  const server = await startNode(cached.file, { cwd: join(cached.file, '..') });
  try {
    expect((await fetch(`${server.url}/a`)).headers.get('Cache-Control')).toBe('public, max-age=60');
  } finally {
    await server.stop();
  }
});
