import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGate } from '../../runtime/koa/serve.ts';
import { startDev, VITES } from './server.ts';

const VISITS = `/**
 * @param-include cursor (at desc, id)
 * @returns {{at: string, id: integer}[]} The visits
 */
export default function listVisits({ cursor }) {
  const all = [1, 2, 3, 4, 5].map((id) => ({ at: "t", id, secret: id }));
  return keyset(all.filter(({ id }) => cursor.after === undefined || id > cursor.after.id).slice(0, cursor.limit + 1));
}
`;
const KEYSET = "import { keyset } from 'unplugin-operations/koa';\n";

describe.each(VITES)('the dev server of %s', (_name, vite) => {
  it('walks a list by its cursor', async () => {
    const dev = await startDev(vite, { 'app/operations/visits/@get.js': KEYSET + VISITS });
    const pages: number[][] = [];
    for (let path: string | undefined = '/visits?page_size=2'; path !== undefined;) {
      const response = await fetch(dev.url + path);
      expect([path, response.status]).toEqual([path, 200]);
      pages.push(((await response.json()) as { id: number }[]).map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      path = next && new URL(next, response.url).pathname + new URL(next, response.url).search;
    }
    expect(pages).toEqual([[1, 2], [3, 4], [5]]);
    expect(await dev.ask('/visits?cursor=x')).toMatchObject({ status: 400 });
  });

  it('checks a response by the contract that the app has, even if the contract changes while the app is created', async () => {
    const define = (status: number): Record<string, string> => ({
      'app/definitions/done.js': `/**\n * @returns-define done\n * @returns {'a'|'s${status}'} ${status} - Done\n */\n`,
    });
    const held = globalThis as { opened?: Promise<void> };
    onTestFinished(() => void delete held.opened);
    const dev = await startDev(
      vite,
      {
        'app/operations/a.js': '/** @returns-include done */\nexport default () => "a";\n',
        'app/api.js': `import { createApp } from 'unplugin-operations/koa';
export default async (operations) => {
  await globalThis.opened;
  return createApp(operations);
};
`,
        ...define(200),
      },
      { app: 'app/api.js' },
    );
    expect((await dev.ask('/a')).status).toBe(200);
    const declared = async (status: number): Promise<boolean> =>
      (await readFile(join(dev.root, 'operations.d.ts'), 'utf8')).includes(`s${status}`);
    const gate = createGate();
    held.opened = gate.opened;
    await dev.write(define(201));
    await dev.eventually(() => declared(201));
    const answer = dev.ask('/a');
    await dev.write(define(202));
    await dev.eventually(() => declared(202));
    gate.open();
    expect((await answer).status).toBe(202);
  });

  it('loads operations at their first request, also with the option lazy', async () => {
    const dev = await startDev(
      vite,
      {
        'app/operations/a.js': 'globalThis.evaluated = "a";\n/** @returns {string} A */\nexport default () => "a";\n',
        'app/operations/b.js': '/** @returns {string} B */\nexport default () => globalThis.evaluated ?? "";\n',
      },
      { lazy: true },
    );
    Reflect.deleteProperty(globalThis, 'evaluated');
    expect((await dev.ask('/b')).body).toBe('""');
    expect((await dev.ask('/a')).body).toBe('"a"');
    expect((await dev.ask('/b')).body).toBe('"a"');
  });
});
