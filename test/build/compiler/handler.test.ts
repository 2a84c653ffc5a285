import { describe, expect, it } from 'vitest';
import { brief, compile, compileOne } from './compile.ts';

/** How a file's handler is found: the export it is imported by, the operation's id, the summary its comment gives. */
type Found = [exportName: string, operationId: string | undefined, summary: string | undefined];

function find(text: string, path: string): Found {
  const { contract, handler } = compileOne(text, path);
  return [handler.exportName, contract.operationId, contract.summary];
}

describe('the handler of an ES module', () => {
  it.each<[string, Found]>([
    ['/** x */ export default function list() {}', ['default', 'list', 'x']],
    ['/** x */ export default async function list() {}', ['default', 'list', 'x']],
    ['/** x */ export default function () {}', ['default', undefined, 'x']],
    ['/** x */ export default () => {}', ['default', undefined, 'x']],
    ['export default /** x */ async (ctx) => {}', ['default', undefined, 'x']],
    ['export default (/** x */ (ctx) => {})', ['default', undefined, 'x']],
    ['/** x */ export default (function list() {});', ['default', 'list', 'x']],
    ['/** x */ const list = () => {}; export default list;', ['default', 'list', 'x']],
    ['/** x */ const list = function inner() {}; export default list;', ['default', 'inner', 'x']],
    ['const list = () => {}; /** x */ export default list;', ['default', 'list', 'x']],
    ['export default list; /** x */ function list() {}', ['default', 'list', 'x']],
    ['/** x */ const list = () => {}; const other = list; export { other as default };', ['default', 'list', 'x']],
    ['/** x */ let list; list = () => {}; export default list;', ['default', 'list', 'x']],
    ['/** x */ export const list = () => {};', ['list', 'list', 'x']],
    ['/** x */ export function list() {}', ['list', 'list', 'x']],
    ['export const limit = 3; /** x */ export async function list() {} export class Pet {}', ['list', 'list', 'x']],
    ['/** x */ function list() {} export { list };', ['list', 'list', 'x']],
    ['/** x */ function list() {} export { list as "the list" };', ['the list', 'list', 'x']],
    ['/** x */ function größe() {} export { größe };', ['größe', 'größe', 'x']],
    ['export const limit = 3, /** x */ list = () => {};', ['list', 'list', 'x']],
    ['/** x */ export default defineOperation(() => {});', ['default', undefined, 'x']],
    ['/** x */ export default defineOperation(function list() {});', ['default', 'list', 'x']],
    ['export default defineOperation(/** x */ () => {});', ['default', undefined, 'x']],
    ['/** x */ const list = defineOperation(() => {}); export default list;', ['default', 'list', 'x']],
    ['/** x */ const list = () => {}; export default defineOperation(list);', ['default', 'list', 'x']],
    ['/** x */ export default a(b(c(() => {})));', ['default', undefined, 'x']],
    ['/** x */ export default defineOperation({ cache: 1 }, function list() {});', ['default', 'list', 'x']],
    ['/** x */ export default defineOperation(function list() {}, function failed() {});', ['default', 'list', 'x']],
    ['exports.other = () => {}; /** x */ export function list() {}', ['list', 'list', 'x']],
    ['/** x */ export default handler.bind(null);', ['default', undefined, 'x']],
    ['/** x */ export default api?.list;', ['default', undefined, 'x']],
    ['/** x */ export default (log, list);', ['default', undefined, 'x']],
    ['/** x */ export default make`list`;', ['default', undefined, 'x']],
    ['/** x */ export default flag ? a : b;', ['default', undefined, 'x']],
    ['/** x */ export default await load();', ['default', undefined, 'x']],
    ['/** x */ export default co.wrap(function* list() {});', ['default', 'list', 'x']],
    ["import list from './_list.js'; /** x */ export default list;", ['default', 'list', 'x']],
    ["/** x */ export { default } from './_list.js';", ['default', undefined, 'x']],
    ["/** x */ export { list } from './_list.js';", ['list', undefined, 'x']],
    ['/** x */ export const list = () => {}; export default { limit: 3 };', ['list', 'list', 'x']],
    ['/** x */ export default function list() {} export const other = () => {};', ['default', 'list', 'x']],
    ['/** x */ export default function _() {}', ['default', undefined, 'x']],
    ['/** x */ export default function _list() {}', ['default', undefined, 'x']],
    ['/** x */ export const _list = () => {};', ['_list', undefined, 'x']],
  ])('%s', (text, expected) => {
    expect(find(text, 'one.mjs')).toEqual(expected);
    expect(compileOne(text, 'one.mjs').handler.isCommonJs).toBe(false);
    expect(find(text.replaceAll(/([;}*/]) /g, '$1\r\n'), 'one.js')).toEqual(expected);
  });
});

describe('the handler of a TypeScript file', () => {
  it.each<[string, Found]>([
    [
      '/** x */ export default (async (ctx: Context): Promise<void> => {}) satisfies Handler;',
      ['default', undefined, 'x'],
    ],
    ['/** x */ const list = ((ctx) => {}) as Handler; export default list;', ['default', 'list', 'x']],
    ['/** x */ export default <Handler>((ctx) => {});', ['default', undefined, 'x']],
    ['/** x */ export default list!; function list<T>(this: void, a: T) {}', ['default', 'list', 'x']],
    ['/** x */ const list: Handler = () => {}; export { list };', ['list', 'list', 'x']],
    [
      '/** x */ export default function list(a: string): void; export default function list(a: unknown): void {}',
      ['default', 'list', 'x'],
    ],
    [
      '/** x */ function list(a: string): void; function list(a: unknown): void {} export { list as default };',
      ['default', 'list', 'x'],
    ],
    [
      'export interface Pet {} export type Id = string; export enum Kind {} /** x */ export const list = () => {};',
      ['list', 'list', 'x'],
    ],
    ["export type { Pet } from './_pet.js'; /** x */ export const list = () => {};", ['list', 'list', 'x']],
    ['export declare function other(): void; /** x */ export const list = () => {};', ['list', 'list', 'x']],
    ['export default interface Pet {} /** x */ export const list = () => {};', ['list', 'list', 'x']],
  ])('%s', (text, expected) => {
    for (const path of ['one.ts', 'one.mts', 'one.cts']) expect(find(text, path)).toEqual(expected);
  });
});

describe('the handler of a CommonJS file', () => {
  it.each<[string, Found]>([
    ['/** x */ module.exports = function list() {};', ['default', 'list', 'x']],
    ['/** x */ module.exports = async () => {};', ['default', undefined, 'x']],
    ['/** x */ exports = module.exports = () => {};', ['default', undefined, 'x']],
    ['/** x */ module.exports = exports = function list() {};', ['default', 'list', 'x']],
    ['/** x */ const list = () => {}; module.exports = list;', ['default', 'list', 'x']],
    ['/** x */ exports.list = () => {};', ['list', 'list', 'x']],
    ['/** x */ module.exports.list = () => {};', ['list', 'list', 'x']],
    ["/** x */ exports['list'] = () => {};", ['list', 'list', 'x']],
    ['/** x */ function inner() {} exports.list = inner;', ['list', 'inner', 'x']],
    ['exports.limit = 3; /** x */ exports.list = () => {};', ['list', 'list', 'x']],
    ['/** x */ function list() {} module.exports = { list, limit: 3 };', ['list', 'list', 'x']],
    ['module.exports = { /** x */ list() {} };', ['list', 'list', 'x']],
    ['/** x */ module.exports = { list: () => {} };', ['list', 'list', 'x']],
    ['/** x */ module.exports = { default: () => {}, other() {} };', ['default', undefined, 'x']],
    ['/** x */ exports.default = function list() {};', ['default', 'list', 'x']],
    ['exports.list = void 0; /** x */ exports.list = () => {};', ['list', 'list', 'x']],
    ['/** x */ module.exports = defineOperation(() => {});', ['default', undefined, 'x']],
    ["/** x */ module.exports = require('./_list.cjs');", ['default', undefined, 'x']],
    ['/** x */ module.exports = function _() {};', ['default', undefined, 'x']],
    [
      "'use strict'; /** x */ exports.__esModule = true; exports.default = list; /** x */ function list() {}",
      ['default', 'list', 'x'],
    ],
  ])('%s', (text, expected) => {
    for (const path of ['one.cjs', 'one.js']) {
      expect(find(text, path)).toEqual(expected);
      expect(compileOne(text, path).handler.isCommonJs).toBe(true);
    }
  });

  it.each(['one.ts', 'one.cts', 'one.mts'])('takes as the handler what `export =` gives, in %s', (path) => {
    const text = '/** x */ export = function list(ctx: Context): void {};';
    expect(find(text, path)).toEqual(['default', 'list', 'x']);
    expect(compileOne(text, path).handler.isCommonJs).toBe(true);
  });
});

describe('a file without one handler', () => {
  it.each<[string, string, string[]]>([
    ['', 'one.ts', ['no-handler', '']],
    ['/* nothing */', 'one.ts', ['no-handler', '']],
    ['export default { list() {} };', 'one.ts', ['no-handler', '', 'export default { list() {} };']],
    ['export default class {}', 'one.ts', ['no-handler', '', 'export default class {}']],
    [
      'export const limit = 3; export { limit as max };',
      'one.ts',
      ['no-handler', '', 'export const limit = 3;', 'limit as max'],
    ],
    ['export interface Pet {}', 'one.ts', ['no-handler', '']],
    ["export * from './_list.js';", 'one.ts', ['no-handler', '']],
    ['export const { list } = handlers;', 'one.ts', ['no-handler', '']],
    ['function list() {}', 'one.js', ['no-handler', '']],
    ['module.exports = { limit: 10 };', 'one.cjs', ['no-handler', '', 'limit: 10']],
    ['if (x) { module.exports = () => {}; }', 'one.cjs', ['no-handler', '']],
    [
      'export const a = () => {}, b = () => {};',
      'one.ts',
      ['several-handlers', ...Array<string>(2).fill('export const a = () => {}, b = () => {};')],
    ],
    [
      'export const a = () => {}; export { a as b };',
      'one.ts',
      ['several-handlers', 'export const a = () => {};', 'a as b'],
    ],
    [
      'exports.a = () => {}; exports.b = () => {};',
      'one.cjs',
      ['several-handlers', 'exports.a = () => {};', 'exports.b = () => {};'],
    ],
    ["export { a, b } from './_x.js';", 'one.ts', ['several-handlers', 'a', 'b']],
  ])('reports %s', (text, path, expected) => {
    const { operations, diagnostics } = compile({ [path]: text });
    expect(operations).toEqual([]);
    expect(diagnostics.map(brief)).toEqual([expected]);
  });

  it.each([
    ['export default function* rows() {}', 'export default function* rows() {}'],
    ['const rows = async function* () {}; export default rows;', 'export default rows;'],
  ])('accepts a generator, but no stream: %s', (text, at) => {
    expect(compile({ 'one.ts': text }).diagnostics.map(brief)).toEqual([['generator-handler', at]]);
    expect(compile({ 'one.ts': `/** @returns {Stream<string>} */ ${text}` }).diagnostics).toEqual([]);
  });

  it('reports a file that does not parse, at each error', () => {
    const { diagnostics } = compile({ 'one.ts': '/** @prama */\nexport default () => {;\n' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['syntax-error']);
    expect(diagnostics[0]!.at.span.start).toBeGreaterThan(30);
  });

  it.each<[string, string]>([
    ['one.mjs', 'export default () => { return };}'],
    ['one.js', 'export default (a: string) => {};'],
    ['one.cjs', 'module.exports = () => { await x; };'],
    ['one.ts', 'export default () => "'],
  ])('a file that does not parse: %s %s', (path, text) => {
    expect(compile({ [path]: text }).diagnostics.map(({ code }) => code)).toEqual(['syntax-error']);
  });
});

describe('the comment that is the contract', () => {
  it.each<[string, string, string | undefined]>([
    ['the nearest before the handler', '/** far */ const a = 1; /** near */ export default () => a;', 'near'],
    ['one with stars or without', '/* near */ export default () => {};', 'near'],
    [
      'the one with a directive, of several in a row',
      '/** contract @x\n@GET */ /** note */ export default () => {};',
      'contract @x',
    ],
    ['the nearest, of several without a directive', '/** far */ /** near */ export default () => {};', 'near'],
    ['one before a line comment', '/** near */ // eslint-disable-next-line\nexport default () => {};', 'near'],
    [
      'one before a comment for a tool',
      '/** near */ /* eslint-disable */ /* c8 ignore next */ /*! x */ export default () => {};',
      'near',
    ],
    ['the one at the binding', '/** binding */ const list = () => {}; const a = 1; export default list;', 'binding'],
    [
      'the one at the function before that at the export',
      '/** function */ function list() {} /** export */ export default list;',
      'function',
    ],
    [
      'the one with a directive before that at the function',
      '/** function */ function list() {} /** export\n@GET */ export default list;',
      'export',
    ],
    [
      'the first with a directive, where none is near',
      '/** top */ /** contract\n@GET */ import a from "a"; export default () => a;',
      'contract',
    ],
    [
      'not one of the first without a directive',
      '/** Copyright */ import a from "a"; /** near */ export default () => a;',
      'near',
    ],
    [
      'the first with a directive, where the near one has a type alone',
      '/** contract\n@GET */ import a from "a"; /** @type {Handler} */ export default () => a;',
      'contract',
    ],
    [
      'the first with a directive, where the near one is empty',
      '/** contract\n@GET */ import a from "a"; /** */ export default () => a;',
      'contract',
    ],
    [
      'the near one that says something without a directive',
      '/** other\n@param {string} x */ function b() {} /** near */ export default () => b;',
      'near',
    ],
    ['not what is after the handler begins', 'export default () => { /* inside */ }; /** after */', undefined],
    [
      'one inside the handler, where it alone has a directive',
      'export default () => { /** inside\n@GET */ };',
      'inside',
    ],
    ['not a line comment', '/** near */\n// @POST\nexport default () => {};', 'near'],
    ['not a text', `const a = '/** @POST */'; /** near */ export default () => a;`, 'near'],
    ['not a template', 'const a = `/** @POST */ ${`/* @POST */`}`; /** near */ export default () => a;', 'near'],
    [
      'not a regular expression',
      'const a = /\\/* @POST *\\//; const b = 1 / 2; /** near */ export default () => a / b;',
      'near',
    ],
    [
      'not a comment in a text, where nothing else is',
      'export default () => "/** a\\n@POST */" + `/** b\n@POST */`;',
      undefined,
    ],
    ['not a line comment that opens one', '// /* @POST\n/** near */ export default () => {}; // */', 'near'],
  ])('the contract is %s', (_, text, expected) => {
    const { operations, diagnostics } = compile({ 'one.ts': text });
    expect(operations[0]!.contract.summary).toBe(expected);
    expect(operations[0]!.contract.method).toBe('GET');
    expect(diagnostics.some(({ code }) => code === 'missing-contract')).toBe(expected === undefined);
  });

  it('reports a missing contract at the handler, as a warning', () => {
    const { operations, diagnostics } = compile({ 'pets/{id}.ts': 'const a = 1;\nexport default () => a;' });
    expect(diagnostics.map((diagnostic) => [...brief(diagnostic), diagnostic.severity])).toEqual([
      ['missing-contract', 'export default () => a;', 'warning'],
    ]);
    expect(operations[0]!.contract.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });
});

describe('how a file begins', () => {
  const text = '/** x\n@POST */\nmodule.exports = () => {};';

  it.each([
    '',
    '#!/usr/bin/env node\n',
    "'use strict';\n",
    '#!/usr/bin/env node\n"use strict";\n',
    '\n\n',
    '\uFEFF',
    '// x\n',
  ])('makes no difference: %j', (beginning) => {
    expect(compileOne(beginning + text, 'one.cjs').contract).toEqual(compileOne(text, 'one.cjs').contract);
  });
});
