import type { Logger } from 'vite';
import { describe, expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const OPERATION = "import { rows } from './_rows.js';\n/** @returns {string[]} They */\nexport default () => rows;\n";

/** A logger that keeps the lines of information. */
function loggerTo(log: string[]): Logger {
  const nothing = (): void => {};
  return {
    // eslint-disable-next-line no-control-regex -- what a terminal takes for colours
    info: (message) => void log.push(message.replaceAll(/\u001b\[[\d;]*m/g, '')),
    warn: nothing,
    warnOnce: nothing,
    error: nothing,
    clearScreen: nothing,
    hasErrorLogged: () => false,
    hasWarned: false,
  };
}

describe.each(VITES)('a change in the dev server of %s', (_name, vite) => {
  it('logs no page reload if no page has loaded the module', async () => {
    const log: string[] = [];
    const api =
      "import './lib/settings.js';\nimport { createApp } from 'unplugin-operations/koa';\nexport default (operations) => createApp(operations);\n";
    const dev = await startDev(
      vite,
      {
        'index.html': '<!doctype html>',
        'app/api.js': api,
        'app/lib/settings.js': 'globalThis.settings = 1;\n',
        'app/operations/pets.js': OPERATION,
        'app/operations/_rows.js': "export const rows = ['one'];\n",
        'app/operations/late.js':
          "import { late } from './_late.js';\n/** @returns {string} It */\nexport default () => late;\n",
      },
      { app: 'app/api.js' },
      { customLogger: loggerTo(log) },
    );
    await dev.until('/pets', (_, body) => body === '["one"]');
    await dev.write({ 'app/operations/_rows.js': "export const rows = ['two'];\n" });
    await dev.until('/pets', (_, body) => body === '["two"]');
    await dev.write({ 'app/operations/pets.js': OPERATION.replace('=> rows', "=> [...rows, 'three']") });
    await dev.until('/pets', (_, body) => body === '["two","three"]');
    await dev.write({ 'app/lib/settings.js': 'globalThis.settings = 2;\n' });
    while ((globalThis as { settings?: number }).settings !== 2) await dev.ask('/pets');
    // A file that an import was waiting for.
    expect((await dev.ask('/late')).status).toBe(500);
    await dev.write({ 'app/operations/_late.js': "export const late = 'here';\n" });
    await dev.until('/late', (_, body) => body === '"here"');
    expect(log.filter((line) => line.includes('page reload'))).toEqual([]);
  });

  it('logs a page reload if a page has loaded the module', async () => {
    const log: string[] = [];
    const dev = await startDev(
      vite,
      {
        'index.html': '<!doctype html><script type="module" src="/src/main.js"></script>',
        'src/main.js': 'export const n = 1;\n',
        'app/operations/pets.js': '/** @returns {string} It */\nexport default () => "pet";\n',
      },
      {},
      { customLogger: loggerTo(log) },
    );
    await dev.ask('/src/main.js');
    await dev.write({ 'src/main.js': 'export const n = 2;\n' });
    await dev.until('/src/main.js', (_, body) => body.includes('n = 2'));
    await dev.until('/pets', () => log.some((line) => line.includes('page reload')));
    expect(log.filter((line) => line.includes('page reload'))).toEqual([expect.stringContaining('src/main.js')]);
  });
});
