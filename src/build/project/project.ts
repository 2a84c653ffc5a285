import { relative, resolve } from 'node:path';
import type { CompilationInput } from '../compiler/compile.ts';
import { eventsDirectory, versionsDirectory, webhooksDirectory } from '../compiler/operations/tree-files.ts';
import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import type { LoadedDirectives } from './load-directives.ts';
import { customDirectives } from './load-directives.ts';
import { toPosix } from './files.ts';
import type { ResolvedOptions } from './options.ts';
import type { Version } from '../compiler/api-version.ts';

/** A project on a disk: its options, and the directories that they name. */
export interface Project {
  readonly options: ResolvedOptions;
  /** Absolute. */
  readonly root: string;
  /** The directories of the operations and of the definitions: absolute, with `/`. */
  readonly directory: string;
  readonly definitions: string;
  /** The directory of webhooks next to that of the operations; undefined if there can be none. */
  readonly webhooks: string | undefined;
  /** The same of events. */
  readonly events: string | undefined;
  /** The directory of the older versions next to it; undefined if there can be none. */
  readonly versions: string | undefined;
  /** The same directories as diagnostics show them: relative to the root. */
  readonly shown: { readonly directory: string; readonly definitions: string };
}

/** Resolves the directories of a project. */
export function locateProject(options: ResolvedOptions, given: string): Project {
  // Without a slash at its end.
  const root = resolve(given);
  const [directory, definitions] = [options.operations, options.definitions].map((path) =>
    toPosix(resolve(root, path)),
  );
  const show = (path: string): string => toPosix(relative(root, path)) || '.';
  return {
    options,
    root,
    directory: directory!,
    definitions: definitions!,
    ...directoriesBeside(directory!, definitions!, toPosix(root)),
    versions: directory === toPosix(root) ? undefined : versionsDirectory(directory!),
    shown: { directory: show(directory!), definitions: show(definitions!) },
  };
}

/** The directories of webhooks and events next to that of the operations. */
export function directoriesBeside(
  directory: string,
  definitions: string,
  root: string,
): Pick<Project, 'webhooks' | 'events'> {
  if (directory === root) return { webhooks: undefined, events: undefined };
  const events = eventsDirectory(directory);
  const isOther = events !== undefined && `${definitions}/`.startsWith(`${events}/`);
  return { webhooks: webhooksDirectory(directory), events: isOther ? undefined : events };
}

/** The directories of the operations and, if there can be some, of the webhooks and the events. */
export function treesOf({ directory, webhooks, events }: Trees): string[] {
  return [directory, webhooks, events].filter((tree) => tree !== undefined);
}

/** The directories of operations, webhooks and events. */
export type Trees = Pick<Project, 'directory' | 'webhooks' | 'events'>;

/** The directories of a project that are read. */
export function readDirectories(project: Project): string[] {
  const older = versionTrees(project).flatMap(({ directory, definitions }) => [directory, definitions]);
  return [...treesOf(project), project.definitions, ...older];
}

/** The directories of an older version: absolute, with `/`. */
export interface VersionTree {
  readonly version: Version;
  readonly directory: string;
  readonly definitions: string;
}

/** The directories of the older versions, the oldest version first. */
export function versionTrees({ versions, options }: Pick<Project, 'versions' | 'options'>): VersionTree[] {
  if (options.versions === undefined || versions === undefined) return [];
  return options.versions.slice(0, -1).map((version) => ({
    version,
    directory: `${versions}/${version.name}/operations`,
    definitions: `${versions}/${version.name}/definitions`,
  }));
}

/**
 * The settings of the compiler that a project has.
 *
 * @param custom Its custom directives: those of the working tree, regardless of the compiled revision.
 */
export function compilerSettings(
  { options, root, shown }: Project,
  custom: LoadedDirectives = customDirectives(root),
): CompilerSettings {
  const { base, webhooks, strict, paging } = options;
  const places = { directory: shown.directory, definitionsDirectory: shown.definitions };
  return { ...places, base, webhooks, strict, paging, custom, customDiagnostics: custom.diagnostics };
}

interface CompilerSettings extends Pick<
  CompilationInput,
  'directory' | 'definitionsDirectory' | 'base' | 'webhooks' | 'strict' | 'paging' | 'customDiagnostics'
> {
  readonly custom: CustomDirectives;
}
