import type { CompilationCache, LinkedDirectories } from './cache.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { parseEvent } from './events/parse-event.ts';
import { linkDirectory, linkEvent, linkOperation } from './link.ts';
import { inheritedBy } from './operations/inherit.ts';
import { isMiddlewareFile, parseMiddleware } from './operations/middleware.ts';
import type { OperationFile } from './operations/parse.ts';
import { parseOperation } from './operations/parse.ts';
import type { ParseSettings } from './operations/parse-settings.ts';
import { isInEvents } from './operations/tree-files.ts';

/** Compiles one operation, event or contract of a directory with another text, on the definitions and directories of the last run. */
export function tryFile(
  cache: CompilationCache,
  file: OperationFile,
  directory: string,
  settings: ParseSettings,
): Diagnostic[] {
  const linked = cache.linked?.linked;
  const inherited: LinkedDirectories['inherited'] = cache.directories?.inherited ?? new Map();
  if (isMiddlewareFile(file.path)) {
    const { contract, diagnostics } = parseMiddleware(file, directory, settings);
    if (contract === undefined || linked === undefined) return [...diagnostics];
    const parent = inheritedBy(inherited, contract.directory.slice(0, -1));
    return [...diagnostics, ...linkDirectory(contract, parent, linked).diagnostics];
  }
  if (isInEvents(file.path)) {
    const { event, diagnostics } = parseEvent(file, directory, settings.custom);
    return [...diagnostics, ...(event && linked ? linkEvent(event, linked).diagnostics : [])];
  }
  const { operation, diagnostics } = parseOperation(file, directory, settings);
  if (operation === undefined || linked === undefined) return [...diagnostics];
  return [...diagnostics, ...linkOperation(operation, inheritedBy(inherited, file.path), linked).diagnostics];
}
