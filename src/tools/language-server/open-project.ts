import { relative, resolve } from 'node:path';
import type { Compilation } from '../../build/compiler/compile.ts';
import type { Location } from '../../build/compiler/diagnostics/source.ts';
import { fileInTree } from '../../build/compiler/operations/tree-files.ts';
import { look, readText, withoutByteOrderMark } from '../../build/project/disk.ts';
import { toPosix } from '../../build/project/files.ts';
import type { Project } from '../../build/project/project.ts';
import { readDirectories } from '../../build/project/project.ts';
import type { Session } from '../../build/project/session.ts';
import { createSession } from '../../build/project/session.ts';
import { pathInDefinitions, pathInSources } from '../../build/project/sources.ts';

/** A project with open editors, compiled when its compilation is requested after a change. */
export interface OpenProject extends Project {
  readonly session: Session;
  /** The result for the present texts; undefined if the tree's directory does not exist. */
  compilation(): Compilation | undefined;
  /** Takes the text of an open editor; undefined if it was closed. */
  setBuffer(file: string, text: string | undefined): void;
  /** Takes files that have changed on the disk: absolute, with `/`. If undefined, all of them. */
  changeFiles(files: readonly string[] | undefined): void;
  /** Whether a file is below the operations or the definitions. */
  owns(file: string): boolean;
  /** Whether a file or a directory has something to do with those of {@link owns}: it is one of them, or around them. */
  concerns(path: string): boolean;
  /** The file that a diagnostic shows, absolute, with `/`. */
  pathOf(location: Location): string;
  /** A file as diagnostics show it. */
  shownAs(file: string): string;
  /** The text of a file, as an open editor has it, otherwise that of the disk; undefined if there is none. */
  textOf(shown: string): string | undefined;
}

/** Opens a project. */
export function openProject(project: Project): OpenProject {
  const buffers = new Map<string, string>();
  const paths = new Map<string, string>();
  const session = createSession(project, buffers);
  const { root, definitions, shown } = project;
  let compiled: Compilation | undefined;
  let isStale = true;
  let changed: string[] | undefined;
  const openText = (path: string): string | undefined => {
    const file = toPosix(resolve(root, path));
    return buffers.get(file) ?? (look(file)?.isFile() === true ? readText(file) : undefined);
  };
  return {
    ...project,
    textOf: openText,
    session,
    compilation() {
      if (!isStale) return compiled;
      try {
        compiled = session.compile(changed);
        changed = [];
      } catch {
        // The directory does not exist, or not yet.
        compiled = undefined;
        changed = undefined;
      }
      isStale = false;
      return compiled;
    },
    setBuffer(file, text) {
      const present = text && withoutByteOrderMark(text);
      // Each request gives the text again.
      if (buffers.get(file) === present) return;
      if (present === undefined) buffers.delete(file);
      else buffers.set(file, present);
      isStale = true;
    },
    changeFiles(files) {
      changed = files === undefined ? undefined : changed && [...changed, ...files];
      isStale = true;
    },
    owns: (file) => pathInSources(project, file) !== undefined || pathInDefinitions(project, file) !== undefined,
    concerns(path) {
      const around = readDirectories(project).some((each) => each === path || each.startsWith(`${path}/`));
      return around || this.owns(path);
    },
    pathOf({ source: { file } }) {
      const path = paths.get(file) ?? toPosix(resolve(root, file));
      paths.set(file, path);
      return path;
    },
    shownAs(file) {
      if (file.startsWith(`${definitions}/`)) return `${shown.definitions}${file.slice(definitions.length)}`;
      if (pathInDefinitions(project, file) !== undefined) return toPosix(relative(root, file));
      const path = pathInSources(project, file);
      return path === undefined ? file : fileInTree(shown.directory, path);
    },
  };
}
