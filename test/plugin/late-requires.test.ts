import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { lateRequires } from '../../src/build/compiler/module/late-requires.ts';

const require = createRequire(import.meta.url);

/** Evaluates CommonJS with a `require` that records what it loads. */
function evaluate(code: string, load: (name: string) => unknown): { exports: any; loaded: string[] } {
  const module = { exports: {} };
  const loaded: string[] = [];
  const record = (name: string): unknown => (loaded.push(name), load(name));
  // oxlint-disable-next-line no-new-func -- the test runs the code that a bundle would contain
  new Function('module', 'require', code)(module, record);
  return { exports: module.exports, loaded };
}

const KOA_FILES: readonly (readonly [file: string, packages: readonly string[]])[] = [
  ['context.js', ['cookies']],
  ['request.js', ['accepts', 'type-is']],
  ['response.js', ['node:assert', 'content-disposition', 'type-is', 'destroy', 'mime-types']],
];

it.each(KOA_FILES)('lateRequires defers the dependencies of %s', (file, packages) => {
  const path = require.resolve('koa').replace(/application\.js$/, file);
  const code = readFileSync(path, 'utf8');
  const { loaded } = evaluate(lateRequires(code, packages), createRequire(path));
  expect(evaluate(code, createRequire(path)).loaded).toEqual(expect.arrayContaining([...packages]));
  expect(loaded.filter((name) => packages.includes(name))).toEqual([]);
});

it('lateRequires loads a package once, at the first call, as a function and as a constructor', () => {
  const code = `const make = require('make')
const upper = require('texts').upper
module.exports = { build: (name) => new make(name), call: (text) => upper(text), bind: (text) => upper.bind(null, text) }`;
  class Made {
    constructor(readonly name: string) {}
  }
  const modules: Record<string, unknown> = { make: Made, texts: { upper: (text: string) => text.toUpperCase() } };
  const { exports, loaded } = evaluate(lateRequires(code, ['make', 'texts']), (name) => modules[name]);
  expect(loaded).toEqual([]);
  expect([exports.build('a'), exports.build('b')]).toEqual([new Made('a'), new Made('b')]);
  expect(exports.build('c')).toBeInstanceOf(Made);
  expect([exports.call('a'), exports.bind('b')()]).toEqual(['A', 'B']);
  expect(loaded).toEqual(['make', 'texts']);
});

it.each([
  ["const f = require('f')\nexports.f = f"],
  ["const f = require('f')\nexports.x = { f }"],
  ["const f = require('f')\nf.parse(1)"],
  ["const { f } = require('f')\nf()"],
  ["let f = require('f')\nf = null"],
  ["const f = require('other')\nf()"],
  ["const f = require('f'), g = require('g')\nf(g)"],
  ["if (x) { const f = require('f') }"],
  ['const f = '],
])('lateRequires leaves alone what it does not know: %j', (code) => {
  expect(lateRequires(code, ['f'])).toBe(code);
});
