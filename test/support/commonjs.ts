/** Helpers and packages that CommonJS operations ask for: path below the project -> text. */
export const HELPERS: Readonly<Record<string, string>> = {
  'app/operations/_object.cjs': 'module.exports = { x: 1, get y() { return 2; }, default: 3 };',
  'app/operations/_function.cjs': 'module.exports = () => "function"; module.exports.extra = "extra";',
  'app/operations/_named.mjs': 'export const x = 1; export function y() { return 2; }',
  'app/operations/_default.mjs': 'export default function d() { return "default"; }',
  'app/operations/_both.mjs': 'export default function d() { return "default"; } export const x = 1;',
  'app/operations/_typed.ts': 'export const x: number = 1;',
  'app/operations/_data.json': '{ "a": [1], "b": { "c": null } }',
  'app/operations/_list.json': '[1, 2]',
  'node_modules/cjs-object/package.json': '{ "name": "cjs-object", "main": "./index.js" }',
  'node_modules/cjs-object/index.js': 'exports.a = 1; exports.b = function () { return this.a; };',
  'node_modules/cjs-function/package.json': '{ "name": "cjs-function", "main": "./index.js" }',
  'node_modules/cjs-function/index.js':
    'module.exports = function () { return "function"; }; module.exports.extra = 2;',
  'node_modules/cjs-class/package.json': '{ "name": "cjs-class", "main": "./index.js" }',
  'node_modules/cjs-class/index.js': 'module.exports = class Pet { name() { return "Rex"; } };',
  'node_modules/cjs-compiled/package.json': '{ "name": "cjs-compiled", "main": "./index.js" }',
  'node_modules/cjs-compiled/index.js':
    'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = () => "default"; exports.named = 1;',
  'node_modules/esm-both/package.json': '{ "name": "esm-both", "type": "module", "exports": "./index.js" }',
  'node_modules/esm-both/index.js': 'export default () => "default"; export const named = 1;',
};

/** A CommonJS operation and what its handler returns, as JSON says it. */
export interface Case {
  readonly title: string;
  readonly text: string;
  readonly result: unknown;
  /** The file's extension, `cjs` where not said. */
  readonly extension?: 'js' | 'cts' | 'ts';
}

const returns = (expression: string, before = ''): string =>
  `${before}/** x */\nmodule.exports = () => ${expression};\n`;

/** Each way to export a handler, and each way to ask for something. */
export const CASES: readonly Case[] = [
  { title: 'module.exports', text: '/** x */ module.exports = () => 1;', result: 1 },
  {
    title: 'module.exports in .js',
    text: '/** x */ module.exports = async function list() { return 1; };',
    result: 1,
    extension: 'js',
  },
  {
    title: 'exports and module.exports at once',
    text: '/** x */ exports = module.exports = () => typeof exports;',
    result: 'function',
  },
  { title: 'exports.name', text: '/** x */ exports.list = () => exports.limit; exports.limit = 3;', result: 3 },
  { title: 'module.exports.name', text: '/** x */ module.exports.list = () => 1;', result: 1 },
  { title: 'a computed name', text: "/** x */ exports['a b'] = () => 1;", result: 1 },
  {
    title: 'an object',
    text: '/** x */ function list() { return 1; } module.exports = { list, limit: 3 };',
    result: 1,
  },
  { title: 'a method of an object', text: 'module.exports = { limit: 3, /** x */ list() { return 1; } };', result: 1 },
  {
    title: 'exports.default',
    text: '"use strict"; /** x */ exports.__esModule = true; exports.default = () => 1;',
    result: 1,
  },
  {
    title: 'exports.default before its function',
    text: '/** x */ exports.default = list; function list() { return 1; }',
    result: 1,
  },
  { title: 'an object with a default', text: '/** x */ module.exports = { default: () => 1, limit: 3 };', result: 1 },
  { title: 'the last of two', text: 'exports.list = void 0; /** x */ exports.list = () => 1;', result: 1 },
  { title: 'a hashbang', text: '#!/usr/bin/env node\n/** x */ module.exports = () => 1;', result: 1 },
  {
    title: 'a hashbang and "use strict"',
    text: '#!/usr/bin/env node\r\n"use strict";\r\n/** x */ module.exports = () => 1;',
    result: 1,
  },
  { title: 'no line at the end', text: '/** x */ module.exports = () => 1 // one', result: 1 },
  { title: 'an object of its own', text: returns('module.children', 'module.children = 2;'), result: 2 },
  { title: 'export =', text: '/** x */ export = (a?: string): number => 1;', result: 1, extension: 'cts' },
  {
    title: 'export = in parentheses',
    text: '/** x */ export = (async (): Promise<number> => 1);',
    result: 1,
    extension: 'ts',
  },
  {
    title: 'export = with a type',
    text: '/** x */ export = ((): number => 1) satisfies () => number;',
    result: 1,
    extension: 'cts',
  },
  {
    title: 'import = require()',
    text: 'import os = require("node:os");\nimport type t = require("no-such-package");\n/** x */ export = () => typeof os.cpus;',
    result: 'function',
    extension: 'cts',
  },
  {
    title: 'import = require() of a helper',
    text: 'import fn = require("./_function.cjs");\nimport both = require("./_both.mjs");\n/** x */ export = () => [fn(), both.x, both.default()];',
    result: ['function', 1, 'default'],
    extension: 'cts',
  },
  {
    title: 'import and export =',
    text: 'import { cpus } from "node:os";\n/** x */ export = () => typeof cpus;',
    result: 'function',
    extension: 'cts',
  },
  {
    title: 'import and export default in .cts',
    text: 'import { cpus } from "node:os";\nimport type { T } from "no-such-package";\n/** x */ export default (): string => typeof cpus;',
    result: 'function',
    extension: 'cts',
  },
  {
    title: 'a builtin',
    text: returns(
      '[typeof require("fs").readFileSync, typeof require("node:events"), require("path").posix.join("a", "b")]',
    ),
    result: ['function', 'function', 'a/b'],
  },
  {
    title: 'parts of a builtin',
    text: returns('join("a", "b")', 'const { posix: { join } } = require("node:path");\n'),
    result: 'a/b',
  },
  {
    title: 'an object of a helper',
    text: returns('[o.x, o.y, require("./_object.cjs") === o]', 'const o = require("./_object.cjs");\n'),
    result: [1, 2, true],
  },
  {
    title: 'a function of a helper',
    text: returns('[f(), f.extra]', 'const f = require("./_function.cjs");\n'),
    result: ['function', 'extra'],
  },
  {
    title: 'names of an ES module',
    text: returns('[x, y()]', 'const { x, y } = require("./_named.mjs");\n'),
    result: [1, 2],
  },
  {
    title: 'require().default',
    text: returns('[d(), e()]', 'const d = require("./_default.mjs").default, e = require("./_both.mjs").default;\n'),
    result: ['default', 'default'],
  },
  {
    title: 'a default in a pattern',
    text: returns('d()', 'const { default: d } = require("./_default.mjs");\n'),
    result: 'default',
  },
  {
    title: 'a default beside another name in a pattern',
    text: returns('[d(), typeof none]', 'const { none, default: d } = require("./_default.mjs");\n'),
    result: ['default', 'undefined'],
  },
  {
    title: 'a default of a variable',
    text: returns('m.default()', 'const m = require("./_default.mjs");\n'),
    result: 'default',
  },
  {
    title: 'a default as TypeScript compiles it',
    text: returns(
      '(0, a_1.default)()',
      'var __importDefault = (mod) => (mod && mod.__esModule) ? mod : { "default": mod };\nconst a_1 = __importDefault(require("./_default.mjs"));\n',
    ),
    result: 'default',
  },
  {
    title: 'names and default of an ES module',
    text: returns('[m.x, m.default()]', 'const m = require("./_both.mjs");\n'),
    result: [1, 'default'],
  },
  {
    title: 'a package with an object',
    text: returns('[p.a, p.b()]', 'const p = require("cjs-object");\n'),
    result: [1, 1],
  },
  {
    title: 'a package with a function',
    text: returns('[p(), p.extra]', 'const p = require("cjs-function");\n'),
    result: ['function', 2],
  },
  {
    title: 'a package with a class',
    text: returns('new P().name()', 'const P = require("cjs-class");\n'),
    result: 'Rex',
  },
  {
    title: 'a compiled package',
    text: returns('[p.default(), p.named]', 'const p = require("cjs-compiled");\n'),
    result: ['default', 1],
  },
  {
    title: 'a package of ES modules',
    text: returns('[p.default(), p.named]', 'const p = require("esm-both");\n'),
    result: ['default', 1],
  },
  { title: 'a template without parts', text: returns('require(`./_object.cjs`).x'), result: 1 },
  {
    title: 'the same twice',
    text: returns('[require("./_object.cjs").x, require("./_object.cjs").y]'),
    result: [1, 2],
  },
  {
    title: 'a require that is a parameter',
    text: returns('((require) => require("./no-such-file") + require(1 + 1))((x) => x)'),
    result: './no-such-file2',
  },
  {
    title: 'a require that is a variable of a function',
    text: returns(
      '(() => { const require = String; return require("./no-such-file"); })() + require("./_object.cjs").x',
    ),
    result: './no-such-file1',
  },
  {
    title: 'a require that is a variable of the module',
    text: returns('require("./no-such-file" + 1)', 'const require = (x) => x;\n'),
    result: './no-such-file1',
  },
  {
    title: 'a require in a text',
    text: returns(`"require('./no-such-file')" + \`require('./no-such-file')\``),
    result: "require('./no-such-file')require('./no-such-file')",
  },
];

/** What Node itself does not import: JSON without an attribute, and files without their extensions. */
export const BUNDLED_CASES: readonly Case[] = [
  { title: 'JSON', text: returns('require("./_data.json")'), result: { a: [1], b: { c: null } } },
  { title: 'JSON that is a list', text: returns('require("./_list.json")'), result: [1, 2] },
  { title: 'a part of JSON', text: returns('a', 'const { a } = require("./_data.json");\n'), result: [1] },
  {
    title: 'files without their extensions',
    text: returns('[require("./_data").a, require("./_typed").x, require("./_named").x]'),
    result: [[1], 1, 1],
  },
];
