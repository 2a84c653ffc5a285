import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ReceivedFile } from '../../../src/runtime/koa/request/body/upload.ts';
import { scratch } from '../../support/build.ts';

/** A file system in memory. */
const MEMORY = '/dev/shm';
const isAnotherDisk = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;

const MEGABYTE = 2 ** 20;

async function upload(content: Buffer): Promise<ReceivedFile> {
  const file = new ReceivedFile('photo.png', 'image/png');
  onTestFinished(() => file.remove());
  await file.receive(Readable.from([content]));
  return file;
}

describe.skipIf(!isAnotherDisk)(`an upload that is saved to another disk (needs ${MEMORY})`, () => {
  const directoryInMemory = (): string => {
    const directory = mkdtempSync(join(MEMORY, 'operations-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  };

  it('a reader gets the old file or the new one, never a part', async () => {
    const directory = directoryInMemory();
    const path = join(directory, 'photo.png');
    const size = 8 * MEGABYTE;
    writeFileSync(path, Buffer.alloc(size, 'a'));
    const seen = new Map<string, number>();
    for (const letter of ['b', 'c', 'd']) {
      const file = await upload(Buffer.alloc(size, letter));
      const end = new AbortController();
      const saved = file.save(path).then(() => end.abort());
      while (!end.signal.aborted) {
        const content = readFileSync(path);
        const isWhole = content.length === size && content.equals(Buffer.alloc(size, content[0]));
        const key = isWhole ? 'whole' : 'torn';
        seen.set(key, (seen.get(key) ?? 0) + 1);
        await new Promise(setImmediate);
      }
      await saved;
      expect(file.path).toBe(path);
      expect(readFileSync(path)[0]).toBe(letter.charCodeAt(0));
    }
    expect(seen.get('torn')).toBe(undefined);
    expect(seen.get('whole')).toBeGreaterThan(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['photo.png']);
  });

  it('accepts a name of 255 bytes', async () => {
    const directory = directoryInMemory();
    const name = 'ü'.repeat(127);
    await (await upload(Buffer.from('new'))).save(join(directory, name));
    expect(readdirSync(directory)).toEqual([name]);
  });

  it("leaves nothing next to a target that can't be replaced", async () => {
    const directory = directoryInMemory();
    const file = await upload(Buffer.from('new'));
    await expect(file.save(directory)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EBUSY|ENOTDIR/);
    await expect(file.save(join(directory, 'missing/photo.png'))).rejects.toThrow('ENOENT');
    expect(readdirSync(directory)).toEqual([]);
    expect(await file.text()).toBe('new');
  });
});

/** Mounts a disk of a megabyte, if this user may. */
function mountSmallDisk(): string | undefined {
  const directory = scratch();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]);
  if (status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', directory]));
  return directory;
}

it('save keeps the old file if the disk is full', async ({ skip }) => {
  const directory = mountSmallDisk();
  if (directory === undefined) return skip('This user cannot mount a disk');
  const path = join(directory, 'photo.png');
  writeFileSync(path, 'old');
  const file = await upload(Buffer.alloc(2 * MEGABYTE));
  await expect(file.save(path)).rejects.toThrow('ENOSPC');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(directory)).toEqual(['photo.png']);
  expect(file.path).not.toBe(path);
  await (await upload(Buffer.from('new'))).save(path);
  expect(readFileSync(path, 'utf8')).toBe('new');
});
