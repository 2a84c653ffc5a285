import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { scratch, writeTree } from '../../support/build.ts';

/** A git repository with a project, in a scratch directory. */
export interface Repository {
  /** The project's directory. */
  readonly root: string;
  /** Runs git, and returns its output. */
  git(...args: string[]): string;
  /** Writes files of the project and commits everything. */
  commit(files: Readonly<Record<string, string>>): Promise<void>;
}

/** Makes a repository whose first commit on `main` has these files, below a directory of the repository. */
export async function repository(
  files: Readonly<Record<string, string>>,
  directory = '.',
  top = scratch(),
): Promise<Repository> {
  const root = join(top, directory);
  const git = (...args: string[]): string => {
    const author = [
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.org',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'protocol.file.allow=always',
    ];
    const { status, stdout, stderr } = spawnSync('git', [...author, ...args], { cwd: top, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const commit = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    await writeTree(root, changed);
    git('add', '--all');
    git('commit', '-q', '--allow-empty', '-m', 'A commit');
  };
  git('init', '-q', '-b', 'main');
  await commit(files);
  return { root, git, commit };
}
