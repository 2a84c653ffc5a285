import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isLikeSecurity } from '../language/security-words.ts';
import type { WrittenSecurity } from '../language/written-security.ts';
import { wordsOf, writtenSecurity } from '../language/written-security.ts';
import type { DirectoryContract } from './directory.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround } from './tree-files.ts';

/**
 * Warns of comments that name a declared security scheme without requiring it: `@x-security token`, and `security: token` without "@". An operation that
 * requires the scheme, or that everyone may call on purpose, has them as documentation.
 */
export function checkUnenforced(
  operations: readonly CompiledOperation[],
  directories: readonly DirectoryContract[],
  document: BaseDocument,
  report: Report,
): void {
  const schemes = schemesByWord(document);
  if (schemes.size === 0) return;
  const outer = directories.flatMap(({ directory, comment }) => {
    const written = writtenSecurity(comment);
    return written.length === 0 ? [] : [{ directory, written }];
  });
  const reported = new Set<Location>();
  for (const { contract, declarations, inherited, written } of operations) {
    const security = securityOf(contract, document);
    if (contract.security?.every((each) => Object.keys(each).length === 0) === true) continue;
    const extensions = [...(inherited?.layer.extensions ?? []), ...declarations.extensions].filter(
      ({ value: [name] }) => isLikeSecurity(name.slice('x-'.length)),
    );
    const around = outer.filter(({ directory }) => isAround(directory, contract.id));
    const lines: WrittenSecurity[] = [
      ...extensions.map(({ value: [, value], at }) => ({ words: wordsOf(value), at })),
      ...around.flatMap((each) => each.written),
      ...written,
    ];
    for (const { words, at } of lines) {
      const named = words.flatMap((word) => schemes.get(word.toLowerCase()) ?? []);
      if (named[0] === undefined || reported.has(at) || named.some((name) => requires(security, name))) continue;
      reported.add(at);
      report(messages.unenforcedSecurity(at, named[0]));
    }
  }
}

/** The names of the schemes by the words that mean them: their names and their kinds, such as `bearer`. */
function schemesByWord({ components }: BaseDocument): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const [name, scheme] of Object.entries(components?.securitySchemes ?? {})) {
    const { type, scheme: kind } = scheme as { readonly type?: unknown; readonly scheme?: unknown };
    for (const word of new Set([name, type === 'http' ? kind : type].map((each) => String(each).toLowerCase())))
      words.set(word, [...(words.get(word) ?? []), name]);
  }
  return words;
}

function requires(security: readonly SecurityRequirement[], scheme: string): boolean {
  return security.some((each) => Object.hasOwn(each, scheme));
}
