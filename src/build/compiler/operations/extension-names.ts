import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { CompiledOperation } from './resolve.ts';

/** Warns of extensions whose names differ from others only in their letter case: code that reads one of them does not find the other. */
export function checkExtensionNames(operations: readonly CompiledOperation[], report: Report): void {
  // By their names in lower case, then by their names. The lines of a directory count once.
  const all = new Map<string, Map<string, Set<Location>>>();
  for (const { declarations, inherited } of operations)
    for (const {
      value: [name],
      at,
    } of [...(inherited?.layer.extensions ?? []), ...declarations.extensions]) {
      const spellings = getOrAdd(all, name.toLowerCase(), () => new Map<string, Set<Location>>());
      getOrAdd(spellings, name, () => new Set<Location>()).add(at);
    }
  for (const spellings of all.values()) {
    if (spellings.size === 1) continue;
    const [[usual], ...others] = [...spellings].toSorted(
      ([one, a], [other, b]) => b.size - a.size || isLower(other) - isLower(one),
    ) as [[string, Set<Location>], ...[string, Set<Location>][]];
    for (const [name, places] of others) for (const at of places) report(messages.extensionCase(at, name, usual));
  }
}

/** 1 for a name in lower case, and 0 for others. */
function isLower(name: string): number {
  return Number(name === name.toLowerCase());
}
