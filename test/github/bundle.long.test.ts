import fs from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';
import { startNode } from '../support/process.ts';
import { buildOneFile, SERVERS } from './server.ts';
import { writeGithubTree } from './tree.ts';

const PRELOAD = fileURLToPath(new URL('watch-files.cjs', import.meta.url));

describe("the bundle of GitHub's API", () => {
  let root: string;

  beforeAll(async () => {
    root = scratch(afterAll);
    await writeTree(root, { 'server.ts': SERVERS.createApp });
    await writeGithubTree(root);
  });

  const buildText = async (): Promise<string> => readFile(await buildOneFile(root), 'utf8');

  it('builds the same bytes whatever the order in which directories are listed', async () => {
    const plain = await buildText();
    const reversed = reverseListings();
    await rm(join(root, 'app'), { recursive: true });
    await writeGithubTree(root);
    // Two megabytes that differ take long to print.
    expect((await buildText()) === plain).toBe(true);
    expect(reversed.size).toBeGreaterThan(100);
    expect(plain).toContain('/repos/{owner}/{repo}/issues/{issue_number}');
  });
});

describe("GitHub's API as one file", () => {
  let home: string;
  let file: string;

  beforeAll(async () => {
    const root = scratch(afterAll);
    await writeTree(root, { 'server.ts': SERVERS.createApp });
    await writeGithubTree(root);
    const bundle = await buildOneFile(root);
    home = scratch(afterAll);
    file = join(home, basename(bundle));
    await rename(bundle, file);
    await rm(root, { recursive: true });
  });

  it('opens no file but itself', async () => {
    expect(await openedFiles(file)).toEqual([]);
  });

  it('a test would be caught opening another', async () => {
    const other = scratch();
    const reader = join(home, 'reader.mjs');
    await writeFile(
      reader,
      `import { readFileSync } from 'node:fs';
      import { readdir } from 'node:fs/promises';
      try { readFileSync(${JSON.stringify(join(other, 'file'))}); } catch {}
      await readdir(${JSON.stringify(other)});
      await import(${JSON.stringify(file)});`,
    );
    expect(await openedFiles(reader)).toEqual([file, other, join(other, 'file')].sort());
  });
});

/** Runs a program until it has answered a request, and gives the paths it asked the file system for, its own and those above it left out. */
async function openedFiles(file: string): Promise<string[]> {
  const home = dirname(file);
  const served = await startNode(file, { cwd: scratch(), args: ['--require', PRELOAD] });
  onTestFinished(() => served.stop().then(() => undefined));
  const { status } = await fetch(`${served.url}/repos/o/r/issues/1`);
  expect(status).toBe(200);
  const asked = [...served.output().matchAll(/^\[fs\] \w+ (.*)$/gm)].map(([, name]) => name!);
  expect(asked).toContain(file);
  // Node itself resolves links in the program's own path.
  return [...new Set(asked)].filter((name) => name !== file && !home.startsWith(name)).sort();
}

/** Turns every directory listing round until the test is done; gives the directories that were listed. */
function reverseListings(): Set<string> {
  const listed = new Set<string>();
  const { readdirSync, readdir, promises } = fs;
  const { readdir: readdirPromise } = promises;
  const turn = <T>(path: unknown, names: T): T => {
    listed.add(String(path));
    return (Array.isArray(names) ? names.toReversed() : names) as T;
  };
  const changed = {
    readdirSync: (path: string, options: never) => turn(path, readdirSync(path, options)),
    readdir: (path: string, ...rest: [never]) => {
      const done = rest.pop() as unknown as (error: unknown, names: unknown) => void;
      readdir(path, ...rest, ((error: unknown, names: unknown) => done(error, turn(path, names))) as never);
    },
  };
  Object.assign(fs, changed);
  Object.assign(promises, {
    readdir: async (path: string, options: never) => turn(path, await readdirPromise(path, options)),
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { readdirSync, readdir });
    Object.assign(promises, { readdir: readdirPromise });
    syncBuiltinESMExports();
  });
  return listed;
}
