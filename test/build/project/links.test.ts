import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../../../src/build/project/files.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { readUnread } from '../../../src/build/project/unread.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = 'export const authorize = () => false;\n';
const FILES = { 'admin/_middleware.ts': GUARD, 'admin/reports/sales@get.ts': '' };

/** Reads a tree with a link. Targets beside it begin with `../`. */
async function readLinked(link: string, target: string, files: object = {}, ignore: string[] = []): Promise<unknown> {
  const project = scratch();
  const root = join(project, 'app/operations');
  await writeTree(root, { ...FILES, ...files });
  mkdirSync(dirname(join(root, link)), { recursive: true });
  symlinkSync(join(root, target), join(root, link));
  const { length } = readTree(root, ignore)!;
  const located = locateProject(resolveOptions({ ignore }), project);
  expect(readUnread(located)).toBeDefined();
  return length;
}

it.each([
  ['reports', 'admin/reports'],
  ['open/reports', 'admin/reports'],
  ['sales@get.ts', 'admin/reports/sales@get.ts'],
])('refuses a link %s to %s, below which the _middleware file would not run', async (link, target) => {
  await expect(readLinked(link, target)).rejects.toThrow(
    'but admin/_middleware.ts does not run below the link. Move the operations, or put a "_middleware" file in',
  );
});

it.each([
  ['reports', '../shared/reports', '../shared/_middleware.ts'],
  ['open/reports', '../../lib/a/b/reports', '../../lib/_middleware.ts'],
  ['sales@get.ts', '../shared/reports/sales@get.ts', '../shared/_middleware.ts'],
])('refuses a link %s to %s next to the tree, below which %s would not run', async (link, target, guard) => {
  const files = { [guard]: GUARD, [target.endsWith('.ts') ? target : `${target}/sales@get.ts`]: '' };
  const pattern = new RegExp(`but /.*/${guard.replace(/^[./]+/, '')} does not run below the link`);
  await expect(readLinked(link, target, files)).rejects.toThrow(pattern);
});

it('refuses a link to a part of a directory next to the tree, even if another link leads to the whole directory', async () => {
  const root = join(scratch(), 'app/operations');
  await writeTree(root, { 'a@get.ts': '', '../shared/_middleware.ts': GUARD, '../shared/r/x@get.ts': '' });
  symlinkSync('../shared', join(root, 'sh'));
  expect(readTree(root, [])).toHaveLength(3);
  mkdirSync(join(root, 'pub'));
  symlinkSync('../../shared/r', join(root, 'pub/r'));
  expect(() => readTree(root, [])).toThrow('/app/shared/_middleware.ts does not run below the link');
});

it.each([
  ['/** @tags public */\n', GUARD],
  ['export default (ctx, next) => next();\n', GUARD],
  ['/** @security token */\n', GUARD],
  ['/** @security token */\n', '/** @security token admin */\n'],
  ['export const authorize = () => true;\n/** @tags public */\n', '/** @security token */\n'],
  [
    'export default async (ctx, next) => { console.log(ctx.path); await next(); };\n',
    'export default (ctx) => ctx.throw(403);\n',
  ],
])('refuses a link below a file that keeps out fewer clients: %j in place of %j', async (own, guard) => {
  const files = { 'admin/_middleware.ts': guard, 'public/_middleware.ts': own };
  await expect(readLinked('public/reports', 'admin/reports', files)).rejects.toThrow(
    'but admin/_middleware.ts does not run below the link. Move the operations, or guard the link in the same way.',
  );
});

it.each([
  [GUARD, GUARD],
  ['export default (ctx) => ctx.throw(401);\n', 'export default (ctx) => ctx.throw(403);\n'],
  ['/** @security token admin */\n', '/** @security token */\n'],
  ['/** @tags public */\n', '/** @tags admin */\n'],
])('follows a link below a file that keeps out as many clients: %j in place of %j', async (own, guard) => {
  const files = { 'admin/_middleware.ts': guard, 'public/_middleware.ts': own };
  expect(await readLinked('public/reports', 'admin/reports', files)).toBe(4);
});

it.each([
  ['export const office = async (ctx, next) => { await next(); console.log(ctx.status); };\n', true],
  ['export const office = (ctx) => ctx.throw(403);\n', false],
])('reads the modules of files around a link: %s', async (text, isRefused) => {
  const files = {
    'admin/_middleware.ts': 'export default (ctx) => ctx.throw(403);\n',
    'public/_middleware.ts': 'export { office as default } from "../../office.ts";\n',
    '../office.ts': text,
  };
  const outcome = await readLinked('public/reports', 'admin/reports', files).catch(String);
  expect(/does not run below the link/.test(String(outcome))).toBe(isRefused);
});

it('refuses a link when the guard around it is taken out', async () => {
  const root = scratch();
  const tree = { 'admin/_middleware.ts': GUARD, 'public/_middleware.ts': GUARD };
  await writeTree(join(root, 'app/operations'), {
    ...tree,
    'admin/reports/a@get.ts': '/** It. */\nexport default () => {};\n',
  });
  symlinkSync('../admin/reports', join(root, 'app/operations/public/reports'));
  const session = createSession(locateProject(resolveOptions({}), root));
  expect(session.compile().operations).toHaveLength(2);
  await writeTree(root, { 'app/operations/public/_middleware.ts': '/** @tags public */\n' });
  const changed = join(realpathSync(root), 'app/operations/public/_middleware.ts');
  expect(() => session.compile([changed])).toThrow('does not run below the link');
});

it.each([
  ['sh', '../shared', { '../shared/_middleware.ts': GUARD, '../shared/x@get.ts': '' }, []],
  ['sh/r', '../shared/r', { '../shared/r/x@get.ts': '', '../_middleware.ts': GUARD }, []],
  ['admin/r', '../lib/r', { '../lib/_middleware.ts': GUARD, '../lib/r/x@get.ts': '' }, []],
  ['r', '../lib/r', { '../lib/_middleware.ts': GUARD, '../lib/r/x@get.ts': '' }, ['r/**']],
  ['all', 'admin', {}, []],
  ['admin/same', 'admin/reports', {}, []],
  ['other/reports', 'admin/reports', { 'other/_middleware.ts': GUARD }, []],
  ['copy', 'plain', { 'plain/a@get.ts': '' }, []],
  ['_shared.ts', 'admin/reports/sales@get.ts', {}, []],
  ['reports', 'admin/reports', {}, ['reports/**']],
])('follows a link %s to %s that loses no guard', async (link, target, files, ignore) => {
  expect(await readLinked(link, target, files, ignore)).toBeGreaterThan(1);
});

it('refuses a link when a guard is added around its target', async () => {
  const root = scratch();
  await writeTree(root, { 'app/operations/admin/reports/a@get.ts': '/** It. */\nexport default () => {};\n' });
  symlinkSync('admin/reports', join(root, 'app/operations/reports'));
  const session = createSession(locateProject(resolveOptions({}), root));
  expect(session.compile().operations).toHaveLength(2);
  await writeTree(root, { 'app/operations/admin/_middleware.ts': GUARD });
  const added = join(realpathSync(root), 'app/operations/admin/_middleware.ts');
  expect(() => session.compile([added])).toThrow('does not run below the link');
});

const VERSIONS = { versions: [{ name: 'v1' }, { name: 'v2' }] };

it.each([
  ['app/operations', '../lib/a/ops', 'lib/a/ops', 'lib/_middleware.ts', {}],
  ['app/webhooks', '../lib/a/ops', 'lib/a/ops', 'lib/a/_middleware.ts', {}],
  ['app/versions', '../lib', 'lib/v1/operations', 'lib/v1/_middleware.ts', VERSIONS],
  ['app', 'lib/app', 'lib/app/operations', 'lib/_middleware.ts', {}],
])(
  'reports a guard around the target of a tree that is a link: %s to %s',
  async (link, target, tree, guard, options) => {
    const root = scratch();
    await writeTree(root, { [guard]: GUARD, [`${tree}/a@post.ts`]: '' });
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(target, join(root, link));
    const { outside } = readUnread(locateProject(resolveOptions(options), root));
    expect(outside.map(({ file }) => file)).toEqual([guard]);
  },
);
