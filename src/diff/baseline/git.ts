import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { userError } from '../../project/errors.ts';

/** The most bytes that one call of git can print. */
const MAX_OUTPUT = 1024 ** 3;

/** The variables that a hook of git sets for its own repository. */
const OF_HOOKS = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

/** The environment of git, without those. A lazy clone must not ask for credentials. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OF_HOOKS.has(name));
  return { ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
}

/** Calls git in a repository. Nothing passes through a shell. */
export interface Git {
  /** The path of the directory in the repository, with `/` at its end; empty for the top. */
  readonly prefix: string;
  /** Runs a command and returns its output; undefined if it fails. */
  readonly run: (args: readonly string[], input?: string) => Buffer | undefined;
}

/**
 * Opens the repository of a directory.
 *
 * @throws {Error} If git is not installed, or if the directory is not in a repository.
 */
export function openGit(directory: string): Git {
  const run: Git['run'] = (args, input) => {
    const { error, status, stdout } = spawnSync('git', args, {
      cwd: directory,
      maxBuffer: MAX_OUTPUT,
      ...(input !== undefined && { input }),
      env: environment(),
    });
    if (error !== undefined)
      throw userError(
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'git was not found. Install it, or compare with an OpenAPI document: operations diff openapi.json.'
          : `git failed: ${error.message}`,
      );
    return status === 0 ? stdout : undefined;
  };
  const prefix = run(['rev-parse', '--show-prefix']);
  if (prefix === undefined)
    throw userError(
      `${directory} is not in a git repository. Run "git init" and commit, or compare with an OpenAPI document: operations diff openapi.json.`,
    );
  return { prefix: prefix.toString().trimEnd(), run };
}

/** A commit, with the name that a user gave it. */
export interface Revision {
  readonly name: string;
  readonly commit: string;
}

/**
 * Resolves a revision: a branch, a tag, a commit.
 *
 * @throws {Error} If it does not exist.
 */
export function resolveRevision(git: Git, name: string): Revision {
  const commit = name.startsWith('-') ? undefined : commitOf(git, name);
  if (commit === undefined) {
    const hint = isShallow(git) ? ' The clone is shallow: run "git fetch --unshallow".' : '';
    throw userError(`Unknown revision "${name}": it is neither a branch, a tag or a commit, nor a file.${hint}`);
  }
  return { name, commit };
}

/** The branches that a repository without a remote can have as its default. */
const DEFAULT_BRANCHES = ['main', 'master', 'trunk'];

/**
 * Finds the commit where the current branch left the default branch.
 *
 * @throws {Error} If there is no commit, no default branch or no common ancestor.
 */
export function findMergeBase(git: Git): Revision {
  if (commitOf(git, 'HEAD') === undefined)
    throw userError('The repository has no commit yet. Commit, or compare with an OpenAPI document.');
  const branch = findDefaultBranch(git);
  if (branch === undefined)
    throw userError('The default branch was not found. Name the baseline: operations diff <branch>.');
  const base = git.run(['merge-base', 'HEAD', branch])?.toString().trim();
  if (base !== undefined && base !== '') return { name: branch, commit: base };
  const remedy = isShallow(git)
    ? 'The clone is shallow: run "git fetch --unshallow", or set "fetch-depth: 0" for actions/checkout.'
    : 'Name the baseline: operations diff <revision>.';
  throw userError(`HEAD and ${branch} have no common ancestor. ${remedy}`);
}

function findDefaultBranch(git: Git): string | undefined {
  const remote = git.run(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'])?.toString().trim();
  const configured = git.run(['config', 'init.defaultBranch'])?.toString().trim();
  const names = [...DEFAULT_BRANCHES, ...(configured === undefined ? [] : [configured])];
  const candidates = [...(remote === undefined ? [] : [remote]), ...names.map((name) => `origin/${name}`), ...names];
  return candidates.find((name) => commitOf(git, name) !== undefined);
}

function commitOf(git: Git, name: string): string | undefined {
  const commit = git
    .run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    ?.toString()
    .trim();
  return commit === '' ? undefined : commit;
}

function isShallow(git: Git): boolean {
  return git.run(['rev-parse', '--is-shallow-repository'])?.toString().trim() === 'true';
}

/** A file of a commit. */
interface Entry {
  /** From the top of the repository. */
  readonly path: string;
  readonly object: string;
  readonly isLink: boolean;
}

/**
 * Writes files of a commit, and what their symbolic links lead to, to a temporary directory while a function runs.
 *
 * @param directories The directories to write, relative to the directory of {@link Git}.
 * @param use Receives the counterpart of the directory of {@link Git}.
 */
export function withFilesOf<T>(git: Git, commit: string, directories: readonly string[], use: (root: string) => T): T {
  const top = mkdtempSync(join(tmpdir(), 'operations-diff-'));
  try {
    for (const file of readReachable(git, commit, directories)) writeInto(top, file);
    const root = join(top, git.prefix);
    mkdirSync(root, { recursive: true });
    return use(root);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** An {@link Entry} that has been read. The content of a symbolic link is where it leads. */
interface StoredFile extends Entry {
  readonly content: Buffer;
}

/** Reads the files in directories, and those that symbolic links lead to. */
function readReachable(git: Git, commit: string, directories: readonly string[]): StoredFile[] {
  const reached = new Map<string, StoredFile>();
  let wanted = directories.map((directory) => posix.join(git.prefix, directory)).filter(isWithin);
  while (wanted.length > 0) {
    const entries = listEntries(git, commit, wanted).filter(({ path }) => !reached.has(path));
    const added = readFiles(git, entries);
    for (const file of added) reached.set(file.path, file);
    wanted = added.flatMap((file) => (file.isLink ? (targetOf(file) ?? []) : []));
  }
  return [...reached.values()];
}

/** The path that a symbolic link leads to, from the top of the repository; undefined outside of it. */
function targetOf({ path: link, content }: StoredFile): string | undefined {
  const target = content.toString();
  const path = posix.join(posix.dirname(link), target);
  return !posix.isAbsolute(target) && isWithin(path) ? path : undefined;
}

function isWithin(path: string): boolean {
  return path !== '..' && !path.startsWith('../');
}

function listEntries(git: Git, commit: string, paths: readonly string[]): Entry[] {
  const output = git.run(['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths]);
  return (output?.toString() ?? '').split('\0').flatMap((line): Entry[] => {
    const [, mode, kind, object, path] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    return kind === 'blob' ? [{ path: path!, object: object!, isLink: mode === '120000' }] : [];
  });
}

function writeInto(top: string, stored: StoredFile): void {
  const file = join(top, stored.path);
  mkdirSync(dirname(file), { recursive: true });
  if (!stored.isLink) writeFileSync(file, stored.content);
  else if (targetOf(stored) !== undefined) symlinkSync(stored.content, file);
}

/** Reads all files with one call: `git cat-file --batch` prints a header line, the content and a line break for each. */
function readFiles(git: Git, entries: readonly Entry[]): StoredFile[] {
  if (entries.length === 0) return [];
  const output = git.run(['cat-file', '--batch'], entries.map(({ object }) => `${object}\n`).join(''));
  let offset = 0;
  return (output === undefined ? [] : entries).map((entry) => {
    const end = output!.indexOf('\n', offset);
    const size = Number(output!.toString('utf8', offset, end).split(' ')[2]);
    // A partial clone may lack an object.
    if (Number.isNaN(size)) throw userError(`git lacks the content of ${entry.path}. Run "git fetch --refetch".`);
    offset = end + 1 + size + 1;
    return { ...entry, content: output!.subarray(end + 1, end + 1 + size) };
  });
}
