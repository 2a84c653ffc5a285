import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { userError } from '../../../build/project/errors.ts';

/** The most bytes that one call of git can print. */
const MAX_OUTPUT = 1024 ** 3;

/** The variables that a hook of git sets for its own repository. */
const OF_HOOKS = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

/** Settings of a repository that name programs. */
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`];

/** The environment of git, without those. A lazy clone fetches nothing: that would run programs from its configuration, such as `core.sshCommand`. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OF_HOOKS.has(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Before git 2.44.
    GIT_ALLOW_PROTOCOL: '',
  };
}

/** Calls git in a repository. Nothing passes through a shell, and git runs no program that the repository names. */
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
    const { error, status, stdout } = spawnSync('git', [...NO_PROGRAMS, ...args], {
      cwd: directory,
      maxBuffer: MAX_OUTPUT,
      ...(input !== undefined && { input }),
      env: environment(),
    });
    if (error !== undefined) throw userError(failureOf(error));
    return status === 0 ? stdout : undefined;
  };
  const prefix = run(['rev-parse', '--show-prefix']);
  if (prefix === undefined)
    throw userError(
      `${directory} is not in a git repository. Run "git init" and commit, or compare with an OpenAPI document: operations diff openapi.json.`,
    );
  return { prefix: prefix.toString().trimEnd(), run };
}

function failureOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT')
    return 'git was not found. Install it, or compare with an OpenAPI document: operations diff openapi.json.';
  if (code === 'ENOBUFS') return `git printed more than ${MAX_OUTPUT / 1024 ** 2} MB, which is the limit.`;
  return `git failed: ${message}`;
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
  const commit = commitOf(git, name);
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
  const base = git.run(['merge-base', 'HEAD', branch.commit])?.toString().trim();
  if (base !== undefined && base !== '') return { name: branch.name, commit: base };
  const remedy = isShallow(git)
    ? 'The clone is shallow: run "git fetch --unshallow", or set "fetch-depth: 0" for actions/checkout.'
    : 'Name the baseline: operations diff <revision>.';
  throw userError(`HEAD and ${branch.name} have no common ancestor. ${remedy}`);
}

function findDefaultBranch(git: Git): Revision | undefined {
  const remote = git.run(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'])?.toString().trim();
  const configured = git.run(['config', 'init.defaultBranch'])?.toString().trim();
  const names = [...DEFAULT_BRANCHES, ...(configured === undefined ? [] : [configured])];
  const candidates = [...(remote === undefined ? [] : [remote]), ...names.map((name) => `origin/${name}`), ...names];
  for (const name of candidates) {
    const commit = commitOf(git, name);
    if (commit !== undefined) return { name, commit };
  }
  return undefined;
}

/** The commit of a revision. One that begins with `-` is an option, and never the name of a branch or a tag. */
function commitOf(git: Git, name: string): string | undefined {
  if (name.startsWith('-')) return undefined;
  const commit = git
    .run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    ?.toString()
    .trim();
  return commit === '' ? undefined : commit;
}

function isShallow(git: Git): boolean {
  return git.run(['rev-parse', '--is-shallow-repository'])?.toString().trim() === 'true';
}
