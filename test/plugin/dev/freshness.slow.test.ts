import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { expect, it } from 'vitest';
import operations from '../../../src/vite.ts';
import { startDev, VITES } from './server.ts';

const operation = (text: string): string =>
  `import { word } from '../words.ts';\n/** @returns {string} The text */\nexport default (): string => ${JSON.stringify(text)} + word;\n`;
const limited = (maximum: number): string =>
  `/**\n * @param {Size} size - The size\n * @returns {integer} It\n */\nexport default (ctx): number => ctx.input.query.size + ${maximum} - ${maximum};\n`;
const size = (maximum: number): string => JSON.stringify({ type: 'integer', maximum });
const words = (text: string): string => `export const word = ${JSON.stringify(text)};\n`;

it.each(VITES)('%s: a request right after a save gets the new code, each time', async (_name, vite) => {
  // Without a watcher, only the times of files decide.
  let watcher: ViteDevServer['watcher'] | undefined;
  const { root, ask } = await startDev(
    vite,
    {
      'app/operations/text.ts': operation('a'),
      'app/operations/limit.ts': limited(1),
      'app/operations/_middleware.ts': 'export default (ctx, next) => (ctx.set("X-Round", "0"), next());\n',
      'app/definitions/Size.json': size(1),
      'app/words.ts': words('0'),
    },
    {},
    { plugins: [operations(), { name: 'test', configureServer: (server) => void (watcher = server.watcher) }] },
  );
  await watcher!.close();
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  expect((await ask('/text')).body).toBe('"a0"');
  expect((await ask('/limit?size=2')).status).toBe(400);
  for (let round = 1; round <= 5; round++) {
    write('app/operations/text.ts', operation(`a${round}`));
    expect((await ask('/text')).body).toBe(`"a${round}${round - 1}"`);
    write('app/words.ts', words(String(round)));
    expect((await ask('/text')).body).toBe(`"a${round}${round}"`);
    write('app/definitions/Size.json', size(round + 1));
    expect([(await ask(`/limit?size=${round + 1}`)).status, (await ask(`/limit?size=${round + 2}`)).status]).toEqual([
      200, 400,
    ]);
  }
});
