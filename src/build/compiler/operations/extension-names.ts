import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { readableExtensions } from '../../../shared/contract/operation.ts';
import { LIST_USES } from '../calls/extension-uses.ts';
import type { Diagnostic, ListUse, Report } from '../diagnostics/diagnostic.ts';
import { distinctDiagnostics, errorsIn, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { misspelling } from '../diagnostics/report.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { formatLocation } from '../diagnostics/source.ts';
import type { DirectoryContract } from './directory.ts';
import type { CompiledOperation } from './resolve.ts';

/** The operations and directories of a version. */
interface Version {
  readonly operations: readonly CompiledOperation[];
  readonly directories: readonly DirectoryContract[];
  readonly document: BaseDocument;
  readonly version?: string;
}

/** Those of all versions. */
export type ExtensionTree = Version & { readonly older?: readonly Version[] };

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

export function versionsOf(tree: ExtensionTree): readonly Version[] {
  return [tree, ...(tree.older ?? [])];
}

/** The names of the extensions that code can read of some operation, and of those in its comments, whose values `withReadExtensions` checks. */
export function extensionNames(tree: ExtensionTree): string[] {
  const added = versionsOf(tree).flatMap(({ operations }) =>
    operations.flatMap(({ contract }) => readableExtensions(contract).map(([name]) => name)),
  );
  const lines = commentsIn(tree).flatMap((each) => each.map(({ value: [name] }) => name));
  return [...new Set([...lines, ...added])];
}

/** The lines of each comment. */
function commentsIn(tree: ExtensionTree): readonly (readonly Line[])[] {
  return versionsOf(tree).flatMap(({ operations, directories }) =>
    [...operations, ...directories].map(({ declarations }) => declarations.extensions),
  );
}

type Line = Declared<readonly [name: string, value: unknown]>;

/**
 * Adds warnings of lines whose names are nearly those that code reads, and of lines whose values it can't read. Their spelling is that of the code, so warnings of
 * lines that differ from each other aren't needed there.
 *
 * @param diagnostics With all reads: see `checkExtensionReads`.
 */
export function withReadExtensions(diagnostics: readonly Diagnostic[], tree: ExtensionTree): readonly Diagnostic[] {
  const reads = readsIn(diagnostics);
  // If no comment has a name, that read is reported itself.
  const known = extensionNames(tree);
  for (const name of reads.keys()) if (!known.includes(name)) reads.delete(name);
  if (reads.size === 0 || errorsIn(diagnostics).length > 0) return diagnostics;
  const comments = commentsIn(tree);
  const lists = new Set(comments.flat().flatMap(({ value: [name, value] }) => (Array.isArray(value) ? [name] : [])));
  const found = comments.flatMap((lines) => lines.flatMap((line) => faultsOf(line, lines, reads, lists)));
  const read = comments.flat().filter(({ value: [name] }) => reads.has(name));
  const settled = new Set([...found, ...read].map(({ at }) => formatLocation(at)));
  const others = diagnostics.filter(({ code, at }) => code !== 'unknown-directive' || !settled.has(formatLocation(at)));
  return sortDiagnostics([...others, ...distinctDiagnostics(found)]);
}

/** Where code reads an extension. */
interface Read {
  readonly at: Location;
  readonly listUse: ListUse | undefined;
}

/** The first read of each name: one as a list, if there is one. */
function readsIn(diagnostics: readonly Diagnostic[]): Map<string, Read> {
  const reads = new Map<string, Read>();
  for (const { operation, at } of diagnostics) {
    if (operation?.field !== 'extension') continue;
    const { text, listUse } = operation;
    const known = reads.get(text);
    if (known === undefined || LIST_USES.indexOf(listUse) < LIST_USES.indexOf(known.listUse))
      reads.set(text, { at, listUse });
  }
  return reads;
}

function faultsOf(
  { value: [name, value], at }: Line,
  lines: readonly Line[],
  reads: ReadonlyMap<string, Read>,
  lists: ReadonlySet<string>,
): Diagnostic[] {
  const read = reads.get(name);
  if (read !== undefined) {
    if (!isReadable(value)) return [messages.unreadableExtension(at, name, read.at)];
    // `false` means that the operation has none.
    const isList = read.listUse !== undefined && (read.listUse !== 'known' || lists.has(name));
    return isList && !Array.isArray(value) && value !== false
      ? [messages.singleExtension(at, name, value, read.at)]
      : [];
  }
  if (OF_TOOLS.test(name)) return [];
  const [meant, near] = [...reads].find(([each]) => isNearly(name, each)) ?? [];
  const hasBoth = lines.some((line) => line.value[0] === meant);
  return meant === undefined || hasBoth ? [] : [messages.unreadExtension(at, name, meant, near!.at)];
}

/** A `null` is as good as no value. */
function isReadable(value: unknown): boolean {
  return value !== null && readableExtensions({ extensions: { value } }).length > 0;
}

/** Extensions that well-known tools read in the document: they aren't misspelled. */
const OF_TOOLS =
  /^x-(?:amazon-|aws-|azure-|badges$|code-?samples$|displayname$|enum|examples?$|explorer-|fern-|google-|hidden$|hide|ignore$|internal$|kong-|logo$|mint$|ms-|nullable$|openai-|order$|readme|redoc|scalar-|speakeasy-|stability-|stainless-|stoplight|swagger-|tag-?groups$|traittag$|tyk-|webhooks$|zudoku)/i;

/** Whether a name is another one but for its letter case, separators, a plural, or one letter, of which longer names have several. */
function isNearly(name: string, other: string): boolean {
  const [one, two] = [name, other].map(wordOf) as [string, string];
  // `x-limit-1` and `x-limit-2` are siblings.
  if (one.replaceAll(/\D/g, '') !== two.replaceAll(/\D/g, '')) return false;
  return misspelling(one, two) <= Math.floor(Math.max(one.length, two.length) / 4);
}

function wordOf(name: string): string {
  const word = name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
