import type { Compilation } from '../../build/compiler/compile.ts';
import { compileOperations, contractsOf, eventsOf } from '../../build/compiler/compile.ts';
import { isOperationFile } from '../../build/compiler/operations/file-name.ts';
import type { BaseDocument } from '../../shared/contract/base-document.ts';
import { contractOfTree } from '../openapi/compare/contracts.ts';
import { compareOperations, takesProtection } from '../openapi/compare/operations/operations.ts';
import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import { lostDirectives } from '../../directives/effects.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { readableExtensions, routeOf } from '../../shared/contract/operation.ts';
import type { ExistingFiles } from './existing-tree.ts';

/** Lists the operations that more clients can call after an import, or that are less protected: their comments, or the document, required more. */
export function findWidenedAccess(before: ExistingFiles, after: Compilation): string[] {
  if (!before.operations.some(({ path }) => isOperationFile(path))) return [];
  const { operations: files, shown, ...others } = before;
  const places = shown && { directory: shown.directory, definitionsDirectory: shown.definitions };
  const { changes, pairs } = compareOperations(
    contractOf(compileOperations({ ...others, ...places, files })),
    contractOf(after),
    new Date(),
  );
  const weaker = changes
    .filter(takesProtection)
    .map(({ before: operation, message }) => `${routeOf(operation!)}: ${message}`);
  const lost = pairs.flatMap(([{ before: one, after: other }]) =>
    [...lostDirectives(one, other), ...lostExtensions(one, other, before.custom)].map(
      (name) => `${routeOf(one)}: the operation no longer has "@${name}"`,
    ),
  );
  return [...weaker, ...lost];
}

/** The names of the extensions that an operation has lost, if middleware can read them: they could be the roles that it requires. Those of directives are not. */
function lostExtensions(before: Operation, { extensions = {} }: Operation, custom = NO_CUSTOM): string[] {
  const ofDirectives = (before.custom ?? []).flatMap(({ name, values }) => {
    const sent = custom.rows.get(name)?.sent(values, before);
    return sent !== undefined && 'value' in sent ? Object.keys(sent.value.extensions ?? {}) : [];
  });
  return readableExtensions(before).flatMap(([name]) =>
    name in extensions || ofDirectives.includes(name) ? [] : [name],
  );
}

function contractOf(compilation: Compilation): ReturnType<typeof contractOfTree>['contract'] {
  const { schemas, document, custom } = compilation;
  const operations = [...contractsOf(compilation), ...eventsOf(compilation)];
  return contractOfTree({ operations, schemas, document: document as BaseDocument, custom }, '').contract;
}
