import { isDefinitionFile } from './definitions/definition-file.ts';
import type { DefinitionFile } from './definitions/model.ts';
import { compare } from './diagnostics/diagnostic.ts';
import { isEventFile } from './events/event-name.ts';
import { isOperationFile } from './operations/file-name.ts';
import { isMiddlewareFile } from './operations/middleware.ts';
import type { OperationFile } from './operations/parse.ts';
import { fileInTree, isInEvents } from './operations/tree-files.ts';

/** The files of a project by the kinds that their names give them, each list sorted by path. */
export interface FilesByKind {
  readonly operationFiles: readonly OperationFile[];
  readonly middlewareFiles: readonly OperationFile[];
  readonly eventFiles: readonly OperationFile[];
  readonly definitionFiles: readonly DefinitionFile[];
}

/** Sorts out the files of a project. */
export function filesByKind({
  files: given,
  definitions = [],
}: {
  readonly files: readonly OperationFile[];
  readonly definitions?: readonly DefinitionFile[];
}): FilesByKind {
  const files = sorted(given);
  return {
    operationFiles: files.filter(({ path }) => isOperationFile(path)),
    middlewareFiles: files.filter(({ path }) => isMiddlewareFile(path) && !isInEvents(path)),
    eventFiles: files.filter(({ path }) => isEventFile(path)),
    definitionFiles: sorted(definitions).filter(({ path }) => isDefinitionFile(path)),
  };
}

/** The files as diagnostics show them. */
export function shownPaths(
  { definitionFiles, ...inTree }: FilesByKind,
  directory: string,
  definitions: string,
): string[] {
  const { operationFiles, middlewareFiles, eventFiles } = inTree;
  return [
    ...[...operationFiles, ...middlewareFiles, ...eventFiles].map(({ path }) => fileInTree(directory, path)),
    ...definitionFiles.map(({ path }) => fileInTree(definitions, path)),
  ];
}

function sorted<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => compare(a.path, b.path));
}
