import { describe, expect, it } from 'vitest';
import type { Files } from './compare.ts';
import { diffFiles } from './compare.ts';

const OFFICE = "(ctx, next) => { if (ctx.get('X-Office') !== 'yes') ctx.throw(403); return next(); }";
const PASS = '(ctx, next) => next()';
const LOG =
  "async (ctx, next) => { const from = Date.now(); await next(); ctx.set('X-Time', `${Date.now() - from}`); }";
const STAFF = "(ctx) => ctx.get('X-Staff') === 'yes'";
const OPEN = '() => true';

const GET = '/** Lists. */\nexport default () => 1;\n';

/** The same names in modules that only pass them on. */
const PASSING: Files = {
  '../lib/index.ts': "export { guard, log } from './guards.ts';\nexport * as guards from './guards.ts';\n",
  '../lib/all.ts': "export * from './index.ts';\n",
  '../lib/default.ts': "export { guard as default } from './all.ts';\n",
  '../lib/list.ts':
    "import { guard, log } from './index.ts';\nexport const list = [log, guard];\nexport default [...list];\n",
  '../lib/again.ts': "import { again as other } from './other.ts';\nexport const again = [...other];\n",
  '../lib/other.ts': "import { again } from './again.ts';\nexport const again = [...again];\n",
};

/** A module whose function `guard` is one or makes one. */
function lib(guard: string): Files {
  return { ...PASSING, '../lib/guards.ts': `export const log = ${LOG};\nexport const guard = ${guard};\n` };
}

function changes(before: Files, after: Files): string[] {
  return diffFiles(before, after).map(({ severity, id }) => `${severity} ${id}`);
}

/** A file that takes the guard, and how it is shown: `guard` or a call of it. */
const TAKES: readonly (readonly [string, string])[] = [
  ["import { guard } from '../lib/guards.ts';", 'guard'],
  ["import { guard as office } from '../lib/guards.ts';", 'office'],
  ["import { guard } from '../lib/index.ts';", 'guard'],
  ["import { guard } from '../lib/all.ts';", 'guard'],
  ["import guard from '../lib/default.ts';", 'guard'],
  ["import * as lib from '../lib/guards.ts';", 'lib.guard'],
  ["import { guards } from '../lib/index.ts';", 'guards.guard'],
  ["import { guards } from '../lib/index.ts';\nconst { guard } = guards;", 'guard'],
  ["import { guard } from '../lib/guards.ts';\nconst own = { guard };", 'own.guard'],
  ["import { guard } from '../lib/guards.ts';\nconst office = guard;", 'office'],
  ["const { guard } = await import('../lib/guards.ts');", 'guard'],
];

const BY_LISTS: readonly (readonly [string, string])[] = [
  ["import { guard, log } from '../lib/guards.ts';", '[log, guard]'],
  ["import { guard, log } from '../lib/guards.ts';", '[log, [guard]]'],
  ["import { list } from '../lib/list.ts';", 'list'],
  ["import list from '../lib/list.ts';", 'list'],
  ["import { list } from '../lib/list.ts';", '[...list]'],
];

/** Functions that make guards. */
const MAKERS: Readonly<Record<string, (guard: string) => string>> = {
  arrow: (guard) => `(role) => ${guard}`,
  statement: (guard) => `function (role) { return ${guard}; }`,
  checked: (guard) => `(role) => { if (role === '') throw new Error('No role'); const made = ${guard}; return made; }`,
  typed: (guard) => `(role) => { const all = new Set([role]); return ${guard} as never; }`,
};

describe('middleware of another module', () => {
  const files = (line: string, value: string, guard: string): Files => ({
    'pets/@get.ts': GET,
    '_middleware.ts': `${line}\nexport default ${value};\n`,
    ...lib(guard),
  });

  it.each([...TAKES, ...BY_LISTS])('warns if it only calls next now: %s %s', (line, value) => {
    expect(changes(files(line, value, OFFICE), files(line, value, PASS))).toEqual(['warning middleware-removed']);
  });

  it.each(TAKES.flatMap(([line, value]) => Object.keys(MAKERS).map((maker) => [line, value, maker] as const)))(
    'warns if it only calls next now, by a maker: %s %s %s',
    (line, value, maker) => {
      const [before, after] = [OFFICE, PASS].map((guard) => files(line, `[${value}('staff')]`, MAKERS[maker]!(guard)));
      expect(changes(before!, after!)).toEqual(['warning middleware-removed']);
    },
  );

  it.each([...TAKES, ...BY_LISTS])('accepts a log that becomes another one: %s %s', (line, value) => {
    expect(changes(files(line, value, LOG), files(line, value, PASS))).toEqual([]);
  });

  it.each<[string, Files, Files]>([
    [
      'that is taken from a list of the module',
      files("import { guard, log } from '../lib/guards.ts';", '[log, guard]', OFFICE),
      files("import list from '../lib/list.ts';", 'list', OFFICE),
    ],
    [
      'that moves into the module',
      { ...files('', OFFICE, OFFICE) },
      files("import { guard } from '../lib/all.ts';", 'guard', OFFICE),
    ],
    [
      'if a log of the module is taken out',
      files("import { guard, log } from '../lib/guards.ts';", '[log, guard]', OFFICE),
      files("import { guard } from '../lib/guards.ts';", 'guard', OFFICE),
    ],
    [
      'if only the log is empty now',
      files("import { guard, log } from '../lib/guards.ts';", '[log, guard]', OFFICE),
      {
        ...files("import { guard, log } from '../lib/guards.ts';", '[log, guard]', OFFICE),
        '../lib/guards.ts': `export const log = ${PASS};\nexport const guard = ${OFFICE};\n`,
      },
    ],
    [
      'by a maker that another function gets',
      files("import wrap from 'wrap';\nconst make = wrap((role) => " + OFFICE + ');', "make('staff')", OFFICE),
      files("import wrap from 'wrap';\nconst make = wrap((role) => " + PASS + ');', "make('staff')", OFFICE),
    ],
    [
      'by a maker that returns several functions',
      files(
        "import { guard } from '../lib/guards.ts';",
        "guard('staff')",
        `(role) => { if (role) return log; return ${OFFICE}; }`,
      ),
      files(
        "import { guard } from '../lib/guards.ts';",
        "guard('staff')",
        `(role) => { if (role) return log; return ${PASS}; }`,
      ),
    ],
    [
      'if lists have each other',
      files("import { again } from '../lib/again.ts';", 'again', OFFICE),
      files("import { again } from '../lib/again.ts';", 'again', PASS),
    ],
    [
      'that a function of a package gets',
      files("import wrap from 'wrap';\nimport { guard } from '../lib/guards.ts';", 'wrap(guard)', OFFICE),
      files("import wrap from 'wrap';\nimport { guard } from '../lib/guards.ts';", 'wrap(guard)', PASS),
    ],
    [
      'that a condition chooses',
      files("import { guard, log } from '../lib/guards.ts';", 'ON ? guard : log', OFFICE),
      files("import { guard, log } from '../lib/guards.ts';", 'ON ? guard : log', PASS),
    ],
    [
      'that code assigns to again',
      files("import { guard, log } from '../lib/guards.ts';\nlet own = guard;\nown = log;", 'own', OFFICE),
      files("import { guard, log } from '../lib/guards.ts';\nlet own = guard;\nown = log;", 'own', PASS),
    ],
  ])('reports nothing for middleware %s', (_name, before, after) => {
    expect(changes(before, after)).toEqual([]);
  });

  it.each([
    ['', '[]'],
    ["import { list } from '../lib/none.ts';", 'list'],
    ["import { list } from '../lib/none.ts';", '[...list]'],
  ])('warns if a list is empty now: %s %s', (line, value) => {
    const before = files("import { guard } from '../lib/guards.ts';", '[guard]', OFFICE);
    const after = { ...files(line, value, OFFICE), '../lib/none.ts': 'export const list = [];\n' };
    expect(changes(before, after)).toEqual(['warning middleware-removed']);
    const filled = { ...after, '../lib/none.ts': 'export const list = [];\nlist.push(office);\n' };
    expect(changes(before, filled)).toEqual(['warning middleware-removed']);
    expect(changes(filled, after)).toEqual(line === '' ? [] : ['warning middleware-removed']);
  });

  it.each([
    ["import compose from 'koa-compose';\nimport { log } from '../lib/guards.ts';", 'compose([log])'],
    ['', "(ctx, next) => { if (ctx.host === 'old') return ctx.redirect('https://new.example'); return next(); }"],
    ['', "(ctx, next) => { if (isBad(ctx)) throw new Error('no'); return next(); }"],
  ])('warns if it is no longer known to keep clients out: %s %s', (line, value) => {
    const [before, after] = [files('', OFFICE, OFFICE), files(line, value, OFFICE)];
    expect(changes(before, after)).toEqual(['warning middleware-removed']);
    expect(changes(after, before)).toEqual([]);
  });

  it('warns if another module of the same name is in its place', () => {
    const line = "import { guard } from '../lib/guards';";
    const { '../lib/guards.ts': text, ...others } = files(line, 'guard', OFFICE);
    const before = { ...others, '../lib/guards.ts': text! };
    const after = { ...others, '../lib/guards.js': `exports.log = ${LOG};\nexports.guard = ${PASS};\n` };
    expect(changes(before, after)).toEqual(['warning middleware-removed']);
    const barrel = {
      ...before,
      '../lib/index.ts': `export const guard = ${PASS};\nexport { log } from './guards.ts';\n`,
    };
    const through = "import { guard } from '../lib/index.ts';\nexport default guard;\n";
    expect(changes({ ...before, '_middleware.ts': through }, { ...barrel, '_middleware.ts': through })).toEqual([
      'warning middleware-removed',
    ]);
  });

  it('warns in a CommonJS file', () => {
    const { '_middleware.ts': _taken, ...others } = files('', 'guard', OFFICE);
    const line = "const { guard } = require('../lib/guards');\nmodule.exports = guard;\n";
    const [before, after] = [others, { ...others, ...lib(PASS) }].map((each) => ({ ...each, '_middleware.cjs': line }));
    expect(changes(before!, after!)).toEqual(['warning middleware-removed']);
  });

  it('warns if a function of the module leaves out the guard that it gets', () => {
    const line = "import { guard } from '../lib/guards.ts';\nconst office = 'office';";
    const [before, after] = ['guard(ctx, next)', 'next()'].map((call) =>
      files(line, 'guard(office)', `(guard) => (ctx, next) => ${call}`),
    );
    expect(changes(before!, after!)).toEqual(['warning middleware-removed']);
  });
});

describe('authorize of another module', () => {
  const inDirectory = (line: string, value: string, guard: string): Files => ({
    'pets/@get.ts': GET,
    '_middleware.ts': `${line}\nexport const authorize = ${value};\n`,
    ...lib(guard),
  });
  const inOperation = (line: string, value: string, guard: string): Files => ({
    '@get.ts': `${line}\n${GET}export const authorize = ${value};\n`,
    ...lib(guard),
  });

  describe.each([
    ['a directory', inDirectory],
    ['an operation', inOperation],
  ])('for %s', (_place, files) => {
    it.each(TAKES)('reports one that only returns true now: %s %s', (line, value) => {
      expect(changes(files(line, value, STAFF), files(line, value, OPEN))).toEqual(['error authorize-removed']);
    });

    it.each(TAKES.flatMap(([line, value]) => Object.keys(MAKERS).map((maker) => [line, value, maker] as const)))(
      'reports one that only returns true now, by a maker: %s %s %s',
      (line, value, maker) => {
        const [before, after] = [STAFF, OPEN].map((guard) => files(line, `${value}('staff')`, MAKERS[maker]!(guard)));
        expect(changes(before!, after!)).toEqual(['error authorize-removed']);
      },
    );

    it.each(TAKES)('accepts another change of it: %s %s', (line, value) => {
      expect(changes(files(line, value, STAFF), files(line, value, "(ctx) => ctx.get('X-Boss') === 'yes'"))).toEqual(
        [],
      );
    });
  });

  it('reports that of an operation by export * from a module that passes it on', () => {
    const [before, after] = [STAFF, OPEN].map((guard) => ({
      '@get.ts': `${GET}export * from '../lib/authorize.ts';\n`,
      '../lib/authorize.ts': "export { guard as authorize } from './all.ts';\n",
      ...lib(guard),
    }));
    expect(changes(before!, after!)).toEqual(['error authorize-removed']);
  });
});
