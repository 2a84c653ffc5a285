import { codeOf, hasNoCode, isHandler } from '../../build/compiler/module/statements.ts';
import type { OperationFile } from '../../build/compiler/operations/parse.ts';
import { isInEvents } from '../../build/compiler/operations/tree-files.ts';
import type { Change } from './changes.ts';

/**
 * Checks that the files of an import have the code that import writes, and none of the description's: a new operation has a handler alone, an
 * existing file keeps its code, and definitions have nothing that runs. It is the last step before files are written.
 *
 * @param before The existing operations.
 * @throws {Error} If a file has other code.
 */
export function checkWrittenCode(
  operations: readonly Change[],
  definitions: readonly Change[],
  before: readonly OperationFile[],
): void {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  for (const { kind, path, text } of operations) {
    const isEvent = isInEvents(path) && hasNoCode(path, text);
    const isMeant =
      isEvent || (kind === 'new' ? isHandler(path, text) : codeOf(path, text) === codeOf(path, texts.get(path)!));
    if (!isMeant) refuseCode(path);
  }
  for (const { kind, path, text } of definitions)
    if (kind !== 'deleted' && /\.[jt]s$/.test(path) && !hasNoCode(path, text)) refuseCode(path);
}

function refuseCode(path: string): never {
  throw new Error(`The description would put code of its own into ${JSON.stringify(path)}. Nothing was written.`);
}
