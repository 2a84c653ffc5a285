import { describe, expect, it } from 'vitest';
import { createAliases } from '../../../src/build/project/aliases.ts';
import { compile } from './compile.ts';

const OPENAPI = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};

/** How a module has the function `getX`, and the names that lead to it; `C` is its comment. */
const MODULES: Record<string, [text: string, ...names: string[]]> = {
  default: ['C export default function getX() {}', 'default'],
  named: ['C export function getX() {}', 'getX'],
  list: ['C function getX() {}\nexport { getX };', 'getX'],
  both: ['C export function getX() {}\nexport default getX;', 'getX'],
  constant: ['C export const getX = () => {};', 'getX'],
  wrapped: ['C export const getX = defineOperation(() => {});', 'getX'],
  object: ['export const users = { C getX() {} };', 'users', 'getX'],
  arrow: ['export const users = { C getX: () => {} };', 'users', 'getX'],
  shorthand: ['C function getX() {}\nexport const users = { getX };', 'users', 'getX'],
  defaultObject: ['C const getX = () => {};\nexport default { getX };', 'default', 'getX'],
  static: ['export class Users { C static getX() {} }', 'Users', 'getX'],
  field: ['export class Users { C static getX = () => {}; }', 'Users', 'getX'],
  instance: ['class Users { C getX() {} }\nexport const users = new Users();', 'users', 'getX'],
  nested: ['const users = { C getX() {} };\nexport const all = { users };', 'all', 'users', 'getX'],
  'CommonJS export': ['C exports.getX = () => {};', 'getX'],
  'CommonJS object': ['C const getX = () => {};\nmodule.exports = { getX };', 'getX'],
  'CommonJS default': ['C const getX = () => {};\nmodule.exports = { getX };', 'default', 'getX'],
};
/** Barrels between: the text, from the specifier and the first name; and the names that lead there. */
const BARRELS: Record<string, (spec: string, first: string) => [text: string, names: string[]] | undefined> = {
  name: (spec, first) => [`export { ${first} as found } from '${spec}';`, ['found']],
  star: (spec, first) => (first === 'default' ? undefined : [`export * from '${spec}';`, [first]]),
  starAs: (spec, first) => [`export * as inner from '${spec}';`, ['inner', first]],
  importAll: (spec, first) => [`import * as inner from '${spec}';\nexport { inner };`, ['inner', first]],
  defaultAll: (spec, first) => [`import * as inner from '${spec}';\nexport default inner;`, ['default', first]],
  inObject: (spec, first) => [
    `import { ${first} as found } from '${spec}';\nexport const inner = { found };`,
    ['inner', 'found'],
  ],
  inDefault: (spec, first) => [
    `import { ${first} as found } from '${spec}';\nexport default { found };`,
    ['default', 'found'],
  ],
  allInObject: (spec, first) => [
    `import * as one from '${spec}';\nexport const inner = { one };`,
    ['inner', 'one', first],
  ],
  spread: (spec, first) =>
    first === 'default'
      ? undefined
      : [`import * as one from '${spec}';\nexport const inner = { ...one };`, ['inner', first]],
};
/** How an operation takes it: [imports, expression]. */
const TAKEN: Record<string, (spec: string, names: string[]) => [string, string]> = {
  import: (spec, [first, ...rest]) => [`import { ${first} as it } from '${spec}';`, ['it', ...rest].join('.')],
  all: (spec, names) => [`import * as it from '${spec}';`, ['it', ...names].join('.')],
  element: (spec, names) => [`import * as it from '${spec}';`, `it${names.map((n) => `['${n}']`).join('')}`],
  pattern: (spec, names) => [
    `import * as it from '${spec}';\nconst { ${names.at(-1)}: own } = ${['it', ...names.slice(0, -1)].join('.')};`,
    'own',
  ],
  constant: (spec, names) => [`import * as it from '${spec}';\nconst own = ${['it', ...names].join('.')};`, 'own'],
  require: (spec, names) => [`const it = require('${spec}');`, ['it', ...names].join('.')],
  await: (spec, names) => [`const it = await import('${spec}');`, ['it', ...names].join('.')],
};
const USES: Record<string, (expression: string) => string> = {
  itself: (x) => x,
  typed: (x) => `defineOperation(${x})`,
  bound: (x) => `${x}.bind(null)`,
  list: (x) => `compose([${x}])`,
  call: (x) => `(ctx) => ${x}(ctx)`,
  returned: (x) => `async function pub(ctx) { return await ${x}(ctx); }`,
  wrapped: (x) => `withLog(${x})`,
};

const GUARD: Record<string, string> = {
  'CommonJS export': 'exports.authorize = () => false;',
};
const OPERATIONS = new Set(['default', 'named', 'list', 'both', 'constant', 'wrapped']);
const [PUBLIC, SECURED] = ['', ' * @security token\n'].map(
  (line) => `/**\n * It.\n * @operationId getX\n${line} * @returns {string} it\n */`,
);

/** A file that takes a function by a form, and what is there. */
interface Form {
  /** The forms in short: `object starAs all call`. */
  readonly name: string;
  readonly taking: { readonly imports: string; readonly expression: string };
  readonly files: Readonly<Record<string, string>>;
  readonly outside: Readonly<Record<string, string>>;
}

/** A function in a file, taken in one way. */
function formOf(
  [file, comment]: readonly [file: string, comment: string],
  [mod, barrel, how, use]: readonly [mod: string, barrel: string, how: string, use: string],
  importer: string,
): Form | undefined {
  const [text, ...names] = MODULES[mod]!;
  const isShown = file.startsWith('app/operations/');
  const between = BARRELS[barrel]?.(file.replace('app/', './'), names[0]!);
  if (barrel !== 'none' && between === undefined) return undefined;
  const up = '../'.repeat(importer.split('/').length);
  const specifier = between === undefined ? `${up}${file.replace('app/', '')}` : `${up}barrel.js`;
  const [imports, expression] = TAKEN[how]!(specifier, between ? [...between[1], ...names.slice(1)] : names);
  const own = text.replace('C', comment);
  return {
    name: [mod, barrel, how, use].join(' '),
    taking: { imports, expression: USES[use]!(expression) },
    files: isShown ? { [file.replace('app/operations/', '')]: own } : {},
    outside: { ...(!isShown && { [file]: own }), ...(between && { 'app/barrel.js': between[0] }) },
  };
}

/** Each pair of forms, for a function in a file. */
function formsOf(place: readonly [file: string, comment: string], importer: string): Form[] {
  const modules = Object.keys(MODULES).filter((each) => !place[0].includes('@') || OPERATIONS.has(each));
  const barrels = ['none', ...Object.keys(BARRELS)];
  const pairs = [
    ...modules.flatMap((mod) => barrels.map((barrel) => [mod, barrel, 'import', 'itself'] as const)),
    ...Object.keys(TAKEN).flatMap((how) =>
      Object.keys(USES).flatMap((use) => ['none', 'starAs'].map((barrel) => ['named', barrel, how, use] as const)),
    ),
  ];
  return pairs.flatMap((each) => formOf(place, each, importer) ?? []);
}

function compileForm({ files, outside }: Form, others: Readonly<Record<string, string>>): ReturnType<typeof compile> {
  const readFile = (file: string): string | undefined => outside[file];
  return compile({ ...files, ...others }, { definitions: [OPENAPI], readFile, resolveAlias: createAliases(readFile) });
}

/** What an operation gets that takes a function: its schemes, or the codes of what is reported. */
function outcomeOf(form: Form, others: Readonly<Record<string, string>>): string[] {
  const { imports, expression } = form.taking;
  const text = `${imports}\n/**\n * Pub.\n * @operationId pub\n * @returns {string} it\n */\nexport default ${expression};\n`;
  const { operations, diagnostics } = compileForm(form, { ...others, 'pub@get.js': text });
  const codes = diagnostics.map(({ code }) => code).filter((code) => code !== 'unused-scheme');
  const { contract } = operations.find((each) => each.contract.id === 'pub@get.js')!;
  return codes.length > 0 ? [...new Set(codes)] : (contract.security ?? []).flatMap((each) => Object.keys(each));
}

/** The forms by which a guard gets lost, or something else than expected comes out. */
const failing = (
  forms: readonly Form[],
  others: Readonly<Record<string, string>>,
  expected: (form: Form) => readonly string[],
): string[] =>
  forms.flatMap((form) => {
    const found = outcomeOf(form, others);
    return found.join() === expected(form).join() ? [] : [`${form.name}: ${found.join()}`];
  });

/** Forms by which a function is called, and not passed on. */
const isCall = ({ name }: Form): boolean => /(?:call|returned)$/.test(name);

describe('However an operation takes a function', () => {
  const operation = ['app/operations/admin/x@get.js', PUBLIC!] as const;
  const secured = ['app/operations/admin/x@get.js', SECURED!] as const;
  const helper = ['app/lib/x.js', SECURED!] as const;

  it('the contract of the other operation applies, or a warning names what does not', () => {
    expect(
      failing(formsOf(secured, 'pub@get.js'), {}, (form) => (isCall(form) ? ['passed-contract'] : ['token'])),
    ).toEqual([]);
  });

  it.each([
    ['/** @security token */\n', 'its contract'],
    ['export const authorize = () => false;\n', 'its guard'],
  ])('a directory of the other operation is missed: %j', (text) => {
    const others = { 'admin/_middleware.js': text };
    expect(failing(formsOf(operation, 'pub@get.js'), others, () => ['passed-contract'])).toEqual([]);
  });

  it('the @security line of a function elsewhere is reported', () => {
    expect(failing(formsOf(helper, 'pub@get.js'), {}, () => ['stray-guard'])).toEqual([]);
  });

  it('the authorize of a module elsewhere is reported, unless a call shows that its function is a helper', () => {
    const forms = formsOf(['app/lib/x.js', ''], 'pub@get.js').map((form) => ({
      ...form,
      outside: {
        ...form.outside,
        'app/lib/x.js': `${form.outside['app/lib/x.js']}\n${GUARD[form.name.split(' ')[0]!] ?? 'export const authorize = () => false;'}`,
      },
    }));
    expect(failing(forms, {}, (form) => (isCall(form) ? [] : ['authorize-export']))).toEqual([]);
  });

  it('the _middleware files of another tree are reported', () => {
    const forms = formsOf(['app/admin/operations/x.js', PUBLIC!], 'pub@get.js').map((form) => ({
      ...form,
      outside: { ...form.outside, 'app/admin/_middleware.js': 'export const authorize = () => false;' },
    }));
    expect(failing(forms, {}, (form) => (isCall(form) ? [] : ['passed-contract']))).toEqual([]);
  });

  it('nothing is reported of functions without guards', () => {
    expect(failing(formsOf(operation, 'pub@get.js'), {}, () => [])).toEqual([]);
    expect(failing(formsOf(['app/lib/x.js', PUBLIC!], 'pub@get.js'), {}, () => [])).toEqual([]);
  });
});

describe('However a _middleware file takes a function', () => {
  const text = '/** Pub.\n * @operationId pub\n * @returns {string} it */\nexport default function pub() {}\n';
  const codesOf = (form: Form, exported: string, others: Readonly<Record<string, string>> = {}): string => {
    const { imports, expression } = form.taking;
    const own = `${imports}\nexport ${exported} ${expression};\n`;
    const { diagnostics } = compileForm(form, { ...others, 'b/_middleware.js': own, 'b/pub@get.js': text });
    return [...new Set(diagnostics.map(({ code }) => code))].filter((code) => code !== 'unused-scheme').join();
  };

  it.each(['default', 'const authorize ='])('the @security line above it is reported: export %s', (exported) => {
    const forms = formsOf(['app/lib/x.js', SECURED!], 'b/_middleware.js');
    const found = forms.map((form) => `${form.name}: ${codesOf(form, exported)}`);
    expect(found.filter((each) => !each.endsWith(': stray-guard'))).toEqual([]);
  });

  it.each([
    ['default', 'default', 'export default function getX(ctx, next) { return next(); }'],
    ['const authorize =', 'named', 'export const getX = 1;\nexport const authorize = (ctx) => ctx.get("x") === "a";'],
  ])('the contract of another _middleware file is reported: export %s', (exported, mod, other) => {
    const forms = formsOf(['app/operations/a/_middleware.js', ''], 'b/_middleware.js').filter(({ name }) =>
      name.startsWith(`${mod} `),
    );
    const contract = `/** @security token */\nconst first = 1;\n${other}`;
    const found = forms.map((form) => {
      const [imports, expression] = [form.taking.imports, form.taking.expression].map((each) =>
        mod === 'named' ? each.replaceAll('getX', 'authorize') : each,
      );
      const outside = Object.fromEntries(
        Object.entries(form.outside).map(([file, each]) => [
          file,
          mod === 'named' ? each.replaceAll('getX', 'authorize') : each,
        ]),
      );
      const taken = { ...form, taking: { imports: imports!, expression: expression! }, files: {}, outside };
      return `${form.name}: ${codesOf(taken, exported, { 'a/_middleware.js': contract })}`;
    });
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((each) => !each.endsWith(': stray-guard'))).toEqual([]);
  });
});
