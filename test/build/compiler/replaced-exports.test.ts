import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRewriting, toEsModule } from '../../../src/build/compiler/module/commonjs.ts';
import type { Export } from '../../../src/build/compiler/module/exports.ts';
import { findExports } from '../../../src/build/compiler/module/exports.ts';
import { parseSyntax } from '../../../src/build/compiler/module/syntax.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { brief, compile } from './compile.ts';

const FUNCTIONS = `
async function requireOffice(ctx, next) { if (!ctx.state.user) ctx.throw(401); await next(); }
async function log(ctx, next) { await next(); }
const isStaff = (ctx) => ctx.state.user.isStaff;
const isAdmin = (ctx) => ctx.state.user.isAdmin;
`;

/** Exports of which some have no effect, and the text of these. */
const LOST: readonly [text: string, ...lost: string[]][] = [
  ['exports.default = requireOffice; module.exports = log;', 'exports.default = requireOffice;'],
  ['module.exports = log; exports.default = requireOffice;', 'exports.default = requireOffice;'],
  ['module.exports = log; module.exports.default = requireOffice;', 'module.exports.default = requireOffice;'],
  ['module.exports.default = requireOffice; module.exports = log;', 'module.exports.default = requireOffice;'],
  ['module.exports = [requireOffice]; module.exports = [log];', 'module.exports = [requireOffice];'],
  ['module.exports = [log, requireOffice]; module.exports = [log];', 'module.exports = [log, requireOffice];'],
  ['exports.default = requireOffice; exports.default = log;', 'exports.default = requireOffice;'],
  ['module.exports = { default: requireOffice }; module.exports = log;', 'default: requireOffice'],
  ['module.exports = { default: requireOffice, default: log };', 'default: requireOffice'],
  ['module.exports = { default: log }; exports.default = requireOffice;', 'exports.default = requireOffice;'],
  ['module.exports = { log }; module.exports = requireOffice;', 'log'],
  ['exports = module.exports = log; exports.default = requireOffice;', 'exports.default = requireOffice;'],
  ['exports.default = requireOffice; exports = module.exports = log;', 'exports.default = requireOffice;'],
  ['exports = requireOffice; module.exports = log;', 'exports = requireOffice;'],
  ['exports = module.exports = log; exports = requireOffice;', 'exports = requireOffice;'],
  ['exports.default = log; exports = {}; exports.default = requireOffice;', 'exports.default = requireOffice;'],
  ['module["exports"] = log; exports["default"] = requireOffice;', 'exports["default"] = requireOffice;'],
  ['log.default = requireOffice; module.exports = log;', 'log.default = requireOffice;'],
  ['const all = { default: requireOffice }; module.exports = all; module.exports = log;', 'module.exports = all;'],
  [
    'const make = () => log; module.exports = make(); exports.default = requireOffice;',
    'exports.default = requireOffice;',
  ],
  ['exports.default = (ctx) => ctx.throw(401); module.exports = log;', 'exports.default = (ctx) => ctx.throw(401);'],
  [
    'const of = () => requireOffice; exports.default = of("office"); module.exports = [log, of];',
    'exports.default = of("office");',
  ],
  [
    'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = requireOffice; module.exports = log;',
    'exports.default = requireOffice;',
  ],
  ['exports.requireOffice = requireOffice; module.exports = log;', 'exports.requireOffice = requireOffice;'],
  ['module.exports = log; if (!globalThis.none) exports.default = requireOffice;', 'exports.default'],
  ['module.exports = log; module.exports.default ||= requireOffice;', 'module.exports.default'],
  ['exports.default ??= requireOffice; module.exports = log;', 'exports.default'],
  ['{ exports.default = requireOffice; } module.exports = log;', 'exports.default'],
  ['(() => { exports.default = requireOffice; })(); module.exports = log;', 'exports.default'],
  ['[exports.default] = [requireOffice]; module.exports = log;', 'exports.default'],
  ['module.exports = log; Object.assign(exports, { default: requireOffice });', 'exports'],
  ['Object.assign(exports, { default: requireOffice }); module.exports = log;', 'exports'],
  ['module.exports = log; Object.defineProperty(exports, "default", { value: requireOffice });', 'exports'],
  ['module.exports = log; for (const name of ["default"]) exports[name] = requireOffice;', 'exports'],
  ['exports.authorize = isStaff; module.exports = log;', 'exports.authorize = isStaff;'],
  ['module.exports = log; exports.authorize = isStaff;', 'exports.authorize = isStaff;'],
  ['module.exports = { authorize: isStaff }; module.exports = log;', 'authorize: isStaff'],
  ['module.exports = { default: log }; exports.authorize = isStaff;', 'exports.authorize = isStaff;'],
  ['exports.authorize = isStaff; exports.authorize = isAdmin; exports.default = log;', 'exports.authorize = isStaff;'],
  [
    'exports.authorize = isStaff; module.exports = log; module.exports.authorize = isAdmin;',
    'exports.authorize = isStaff;',
  ],
  ['exports.authorize = isStaff; module.exports = log; log.isStaff = isStaff;', 'exports.authorize = isStaff;'],
  ['module.exports = log; Object.assign(exports, { authorize: isStaff });', 'exports'],
  ['module.exports = log; exports.authorize ??= isStaff;', 'exports.authorize'],
];

/** Exports that all have an effect, or whose values the file uses. */
const RIGHT: readonly string[] = [
  'module.exports = requireOffice;',
  'module.exports = requireOffice; module.exports.default = requireOffice;',
  'module.exports = exports = requireOffice; exports.authorize = isStaff;',
  'module.exports = exports = { default: requireOffice };',
  'exports = module.exports = { default: requireOffice }; exports.authorize = isStaff;',
  'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = requireOffice;',
  'exports.__esModule = true; exports.default = void 0; exports.default = requireOffice;',
  'exports.default = exports.authorize = void 0; exports.authorize = isStaff; exports.default = log;',
  'exports.default = undefined; exports.default = requireOffice;',
  'module.exports = {}; module.exports.default = requireOffice;',
  'const api = {}; module.exports = api; module.exports.default = requireOffice;',
  'const api = (module.exports.default = requireOffice); module.exports.default = api;',
  'exports.default = requireOffice; module.exports = exports.default;',
  'exports.default = requireOffice; module.exports = exports["default"]; module.exports.default = exports["default"];',
  'exports.default = requireOffice; module.exports = exports;',
  'exports.default = requireOffice; module.exports = [exports.default, log];',
  'exports.default = requireOffice; module.exports = [requireOffice, log];',
  'module.exports = requireOffice; module.exports = ((of) => of)(module.exports);',
  'const guards = { office: requireOffice }; module.exports = guards.office; module.exports.default = guards.office;',
  'module.exports = log; module.exports.authorize = isStaff;',
  'exports.authorize = isStaff; module.exports = log; module.exports.authorize = isStaff;',
  'exports.default = { limit: 10 }; module.exports = log;',
  'exports.limit = 10; module.exports = log;',
  'module.exports = log; module.exports.log = log;',
  'var made = exports.default = requireOffice; module.exports = exports.default; module.exports.default = exports.default;',
  'exports.default = requireOffice; Object.assign(exports.default, exports); module.exports = exports.default;',
  'exports.default = requireOffice; Object.defineProperties(exports, { __esModule: { value: true } }); module.exports = exports.default;',
  'Object.defineProperty(exports, "limit", { value: 10 }); module.exports = log;',
  'module.exports = log; log.list = () => { let exports; exports = []; return exports; };',
  'exports.default = log; if (!globalThis.none) exports.default = requireOffice;',
];

/** Names of functions as they are exported: those of a list one after the other. */
function namesOf(value: unknown): string {
  return Array.isArray(value) ? value.map(namesOf).join() : typeof value === 'function' ? value.name : typeof value;
}

function nameIn({ value }: Export): string | undefined {
  return value.isList === true ? value.items?.map(({ name }) => name).join() : value.name;
}

/** The diagnostics about exports of a file, beside an operation. */
function found(text: string, name: string): string[][] {
  const { diagnostics } = compile({
    [name]: `${FUNCTIONS}${text}`,
    'other.ts': '/** Some. */\nexport default () => {};',
  });
  return diagnostics.filter(({ severity }) => severity === 'error').map((each) => brief(each).slice(0, 2));
}

describe('an export of CommonJS that another one replaces is an error', () => {
  it.each(LOST)('%s', (text, ...lost) => {
    expect(found(text, '_middleware.cjs')).toEqual(lost.map((each) => ['lost-guard', each]));
  });

  it.each(LOST.filter(([text]) => !text.includes('[')))('counts in an operation: %s', (text, ...lost) => {
    expect(found(text, 'one.cjs')).toEqual(lost.map((each) => ['lost-guard', each]));
  });

  it.each(LOST.filter(([text]) => /^(?:module\.)?exports(?:\.default|\.authorize)? = [^({[?|]*$/.test(text)))(
    'counts in a helper that another file takes: %s',
    (text, ...lost) => {
      const { diagnostics } = compile({
        '_office.cjs': `${FUNCTIONS}${text}`,
        '_middleware.cjs': "module.exports = require('./_office.cjs'); module.exports.authorize = () => false;",
        'one.ts': '/** Some. */\nexport default () => {};',
      });
      expect(diagnostics.map((each) => brief(each).slice(0, 2))).toEqual(lost.map((each) => ['lost-guard', each]));
    },
  );

  it('leads to both, and explains how to export both', () => {
    const text = 'exports.default = requireOffice; exports.authorize = isStaff; module.exports = log;';
    const { diagnostics } = compile({ '_middleware.cjs': `${FUNCTIONS}${text}` });
    expect(diagnostics.filter(({ code }) => code === 'lost-guard').map(({ message }) => message)).toEqual([
      'This export has no effect, because another one replaces it. Remove one of them, or export both in a list: "module.exports = [guard, log]".',
      'This export has no effect, because another one replaces it. Write "module.exports.authorize = ..." below "module.exports = ...", or remove it.',
    ]);
    expect(diagnostics.map(brief)).toContainEqual([
      'lost-guard',
      'exports.default = requireOffice;',
      'module.exports = log;',
    ]);
  });

  it('counts in TypeScript, too', () => {
    const text = 'export = log;\nexports.default = requireOffice;';
    expect(found(text, '_middleware.cts')).toEqual([['lost-guard', 'exports.default = requireOffice;']]);
  });

  it('counts if the statement has its name twice', () => {
    expect(found('module.exports = log; module.exports.requireOffice = requireOffice;', '_middleware.cjs')).toEqual([
      ['no-middleware', 'module.exports.requireOffice = requireOffice;'],
    ]);
  });
});

describe('right exports of CommonJS are accepted', () => {
  it.each(RIGHT)('%s', (text) => {
    expect(found(text, '_middleware.cjs').filter(([code]) => code === 'lost-guard')).toEqual([]);
    expect(found(text, 'one.cjs').filter(([code]) => code === 'lost-guard')).toEqual([]);
  });
});

describe('the exports that the build reads are those of the module that runs', () => {
  const root = scratch(afterAll);
  // The build reads no values in lists and in conditions.
  const right = RIGHT.filter((text) => !/\[exports|if \(/.test(text));
  const texts = [...LOST.map(([text]) => text), ...right];
  const read = texts.map((text) => {
    const source = { file: '_middleware.cjs', text: `${FUNCTIONS}${text}` };
    return { source, syntax: parseSyntax(source, () => {})! };
  });

  beforeAll(async () => {
    const others = { named: ['authorize'], absent: [] };
    const files = read.map(({ source, syntax }, i) => {
      const plan = planRewriting(source, syntax, 'default', () => {}, others);
      return [`case${i}.mjs`, toEsModule(source, plan).code] as const;
    });
    await writeTree(root, Object.fromEntries(files));
  });

  it.each(texts.map((text, i) => [text, i] as const))('%s', async (_, i) => {
    const { exports } = findExports(read[i]!.syntax);
    const url = pathToFileURL(join(root, `case${i}.mjs`)).href;
    const evaluated = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    const names = exports.flatMap((each) => (/^(?:default|authorize)$/.test(each.name) ? [each] : []));
    // The build knows no name of a value that the code makes.
    const known = names.map((each) => [each.name, nameIn(each)]).filter(([, name]) => name !== undefined);
    expect(known).toEqual(known.map(([name]) => [name, namesOf(evaluated[name!])]));
    expect(names.map(({ name }) => name).toSorted()).toEqual(
      ['authorize', 'default'].filter((name) => evaluated[name] !== undefined),
    );
  });
});
