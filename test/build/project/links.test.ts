import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../../../src/build/project/files.ts';
import { scratch, writeTree } from '../../support/build.ts';

const GUARD = 'export const authorize = () => false;\n';
const FILES = { 'admin/_middleware.ts': GUARD, 'admin/reports/sales@get.ts': '' };

/** Reads a tree with a link. */
async function readLinked(link: string, target: string, files: object = {}, ignore: string[] = []): Promise<unknown> {
  const root = scratch();
  await writeTree(root, { ...FILES, ...files });
  mkdirSync(dirname(join(root, link)), { recursive: true });
  symlinkSync(join(root, target), join(root, link));
  return readTree(root, ignore)!.length;
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
  ['all', 'admin', {}, []],
  ['admin/same', 'admin/reports', {}, []],
  ['other/reports', 'admin/reports', { 'other/_middleware.ts': GUARD }, []],
  ['copy', 'plain', { 'plain/a@get.ts': '' }, []],
  ['_shared.ts', 'admin/reports/sales@get.ts', {}, []],
  ['reports', 'admin/reports', {}, ['reports/**']],
])('follows a link %s to %s that loses no guard', async (link, target, files, ignore) => {
  expect(await readLinked(link, target, files, ignore)).toBeGreaterThan(1);
});
