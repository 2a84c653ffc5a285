import { posix } from 'node:path';
import type { Access } from '../../../build/compiler/operations/caller-access.ts';
import { accessOf } from '../../../build/compiler/operations/caller-access.ts';
import type { Compilation, CompiledOperation } from '../../../build/compiler/compile.ts';
import { compileOperations, contractsOf, eventsOf } from '../../../build/compiler/compile.ts';
import type { Diagnostic } from '../../../build/compiler/diagnostics/diagnostic.ts';
import { versionsDirectory } from '../../../build/compiler/operations/tree-files.ts';
import { isShorter } from '../../../build/compiler/versions/compile-versions.ts';
import { joinVersions } from '../../../build/compiler/versions/join-versions.ts';
import { errorsIn, formatDiagnostic } from '../../../build/compiler/diagnostics/diagnostic.ts';
import { readIfFile } from '../../../build/project/disk.ts';
import { userError } from '../../../build/project/errors.ts';
import type { Project } from '../../../build/project/project.ts';
import { compilerSettings, directoriesBeside, treesOf } from '../../../build/project/project.ts';
import type { Sources } from '../../../build/project/sources.ts';
import { readSources } from '../../../build/project/sources.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { versionedPath } from '../../../shared/contract/versions.ts';
import type { Tree } from '../../openapi/compare/contracts.ts';
import { contractOfTree } from '../../openapi/compare/contracts.ts';
import type { LocatedContract } from '../finding.ts';
import { locatorOf } from '../locate.ts';
import type { CommitDisk } from './commit-disk.ts';
import { openCommit } from './commit-disk.ts';
import { findUnread, forRevision, hadDirectives, unreadNames } from './unread-lines.ts';
import { findMergeBase, openGit, resolveRevision } from './git.ts';

/**
 * The contract of a compiled tree, with the lines of its parts.
 *
 * @param prefix The path of its server, which a comparison with a document adds to every path.
 * @param unread The lines of custom directives that could not be read.
 */
export function contractOf(
  compilation: Compilation,
  name: string,
  prefix = '',
  unread: readonly Diagnostic[] = [],
): LocatedContract {
  const { contract, sources } = contractOfTree(treeOf(compilation), name, prefix);
  const locate = locatorOf(compilation);
  const compiled = new Map(compilation.operations.map((operation) => [operation.contract, operation]));
  const compiledOf = (operation: Operation): CompiledOperation | undefined => compiled.get(sources.get(operation)!);
  const access = (operation: Operation): Access | undefined => {
    const found = compiledOf(operation);
    return found && accessOf(found, compilation);
  };
  const unreadOf = (operation: Operation): readonly string[] => {
    const found = compiledOf(operation);
    return found === undefined ? [] : unreadNames(found, unread);
  };
  return {
    ...contract,
    ...(unread.length > 0 && { unreadOf }),
    guardsOf: (operation) => access(operation)?.guards.map(({ path }) => path) ?? [],
    middlewareOf: (operation) => access(operation)?.refusedBy ?? [],
    knownGuardsOf: (operation) => access(operation)?.keptOutBy ?? [],
    sharedRouteOf: (operation) => compiledOf(operation)?.sharedRoute,
    locate: (part) => locate({ ...part, operation: sources.get(part.operation) ?? part.operation }),
  };
}

function treeOf(compilation: Compilation): Tree {
  const { schemas, document, custom } = compilation;
  return {
    operations: [...contractsOf(compilation), ...eventsOf(compilation)],
    schemas,
    document: document as BaseDocument,
    custom,
  };
}

/**
 * Compiles the tree of a git revision, with the options of now. Nothing is written to the disk.
 *
 * @param baseline A branch, a tag or a commit; by default the merge base with the default branch.
 * @throws {Error} If there is no such revision, or if its tree has errors. The message has its diagnostics.
 */
export function readRevision(project: Project, baseline: string | undefined): LocatedContract {
  const git = openGit(project.root);
  const { name, commit } = baseline === undefined ? findMergeBase(git) : resolveRevision(git, baseline);
  const short = commit.slice(0, 7);
  const named = commit.startsWith(name) ? short : `${name} (${short})`;
  const disk = openCommit(git, commit);
  // As diagnostics show the directories.
  const shown = {
    directory: `${short}:${project.shown.directory}`,
    definitions: `${short}:${project.shown.definitions}`,
  };
  const compilation = compileCommitted(disk, project, shown);
  const notes = [...disk.notes];
  const { unread, others: diagnostics } = findUnread(compilation, hadDirectives(disk));
  failOnErrors({ diagnostics }, [...notes, `The baseline ${named} has errors`].join('\n'));
  return { ...contractOf(joinAll(compilation), named, '', unread), notes };
}

/** Compiles a commit with the versions that it had: its tree is the last one of them. */
function compileCommitted(disk: CommitDisk, project: Project, shown: Project['shown']): Compilation {
  const settings = compilerSettings(project);
  const compilation = compileOperations({
    ...readCommitted(disk, project, shown),
    ...settings,
    custom: forRevision(settings.custom),
    customDiagnostics: [],
    directory: shown.directory,
    definitionsDirectory: shown.definitions,
    readFile: (file) => readIfFile(posix.join(disk.root, withoutCommit(file)), disk),
  });
  if (!isSameAsBefore(compilation, disk, project)) return compilation;
  const options = { ...project.options, versions: project.options.versions?.slice(0, -1) };
  return compileCommitted(disk, { ...project, options }, shown);
}

/** The path of a file without the commit, which diagnostics show before it. */
function withoutCommit(file: string): string {
  return file.replace(/^[\da-f]{7}:/, '');
}

/** Whether the last version differs in nothing from the one before it: neither by files of that one, nor by `@since`. */
function isSameAsBefore(compilation: Compilation, disk: CommitDisk, { shown }: Project): boolean {
  const last = compilation.older?.at(-1);
  const versions = versionsDirectory(posix.join(disk.root, shown.directory));
  if (last === undefined || versions === undefined) return false;
  return disk.look(`${versions}/${last.version!}`) === undefined && !isShorter(last, compilation);
}

/**
 * All versions of a tree. If a header names them, the paths of all but the default one begin with their names: clients without the header see the
 * default one, and so did clients of an API without versions.
 */
export function joinAll(compilation: Compilation): Compilation {
  const joined = joinVersions(compilation);
  if (!joined.operations.some(({ contract }) => contract.versionHeader !== undefined)) return joined;
  const operations = joined.operations.map((operation) => {
    const { version, versionHeader, path } = operation.contract;
    if (version === undefined || versionHeader?.isDefault !== undefined) return operation;
    return { ...operation, contract: { ...operation.contract, path: versionedPath(version, path) } };
  });
  return { ...joined, operations };
}

/** Reads the texts of a commit. */
function readCommitted(disk: CommitDisk, project: Project, shownThere: Project['shown']): Sources {
  const { root } = disk;
  const { shown } = project;
  const [directory, definitions] = [shown.directory, shown.definitions].map((path) => posix.join(root, path));
  const beside = directoriesBeside(directory!, definitions!, root);
  // A revision from before the first operation has no directory.
  const versions = shown.directory === '.' ? undefined : versionsDirectory(directory!);
  const committed = {
    ...project,
    root,
    directory: directory!,
    definitions: definitions!,
    ...beside,
    versions,
    shown: shownThere,
  };
  const isEmpty = [...treesOf(committed), ...(versions === undefined ? [] : [versions])].every(
    (path) => disk.look(path) === undefined,
  );
  return isEmpty ? { files: [], definitions: [] } : readSources(committed, undefined, undefined, disk);
}

/** Throws the errors of a tree, if it has any. */
export function failOnErrors({ diagnostics }: Pick<Compilation, 'diagnostics'>, what: string): void {
  const errors = errorsIn(diagnostics);
  if (errors.length > 0) throw userError(`${what}:\n\n${errors.map(formatDiagnostic).join('\n\n')}`);
}
