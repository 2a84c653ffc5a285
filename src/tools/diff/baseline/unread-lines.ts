import { posix } from 'node:path';
import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { Compilation, CompiledOperation } from '../../../build/compiler/compile.ts';
import type { Comment } from '../../../build/compiler/comment/comment.ts';
import type { Diagnostic } from '../../../build/compiler/diagnostics/diagnostic.ts';
import { meansSecurity, meantProtection } from '../../../build/compiler/language/security-words.ts';
import { namesDirectives } from '../../../build/project/load-directives.ts';
import { readIfFile } from '../../../build/project/disk.ts';
import type { CommitDisk } from './commit-disk.ts';

/** The directives of the working tree, for a tree of a revision: there, an unknown directive isn't an error. */
export function forRevision(custom: CustomDirectives): CustomDirectives {
  return { rows: custom.rows, isStrict: false, unnamed: () => undefined };
}

/** Whether the package.json of a revision names packages of directives. They are not loaded: the working tree's are. */
export function hadDirectives(disk: CommitDisk): boolean {
  return namesDirectives(readIfFile(posix.join(disk.root, 'package.json'), disk) ?? '');
}

/**
 * Finds the lines of a revision that the directives of the working tree cannot read.
 *
 * @param had Whether the revision has custom directives. Without them, an unknown directive isn't a custom one.
 */
export function findUnread(
  { diagnostics }: Pick<Compilation, 'diagnostics'>,
  had: boolean,
): { readonly unread: readonly Diagnostic[]; readonly others: readonly Diagnostic[] } {
  const isUnread = ({ code }: Diagnostic): boolean =>
    code === 'custom-directive' || code === 'custom-directive-failure' || (had && code === 'unknown-directive');
  return {
    unread: diagnostics.filter(isUnread),
    others: diagnostics.filter((each) => !isUnread(each) && !isNewMisspelling(each)),
  };
}

/** Whether a directive of a revision is a misspelling of one that the working tree has: it was unknown then, too. */
function isNewMisspelling({ code, at: { source, span } }: Diagnostic): boolean {
  const name = source.text.slice(span.start + 1, span.end);
  return code === 'misspelled-security' && !meansSecurity(name, {}) && meantProtection(name, {}) === undefined;
}

/** The names of the directives of an operation that have such diagnostics, those of its directories too. */
export function unreadNames({ handler, inherited }: CompiledOperation, unread: readonly Diagnostic[]): string[] {
  const comments = [handler.comment, ...(inherited?.contracts ?? []).map(({ comment }) => comment)];
  const names = comments.flatMap((comment) => (comment === undefined ? [] : namesUnread(comment, unread)));
  return [...new Set(names)];
}

function namesUnread({ at, directives }: Comment, unread: readonly Diagnostic[]): string[] {
  return unread
    .filter((each) => each.at.source === at.source)
    .flatMap(({ at: { span } }) => directives.findLast((each) => each.at.span.start <= span.start)?.name ?? []);
}
