import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../../src/build/project/replace-file.ts';
import { scratch } from '../../support/build.ts';

describe('a file that a tool writes', () => {
  it('writes a new file, so that a reader of the old one reads all of it', () => {
    const root = scratch();
    const file = join(root, 'a.txt');
    replaceFile(file, 'old');
    const { ino } = statSync(file);
    replaceFile(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).ino).not.toBe(ino);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('keeps its permissions and its links', () => {
    const root = scratch();
    const [file, link] = [join(root, 'a.sh'), join(root, 'link.sh')];
    writeFileSync(file, 'old');
    chmodSync(file, 0o750);
    symlinkSync('a.sh', link);
    replaceFile(link, 'new');
    expect(readlinkSync(link)).toBe('a.sh');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o750);
  });

  it('stays as it is if the new one cannot be written', () => {
    const root = scratch();
    const file = join(root, 'a.txt');
    writeFileSync(file, 'old');
    expect(() => replaceFile(file, undefined as never)).toThrow(TypeError);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('fails without a trace in a directory that is missing or is a file', () => {
    const root = scratch();
    writeFileSync(join(root, 'file'), '');
    for (const path of ['missing/a.txt', 'file/a.txt'])
      expect(() => replaceFile(join(root, path), 'new')).toThrow(/ENOENT|ENOTDIR/);
    mkdirSync(join(root, 'directory'));
    expect(() => replaceFile(join(root, 'directory'), 'new')).toThrow(/EISDIR/);
    expect(readdirSync(root).toSorted()).toEqual(['directory', 'file']);
  });

  it('writes to a device', () => {
    if (!existsSync('/dev/null')) return;
    replaceFile('/dev/null', 'text');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
