import { describe, expect, it } from 'vitest';
import type { AnyHandler, Manifest } from '../../src/shared/contract/manifest.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import { createSession } from '../../src/build/project/session.ts';
import { locateProject } from '../../src/build/project/project.ts';
import { scratch, writeTree } from '../support/build.ts';
import { buildProject, CONTRACT } from './project.ts';

const TREE = {
  'app/operations/pets/@get.ts': `${CONTRACT}export default (): string => 'pets';\n`,
  'app/operations/toys.ts': `${CONTRACT}export default (): string => 'toys';\n`,
};

/** A middleware that notes its name; its text leaves a mark when its module is evaluated. */
const noting = (name: string): string =>
  `(globalThis.evaluated ??= []).push('${name}');\nconst note = (seen, next) => (seen.push('${name}'), next());\n`;

/** What wraps an operation, by what each part of it notes. */
function wraps({ operations }: Manifest, id: string): string[] {
  const seen: string[] = [];
  const { middleware = [] } = operations.find((entry) => entry.id === id)!;
  for (const wrap of middleware.flat() as readonly AnyHandler[]) wrap(seen, () => {});
  return seen;
}

describe.each([false, true])('_middleware in a bundle, lazy %s', (lazy) => {
  it.each([
    ['_middleware.ts', 'export default note;'],
    ['_middleware.mts', 'export default [note] as unknown[];'],
    ['_middleware.cts', 'export = note;'],
    ['_middleware.cjs', 'module.exports = note;'],
    ['_middleware.cjs', "const { sep } = require('node:path');\nmodule.exports = sep ? [note] : [];"],
    ['_middleware.js', 'exports.__esModule = true;\nexports.default = note;'],
    ['_middleware.js', 'export { note as default };'],
  ])('imports middleware once, however it is written: %s, %s', async (name, text) => {
    const files = {
      [`app/operations/${name}`]: `${noting('all')}${text}\n`,
      'app/operations/pets/_middleware.js': `${noting('pets')}export default [note, note];\n`,
    };
    const built = await buildProject({ ...TREE, ...files }, { lazy });
    expect(built.errors).toEqual([]);
    const evaluated = ((globalThis as { evaluated?: string[] }).evaluated = []);
    const { default: manifest } = await built.load();
    expect(evaluated).toEqual(['all', 'pets']);
    expect(wraps(manifest, 'toys.ts')).toEqual(['all']);
    expect(wraps(manifest, 'pets/@get.ts')).toEqual(['all', 'pets', 'pets']);
  });
});

describe('exports of a CommonJS _middleware that only its evaluation shows', () => {
  it.each<[string, string]>([
    ['authorize', 'const make = () => Object.assign(() => {}, { authorize: () => false });\nmodule.exports = make();'],
    ['authorize', 'const make = () => ({ default() {}, authorize: () => false });\nmodule.exports = make();'],
    ['default', "eval('module.exports.default = () => {}');\nexports.authorize = () => true;"],
  ])('stop the server: %s, %s', async (name, file) => {
    const built = await buildProject({ ...TREE, 'app/operations/_middleware.cjs': file }, {});
    expect(built.errors).toEqual([]);
    await expect(built.load()).rejects.toThrow(
      `app/operations/_middleware.cjs exports "${name}" in a way that the build cannot see. Write "exports.${name} = ...".`,
    );
  });
});

describe.each([false, true])('the authorize of an operation in a bundle, lazy %s', (lazy) => {
  it.each([
    ['a.ts', 'export function authorize() { return false; }\nexport default () => 1;'],
    ['a.mts', 'const guard = () => false;\nexport { guard as authorize };\nexport const getA = () => 1;'],
    ['a.js', 'export default () => 1;\nexport const authorize = make();\nfunction make() { return () => false; }'],
    ['a.cjs', 'module.exports = () => 1;\nmodule.exports.authorize = () => false;'],
    ['a.js', 'exports.getA = () => 1;\nexports.authorize = () => false;'],
    ['a.cts', 'module.exports = { authorize: () => false, getA() {} };'],
  ])('guards its operation alone, however it is written: %s, %s', async (name, text) => {
    const file = `app/operations/${name}`;
    const built = await buildProject({ ...TREE, [file]: `/** Nothing. */\n${text}\n` }, { lazy });
    expect(built.errors).toEqual([]);
    const { operations } = (await built.load()).default;
    const found = await Promise.all(
      operations.map(async ({ authorize = [] }) => [authorize.length, await authorize[0]?.({}, undefined)]),
    );
    expect(found).toEqual([
      [1, false],
      [0, undefined],
      [0, undefined],
    ]);
  });

  it('fails in the server if only its evaluation shows the error', async () => {
    const file = 'const guards = { authorize: () => false };\nmodule.exports = Object.assign(() => 1, guards);';
    const built = await buildProject({ ...TREE, 'app/operations/a.cjs': `/** Nothing. */\n${file}` }, { lazy });
    expect(built.errors).toEqual([]);
    const run = async (): Promise<unknown> => (await built.load()).default.operations[0]!.load?.();
    await expect(run()).rejects.toThrow('app/operations/a.cjs exports "authorize" in a way that the build cannot see.');
  });
});

describe('_middleware', () => {
  it('the option ignore leaves out _middleware', async () => {
    const files = { 'app/operations/_middleware.ts': 'no code' };
    const built = await buildProject({ ...TREE, ...files }, { ignore: '_middleware.ts' });
    expect(built.thrown).toBeUndefined();
    expect(wraps((await built.load()).default, 'toys.ts')).toEqual([]);
  });

  it('fails the build if the option ignore hides it from an operation below', async () => {
    const files = { 'app/operations/pets/_middleware.ts': 'export const authorize = () => false;' };
    const built = await buildProject({ ...TREE, ...files }, { ignore: '**/_*' });
    expect(String(built.thrown)).toContain('app/operations/pets/_middleware.ts:1:1 - error lost-guard');
    const without = await buildProject({ ...TREE, ...files }, { ignore: 'pets/**' });
    expect(without.thrown).toBeUndefined();
  });

  it.each(['app/_middleware.ts', '_middleware.js'])('fails the build outside of the operations: %s', async (path) => {
    const built = await buildProject({ ...TREE, [path]: 'export const authorize = () => false;' });
    expect(String(built.thrown)).toContain(`${path}:1:1 - error lost-guard`);
  });

  describe('in a directory next to the operations', () => {
    const warningsOf = async (files: Record<string, string>): Promise<string[]> => {
      const built = await buildProject({ ...TREE, 'app/operations/admin/@get.ts': HANDLER, ...files });
      expect(built.thrown).toBeUndefined();
      return built.warnings.filter((text) => text.includes('lost-guard'));
    };
    const GUARD = 'export const authorize = () => false;';
    const HANDLER = '/** It. */\nexport default () => {};';

    it.each([
      ['app/Operations/admin/_middleware.ts', GUARD],
      ['app/admin/_middleware.ts', GUARD],
      ['app/admin/_middleware.ts', "export default requireRole('admin');"],
      ['app/operation/admin/_middleware.ts', GUARD],
      ['app/operation/_middleware.ts', 'export default (ctx, next) => next();'],
      ['operations/admin/_middleware.ts', GUARD],
      ['src/_middleware.ts', GUARD],
      ['src/_middleware.js', '/** @security token */'],
    ])('warns: %s: %s', async (path, text) => {
      expect(await warningsOf({ [path]: text })).toEqual([expect.stringContaining(`${path}:1:`)]);
    });

    it("warns if the files next to it aren't operations", async () => {
      const files = { 'src/server.ts': 'export const port = 3000;', 'src/_shared.ts': HANDLER };
      expect(await warningsOf({ 'src/_middleware.ts': GUARD, ...files })).toHaveLength(1);
    });

    it.each([
      ['functions/_middleware.ts', 'export const onRequest = (context) => context.next();'],
      ['pages/_middleware.ts', 'export default (request) => undefined;'],
      ['app/lib/_middleware.ts', 'export const helper = 1;'],
      ['dist/operations/_middleware.js', GUARD],
      ['node_modules/a/operations/_middleware.js', GUARD],
    ])('builds without a warning: %s: %s', async (path, text) => {
      expect(await warningsOf({ [path]: text })).toEqual([]);
    });

    it('builds without a warning in another tree, or in another project', async () => {
      expect(await warningsOf({ 'app/v2/admin/_middleware.ts': GUARD, 'app/v2/admin/@get.ts': HANDLER })).toEqual([]);
      expect(await warningsOf({ 'app/v2/admin/_middleware.ts': GUARD, 'app/v2/admin/own/a.ts': HANDLER })).toEqual([]);
      expect(await warningsOf({ 'other/package.json': '{}', 'other/operations/_middleware.ts': GUARD })).toEqual([]);
    });
  });

  it.each(['_middleware', '_middleware.TS', '_middleware.ts.txt'])(
    'fails the build if it has the name %s',
    async (name) => {
      const built = await buildProject({
        ...TREE,
        [`app/operations/pets/${name}`]: 'export const authorize = () => false;',
      });
      expect(String(built.thrown)).toContain(`app/operations/pets/${name}:1:1 - error middleware-name`);
    },
  );

  it('accepts backups of editors next to it', async () => {
    const built = await buildProject({ ...TREE, 'app/operations/pets/_middleware.ts~': '', 'app/middleware.ts': '' });
    expect([built.thrown, built.errors]).toEqual([undefined, []]);
  });

  it.each(['openapi.yaml', 'app/openapi.yml', 'app/operations/openapi.yaml', 'app/webhooks/openapi.json'])(
    'fails the build if the security of the document is in %s',
    async (path) => {
      const text = path.endsWith('json') ? '{"security":[{"token":[]}]}' : 'security: [{ token: [] }]';
      const built = await buildProject({ ...TREE, [path]: text });
      expect(String(built.thrown)).toContain(`${path}:1:${path.endsWith('json') ? 2 : 1} - error lost-guard`);
    },
  );

  it.each(['openapi', 'openapi.YAML', 'openapi.yaml.txt'])(
    'fails the build if the document is named %s',
    async (name) => {
      const built = await buildProject({ ...TREE, [`app/definitions/${name}`]: 'security: [{ token: [] }]' });
      expect(String(built.thrown)).toContain(`app/definitions/${name}:1:1 - error lost-guard`);
    },
  );

  it('lets a document that was written for others be in the root', async () => {
    const document = { openapi: '3.1.0', security: [{ token: [] }], paths: {} };
    const built = await buildProject({ ...TREE, 'openapi.json': JSON.stringify(document) });
    expect(built.thrown).toBeUndefined();
  });

  it('watches _middleware, and sees when it comes and goes', async () => {
    const root = scratch();
    await writeTree(root, TREE);
    const session = createSession(locateProject(resolveOptions(), root));
    const before = session.manifest(session.compile());
    expect(before).not.toContain('_middleware');
    const path = 'app/operations/pets/_middleware.ts';
    await writeTree(root, { [path]: 'export default (ctx, next) => next();' });
    const compilation = session.compile();
    expect(session.watchFiles(compilation)).toContain(`${root}/${path}`);
    const after = session.manifest(compilation);
    expect(after.indexOf('"pets/@get.ts"')).toBeLessThan(after.indexOf('"toys.ts"'));
    expect(after).toContain('middleware: [around0, undefined],');
    await writeTree(root, { [path]: 'export default 1;' });
    expect(session.compile().diagnostics.map(({ code }) => code)).toEqual(['no-middleware']);
  });
});

describe('the contract in the comment of a _middleware file', () => {
  it.each(['_middleware.ts', '_middleware.cjs'])(
    'bundles no contract, and imports no file without code: %s',
    async (name) => {
      const files = {
        [`app/operations/${name}`]: '/** @param {string} query.lang - Not in the bundle */\n',
        'app/operations/pets/_middleware.ts': `/*! A licence. */\n/** @tags pets, not in the bundle */\n${noting('pets')}export default note;\n`,
      };
      const built = await buildProject({ ...TREE, ...files }, {}, { build: { minify: false } });
      expect([built.errors, built.warnings]).toEqual([[], []]);
      expect(built.text).not.toContain('ot in the bundle');
      const { default: manifest } = await built.load();
      expect(manifest.operations.map(({ input }) => input!.parameters!.map((one) => one.name))).toEqual([
        ['lang'],
        ['lang'],
      ]);
      expect(wraps(manifest, 'toys.ts')).toEqual([]);
      expect(wraps(manifest, 'pets/@get.ts')).toEqual(['pets']);
    },
  );

  it('follows a contract when it comes, changes and goes', async () => {
    const root = scratch();
    await writeTree(root, TREE);
    const session = createSession(locateProject(resolveOptions(), root));
    const tags = async (text: string): Promise<(readonly string[] | undefined)[]> => {
      await writeTree(root, { 'app/operations/pets/_middleware.js': text });
      return session.compile().operations.map(({ contract }) => contract.tags);
    };
    expect(session.compile().operations[0]!.contract.tags).toBeUndefined();
    expect(await tags('/** @tags a */')).toEqual([['a'], undefined]);
    expect(await tags('/** @tags b */\nexport default () => {};')).toEqual([['b'], undefined]);
    expect(await tags('export default () => {};')).toEqual([undefined, undefined]);
  });
});

describe('the option checkResponses', () => {
  it('bundles what operations may answer', async () => {
    const [without, having] = [await buildProject(TREE), await buildProject(TREE, { checkResponses: true })];
    expect((await without.load()).default.operations.map(({ responses }) => responses)).toEqual([undefined, undefined]);
    const [pets] = (await having.load()).default.operations;
    expect(pets!.responses!()).toMatchObject([{ status: '200', content: [{ mediaType: 'application/json' }] }]);
  });
});
