import { expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = `export const requireOffice = async (ctx, next) => {
  if (!ctx.get('x-office')) ctx.throw(403);
  return next();
};
`;
/** It refuses nothing. */
const LEFT = `const check = async (ctx) => { if (!ctx.get('x-office')) ctx.throw(403); };
export const requireOffice = async (ctx, next) => { check(ctx); return next(); };
`;
const OPERATION = '/**\n * Office.\n *\n * @returns {string} Text\n */\nexport default () => "";\n';
const passOn = (specifier: string): string =>
  `import { requireOffice } from '${specifier}';\nexport default requireOffice;\n`;

/** The files that the diagnostics of a guard name. */
async function found(specifier: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = scratch();
  await writeTree(root, {
    'app/operations/_middleware.ts': passOn(specifier),
    'app/operations/office.ts': OPERATION,
    ...files,
  });
  const { diagnostics } = createSession(locateProject(resolveOptions(), root)).compile();
  return diagnostics.map(({ code, at, notes }) =>
    [code, at.source.file, ...notes.map((note) => note.at.source.file)].join(' '),
  );
}

const named = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`lib/${name}`, /json|css/.test(name) ? '{}' : GUARD]));

it.each([
  ['office', ['office.ts', 'office.js'], 'lib/office.ts lib/office.js'],
  ['office', ['office.ts', 'office.mts', 'office.mjs'], 'lib/office.ts lib/office.mts lib/office.mjs'],
  ['office', ['office.js', 'office.mjs'], 'lib/office.js lib/office.mjs'],
  ['office', ['office.tsx', 'office.jsx'], 'lib/office.tsx lib/office.jsx'],
  ['office', ['office/index.ts', 'office/index.js'], 'lib/office/index.ts lib/office/index.js'],
  ['office/', ['office.ts', 'office/index.ts'], 'lib/office/index.ts lib/office.ts'],
])('warns of an import of "%s" among %j', async (name, files, expected) => {
  expect(await found(`../../lib/${name}`, named(...files))).toEqual([`several-files ${expected}`]);
});

it.each([
  ['office', ['office.ts', 'office.d.ts', 'office.css', 'office.json', 'office.test.ts', 'office.test.js']],
  ['office', ['office.ts', 'office/index.ts', 'office/index.js']],
  ['office', ['office.ts', 'office.tsx', 'office.cjs']],
  ['office.ts', ['office.ts', 'office.js']],
  ['office.js', ['office.ts', 'office.js']],
  ['office.js', ['office.ts', 'office.tsx']],
  ['office.admin', ['office.admin.ts', 'office.ts', 'office.js']],
])('accepts an import of "%s" among %j', async (name, files) => {
  expect(await found(`../../lib/${name}`, named(...files))).toEqual([]);
});

it.each([
  ['../../lib/office', { 'lib/office.mjs': LEFT, 'lib/office/index.ts': GUARD }, 'lib/office.mjs'],
  ['../../lib/office', { 'lib/office.cts': GUARD, 'lib/office/index.mjs': LEFT }, 'lib/office/index.mjs'],
  ['../../lib/office.js', { 'lib/office.ts': GUARD, 'lib/office.js': LEFT }, 'lib/office.js'],
  ['../../lib/office.js', { 'lib/office.tsx': LEFT }, 'lib/office.tsx'],
])('reads the file of %s that bundlers take', async (specifier, files, expected) => {
  expect(await found(specifier, files)).toEqual([`ineffective-guard ${expected}`]);
});

it('follows no directory whose package.json has another entry', async () => {
  const files = { 'lib/office/index.ts': LEFT, 'lib/office/src/main.ts': GUARD };
  const entry = (main: string): Record<string, string> => ({
    ...files,
    'lib/office/package.json': `{ "main": "${main}" }`,
  });
  expect(await found('../../lib/office', entry('src/main.ts'))).toEqual([
    'authorize-export app/operations/_middleware.ts',
  ]);
  for (const main of ['index.ts', './index.js', '.'])
    expect(await found('../../lib/office', entry(main))).toEqual(['ineffective-guard lib/office/index.ts']);
  expect(await found('../../lib/office/index', entry('src/main.ts'))).toEqual([
    'ineffective-guard lib/office/index.ts',
  ]);
});

it('warns once of a file that several modules import, by aliases too', async () => {
  expect(
    await found('#lib/office', {
      ...named('office.ts', 'office.js'),
      'package.json': '{ "imports": { "#lib/*": "./lib/*" } }',
      'app/operations/more/_middleware.ts': passOn('../../../lib/office'),
      'app/operations/more/plans@get.ts': OPERATION,
    }),
  ).toEqual(['several-files lib/office.ts lib/office.js']);
});

it('warns of an app that can be several files, and of the modules that it imports', async () => {
  const root = scratch();
  const api = `import { createApp } from 'unplugin-operations/koa';\n${passOn('./lib/office')}`;
  await writeTree(root, {
    'app/operations/office.ts': OPERATION,
    'api.ts': api,
    'api.js': api,
    ...named('office.ts', 'office.js'),
  });
  const session = createSession(locateProject(resolveOptions({ app: 'api' }), root));
  session.compile();
  expect(session.checkApp().map(({ code, at }) => `${code} ${at.source.file}`)).toEqual([
    'several-files api.ts',
    'several-files lib/office.ts',
  ]);
});
