import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { quietDebuglog } from '../../src/plugin/quiet-debuglog.ts';

const KOA = readFileSync(createRequire(import.meta.url).resolve('koa'), 'utf8');

/** The lines that a logger prints where `util.debuglog` prints everything, as in workerd. */
function print(declaration: string, global: object): readonly string[] {
  const lines: string[] = [];
  const debuglog = (name: string) => (text: string) => lines.push(`${name} ${text}`);
  const code = `${quietDebuglog(declaration)}\ndebug('use');`;
  // eslint-disable-next-line no-new-func -- the code is the plugin's
  new Function('globalThis', 'util', 'debuglog', code)(global, { debuglog }, debuglog);
  return lines;
}

it.each([
  ['Koa', /^const debug = .*$/m.exec(KOA)![0], 'koa:application use'],
  ['an ES module', "const debug = debuglog('koa-session');", 'koa-session use'],
])('silences the logger of %s unless NODE_DEBUG is set', (_, declaration, line) => {
  expect(print(declaration, {})).toEqual([]);
  expect(print(declaration, { process: { env: {} } })).toEqual([]);
  expect(print(declaration, { process: { env: { NODE_DEBUG: 'koa*' } } })).toEqual([line]);
});

it('leaves other uses alone', () => {
  for (const code of ['function debuglog(name) {}', "debuglog('a')('b')", 'export { debuglog }'])
    expect(quietDebuglog(code)).toBe(code);
});
