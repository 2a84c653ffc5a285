import type { Compilation } from '../../build/compiler/compile.ts';
import { compileOperations, contractsOf } from '../../build/compiler/compile.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import type { BaseDocument } from '../../shared/contract/base-document.ts';
import { contractOfTree } from '../openapi/compare/contracts.ts';
import { compareOperations } from '../openapi/compare/operations/operations.ts';
import type { ExistingFiles } from './existing-tree.ts';

/** Lists the operations that more clients can call after an import: their comments, or the document, required more. */
export function findWidenedAccess(before: ExistingFiles, after: Compilation): string[] {
  if (!before.operations.some(({ path }) => isOperationFile(path))) return [];
  const { operations: files, shown, ...others } = before;
  const places = shown && { directory: shown.directory, definitionsDirectory: shown.definitions };
  const { changes } = compareOperations(
    contractOf(compileOperations({ ...others, ...places, files })),
    contractOf(after),
    new Date(),
  );
  return changes
    .filter(({ widens }) => widens === true)
    .map(({ before: operation, message }) => `${operation!.method} ${operation!.path}: ${message}`);
}

function contractOf(compilation: Compilation): ReturnType<typeof contractOfTree>['contract'] {
  const { schemas, document, custom } = compilation;
  const operations = contractsOf(compilation);
  return contractOfTree({ operations, schemas, document: document as BaseDocument, custom }, '').contract;
}
