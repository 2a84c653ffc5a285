import type { Prefixes } from '../../contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { MiddlewareResult } from './middleware.ts';
import { directoryOf, isMiddlewareFile, parseMiddleware } from './middleware.ts';
import type { ParsedOperation } from './parse.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks, ownPath } from './tree-files.ts';

/** A `_middleware` file that the options leave out. */
export interface UnreadFile {
  /** The file as diagnostics show it. */
  readonly file: string;
  /** Its path below the tree; undefined if it is outside. */
  readonly path: string | undefined;
  readonly text: string;
}

/**
 * Reports `_middleware` files that the option `ignore` hides from operations below, and those outside of the tree.
 *
 * @param tree Where the tree is, as for `parseMiddleware`.
 */
export function checkUnread(
  files: readonly UnreadFile[],
  operations: readonly CompiledOperation[],
  { directory, prefixes }: { readonly directory: string; readonly prefixes: Prefixes },
  report: Report,
): void {
  for (const { file, path, text } of files) {
    if (path === undefined) {
      report(messages.outerGuard(nameOf(file), directory));
      continue;
    }
    if (!isMiddlewareFile(path)) continue;
    const { middleware, contract } = parseMiddleware({ path, text }, directory, prefixes);
    const below = operations.find(({ contract: { id } }) => isAround(directoryOf(path), id));
    const guards = middleware !== undefined || (contract?.declarations.security.length ?? 0) > 0;
    if (guards && below !== undefined) report(messages.ignoredGuard(nameOf(file), below.pathAt));
  }
}

/**
 * Reports `_middleware` files whose directory has the path of another one, in which there are operations: `{id}` beside `{pet_id}`, `Admin` beside
 * `admin`.
 */
export function checkDirectories(
  files: readonly MiddlewareResult[],
  operations: readonly ParsedOperation[],
  report: Report,
): void {
  const guarding = files.flatMap(({ middleware, contract }) => {
    if (middleware !== undefined) return [{ directory: middleware.directory, at: middleware.at }];
    const [security] = contract?.declarations.security ?? [];
    return security === undefined ? [] : [{ directory: contract!.directory, at: security.at }];
  });
  for (const { directory, at } of guarding) {
    const own = ownPath(directory);
    if (own === '') continue;
    const [key, depth] = [keyOf(own), own.split('/').length - 1];
    const other = operations.find(({ path }) => {
      if (isInWebhooks(path) !== isInWebhooks(directory) || isAround(directory, path)) return false;
      const segments = ownPath(path).split('/');
      return segments.length > depth && keyOf(`${segments.slice(0, depth).join('/')}/`) === key;
    });
    if (other !== undefined) report(messages.otherSpelling(at, other.route.at));
  }
}

/** The same for all spellings of a directory. */
function keyOf(directory: string): string {
  return directory
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .normalize('NFC')
    .toLowerCase();
}

function nameOf(file: string): Location {
  const source = { file, text: file, isPath: true };
  return { source, span: { start: file.lastIndexOf('/') + 1, end: file.length } };
}
