import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DiffResult, DiffSettings } from '../../../src/tools/diff/index.ts';
import { diffProject } from '../../../src/tools/diff/index.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { repository } from './repository.ts';

const FILE = 'app/operations/pets/@get.ts';
const pets = (type: string): string =>
  `/**\n * Pets.\n *\n * @returns {${type}} Names\n */\nexport default function listPets() { return []; }\n`;
const TYPE = 'export interface Pet { name: string }\n';

const diff = (root: string, settings: DiffSettings = { baseline: 'main' }): Promise<DiffResult> =>
  diffProject(
    createSession(locateProject(resolveOptions({}), root)).compile(),
    locateProject(resolveOptions({}), root),
    settings,
  );

/** The message of a failed comparison. */
const failure = (root: string, settings?: DiffSettings): Promise<string> =>
  diff(root, settings).then(
    () => 'it did not fail',
    (error: unknown) => (error as Error).message,
  );

/** An entry of a tree: a mode, and an object that git has. */
type Entries = readonly (readonly [mode: string, name: string, object: string])[];

/** Writes objects as they are, without the checks of git. */
function plumbing(root: string): {
  blob: (text: string) => string;
  tree: (entries: Entries) => string;
  commit: (tree: string) => void;
} {
  const git = (args: readonly string[], input: Buffer | string): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, input });
    if (status !== 0) throw new Error(stderr.toString());
    return stdout.toString().trim();
  };
  return {
    blob: (text) => git(['hash-object', '-w', '--stdin'], text),
    tree: (entries) => {
      const parts = entries.map(([mode, name, object]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(object, 'hex')]),
      );
      return git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], Buffer.concat(parts));
    },
    commit(tree) {
      const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      git(['update-ref', 'refs/heads/evil', git([...person, 'commit-tree', tree, '-m', 'A commit'], '')], '');
    },
  };
}

describe('a baseline', () => {
  it('writes no file, neither through a link that is also a directory nor anywhere else', async () => {
    const { root } = await repository({ [FILE]: pets('string[]') });
    const outside = scratch();
    const { blob, tree, commit } = plumbing(root);
    const file = blob(pets('string[]'));
    const operations = tree([
      ['100644', '@get.ts', file],
      ['120000', 'x', blob(outside)],
      ['40000', 'x', tree([['100644', 'written@get.ts', file]])],
    ]);
    commit(tree([['40000', 'app', tree([['40000', 'operations', operations]])]]));
    const before = readdirSync(tmpdir());
    expect(await failure(root, { baseline: 'evil' })).toMatch(
      /contains "app\/operations\/x", which git cannot check out/,
    );
    expect(readdirSync(outside)).toEqual([]);
    await diff(root);
    expect(readdirSync(tmpdir()).filter((name) => !before.includes(name) && name.startsWith('operations-'))).toEqual(
      [],
    );
  });

  it.each(['..', '.', '', 'a/../../b', `${'a/'.repeat(3000)}b`])(
    'refuses a baseline for an entry named %j',
    async (name) => {
      const { root } = await repository({ [FILE]: pets('string[]') });
      const { blob, tree, commit } = plumbing(root);
      commit(tree([['40000', 'app', tree([['100644', name, blob('')]])]]));
      expect(await failure(root, { baseline: 'evil' })).toMatch(
        /contains "app\/.*which git cannot check out|^git cannot list/,
      );
    },
  );

  it('accepts files with any other names', async () => {
    const { root, commit } = await repository({ [FILE]: pets('string[]') });
    await commit({
      'app/operations/ü;"&|\t{a}/$(x)`@get.ts': pets('string[]')
        .replace('listPets', 'other')
        .replace('Pets.', 'Pets.\n * @param {string} a - A'),
      'app/operations/-x/--all@get.ts': pets('string[]').replace('listPets', 'all'),
      'node_modules/*/[a].txt': '',
    });
    expect((await diff(root, { baseline: 'HEAD' })).text).toMatch(/^No differences from HEAD/);
  });

  it('follows links in the commit, also those of directories on the way, and never on the disk', async () => {
    const top = scratch();
    const root = join(top, 'apps/shop');
    await writeTree(top, {
      'shared/types/Pet.ts': TYPE,
      'code/operations/pets/@get.ts': pets('Pet'),
      'code/definitions/x.ts': '',
    });
    mkdirSync(join(top, 'links'));
    mkdirSync(root, { recursive: true });
    symlinkSync('../../code', join(root, 'app'));
    symlinkSync('../../links/one', join(top, 'code/definitions/types'));
    symlinkSync('./two', join(top, 'links/one'));
    symlinkSync('../shared/./types/../types', join(top, 'links/two'));
    await repository({}, 'apps/shop', top);
    expect((await diff(root)).text).toMatch(/^No differences from main/);
    writeFileSync(join(top, 'shared/types/Pet.ts'), TYPE.replace('string', 'number'));
    expect((await diff(root)).text).toContain('changed from "string" to "number"');
  });

  it.each([
    ['out of the repository, by an absolute path', (outside: string) => outside, /leads out of the repository/],
    [
      'out of the repository, by "..',
      () => '../../../../../../../../../../../../../etc',
      /leads out of the repository/,
    ],
    ['to a drive of Windows', () => 'C:\\Windows', /leads out of the repository/],
    ['to a host of Windows', () => '\\\\host\\share', /leads out of the repository/],
    ['in a circle', () => 'linked', /leads through more than 40 links/],
  ])("reports that it doesn't follow a link %s", async (_name, target, note) => {
    const top = scratch();
    const outside = scratch();
    await writeTree(outside, { 'Pet.ts': TYPE });
    await writeTree(top, { [FILE]: pets('string[]'), 'app/definitions/x.ts': '' });
    symlinkSync(target(outside), join(top, 'app/definitions/linked'));
    await repository({}, '.', top);
    // On the disk, a circle is an error of the project itself.
    spawnSync('rm', [join(top, 'app/definitions/linked')]);
    const { notes, text } = await diff(top);
    expect(text).toMatch(/^No differences/);
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  it('reports a dangling link of a file', async () => {
    const top = scratch();
    await writeTree(top, { [FILE]: pets('string[]') });
    symlinkSync('gone.ts', join(top, 'app/operations/_middleware.ts'));
    await repository({}, '.', top);
    spawnSync('rm', [join(top, 'app/operations/_middleware.ts')]);
    const { notes } = await diff(top);
    expect(notes).toEqual([
      'The link app/operations/_middleware.ts of the baseline was not followed: it leads to a file that does not exist.',
    ]);
  });

  it('refuses a baseline if links to directories with links add up to too many files', async () => {
    const { root } = await repository({ [FILE]: pets('string[]') });
    const { blob, tree, commit } = plumbing(root);
    const link = (level: number): Entries =>
      ['a', 'b'].map((name) => ['120000', name, blob(`../d${level + 1}`)] as const);
    const levels = Array.from({ length: 24 }, (_, i): Entries[number] => ['40000', `d${i}`, tree(link(i))]);
    commit(tree([['40000', 'app', tree([['40000', 'operations', tree([...levels, ['40000', 'd24', tree([])]])]])]]));
    expect(await failure(root, { baseline: 'evil' })).toMatch(
      /more than 200000 files and directories, which is the limit/,
    );
  });

  it('refuses a baseline if a submodule, a file in Git LFS or a file of 100 MB has operations or definitions', async () => {
    const { root } = await repository({ [FILE]: pets('string[]') });
    const { blob, tree, commit } = plumbing(root);
    const failing = async (entry: Entries[number]): Promise<string> => {
      const definitions = tree([entry]);
      commit(
        tree([
          [
            '40000',
            'app',
            tree([
              ['40000', 'definitions', definitions],
              ['40000', 'operations', tree([['100644', '@get.ts', blob(pets('string[]'))]])],
            ]),
          ],
        ]),
      );
      return failure(root, { baseline: 'evil' });
    };
    expect(await failing(['160000', 'shared', 'a'.repeat(40)])).toMatch(/^app\/definitions\/shared is a submodule/);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 1\n`;
    expect(await failing(['100644', 'Pet.json', blob(pointer)])).toMatch(
      /^app\/definitions\/Pet\.json is stored in Git LFS/,
    );
    expect(await failing(['100644', 'Pet.json', blob(' '.repeat(100_000_001))])).toMatch(
      /^Cannot read app\/definitions\/Pet\.json of the baseline: it has more than 100 MB, which is the limit/,
    );
  });

  it.each(['--all', '-x', '--upload-pack=touch x', '-'])(
    'never passes a baseline as an option of git: %j',
    async (baseline) => {
      const { root, git } = await repository({ [FILE]: pets('string[]') });
      expect(await failure(root, { baseline })).toMatch(/^Unknown revision/);
      git('config', 'init.defaultBranch', baseline);
      git('branch', '-q', '-m', 'other');
      expect(await failure(root, {})).toMatch(/^The default branch was not found/);
    },
  );

  it('runs no program that the configuration of the repository names', async () => {
    const { root, git, commit } = await repository({
      [FILE]: pets('string[]'),
      '.gitattributes': '* diff=evil filter=evil\n',
    });
    const ran = join(scratch(), 'ran');
    const script = join(scratch(), 'script.sh');
    writeFileSync(script, `#!/bin/sh\necho "$0" >> ${ran}\n`);
    chmodSync(script, 0o755);
    await commit({ 'README.md': '' });
    const hooks = join(scratch(), 'hooks');
    mkdirSync(hooks);
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout'])
      symlinkSync(script, join(hooks, hook));
    for (const [name, value] of [
      ['core.fsmonitor', script],
      ['core.hooksPath', hooks],
      ['core.pager', script],
      ['core.sshCommand', script],
      ['core.alternateRefsCommand', script],
      ['diff.external', script],
      ['diff.evil.textconv', script],
      ['filter.evil.smudge', script],
      ['filter.evil.process', script],
      ['credential.helper', script],
      ['gpg.program', script],
    ] as const)
      git('config', name, value);
    for (const baseline of ['main', 'HEAD~1', undefined]) await diff(root, { baseline });
    expect(existsSync(ran)).toBe(false);
  });

  it('fetches nothing in a partial clone, and names the command that does', async () => {
    const { root, git, commit } = await repository({ [FILE]: pets('string[]') });
    await commit({ [FILE]: pets('integer[]') });
    git('config', 'uploadpack.allowFilter', 'true');
    const clone = scratch();
    git('clone', '-q', '--filter=blob:none', pathToFileURL(root).href, clone);
    expect(await failure(clone, { baseline: 'HEAD~1' })).toMatch(
      /^git lacks the content of app\/operations\/pets\/@get\.ts, because this is a partial clone\. Run "git fetch --refetch --no-filter"/,
    );
    const fetched = spawnSync('git', ['-c', 'protocol.file.allow=always', 'fetch', '--refetch', '--no-filter'], {
      cwd: clone,
    });
    expect(fetched.status).toBe(0);
    expect((await diff(clone, { baseline: 'HEAD~1' })).text).toContain('changed from "string" to "integer"');
  });
});
