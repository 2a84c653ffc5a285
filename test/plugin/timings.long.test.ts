import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { dropOwnTimings } from '../../src/plugin/own-timings.ts';
import operations from '../../src/rolldown.ts';
import { scratch, writeTree } from '../support/build.ts';

interface Log {
  readonly code?: string | undefined;
  readonly message: string;
}

/** Builds a file with the plugin and one that is slow, and returns the warning of slow plugins. */
async function warnOfSlow(name: string): Promise<Log | undefined> {
  const root = scratch();
  await writeTree(root, {
    'server.js': "import operations from 'virtual:operations';\nconsole.log(operations);\n",
    'app/operations/a.js': '/** @returns {string} It */\nexport default () => "a";\n',
  });
  const logs: Log[] = [];
  const bundle = await rolldown({
    cwd: root,
    input: 'server.js',
    external: /^unplugin-operations/,
    plugins: [operations({ dts: false }), { name, buildStart: () => sleep(6000) }],
    onLog: (_level, log) => void logs.push(log),
  });
  await bundle.write({ dir: join(root, 'dist') });
  await bundle.close();
  return logs.find(({ code }) => code === 'PLUGIN_TIMINGS');
}

it("Rolldown's warning of slow plugins is dropped if it names this plugin alone, and stays if it names another", async () => {
  const warning = await warnOfSlow('slow');
  expect(warning?.message).toContain('plugin slow buildStart');
  expect(dropOwnTimings('warn', warning!)).toBeUndefined();
  const line = /^ *- plugin slow .*$/m.exec(warning!.message)![0];
  const own = line.replace('plugin slow', 'plugin unplugin-operations');
  const withLines = (...lines: string[]): Log => ({
    ...warning!,
    message: warning!.message.replace(line, lines.join('\n')),
  });
  expect(dropOwnTimings('warn', withLines(own))).toBe(false);
  expect(dropOwnTimings('warn', withLines(own, own.replace('operations', 'operations:ascii')))).toBe(false);
  expect(dropOwnTimings('warn', withLines(own, line))).toBeUndefined();
  expect(dropOwnTimings('warn', withLines(own, line.replace('slow', 'unplugin-operations-like')))).toBeUndefined();
  expect(dropOwnTimings('warn', withLines(line, own))).toBeUndefined();
  expect(dropOwnTimings('warn', { ...withLines(own), code: 'OTHER' })).toBeUndefined();
});

it("Rolldown's warning of slow plugins is dropped by the build itself", async () => {
  expect(await warnOfSlow('unplugin-operations')).toBeUndefined();
});
