import type { EnvironmentModuleNode, ViteDevServer } from 'vite';
import type { Compilation } from '../../build/compiler/compile.ts';
import { fileInTree, pathOfId } from '../../build/compiler/operations/tree-files.ts';
import { look } from '../../build/project/disk.ts';
import { toPosix } from '../../build/project/files.ts';
import { readDirectories } from '../../build/project/project.ts';
import type { Session } from '../../build/project/session.ts';
import { entryId, resolvedId } from '../../build/project/virtual-modules.ts';
import type { Build } from '../build.ts';
import { Directories } from './directories.ts';
import type { Tree } from './tree.ts';

/** The limit of files that a request looks at: each takes a few microseconds. */
const MAX_FILES = 1000;

/** Whether files have been written, added or removed since they were seen. Times on the disk decide, because the watcher reports a change late. */
export class Freshness {
  readonly #server: ViteDevServer;
  readonly #session: Session;
  readonly #tree: Tree;
  readonly #app: string | undefined;
  readonly #directories: Directories;
  readonly #times = new Map<string, number>();
  #shared: { readonly of: Compilation; readonly files: readonly string[] } | undefined;

  /** @param app The module of the app, absolute. */
  constructor(server: ViteDevServer, build: Build, tree: Tree, app: string | undefined) {
    this.#directories = new Directories(readDirectories(build.project).map(toPosix));
    this.#server = server;
    this.#session = build.session();
    this.#tree = tree;
    this.#app = app;
  }

  /** Remembers the files of the tree as they are now. */
  remember(): void {
    const served = this.#tree.served();
    if (served !== undefined) this.#findWritten(this.#session.watchFiles(served));
  }

  /** Finds the files that the response of an operation depends on and that have been written since the last look. */
  written(operation: string): string[] {
    return this.#findWritten(this.#filesOf(operation));
  }

  /**
   * Finds the files of the tree that are new or gone since the last look, and that the watcher has not reported before. Call it before the tree is read, so
   * that files added meanwhile are found the next time.
   */
  moved(): string[] {
    const moved = this.#directories.changed();
    if (moved.length === 0) return moved;
    this.#findWritten(moved);
    const served = this.#tree.served();
    const known = new Set(served && this.#session.watchFiles(served));
    return moved.filter((path) => known.has(path) !== (look(path) !== undefined));
  }

  #findWritten(files: Iterable<string>): string[] {
    const written: string[] = [];
    for (const file of files) {
      const seen = look(file);
      // The watcher waits until an empty file has its text, and sees deletions.
      if (seen === undefined || seen.size === 0) continue;
      const before = this.#times.get(file);
      this.#times.set(file, seen.mtimeMs);
      if (before !== undefined && before !== seen.mtimeMs) written.push(file);
    }
    return written;
  }

  /** An operation's file, those around it, and all that its code and the app import, without packages. */
  #filesOf(operation: string): Iterable<string> {
    const { moduleGraph } = this.#server.environments.ssr;
    const entry = moduleGraph.getModuleById(resolvedId(entryId(operation)));
    const apps = this.#app === undefined ? [] : (moduleGraph.getModulesByFile(this.#app) ?? []);
    const files = new Set([fileInTree(this.#session.directory, pathOfId(operation)), ...this.#sharedFiles()]);
    // A walk of a set includes items added meanwhile.
    const modules = new Set([...(entry === undefined ? [] : [entry]), ...apps]);
    for (const module of modules) {
      if (files.size >= MAX_FILES) break;
      if (isSource(module)) files.add(module.file!);
      for (const imported of module.importedModules) if (!isOfPackage(imported)) modules.add(imported);
    }
    return files;
  }

  /** The files that any contract can depend on: all but those of operations. */
  #sharedFiles(): readonly string[] {
    const served = this.#tree.served();
    if (served === undefined) return [];
    if (this.#shared?.of !== served) {
      const { directory } = this.#session;
      const own = new Set(served.operations.map(({ contract }) => fileInTree(directory, pathOfId(contract.id))));
      const files = this.#session.watchFiles(served).filter((file) => !own.has(file));
      this.#shared = { of: served, files };
    }
    return this.#shared.files;
  }
}

function isSource({ id, file }: EnvironmentModuleNode): boolean {
  return file !== null && id !== null && !id.startsWith('\0');
}

function isOfPackage({ file }: EnvironmentModuleNode): boolean {
  return file?.includes('/node_modules/') === true;
}
