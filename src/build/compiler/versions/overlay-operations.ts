import { since } from '../../../directives/since/describe-since.ts';
import { templateKey } from '../../../shared/contract/path-template.ts';
import type { LinkedDirectories } from '../cache.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import { declaredValues } from '../language/described.ts';
import type { Described } from '../language/described.ts';
import type { DirectoryContract } from '../operations/directory.ts';
import { checkVersionMiddleware } from './version-middleware.ts';
import { inheritedBy } from '../operations/inherit.ts';
import type { ParsedOperation, ParseResult } from '../operations/parse.ts';
import type { Stage } from '../api-version.ts';
import { rankOf } from '../api-version.ts';

/** Leaves out the operations that a file of an older version replaces: those of the same method and the same shape of path. */
export function overlayOperations(parsed: readonly ParseResult[], stage: Stage | undefined): readonly ParseResult[] {
  if (stage === undefined) return parsed;
  const oldest = new Map<string, number>();
  for (const { operation } of parsed) {
    if (operation === undefined) continue;
    const key = shapeKey(operation);
    oldest.set(key, Math.min(oldest.get(key) ?? Infinity, rankOf(operation.path, stage)));
  }
  return parsed.filter(
    ({ operation }) => operation === undefined || rankOf(operation.path, stage) === oldest.get(shapeKey(operation)),
  );
}

/** The same for all operations that can replace each other. */
export function shapeKey({ route, declarations }: ParsedOperation): string {
  const method = route.method?.value ?? declarations.methods[0]?.value ?? 'GET';
  return `${method} ${templateKey(route.template)}`;
}

/** The contracts of directories, and the parts that operations inherit from them. */
interface Directories {
  readonly contracts: readonly DirectoryContract[];
  readonly directories: LinkedDirectories;
}

/** Leaves out the operations that the version does not have, and reports files that no version can have. */
export function inVersion(
  operations: readonly ParsedOperation[],
  { contracts, directories }: Directories,
  stage: Stage | undefined,
  report: Report,
): readonly ParsedOperation[] {
  if (stage === undefined) return operations;
  checkSince([...contracts, ...operations], stage, report);
  checkVersionMiddleware(contracts, report);
  return withoutNewer(operations, directories, stage);
}

/** Leaves out the operations that are newer than the version, by `@since`. */
function withoutNewer(
  operations: readonly ParsedOperation[],
  { inherited }: Pick<LinkedDirectories, 'inherited'>,
  { version, names }: Stage,
): ParsedOperation[] {
  const rank = names.indexOf(version.name);
  return operations.filter(({ path, declarations }) => {
    const found = sinceOf(declarations.described) ?? sinceOf(inheritedBy(inherited, path)?.layer.described);
    return found === undefined || names.indexOf(found.value) <= rank;
  });
}

function sinceOf(described: Described | undefined): Declared<string> | undefined {
  return described && declaredValues(described, since).at(-1);
}

/** Warns of `@since` with a text that is not the name of a version. */
function checkSince(
  contracts: readonly { readonly declarations: { readonly described: Described } }[],
  { names }: Stage,
  report: Report,
): void {
  for (const { declarations } of contracts)
    for (const { value, at } of declaredValues(declarations.described, since))
      if (!names.includes(value)) report(messages.unknownSince(at, value, names));
}
