import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { expect, it } from 'vitest';
import operations from '../../../src/vite.ts';
import type { Dev } from './server.ts';
import { startDev, VITES } from './server.ts';

const operation = (text: string): string =>
  `import { word } from '../words.ts';\n/** @returns {string} The text */\nexport default (): string => ${JSON.stringify(text)} + word;\n`;
const limited = (maximum: number): string =>
  `/**\n * @param {Size} size - The size\n * @returns {integer} It\n */\nexport default (ctx): number => ctx.input.query.size + ${maximum} - ${maximum};\n`;
const size = (maximum: number): string => JSON.stringify({ type: 'integer', maximum });
const words = (text: string): string => `export const word = ${JSON.stringify(text)};\n`;

interface Unwatched {
  readonly ask: Dev['ask'];
  /** The status of a response. */
  status(path: string, init?: RequestInit): Promise<number>;
  write(path: string, text: string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
}

/** Starts a dev server without a watcher, so that only the times of files and directories decide. */
async function startUnwatched(
  vite: (typeof VITES)[number][1],
  files: Readonly<Record<string, string>>,
): Promise<Unwatched> {
  let watcher: ViteDevServer['watcher'] | undefined;
  const { root, ask } = await startDev(
    vite,
    files,
    {},
    { plugins: [operations(), { name: 'test', configureServer: (server) => void (watcher = server.watcher) }] },
  );
  await watcher!.close();
  return {
    ask,
    status: async (path, init) => (await ask(path, init)).status,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    move: (from, to) => renameSync(join(root, from), join(root, to)),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
  };
}

it.each(VITES)('%s: a request right after a save gets the new code, each time', async (_name, vite) => {
  const { ask, write } = await startUnwatched(vite, {
    'app/operations/text.ts': operation('a'),
    'app/operations/limit.ts': limited(1),
    'app/operations/_middleware.ts': 'export default (ctx, next) => (ctx.set("X-Round", "0"), next());\n',
    'app/definitions/Size.json': size(1),
    'app/words.ts': words('0'),
  });
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

const plain = (text: string): string =>
  `/** @returns {string} The text */\nexport default (): string => ${JSON.stringify(text)};\n`;
const spelled =
  '/**\n * @param {Word} word - The word\n * @returns {string} It\n */\nexport default (ctx): string => ctx.input.query.word;\n';
const GUARD = 'export const authorize = () => false;\n';

it.each(VITES)('%s: a request right after a file is added, moved or removed gets the new tree', async (_name, vite) => {
  const { ask, status, write, move, remove } = await startUnwatched(vite, { 'app/operations/a.ts': plain('a') });
  expect([await status('/a'), await status('/b'), await status('/deep/er/c')]).toEqual([200, 404, 404]);
  for (let round = 1; round <= 3; round++) {
    write('app/operations/b.ts', plain(`b${round}`));
    expect((await ask('/b')).body).toBe(`"b${round}"`);
    write('app/operations/b.ts', plain(`again${round}`));
    expect((await ask('/b')).body).toBe(`"again${round}"`);
    write('app/operations/deep/er/c.ts', plain('c'));
    expect(await status('/deep/er/c')).toBe(200);
    move('app/operations/b.ts', 'app/operations/d.ts');
    expect([await status('/d'), await status('/b')]).toEqual([200, 404]);
    move('app/operations/deep', 'app/operations/high');
    expect([await status('/high/er/c'), await status('/deep/er/c')]).toEqual([200, 404]);
    remove('app/operations/d.ts');
    expect(await status('/d')).toBe(404);
    remove('app/operations/high');
    expect(await status('/high/er/c')).toBe(404);
  }
});

it.each(VITES)('%s: a new guard keeps out the request right after it', async (_name, vite) => {
  const { status, write, move, remove } = await startUnwatched(vite, {
    'app/operations/a.ts': plain('a'),
    'app/operations/sub/deep/b.ts': plain('b'),
  });
  const both = async (): Promise<number[]> => [await status('/sub/deep/b'), await status('/a')];
  expect(await both()).toEqual([200, 200]);
  write('app/operations/sub/_middleware.ts', GUARD);
  expect(await both()).toEqual([403, 200]);
  move('app/operations/sub/_middleware.ts', 'app/operations/_middleware.ts');
  expect(await both()).toEqual([403, 403]);
  remove('app/operations/_middleware.ts');
  expect(await both()).toEqual([200, 200]);
  // Many editors create an empty file first, which is no guard yet.
  write('app/operations/sub/_middleware.ts', '');
  expect(await both()).toEqual([200, 200]);
  write('app/operations/sub/_middleware.ts', GUARD);
  expect(await both()).toEqual([403, 200]);
});

it.each(VITES)(
  '%s: a new definition, document and webhook hold for the request right after them',
  async (_name, vite) => {
    const { status, write, move } = await startUnwatched(vite, { 'app/operations/a.ts': plain('a') });
    expect(await status('/a')).toBe(200);
    write('app/definitions/Size.json', size(1));
    write('app/operations/limit.ts', limited(1));
    expect([await status('/limit?size=1'), await status('/limit?size=2')]).toEqual([200, 400]);
    write('app/definitions/other/Word.json', JSON.stringify({ type: 'string', maxLength: 1 }));
    write('app/operations/word.ts', spelled);
    expect([await status('/word?word=a'), await status('/word?word=ab')]).toEqual([200, 400]);
    write('app/webhooks/made@post.ts', plain('made'));
    expect(await status('/webhooks/made', { method: 'POST' })).toBe(200);
    move('app/webhooks/made@post.ts', 'app/webhooks/sent@post.ts');
    expect([
      await status('/webhooks/sent', { method: 'POST' }),
      await status('/webhooks/made', { method: 'POST' }),
    ]).toEqual([200, 404]);
  },
);

it.each(VITES)(
  '%s: a request right after an edit of its method, or of an error, gets the new answer',
  async (_name, vite) => {
    const { status, write } = await startUnwatched(vite, { 'app/operations/a.ts': plain('a') });
    expect([await status('/a'), await status('/a', { method: 'POST' })]).toEqual([200, 405]);
    write('app/operations/a.ts', plain('a').replace('/** ', '/**\n * @POST\n * '));
    expect([await status('/a', { method: 'POST' }), await status('/a')]).toEqual([200, 405]);
    write('app/operations/b.ts', plain('b').replace('{string}', '{strin}'));
    expect(await status('/b')).toBe(500);
    write('app/operations/b.ts', plain('b'));
    expect(await status('/b')).toBe(200);
  },
);
