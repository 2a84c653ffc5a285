import { createCache } from '../../build/compiler/cache.ts';
import { compileOperations } from '../../build/compiler/compile.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import { inheritedBy } from '../../build/compiler/operations/inherit.ts';
import type { ExistingFiles } from './existing-tree.ts';

/** Whether `@security` of a directory applies to a file, so that its own lines replace them, and not those of the document. */
export type IsGuarded = (path: string) => boolean;

/** Finds the directories of a tree that have `@security`. */
export function guardedDirectories({ operations, custom }: Pick<ExistingFiles, 'operations' | 'custom'>): IsGuarded {
  const cache = createCache();
  const files = operations.filter(({ path }) => !isOperationFile(path));
  compileOperations({ files, definitions: [], ...(custom && { custom }), cache });
  const inherited = cache.directories?.inherited ?? new Map();
  return (path) => (inheritedBy(inherited, path)?.layer.security.length ?? 0) > 0;
}
