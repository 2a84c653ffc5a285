import { randomBytes } from 'node:crypto';
import { chmodSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { look } from './disk.ts';

/** The error codes of Windows while another program has a file open. */
const BUSY: readonly (string | undefined)[] = ['EACCES', 'EBUSY', 'EPERM'];
const ATTEMPTS = 10;
/** In milliseconds: together half a second. */
const PAUSE = 10;

/**
 * Writes a file as a whole: readers never see a part of it, and a full disk leaves the old one as it is.
 *
 * A link stays, and so do the permissions of an existing file. A device or a pipe is written to.
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const before = look(file);
  if (before !== undefined && !before.isFile()) return writeFileSync(file, content);
  const target = before === undefined ? file : realpathSync(file);
  const copy = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(copy, content, { flag: 'wx' });
    if (before !== undefined) chmodSync(copy, before.mode);
    renameBusy(copy, target);
  } catch (error) {
    rmSync(copy, { force: true });
    // The directory can be read-only, or the file can be a separate mount.
    if (before === undefined || !isRefusal(error)) throw error;
    writeFileSync(file, content);
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return BUSY.includes(code) || code === 'EROFS' || code === 'EXDEV';
}

/** Renames a file over another one. On Windows, that fails while another program reads it. */
function renameBusy(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(from, to);
    } catch (error) {
      const isBusy = process.platform === 'win32' && BUSY.includes((error as NodeJS.ErrnoException).code);
      if (!isBusy || attempt === ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE * attempt);
    }
  }
}
