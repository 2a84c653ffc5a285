import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = 'export const authorize = () => false;\n';
const NEXT = 'export default (ctx, next) => next();\n';
const GET = '/** It. */\nexport default () => {};\n';

/** The files in which guards are reported as lost, with the severity of each diagnostic. */
async function lostIn(files: Readonly<Record<string, string>>, options = {}): Promise<string[]> {
  const root = scratch();
  await writeTree(root, { 'app/operations/admin/@get.ts': GET, ...files });
  const { diagnostics } = createSession(locateProject(resolveOptions(options), root)).compile();
  return diagnostics
    .filter(({ code }) => code === 'lost-guard')
    .map(({ severity, at }) => `${severity} ${at.source.file}`);
}

describe('a _middleware file next to the operations, in a directory with the path of one of theirs', () => {
  it.each([
    ['a component', 'app/admin/App.ts', GET],
    ['a component below it', 'app/admin/parts/App.tsx', GET],
    ['a function in CommonJS', 'app/admin/run.cjs', '/** It. */\nmodule.exports = () => {};\n'],
  ])('warns although there is %s with a comment', async (_name, file, text) => {
    const warning = ['warning app/admin/_middleware.ts'];
    expect(await lostIn({ 'app/admin/_middleware.ts': GUARD, [file]: text })).toEqual(warning);
    expect(await lostIn({ 'app/admin/_middleware.ts': NEXT, [file]: text })).toEqual(warning);
    expect(await lostIn({ 'app/admin/_middleware.ts': '/** @rate-limit 5 per minute */', [file]: text })).toEqual(
      warning,
    );
  });

  it('warns next to the operations of an older version too', async () => {
    const files = {
      'app/versions/v1/operations/admin/a.ts': GET,
      'app/versions/v1/admin/_middleware.ts': GUARD,
      'app/versions/v1/admin/App.ts': GET,
    };
    expect(await lostIn(files, { versions: [{ name: 'v1' }, { name: 'v2' }] })).toEqual([
      'warning app/versions/v1/admin/_middleware.ts',
    ]);
  });

  it.each([
    ['operations by their names', { 'app/admin/users@get.ts': GET }],
    ['operations by their types', { 'app/admin/users.ts': 'export default defineOperation(() => {});' }],
  ])('accepts a guard of another tree, which has %s', async (_name, others) => {
    expect(await lostIn({ 'app/admin/_middleware.ts': GUARD, ...others })).toEqual([]);
  });

  it('accepts a guard of another tree elsewhere', async () => {
    expect(await lostIn({ 'other/admin/_middleware.ts': GUARD, 'other/admin/users.ts': GET })).toEqual([]);
    expect(
      await lostIn({ 'app/shop/_middleware.ts': GUARD, 'app/shop/users.ts': GET, 'app/definitions/shop/A.ts': '' }),
    ).toEqual([]);
  });
});

describe('a guard in the default directories, when the option "operations" names another one', () => {
  const moved = { 'src/api/x@get.ts': GET, 'server.ts': "import { createApp } from 'unplugin-operations/koa';\n" };
  const options = { operations: 'src/api' };
  const config = (plugin: string) => `import operations from 'unplugin-operations/${plugin}';\n`;

  it.each([
    ['app/operations', 'y@get.ts'],
    ['app/operations/admin', 'y.ts'],
    ['app/webhooks', 'y@post.ts'],
  ])('warns in %s although it has operations', async (directory, name) => {
    const files = { ...moved, [`${directory}/${name}`]: GET, [`${directory}/_middleware.ts`]: GUARD };
    const warning = [`warning ${directory}/_middleware.ts`];
    expect(await lostIn({ ...files, 'vite.config.ts': config('vite') }, options)).toEqual(warning);
  });

  it('accepts it if a second configuration can build them', async () => {
    const left = { 'app/operations/_middleware.ts': GUARD, 'app/webhooks/y@post.ts': GET };
    const configs = { 'vite.config.ts': config('vite'), 'blog.config.mjs': config('rollup') };
    expect(await lostIn({ ...moved, ...left, ...configs }, options)).toEqual([]);
  });

  it('accepts a guard of another directory with operations', async () => {
    const other = { 'app/blog/_middleware.ts': GUARD, 'app/blog/y@get.ts': GET };
    expect(await lostIn({ ...moved, ...other }, options)).toEqual([]);
  });
});

it.each(['app/versions/_middleware.ts', 'app/versions/v1/_middleware.ts', 'app/versions/v1/helpers/_middleware.ts'])(
  'warns of middleware in %s, which is outside of the operations of the version',
  async (path) => {
    const files = { 'app/versions/v1/operations/a.ts': GET, [path]: NEXT };
    expect(await lostIn(files, { versions: [{ name: 'v1' }, { name: 'v2' }] })).toEqual([`warning ${path}`]);
  },
);

describe.each(['app/definitions', 'app/versions/v1/definitions'])('a guard in %s,', (definitions) => {
  const older = { 'app/versions/v1/operations/old@get.ts': GET };
  const options = { versions: [{ name: 'v1' }, { name: 'v2' }] };
  const SECURITY = 'security: [{ token: [] }]\n';

  it.each([
    ['admin/_middleware.ts', NEXT],
    ['guard.ts', GUARD],
    ['_guard.ts', GUARD],
    ['.openapi.yaml', SECURITY],
    ['openapi.jsonc', '{ "security": [{ "token": [] }] }'],
    ['openapi.ts', 'export const security = [{ token: [] }];'],
  ])('makes an error of %s', async (name, text) => {
    const path = `${definitions}/${name}`;
    expect(await lostIn({ ...older, [path]: text }, options)).toEqual([`error ${path}`]);
  });
});

describe('a file named middleware outside of the operations', () => {
  it.each([
    'middleware.ts',
    'app/middleware.ts',
    'app/middlewares.js',
    'app/_middlewares.ts',
    'app/Middleware.ts',
    'app/admin/middleware.ts',
    'src/middleware.ts',
    'src/middlewares.ts',
  ])('warns of authorize or @security in %s, but accepts other middleware, which a server can import', async (path) => {
    expect(await lostIn({ [path]: GUARD })).toEqual([`warning ${path}`]);
    expect(await lostIn({ [path]: `/** @security token */\n${NEXT}` })).toEqual([`warning ${path}`]);
    expect(await lostIn({ [path]: NEXT })).toEqual([]);
  });

  it('accepts middleware in a directory whose name starts with an underscore', async () => {
    const files = { '_lib/operations/a.ts': GET, '_lib/middleware.ts': NEXT };
    expect(await lostIn(files, { operations: '_lib/operations' })).toEqual([]);
  });

  it.each([
    ['app/middleware.ts', '../middleware.ts'],
    ['app/middleware.ts', '../middleware.js'],
    ['src/middleware.ts', '../../src/middleware.ts'],
    ['src/_middleware.ts', '../../src/_middleware.ts'],
  ])('accepts the authorize of %s if a file of the operations imports it', async (path, specifier) => {
    const taking = (text: string): Readonly<Record<string, string>> => ({
      [path]: `${GUARD}export const limit = 1;\n`,
      'app/operations/_middleware.ts': text,
    });
    expect(await lostIn(taking(`export { authorize } from '${specifier}';\n`))).toEqual([]);
    const other = `import { limit } from '${specifier}';\nexport default (ctx, next) => next(limit);\n`;
    expect(await lostIn(taking(other))).toEqual([`warning ${path}`]);
  });
});
