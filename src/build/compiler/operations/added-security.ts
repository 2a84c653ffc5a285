import type { Definitions } from '../definitions/collect.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isSpanIn } from '../diagnostics/source.ts';
import type { MiddlewareResult } from './middleware.ts';
import { directoryOf } from './middleware.ts';
import type { OperationFile } from './parse.ts';
import type { PassedOperation } from './passed-contract.ts';
import type { CompiledOperation } from './resolve.ts';
import { fileInTree, isAround } from './tree-files.ts';

/** The operations and directories of a tree, with their contracts. */
export interface ContractTree {
  /** The directory of the tree as diagnostics show it. */
  readonly directory: string;
  readonly operations: readonly CompiledOperation[];
  readonly others: readonly PassedOperation[];
  readonly middlewareFiles: readonly OperationFile[];
  /** The result of each of these files. */
  readonly wrapping: readonly MiddlewareResult[];
  readonly definitions: Pick<Definitions, 'security'>;
}

/** A file whose comment can get a line. */
interface Place {
  /** The comment; undefined if the file has no contract yet. */
  readonly at: Location | undefined;
  /** The paths for which the line would hold. */
  readonly paths: readonly string[];
  /** The lines that it would be added to, or replace. */
  readonly lines: readonly Location[];
}

/** The files with the security of all operations. */
const DOCUMENT = /(?:^|\/)openapi\.(?:ya?ml|json)$/;

/**
 * Corrects the remedies that are a further line `@security`. The lines of a comment are alternatives, and they replace those of the directories around and of the
 * document, so it could let in more clients. A fix stays only where all of these are known, and have no lines.
 */
export function settleAddedSecurity(diagnostics: readonly Diagnostic[], tree: ContractTree): readonly Diagnostic[] {
  const added = diagnostics.filter(({ addsSecurity }) => addsSecurity !== undefined);
  if (added.length === 0) return diagnostics;
  const isUnread = diagnostics.some(({ severity, at }) => severity === 'error' && DOCUMENT.test(at.source.file));
  const pending = new Set(added.map(({ at }) => at.source.file));
  return diagnostics.map((diagnostic) => {
    if (diagnostic.addsSecurity === undefined) return diagnostic;
    if (wouldOpen(diagnostic)) return messages.openSecurity(diagnostic);
    const { file } = diagnostic.at.source;
    const place = placeOf(file, tree);
    const around = filesAround(place?.paths ?? [], tree).filter((each) => each.file !== file);
    const lines = [...(place?.lines ?? []), ...around.flatMap((each) => each.lines), ...documentLines(tree)];
    if (lines[0] !== undefined) return messages.furtherSecurity(diagnostic, lines[0], lines[0].source.file === file);
    const isKnown = place !== undefined && !isUnread && around.every((each) => each.isRead && !pending.has(each.file));
    const { fix, addsSecurity, ...others } = diagnostic;
    if (isKnown && (place.at === undefined || isSpanIn(diagnostic.at.span, place.at.span)))
      return { ...others, ...(fix && { fix }) };
    return { ...others, addsSecurity };
  });
}

/** Whether the line that a remedy writes would be `@security none`. */
function wouldOpen({ at: { source, span } }: Diagnostic): boolean {
  const [name, value] = [source.text.slice(span.start, span.end), source.text.slice(span.end)];
  return name !== '@security' && /^[^\p{L}\p{N}]*none\b/iu.test(value);
}

function documentLines({ definitions }: ContractTree): readonly Location[] {
  return definitions.security.map(({ at }) => at);
}

function placeOf(
  file: string,
  { directory, operations, others, middlewareFiles, wrapping }: ContractTree,
): Place | undefined {
  const i = middlewareFiles.findIndex(({ path }) => fileInTree(directory, path) === file);
  if (i !== -1) {
    const { contract } = wrapping[i]!;
    const lines = contract?.declarations.security ?? [];
    return { at: contract?.comment.at, paths: [middlewareFiles[i]!.path], lines: lines.map(({ at }) => at) };
  }
  const own = operations.find(({ handler }) => handler.at.source.file === file);
  if (own?.handler.comment === undefined) return undefined;
  // Each operation that passes it on has its lines too.
  const paths = new Set([own.contract.id]);
  for (const path of paths) for (const { operation, other } of others) if (other === path) paths.add(operation.path);
  const all = [own, ...operations.filter((each) => each !== own && paths.has(each.contract.id))];
  const lines = all.flatMap(({ declarations }) => declarations.security.map(({ at }) => at));
  return { at: own.handler.comment.at, paths: [...paths], lines };
}

/** The `_middleware` files around some paths. */
function filesAround(
  paths: readonly string[],
  { directory, middlewareFiles, wrapping }: ContractTree,
): { readonly file: string; readonly isRead: boolean; readonly lines: readonly Location[] }[] {
  return middlewareFiles.flatMap(({ path }, i) => {
    if (!paths.some((each) => isAround(directoryOf(path), each))) return [];
    const { contract, middleware } = wrapping[i]!;
    const isRead = contract !== undefined || middleware !== undefined;
    const lines = (contract?.declarations.security ?? []).map(({ at }) => at);
    return [{ file: fileInTree(directory, path), isRead, lines }];
  });
}
