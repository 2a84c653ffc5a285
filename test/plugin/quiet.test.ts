import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { DEBUGLOG, quietDebuglog } from '../../src/plugin/patches/debuglog.ts';

const KOA = readFileSync(createRequire(import.meta.url).resolve('koa'), 'utf8');

/** The lines that a logger prints where `util.debuglog` prints everything, as in workerd. */
function print(declaration: string, global: object): readonly string[] {
  const lines: string[] = [];
  const debuglog = (name: string) => (text: string) => lines.push(`${name} ${text}`);
  const code = `${quietDebuglog(declaration)}\ndebug('use');`;
  // eslint-disable-next-line no-new-func -- the code is the plugin's
  new Function('globalThis', 'require', code)(global, () => ({ debuglog }));
  return lines;
}

it.each([
  [
    'Koa',
    `${/^const util = .*$/m.exec(KOA)![0]}\n${/^const debug = .*$/m.exec(KOA)![0]}`.replace(/^const/, 'var'),
    'koa:application use',
  ],
  ['a part of it', "var { debuglog } = require('util');\nconst debug = debuglog('koa-compose');", 'koa-compose use'],
])('silences the logger of %s unless NODE_DEBUG is set', (_, declaration, line) => {
  expect(print(declaration, {})).toEqual([]);
  expect(print(declaration, { process: { env: {} } })).toEqual([]);
  expect(print(declaration, { process: { env: { NODE_DEBUG: 'koa*' } } })).toEqual([line]);
});

it('silences the logger of an ES module', () => {
  for (const imports of ["import { debuglog } from 'node:util';", "import util, { debuglog } from 'util';"])
    expect(quietDebuglog(`${imports}\nconst debug = debuglog('koa');`)).toContain('NODE_DEBUG');
});

it('the plugin leaves other uses of debuglog alone', () => {
  for (const code of ['function debuglog(name) {}', "debuglog('a')('b')", 'export { debuglog }'])
    expect(quietDebuglog(`${code}\nconst util = require('node:util');`)).toContain(code);
});

it('the plugin leaves loggers alone that are not those of node:util', () => {
  for (const code of [
    "const log = debuglog('a');",
    "const util = require('./util'); const log = util.debuglog('a');",
    "import { debuglog } from './log.js'; const log = debuglog('a');",
    "const logger = create(); const log = logger.debuglog('a'); const util = require('node:util');",
  ])
    expect(quietDebuglog(code)).toBe(code);
});

it('the plugin only reads files of Koa', () => {
  const id = DEBUGLOG.files as RegExp;
  expect(id.test('/p/node_modules/koa/lib/application.js')).toBe(true);
  expect(id.test('/p/node_modules/.pnpm/koa@3.0.0/node_modules/koa/lib/application.js')).toBe(true);
  expect(id.test('C:\\p\\node_modules\\@koa\\router\\dist\\index.mjs')).toBe(true);
  for (const file of ['/p/node_modules/koa-session/index.js', '/p/node_modules/log/index.js', '/p/src/koa/app.js'])
    expect(id.test(file)).toBe(false);
});
