import { MAX_TEXT, tooLarge } from '../../../build/project/disk.ts';
import { userError } from '../../../build/project/errors.ts';
import type { Git } from './git.ts';

/** A blob of a commit. */
export interface StoredObject {
  /** From the top of the repository. */
  readonly path: string;
  readonly object: string;
}

/** The limit of all files of a baseline, in bytes: git prints them at once. */
const MAX_TOTAL = 500_000_000;

/** The content of a file if Git LFS stores the file elsewhere. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** Finds the sizes of blobs, in bytes; undefined for one that a partial clone lacks. */
export function sizesOf(git: Git, objects: readonly StoredObject[]): (number | undefined)[] {
  if (objects.length === 0) return [];
  const output = git.run(['cat-file', '--batch-check=%(objectsize)'], objectLines(objects));
  // Before git 2.44 it fails where it would fetch the object.
  const lines = output?.toString().split('\n') ?? [];
  return objects.map((_, i) => (/^\d+$/.test(lines[i] ?? '') ? Number(lines[i]) : undefined));
}

/**
 * Reads the texts of blobs.
 *
 * @throws {Error} If one is missing, is too large, or is stored in Git LFS.
 */
export function readObjects(git: Git, objects: readonly StoredObject[]): string[] {
  let total = 0;
  for (const [i, size] of sizesOf(git, objects).entries()) {
    const { path } = objects[i]!;
    if (size === undefined)
      throw userError(
        `git lacks the content of ${path}, because this is a partial clone. Run "git fetch --refetch --no-filter".`,
      );
    if (size > MAX_TEXT) throw userError(`Cannot read ${path} of the baseline: ${tooLarge(MAX_TEXT)}.`);
    total += size;
    if (total > MAX_TOTAL)
      throw userError(`Cannot read the files of the baseline: together ${tooLarge(MAX_TOTAL, 'they have')}.`);
  }
  return contentsOf(git, objects).map((text, i) => {
    if (!text.startsWith(LFS_POINTER)) return text;
    throw userError(
      `${objects[i]!.path} is stored in Git LFS, so the commit does not contain its text. Store it in git, or compare with an OpenAPI document.`,
    );
  });
}

/** Reads all blobs with one call: `git cat-file --batch` prints a header line, the content and a line break for each. */
function contentsOf(git: Git, objects: readonly StoredObject[]): string[] {
  if (objects.length === 0) return [];
  const output = git.run(['cat-file', '--batch'], objectLines(objects));
  if (output === undefined)
    throw userError('git cannot read the files of the baseline. Run "git fsck" to find out why.');
  let offset = 0;
  return objects.map(() => {
    const end = output.indexOf('\n', offset);
    const size = Number(output.toString('utf8', offset, end).split(' ')[2]);
    offset = end + 1 + size + 1;
    return output.toString('utf8', end + 1, end + 1 + size);
  });
}

function objectLines(objects: readonly StoredObject[]): string {
  return objects.map(({ object }) => `${object}\n`).join('');
}
