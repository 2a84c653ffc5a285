import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { isPassedOver } from '../../../directives/vocabulary.ts';
import type { DirectoryContract } from '../operations/directory.ts';
import { versionOf } from '../operations/tree-files.ts';

/** The directives that the comment of an older version's `_middleware` can have: they describe, and change neither input nor access. */
const ALLOWED = ['deprecated', 'sunset', 'tags', 'see', 'header', 'returns', 'returns-include', 'throws', 'example'];

/**
 * Reports directives in the `_middleware` files of older versions that would change whom an operation lets in, or what it takes. Such a file wraps the
 * one of today, and must not weaken it.
 */
export function checkVersionMiddleware(contracts: readonly DirectoryContract[], report: Report): void {
  for (const { path, comment } of contracts) {
    const version = versionOf(path);
    if (version === undefined) continue;
    for (const { name, at } of comment.directives)
      if (!ALLOWED.includes(name) && !/^x-./.test(name) && !isPassedOver(name))
        report(messages.versionMiddleware(at, name, version));
  }
}
