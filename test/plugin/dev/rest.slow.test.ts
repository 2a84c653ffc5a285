import { expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const FILES = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'src/main.ts': 'console.log("front end");\n',
  'app/operations/{page...}.ts':
    '/**\n * Any page.\n * @param {string} page - The path\n * @returns {{page: string}} It\n */\nexport default (ctx: any) => ({ page: ctx.input.path.page });\n',
  'app/operations/files/private@get.ts':
    '/** The secret.\n * @returns {string} It\n */\nexport default () => "private";\n',
};

it.each(VITES)('%s: a fallback for all paths gets what Vite does not need for the front end', async (_name, vite) => {
  const { ask, write, until } = await startDev(vite, FILES);
  const page = async (path: string) => [(await ask(path)).status, (await ask(path)).body];
  expect(await page('/blog/2024')).toEqual([200, '{"page":"blog/2024"}']);
  expect(await page('/blog%2F2024')).toEqual([200, '{"page":"blog/2024"}']);
  expect((await ask('/src/main.ts')).body).toContain('front end');
  expect((await ask('/@vite/client')).type).toContain('javascript');
  expect((await ask('/..%2F..%2Fetc')).status).toBe(400);
  // The code of the more specific operation is loaded.
  expect(await page('/files%2Fprivate')).toEqual([200, '"private"']);
  await write({
    'app/operations/files/{path...}@get.ts':
      '/** @param {string} path - x\n * @returns {string} x\n */\nexport default (ctx: any) => ctx.input.path.path;\n',
  });
  await until('/files/a/b', (_status, body) => body === '"a/b"');
});
