import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const MIDDLEWARE = 'module.exports = async (ctx, next) => next();';

/** The diagnostics of a `_middleware` file: their codes, and the text that they point at. */
function found(text: string, name: string): string[][] {
  return compile({ [name]: text, 'one.ts': '/** Some. */\nexport default () => {};' }).diagnostics.map(brief);
}

describe('an "authorize" in CommonJS that the build cannot see is an error', () => {
  it.each<[string, string]>([
    ["module.exports = require('../guards.cjs');", "module.exports = require('../guards.cjs');"],
    ["const guards = require('../guards.cjs');\nmodule.exports = guards;", 'module.exports = guards;'],
    ["exports = module.exports = require('../guards.cjs');", "exports = module.exports = require('../guards.cjs');"],
    [`${MIDDLEWARE}\nObject.assign(module.exports, require('./guards.cjs'));`, 'module.exports'],
    [`${MIDDLEWARE}\nObject.assign(module.exports, { authorize: () => false });`, 'module.exports'],
    [`${MIDDLEWARE}\nObject.defineProperty(module.exports, 'authorize', { get: () => no });`, 'module.exports'],
    ["exports.default = async () => {};\n__exportStar(require('./guards.cjs'), exports);", 'exports'],
    ['exports.default = async () => {};\nconst self = exports;\nself.authorize = () => false;', 'exports'],
    ['exports.default = async () => {};\nfor (const name of names) exports[name] = guards[name];', 'exports'],
    ["exports.default = async () => {};\nexports['auth' + 'orize'] = () => false;", 'exports'],
    ['exports.default = async () => {};\nthis.authorize = () => false;', 'this.authorize = () => false;'],
    ['exports.default = async () => {};\nif (strict) exports.authorize = () => false;', 'exports.authorize'],
    ['exports.default = async () => {};\nexports.authorize ??= () => false;', 'exports.authorize'],
    ['exports.default = async () => {};\n({ authorize: exports.authorize } = guards);', 'exports.authorize'],
    ['exports.default = async () => {};\n[module.exports.authorize] = guards;', 'module.exports.authorize'],
    ['if (strict) module.exports = guards;\nexports.default = async () => {};', 'module.exports'],
    ['exports.default = async () => {};\n(function (api) { api.authorize = no; })(exports);', 'exports'],
    ['module.exports = { default: mw, ...guards };', '...guards'],
    ['module.exports = { default: mw, [name]: guard };', '[name]: guard'],
    ['module.exports = { default: mw, get authorize() { return guard; } };', 'get authorize() { return guard; }'],
    [
      'module.exports = Object.assign(async () => {}, { authorize: () => false });',
      'module.exports = Object.assign(async () => {}, { authorize: () => false });',
    ],
    ['const mw = async () => {};\nmw.authorize = () => false;\nmodule.exports = mw;', 'module.exports = mw;'],
  ])('reports %s', (text, at) => {
    expect(found(text, '_middleware.cjs')).toEqual([['authorize-export', at]]);
  });

  it.each<[string, string]>([
    ["export = require('./guards.cjs');", "export = require('./guards.cjs');"],
    ["import guards = require('./guards.cjs');\nexport = guards;", 'export = guards;'],
    ['export default async () => {};\nmodule.exports.authorize = () => false;', 'module.exports.authorize'],
    ["Object.assign(exports, require('./guards.cjs'));", 'exports'],
  ])('reports %s (TypeScript)', (text, at) => {
    expect(found(text, '_middleware.ts').filter(([code]) => code === 'authorize-export')).toEqual([
      ['authorize-export', at],
    ]);
  });

  it('points at the line, and explains how to export it', () => {
    const { diagnostics } = compile({ '_middleware.cjs': `${MIDDLEWARE}\nObject.assign(module.exports, guards);` });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'error',
        'This could export "authorize", which the build must find. Write "exports.authorize = ..." and, for the middleware, "exports.default = ...".',
      ],
    ]);
  });
});

describe('an "authorize" of ES modules that the build cannot see is an error', () => {
  it.each<[string, string]>([
    ["export default mw;\nexport * from './guards.ts';", "export * from './guards.ts';"],
    ["export default mw;\nexport * as authorize from './guards.ts';", "export * as authorize from './guards.ts';"],
    ['export default mw;\nexport const { authorize } = guards;', 'export const { authorize } = guards;'],
    ["export default mw;\nexport type { authorize } from './guards.ts';", 'authorize'],
    ["export default mw;\nexport { type authorize } from './guards.ts';", 'type authorize'],
    ["export default mw;\nexport { type guard as authorize } from './guards.ts';", 'type guard as authorize'],
    [
      'export default mw;\nexport declare function authorize(ctx: Context): boolean;',
      'export declare function authorize(ctx: Context): boolean;',
    ],
    ['export default mw;\nexport declare const authorize: Guard;', 'export declare const authorize: Guard;'],
    ['export default mw;\nexport import authorize = guards.authorize;', 'export import authorize = guards.authorize;'],
    [
      'export default mw;\nexport namespace authorize { export const a = 1; }',
      'export namespace authorize { export const a = 1; }',
    ],
    ['export default mw;\nexport enum authorize { Yes }', 'export enum authorize { Yes }'],
    ['export default mw;\nlet authorize;\nauthorize = () => false;', 'let authorize;'],
    ['export default mw;\nconst authorize = () => false;\nvoid authorize;', 'const authorize = () => false;'],
    ['export default mw;\nconst { authorize } = guards;', 'const { authorize } = guards;'],
  ])('reports %s', (text, at) => {
    expect(found(text, '_middleware.ts')).toEqual([['authorize-export', at]]);
  });
});

describe('an export that the build can see is valid', () => {
  it.each<[string]>([
    [MIDDLEWARE],
    [`${MIDDLEWARE}\nmodule.exports.authorize = () => true;`],
    ['exports.default = async () => {};\nexports.authorize = () => true;'],
    ["module.exports = require('./mw.cjs');\nmodule.exports.authorize = require('./guards.cjs').authorize;"],
    ["exports.default = require('./mw.cjs');\nexports.authorize = require('./guards.cjs').authorize;"],
    ["module.exports = require('koa-helmet')();"],
    ["const compose = require('koa-compose');\nmodule.exports = compose([require('./a.cjs'), require('./b.cjs')]);"],
    ["module.exports = [require('./a.cjs'), require('./b.cjs')];"],
    ["module.exports = require('./mw.cjs').middleware;"],
    ["module.exports = { default: require('./mw.cjs'), authorize() { return true; } };"],
    ['Object.defineProperty(exports, "__esModule", { value: true });\nexports.default = async () => {};'],
    [
      'exports.authorize = exports.default = void 0;\nexports.default = async () => {};\nexports.authorize = () => true;',
    ],
    ['exports.default = async (ctx, next) => exports.log(next);\nexports.log = (next) => next();'],
    ['exports.default = async () => {};\nif (require.main === module) console.log(module.id);'],
    ['exports.default = async () => {};\nconst a = { module: 1, exports: 2 };\nconst b = a.exports;'],
    ['exports.default = async () => {};\nfunction of(module) { return use(module); }'],
  ])('accepts %s', (text) => {
    expect(found(text, '_middleware.cjs')).toEqual([]);
  });

  it.each<[string]>([
    ["export { default, authorize } from './guards.ts';"],
    ["export default mw;\nexport { guard as authorize } from './guards.ts';"],
    ["export default mw;\nexport * as helpers from './guards.ts';"],
    ["export default mw;\nexport type { Guard } from './guards.ts';\nexport type * from './types.ts';"],
    ['export function authorize(ctx: A): boolean;\nexport function authorize(ctx: B): boolean { return true; }'],
    ["export default mw;\nif (typeof module !== 'undefined' && module.hot) module.hot.accept();"],
    ['const exports = {};\nexport default mw;\nuse(exports);'],
    ['let authorize;\nauthorize = () => false;\nexport default authorize;'],
    ['let authorize;\nauthorize = () => false;\nexport { authorize };'],
    ['const { authorize } = guards;\nexport default compose(authorize);'],
    ['const run = async () => {};\nexport = run;'],
  ])('accepts %s', (text) => {
    expect(found(text, '_middleware.ts')).toEqual([]);
  });
});
